"""Digits as people write them: a few strokes, each in one of the ways in which it is taught, with any pen."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.typefaces import HEIGHT, Mask, Typeface

Generator = np.random.Generator
Points = NDArray[np.float64]
Strokes = tuple[tuple[tuple[float, float], ...], ...]
"""The points that each stroke bends toward, 0 to 1 down and 0 to 0.6 across; one that is said twice is a corner."""

WAYS: tuple[tuple[Strokes, ...], ...] = (
    (
        (((0.3, 0), (0.02, 0.1), (0, 0.5), (0.05, 0.95), (0.3, 1), (0.55, 0.95), (0.6, 0.5), (0.55, 0.05), (0.28, 0)),),
        (((0.45, 0.05), (0.1, 0.1), (0, 0.6), (0.2, 1), (0.5, 0.95), (0.6, 0.4), (0.45, 0), (0.25, 0.1)),),
    ),
    (
        (((0.3, 0), (0.3, 1)),),
        (((0.16, 0.24), (0.35, 0), (0.35, 0), (0.35, 1)),),
        (((0.1, 0.34), (0.32, 0), (0.32, 0), (0.3, 1)), ((0.08, 1), (0.55, 1))),
        (((0.12, 0.2), (0.3, 0), (0.3, 0), (0.3, 1)), ((0.05, 1), (0.55, 1))),
    ),
    (
        (((0.02, 0.22), (0.1, 0), (0.5, 0), (0.62, 0.3), (0.35, 0.65), (0, 1), (0, 1), (0.6, 1)),),
        (((0.02, 0.2), (0.15, 0), (0.55, 0), (0.55, 0.4), (0.1, 0.9), (0.05, 1), (0.15, 0.82), (0.35, 1),
          (0.62, 0.92)),),
        (((0.05, 0.1), (0.5, 0), (0.6, 0.3), (0.02, 1), (0.02, 1), (0.6, 0.98)),),
    ),
    (
        (((0.02, 0.12), (0.3, -0.05), (0.6, 0.1), (0.5, 0.45), (0.22, 0.47), (0.22, 0.47), (0.6, 0.5), (0.62, 0.9),
          (0.3, 1.05), (0, 0.88)),),
        (((0.03, 0), (0.55, 0), (0.55, 0), (0.24, 0.4), (0.24, 0.4), (0.6, 0.45), (0.6, 0.95), (0.3, 1.05), (0, 0.9)),),
    ),
    (
        (((0.15, 0), (0.02, 0.62), (0.02, 0.62), (0.6, 0.62)), ((0.48, 0.25), (0.42, 1))),
        (((0.42, 0), (0, 0.68), (0, 0.68), (0.62, 0.68)), ((0.42, 0), (0.42, 1))),
        (((0.08, 0), (0.06, 0.5), (0.06, 0.5), (0.5, 0.5)), ((0.5, 0), (0.48, 1))),
        (((0.42, 1), (0.42, 0), (0.42, 0), (0, 0.7), (0, 0.7), (0.62, 0.7)),),
    ),
    (
        (((0.55, 0), (0.1, 0), (0.1, 0), (0.05, 0.45), (0.05, 0.45), (0.5, 0.35), (0.65, 0.75), (0.45, 1.02),
          (0, 0.93)),),
        (((0.1, 0.02), (0.06, 0.45), (0.06, 0.45), (0.5, 0.36), (0.66, 0.75), (0.4, 1.05), (0, 0.92)),
         ((0.08, 0.02), (0.58, 0))),
        (((0.58, 0.02), (0.2, 0), (0.02, 0.35), (0.4, 0.45), (0.6, 0.65), (0.45, 1), (0.02, 0.95)),),
    ),
    (
        (((0.5, 0), (0.2, 0.15), (0, 0.55), (0.02, 0.95), (0.35, 1.05), (0.62, 0.85), (0.5, 0.5), (0.25, 0.5),
          (0.03, 0.75)),),
        (((0.3, 0), (0.08, 0.4), (0, 0.9), (0.3, 1.05), (0.6, 0.9), (0.5, 0.55), (0.2, 0.55), (0.05, 0.8)),),
    ),
    (
        (((0, 0), (0.6, 0), (0.6, 0), (0.2, 1)),),
        (((0, 0.03), (0.6, 0), (0.6, 0), (0.35, 0.4), (0.22, 1)), ((0.12, 0.52), (0.55, 0.48))),
        (((0.02, 0.18), (0.02, 0), (0.02, 0), (0.6, 0), (0.6, 0), (0.15, 1)),),
        (((0, 0.1), (0.15, 0), (0.35, 0.08), (0.6, 0), (0.6, 0), (0.2, 1)), ((0.1, 0.5), (0.5, 0.5))),
    ),
    (
        (((0.55, 0.15), (0.3, -0.05), (0.02, 0.12), (0.15, 0.45), (0.5, 0.55), (0.62, 0.85), (0.3, 1.07), (0, 0.85),
          (0.15, 0.55), (0.5, 0.4), (0.55, 0.12)),),
        (((0.3, 0), (0.05, 0.08), (0.05, 0.4), (0.3, 0.46), (0.55, 0.4), (0.55, 0.08), (0.28, 0)),
         ((0.3, 0.46), (0, 0.55), (0, 0.95), (0.3, 1.02), (0.6, 0.95), (0.6, 0.55), (0.28, 0.46))),
    ),
    (
        (((0.56, 0.2), (0.4, -0.03), (0.05, 0.05), (0.02, 0.42), (0.35, 0.55), (0.56, 0.25), (0.56, 0.25), (0.54, 1)),),
        (((0.56, 0.2), (0.4, -0.03), (0.05, 0.05), (0.02, 0.42), (0.35, 0.55), (0.56, 0.25), (0.6, 0.7),
          (0.4, 1.03), (0.05, 0.95)),),
        (((0.56, 0.2), (0.4, -0.03), (0.05, 0.05), (0.02, 0.42), (0.35, 0.52), (0.57, 0.2), (0.57, 0.2), (0.35, 1)),),
    ),
)  # fmt: skip
"""For each digit the ways in which it is written. The flag of a 1 hangs steeply: a level one is a 7's."""

