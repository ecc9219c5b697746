"""Grounds unlike any table top, to learn from: who has found cards on these finds them on a cloth never seen."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.cloths import carpet, patchwork, turned
from vision.synthetic.noise import smooth_noise

Canvas = NDArray[np.uint8]
Colours = NDArray[np.float32]
Generator = np.random.Generator


def wild_ground(size: tuple[int, int], rng: Generator) -> Canvas:
    """One pattern in a few colours, or two of them one through the other, under uneven light."""
    colours = _palette(rng)
    drawn = _pattern(size, colours, rng)
    if rng.random() < 0.4:
        part = rng.uniform(0.2, 0.8)
        drawn = drawn * part + _pattern(size, _palette(rng), rng) * (1 - part)
    drawn = drawn + _noise(size, int(rng.integers(2, 7)), rng)[:, :, None] * rng.uniform(0, 18)
    return np.clip(drawn + rng.normal(0, rng.uniform(0, 5), (*drawn.shape[:2], 1)), 0, 255).astype(np.uint8)


def patterned(size: tuple[int, int], colours: Colours, rng: Generator) -> Canvas:
    """One pattern in these colours."""
    return np.clip(_pattern(size, colours, rng), 0, 255).astype(np.uint8)


def _palette(rng: Generator) -> Colours:
    """Two to five colours, mostly near one another."""
    base = rng.uniform(10, 245, 3)
    far = rng.choice((15.0, 40.0, 110.0))
    return np.clip(base + rng.normal(0, far, (int(rng.integers(2, 6)), 3)), 0, 255).astype(np.float32)


def _pattern(size: tuple[int, int], colours: Colours, rng: Generator) -> Colours:
    return _PATTERNS[int(rng.integers(len(_PATTERNS)))](size, colours, rng)


def _noise(size: tuple[int, int], cells: int, rng: Generator, longer: float = 1.0) -> Colours:
    """Smooth noise of about 1, with so many hills across the picture."""
    width, height = size
    down, across = max(2, cells), max(2, round(cells * longer * width / height))
    return smooth_noise(size, (across, down), rng)


def _blots(size: tuple[int, int], colours: Colours, rng: Generator) -> Colours:
    """Camouflage, marble or grain: noise of several sizes, cut into as many levels as there are colours."""
    cells, longer = int(rng.integers(2, 24)), float(rng.choice((1.0, rng.uniform(0.05, 8))))
    level = sum(_noise(size, cells * 2**octave, rng, longer) / 1.7**octave for octave in range(4))
    if rng.random() < 0.3:
        level = np.sin(level * rng.uniform(2, 9))
    place = np.clip((level + 1.5) / 3, 0, 0.999) * (len(colours) - 1)
    if rng.random() < 0.5:
        return colours[np.round(place).astype(np.intp)]
    low = place.astype(np.intp)
    return colours[low] + (colours[low + 1] - colours[low]) * (place - low)[:, :, None]


def _stripes(size: tuple[int, int], colours: Colours, rng: Generator) -> Colours:
    """Stripes, checks or tiles at any angle."""
    y, x = np.indices(size[::-1], dtype=np.float32)
    angle, step = rng.uniform(0, np.pi), size[1] / rng.uniform(3, 70)
    along = (x * np.cos(angle) + y * np.sin(angle)) / step
    across = (y * np.cos(angle) - x * np.sin(angle)) / step * rng.choice((0.0, 1.0, rng.uniform(0.2, 3)))
    if rng.random() < 0.3:
        along = along + _noise(size, 6, rng) * 0.3
    return colours[(np.floor(along) + np.floor(across)).astype(np.intp) % len(colours)]


def _scattered(size: tuple[int, int], colours: Colours, rng: Generator) -> Colours:
    """Small shapes strewn over one colour: flowers, dots, leaves, letters."""
    canvas = np.empty((size[1], size[0], 3), np.uint8)
    canvas[:] = colours[0]
    largest = size[1] * float(rng.uniform(0.01, 0.09))
    kind = int(rng.integers(4))
    for _ in range(int(rng.integers(20, 260))):
        x, y = int(rng.integers(size[0])), int(rng.integers(size[1]))
        colour = tuple(float(value) for value in colours[int(rng.integers(1, len(colours)))])
        _SHAPES[kind](canvas, (x, y), max(1.5, largest * rng.uniform(0.3, 1)), colour, rng)
    return canvas.astype(np.float32)


def _ornament(size: tuple[int, int], colours: Colours, rng: Generator) -> Colours:
    """A figure that is its own mirror image, again and again: carpets, damask, tiles."""
    side = int(size[1] / rng.uniform(1.5, 16)) + 8
    tile = np.empty((side, round(side * rng.uniform(0.5, 1.6)), 3), np.uint8)
    tile[:] = colours[0]
    for _ in range(int(rng.integers(4, 26))):
        at = (int(rng.integers(tile.shape[1])), int(rng.integers(side)))
        colour = tuple(float(value) for value in colours[int(rng.integers(len(colours)))])
        axes = tuple(int(value) + 1 for value in rng.uniform(0.02, 0.35, 2) * side)
        pen = -1 if rng.random() < 0.5 else int(rng.integers(1, 2 + side // 25))
        if rng.random() < 0.6:
            cv2.ellipse(tile, at, axes, float(rng.uniform(0, 180)), 0, float(rng.uniform(120, 360)), colour, pen, 16)
        else:
            cv2.rectangle(tile, at, (at[0] + axes[0], at[1] + axes[1]), colour, pen, 16)
    whole = np.vstack([np.hstack([tile, tile[:, ::-1]]), np.hstack([tile[::-1], tile[::-1, ::-1]])])
    times = (-(-size[1] // whole.shape[0]), -(-size[0] // whole.shape[1]), 1)
    return np.tile(whole, times)[: size[1], : size[0]].astype(np.float32)


def _parquet(size: tuple[int, int], colours: Colours, rng: Generator) -> Colours:
    """Blocks of wood or tiles with a rim, each a little lighter or darker, in rows that are shifted or not."""
    high = round(size[1] / rng.uniform(4, 24)) + 4
    wide, rim = round(high * rng.uniform(0.4, 5)) + 4, int(rng.integers(0, 4))
    slip = float(rng.choice((0.0, 0.5, rng.uniform(0, 1))))
    grain = _noise(size, int(rng.integers(20, 120)), rng, longer=rng.uniform(0.02, 1))[:, :, None] * rng.uniform(0, 22)
    canvas = np.empty((size[1], size[0], 3), np.float32)
    canvas[:] = colours[0]
    for row, top in enumerate(range(-high // 2, size[1], high)):
        for left in range(-round(wide * (slip * row % 1.0)), size[0], wide):
            shade = colours[int(rng.integers(len(colours)))] + rng.normal(0, 10)
            x, y, right, low = (max(0, at) for at in (left + rim, top + rim, left + wide, top + high))
            canvas[y:low, x:right] = shade
            if rng.random() < 0.1:
                inset = round(0.2 * min(high, wide))
                cv2.rectangle(canvas, (x + inset, y + inset), (right - inset, low - inset), colours[-1].tolist(), 2)
    return canvas + grain


def _gingham(size: tuple[int, int], colours: Colours, rng: Generator) -> Colours:
    """Threads of two colours, woven: where both ways are alike they are full, and else half of each."""
    y, x = np.indices(size[::-1], dtype=np.float32)
    angle, step = rng.uniform(0, np.pi), size[1] / rng.uniform(3, 40)
    bend = _noise(size, 4, rng) * rng.uniform(0, 0.15)
    part = rng.uniform(0.3, 0.7)
    one = ((x * np.cos(angle) + y * np.sin(angle)) / step + bend) % 1 < part
    other = ((y * np.cos(angle) - x * np.sin(angle)) / step + bend) % 1 < part
    light = np.full(3, rng.uniform(190, 250), np.float32) if rng.random() < 0.6 else colours[1]
    mixed = ((one.astype(np.float32) + other) / 2)[:, :, None]
    return light * (1 - mixed) + colours[0] * mixed


def _chips(size: tuple[int, int], colours: Colours, rng: Generator) -> Colours:
    """Terrazzo, gravel, cork: spots of any shape, close together."""
    canvas = np.empty((size[1], size[0], 3), np.float32)
    canvas[:] = colours[0]
    cells = int(rng.integers(25, 140))
    for colour in colours[1:]:
        canvas[_noise(size, round(cells * rng.uniform(0.6, 1.6)), rng) > rng.uniform(0.4, 1.4)] = colour
    return canvas


def _print(size: tuple[int, int], colours: Colours, rng: Generator) -> Colours:
    """Pages full of words in columns, with headlines and pictures: newspapers, sheet music, maps with names."""
    side = round(np.hypot(*size))
    page = np.empty((side, side, 3), np.uint8)
    page[:] = paper = rng.uniform(150, 250) + rng.normal(0, 8, 3) if rng.random() < 0.7 else colours[0]
    ink = colours[1] * 0.4 if paper.mean() > 128 else colours[1] * 0.4 + 150
    high, font = size[1] / rng.uniform(22, 110), int(rng.integers(8))
    wide = round(side / (rng.integers(2, 7) if rng.random() < 0.4 else rng.integers(7, 26)))
    heads, font_of_heads = rng.uniform(0.03, 0.12), int(rng.integers(8))
    for left in range(0, side, wide):
        top = 0.0
        while top < side:
            kind, tall = rng.random(), high
            if kind < 0.03:
                bottom = round(top + wide * rng.uniform(0.3, 1.0))
                _photograph(page[round(top) : bottom, left + 4 : left + wide - 8], rng)
                top = bottom
            face = font
            if 0.03 < kind < 0.03 + heads:
                face, tall = font_of_heads, min(high * rng.uniform(1.3, 5), 0.3 * wide)
            _words(page, (left + 4, round(top + tall)), wide - 8, tall * 0.72, face, ink, rng)
            top += tall * 1.1
    return turned(page, size, rng)


def _photograph(place: Canvas, rng: Generator) -> None:
    high, wide = place.shape[:2]
    if min(high, wide) > 1:
        grey = smooth_noise((wide, high), (int(rng.integers(2, 16)), int(rng.integers(2, 16))), rng)
        level = rng.uniform(40, 200, 3) + grey[:, :, None] * rng.uniform(0, 60)
        place[:] = np.clip(level, 0, 255)


def _words(page: Canvas, at: tuple[int, int], wide: int, high: float, font: int, ink: Colours, rng: Generator) -> None:
    """A line of words that mean nothing."""
    scale = high / 22
    letters = "".join(chr(int(code)) for code in rng.integers(97, 123, max(1, int(wide / (18 * scale)))))
    text = " ".join(letters[start : start + 5] for start in range(0, len(letters), int(rng.integers(3, 9))))
    pen = max(1, round(high * rng.uniform(0.05, 0.2)))
    cv2.putText(page, text[: len(letters)], at, font, scale, tuple(map(float, ink)), pen, cv2.LINE_AA)


def _leaf(canvas: Canvas, at: tuple[int, int], size: float, colour: tuple[float, ...], rng: Generator) -> None:
    long, wide = max(1, int(size)), max(1, int(size * rng.uniform(0.2, 1)))
    cv2.ellipse(canvas, at, (long, wide), float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)


def _flower(canvas: Canvas, at: tuple[int, int], size: float, colour: tuple[float, ...], rng: Generator) -> None:
    for turn in np.arange(0, 2 * np.pi, 2 * np.pi / int(rng.integers(4, 9))):
        petal = (int(at[0] + size * 0.6 * np.cos(turn)), int(at[1] + size * 0.6 * np.sin(turn)))
        cv2.circle(canvas, petal, max(1, int(size * 0.4)), colour, -1, cv2.LINE_AA)


def _letter(canvas: Canvas, at: tuple[int, int], size: float, colour: tuple[float, ...], rng: Generator) -> None:
    text = "".join(chr(int(code)) for code in rng.integers(65, 123, int(rng.integers(1, 9))))
    cv2.putText(canvas, text, at, int(rng.integers(8)), size / 22, colour, 1, cv2.LINE_AA)


def _square(canvas: Canvas, at: tuple[int, int], size: float, colour: tuple[float, ...], rng: Generator) -> None:
    width = -1 if rng.random() < 0.5 else 1
    long, wide = int(size), int(size * rng.uniform(0.4, 1))
    cv2.rectangle(canvas, at, (at[0] + long, at[1] + wide), colour, width, cv2.LINE_AA)


_PATTERNS: tuple[Callable[[tuple[int, int], Colours, Generator], Colours], ...] = (
    *(_blots, _blots, _stripes, _scattered),
    *(_ornament, _ornament, _scattered, _parquet),
    *(_gingham, _gingham, _chips, _print),
    *(patchwork, patchwork, carpet, _print),
)
_SHAPES = (_leaf, _flower, _letter, _square)
