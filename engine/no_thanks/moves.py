"""The moves of No Thanks!, as the record has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.shapes import MoveShape, Shape, by_seat, number, text


@dataclass(frozen=True)
class Deal:
    """A round opens. The tigers are known only where a simulation gives them."""

    starter: str | None = None
    tigers: Mapping[str, int] | None = None


@dataclass(frozen=True)
class TurnUp:
    """The top card of the deck becomes the active card."""

    card: int


@dataclass(frozen=True)
class Pass:
    """No, thanks: one chip onto the active card."""

    seat: str


@dataclass(frozen=True)
class Take:
    """The active card and the chips on it."""

    seat: str


@dataclass(frozen=True)
class Tiger:
    """A seat adds its hidden card to its open ones; its turn goes on."""

    seat: str
    card: int


MOVES: Mapping[str, Shape] = {
    "deal": MoveShape(Deal, {}, {"starter": text, "tigers": by_seat(number)}),
    "turn_up": MoveShape(TurnUp, {"card": number}),
    "pass": MoveShape(Pass, {"seat": text}),
    "take": MoveShape(Take, {"seat": text}),
    "tiger": MoveShape(Tiger, {"seat": text, "card": number}),
}
