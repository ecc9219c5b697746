"""Cuts cards and the numbers on them out of a picture, each at the size that its network reads."""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.sampling import warped

Matrix = NDArray[np.float64]
Quad = NDArray[np.float64]

CUT = (80, 120)
"""How wide and high a card is cut out, with a rim of what lies around it."""

RIM = 4

WINDOW = (56, 32)
"""How wide and high a number is cut out."""

DIGIT = 18.0
"""How high its digits are then."""

_CORNERS = np.array([(RIM, RIM), (CUT[0] - RIM, RIM), (CUT[0] - RIM, CUT[1] - RIM), (RIM, CUT[1] - RIM)], np.float32)


class Pyramid:
    """A picture in three sizes, so that what is made smaller is taken from one that is near its size."""

    def __init__(self, picture: Picture) -> None:
        self.whole = picture

    @cached_property
    def half(self) -> Picture:
        return _halved(self.whole)

    @cached_property
    def quarter(self) -> Picture:
        return _halved(self.half)

    def cut(self, to_picture: Matrix, size: tuple[int, int], shrink: float) -> Picture:
        """What lies where `to_picture` puts a picture of this size; `shrink` is how much smaller it gets."""
        level = 0 if shrink < 1.5 else 1 if shrink < 3 else 2
        source = self.whole if level == 0 else self.half if level == 1 else self.quarter
        factor = 0.5**level
        smaller = np.array([[factor, 0, (factor - 1) / 2], [0, factor, (factor - 1) / 2], [0, 0, 1]])
        return warped(source, smaller @ to_picture, size)


def _halved(picture: Picture) -> Picture:
    size = (max(1, picture.shape[1] // 2), max(1, picture.shape[0] // 2))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)


def card_to_picture(quad: Quad) -> Matrix:
    """From the pixels of a cut-out card to those of the picture it lies in."""
    return np.asarray(cv2.getPerspectiveTransform(_CORNERS, quad.astype(np.float32)), np.float64)


def cut_card(pyramid: Pyramid, quad: Quad) -> tuple[Picture, Matrix]:
    """A card cut out, and where its pixels lie in the picture."""
    to_picture = card_to_picture(quad)
    return pyramid.cut(to_picture, CUT, height_of(quad) / (CUT[1] - 2 * RIM)), to_picture


def height_of(quad: Quad) -> float:
    """How high a card is in the picture, in pixels."""
    return float(np.linalg.norm(quad[3] + quad[2] - quad[0] - quad[1])) / 2


def cut_number(pyramid: Pyramid, to_picture: Matrix, middle: tuple[float, float], high: float, turned: bool) -> Picture:
    """A number cut out of a card, its digits so high as the reader wants them; turned ones are put upright."""
    scale = high / DIGIT * (-1 if turned else 1)
    across, down = (WINDOW[0] - 1) / 2, (WINDOW[1] - 1) / 2
    to_card = np.array([[scale, 0, middle[0] - scale * across], [0, scale, middle[1] - scale * down], [0, 0, 1]])
    grown = float(np.sqrt(abs(np.linalg.det(to_picture[:2, :2] / to_picture[2, 2]))))
    return pyramid.cut(to_picture @ to_card, WINDOW, abs(scale) * grown)
