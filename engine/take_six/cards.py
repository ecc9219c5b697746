"""The cards of Take Six."""

from __future__ import annotations

from collections.abc import Iterable

HIGHEST = 104
SPECIALS = ("fifth_row", "take_seven", "insert", "replace", "move", "block", "negate")
COPIES = 4
"""How many of each special card there are."""


def heads_on(card: int) -> int:
    """The bull heads on a card.

    >>> [heads_on(card) for card in (55, 33, 20, 35, 7)]
    [7, 5, 3, 2, 1]
    """
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 5 == 0:
        return 2
    return 1


HEADS = (0, *map(heads_on, range(1, HIGHEST + 1)))


def heads(cards: Iterable[int]) -> int:
    return sum([HEADS[card] for card in cards])
