"""What a thing has in common with those on the table that are plainly cards, as those of one deck have.

Cloth, tiles and columns of print may look like cards, but seldom like the cards that lie beside them.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cut import RIM
from vision.frame import Picture

LIGHTS, HUES = 8, 32
"""So finely lightness is told, and each of the two that make a colour: red against blue, and green against both."""

ALONE = 0.6
"""What the two have in common that nothing can be compared of: less than most cards, more than most that are none."""

Colours = NDArray[np.float32]


def colours(cut: Picture) -> Colours:
    """The share of each colour in a cut-out, its rim left out. In whole numbers, which are the same everywhere."""
    blue, green, red = (plane.astype(np.int16) for plane in cv2.split(cut[RIM:-RIM, RIM:-RIM]))
    light = (blue + 2 * green + red) * LIGHTS >> 10
    one, other = (red - blue + 255) * HUES >> 9, (2 * green - red - blue + 510) * (HUES // 2) >> 9
    kinds = (light * HUES + one) * HUES + other
    counts = np.bincount(kinds.ravel(), minlength=LIGHTS * HUES * HUES)
    return np.asarray(counts / kinds.size, np.float32)


def company(cuts: Sequence[Picture], others: Sequence[Picture]) -> NDArray[np.float64]:
    """The share of its colours that each of these has in common with the one of the others that is most like it.

    The same cut-out among the others is left out.
    """
    compared = [colours(other) for other in others]
    return np.array([_most(cut, others, compared) for cut in cuts])


def _most(cut: Picture, others: Sequence[Picture], compared: Sequence[Colours]) -> float:
    own = colours(cut)
    shared = (
        float(np.minimum(own, one).sum()) for other, one in zip(others, compared, strict=True) if other is not cut
    )
    return max(shared, default=ALONE)
