"""What lies about on a table: the ground, and things that are no cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.noise import smooth_noise
from vision.synthetic.wild import wild_ground
from vision.synthetic.writing import FULL_HEIGHT, WORDS, write_on

Canvas = NDArray[np.uint8]
Generator = np.random.Generator
GROUNDS = ("wood", "felt", "cloth", "mat", "plain")
WILD = "wild"
ANY_GROUND = (*GROUNDS, *(WILD for _ in GROUNDS))
WRITTEN_ON = 0.6
"""So many sheets of paper have something on them; the others are ruled."""

CLUTTER = ("hand", "cup", "pen", "phone", "paper", "chips", "thing")


def ground(kind: str, size: tuple[int, int], rng: Generator) -> Canvas:
    """A table top of that kind, `size` wide and high; the file of a picture is laid again and again."""
    width, height = size
    base = rng.integers(20, 220, 3).astype(np.float32)
    if kind == "wood":
        return _wood(width, height, rng)
    if kind == "felt":
        base = np.array([rng.integers(20, 90), rng.integers(60, 140), rng.integers(10, 90)], np.float32)
        return _speckled(base, width, height, 10, rng)
    if kind == WILD:
        return wild_ground(size, rng)
    if kind.startswith("/"):
        return _of_picture(kind, width, height, rng)
    if kind == "cloth":
        return _cloth(base, width, height, rng)
    if kind == "mat":
        return _printed(_speckled(base * 0.6, width, height, 4, rng), rng)
    return _speckled(base, width, height, 5, rng)


@lru_cache(128)
def _picture(file: str) -> Canvas:
    picture = cv2.imread(file)
    if picture is None:
        raise FileNotFoundError(file)
    return np.asarray(picture, np.uint8)


def _of_picture(file: str, width: int, height: int, rng: Generator) -> Canvas:
    """The picture as a pattern of any size, in light of any colour."""
    tile = np.rot90(_picture(file), int(rng.integers(4)))
    high = max(16, round(height * float(np.exp(rng.uniform(np.log(0.12), np.log(1.3))))))
    wide = max(16, round(high * tile.shape[1] / tile.shape[0]))
    tile = cv2.resize(tile, (wide, high), interpolation=cv2.INTER_AREA)
    lit = np.clip(tile * rng.uniform(0.7, 1.3, 3) * rng.uniform(0.6, 1.4), 0, 255).astype(np.uint8)
    left, top = int(rng.integers(wide)), int(rng.integers(high))
    times = (-(-(height + top) // high), -(-(width + left) // wide), 1)
    return np.ascontiguousarray(np.tile(lit, times)[top : top + height, left : left + width])


def _speckled(base: NDArray[np.float32], width: int, height: int, strength: float, rng: Generator) -> Canvas:
    noise = rng.normal(0, strength, (height // 2 + 1, width // 2 + 1)).astype(np.float32)
    noise = cv2.resize(noise, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.clip(base + noise[:, :, None], 0, 255).astype(np.uint8)


def _wood(width: int, height: int, rng: Generator) -> Canvas:
    base = np.array([rng.integers(30, 120), rng.integers(60, 160), rng.integers(90, 210)], np.float32)
    grain = smooth_noise((width, height), (max(2, width // 180), max(4, height // int(rng.integers(3, 9)))), rng)
    planks = rng.integers(height // 6, height // 2)
    seams = ((np.arange(height) % planks) < 2).astype(np.float32)[:, None] * -40
    return np.clip(base + (grain * 14 + seams)[:, :, None], 0, 255).astype(np.uint8)


def _cloth(base: NDArray[np.float32], width: int, height: int, rng: Generator) -> Canvas:
    other = rng.integers(20, 235, 3).astype(np.float32)
    step = int(rng.integers(max(4, height // 60), max(6, height // 8)))
    x, y = np.arange(width) // step % 2, np.arange(height) // step % 2
    mix: NDArray[Any] = (x[None, :] + (y[:, None] if rng.random() < 0.7 else 0)) / 2.0
    if rng.random() < 0.4:
        mix = (np.sin(np.arange(width) / step)[None, :] * np.sin(np.arange(height) / step)[:, None] > 0.3) * 1.0
    cloth = base * (1 - mix[:, :, None]) + other * mix[:, :, None]
    return np.clip(cloth + rng.normal(0, 4, (height, width, 1)), 0, 255).astype(np.uint8)


def _printed(canvas: Canvas, rng: Generator) -> Canvas:
    """Outlines of places for cards, as on a printed mat."""
    height, width = canvas.shape[:2]
    ink = tuple(int(value) for value in rng.integers(120, 250, 3))
    for _ in range(int(rng.integers(6, 24))):
        high = int(height * rng.uniform(0.11, 0.16))
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        cv2.rectangle(canvas, (x, y), (x + high * 2 // 3, y + high), ink, max(1, height // 500), cv2.LINE_AA)
    return canvas


def add_clutter(kind: str, canvas: Canvas, rng: Generator) -> None:
    """Lay one thing of that kind somewhere on the picture."""
    _CLUTTER[kind](canvas, rng)


def _place(canvas: Canvas, rng: Generator) -> tuple[float, float, float]:
    """Where a thing lies, and the height of the picture as its measure; mostly near the rim."""
    height, width = canvas.shape[:2]
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    if rng.random() < 0.6:
        x = width * rng.choice((rng.uniform(0, 0.12), rng.uniform(0.88, 1)))
    return x, y, float(height)


def fill(canvas: Canvas, points: NDArray[np.float64], colour: tuple[float, ...]) -> None:
    cv2.fillPoly(canvas, [np.round(points * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def box(x: float, y: float, wide: float, high: float, angle: float) -> NDArray[np.float64]:
    corners = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return corners @ turn.T + (x, y)


def _hand(canvas: Canvas, rng: Generator) -> None:
    x, y, unit = _place(canvas, rng)
    height, width = canvas.shape[:2]
    skin = np.array([80, 115, 165]) * rng.uniform(0.35, 1.45)
    colour = tuple(float(value) for value in np.clip(skin, 0, 255))
    shade = tuple(value * 0.8 for value in colour)
    inward = np.arctan2(height / 2 - y, width / 2 - x) + rng.normal(0, 0.4)
    pen, palm = unit * 0.028, unit * 0.07
    cv2.line(canvas, (int(x), int(y)), _along(x, y, inward + np.pi, unit), colour, int(unit * 0.1), cv2.LINE_AA)
    cv2.circle(canvas, (int(x), int(y)), int(palm), colour, -1, cv2.LINE_AA)
    for spread, long in zip((-0.5, -0.17, 0.14, 0.45, 1.1), (0.15, 0.18, 0.17, 0.14, 0.1), strict=True):
        tip = _along(x, y, inward + spread + rng.normal(0, 0.06), unit * long * rng.uniform(0.7, 1.1))
        cv2.line(canvas, (int(x), int(y)), tip, shade, int(pen * 1.25), cv2.LINE_AA)
        cv2.line(canvas, (int(x), int(y)), tip, colour, int(pen), cv2.LINE_AA)


def _along(x: float, y: float, angle: float, far: float) -> tuple[int, int]:
    return int(x + np.cos(angle) * far), int(y + np.sin(angle) * far)


def _cup(canvas: Canvas, rng: Generator) -> None:
    x, y, unit = _place(canvas, rng)
    radius = unit * rng.uniform(0.06, 0.11)
    rim = tuple(float(value) for value in rng.uniform(120, 255, 3))
    inside = tuple(float(value) for value in rng.uniform(10, 120, 3))
    cv2.circle(canvas, (int(x), int(y)), int(radius), rim, -1, cv2.LINE_AA)
    cv2.circle(canvas, (int(x), int(y)), int(radius * 0.85), inside, -1, cv2.LINE_AA)


def _pen(canvas: Canvas, rng: Generator) -> None:
    x, y, unit = _place(canvas, rng)
    points = box(x, y, unit * rng.uniform(0.15, 0.25), unit * 0.015, rng.uniform(0, np.pi))
    fill(canvas, points, tuple(float(value) for value in rng.uniform(0, 255, 3)))


def _phone(canvas: Canvas, rng: Generator) -> None:
    x, y, unit = _place(canvas, rng)
    angle, high = rng.uniform(0, np.pi), unit * rng.uniform(0.2, 0.26)
    fill(canvas, box(x, y, high * 0.5, high, angle), (25.0, 25.0, 25.0))
    screen = tuple(float(value) for value in rng.uniform(10, rng.choice((90, 250)), 3))
    fill(canvas, box(x, y, high * 0.46, high * 0.92, angle), screen)
    if rng.random() < 0.5:
        scribble(canvas, (x, y), (high * 0.4, high * 0.8), angle, rng)


def _paper(canvas: Canvas, rng: Generator) -> None:
    x, y, unit = _place(canvas, rng)
    angle, high = rng.uniform(0, np.pi), unit * rng.uniform(0.22, 0.5)
    wide = high * rng.uniform(0.6, 0.8)
    if rng.random() < WRITTEN_ON:
        fill(canvas, box(x, y, wide, high, angle), tuple(float(value) for value in rng.uniform(150, 250, 3)))
        write_on(canvas, (x, y), (wide * 0.92, high * 0.92), angle, rng)
        return
    fill(canvas, box(x, y, wide, high, angle), (238.0, 240.0, 240.0))
    across = np.array([np.cos(angle), np.sin(angle)])
    down = np.array([-np.sin(angle), np.cos(angle)])
    for line in np.arange(-0.4, 0.41, 0.08):
        start, end = (np.array([x, y]) + down * line * high + across * wide * side for side in (-0.4, 0.4))
        cv2.line(canvas, tuple(start.astype(int)), tuple(end.astype(int)), (190, 170, 150), 1, cv2.LINE_AA)


def _thing(canvas: Canvas, rng: Generator) -> None:
    """Something flat of the size of a card or larger: a coaster, a note, a box, a book."""
    x, y, unit = _place(canvas, rng)
    wide, high = unit * rng.uniform(0.05, 0.3, 2)
    angle = rng.uniform(0, np.pi)
    colour = tuple(float(value) for value in rng.uniform(20, 255, 3))
    if rng.random() < 0.3:
        cv2.ellipse(
            canvas, (int(x), int(y)), (int(wide / 2), int(high / 2)), angle * 57, 0, 360, colour, -1, cv2.LINE_AA
        )
    else:
        if abs(wide / high - 0.65) < 0.12 or abs(high / wide - 0.65) < 0.12:
            high = wide  # of the shape of a card it could be one
        fill(canvas, box(x, y, wide, high, angle), colour)
    if rng.random() < 0.6:
        scribble(canvas, (x, y), (wide * 0.8, high * 0.8), angle, rng)


def scribble(
    canvas: Canvas,
    middle: tuple[float, float],
    size: tuple[float, float],
    angle: float,
    rng: Generator,
    full_height: int | None = None,
) -> None:
    """Writing and small shapes, as on a screen, a label or a note, in a picture of that height or a piece of one."""
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    ink = tuple(float(value) for value in rng.uniform(0, 255, 3))
    for _ in range(int(rng.integers(3, 14))):
        x, y = rng.uniform(-0.5, 0.5, 2) * size @ turn.T + middle
        if rng.random() < 0.5:
            text = str(rng.choice(WORDS))
            scale = float((full_height or canvas.shape[0]) / FULL_HEIGHT * rng.uniform(0.4, 1.6))
            cv2.putText(canvas, text, (int(x), int(y)), cv2.FONT_HERSHEY_SIMPLEX, scale, ink, 1, cv2.LINE_AA)
        else:
            part = np.array(size) * rng.uniform(0.05, 0.3)
            fill(canvas, box(x, y, part[0], part[1], angle), ink)


def _chips(canvas: Canvas, rng: Generator) -> None:
    x, y, unit = _place(canvas, rng)
    colour = tuple(float(value) for value in rng.uniform(30, 230, 3))
    for _ in range(int(rng.integers(2, 12))):
        at = (int(x + rng.normal(0, unit * 0.05)), int(y + rng.normal(0, unit * 0.05)))
        cv2.circle(canvas, at, int(unit * 0.016), (30, 30, 30), -1, cv2.LINE_AA)
        cv2.circle(canvas, at, int(unit * 0.0145), colour, -1, cv2.LINE_AA)


_CLUTTER: dict[str, Callable[[Canvas, Generator], None]] = {
    "hand": _hand,
    "cup": _cup,
    "pen": _pen,
    "phone": _phone,
    "paper": _paper,
    "chips": _chips,
    "thing": _thing,
}
