"""What a page posts, as inputs of the steward: read strictly, and held against who may wish it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine import record
from engine.errors import BadHeader, IllegalMove
from engine.game import GAMES
from engine.match import Header, Match
from firmware_host.steward.effects import Question
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
    Start,
)
from firmware_host.steward.situation import Situation
from firmware_host.telling import tell_refusal
from firmware_host.web.guard import Visitor
from firmware_host.web.refusals import Refused
from firmware_host.web.schemas import Schema, anything, fits, flag, listed, number, one_of, text, thing
from firmware_host.web.views.build import places, seat_at
from firmware_host.web.views.games import view_of_game
from firmware_host.words import LANGUAGES, Words
from hardware.cues import MOST_ROWS, MOST_SEATS
from hardware.presses import BUTTONS, Press
from vision.cards import names_of

Body = Mapping[str, Any]
LONGEST_NAME = 20


@dataclass(frozen=True)
class Own:
    """What a phone changes for itself alone, and what of that the steward is to hear."""

    place: int
    changes: Mapping[str, str]
    told: Input | None = None


@dataclass(frozen=True)
class Wished:
    """A body that was read, and everything that it is held against."""

    body: Body
    situation: Situation
    visitor: Visitor
    words: Words
    now: int

    @property
    def match(self) -> Match:
        match = self.situation.match
        if match is None:
            raise Refused(409, "no_match", self.words.say("web.no_match"))
        return match

    @property
    def seat(self) -> str:
        """Whose phone it is; "" for the table's own screen and the referee."""
        return "" if not self.visitor.place else seat_at(self.situation, self.visitor.place) or ""

    def only_own(self, seat: str) -> None:
        """A phone speaks for its own seat alone."""
        if not (self.visitor.referee or (self.visitor.attached and not self.visitor.place)) and seat != self.seat:
            raise self.not_yours()

    def not_yours(self) -> Refused:
        return Refused(403, "not_yours", self.words.say("web.not_yours"))


@dataclass(frozen=True)
class Kind:
    """One kind of wish. `seats`: a phone may wish it; `screen`: also the table's own screen, without the PIN."""

    schema: Schema
    make: Callable[[Wished], Input | Own]
    seats: bool = False
    screen: bool = False


def read(wished: Wished) -> Input | Own:
    """What a body asks for; raises `Refused`."""
    kind = KINDS.get(str(wished.body.get("kind")))
    if kind is None or not fits(kind.schema, wished.body):
        raise Refused(400, "not_a_wish", wished.words.say("web.not_understood"))
    visitor = wished.visitor
    allowed = visitor.referee or (kind.screen and visitor.attached) or (kind.seats and visitor.place)
    if not allowed:
        raise Refused(401, "pin_needed", wished.words.say("web.pin_needed"))
    return kind.make(wished)


def _answer(wished: Wished) -> Input:
    question = wished.situation.question
    if question is None or question.number != wished.body["question"] or wished.situation.doubt is None:
        raise Refused(409, "settled", wished.words.say("web.settled"))
    _may_answer(wished, question)
    return Answer(question.number, wished.body["value"])


def _may_answer(wished: Wished, question: Question) -> None:
    if question.seats and wished.seat not in question.seats and wished.visitor.place and not wished.visitor.referee:
        raise wished.not_yours()
    value = wished.body["value"]
    if value not in question.choices and not (question.about and value in names_of(wished.match.header.game)):
        raise Refused(400, "no_choice", wished.words.say("web.not_understood"))


def _choose(wished: Wished) -> Input:
    seat = wished.body["seat"]
    wished.only_own(seat)
    if seat not in wished.match.advice().seats:
        raise Refused(409, "not_now", wished.words.say("web.not_now"))
    return Choose(seat, wished.body["row"])


def _enter(wished: Wished) -> Input:
    line = wished.body["line"]
    match = wished.match
    if not wished.visitor.referee:
        if line.get("move") not in view_of_game(match.header.game).OWN_MOVES:
            raise Refused(401, "pin_needed", wished.words.say("web.pin_needed"))
        seat = line.get("seat")
        if not isinstance(seat, str) or not wished.visitor.place or seat != wished.seat:
            raise wished.not_yours()
    return _line(wished, match, line)


def _own_move(wished: Wished) -> Input:
    """Passing and taking, by their own names."""
    wished.only_own(wished.body["seat"])
    line = {"move": wished.body["kind"], "seat": wished.body["seat"]}
    return _line(wished, wished.match, line)


