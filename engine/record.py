"""The record: a match as lines of JSON, strictly read and written.

The first line is the header, every other line a move or a correction. Reading never fails
half-way: a line is either understood or answered with the rule `malformed`, whatever is in it.

>>> header = read_header('{"record": 1, "game": "take_six", "seats": ["ana", "bia"]}')
>>> read_line(header, '{"move": "place", "seat": "ana", "row": 2}')
Place(seat='ana', row=2, before=None)
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import BadHeader, IllegalMove, malformed
from engine.game import GAMES, Event, Move, event_kind
from engine.match import Amend, Header, LineChanged, Match, Undo
from engine.shapes import MoveShape, Shape, number

VERSION = 1
HEADER_KEYS = ("record", "game", "seats", "options")
MOST_CHARACTERS = 1_000_000
"""A longer line is refused unread: no move of any game comes near it."""


def _object(key: str, value: object) -> dict[str, object]:
    if type(value) is not dict:
        raise malformed("not_an_object", key=key)
    return value


_UNDO = MoveShape(Undo, {}, {"moves": number})
_AMEND = MoveShape(Amend, {"line": number, "with": _object})


def read_header(line: str) -> Header:
    """The header, or `BadHeader`."""
    try:
        keys = _keys(line)
    except IllegalMove as error:
        raise BadHeader(error.reason, **error.facts) from None
    for key in keys:
        if key not in HEADER_KEYS:
            raise BadHeader("unknown_key", key=key)
    for key in HEADER_KEYS[:-1]:
        if key not in keys:
            raise BadHeader("missing_key", key=key)
    if type(keys["record"]) is not int or keys["record"] != VERSION:
        raise BadHeader("record_version", right=VERSION)
    game, seats, options = keys["game"], keys["seats"], keys.get("options", {})
    if type(game) is not str:
        raise BadHeader("unknown_game", game=game, games=GAMES)
    if type(seats) is not list or any(type(seat) is not str for seat in seats):
        raise BadHeader("seats_are_names")
    if type(options) is not dict:
        raise BadHeader("options_object")
    return Header(game, tuple(seats), options)


def read_line(header: Header, line: str) -> Move | Undo | Amend:
    """A move or a correction, or `IllegalMove` with the rule `malformed`."""
    return _entry(header, _keys(line))


def read_move(header: Header, keys: Mapping[str, object]) -> Move:
    """A move of the game from the keys of a line, as `read_line` does with its text."""
    shape = header.rules.moves.get(_name(keys))
    if shape is None:
        raise malformed("unknown_move", move=_name(keys), game=header.game)
    return shape.read({key: value for key, value in keys.items() if key != "move"})


def _entry(header: Header, keys: Mapping[str, object]) -> Move | Undo | Amend:
    name = _name(keys)
    correction = {"undo": _UNDO, "amend": _AMEND}.get(name)
    if correction is None:
        return read_move(header, keys)
    return correction.read({key: value for key, value in keys.items() if key != "move"})


def _name(keys: Mapping[str, object]) -> str:
    name = keys.get("move")
    if type(name) is not str:
        raise malformed("missing_key" if "move" not in keys else "not_a_text", key="move")
    return name


def write_header(header: Header) -> str:
    keys: dict[str, object] = {"record": VERSION, "game": header.game, "seats": header.seats}
    if header.options:
        keys["options"] = header.options
    return _line(keys)


def write_entry(header: Header, entry: Move | Undo | Amend) -> str:
    """A line of the record."""
    return _line(_written(header, entry))


def write(match: Match) -> str:
    """The whole record of a match, corrections included; `read` gives the same match again."""
    lines = [write_header(match.header)]
    lines += [write_entry(match.header, entry) for entry in _renumbered(match)]
    return "\n".join(lines) + "\n"


def read(text: str) -> Match:
    """The match of a record without a wrong line in it; raises what the first wrong line deserves."""
    first, *lines = text.removesuffix("\n").split("\n")
    match = Match.of(read_header(first))
    for line in lines:
        match = play_line(match, read_line(match.header, line))
    return match


def play_line(match: Match, entry: Move | Undo | Amend, line: int | None = None) -> Match:
    """The match after a line of the record, be it a move or a correction."""
    if isinstance(entry, Undo):
        return match.undo(entry.moves, line)
    if isinstance(entry, Amend):
        return _amended(match, entry, line)
    return match.play(entry, line)


def _amended(match: Match, amend: Amend, at: int | None) -> Match:
    """An amendment, whose move may still be the keys of a line: only here is it known which line it mends."""
    match.after_line(amend.line)
    move = amend.with_
    if isinstance(move, dict):
        try:
            move = read_move(match.header, move)
        except IllegalMove as error:
            error.line = amend.line
            raise
    return match.amend(amend.line, move, at)


def _renumbered(match: Match) -> list[Move | Undo | Amend]:
    """The entries of a match; refused lines are not in it, so the lines that amendments name move up."""
    record = match.record()
    place = {line: index + 2 for index, (line, _) in enumerate(record)}
    return [Amend(place[entry.line], entry.with_) if isinstance(entry, Amend) else entry for _, entry in record]


def _written(header: Header, entry: Move | Undo | Amend) -> dict[str, object]:
    if isinstance(entry, Undo):
        return {"move": "undo", "moves": entry.moves} if entry.moves != 1 else {"move": "undo"}
    if isinstance(entry, Amend):
        return {"move": "amend", "line": entry.line, "with": _written(header, entry.with_)}
    name, shape = _shape_of(header, entry)
    return {"move": name, **shape.write(entry)}


def _shape_of(header: Header, move: Move) -> tuple[str, Shape]:
    for name, shape in header.rules.moves.items():
        if shape.makes(move):
            return name, shape
    raise TypeError(f"not a move of {header.game}: {move!r}")


def _line(keys: Mapping[str, object]) -> str:
    return json.dumps(keys, ensure_ascii=False)


def _keys(line: str) -> dict[str, object]:
    """The keys of a line of JSON, each once."""
    if len(line) > MOST_CHARACTERS:
        raise malformed("line_too_long", most=MOST_CHARACTERS)
    if not line.strip():
        raise malformed("line_blank")
    try:
        keys = _DECODER.decode(line)
    except IllegalMove:
        raise
    except (ValueError, RecursionError):
        raise malformed("not_json") from None
    if type(keys) is not dict:
        raise malformed("not_an_object", key=None)
    return keys


def _once(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    keys = dict(pairs)
    if len(keys) < len(pairs):
        names = [key for key, _ in pairs]
        raise malformed("key_twice", key=next(key for key in names if names.count(key) > 1))
    return keys


def _no_number(name: str) -> object:
    raise malformed("not_json")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)


def answer(line: int, match: Match, secret: bool = False) -> dict[str, object]:
    """What `drover replay --json` answers to a line that was accepted."""
    return {
        "n": line,
        "ok": True,
        "events": [event_as_json(event) for event in match.events],
        "state": match.as_record(secret),
    }


def event_as_json(event: Event) -> dict[str, object]:
    """An event as `drover replay --json` prints it: its kind and its fields.

    >>> from engine.take_six.events import Exchanged
    >>> event_as_json(Exchanged("ana", "block"))
    {'event': 'exchanged', 'seat': 'ana', 'discard': 'block'}
    """
    fields = event._asdict()
    if isinstance(event, LineChanged):
        fields = {**fields, "was": [*map(event_as_json, event.was)], "now": [*map(event_as_json, event.now)]}
    return {"event": event_kind(type(event)), **{name: _plain(value) for name, value in fields.items()}}


def _plain(value: Any) -> object:
    """Named tuples inside an event as what they name."""
    if type(value) is tuple:
        return [_plain(item) for item in value]
    return value._asdict() if hasattr(value, "_asdict") else value
