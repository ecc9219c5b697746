"""Letterings between and beyond all typefaces, to learn from: who reads these reads a deck's own hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.noise import smooth_noise
from vision.synthetic.typefaces import HEIGHT, Mask, Typeface

Distance = NDArray[np.float32]
"""How far each pixel lies inside the ink, below 0 outside of it."""

Generator = np.random.Generator
Fill = Callable[[Distance, Generator], Distance]
"""What of a shape is drawn."""

ROOM = 6
"""So many pixels are around a digit to grow into."""


def wild_typeface(typefaces: Sequence[Typeface], rng: Generator) -> Typeface:
    """A typeface between two of these, bolder or lighter, bent, and now and then written in bars, dots or lines."""
    first, second = (typefaces[int(rng.integers(len(typefaces)))] for _ in range(2))
    part = float(rng.choice((0.0, rng.uniform(0.15, 0.85))))
    shapes = [_between(one, other, part) for one, other in zip(first.digits, second.digits, strict=True)]
    pen = float(np.median([shape.max() for shape in shapes]))
    bolder = max(float(rng.normal(0, 0.018)) * HEIGHT, THINNEST - pen)
    heavy, hair, across = rng.random() < WITH_CONTRAST, rng.uniform(0.02, 0.07) * HEIGHT, rng.random() < 0.15
    bend, fill = _bend(rng), _FILLS[int(rng.integers(len(_FILLS)))] if rng.random() < WITH_FILL else _full
    seed = int(rng.integers(1 << 30))
    digits = []
    for shape in shapes:
        bent = cv2.remap(shape + bolder, *bend(shape.shape), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        # Every digit is filled alike, as by one pen.
        whole, drawn = _ink(bent), _ink(fill(np.asarray(bent, np.float32), np.random.default_rng(seed)))
        ink = drawn if drawn.mean() > LEAST_LEFT * whole.mean() else whole
        digits.append(contrasted(ink, pen + bolder, hair, across) if heavy and fill is _full else ink)
    return Typeface("wild", tuple(digits))


WITH_FILL, WITH_CONTRAST = 0.35, 0.3
LEAST_LEFT = 0.3
"""A digit of which less than this would be left is written out."""

THINNEST = 2.0
"""Half the width of the thinnest strokes, in pixels."""


def contrasted(ink: Mask, pen: float, hair: float, across: bool) -> Mask:
    """Hairlines and heavy stems, as in posters and old print: what is no longer than a pen is wide becomes as thin as a
    hair. Stems stand upright, or lie `across`."""
    columns = ink > 127 if across else (ink > 127).T
    thinned = np.zeros(columns.shape, np.uint8)
    edges = np.diff(np.pad(columns.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    (lines, starts), (_, ends) = np.nonzero(edges == 1), np.nonzero(edges == -1)
    long = (ends - starts).astype(float)
    left = np.maximum(np.minimum(hair, long), long * np.clip((long / (2 * pen) - 1.15) / 0.85, 0, 1))
    middles = (starts + ends) / 2
    for line, start, end in zip(lines, np.rint(middles - left / 2), np.rint(middles + left / 2), strict=True):
        thinned[line, int(start) : max(int(start) + 1, int(end))] = 255
    return thinned if across else np.ascontiguousarray(thinned.T)


def _ink(shape: Distance) -> Mask:
    return np.clip((shape + 0.5) * 255, 0, 255).astype(np.uint8)[ROOM:-ROOM, ROOM:-ROOM]


def _between(one: Mask, other: Mask, part: float) -> Distance:
    if part == 0.0:
        return _distance(one)
    wide = round(one.shape[1] * (1 - part) + other.shape[1] * part)
    first, second = (_distance(cv2.resize(mask, (wide, HEIGHT), interpolation=cv2.INTER_AREA)) for mask in (one, other))
    return first * np.float32(1 - part) + second * np.float32(part)


def _distance(mask: Mask) -> Distance:
    ink = cv2.copyMakeBorder(mask, ROOM, ROOM, ROOM, ROOM, cv2.BORDER_CONSTANT, value=0)
    inside = (ink > 127).astype(np.uint8)
    near = cv2.distanceTransform(inside, cv2.DIST_L2, 3) - cv2.distanceTransform(1 - inside, cv2.DIST_L2, 3)
    return np.asarray(near - 0.5 * np.sign(near), np.float32)


def _bend(rng: Generator) -> Callable[[tuple[int, ...]], tuple[Distance, Distance]]:
    """Where each pixel comes from: the same waves of a few pixels for all digits, and wider at the foot or the head."""
    far, taper = rng.uniform(0, 3.5), rng.normal(0, 0.06)
    waves = rng.uniform(1, 9, 4) / HEIGHT
    phase = rng.uniform(0, 2 * np.pi, 2)

    def come_from(shape: tuple[int, ...]) -> tuple[Distance, Distance]:
        y, x = np.indices(shape, dtype=np.float32)
        middle = (shape[1] - 1) / 2
        wider = 1 + taper * (2 * y / shape[0] - 1)
        from_x = middle + (x - middle) * wider + far * np.sin(waves[0] * x + waves[1] * y + phase[0])
        from_y = y + far * np.sin(waves[2] * x + waves[3] * y + phase[1])
        return from_x.astype(np.float32), from_y.astype(np.float32)

    return come_from


def _full(shape: Distance, rng: Generator) -> Distance:
    return shape


def _bars(shape: Distance, rng: Generator) -> Distance:
    """Cut by parallel gaps, straight or slanted: stripes, or a stencil's few bridges."""
    angle = float(rng.choice((0.0, np.pi / 2, rng.uniform(0, np.pi))))
    step = HEIGHT / float(rng.choice((rng.uniform(2, 5), rng.uniform(6, 16))))
    gap = rng.uniform(1.5, max(2.0, 0.4 * step)) if step > HEIGHT / 6 else rng.uniform(0.25, 0.5) * step
    start = rng.uniform(0, step)
    y, x = np.indices(shape.shape, dtype=np.float32)
    along = (x * np.cos(angle) + y * np.sin(angle) + start) % step
    return np.asarray(np.minimum(shape, np.minimum(along, step - along) - gap / 2), np.float32)


