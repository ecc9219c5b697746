"""Cloths full of things as large as cards: patchworks, and carpets with stars and rings on them."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Canvas = NDArray[np.uint8]
Colours = NDArray[np.float32]
Colour = tuple[float, ...]
Generator = np.random.Generator


def patchwork(size: tuple[int, int], colours: Colours, rng: Generator) -> Colours:
    """Patches sewn side by side, each plain or with a pattern of its own."""
    colours = _richer(colours, rng)
    side = round(np.hypot(*size))
    high = max(12, round(size[1] / rng.uniform(4, 18)))
    wide = high if rng.random() < 0.6 else max(12, round(high * rng.uniform(0.5, 1.8)))
    patches = [_patch((wide, high), colours, rng) for _ in range(int(rng.integers(6, 20)))]
    if rng.random() < 0.5:
        seam = _any_of(colours, rng)
        for patch in patches:
            cv2.rectangle(patch, (0, 0), (wide - 1, high - 1), seam, max(1, high // 40))
    slip = float(rng.choice((0.0, 0.0, 0.5)))
    rows = []
    for row in range(-(-side // high)):
        chosen = rng.integers(0, len(patches), -(-side // wide) + 1)
        left = round(wide * slip * (row % 2))
        rows.append(np.hstack([patches[at] for at in chosen])[:, left : left + side])
    return turned(np.vstack(rows)[:side], size, rng)


def carpet(size: tuple[int, int], colours: Colours, rng: Generator) -> Colours:
    """Large stars and rings, and small signs in rows between them."""
    colours = _richer(colours, rng)
    side = round(np.hypot(*size))
    canvas = np.empty((side, side, 3), np.uint8)
    canvas[:] = colours[0]
    _rows_of_signs(canvas, colours, rng)
    far = size[1] * rng.uniform(0.15, 0.8)
    radius = far * rng.uniform(0.3, 0.62)
    rings = [
        (part, int(rng.integers(8, 40)), rng.uniform(0, 0.18), _any_of(colours, rng), rng.uniform(0, 0.2))
        for part in np.linspace(1, 0.12, int(rng.integers(3, 10)))
    ]
    for row, y in enumerate(np.arange(0, side + far, far)):
        for x in np.arange(far / 2 * (row % 2), side + far, far):
            for part, points, depth, colour, turn in rings:
                _star(canvas, (x, y), radius * part, points, depth, colour, turn)
    return turned(canvas, size, rng)


def _richer(colours: Colours, rng: Generator) -> Colours:
    """With some that are unlike them, as threads of a cloth are."""
    many = int(rng.integers(1, 4))
    more = rng.uniform(15, 250, (many, 1)) + rng.normal(0, rng.uniform(3, 90), (many, 3))
    return np.clip(np.vstack([colours, more]), 0, 255).astype(np.float32)


def _any_of(colours: Colours, rng: Generator) -> Colour:
    return tuple(float(value) for value in colours[int(rng.integers(len(colours)))])


def turned(canvas: Canvas, size: tuple[int, int], rng: Generator) -> Colours:
    """The middle of a square canvas, turned by any angle."""
    side = canvas.shape[0]
    angle = float(rng.choice((0, 90, rng.uniform(0, 360))))
    move = cv2.getRotationMatrix2D((side / 2, side / 2), angle, 1.0)
    whole = cv2.warpAffine(canvas, move, (side, side), borderMode=cv2.BORDER_WRAP)
    down, across = (side - size[1]) // 2, (side - size[0]) // 2
    return whole[down : down + size[1], across : across + size[0]].astype(np.float32)


def _patch(size: tuple[int, int], colours: Colours, rng: Generator) -> Canvas:
    patch = np.empty((size[1], size[0], 3), np.uint8)
    patch[:] = _any_of(colours, rng)
    _PATTERNS[int(rng.integers(len(_PATTERNS)))](patch, _any_of(colours, rng), rng)
    return patch


def _plain(patch: Canvas, colour: Colour, rng: Generator) -> None:
    pass


def _dots(patch: Canvas, colour: Colour, rng: Generator) -> None:
    high, wide = patch.shape[:2]
    step = max(3.0, high / rng.uniform(3, 12))
    for row, y in enumerate(np.arange(step / 2, high, step)):
        for x in np.arange(step / 2 * (1 + row % 2), wide, step):
            cv2.circle(patch, (round(x), round(y)), max(1, round(step * 0.25)), colour, -1, cv2.LINE_AA)


def _stripes(patch: Canvas, colour: Colour, rng: Generator) -> None:
    y, x = np.indices(patch.shape[:2], dtype=np.float32)
    angle = float(rng.choice((0, np.pi / 2, np.pi / 4)))
    along = (x * np.cos(angle) + y * np.sin(angle)) * rng.uniform(2, 10) / patch.shape[0]
    patch[along % 1 < rng.uniform(0.2, 0.6)] = colour


def _checks(patch: Canvas, colour: Colour, rng: Generator) -> None:
    y, x = np.indices(patch.shape[:2])
    step = max(2, round(patch.shape[0] / rng.uniform(2, 9)))
    patch[(x // step + y // step) % 2 == 0] = colour


def _flower(patch: Canvas, colour: Colour, rng: Generator) -> None:
    high, wide = patch.shape[:2]
    size = min(high, wide) * rng.uniform(0.25, 0.45)
    petals = int(rng.integers(4, 9))
    for turn in np.arange(petals) * 2 * np.pi / petals:
        at = (round(wide / 2 + 0.6 * size * np.cos(turn)), round(high / 2 + 0.6 * size * np.sin(turn)))
        axes = (max(1, round(size * 0.42)), max(1, round(size * 0.25)))
        cv2.ellipse(patch, at, axes, float(np.degrees(turn)), 0, 360, colour, -1, cv2.LINE_AA)
    heart = tuple(float(value) for value in rng.uniform(20, 250, 3))
    cv2.circle(patch, (wide // 2, high // 2), max(1, round(size * 0.25)), heart, -1, cv2.LINE_AA)


def _one_star(patch: Canvas, colour: Colour, rng: Generator) -> None:
    high, wide = patch.shape[:2]
    points, depth = int(rng.integers(4, 12)), rng.uniform(0.2, 0.6)
    _star(patch, (wide / 2, high / 2), min(high, wide) * rng.uniform(0.25, 0.5), points, depth, colour, 0.0)


def _star(
    canvas: Canvas, at: tuple[float, float], radius: float, points: int, depth: float, colour: Colour, turn: float
) -> None:
    """A ring with so many points, or a round one where they have no depth."""
    turns = turn + np.arange(2 * points) * np.pi / points
    far = radius * np.where(np.arange(2 * points) % 2, 1 - depth, 1.0)
    corners = np.stack([at[0] + far * np.cos(turns), at[1] + far * np.sin(turns)], axis=1)
    cv2.fillPoly(canvas, [np.round(corners * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _rows_of_signs(canvas: Canvas, colours: Colours, rng: Generator) -> None:
    side = canvas.shape[0]
    step, size = side / rng.uniform(8, 40), rng.uniform(0.15, 0.5)
    points = int(rng.choice((2, 2, 3, 4)))
    few = [_any_of(colours, rng) for _ in range(3)]
    for row, y in enumerate(np.arange(0, side, step)):
        for column, x in enumerate(np.arange(0, side, step)):
            _star(canvas, (x, y), step * size, points, 0.5, few[(row + column) % 3], np.pi / 2)


_PATTERNS: tuple[Callable[[Canvas, Colour, Generator], None], ...] = (
    *(_plain, _plain, _dots, _stripes),
    *(_checks, _flower, _one_star),
)
