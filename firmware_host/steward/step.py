"""One input in, the next situation and the effects out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine import record
from engine.errors import BadHeader, IllegalMove
from engine.match import Header, Match
from firmware_host.steward import effects, telling
from firmware_host.steward.effects import Effect, Objection, Question
from firmware_host.steward.findings import Amiss, Doubt, Finding, Table
from firmware_host.steward.games import behaviour_of
from firmware_host.steward.inputs import (
    Abandon,
    Answer,
    Choose,
    Enter,
    Input,
    Mark,
    Pause,
    Rename,
    Resume,
    Seen,
    Start,
    Tick,
    Trouble,
)
from firmware_host.steward.lobby import SEATED_AFTER, seen_from, shown_to
from firmware_host.steward.situation import Situation
from hardware.cues import OFF, Cue
from hardware.presses import Press
from vision.cards import names_of

MOST_LOOKS = 40
"""One picture explains at most so many moves one after the other; a round of ten seats has ten."""

MOST_SAID = 50
NOT_YET = ("phase", "seat")
"""A line that is refused by one of these rules may come a moment too early: something is still asked about."""

CORRECTIONS = ("undo", "amend")
MOST_ENTERED = 12
ENTERED_WAITS = 1_500

PAUSE_PAIR = "confirm+undo"
"""These two buttons together stop play, and let it go on."""

FILLED = ("row", "active", "display")
"""The kinds of places that are empty before a match."""

NOTHING = "-"
"""What a seat has chosen that crosses nothing."""

BLIND = ("camera", "camera_covered", "camera_frozen", "config", "storage", "journal_replaced", "journal")
"""What nothing can go on without: what is not seen or can't be written down is no move."""


def step(situation: Situation, given: Input, now: int) -> tuple[Situation, tuple[Effect, ...]]:
    """What is known after that input, and what is to be done."""
    desk = _Desk(situation, now)
    _HANDLERS[type(given)](desk, given)
    desk.settle()
    return desk.situation, _in_order(desk.effects)


def _in_order(wanted: Sequence[Effect]) -> tuple[Effect, ...]:
    """Photographs last: a light does not wait for them. Each picture once for each reason."""
    photographs = dict.fromkeys(effect for effect in wanted if isinstance(effect, effects.Photograph))
    return (*(effect for effect in wanted if not isinstance(effect, effects.Photograph)), *photographs)


