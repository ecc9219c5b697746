"""For whom a view is made: what it may show follows from that."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Audience:
    """`place` is that of the mat whose link is used, 0 without one.

    `trusted`: the screen at the table itself, or whoever gave the PIN; they see links and crops.
    """

    language: str
    place: int = 0
    trusted: bool = False
