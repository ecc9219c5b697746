"""What the seats of a match of No Thanks! agreed to play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine import options as opt
from engine.errors import BadHeader

VARIANTS = ("base", "hidden_tiger", "tactical", "tactical_tiger")
GAPS = ([10, 20, 30], [10, 19, 28])
LOWEST, HIGHEST = 3, 35
IN_PLAY = 24
"""How many of the 33 cards are turned up in a round."""


@dataclass(frozen=True)
class Terms:
    seats: tuple[str, ...]
    variant: str
    rounds: int
    gaps: tuple[int, ...]
    index: Mapping[str, int] = field(init=False, repr=False, compare=False)
    chips_each: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {seat: place for place, seat in enumerate(self.seats)})
        object.__setattr__(self, "chips_each", 10 if self.gaps else _chips(len(self.seats)))

    @property
    def tigers(self) -> bool:
        return self.variant in ("hidden_tiger", "tactical_tiger")

    @property
    def deck(self) -> tuple[int, ...]:
        """The cards that may turn up, the open gaps left out."""
        return tuple([card for card in range(LOWEST, HIGHEST + 1) if card not in self.gaps])


def terms(seats: tuple[str, ...], options: Mapping[str, object]) -> Terms:
    """The terms that a header states, or `BadHeader`."""
    opt.check_names(options, ("variant", "rounds", "gaps"))
    variant = opt.word(options, "variant", VARIANTS)
    rounds = opt.count(options, "rounds", 4)
    if variant not in ("tactical", "tactical_tiger"):
        opt.refuse(options, ("gaps",), variant)
        opt.check_seat_count(seats, 3, 7)
        return Terms(seats, variant, rounds, ())
    opt.check_seat_count(seats, 3, 5)
    return Terms(seats, variant, rounds, _gaps(options.get("gaps", GAPS[0])))


def _gaps(value: object) -> tuple[int, ...]:
    if type(value) is not list or value not in GAPS or any(type(card) is not int for card in value):
        raise BadHeader("option_gaps")
    return tuple(value)


def _chips(seats: int) -> int:
    return {6: 9, 7: 7}.get(seats, 11)
