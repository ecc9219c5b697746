"""Shapes as a picture."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.artwork import CARD_MM, HEIGHT, WIDTH
from vision.synthetic.own.shapes import Fill, Points, Shape

_FINER = 4
"""Drawn larger and made smaller: OpenCV's own smoothing leaves seams between shapes that touch."""

_BITS = 4


def picture(shapes: Iterable[Shape], size: tuple[int, int] = (WIDTH, HEIGHT)) -> NDArray[np.uint8]:
    """A card of so many pixels, blue first."""
    scale = size[0] * _FINER / CARD_MM[0]
    large = np.full((size[1] * _FINER, size[0] * _FINER, 3), 255, np.uint8)
    for shape in shapes:
        points = _pixels(shape.points, scale)
        if isinstance(shape, Fill):
            cv2.fillPoly(large, [points], shape.colour[::-1], cv2.LINE_AA, _BITS)
        else:
            thick = max(1, round(shape.width * scale))
            cv2.polylines(large, [points], False, shape.colour[::-1], thick, cv2.LINE_AA, _BITS)
    return cv2.resize(large, size, interpolation=cv2.INTER_AREA)


def _pixels(points: Points, scale: float) -> NDArray[np.int32]:
    return np.rint((np.array(points) * scale - 0.5) * (1 << _BITS)).astype(np.int32)
