"""What the moves of the Qwixx card game bring about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class SetUp(NamedTuple):
    display: tuple[int, ...]
    top: int


class Drawn(NamedTuple):
    """`shuffled` says that the pile ran out and the discards became the new one."""

    seat: str
    numbers: tuple[int, ...]
    display: tuple[int, ...]
    top: int
    shuffled: bool

    @property
    def case(self) -> str:
        return "shuffled" if self.shuffled else "plain"


class Called(NamedTuple):
    seat: str
    number: int
    marks: Mapping[str, str]

    @property
    def case(self) -> str:
        return "marked" if self.marks else "unmarked"


class CardsPlayed(NamedTuple):
    seat: str
    colour: str
    cards: tuple[int, ...]
    jokers: tuple[int, ...]
    marks: tuple[int, ...]

    @property
    def case(self) -> str:
        return "marked" if self.marks else "unmarked"


class RowClosed(NamedTuple):
    """A seat crossed the last number of a row, and its lock."""

    seat: str
    colour: str


class TurnFailed(NamedTuple):
    """The active seat crossed nothing in its turn; `failed` counts its boxes."""

    seat: str
    failed: int


class MayMark(NamedTuple):
    """In advice: the numbers that a seat may cross in a row."""

    seat: str
    colour: str
    numbers: tuple[int, ...]


class MustDraw(NamedTuple):
    """In advice: how many cards make a hand of five."""

    seat: str
    cards: int


class MatchOver(NamedTuple):
    """`why` is `two_rows` or `four_failed`."""

    winners: tuple[str, ...]
    total: Mapping[str, int]
    why: str

    @property
    def case(self) -> str:
        return self.why
