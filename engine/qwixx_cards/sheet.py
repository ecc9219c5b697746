"""A seat's sheet: four rows that are crossed from left to right, and four boxes for failed turns."""

from __future__ import annotations

from dataclasses import dataclass

from engine.qwixx_cards.terms import COLOURS, NUMBERS
from engine.values import replaced

ROWS = {"red": NUMBERS, "yellow": NUMBERS, "green": NUMBERS[::-1], "blue": NUMBERS[::-1]}
"""The numbers of each row, left to right."""

NEEDED = 5
"""How many crosses a row needs before its last number."""

MOST_PLAYED = 3
"""How many cards a play may have."""

MOST_SKIPPED = 1
"""How many numbers may be skipped between the first and the last cross of a play."""


@dataclass(frozen=True)
class Sheet:
    """`crossed` has the numbers of each row in row order, in the order of the colours.

    >>> sheet = Sheet().crossing("red", 5).crossing("red", 7)
    >>> sheet.refusal("red", 6), sheet.refusal("red", 12), sheet.refusal("red", 11)
    ('mark_passed', 'mark_last_too_soon', None)
    >>> sheet.points
    3
    """

    crossed: tuple[tuple[int, ...], ...] = ((), (), (), ())
    failed: int = 0

    def row(self, colour: str) -> tuple[int, ...]:
        return self.crossed[COLOURS.index(colour)]

    @property
    def locked(self) -> tuple[str, ...]:
        """The rows closed on this sheet: those whose last number is crossed, and the lock with it."""
        return tuple([colour for colour in COLOURS if ROWS[colour][-1] in self.row(colour)])

    @property
    def points(self) -> int:
        total = -5 * self.failed
        for colour in COLOURS:
            crosses = len(self.row(colour)) + (colour in self.locked)
            total += crosses * (crosses + 1) // 2
        return total

    def refusal(self, colour: str, number: int) -> str | None:
        """Why a number can't be crossed in that row now, or None where it can."""
        row, crossed = ROWS[colour], self.row(colour)
        if crossed and crossed[-1] == row[-1]:
            return "mark_closed"
        if crossed and row.index(number) <= row.index(crossed[-1]):
            return "mark_passed"
        if number == row[-1] and len(crossed) < NEEDED:
            return "mark_last_too_soon"
        return None

    def open_numbers(self, colour: str) -> tuple[int, ...]:
        """The numbers that may be crossed in that row by one play.

        The last number is among them where crosses of the same play can be the ones it needs.
        """
        row = ROWS[colour]
        numbers = tuple([number for number in row if self.refusal(colour, number) is None])
        missing = NEEDED - len(self.row(colour))
        shortly_before = row[-missing - MOST_SKIPPED - 1 : -1]
        if 0 < missing < MOST_PLAYED and sum([number in numbers for number in shortly_before]) >= missing:
            return (*numbers, row[-1])
        return numbers

    def crossing(self, colour: str, number: int) -> Sheet:
        at = COLOURS.index(colour)
        return Sheet(replaced(self.crossed, at, (*self.crossed[at], number)), self.failed)

    def failing(self) -> Sheet:
        return Sheet(self.crossed, self.failed + 1)
