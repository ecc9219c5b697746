"""What was found and is no card: an empty printed place, a screen, a sheet of paper.

The reader says how likely it is that a cut-out is none. How much that counts goes by how sure the finder was, and by
whether the table goes on unchanged where the card would be: an outline around a piece of table is a place for a card.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detect import Found, Quad
from vision.frame import Picture

AS_THE_TABLE, ELSE = 2.0, 0.15
"""By how much less likely than the finder's doubt of it something is a card to count as none, where it looks as the
table around it does, and where it does not."""

LEVELS = 20.0
"""So alike are the two sides of an edge that is a line on the table."""

LIKE_SIDES = 3
INSIDE, OUTSIDE = (0.75, 0.82), (1.18, 1.26)
ALONG = np.array((0.2, 0.4, 0.5, 0.6, 0.8))
LEAST_POINTS = 5


def is_nothing(picture: Picture, found: Found, no_card: float) -> bool:
    """Whether what was found there is no card, of which the reader says with that chance that it is none."""
    likely, doubt = 1 - no_card, 1 - found.chance
    if likely >= AS_THE_TABLE * doubt:
        return False
    return likely < ELSE * doubt or _goes_on(picture, found.quad)


def _goes_on(picture: Picture, quad: Quad) -> bool:
    """Whether three of its sides look the same on both sides of the edge."""
    middle = quad.mean(axis=0)
    alike = 0
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        edge = start + (end - start) * ALONG[:, None]
        inside, outside = (
            _colours(picture, np.concatenate([middle + far * (edge - middle) for far in ring]))
            for ring in (INSIDE, OUTSIDE)
        )
        if min(len(inside), len(outside)) >= LEAST_POINTS:
            alike += float(np.abs(np.median(inside, axis=0) - np.median(outside, axis=0)).max()) < LEVELS
    return alike >= LIKE_SIDES


def _colours(picture: Picture, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The colours around these points, as far as they lie in the picture."""
    x, y = np.rint(points).astype(int).T
    within = (x >= 1) & (y >= 1) & (x < picture.shape[1] - 1) & (y < picture.shape[0] - 1)
    around = np.arange(-1, 2)
    near = picture[y[within, None, None] + around[:, None], x[within, None, None] + around[None, :]]
    return np.asarray(near.mean(axis=(1, 2)))