@dataclass
class _Desk:
    """Collects what one input brings about."""

    situation: Situation
    now: int
    effects: list[Effect] = field(default_factory=list)
    cue: Cue | None = None

    def change(self, **changes: Any) -> None:
        self.situation = replace(self.situation, **changes)

    def number(self) -> int:
        self.change(numbers=self.situation.numbers + 1)
        return self.situation.numbers

    def write(self, match: Match) -> None:
        """The match with one more line in it, which is written before anything else is done."""
        assert match.written is not None
        line = json.loads(record.write_entry(match.header, match.written[2]))
        self.effects.append(effects.Write(line))
        self._photograph("move", self._keys_of(match))
        self.change(match=match)
        if match.state.phase == "over":
            self.effects.append(effects.Close("over"))

    def play_entered(self, line: Mapping[str, object]) -> IllegalMove | None:
        """A line that somebody entered, if the rules allow it; else why not."""
        match = self.situation.match
        assert match is not None
        try:
            entry = record.read_line(match.header, json.dumps(dict(line)))
            after = record.play_line(match, entry)
        except IllegalMove as error:
            return error
        self.write(after)
        if line.get("move") in CORRECTIONS:
            self.change(repairing=True, memory=behaviour_of(match.header.game).memory(begun=True), entered=())
        return None

    def take_up(self) -> None:
        """Play what was entered before its turn; refuse what has waited for long with nothing left to wait for."""
        waits = self._unsettled
        while self.situation.entered and self.situation.match is not None:
            (at, line), *others = self.situation.entered
            error = self.play_entered(line)
            if error is not None and waits:
                self.change(entered=tuple((self.now, line) for _, line in self.situation.entered))
                return
            if error is not None and self.now - at < ENTERED_WAITS:
                return
            self.change(entered=tuple(others) if self.situation.entered else ())
            if error is not None:
                self.refuse(error)

    @property
    def _unsettled(self) -> bool:
        """Whether what is seen is still to be made out."""
        situation = self.situation
        if situation.question is not None or isinstance(situation.pending, Doubt) or situation.seen is None:
            return True
        return not situation.seen.steady or bool(situation.seen.covered | situation.seen.moving)

    def refuse(self, error: IllegalMove) -> None:
        self.effects.append(effects.Note("refused", {"rule": error.rule, "reason": error.reason, **error.facts}))

    def settle(self) -> None:
        """Look at the table where something may have changed, and show what it comes to."""
        self._clear_away()
        situation = self.situation
        if situation.match is None and situation.seen is not None and not self._blind:
            self._wait_for_players()
        situation = self.situation
        if situation.match is not None and not situation.paused and not self._blind and situation.seen is not None:
            self.look()
            self.take_up()
        cue = shown_to(self._cue(), self.situation.places)
        if cue != self.situation.cue:
            self.effects.append(effects.Show(cue))
            self.change(cue=cue)

    def _clear_away(self) -> None:
        """A match that is over makes room for the next one when its cards are gone."""
        situation = self.situation
        match, seen = situation.match, situation.seen
        if not situation.settings.again or match is None or seen is None or match.state.phase != "over":
            return
        if not seen.steady or any(card.zone.partition("/")[0] in FILLED for card in (*seen.cards, *seen.hidden)):
            return
        if situation.settings.lobby is not None:
            lobby = situation.settings.lobby.unnamed()
            self.change(match=None, memory=None, places=(), cue=OFF, settings=replace(situation.settings, lobby=lobby))
        else:
            _start(self, Start(match.header.game, match.header.seats, match.header.options, situation.places))

    def _wait_for_players(self) -> None:
        """Where whoever lays a card plays, begin once those who do have turned theirs up."""
        situation, lobby = self.situation, self.situation.settings.lobby
        assert situation.seen is not None
        if lobby is None:
            return
        table = Table(situation.seen, situation.said)
        start = lobby.start(table)
        self.cue = lobby.cue(table, situation.settings)
        if start is None:
            self.change(seated=None)
        elif start != situation.seated:
            self.change(seated=start, since=self.now)
        elif self.now - situation.since >= SEATED_AFTER:
            self.change(seated=None)
            _start(self, start)

    @property
    def _blind(self) -> bool:
        return any(part in BLIND for part in self.situation.troubles)

    def _cue(self) -> Cue:
        situation = self.situation
        told = telling.Told(situation.settings, situation.match)
        if self._blind:
            part = next(part for part in BLIND if part in situation.troubles)
            return told.fault(part, situation.reasons.get(part, ""))
        if situation.match is None:
            return told.idle() if self.cue is None else self.cue
        if situation.paused:
            return told.paused()
        if situation.question is not None and situation.doubt is not None:
            return told.question(situation.question)
        if situation.objection is not None and situation.amiss is not None:
            return told.objection(situation.objection)
        if self.cue is not None:
            return self.cue
        return situation.cue if situation.cue.kind not in ("idle", "fault") else OFF

    def look(self) -> None:
        """Let the game make of the table what it can, again and again while it finds moves."""
        for _ in range(MOST_LOOKS):
            finding = self._found()
            if finding is None:
                return
            self.change(memory=finding.memory)
            self.cue = finding.cue
            self._note(finding)
            if not finding.moves or not self._play(finding):
                self._weigh(finding)
                return

    def _found(self) -> Finding | None:
        situation = self.situation
        assert situation.match is not None
        assert situation.seen is not None
        table = Table(seen_from(situation.seen, situation.places), situation.said, situation.chosen)
        behaviour = behaviour_of(situation.match.header.game)
        if situation.repairing:
            wrong = behaviour.amiss(situation.match, situation.memory, table)
            if wrong is not None or not situation.seen.steady:
                cue = behaviour.cue(situation.match, situation.memory, table, situation.settings)
                return Finding(cue, situation.memory, amiss=wrong)
            self.change(repairing=False)
        return behaviour.look(situation.match, situation.memory, table, situation.settings)

    def _play(self, finding: Finding) -> bool:
        """Play what happened; as a rule it is believed only where nothing moves any more."""
        seen = self.situation.seen
        assert seen is not None
        if not (seen.steady or finding.sure) or seen.bumped:
            return False
        for move in finding.moves:
            match = self.situation.match
            assert match is not None
            self.write(match.play(move))
            self.take_up()
        self.change(chosen={}, memory=finding.memory if finding.after is None else finding.after)
        self._settled()
        return True

    def _note(self, finding: Finding) -> None:
        """Each thing worth noting once."""
        for kind, facts in finding.notes:
            key = (kind, tuple(sorted((name, str(value)) for name, value in facts.items())))
            if key not in self.situation.noted:
                self.change(noted=self.situation.noted | {key})
                self.effects.append(effects.Note(kind, facts))

    def _weigh(self, finding: Finding) -> None:
        """Ask or object once it has lain so for long enough; let go of what is settled."""
        found = finding.amiss or finding.doubt
        situation = self.situation
        assert situation.seen is not None
        if found is None or not situation.seen.steady:
            if situation.seen.steady:
                self._settled()
                self.change(pending=None)
            return
        if found != situation.pending:
            self.change(pending=found, since=self.now)
        if found not in (situation.amiss, situation.doubt):
            self._settled()
        patience = situation.settings.asks_after if found.after is None else found.after
        if self.now - self.situation.since < patience:
            return
        if isinstance(found, Amiss):
            self._object(found)
        else:
            self._ask(found)

    def _object(self, found: Amiss) -> None:
        if self.situation.amiss == found:
            return
        objection = Objection(
            self.number(), found.rule, found.seat, found.card, found.lies, found.belongs, found.facts, found.about
        )
        self.change(objection=objection, amiss=found)
        self.effects.append(effects.Object(objection))
        self._photograph("objection", found.about)

    def _ask(self, found: Doubt) -> None:
        if self.situation.doubt == found:
            return
        about = () if found.key is None else (found.key,)
        question = Question(self.number(), found.reason, found.seats, found.choices, found.facts, about)
        self.change(question=question, doubt=found)
        self.effects.append(effects.Ask(question))
        self._photograph("question", about)

    def _keys_of(self, match: Match) -> tuple[int, ...]:
        """The cards that the last line is about, as they lie."""
        names: set[str] = set()
        for event in match.events:
            cards = getattr(event, "cards", None)
            several = cards.values() if isinstance(cards, Mapping) else cards or getattr(event, "rows", None) or ()
            names |= {str(card) for card in (*several, getattr(event, "card", None))}
        seen = self.situation.seen
        return () if seen is None else tuple(card.key for card in seen.cards if card.name in names)

    def _photograph(self, why: str, about: tuple[int, ...]) -> None:
        if self.situation.seen is not None:
            self.effects.append(effects.Photograph(self.situation.seen.picture, why, about))

    def _settled(self) -> None:
        """Whatever was asked or objected to is so no more: the table made it clear."""
        situation = self.situation
        if situation.question is not None:
            self.effects.append(effects.Answered(situation.question.number, "", "table"))
        if situation.objection is not None:
            self.effects.append(effects.PutRight(situation.objection.number))
        self.change(question=None, doubt=None, objection=None, amiss=None)


