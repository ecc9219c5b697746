"""Pixels between pixels, the same in every version of OpenCV.

Where a place lies is rounded to a 32nd of a pixel first: between whole numbers OpenCV's own
mapping rounds in another way from one version to the next, and readings near a threshold with it.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture

Exact = NDArray[np.float64]
GREY = (114, 114, 114)


def sampled(picture: Picture, points: NDArray[np.float32], around: int = cv2.BORDER_REPLICATE) -> Picture:
    """What a picture shows at these points: rows and columns of x and y, counted from the pixels' middles."""
    whole, part = cv2.convertMaps(points, None, cv2.CV_16SC2)
    taken = cv2.remap(picture, whole, part, cv2.INTER_LINEAR, borderMode=around, borderValue=GREY)
    return np.asarray(taken, np.uint8)


def warped(
    picture: Picture, to_picture: NDArray[np.float64], size: tuple[int, int], around: int = cv2.BORDER_REPLICATE
) -> Picture:
    """A picture of that size, each pixel from where `to_picture` says that it lies."""
    points = cv2.perspectiveTransform(_grid(size), to_picture)
    return sampled(picture, points, around)


def rounded(values: Exact) -> Exact:
    """To a sixteenth: networks agree from one version to the next to six digits, and then to all of them."""
    return np.round(values * 16) / 16


@lru_cache(8)
def _grid(size: tuple[int, int]) -> NDArray[np.float32]:
    x, y = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
    return np.stack([x, y], axis=-1)
