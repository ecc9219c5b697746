"""One input in, the next situation and the effects out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import record
from firmware_host.steward import effects
from firmware_host.steward.desk import Desk, lying
from firmware_host.steward.effects import Effect
from firmware_host.steward.games import behaviour_of
from firmware_host.steward.inputs import (
    Abandon,
    Again,
    Answer,
    Choose,
    Enter,
    Input,
    Leave,
    Mark,
    Pause,
    Rename,
    Resume,
    Seen,
    Start,
    Tick,
    Trouble,
)
from firmware_host.steward.situation import Situation
from firmware_host.steward.worlds import with_worlds
from hardware.presses import Press
from vision.cards import names_of

MOST_SAID = 50
MOST_ENTERED = 12
NOT_YET = ("phase", "seat")
"""A line that is refused by one of these rules may come a moment too early: something is still asked about."""

PAUSE_PAIR = "confirm+undo"
"""These two buttons together stop play, and let it go on."""

NOTHING = "-"
"""What a seat has chosen that crosses nothing."""

PASSIVE = (Seen, Tick, Trouble, Resume)
"""Inputs that do not tell that somebody is there; of what is seen only what has changed does."""


def step(situation: Situation, given: Input, now: int) -> tuple[Situation, tuple[Effect, ...]]:
    """What is known after that input, and what is to be done."""
    alone = replace(situation, worlds=()) if situation.worlds else situation
    return with_worlds(situation, given, now, *_step(alone, given, now), step)


def _step(situation: Situation, given: Input, now: int) -> tuple[Situation, tuple[Effect, ...]]:
    desk = Desk(situation, now)
    if not isinstance(given, PASSIVE):
        desk.moved()
    _HANDLERS[type(given)](desk, given)
    desk.settle()
    desk.note_waiting(situation)
    return desk.situation, _in_order(desk.effects)


def _in_order(wanted: Sequence[Effect]) -> tuple[Effect, ...]:
    """Photographs last: a light does not wait for them. Each picture once for each reason."""
    photographs = dict.fromkeys(effect for effect in wanted if isinstance(effect, effects.Photograph))
    return (*(effect for effect in wanted if not isinstance(effect, effects.Photograph)), *photographs)


def _seen(desk: Desk, seen: Seen) -> None:
    before = desk.situation.seen
    if before is not None and seen.bumped and not before.bumped:
        desk.effects.append(effects.Note("bumped"))
    if before is None or lying(before) != lying(seen) or before.covered != seen.covered:
        desk.moved()
        if before is not None and before.steady:
            desk.change(before=before.picture)
    desk.change(seen=seen)


def _start(desk: Desk, start: Start) -> None:
    desk.start(start)


def _resume(desk: Desk, resume: Resume) -> None:
    """The match as its record has it. What was played meanwhile is explained, or objected to, as ever."""
    text = "\n".join(json.dumps(line) for line in resume.lines)
    match = record.read(text)
    desk.begin(match, begun=True)
    desk.change(numbers=max(desk.situation.numbers, resume.asked))
    desk.change(entered=tuple((desk.now, line) for line in resume.waiting))
    lobby = desk.situation.settings.lobby
    if lobby is not None and set(match.header.seats) <= set(lobby.names):
        desk.change(places=tuple(lobby.names.index(seat) + 1 for seat in match.header.seats))
    desk.effects.append(effects.Note("resumed", {"lines": len(resume.lines)}))
    if match.state.phase == "over":
        # The plug was pulled between the last move and the end.
        desk.effects.append(effects.Close("over"))


def _answer(desk: Desk, answer: Answer) -> None:
    situation = desk.situation
    question, doubt = situation.question, situation.doubt
    if question is None or doubt is None or question.number != answer.question:
        return
    if doubt.key is not None and answer.value not in (*names_of(_game(situation)), *question.choices):
        desk.effects.append(effects.Note("answer_refused", {"value": answer.value}))
        return
    if doubt.key is not None:
        # The card may be elsewhere by now, and what it is still counts.
        said = dict([*situation.said.items()][-MOST_SAID:])
        desk.change(said={**said, doubt.key: answer.value})
    else:
        desk.change(chosen={**situation.chosen, next(iter(doubt.seats), doubt.reason): answer.value})
    desk.effects.append(effects.Answered(question.number, answer.value, "person"))
    desk.change(question=None, doubt=None, pending=None)


def _game(situation: Situation) -> str:
    return "" if situation.match is None else situation.match.header.game


def _choose(desk: Desk, choose: Choose) -> None:
    desk.change(chosen={**desk.situation.chosen, choose.seat: str(choose.row)})


def _mark(desk: Desk, mark: Mark) -> None:
    """Kept until all seats have said what they cross; the game makes one line of it."""
    match = desk.situation.match
    if match is not None and mark.seat in match.header.seats:
        desk.change(chosen={**desk.situation.chosen, mark.seat: mark.colour or NOTHING})


def _rename(desk: Desk, rename: Rename) -> None:
    """A match keeps the names that it began with; where it has not, it begins anew."""
    situation = desk.situation
    lobby, match = situation.settings.lobby, situation.match
    if lobby is not None:
        desk.change(settings=replace(situation.settings, lobby=lobby.renamed(rename.place, rename.name)))
    elif match is not None and match.written is None and 1 <= rename.place <= len(match.header.seats):
        seats = list(match.header.seats)
        seats[rename.place - 1] = rename.name
        if len(set(seats)) == len(seats):
            desk.start(Start(match.header.game, tuple(seats), match.header.options, situation.places))


def _enter(desk: Desk, enter: Enter) -> None:
    """A line from a screen: played if the rules allow it; kept for a while if it is not its turn yet."""
    match = desk.situation.match
    if match is None:
        return
    error = desk.play_entered(enter.line)
    if error is not None and error.rule in NOT_YET and len(desk.situation.entered) < MOST_ENTERED:
        desk.keep_waiting(enter.line)
    elif error is not None:
        desk.refuse(error)
    desk.change(pending=None)


def _pressed(desk: Desk, press: Press) -> None:
    """One button, or two: together they stop play or let it go on, else each counts for itself."""
    if press.button == PAUSE_PAIR:
        _pause(desk, Pause(not desk.situation.paused))
        return
    for button in press.button.split("+"):
        _pressed_alone(desk, replace(press, button=button))


def _pressed_alone(desk: Desk, press: Press) -> None:
    """Row buttons answer: which row, or which of the choices; undo held long takes the last move back."""
    situation = desk.situation
    kind, _, number = press.button.partition("/")
    if press.button == "confirm" and "journal_replaced" in situation.troubles:
        _trouble(desk, Trouble("journal_replaced", None))
        return
    if situation.question is not None and kind in ("row", "confirm"):
        at = int(number) - 1 if number else 0
        if at < len(situation.question.choices):
            _answer(desk, Answer(situation.question.number, situation.question.choices[at]))
    elif press.button == "undo" and press.long and situation.match is not None and situation.match.before is not None:
        _enter(desk, Enter({"move": "undo"}))
    elif kind == "row" and situation.match is not None:
        seats = situation.match.advice().seats
        if len(seats) == 1:
            _choose(desk, Choose(seats[0], int(number)))
    elif press.button == "referee":
        desk.effects.append(effects.Note("referee_called"))
        desk.photograph("referee", ())


def _pause(desk: Desk, pause: Pause) -> None:
    desk.change(paused=pause.on)
    desk.effects.append(effects.Note("paused" if pause.on else "went_on"))


def _abandon(desk: Desk, _: Abandon) -> None:
    if desk.situation.match is not None:
        desk.give_up()


def _again(desk: Desk, _: Again) -> None:
    desk.effects.append(effects.Note("start_again"))
    desk.again()


def _leave(desk: Desk, leave: Leave) -> None:
    """By the rules a match is played by all who began it: this one ends, and those who stay may begin another."""
    situation, match = desk.situation, desk.situation.match
    if match is None or leave.seat not in match.header.seats:
        return
    score = dict(zip(match.header.seats, getattr(match.state, "score", ()), strict=False))
    desk.effects.append(effects.Note("left", {"seat": leave.seat, "score": score}))
    staying = [at for at, seat in enumerate(match.header.seats) if seat != leave.seat]
    places = situation.places or tuple(range(1, len(match.header.seats) + 1))
    desk.give_up()
    if situation.settings.lobby is None:
        seats = tuple(match.header.seats[at] for at in staying)
        desk.start(Start(match.header.game, seats, match.header.options, tuple(places[at] for at in staying)))


def _trouble(desk: Desk, trouble: Trouble) -> None:
    others = tuple(part for part in desk.situation.troubles if part != trouble.part)
    came_back = trouble.reason is None and trouble.part in desk.situation.troubles
    reasons = {part: why for part, why in desk.situation.reasons.items() if part != trouble.part}
    if trouble.reason is None:
        desk.change(troubles=others, reasons=reasons)
    else:
        desk.change(troubles=(*others, trouble.part), reasons={**reasons, trouble.part: trouble.reason})
    desk.effects.append(effects.Note("trouble", {"part": trouble.part, "reason": trouble.reason or ""}))
    if came_back and trouble.part.startswith("camera"):
        # Nobody saw what happened meanwhile: the table as it is seen next must explain it.
        desk.change(seen=None, before=None, moved_at=desk.now)
        match, memory = desk.situation.match, desk.situation.memory
        if match is not None and memory is not None:
            desk.change(memory=behaviour_of(match.header.game).unwatched(memory))


def _tick(desk: Desk, _: Tick) -> None:
    """Only time has passed: what was pending may be due."""


_HANDLERS: Mapping[type, Callable[[Desk, Any], None]] = {
    Seen: _seen,
    Start: _start,
    Resume: _resume,
    Answer: _answer,
    Choose: _choose,
    Mark: _mark,
    Rename: _rename,
    Enter: _enter,
    Press: _pressed,
    Pause: _pause,
    Abandon: _abandon,
    Again: _again,
    Leave: _leave,
    Trouble: _trouble,
    Tick: _tick,
}
