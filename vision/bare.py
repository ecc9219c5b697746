"""What a card looked like before anything lay on it: what looks the same later on is drawn there."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.sighting import Quad

Floats = NDArray[np.float32]
Place = tuple[tuple[float, float], float]
"""The middle of something round, and its radius."""

SIZE = (112, 174)
"""How large a card is held: two pixels a millimetre."""

SOFT, ASIDE = 1.0, 3
"""By so many pixels it is softened, and moved: a card's corners are never seen twice in quite the same place."""

AROUND = 1.1
"""By so much of its radius what lies on a card is looked at: its own edge would be new."""

MOST = 85
"""The percentile of a place's pixels that must be as they were: an edge of something is a seventh of it."""

LEVELS = 25.0
"""So much light and colour may differ, by noise and where edges of a drawing are cut out a little aside."""


class Bare:
    """A card with nothing on it, seen in one picture."""

    def __init__(self, picture: Picture, card: Quad) -> None:
        self._shown = _cut(picture, card)
        self._around = np.pad(self._shown, ((ASIDE, ASIDE), (ASIDE, ASIDE), (0, 0)), mode="edge")

    def shows(self, picture: Picture, card: Quad, places: Sequence[Place]) -> list[bool]:
        """Of round things that seem to lie on the card, which are drawn there; all is in pixels of the picture."""
        now = _cut(picture, card)
        before = np.median((now + 1) / (self._shown + 1), axis=(0, 1)) * self._around
        to_cut, larger = _to_cut(card), SIZE[1] / float(np.linalg.norm(card[3] - card[0]))
        return [
            _differs(now, before, cv2.perspectiveTransform(np.array([[middle]]), to_cut)[0, 0], larger * radius)
            < LEVELS
            for middle, radius in places
        ]


def _differs(now: Floats, before: Floats, middle: NDArray[np.float64], radius: float) -> float:
    """How much a round place of the card looks otherwise now, in levels; `before` reaches farther on all sides."""
    across, down = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    rows, columns = np.nonzero(np.hypot(across - middle[0], down - middle[1]) <= AROUND * radius)
    if not len(rows):
        return 0.0
    there = now[rows, columns]
    differ = (
        np.percentile(np.abs(there - before[rows + down_by, columns + right_by]).max(axis=1), MOST)
        for down_by in range(2 * ASIDE + 1)
        for right_by in range(2 * ASIDE + 1)
    )
    return float(min(differ))


def _to_cut(card: Quad) -> NDArray[np.float64]:
    wide, high = SIZE
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(card.astype(np.float32), corners), np.float64)


def _cut(picture: Picture, card: Quad) -> Floats:
    flat = cv2.warpPerspective(picture, _to_cut(card), SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cv2.GaussianBlur(flat, (0, 0), SOFT).astype(np.float32)
