"""What stands on sheets of paper: lines of handwriting, tables of numbers, lines to write on."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Canvas = NDArray[np.uint8]
Ink = NDArray[np.uint8]
Generator = np.random.Generator
Writing = Callable[[Ink, float, Generator], None]

WORDS = ("Ola", "menu", "note", "tea", "ABC", "oh", "EXIT", "wi-fi", "game")
FULL_HEIGHT = 1296
"""Of a whole picture, in pixels: a canvas may be a piece of one."""


def write_on(
    canvas: Canvas,
    middle: tuple[float, float],
    size: tuple[float, float],
    angle: float,
    rng: Generator,
    kind: Writing | None = None,
    full_height: int | None = None,
) -> None:
    """Fill so much of the canvas, a picture of that height or a piece of one, with writing of that kind or any."""
    unit = (full_height or canvas.shape[0]) / FULL_HEIGHT
    high, wide = (max(8, round(length)) for length in (size[1], size[0]))
    ink: Ink = np.zeros((high, wide), np.uint8)
    kind = kind or KINDS[int(rng.integers(len(KINDS)))]
    kind(ink, unit, rng)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    move = np.hstack([turn, (np.array(middle) - turn @ (wide / 2, high / 2))[:, None]])
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)]) @ turn.T + move[:, 2]
    low = np.clip(np.floor(corners.min(axis=0)), 0, canvas.shape[1::-1]).astype(int)
    far = np.clip(np.ceil(corners.max(axis=0)), 0, canvas.shape[1::-1]).astype(int)
    if (far - low).min() < 1:
        return
    move[:, 2] -= low
    there = cv2.warpAffine(ink, move, tuple((far - low).tolist()), flags=cv2.INTER_LINEAR)[:, :, None] / np.float32(255)
    piece = canvas[low[1] : far[1], low[0] : far[0]]
    colour = rng.uniform(0, 255, 3) if rng.random() < 0.3 else rng.uniform(0, 1, 3) * rng.uniform(20, 150)
    piece[:] = (piece * (1 - there) + colour * there).astype(np.uint8)


def _lines(ink: Ink, unit: float, rng: Generator) -> None:
    """Line below line, as a pen goes up and down."""
    step = unit * rng.uniform(8, 26)
    rise, pen = step * rng.uniform(0.1, 0.35), max(1, round(unit * rng.uniform(0.8, 2.2)))
    for down in np.arange(step, ink.shape[0] - step / 2, step):
        end = ink.shape[1] * rng.uniform(0.4, 1.0) if rng.random() < 0.2 else ink.shape[1]
        across = np.arange(0, end, step * rng.uniform(0.15, 0.4))
        line = np.stack([across, down + rng.normal(0, rise, len(across))], axis=1)
        cv2.polylines(ink, [line.astype(np.int32)], False, 255, pen, cv2.LINE_AA)
        for gap in np.flatnonzero(rng.random(len(across)) < 0.12):
            left = round(float(across[gap]))
            ink[round(down - step / 2) : round(down + step / 2), left : left + round(step * 0.3)] = 0


def _table(ink: Ink, unit: float, rng: Generator) -> None:
    """Columns of numbers below names, ruled or not."""
    high, wide = ink.shape
    step = max(8.0, unit * rng.uniform(14, 40))
    columns, pen = int(rng.integers(2, 6)), max(1, round(unit * rng.uniform(0.8, 2)))
    font, ruled = int(rng.integers(8)), rng.random()
    for row, down in enumerate(np.arange(step, high, step)):
        for column in range(columns):
            text = str(rng.integers(0, 105)) if row else str(rng.choice(WORDS))[:3]
            at = (round(wide * (column + 0.1) / columns), round(down - step * 0.2))
            cv2.putText(ink, text, at, font, step / 40, 255, pen, cv2.LINE_AA)
        if ruled < 0.5:
            cv2.line(ink, (0, round(down)), (wide, round(down)), 160, 1)
    if ruled > 0.3:
        for column in range(1, columns):
            cv2.line(ink, (wide * column // columns, 0), (wide * column // columns, high), 160, 1)


def _ruled(ink: Ink, unit: float, rng: Generator) -> None:
    """Lines to write on, or squares."""
    step, grey = max(3, round(unit * rng.uniform(8, 30))), int(rng.integers(60, 200))
    ink[::step] = grey
    if rng.random() < 0.4:
        ink[:, ::step] = grey


KINDS: tuple[Writing, ...] = (_lines, _lines, _table, _table, _ruled)
