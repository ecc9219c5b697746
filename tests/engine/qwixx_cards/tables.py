"""Tables of the Qwixx card game to test on, and short ways to reach them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import pytest

from engine import IllegalMove, Match
from engine.game import Move
from engine.qwixx_cards.moves import Call, Draw, Setup
from engine.qwixx_cards.sheet import Sheet
from engine.qwixx_cards.terms import COLOURS

SEATS = ("ana", "bia", "caio", "davi", "eva")
SETUP = Setup(display=(3, 6, 8, 11), top=4)
FIVE_RED = (2, 3, 4, 5, 6)
FIVE_GREEN = (12, 11, 10, 9, 8)

Kind = TypeVar("Kind")


def opened(seats: int = 2, **options: object) -> Match:
    return Match.open("qwixx_cards", SEATS[:seats], **options)


def at_draw(seats: int = 2, setup: Setup = SETUP, **options: object) -> Match:
    """Ana is to draw her first card."""
    return opened(seats, **options).play(setup)


def at_call(number: int, seats: int = 2, variant: str = "base", **sheets: Sheet) -> Match:
    """Ana has drawn an 11; `number` is to be called. 3, 4, 6 and 8 are the display."""
    match = at_draw(seats, variant=variant).play(Draw("ana", (11,), (3, 4, 6, 8), number))
    return with_sheets(match, **sheets)


def at_play(seats: int = 2, variant: str = "base", **sheets: Sheet) -> Match:
    """Nobody has crossed the 9 that was called; Ana is to play an 11 or any of four unknown cards."""
    return with_sheets(at_call(9, seats, variant).play(Call(9, {})), **sheets)


def sheet(failed: int = 0, **rows: tuple[int, ...]) -> Sheet:
    return Sheet(tuple(rows.get(colour, ()) for colour in COLOURS), failed)


def one_row(colour: str, numbers: tuple[int, ...]) -> Sheet:
    return Sheet(tuple(numbers if colour == other else () for other in COLOURS))


def with_state(match: Match, **fields: object) -> Match:
    """The match as it is, but for some fields of its state."""
    return Match(match.header, replace(match.state, **fields))


def with_sheets(match: Match, **sheets: Sheet) -> Match:
    all_sheets = [sheets.get(seat, old) for seat, old in zip(match.header.seats, match.state.sheets, strict=True)]
    return with_state(match, sheets=tuple(all_sheets))


def played(match: Match, *moves: Move) -> Match:
    for move in moves:
        match = match.play(move)
    return match


def row(match: Match, seat: str, colour: str) -> tuple[int, ...]:
    """What a seat has crossed in a row."""
    crossed: tuple[int, ...] = of(match, seat).row(colour)
    return crossed


def of(match: Match, seat: str) -> Any:
    """A seat's sheet."""
    return match.state.sheets[match.header.seats.index(seat)]


def event(match: Match, kind: type[Kind]) -> Kind:
    """The one event of that kind that the last move brought about."""
    (found,) = [event for event in match.events if isinstance(event, kind)]
    return found


def refusal(match: Match, move: object) -> tuple[str, str]:
    """The rule and the reason why a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    return caught.value.rule, caught.value.reason
