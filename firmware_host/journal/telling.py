"""A match of the journal in sentences: its moves by rule, and between them what was asked, objected to and noted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.errors import BadHeader, IllegalMove
from engine.match import Match
from engine.record import play_line, read_header, read_line
from firmware_host.journal.entries import Body, Entry, Kind
from firmware_host.journal.naming import carried, listed, named
from firmware_host.steward.telling import tell_trouble
from firmware_host.telling import tell_events, tell_opening, tell_refusal
from firmware_host.words import Said, Words, shown


class Told(NamedTuple):
    entry: Entry
    text: str


def tell_match(words: Words, entries: Iterable[Entry], secret: bool = False) -> Iterator[Told]:
    """Each entry in a sentence or more; with `secret` also what only a seat may know."""
    record = _Record(words, secret)
    for entry in entries:
        if entry.kind in (Kind.HEADER, Kind.LINE):
            yield Told(entry, record.tell(entry))
        else:
            yield Told(entry, tell_entry(words, entry))


def tell_entry(words: Words, entry: Entry) -> str:
    """An entry that is no line of the record. What a later version wrote is shown as it is."""
    tell = _TELLERS.get(entry.kind)
    return shown(f"{entry.kind} {json.dumps(entry.body)}", LONGEST) if tell is None else tell(words, entry.body)


LONGEST = 400


class _Record:
    """Replays the lines, to tell what each brought about."""

    def __init__(self, words: Words, secret: bool) -> None:
        self._words = words
        self._secret = secret
        self._match: Match | None = None
        self._line = 0
        self._secrets: object = None

    def tell(self, entry: Entry) -> str:
        self._line += 1
        line = json.dumps(entry.body)
        try:
            if entry.kind == Kind.HEADER:
                self._match = Match.of(read_header(line))
                return tell_opening(self._words, self._match.header)
            if self._match is not None:
                self._match = play_line(self._match, read_line(self._match.header, line), self._line)
                return self._told(self._match) + self._secrets_of(self._match, entry.body)
        except BadHeader as error:
            return self._words.say("journal.no_header", why=Said(tell_refusal(self._words, error)))
        except IllegalMove as error:
            why = Said(tell_refusal(self._words, error))
            return self._words.say("match.refused", line=self._line, rule=error.rule, why=why)
        return shown(line, LONGEST)

    def _told(self, match: Match) -> str:
        return tell_events(self._words, match.header.game, match.events)

    def _secrets_of(self, match: Match, line: Body) -> str:
        """What the table does not show: what seats were dealt, and of the state what is only told in secret."""
        if not self._secret:
            return ""
        dealt = [value for value in line.values() if isinstance(value, Mapping)] if line.get("move") == "deal" else []
        public = match.as_record()
        state = [value for key, value in match.as_record(True).items() if key not in public]
        new = state if state != self._secrets else []
        self._secrets = state
        told = [self._words.say("journal.secret", what=listed(self._words, value)) for value in (*dealt, *new)]
        return "".join(f" {text}" for text in told)


def _question(words: Words, body: Body) -> str:
    reason = str(body.get("reason"))
    seats, choices = body.get("seats"), body.get("choices")
    either = Said(words.say("journal.or").join(named(words, choice) for choice in _items(choices)))
    asked = seats or Said(words.say("journal.everybody"))
    what = _own(words, f"question.{reason}", body, {"maybe": either}) or f"{either}? ({shown(reason)})"
    return words.say("journal.question", seats=asked, what=Said(what))


def _objection(words: Words, body: Body) -> str:
    rule = str(body.get("rule"))
    facts: dict[str, object] = {name: Said(named(words, body.get(name))) for name in ("card", "lies", "belongs")}
    facts["seat"] = str(body.get("seat") or "")
    text = _own(words, f"objection.{rule}", body, facts)
    if text:
        return words.say("journal.objection", what=Said(text))
    why = _own(words, f"refused.{rule}", body, facts)
    if not why and body.get("card") and body.get("belongs"):
        key = "journal.belongs" if body.get("lies") else "journal.belongs_there"
        why = words.say(key, **facts)
    return words.say("journal.objection", what=Said(f"{why} ({rule})" if why else shown(rule)))


def _own(words: Words, key: str, body: Body, facts: Mapping[str, object]) -> str:
    """The steward's own text for it, where there is one and its facts are all there."""
    if key not in words:
        return ""
    more = body.get("facts")
    try:
        return words.say_of(key, {**body, **(more if isinstance(more, Mapping) else {}), **facts}.__getitem__)
    except (KeyError, TypeError, ValueError):
        return ""


