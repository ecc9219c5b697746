"""Round flat things of a known scale: where they may lie in a picture, and what each of these places looks like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.floating[Any]]

PER_MM = 2.0
"""Pixels a millimetre of the flat picture in which circles are looked for: about what a camera gives."""

_STEP = 0.5
"""From one radius that is tried to the next, in millimetres."""

_PEAKS, _LOOKED_AT = 80, 45
"""How many places are taken from the votes, and how many of them are looked at closely."""

_UNEVEN = 0.6
"""What one is worth that is of many colours, beside one of a single colour: chips of casinos have spots."""

_LEAST_EDGE = 24
"""Weaker edges are noise."""

_ANGLES = 32
_CIRCLE = 2 * np.pi * np.arange(_ANGLES) / _ANGLES
_AROUND = np.stack([np.cos(_CIRCLE), np.sin(_CIRCLE)], 1).astype(np.float32)
_INSIDE, _OUTSIDE = (0.3, 0.55, 0.8), (1.15, 1.25)
"""At which parts of the radius colours are taken."""


@dataclass(frozen=True, eq=False)
class _Edges:
    """The pixels on edges, and in which direction it gets brighter there."""

    at: Floats
    to: Floats


@dataclass(frozen=True, eq=False)
class Circles:
    """Places where a round thing may lie: x, y and radius in pixels, its colour, and numbers that tell a chip
    from anything else (see `_looks`)."""

    found: Floats
    colours: Floats
    looks: Floats

    def __len__(self) -> int:
        return len(self.found)


LOOKS = 3
"""How many numbers describe a circle."""


def find_circles(flat: Picture, radii_mm: tuple[float, float]) -> Circles:
    """The likeliest places for circles with a radius from the one to the other, many more than there are."""
    smooth = cv2.GaussianBlur(flat, (0, 0), 0.9)
    edges = _edges(smooth)
    radii = np.arange(radii_mm[0], radii_mm[1] + 0.1, _STEP) * PER_MM
    rough = _voted(edges, smooth, radii)
    if not len(rough):
        return Circles(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, LOOKS)))
    fitted = _fitted(rough, edges)
    colours, looks = _looks(fitted, edges, smooth)
    return Circles(fitted, colours, looks)


def _edges(smooth: Picture) -> _Edges:
    """Of the three colours, the one that changes most is what counts at a pixel."""
    across, down = (cv2.split(cv2.Sobel(smooth, cv2.CV_16S, *order)) for order in ((1, 0), (0, 1)))
    to_right, to_bottom = across[0].copy(), down[0].copy()
    strength = np.abs(to_right) + np.abs(to_bottom)
    for right, bottom in zip(across[1:], down[1:], strict=True):
        stronger = np.abs(right) + np.abs(bottom)
        more = (stronger > strength).astype(np.uint8)
        for kept, other in ((to_right, right), (to_bottom, bottom), (strength, stronger)):
            cv2.copyTo(other, more, kept)
    least = max(float(_LEAST_EDGE), 2.0 * float(np.median(strength[::3, ::3])))
    thin = cv2.Canny(to_right, to_bottom, least, 1.5 * least, L2gradient=False)
    rows, columns = np.nonzero(thin)
    to = np.stack([to_right[rows, columns], to_bottom[rows, columns]]).astype(np.float32)
    return _Edges(np.stack([columns, rows]).astype(np.float32), to / np.hypot(*to))


def _voted(edges: _Edges, smooth: Picture, radii: Floats) -> Floats:
    """Every edge votes for the middles of the circles that it may be part of, brighter or darker than around."""
    height, width = smooth.shape[:2]
    votes = np.empty((len(radii), height, width), np.float32)
    for place, radius in enumerate(radii):
        ends = np.concatenate([edges.at + radius * edges.to, edges.at - radius * edges.to], 1)
        x, y = np.rint(ends).astype(np.int32)
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        count = np.bincount(y[inside] * width + x[inside], minlength=height * width).astype(np.float32)
        share = cv2.boxFilter(count.reshape(height, width), -1, (5, 5), normalize=False)
        votes[place] = share / (2 * np.pi * radius)
    # Neighbouring radii are one circle, seen unsharply or at a slant.
    best = np.maximum(votes[0] + votes[1], votes[-1] + votes[-2])
    for three in (votes[place : place + 3] for place in range(len(radii) - 2)):
        np.maximum(best, three[0] + three[1] + three[2], out=best)
    rows, columns = np.nonzero((best >= cv2.dilate(best, np.ones((9, 9), np.uint8))) & (best > 0.3))
    strongest = np.argsort(-best[rows, columns], kind="stable")[:_PEAKS]
    rows, columns = rows[strongest], columns[strongest]
    peaks = np.pad(votes[:, rows, columns], ((1, 1), (0, 0)))
    radius = radii[(peaks[:-2] + peaks[1:-1] + peaks[2:]).argmax(0)]
    rough = np.stack([columns, rows, radius], 1).astype(np.float32)
    # A busy tablecloth votes for a circle everywhere, but hardly anywhere for one of a single colour.
    worth = best[rows, columns] * (_UNEVEN + _evenness(rough, smooth)[1])
    return rough[np.argsort(-worth, kind="stable")[:_LOOKED_AT]]


def _evenness(circles: Floats, smooth: Picture) -> tuple[Floats, Floats]:
    """The colour of each circle, and how much of it has that."""
    inside = np.concatenate([_taken(circles, part, smooth) for part in _INSIDE], 1)
    colours = np.median(inside, axis=1)
    return colours, (_apart(inside, colours) < _tolerance(colours)[:, None]).mean(1)


def _taken(circles: Floats, part: float, smooth: Picture) -> Floats:
    """The colours on a ring of each circle, at such a part of its radius."""
    height, width = smooth.shape[:2]
    points = circles[:, None, :2] + part * circles[:, None, 2:] * _AROUND
    x, y = np.rint(points[..., 0]).astype(np.int32), np.rint(points[..., 1]).astype(np.int32)
    return smooth[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)].astype(np.float32)


def _apart(taken: Floats, colours: Floats) -> Floats:
    return np.asarray(np.sqrt(((taken - colours[:, None]) ** 2).sum(2)))


def _tolerance(colours: Floats) -> Floats:
    """How far apart two colours of one thing may be; light varies more on bright things."""
    return np.asarray(14 + 0.12 * np.sqrt((colours**2).sum(1)))


def _fitted(circles: Floats, edges: _Edges) -> Floats:
    """The circles through the edges near them."""
    for within in (3.0, 1.8):
        x, y, far, straight = _seen_from(circles, edges)
        whose, which = np.nonzero((np.abs(far - circles[:, 2:]) < within) & (straight > 0.88))
        circles = _least_squares(circles, whose, x[whose, which], y[whose, which])
    return circles


def _seen_from(circles: Floats, edges: _Edges) -> tuple[Floats, Floats, Floats, Floats]:
    """Each edge from each circle's middle: how far right, down and away, and whether it faces the middle."""
    x = edges.at[0][None] - circles[:, :1]
    y = edges.at[1][None] - circles[:, 1:2]
    far = np.sqrt(x * x + y * y) + np.float32(1e-6)
    return x, y, far, np.abs(x * edges.to[0] + y * edges.to[1]) / far


