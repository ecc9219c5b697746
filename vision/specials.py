"""Special cards: they have no number, and are known by their looks."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Picture
from vision.likeness import Floats, Likeness
from vision.read import Look

LIKE, SOME_NUMBER = ((0.82, 0.1), (0.74, 0.2)), 0.3
PLAINLY_LIKE = ((0.94, 0.1),)
"""So like its sample a special card looks, and so much less like the next: the clearer, the less it need be like. Where
a number is read on it, it is told by its looks alone: two bars that are drawn on it may well read as 11."""

EITHER_WAY = (0.77, 0.45)
"""The same for one that looks nearly alike upside down: so much less like is any other card."""

HARDLY_LIKE, WITHOUT_RIM, RIM = 0.45, (0.94, 0.1), 0.92
"""On a white table a white rim is lost, and a card is found as what is drawn inside. Then it is somewhat like its
sample, and like enough once it is drawn so much smaller, as if it had been found with its rim."""


def special_card(specials: Likeness, look: Look) -> tuple[str, int] | None:
    """The special card that surely lies there, and which way up."""
    if not specials.names:
        return None
    alike = specials.like(look.cut)
    if not _is_clear(alike, look) and not _stands_out(alike, len(specials.names), EITHER_WAY):
        if alike.max() < HARDLY_LIKE:
            return None
        alike = specials.like(_with_rim(look.cut))
        if not _stands_out(alike, len(specials.names), WITHOUT_RIM):
            return None
    turned, which = divmod(int(np.argmax(alike)), len(specials.names))
    return specials.names[which], turned


def _is_clear(alike: Floats, look: Look) -> bool:
    numbered = any(max(one.upright.max(), one.turned.max()) > SOME_NUMBER for one in look.numerals)
    second, first = np.sort(alike)[-2:]
    wanted = PLAINLY_LIKE if numbered else LIKE
    return any(first >= like and first - second >= clearer for like, clearer in wanted)


def _stands_out(alike: Floats, count: int, wanted: tuple[float, float]) -> bool:
    """Whether one of so many samples, either way up, is like enough and all others are so much less so."""
    first = int(np.argmax(alike))
    other = max((float(alike[at]) for at in range(len(alike)) if at % count != first % count), default=-1.0)
    return bool(alike[first] >= wanted[0] and alike[first] - other >= wanted[1])


def _with_rim(cut: Picture) -> Picture:
    """A cut as it would be, had the card been found with so much around it."""
    high, wide = cut.shape[:2]
    smaller = np.array([[RIM, 0, (1 - RIM) * wide / 2], [0, RIM, (1 - RIM) * high / 2]])
    return np.asarray(cv2.warpAffine(cut, smaller, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.uint8)