def _answer(words: Words, body: Body) -> str:
    value = Said(named(words, body.get("value")))
    if body.get("by") == "table":
        return words.say("journal.answer_table", value=value) if value else words.say("journal.settled")
    return words.say("journal.answer", value=value)


def _fault(words: Words, body: Body) -> str:
    name = str(body.get("part"))
    called = "journal.photographs" if name == "photographs" else f"part_name.{name}"
    part = words.say(called) if called in words else name
    told = name if called in words else tell_trouble(words, name, str(body.get("reason") or ""))
    if told != name:
        key = "journal.fault_told" if body.get("reason") else "journal.fault_settled"
        return words.say(key, what=Said(told))
    # The steward notes a part that is back with an empty reason.
    if not body.get("reason"):
        return words.say("journal.fault_over", part=part)
    return words.say("journal.fault", part=part, why=str(body.get("reason")))


def _note(words: Words, body: Body) -> str:
    kind, facts = str(body.get("kind")), body.get("facts")
    facts = facts if isinstance(facts, Mapping) else {}
    known = _own(words, _NOTES[kind], facts, {"card": Said(named(words, facts.get("card")))}) if kind in _NOTES else ""
    if known:
        return known
    if kind == "trouble":
        return _fault(words, facts)
    refused = _own(words, f"refused.{facts.get('reason')}", body, {})
    if refused:
        return words.say("journal.note_refused", why=Said(refused))
    return words.say("journal.note", what=kind, facts=Said(carried(words, facts))).rstrip()


def _photograph(words: Words, body: Body) -> str:
    return words.say("journal.photograph", why=tell_why(words, body))


def tell_why(words: Words, body: Body) -> str:
    """What a photograph is to show."""
    why = str(body.get("why"))
    return words.say(_WHYS[why]) if why in _WHYS else shown(why)


def _closed(words: Words, body: Body) -> str:
    return words.say("journal.closed", end=Said(tell_end(words, str(body.get("how")), body.get("result"))))


def tell_end(words: Words, how: str, result: object) -> str:
    """How a match ended, in few words; nothing said of how means that it has not."""
    if how == "over" and isinstance(result, Mapping) and isinstance(result.get("score"), Mapping):
        winners = tuple(_items(result.get("winners")))
        return words.say("journal.end_score", winners=winners, score=result["score"])
    key = {"": "journal.end_open", "over": "journal.end_over", "abandoned": "journal.end_abandoned"}.get(how)
    return shown(how) if key is None else words.say(key)


def _deleted(words: Words, body: Body) -> str:
    return words.say("journal.deleted", count=len(_items(body.get("photographs"))))


def _plainly(key: str) -> Callable[[Words, Body], str]:
    return lambda words, body: words.say(key)


def _items(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple)) else []


_NOTES = {
    "bumped": "journal.note_bumped",
    "paused": "journal.note_paused",
    "went_on": "journal.note_went_on",
    "referee_called": "journal.note_referee_called",
    "resumed": "journal.note_resumed",
    "timed_out": "journal.note_timed_out",
    "start_again": "journal.note_start_again",
    "left": "journal.note_left",
    "taken_back": "journal.note_taken_back",
    "turned_early": "journal.note_turned_early",
    "lifted": "journal.note_lifted",
    "answer_refused": "journal.note_answer_refused",
    "waiting": "journal.note_waiting",
    "room_again": "journal.note_room_again",
}
_WHYS = {
    "before": "journal.why_before",
    "move": "journal.why_move",
    "question": "journal.why_question",
    "objection": "journal.why_objection",
    "referee": "journal.why_referee",
}

_TELLERS: Mapping[str, Callable[[Words, Body], str]] = {
    Kind.STARTED: _plainly("journal.started"),
    Kind.RESTARTED: _plainly("journal.restarted"),
    Kind.STOPPED: _plainly("journal.stopped"),
    Kind.REPLACED: lambda words, body: words.say("journal.replaced", file=str(body.get("file"))),
    Kind.QUESTION: _question,
    Kind.ANSWER: _answer,
    Kind.OBJECTION: _objection,
    Kind.PUT_RIGHT: _plainly("journal.put_right"),
    Kind.FAULT: _fault,
    Kind.NOTE: _note,
    Kind.PHOTOGRAPH: _photograph,
    Kind.CLOSED: _closed,
    Kind.HELD: _plainly("journal.held"),
    Kind.RELEASED: _plainly("journal.released"),
    Kind.DELETED: _deleted,
    Kind.SEALED: _plainly("journal.sealed"),
}
