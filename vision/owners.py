"""Whose number it is, where cards lie on one another.

A number in a place where two cards lie was found on both. Where numbers stand on a card, the other cards of the
picture show: it belongs to the card on which it stands as theirs do. Where that does not tell, it counts for neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cut import CUT, Quad, card_to_picture
from vision.read import Look, Numeral

SURE = 0.9
NEAR_X, NEAR_Y, NEAR_HEIGHT = 9.0, 6.0, 0.25
"""How far apart two numbers may stand in the same place of two cards: in pixels of the cut, the height by a factor."""

LEAST_CARDS, LEAST_PART = 2, 0.25
"""Of so many cards, and of this part of all that show a number by itself, a place has to be known."""

MOST_LEAN = 15.0
"""Degrees by which a number may lean on its own card."""

Spot = tuple[float, float, float]
"""Where a number stands as one reads it, upright: x and y in the cut, and how high it is."""


@dataclass(frozen=True, eq=False)
class Layout:
    """Where numbers stand on the cards of a picture that nothing covers there: for each card its spots."""

    cards: tuple[tuple[Spot, ...], ...]

    def has(self, spot: Spot) -> bool:
        """Whether numbers of this deck stand there."""
        known = sum(any(_same(spot, other) for other in spots) for spots in self.cards)
        return known >= max(LEAST_CARDS, LEAST_PART * len(self.cards))


def with_own_numbers(looks: Sequence[Look], near: Sequence[Sequence[Quad]]) -> list[Look]:
    """The looks without the numbers that are another card's; `near` are the other cards around each of them."""
    disputed = [
        [_others_at(look, numeral, others) for numeral in look.numerals]
        for look, others in zip(looks, near, strict=True)
    ]
    layout = _layout(looks, disputed)
    own = []
    for look, at in zip(looks, disputed, strict=True):
        kept = tuple(
            numeral
            for numeral, others in zip(look.numerals, at, strict=True)
            if not others
            or (layout.has(_spot(numeral)) and not any(_fits(layout, look, numeral, other) for other in others))
        )
        own.append(replace(look, numerals=kept, had_number=look.has_number) if len(kept) < len(look.numerals) else look)
    return own


def _layout(looks: Sequence[Look], disputed: Sequence[Sequence[Sequence[Quad]]]) -> Layout:
    cards = (
        tuple(
            _spot(numeral)
            for numeral, others in zip(look.numerals, at, strict=True)
            if not others and numeral.chances.max() > SURE
        )
        for look, at in zip(looks, disputed, strict=True)
    )
    return Layout(tuple(spots for spots in cards if spots))


def _spot(numeral: Numeral) -> Spot:
    x, y = numeral.place.middle
    if numeral.place.turned > numeral.place.upright:
        x, y = CUT[0] - x, CUT[1] - y
    return x, y, numeral.place.height


def _same(one: Spot, other: Spot) -> bool:
    return (
        abs(one[0] - other[0]) < NEAR_X
        and abs(one[1] - other[1]) < NEAR_Y
        and abs(np.log(one[2] / other[2])) < NEAR_HEIGHT
    )


def _others_at(look: Look, numeral: Numeral, others: Sequence[Quad]) -> list[Quad]:
    """The other cards that lie where this number stands."""
    if not others:
        return []
    x, y = _moved(card_to_picture(look.quad), numeral.place.middle)
    return [one for one in others if cv2.pointPolygonTest(one.astype(np.float32), (float(x), float(y)), False) >= 0]


def _fits(layout: Layout, look: Look, numeral: Numeral, other: Quad) -> bool:
    """Whether the number stands on the other card as numbers do on this deck."""
    to_other = np.linalg.inv(card_to_picture(other)) @ card_to_picture(look.quad)
    middle = np.array(numeral.place.middle)
    down = np.array((0.0, numeral.place.height / 2)) * (-1 if numeral.place.turned > numeral.place.upright else 1)
    top, bottom = _moved(to_other, middle - down), _moved(to_other, middle + down)
    (x, y), (across, along) = (top + bottom) / 2, bottom - top
    if abs(np.degrees(np.arctan2(across, abs(along)))) > MOST_LEAN:
        return False
    height = float(np.hypot(across, along))
    return layout.has((x, y, height) if along > 0 else (CUT[0] - x, CUT[1] - y, height))


def _moved(move: NDArray[np.float64], point: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    x, y, by = move @ (point[0], point[1], 1.0)
    return np.array((x / by, y / by))
