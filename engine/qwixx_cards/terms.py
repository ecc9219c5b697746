"""What the seats of a match of the Qwixx card game agreed to play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine import options as opt

VARIANTS = ("base", "joker")
NUMBERS = tuple(range(2, 13))
COLOURS = ("red", "yellow", "green", "blue")


@dataclass(frozen=True)
class Terms:
    seats: tuple[str, ...]
    variant: str
    index: Mapping[str, int] = field(init=False, repr=False, compare=False)
    copies: int = field(init=False)
    """How many cards of each number there are."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {seat: place for place, seat in enumerate(self.seats)})
        object.__setattr__(self, "copies", len(COLOURS) + int(self.jokers))

    @property
    def jokers(self) -> bool:
        return self.variant == "joker"

    @property
    def deck(self) -> int:
        return self.copies * len(NUMBERS)


def terms(seats: tuple[str, ...], options: Mapping[str, object]) -> Terms:
    """The terms that a header states, or `BadHeader`."""
    opt.check_names(options, ("variant",))
    opt.check_seat_count(seats, 2, 5)
    return Terms(seats, opt.word(options, "variant", VARIANTS))