def _least_squares(circles: Floats, whose: NDArray[np.int64], x: Floats, y: Floats) -> Floats:
    """x² + y² = 2ax + 2by + c for the points of each circle, held a little where few points say little."""

    def total(values: Floats) -> Floats:
        return np.asarray(np.bincount(whose, values, len(circles)), np.float64)

    square = x * x + y * y
    sums = {"n": total(np.ones_like(x)), "x": total(x), "y": total(y), "xx": total(x * x), "yy": total(y * y)}
    cross = total(x * y)
    left = np.empty((len(circles), 3, 3))
    left[:, 0] = np.stack([sums["xx"], cross, sums["x"]], 1)
    left[:, 1] = np.stack([cross, sums["yy"], sums["y"]], 1)
    left[:, 2] = np.stack([sums["x"], sums["y"], sums["n"]], 1)
    left += np.diag([20.0, 20.0, 1e-3])
    right = np.stack([total(x * square), total(y * square), total(square)], 1)
    a, b, c = np.linalg.solve(left, right[:, :, None])[:, :, 0].T
    a, b = a / 2, b / 2
    radius = np.sqrt(np.maximum(c + a * a + b * b, 1))
    good = (sums["n"] > 8) & (np.hypot(a, b) < 4) & (np.abs(radius - circles[:, 2]) < 4)
    moved = np.stack([circles[:, 0] + a, circles[:, 1] + b, radius], 1)
    return np.where(good[:, None], moved, circles).astype(np.float32)


def _looks(circles: Floats, edges: _Edges, smooth: Picture) -> tuple[Floats, Floats]:
    """The colour of each circle, and how much of it is an edge, how even it is, how much it differs from around it."""
    colours, even = _evenness(circles, smooth)
    around = np.max([_apart(_taken(circles, part, smooth), colours) for part in _OUTSIDE], axis=0)
    contrast = (around > _tolerance(colours)[:, None]).mean(1)
    return colours, np.stack([_outline(circles, edges), even, contrast], 1)


def _outline(circles: Floats, edges: _Edges) -> Floats:
    """The share of each circle's parts that have an edge."""
    x, y, far, straight = _seen_from(circles, edges)
    whose, which = np.nonzero((np.abs(far - circles[:, 2:]) < 1.5) & (straight > 0.8))
    turn = np.arctan2(y[whose, which], x[whose, which]) / (2 * np.pi)
    part = np.floor(turn * _ANGLES).astype(np.int64) % _ANGLES
    found = np.bincount(whose * _ANGLES + part, minlength=len(x) * _ANGLES)
    return np.asarray((found.reshape(-1, _ANGLES) > 0).mean(1))
