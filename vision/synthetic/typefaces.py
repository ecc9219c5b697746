"""Digits to draw numbers with, and the project's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, pi, sin
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

HEIGHT = 96
"""How high the digits are kept, in pixels; numbers are scaled from there."""

Mask = NDArray[np.uint8]
"""How much of each pixel the ink covers, 0 to 255."""


@dataclass(frozen=True, eq=False)
class Typeface:
    """Ten digits of one height, each as wide as it is, with the space that belongs to it."""

    name: str
    digits: tuple[Mask, ...]

    def number(self, number: int, height: int, squeeze: float = 1.0) -> Mask:
        """The mask of a number, `height` pixels high; `squeeze` below 1 makes it narrower."""
        wide = np.hstack([self.digits[int(digit)] for digit in str(number)])
        width = max(1, round(wide.shape[1] * height / HEIGHT * squeeze))
        return cv2.resize(wide, (width, height), interpolation=cv2.INTER_AREA)


Stroke = tuple[tuple[float, float], ...]


def _arc(x: float, y: float, wide: float, high: float, start: float, end: float) -> Stroke:
    """Part of an ellipse, its angles in half turns clockwise from the right."""
    steps = [start + (end - start) * step / 24 for step in range(25)]
    return tuple((x + wide * cos(pi * angle), y + high * sin(pi * angle)) for angle in steps)


OWN_STROKES: tuple[tuple[Stroke, ...], ...] = (
    (_arc(0.5, 0.5, 0.42, 0.5, 0, 2),),
    (((0.22, 0.2), (0.55, 0.0), (0.55, 1.0)), ((0.25, 1.0), (0.85, 1.0))),
    ((*_arc(0.5, 0.3, 0.4, 0.3, -0.95, 0.2), (0.08, 1.0), (0.92, 1.0)),),
    (((0.1, 0.0), (0.86, 0.0), (0.46, 0.4)), _arc(0.46, 0.7, 0.42, 0.3, -0.5, 0.88)),
    (((0.68, 1.0), (0.68, 0.0), (0.06, 0.7), (0.94, 0.7)),),
    (((0.86, 0.0), (0.2, 0.0), (0.14, 0.46)), _arc(0.48, 0.67, 0.42, 0.33, -0.85, 0.85)),
    (((0.66, 0.0), (0.16, 0.52)), _arc(0.5, 0.68, 0.41, 0.32, 0, 2)),
    (((0.08, 0.0), (0.92, 0.0), (0.38, 1.0)),),
    (_arc(0.5, 0.26, 0.34, 0.26, 0, 2), _arc(0.5, 0.74, 0.42, 0.26, 0, 2)),
    (_arc(0.5, 0.32, 0.41, 0.32, 0, 2), ((0.86, 0.46), (0.4, 1.0))),
)
"""The project's own digits, in a box one wide and one high."""


def own_typeface(weight: float = 0.17) -> Typeface:
    """The project's own digits, drawn with a round pen; `weight` is its width by the height."""
    return Typeface("drover", tuple(_stroked(strokes, weight) for strokes in OWN_STROKES))


def _stroked(strokes: Iterable[Stroke], weight: float) -> Mask:
    fine = 4  # drawn larger and made smaller, for smooth edges
    pen = round(HEIGHT * fine * weight)
    high = HEIGHT * fine - pen
    wide = round(high * 0.62)
    mask: Mask = np.zeros((HEIGHT * fine, wide + 2 * pen), np.uint8)
    for stroke in strokes:
        points = np.array([(x * wide + pen, y * high + pen / 2) for x, y in stroke])
        cv2.polylines(mask, [np.round(points * 16).astype(np.int32)], False, 255, pen, cv2.LINE_AA, 4)
    return cv2.resize(mask, (mask.shape[1] // fine, HEIGHT), interpolation=cv2.INTER_AREA)


SHIPPED = Path(__file__).parent / "typefaces.npz"


def shipped_typefaces() -> list[Typeface]:
    """Typefaces that training never sees, for benches and simulated decks; NOTICE names where they come from."""
    with np.load(SHIPPED) as packed:
        names = sorted({key.rsplit(" ", 1)[0] for key in packed.files})
        return [Typeface(name, tuple(packed[f"{name} {digit}"] for digit in range(10))) for name in names]
