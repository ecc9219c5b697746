"""What the moves of Take Six bring about.

An event that can be told in several ways says in `case` which one it is, and in `asides`
what else there is to tell; every fact that a sentence needs is an attribute of the event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.take_six.cards import HEADS
from engine.take_six.rows import Committed


class Drafted(NamedTuple):
    seat: str
    card: int


class Dealt(NamedTuple):
    round: int
    rows: tuple[int, ...]


class Revealed(NamedTuple):
    """`queue` has the cards in the order in which they are placed."""

    turn: int
    queue: tuple[Committed, ...]

    @property
    def cards(self) -> dict[str, int]:
        return {seat: card for card, seat in self.queue}


class Placed(NamedTuple):
    """A card went to a row, because of `rule`.

    `ends` are the last cards of the rows as they lay before (None: blocked), the numbers
    that decide between them. `taken` went into the seat's pile, `heads` is what they cost.
    After an `insert`, `before` is the card that it went in front of; after a `negate`,
    `negated` is the card of the row that was set aside, whose heads are taken off twice.
    """

    seat: str
    card: int
    row: int
    rule: str
    ends: tuple[int | None, ...]
    taken: tuple[int, ...] = ()
    heads: int = 0
    before: int | None = None
    negated: int | None = None

    @property
    def case(self) -> str:
        return "insert_taking" if self.rule == "insert" and self.taken else self.rule

    @property
    def asides(self) -> tuple[str, ...]:
        by_the_rules = self.rule in ("ascending", "smallest_difference", "full_row")
        there_is = {
            "above": by_the_rules and self.above,
            "blocked": (by_the_rules or self.rule == "low_card") and self.blocked,
            "negated": self.negated is not None,
        }
        return tuple(aside for aside, told in there_is.items() if told)

    @property
    def nearest(self) -> int | None:
        """The last card that is nearest below the card."""
        return max((end for end in self.ends if end is not None and end < self.card), default=None)

    @property
    def further(self) -> tuple[int, ...]:
        """The other last cards below it, the nearest first."""
        return tuple(sorted((end for end in self.ends if end is not None and end < self.card), reverse=True))[1:]

    @property
    def above(self) -> tuple[int, ...]:
        """The last cards above it, behind which it can't go."""
        return tuple(sorted(end for end in self.ends if end is not None and end > self.card))

    @property
    def blocked(self) -> tuple[int, ...]:
        """The rows that nobody may add to or take; the row that a card starts after a `move` is none of them."""
        return tuple(row for row, end in enumerate(self.ends, 1) if end is None and row != self.row)

    @property
    def negated_heads(self) -> int:
        return 0 if self.negated is None else HEADS[self.negated]


class SpecialPlayed(NamedTuple):
    """A special card lies beside a seat's number card; what it needs to know is in the other fields."""

    seat: str
    special: str
    row: int | None = None
    card: int | None = None
    with_: int | None = None

    @property
    def case(self) -> str:
        return self.special


class RowTakenByMove(NamedTuple):
    """The card that a `move` brought was one too many for its new row."""

    seat: str
    row: int
    taken: tuple[int, ...]
    heads: int


class BlocksLifted(NamedTuple):
    """A row was taken, so every `block` left the table."""

    blocks: int


class FifthRowGone(NamedTuple):
    """With five rows a taken row is gone; four remain, numbered from 1 in their order."""

    row: int


class Exchanged(NamedTuple):
    """What was drawn for it is a secret of the seat."""

    seat: str
    discard: str


class RoundScored(NamedTuple):
    round: int
    result: Mapping[str, int]
    total: Mapping[str, int]


class MatchOver(NamedTuple):
    winners: tuple[str, ...]
    total: Mapping[str, int]
