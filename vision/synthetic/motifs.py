"""Small figures, as they are printed or drawn on the backs of cards."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.artwork import HEIGHT, WIDTH, Face, cartoon, ox
from vision.synthetic.designs import Colour

Generator = np.random.Generator
Motif = Callable[[Face, tuple[int, int], float, Colour, Generator], None]


def _star(back: Face, at: tuple[int, int], size: float, colour: Colour, rng: Generator) -> None:
    """A star drawn in one go, in lines or filled."""
    points = int(rng.choice((5, 5, 6, 7, 8)))
    skip = 2 if rng.random() < 0.7 else 1
    turns = rng.uniform(0, 0.3) + np.arange(points + 1) * skip * 2 * np.pi / points
    corners = np.stack([at[0] + size * np.sin(turns), at[1] - size * np.cos(turns)], axis=1)
    if rng.random() < 0.4:
        cv2.fillPoly(back, [np.round(corners * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    else:
        _line(back, corners, colour, max(1, round(size * rng.uniform(0.05, 0.16))))


def _spiral(back: Face, at: tuple[int, int], size: float, colour: Colour, rng: Generator) -> None:
    turns = np.linspace(0, rng.uniform(3, 9) * np.pi, 90) * rng.choice((-1, 1))
    far = size * np.linspace(0.05, 1, 90)
    line = np.stack([at[0] + far * np.cos(turns), at[1] + far * np.sin(turns)], axis=1)
    _line(back, line, colour, max(1, round(size * rng.uniform(0.04, 0.12))))


def _scrawl(back: Face, at: tuple[int, int], size: float, colour: Colour, rng: Generator) -> None:
    """A few lines that bend: a drawing of anything."""
    pen = max(1, round(size * rng.uniform(0.05, 0.15)))
    for _ in range(int(rng.integers(1, 5))):
        line = np.cumsum(rng.normal(0, 0.25, (40, 2)).cumsum(axis=0) * 0.2, axis=0)
        line = (line - line.mean(axis=0)) / (np.ptp(line) + 1e-6) * 2 * size
        _line(back, line + at, colour, pen)


def _flower(back: Face, at: tuple[int, int], size: float, colour: Colour, rng: Generator) -> None:
    petals = int(rng.integers(4, 10))
    for turn in np.arange(petals) * 2 * np.pi / petals:
        petal = (round(at[0] + size * 0.6 * np.cos(turn)), round(at[1] + size * 0.6 * np.sin(turn)))
        axes = (max(1, round(size * 0.4)), max(1, round(size * 0.2)))
        cv2.ellipse(back, petal, axes, float(np.degrees(turn)), 0, 360, colour, -1)


def _shape(back: Face, at: tuple[int, int], size: float, colour: Colour, rng: Generator) -> None:
    """A heart, a leaf, a shield: half of it anyhow, and its mirror image."""
    down = np.linspace(-1, 1, 12)
    out = np.abs(np.cos(down * np.pi / 2)) * rng.uniform(0.4, 1) + 0.25 * np.abs(rng.normal(0, 1, 12)) * (1 - down**2)
    half = np.stack([out, down], axis=1) * size
    whole = np.vstack([half, (half * (-1, 1))[::-1]]) + at
    cv2.fillPoly(back, [np.round(whole * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _rings(back: Face, at: tuple[int, int], size: float, colour: Colour, rng: Generator) -> None:
    for part in np.linspace(1, 0.2, int(rng.integers(1, 5))):
        cv2.circle(back, at, max(1, round(size * part)), colour, max(1, round(size * 0.08)), cv2.LINE_AA)


def _word(back: Face, at: tuple[int, int], size: float, colour: Colour, rng: Generator) -> None:
    """Letters, along or across."""
    text = "".join(chr(int(code)) for code in rng.integers(65, 91, int(rng.integers(1, 8))))
    paper = np.zeros((60, 40 + 44 * len(text)), np.uint8)
    cv2.putText(paper, text, (10, 45), int(rng.integers(8)), 1.3, 255, int(rng.integers(2, 6)), cv2.LINE_AA)
    angle = float(rng.choice((0, 0, 90, rng.uniform(0, 360))))
    grow = 2 * size / paper.shape[1] * (1 if len(text) > 1 else 0.6)
    move = cv2.getRotationMatrix2D((paper.shape[1] / 2, paper.shape[0] / 2), angle, grow)
    move[:, 2] += np.array(at) - (paper.shape[1] / 2, paper.shape[0] / 2)
    ink = cv2.warpAffine(paper, move, (WIDTH, HEIGHT), flags=cv2.INTER_AREA)[:, :, None].astype(np.float32) / 255
    back[:] = (back * (1 - ink) + np.array(colour) * ink).astype(np.uint8)


def _ox(back: Face, at: tuple[int, int], size: float, colour: Colour, rng: Generator) -> None:
    ox(back, at, size, colour)


def _line(back: Face, points: NDArray[np.float64], colour: Colour, pen: int) -> None:
    cv2.polylines(back, [np.round(points * 16).astype(np.int32)], False, colour, pen, cv2.LINE_AA, 4)


MOTIFS: tuple[Motif, ...] = (
    *(_star, _spiral, _scrawl, _flower, _shape),
    *(_rings, _word, _ox, cartoon),
)


def any_motif(rng: Generator) -> Motif:
    return MOTIFS[int(rng.integers(len(MOTIFS)))]
