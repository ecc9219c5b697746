"""What may be taken for a card and is none: an empty printed place, a screen, a sheet of paper, a patch of colour."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.surroundings import box, fill, scribble
from vision.synthetic.wild import patterned
from vision.synthetic.writing import FULL_HEIGHT, write_on

Canvas = NDArray[np.uint8]
Points = NDArray[np.float64]
Generator = np.random.Generator


def draw_decoy(canvas: Canvas, quad: Points, rng: Generator) -> None:
    """Something on the picture that a card might be seen in, where the quad is."""
    _DECOYS[int(rng.choice(len(_DECOYS), p=_OFTEN))](canvas, quad, rng)


def _empty_place(canvas: Canvas, quad: Points, rng: Generator) -> None:
    """The outline of a place for a card, with others around it that may overlap it."""
    ink = _any_colour(rng)
    pen = int(rng.integers(1, 4))
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    for other in range(int(rng.integers(0, 4))):
        by = across * rng.uniform(-1.3, 1.3) + down * rng.uniform(-1.3, 1.3)
        _outline(canvas, quad + by, ink, pen, other % 2 == 1, rng)
    _outline(canvas, quad, ink, pen, rng.random() < 0.3, rng)
    if rng.random() < 0.3:
        middle = quad.mean(axis=0)
        radius = float(np.linalg.norm(down)) * rng.uniform(0.03, 0.1)
        points = box(middle[0], middle[1], radius, radius, rng.uniform(0, np.pi))
        cv2.polylines(canvas, [np.round(points * 16).astype(np.int32)], True, ink, 1, cv2.LINE_AA, 4)


def _outline(canvas: Canvas, quad: Points, ink: tuple[float, ...], pen: int, dashed: bool, rng: Generator) -> None:
    if not dashed:
        cv2.polylines(canvas, [np.round(quad * 16).astype(np.int32)], True, ink, pen, cv2.LINE_AA, 4)
        return
    dashes = int(rng.integers(8, 20))
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        for at in range(dashes):
            dash = np.array([start + (end - start) * (at + far) / dashes for far in (0.0, 0.55)])
            cv2.polylines(canvas, [np.round(dash * 16).astype(np.int32)], False, ink, pen, cv2.LINE_AA, 4)


def _screen(canvas: Canvas, quad: Points, rng: Generator) -> None:
    """One end of a phone."""
    high = float(np.linalg.norm(quad[3] - quad[0])) * rng.uniform(1.25, 1.8)
    angle = _angle(quad)
    along = (quad[3] - quad[0]) * rng.uniform(-0.4, 0.4)
    middle = quad.mean(axis=0) + along
    wide = high * rng.uniform(0.45, 0.6)
    fill(canvas, box(middle[0], middle[1], wide, high, angle), (25.0, 25.0, 25.0))
    fill(canvas, box(middle[0], middle[1], wide * 0.93, high * 0.93, angle), _any_colour(rng))
    if rng.random() < 0.7:
        scribble(canvas, (middle[0], middle[1]), (wide * 0.8, high * 0.8), angle, rng, FULL_HEIGHT)


def _sheet(canvas: Canvas, quad: Points, rng: Generator) -> None:
    """A part of a larger sheet of paper, a note, a box or a book."""
    high = float(np.linalg.norm(quad[3] - quad[0]))
    size = high * rng.uniform(0.9, 2.6, 2)
    angle = _angle(quad) + (0.0 if rng.random() < 0.5 else rng.normal(0, 0.2))
    middle = quad.mean(axis=0) + rng.uniform(-0.5, 0.5, 2) * (size - high * 0.7)
    colour = _any_colour(rng) if rng.random() < 0.5 else tuple(float(value) for value in rng.uniform(150, 250, 3))
    fill(canvas, box(middle[0], middle[1], size[0], size[1], angle), colour)
    if rng.random() < 0.5:
        write_on(canvas, (middle[0], middle[1]), (size[0] * 0.94, size[1] * 0.94), angle, rng, full_height=FULL_HEIGHT)
    elif rng.random() < 0.3:
        scribble(canvas, (middle[0], middle[1]), (size[0] * 0.8, size[1] * 0.8), angle, rng, FULL_HEIGHT)


def _patch(canvas: Canvas, quad: Points, rng: Generator) -> None:
    """A round or half round patch of one colour, as large as a card or larger."""
    middle = quad.mean(axis=0) + rng.normal(0, 3, 2)
    wide, high = (int(length / 2 * rng.uniform(0.9, 1.4)) for length in _sides(quad))
    degrees = float(np.degrees(_angle(quad))) + float(rng.choice((0.0, rng.uniform(0, 90))))
    centre = (int(middle[0]), int(middle[1]))
    half = 180 if rng.random() < 0.4 else 360
    cv2.ellipse(canvas, centre, (wide, high), degrees, 0, half, _any_colour(rng), -1, cv2.LINE_AA)


def _labelled(canvas: Canvas, quad: Points, rng: Generator) -> None:
    """A game's box or a book, larger than a card, with a number or a word on it."""
    high = float(np.linalg.norm(quad[3] - quad[0])) * rng.uniform(1.3, 2.6)
    wide = high * rng.uniform(0.5, 1.0)
    text = str(rng.integers(1, 105)) if rng.random() < 0.6 else "".join(map(chr, rng.integers(65, 91, 5)))
    face = patterned((round(wide), round(high)), np.array([_any_colour(rng)] * 2, np.float32), rng)
    scale = wide * rng.uniform(0.4, 0.9) / (20 * len(text))
    down, font = round(high * rng.uniform(0.3, 0.9)), int(rng.integers(8))
    for pen, colour in ((2, _any_colour(rng)), (1, _any_colour(rng))):
        cv2.putText(face, text, (round(wide * 0.08), down), font, scale, colour, max(1, round(pen * scale * 2)), 16)
    middle = quad.mean(axis=0)
    corners = box(middle[0], middle[1], wide, high, _angle(quad))
    whole = np.array([(0, 0), (face.shape[1], 0), (face.shape[1], face.shape[0]), (0, face.shape[0])], np.float32)
    move = cv2.getPerspectiveTransform(whole, corners.astype(np.float32))
    size = (canvas.shape[1], canvas.shape[0])
    there = cv2.warpPerspective(np.full(face.shape[:2], 255, np.uint8), move, size)[:, :, None] > 127
    canvas[:] = np.where(there, cv2.warpPerspective(face, move, size), canvas)


def _sides(quad: Points) -> tuple[float, float]:
    return float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[3] - quad[0]))


def _angle(quad: Points) -> float:
    across = quad[1] - quad[0]
    return float(np.arctan2(across[1], across[0]))


def _any_colour(rng: Generator) -> tuple[float, ...]:
    return tuple(float(value) for value in rng.uniform(5, 255, 3))


_DECOYS: tuple[Callable[[Canvas, Points, Generator], None], ...] = (_empty_place, _screen, _sheet, _patch, _labelled)
_OFTEN = (0.42, 0.1, 0.27, 0.1, 0.11)
