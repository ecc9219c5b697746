"""What backs are printed with."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.artwork import HEIGHT, WIDTH, Face, cartoon, ox
from vision.synthetic.designs import Colour
from vision.synthetic.wild import patterned

Generator = np.random.Generator
MIDDLE = (WIDTH // 2, HEIGHT // 2)


def _lattice(back: Face, figure: Colour) -> None:
    for at in range(-HEIGHT, WIDTH + HEIGHT, 14):
        cv2.line(back, (at, 0), (at + HEIGHT, HEIGHT), figure, 2, cv2.LINE_AA)
        cv2.line(back, (at, HEIGHT), (at + HEIGHT, 0), figure, 2, cv2.LINE_AA)


def _bars(back: Face, figure: Colour) -> None:
    for at in range(0, WIDTH, 16):
        cv2.rectangle(back, (at, 0), (at + 7, HEIGHT), figure, -1)


def _dots(back: Face, figure: Colour) -> None:
    for x in range(8, WIDTH, 16):
        for y in range(8, HEIGHT, 16):
            cv2.circle(back, (x, y), 4, figure, -1, cv2.LINE_AA)


def _lozenges(back: Face, figure: Colour) -> None:
    for x in range(14, WIDTH, 20):
        for y in range(14, HEIGHT, 20):
            cv2.ellipse(back, (x, y), (4, 7), 0, 0, 360, figure, -1, cv2.LINE_AA)


def _circles(back: Face, figure: Colour) -> None:
    for radius in range(8, HEIGHT, 13):
        cv2.circle(back, (WIDTH // 2, HEIGHT // 2), radius, figure, 3, cv2.LINE_AA)


def _waves(back: Face, figure: Colour) -> None:
    x = np.arange(20, WIDTH - 20)
    for down in range(30, HEIGHT - 20, 24):
        wave = np.stack([x, down + 5 * np.sin(x / 7)], axis=1)
        cv2.polylines(back, [np.round(wave).astype(np.int32)], False, figure, 2, cv2.LINE_AA)


def _bricks(back: Face, figure: Colour) -> None:
    rng = _rng_of(back, figure)
    high, wide = int(rng.integers(8, 26)), int(rng.integers(14, 50))
    for row, top in enumerate(range(0, HEIGHT, high)):
        for left in range(-(row % 2) * wide // 2, WIDTH, wide):
            cv2.rectangle(back, (left, top), (left + wide - 3, top + high - 3), figure, -1)


def _zigzag(back: Face, figure: Colour) -> None:
    rng = _rng_of(back, figure)
    step, rise, pen = int(rng.integers(14, 40)), int(rng.integers(4, 24)), int(rng.integers(2, 8))
    across = np.arange(-10, WIDTH + 20, int(rng.integers(6, 24)))
    for down in range(-rise, HEIGHT + rise, step):
        line = np.stack([across, down + rise * (np.arange(len(across)) % 2)], axis=1)
        cv2.polylines(back, [line.astype(np.int32)], False, figure, pen, cv2.LINE_AA)


def _plaid(back: Face, figure: Colour) -> None:
    """Stripes across and along, through which the ground is seen."""
    rng = _rng_of(back, figure)
    woven = back.astype(np.float64)
    for _ in range(int(rng.integers(2, 5))):
        step, wide = int(rng.integers(16, 60)), int(rng.integers(2, 14))
        colour = np.array(figure) * rng.uniform(0.4, 1) + rng.uniform(0, 80)
        for axis, far in ((0, HEIGHT), (1, WIDTH)):
            there = np.where(np.arange(far) % step < wide, 0.5, 0.0)
            part = there[:, None, None] if axis == 0 else there[None, :, None]
            woven = woven * (1 - part) + colour * part
    back[:] = np.clip(woven, 0, 255).astype(np.uint8)


def _rays(back: Face, figure: Colour) -> None:
    """Rays from the middle, and something on a disc before them."""
    rng = _rng_of(back, figure)
    count = int(rng.integers(8, 30))
    for ray in range(count):
        turns = np.array((ray - 0.25, ray + 0.25)) * 2 * np.pi / count
        ends = np.stack([np.cos(turns), np.sin(turns)], axis=1) * HEIGHT + MIDDLE
        cv2.fillConvexPoly(back, np.round(np.vstack([MIDDLE, ends])).astype(np.int32), figure, cv2.LINE_AA)
    radius = round(WIDTH * rng.uniform(0.15, 0.35))
    cv2.circle(back, MIDDLE, radius, _between(back, figure, 0.5), -1, cv2.LINE_AA)
    _any_motif(rng)(back, MIDDLE, radius * 0.8, figure, rng)


def _speckles(back: Face, figure: Colour) -> None:
    rng = _rng_of(back, figure)
    for _ in range(int(rng.integers(60, 500))):
        at = (int(rng.integers(WIDTH)), int(rng.integers(HEIGHT)))
        cv2.circle(back, at, int(rng.integers(1, 4)), _between(back, figure, rng.uniform(0.4, 1)), -1, cv2.LINE_AA)


def _repeated(back: Face, figure: Colour) -> None:
    """A small figure again and again, in a grid or like bricks."""
    rng = _rng_of(back, figure)
    motif, step, seed = _any_motif(rng), int(rng.integers(16, 56)), int(rng.integers(1 << 30))
    slip, size = (step // 2 if rng.random() < 0.5 else 0), step * rng.uniform(0.25, 0.5)
    for row, y in enumerate(range(step // 2, HEIGHT, step)):
        for x in range(step // 2 + slip * (row % 2), WIDTH, step):
            motif(back, (x, y), size, figure, np.random.default_rng(seed))


def _figure(back: Face, figure: Colour) -> None:
    """One figure, drawn or printed, on plain paper, perhaps at both ends."""
    rng = _rng_of(back, figure)
    motif, size = _any_motif(rng), WIDTH * rng.uniform(0.12, 0.42)
    off = round(HEIGHT * rng.choice((0.0, 0.0, rng.uniform(0.15, 0.3))))
    motif(back, (MIDDLE[0], MIDDLE[1] - off), size, figure, rng)
    if off:
        back[HEIGHT // 2 :] = back[: (HEIGHT + 1) // 2][::-1, ::-1]


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


def _any_motif(rng: Generator) -> Motif:
    return MOTIFS[int(rng.integers(len(MOTIFS)))]


def _rng_of(back: Face, figure: Colour) -> Generator:
    """The same for all backs of one deck."""
    return np.random.default_rng([*back[0, 0].tolist(), *figure])


def _between(back: Face, figure: Colour, part: float) -> Colour:
    ground = back[0, 0].tolist()
    mixed = [round(value * (1 - part) + other * part) for value, other in zip(ground, figure, strict=True)]
    return (mixed[0], mixed[1], mixed[2])


def _pattern(back: Face, figure: Colour) -> None:
    """Whatever a cloth may be printed with."""
    colours = np.array([_between(back, figure, part) for part in (0, 1, 0.5)], np.float32)
    rng = _rng_of(back, figure)
    back[:] = patterned((WIDTH, HEIGHT), colours[: int(rng.integers(2, 4))], rng)


PATTERNS: dict[str, Callable[[Face, Colour], None]] = {
    "lattice": _lattice,
    "stripes": _bars,
    "dots": _dots,
    "lozenges": _lozenges,
    "rings": _circles,
    "waves": _waves,
    "bricks": _bricks,
    "zigzag": _zigzag,
    "plaid": _plaid,
    "rays": _rays,
    "speckles": _speckles,
    "repeated": _repeated,
    "figure": _figure,
    "pattern": _pattern,
}