FINE = 2
"""Drawn so many times larger, for smooth edges."""


def handwritten(rng: Generator) -> Typeface:
    """Somebody's hand: a way to write each digit, a pen, a slant."""
    pen = float(np.exp(rng.uniform(np.log(0.05), np.log(0.24))))
    nib = rng.uniform(0, 0.12, 2) * rng.choice((0, 0, 1)) * (1, rng.choice((-1, 1)))
    wide, slant, shaky = rng.uniform(0.7, 1.35), rng.normal(0.08, 0.12), rng.uniform(0.0, 0.05)
    space, rounds = rng.uniform(0.02, 0.2), int(rng.integers(2, 5))
    digits = []
    for ways in WAYS:
        way = ways[int(rng.integers(len(ways)))]
        lines = [_bent(np.array(stroke) + rng.normal(0, shaky, (len(stroke), 2)), rounds) for stroke in way]
        leaning = [np.stack([line[:, 0] * wide - slant * line[:, 1], line[:, 1]], axis=1) for line in lines]
        digits.append(_inked(leaning, pen, nib, space))
    return Typeface("by hand", tuple(digits))


def _bent(points: Points, rounds: int) -> Points:
    """A line that bends where the points do: corners are cut again and again, but for those that are said twice."""
    for _ in range(rounds):
        start, end = points[:-1], points[1:]
        cut = np.stack([start * 0.75 + end * 0.25, start * 0.25 + end * 0.75], axis=1).reshape(-1, 2)
        points = np.vstack([points[:1], cut, points[-1:]])
    return points


def _inked(lines: list[Points], pen: float, nib: Points, space: float) -> Mask:
    """The strokes with a round pen, or a broad one that is held at an angle, as high as all digits are."""
    every = np.vstack([line + side * nib for line in lines for side in (0, 1)])
    low, high = every.min(axis=0) - pen / 2, every.max(axis=0) + pen / 2
    scale = HEIGHT * FINE / float(high[1] - low[1])
    size = (round(float(high[0] - low[0] + space) * scale) + 1, HEIGHT * FINE)
    mask = np.zeros(size[::-1], np.uint8)
    off = np.array((low[0] - space / 2, low[1]))
    for line in lines:
        for side in np.linspace(0, 1, 6 if nib.any() else 1):
            drawn = np.round((line + side * nib - off) * scale * 16).astype(np.int32)
            cv2.polylines(mask, [drawn], False, 255, max(1, round(pen * scale)), cv2.LINE_AA, 4)
    return np.asarray(cv2.resize(mask, (max(1, size[0] // FINE), HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)
