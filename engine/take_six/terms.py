"""What the seats of a match of Take Six agreed to play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine import options as opt
from engine.errors import BadHeader
from engine.take_six.cards import HIGHEST

VARIANTS = ("base", "pro", "anniversary")
LIMITS = ("reach", "exceed", "rounds")


@dataclass(frozen=True)
class Limit:
    """When a match ends: a seat reaches so many heads, exceeds them, or so many rounds are over."""

    kind: str
    number: int

    def ends(self, score: Sequence[int], round_: int) -> bool:
        if self.kind == "rounds":
            return round_ >= self.number
        if self.kind == "exceed":
            return max(score) > self.number
        return max(score) >= self.number


@dataclass(frozen=True)
class Terms:
    seats: tuple[str, ...]
    variant: str
    known_deck: bool
    draft: bool
    limit: Limit
    index: Mapping[str, int] = field(init=False, repr=False, compare=False)
    highest: int = field(init=False)
    deck: frozenset[int] = field(init=False, repr=False, compare=False)
    cards_each: int = field(init=False)

    def __post_init__(self) -> None:
        fill = object.__setattr__
        fill(self, "index", {seat: place for place, seat in enumerate(self.seats)})
        fill(self, "highest", 10 * len(self.seats) + 4 if self.known_deck else HIGHEST)
        fill(self, "deck", frozenset(range(1, self.highest + 1)))
        fill(self, "cards_each", 12 if self.anniversary else 10)

    @property
    def anniversary(self) -> bool:
        return self.variant == "anniversary"


def terms(seats: tuple[str, ...], options: Mapping[str, object]) -> Terms:
    """The terms that a header states, or `BadHeader`."""
    opt.check_names(options, ("variant", "known_deck", "draft", "limit"))
    variant = opt.word(options, "variant", VARIANTS)
    if variant == "anniversary":
        opt.refuse(options, ("known_deck", "draft", "limit"), variant)
        opt.check_seat_count(seats, 2, 8)
        return Terms(seats, variant, known_deck=False, draft=False, limit=Limit("rounds", 2))
    pro = variant == "pro"
    known_deck = opt.flag(options, "known_deck", pro)
    draft = opt.flag(options, "draft", pro)
    opt.check_seat_count(seats, 2, 6 if pro or known_deck or draft else 10)
    return Terms(seats, variant, known_deck, draft, _limit(options.get("limit", {"reach": 66})))


def _limit(value: object) -> Limit:
    if type(value) is not dict or len(value) != 1:
        raise BadHeader("option_limit")
    ((kind, number),) = value.items()
    if kind not in LIMITS or type(number) is not int or number < 1:
        raise BadHeader("option_limit")
    return Limit(kind, number)