def _line(wished: Wished, match: Match, line: Mapping[str, object]) -> Input:
    """A line is tried out before it is posted, so that whoever entered it hears why it is refused."""
    try:
        record.play_line(match, record.read_line(match.header, json.dumps(line)))
    except IllegalMove as error:
        raise Refused(409, error.reason, tell_refusal(wished.words, error)) from None
    return Enter(line)


def _pause(wished: Wished) -> Input:
    return Pause(wished.body["on"])


def _abandon(wished: Wished) -> Input:
    _ = wished.match
    return Abandon()


def _begin_again(wished: Wished) -> Input:
    _ = wished.match
    return Again()


def _leave(wished: Wished) -> Input:
    """It ends the match for all, so that it is said at the table, and not by one of many phones."""
    seat = wished.body["seat"]
    if seat not in wished.match.header.seats:
        raise Refused(409, "unknown_seat", wished.words.say("refused.unknown_seat", seat=seat))
    return Leave(seat)


def _start(wished: Wished) -> Input:
    """A match; while one is on only the referee begins another."""
    body, match = wished.body, wished.situation.match
    if match is not None and match.state.phase != "over" and not wished.visitor.referee:
        raise Refused(401, "pin_needed", wished.words.say("web.pin_needed"))
    try:
        header = Header(body["game"], tuple(body["seats"]), body.get("options", {}))
    except BadHeader as error:
        raise Refused(409, error.reason, tell_refusal(wished.words, error)) from None
    return Start(header.game, header.seats, header.options)


def _mark(wished: Wished) -> Input:
    """Where a seat crosses the number that was called, as far as its sheet allows it."""
    seat, colour, match = wished.body["seat"], wished.body["colour"], wished.match
    wished.only_own(seat)
    if seat not in match.header.seats or match.state.phase != "call":
        raise Refused(409, "not_now", wished.words.say("web.not_now"))
    choices = view_of_game(match.header.game).may(wished.situation, match, seat, wished.words)
    choice = next((one for one in choices if one.get("kind") == "mark" and one["colour"] == colour), None)
    if choice is None or not choice["allowed"]:
        raise Refused(409, "not_allowed", wished.words.say("web.not_now") if choice is None else choice["why"])
    return Mark(seat, colour)


def _name(wished: Wished) -> Own:
    """How whoever sits at a place is called. A match that is on keeps the names that it began with."""
    match = wished.situation.match
    if match is not None and match.written is not None:
        raise Refused(409, "not_now", wished.words.say("web.names_stay"))
    place, name = wished.visitor.place, " ".join(wished.body["name"].split())
    if not place:
        raise wished.not_yours()
    if not name or not name.isprintable():
        raise Refused(400, "no_name", wished.words.say("refused.seat_unprintable", seat=name))
    if any(other == name and at != place for other, at in places(wished.situation).items()):
        raise Refused(409, "seat_twice", wished.words.say("refused.seat_twice", seat=name))
    return Own(place, {"name": name}, Rename(place, name))


def _language(wished: Wished) -> Own:
    if not wished.visitor.place:
        raise wished.not_yours()
    return Own(wished.visitor.place, {"language": wished.body["language"]})


def _press(wished: Wished) -> Input:
    return Press(wished.body["button"], wished.body.get("long", False), wished.now)


def _kind(kind: str, optional: Mapping[str, Schema] | None = None, /, **required: Schema) -> Schema:
    return thing(optional, kind=one_of(kind), **required)


_START = _kind("start", {"options": anything()}, game=one_of(*GAMES), seats=listed(text(), MOST_SEATS))

KINDS: Mapping[str, Kind] = {
    "answer": Kind(_kind("answer", question=number(0, 2**31), value=text()), _answer, True, True),
    "choose": Kind(_kind("choose", seat=text(), row=number(1, MOST_ROWS)), _choose, True, True),
    "mark": Kind(_kind("mark", seat=text(), colour=text(minLength=0)), _mark, True),
    "name": Kind(_kind("name", name=text(maxLength=LONGEST_NAME)), _name, True),
    "language": Kind(_kind("language", language=one_of(*LANGUAGES)), _language, True),
    "pass": Kind(_kind("pass", seat=text()), _own_move, True),
    "take": Kind(_kind("take", seat=text()), _own_move, True),
    "enter": Kind(_kind("enter", line=anything()), _enter, True),
    "pause": Kind(_kind("pause", on=flag()), _pause),
    "abandon": Kind(_kind("abandon"), _abandon),
    "again": Kind(_kind("again"), _begin_again, False, True),
    "leave": Kind(_kind("leave", seat=text()), _leave, False, True),
    "start": Kind(_START, _start, False, True),
    "press": Kind(_kind("press", {"long": flag()}, button=one_of(*BUTTONS)), _press, False, True),
}
