"""Whether a record tells what really happened at the table.

The truth is the moves in force of `People.match`. Without mistakes, and where all were put right, they are what
the rules allow and what the people did. Where a mistake was noticed by nobody it stands: its move is in the truth
as it was made, the rows are the rows that lie on the table, and a seat's heads are those of the cards that lie in
its pile. A swap that stands is a reveal of the other card. Then no legal record may be equal to the truth, and
`stood` says since when.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from engine.errors import EngineError
from engine.match import Header, Match
from engine.players import seat_players
from engine.record import play_line, read_header, read_line, write_entry, write_header
from firmware_host.simulator.mistakes import Mistake
from firmware_host.simulator.people import People

Line = Mapping[str, Any]

ANY_ORDER = ("numbers", "display", "cards", "jokers")
"""Lists of which nobody sees in which order they came about."""

UNSEEN = ("hands", "specials", "tigers", "draw")
"""What no camera sees; a record may have it or not."""


def truth(people: People) -> list[dict[str, Any]]:
    """What really happened, as lines of a record: the header, and the moves in force."""
    return [json.loads(write_header(people.match.header)), *_moves(people.match)]


def stood(people: People) -> list[Mistake]:
    """The mistakes that change the outcome and that nobody noticed in time."""
    return [mistake for mistake in people.mistakes if mistake.fate == "stands"]


def compared(record: Iterable[Line], people: People) -> list[str]:
    """What in a record is not as it was at the table; nothing if it is right to the last move so far.

    Corrections are carried out first: only the moves in force count. Tolerant of what nobody can see: hands,
    special cards dealt and drawn, the order of cards that are taken at once.
    """
    lines = [json.dumps(dict(line)) for line in record]
    if not lines:
        return ["there is no record"]
    try:
        match = Match.of(read_header(lines[0]))
        for number, line in enumerate(lines[1:], 2):
            match = play_line(match, read_line(match.header, line), number)
    except EngineError as error:
        return [f"the record is refused: {error}"]
    return _header_differs(match.header, people.match.header) + _differ(_moves(match), _moves(people.match))


def would_play(people: People, record: Iterable[Line]) -> bool:
    """Whether people who have not begun yet would play so, if nobody errs. Nothing is played: they think it through."""
    header, *lines = [json.dumps(dict(line)) for line in record]
    match = people.match
    if read_header(header).terms != match.header.terms or match.header.game != read_header(header).game:
        return False
    said = Match.of(match.header)
    for number, line in enumerate(lines, 2):
        said = play_line(said, read_line(said.header, line), number)
    players = seat_players(match, people.seed, people.style)
    for move in _moves(said):
        coming = players.next_move(match)
        if coming is None or _seen(json.loads(write_entry(match.header, coming))) != _seen(move):
            return False
        match = match.play(coming)
    return True


def _header_differs(said: Header, true: Header) -> list[str]:
    return [] if (said.game, said.seats, said.terms) == (true.game, true.seats, true.terms) else ["the header differs"]


def _differ(said: list[dict[str, Any]], true: list[dict[str, Any]]) -> list[str]:
    for place in range(max(len(said), len(true))):
        one = said[place] if place < len(said) else None
        other = true[place] if place < len(true) else None
        if one is None or other is None or _seen(one) != _seen(other):
            return [f"move {place + 1}: the record has {one}, at the table it was {other}"]
    return []


def _seen(move: Line) -> dict[str, Any]:
    """A move as far as it can be seen, with what has no order in order."""
    seen = {key: value for key, value in move.items() if key not in UNSEEN}
    for key in ANY_ORDER:
        if isinstance(seen.get(key), list):
            seen[key] = sorted(seen[key])
    return seen


def _moves(match: Match) -> list[dict[str, Any]]:
    """The moves in force, the first one first."""
    moves: list[dict[str, Any]] = [json.loads(write_entry(match.header, after.move)) for after in match.in_force()]
    return moves[::-1]
