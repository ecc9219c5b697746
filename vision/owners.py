"""Whose number it is, where cards lie on one another.

A number in a place where two cards lie was found on both. Where numbers stand on a card, the other cards of the
picture show: it belongs to the card on which it stands as theirs do. Where that does not tell, it counts for neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cut import Quad, card_to_picture
from vision.detect import part_on
from vision.read import Look, Numeral
from vision.spots import Layout, spot_of, turned

SURE = 0.9
MOST_LEAN = 15.0
"""Degrees by which a number may lean on its own card."""

FACE = 0.5
MADE_OF_OTHERS = 0.4
"""A face that shows no number but those of other cards, and shares so much of itself with them, is made of their parts:
so plain cards look that lie side by side."""


def with_own_numbers(looks: Sequence[Look], near: Sequence[Sequence[Quad]], known: Sequence[Quad] = ()) -> list[Look]:
    """The looks without the numbers that are another card's, and without the faces that are made of other cards.

    `near` are the other cards around each of them; on those in `known` a number was read before.
    """
    disputed = [
        [_others_at(look, numeral, others) for numeral in look.numerals]
        for look, others in zip(looks, near, strict=True)
    ]
    layout = _undisputed(looks, disputed)
    own = []
    for look, at in zip(looks, disputed, strict=True):
        kept = tuple(
            numeral
            for numeral, others in zip(look.numerals, at, strict=True)
            if not others
            or (layout.has(spot_of(numeral)) and not any(_fits(layout, look, numeral, other) for other in others))
        )
        if len(kept) == len(look.numerals):
            own.append(look)
        elif kept or look.face_up < FACE or _part_lent(layout, look, at, known) < MADE_OF_OTHERS:
            own.append(replace(look, numerals=kept, had_number=look.has_number))
    return own


def _part_lent(layout: Layout, look: Look, at: Sequence[Sequence[Quad]], known: Sequence[Quad]) -> float:
    """The part of a card that lies where those do whose numbers are on it: by where these stand, or read before."""
    before = {id(one) for one in known}
    whose = {
        id(other): other
        for numeral, others in zip(look.numerals, at, strict=True)
        for other in others
        if id(other) in before or _fits(layout, look, numeral, other)
    }
    return sum(part_on(look.quad, other) for other in whose.values())


def _undisputed(looks: Sequence[Look], disputed: Sequence[Sequence[Sequence[Quad]]]) -> Layout:
    """The layout that the numbers show of which it is plain whose they are."""
    return Layout.of(
        [
            spot_of(numeral)
            for numeral, others in zip(look.numerals, at, strict=True)
            if not others and numeral.chances.max() > SURE
        ]
        for look, at in zip(looks, disputed, strict=True)
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
    spot = (float(x), float(y), height)
    return layout.has(spot if along > 0 else turned(spot))


def _moved(move: NDArray[np.float64], point: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    x, y, by = move @ (point[0], point[1], 1.0)
    return np.array((x / by, y / by))
