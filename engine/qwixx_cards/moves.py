"""The moves of the Qwixx card game, as the record has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.qwixx_cards.sheet import MOST_PLAYED
from engine.qwixx_cards.terms import COLOURS
from engine.shapes import MoveShape, Shape, by_seat, list_of, number, one_of, text


@dataclass(frozen=True)
class Setup:
    """The display and the pile lie, four cards are in each hand."""

    display: tuple[int, ...]
    top: int


@dataclass(frozen=True)
class Draw:
    """The active seat takes numbers from the display; `display` and `top` as they lie after the refill."""

    seat: str
    numbers: tuple[int, ...]
    display: tuple[int, ...]
    top: int


@dataclass(frozen=True)
class Call:
    """The number on top of the pile is called; `marks` are the seats that cross it, and where."""

    number: int
    marks: Mapping[str, str]


@dataclass(frozen=True)
class Play:
    """The active seat plays cards of one colour and crosses `marks`, in row order."""

    seat: str
    colour: str
    cards: tuple[int, ...]
    marks: tuple[int, ...]
    jokers: tuple[int, ...] | None = None


_colour = one_of(*COLOURS)
_four = list_of(number, 4, 4)

MOVES: Mapping[str, Shape] = {
    "setup": MoveShape(Setup, {"display": _four, "top": number}),
    "draw": MoveShape(Draw, {"seat": text, "numbers": list_of(number), "display": _four, "top": number}),
    "call": MoveShape(Call, {"number": number, "marks": by_seat(_colour)}),
    "play": MoveShape(
        Play,
        {"seat": text, "colour": _colour, "cards": list_of(number, 1, MOST_PLAYED), "marks": list_of(number)},
        {"jokers": list_of(number)},
    ),
}
