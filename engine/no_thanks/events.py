"""What the moves of No Thanks! bring about. None of them tells a seat's chips before the round is scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Dealt(NamedTuple):
    round: int
    seat: str


class TurnedUp(NamedTuple):
    card: int
    seat: str
    left: int


class Passed(NamedTuple):
    seat: str
    card: int
    on_card: int


class Taken(NamedTuple):
    """`cost` is what the card adds to the seat's cards before chips: nothing where it prolongs a run upward."""

    seat: str
    card: int
    chips: int
    cost: int


class TigerPlayed(NamedTuple):
    seat: str
    card: int
    cost: int


class RoundScored(NamedTuple):
    """`result` is what each seat's `cards` count, less its `chips`."""

    round: int
    cards: Mapping[str, tuple[int, ...]]
    chips: Mapping[str, int]
    result: Mapping[str, int]
    total: Mapping[str, int]


class MatchOver(NamedTuple):
    winners: tuple[str, ...]
    total: Mapping[str, int]