def _seen(desk: _Desk, seen: Seen) -> None:
    before = desk.situation.seen
    if before is not None and seen.bumped and not before.bumped:
        desk.effects.append(effects.Note("bumped"))
    desk.change(seen=seen)


def _start(desk: _Desk, start: Start) -> None:
    try:
        header = Header(start.game, start.seats, start.options)
    except BadHeader as error:
        desk.effects.append(effects.Note("start_refused", {"reason": error.reason, **error.facts}))
        return
    desk.effects.append(effects.Open(json.loads(record.write_header(header))))
    _begin(desk, Match.of(header))
    desk.change(places=start.places)


def _begin(desk: _Desk, match: Match, begun: bool = False) -> None:
    desk.change(match=match, memory=behaviour_of(match.header.game).memory(begun), said={}, chosen={})
    desk.change(question=None, doubt=None, objection=None, amiss=None, pending=None, repairing=False, paused=False)
    desk.change(noted=frozenset(), entered=())


def _resume(desk: _Desk, resume: Resume) -> None:
    """The match as its record has it. What was played meanwhile is explained, or objected to, as ever."""
    text = "\n".join(json.dumps(line) for line in resume.lines)
    match = record.read(text)
    _begin(desk, match, begun=True)
    lobby = desk.situation.settings.lobby
    if lobby is not None and set(match.header.seats) <= set(lobby.names):
        desk.change(places=tuple(lobby.names.index(seat) + 1 for seat in match.header.seats))
    desk.effects.append(effects.Note("resumed", {"lines": len(resume.lines)}))


