"""Where numbers stand on the cards of a deck, as the cards of a picture show it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.cut import CUT
from vision.read import Numeral

NEAR_X, NEAR_Y, NEAR_HEIGHT = 9.0, 6.0, 0.25
"""How far apart two numbers may stand in the same place of two cards: in pixels of the cut, the height by a factor."""

LEAST_CARDS, LEAST_PART = 2, 0.25
"""Of so many cards, and of this part of all that show a number by itself, a place has to be known."""

Spot = tuple[float, float, float]
"""Where a number stands as one reads it, upright: x and y in the cut, and how high it is."""


@dataclass(frozen=True, eq=False)
class Layout:
    """Where numbers stand on the cards of a picture: for each card its spots."""

    cards: tuple[tuple[Spot, ...], ...] = ()

    @classmethod
    def of(cls, cards: Iterable[Iterable[Spot]]) -> Layout:
        """The layout that the spots of each card show; a card without any shows nothing."""
        spots = (tuple(of_card) for of_card in cards)
        return cls(tuple(of_card for of_card in spots if of_card))

    def times(self, spot: Spot) -> int:
        """On how many cards a number stands there."""
        return sum(any(_same(spot, other) for other in spots) for spots in self.cards)

    def has(self, spot: Spot) -> bool:
        """Whether numbers of this deck stand there."""
        return self.times(spot) >= max(LEAST_CARDS, LEAST_PART * len(self.cards))


def spot_of(numeral: Numeral, upright: bool | None = None) -> Spot:
    """Where a number stands, as it seems to stand or as is said."""
    spot = (*numeral.place.middle, numeral.place.height)
    upright = numeral.place.upright >= numeral.place.turned if upright is None else upright
    return spot if upright else turned(spot)


def turned(spot: Spot) -> Spot:
    """Where the number stands if the card is turned round."""
    x, y, height = spot
    return CUT[0] - x, CUT[1] - y, height


def _same(one: Spot, other: Spot) -> bool:
    return (
        abs(one[0] - other[0]) < NEAR_X
        and abs(one[1] - other[1]) < NEAR_Y
        and abs(np.log(one[2] / other[2])) < NEAR_HEIGHT
    )