def _dots(shape: Distance, rng: Generator) -> Distance:
    """Made of dots or squares in a grid, each of which is there or not, as lamps are."""
    step = round(HEIGHT / rng.uniform(8, 15))
    size = step * rng.uniform(0.36, 0.5)
    y, x = np.indices(shape.shape, dtype=np.float32)
    off_x, off_y = x % step - step // 2, y % step - step // 2
    off = np.hypot(off_x, off_y) if rng.random() < 0.7 else np.maximum(abs(off_x), abs(off_y))
    column, row = (np.minimum(at // step * step + step // 2, at.max()).astype(np.intp) for at in (x, y))
    return np.asarray(np.where(shape[row, column] > -0.15 * step, size - off, -1.0), np.float32)


def _hollow(shape: Distance, rng: Generator) -> Distance:
    """Only the contour, or the contour and a line along the middle."""
    pen = rng.uniform(1.8, 4.0)
    line = pen - abs(shape - pen)
    if rng.random() < 0.4:
        line = np.maximum(line, shape - 2 * pen - rng.uniform(2, 4))
    return np.asarray(line, np.float32)


def _torn(shape: Distance, rng: Generator) -> Distance:
    """With pieces missing, as in a worn stamp or a coarse woodcut."""
    cells = int(rng.integers(6, 26))
    high, wide = shape.shape
    there = smooth_noise((wide, high), (max(3, cells * wide // high), cells), rng)
    return np.asarray(np.minimum(shape, (there + rng.uniform(0.5, 1.3)) * 8), np.float32)


_FILLS: tuple[Fill, ...] = (_bars, _bars, _dots, _hollow, _torn)