def _answer(desk: _Desk, answer: Answer) -> None:
    situation = desk.situation
    question, doubt = situation.question, situation.doubt
    if question is None or doubt is None or question.number != answer.question:
        return
    if doubt.key is not None and answer.value not in names_of(_game(situation)):
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


def _choose(desk: _Desk, choose: Choose) -> None:
    desk.change(chosen={**desk.situation.chosen, choose.seat: str(choose.row)})


def _mark(desk: _Desk, mark: Mark) -> None:
    """Kept until all seats have said what they cross; the game makes one line of it."""
    match = desk.situation.match
    if match is not None and mark.seat in match.header.seats:
        desk.change(chosen={**desk.situation.chosen, mark.seat: mark.colour or NOTHING})


def _rename(desk: _Desk, rename: Rename) -> None:
    """A match keeps the names that it began with; where it has not, it begins anew."""
    situation = desk.situation
    lobby, match = situation.settings.lobby, situation.match
    if lobby is not None:
        desk.change(settings=replace(situation.settings, lobby=lobby.renamed(rename.place, rename.name)))
    elif match is not None and match.written is None and 1 <= rename.place <= len(match.header.seats):
        seats = list(match.header.seats)
        seats[rename.place - 1] = rename.name
        if len(set(seats)) == len(seats):
            desk.effects.append(effects.Close("abandoned"))
            _start(desk, Start(match.header.game, tuple(seats), match.header.options, situation.places))


def _enter(desk: _Desk, enter: Enter) -> None:
    """A line from a screen: played if the rules allow it; kept for a while if it is not its turn yet."""
    match = desk.situation.match
    if match is None:
        return
    error = desk.play_entered(enter.line)
    if error is not None and error.rule in NOT_YET and len(desk.situation.entered) < MOST_ENTERED:
        desk.change(entered=(*desk.situation.entered, (desk.now, enter.line)))
    elif error is not None:
        desk.refuse(error)
    desk.change(pending=None)


def _pressed(desk: _Desk, press: Press) -> None:
    """One button, or two: together they stop play or let it go on, else each counts for itself."""
    if press.button == PAUSE_PAIR:
        _pause(desk, Pause(not desk.situation.paused))
        return
    for button in press.button.split("+"):
        _pressed_alone(desk, replace(press, button=button))


def _pressed_alone(desk: _Desk, press: Press) -> None:
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
        desk._photograph("referee", ())


def _pause(desk: _Desk, pause: Pause) -> None:
    desk.change(paused=pause.on)
    desk.effects.append(effects.Note("paused" if pause.on else "went_on"))


def _abandon(desk: _Desk, _: Abandon) -> None:
    if desk.situation.match is not None:
        desk.effects.append(effects.Close("abandoned"))
        desk.change(match=None, memory=None, question=None, doubt=None, objection=None, amiss=None, pending=None)


def _trouble(desk: _Desk, trouble: Trouble) -> None:
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
        desk.change(seen=None)


def _tick(desk: _Desk, _: Tick) -> None:
    """Only time has passed: what was pending may be due."""


_HANDLERS: Mapping[type, Callable[[_Desk, Any], None]] = {
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
    Trouble: _trouble,
    Tick: _tick,
}
