"""What lies on the table of Take Six."""

from __future__ import annotations

from typing import NamedTuple

ROW = 5
"""How many cards a row holds; one more while a `take_seven` lies in it."""


class Row(NamedTuple):
    """A row, its first card first. It is empty only between a `move` and the card that starts it."""

    cards: tuple[int, ...]
    capacity: int = ROW
    blocked: bool = False


class Committed(NamedTuple):
    """A card that lies open and is not yet placed; the lowest sorts first."""

    card: int
    seat: str
