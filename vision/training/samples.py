"""What the reader's two networks learn from: close-ups with the truth about their numbers."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import upside_down
from vision.cut import CUT, cut_number
from vision.read import CELL, PLAIN_HEIGHT
from vision.synthetic.closeups import Closeup, Number, draw_closeup
from vision.synthetic.designs import SIX_OR_NINE
from vision.synthetic.handwriting import handwritten
from vision.synthetic.letters import wild_typeface
from vision.synthetic.typefaces import Typeface
from vision.training.drawing import Sample

GRID = (CUT[0] // CELL, CUT[1] // CELL)
WINDOWS, ON_NUMBERS = 8, 6
"""Of the windows on a card so many are on its numbers, the last of these upside down."""

SHOWS, HIDDEN = 0.97, 0.7
"""From how much of it on a number counts as there, and up to where as not there."""

WILD, BY_HAND = 0.4, 0.3
"""So many cards are written as no typeface is, and so many of these by hand."""

PARTS = 0.5
"""So often a number of which a part is covered is looked at where the rest of it stands, as if that were all."""

LEAST_CONTRAST = 6.0
LESS_SHARP = 0.15
Generator = np.random.Generator


def sample(typefaces: Sequence[Typeface], seed: int) -> Sample:
    """The cut, what is where on it, what it is, and windows on numbers and on what is none."""
    rng = np.random.default_rng(seed + 1)
    if rng.random() < WILD:
        typefaces = [handwritten(rng) if rng.random() < BY_HAND else wild_typeface(typefaces, rng) for _ in range(2)]
    closeup = draw_closeup(seed, typefaces)
    windows, truths = zip(*(_window(closeup, at, rng) for at in range(WINDOWS)), strict=True)
    whole = np.array([closeup.kind, closeup.turned], np.int64)
    return closeup.cut, _places(closeup), whole, np.stack(windows), np.stack(truths)


def _places(closeup: Closeup) -> NDArray[np.float32]:
    """For each cell: upright number, turned number, dx, dy, log height, and how much the cell counts."""
    there = np.zeros((6, GRID[1], GRID[0]), np.float32)
    there[5] = 1
    for number in closeup.numbers:
        x, y = (value / CELL for value in number.middle)
        column, row = int(np.floor(x)), int(np.floor(y))
        contrast = _contrast(closeup, number)
        for r in range(max(0, row - 1), min(GRID[1], row + 2)):
            for c in range(max(0, column - 1), min(GRID[0], column + 2)):
                near = abs(r + 0.5 - y) < 0.75 and abs(c + 0.5 - x) < 0.75
                if number.visible >= SHOWS and contrast >= LEAST_CONTRAST and near:
                    there[0 if not number.turned else 1, r, c] = 1
                    there[2:5, r, c] = x - c - 0.5, y - r - 0.5, np.log(number.height / PLAIN_HEIGHT)
                elif number.visible > HIDDEN:
                    there[5, r, c] = 0
    there[5][there[0] + there[1] > 0] = 1
    return there


def _contrast(closeup: Closeup, number: Number) -> float:
    window = cut_number(closeup.pyramid, closeup.to_picture, number.middle, number.height, number.turned)
    return float(window[6:-6, 8:-8].astype(np.float32).std(axis=(0, 1)).max())


def _window(closeup: Closeup, at: int, rng: Generator) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A window and its truth: tens, ones, whether a number stands upright in it, and how much each of it counts."""
    if closeup.numbers and (at < ON_NUMBERS or rng.random() < 0.3):
        number = closeup.numbers[(at + int(closeup.card)) % len(closeup.numbers)]
        turned = number.turned if at < ON_NUMBERS - 1 else not number.turned
        return _window_on(closeup, number, turned, rng)
    middle = (float(rng.uniform(4, CUT[0] - 4)), float(rng.uniform(4, CUT[1] - 4)))
    high = float(np.exp(rng.uniform(np.log(8), np.log(50))))
    clear = all(_far(number, middle, high) for number in closeup.numbers)
    window = cut_number(closeup.pyramid, closeup.to_picture, middle, high, bool(rng.integers(2)))
    return window, np.array([0, 0, 0, 0, float(clear)], np.float32)


def _far(number: Number, middle: tuple[float, float], high: float) -> bool:
    """Whether a window there shows surely no number as it should be shown."""
    off = float(np.hypot(number.middle[0] - middle[0], number.middle[1] - middle[1]))
    ratio = high / number.height
    return off > 0.75 * min(number.height, high) or not 0.6 < ratio < 1.7


def _window_on(
    closeup: Closeup, number: Number, turned: bool, rng: Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    middle = np.array(number.middle) + rng.normal(0, 0.07 * number.height, 2)
    if number.visible < HIDDEN and rng.random() < PARTS:
        middle += (number.corners[1] - number.corners[0]) * rng.uniform(0.15, 0.35) * rng.choice((-1, 1))
    high = number.height * float(np.exp(rng.normal(0, 0.08)))
    window = cut_number(closeup.pyramid, closeup.to_picture, (middle[0], middle[1]), high, turned)
    upright = turned == number.turned
    reads = closeup.card if upright else upside_down(closeup.card)
    contrast = float(window[6:-6, 8:-8].astype(np.float32).std(axis=(0, 1)).max())
    if number.visible < HIDDEN:
        return window, np.array([0, 0, 0, 0, 1], np.float32)
    if number.visible < SHOWS or contrast < LEAST_CONTRAST:
        return window, np.zeros(5, np.float32)
    if reads is None or (not upright and closeup.marked and closeup.card in SIX_OR_NINE):
        return window, np.array([0, 0, 0, 0, 1], np.float32)
    return window, np.array([reads // 10, reads % 10, 1, float(upright), float(upright)], np.float32)


def any_light(drawn: Sample, rng: Generator) -> Sample:
    """The same sample in other colours, and the cut perhaps the other way round."""
    cut, there, whole, windows, truths = drawn
    order = rng.permutation(3)
    sign, gain, level = float(rng.choice((-1, 1))), rng.uniform(0.7, 1.2), rng.uniform(-20, 20)

    def lit(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        changed = (picture[..., order].astype(np.float32) - 127) * (sign * gain) + 127 + level
        return np.clip(changed, 0, 255).astype(np.uint8)

    cut = lit(cut)
    if rng.random() < 0.5:
        cut = np.ascontiguousarray(cut[::-1, ::-1])
        there = np.ascontiguousarray(there[[1, 0, 2, 3, 4, 5], ::-1, ::-1])
        there[2:4] *= -1
        whole = np.array([whole[0], 1 - whole[1]])
    return cut, there, whole, np.stack([_moved(window, rng) for window in lit(windows)]), truths


def _moved(window: NDArray[np.uint8], rng: Generator) -> NDArray[np.uint8]:
    """The same window a little elsewhere, larger or smaller and turned, and perhaps less sharp."""
    height, width = window.shape[:2]
    move = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), rng.normal(0, 2.0), np.exp(rng.normal(0, 0.05)))
    move[:, 2] += rng.normal(0, 1.0, 2)
    moved = cv2.warpAffine(window, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < LESS_SHARP:
        moved = cv2.GaussianBlur(moved, (3, 3), 0)
    return np.asarray(moved, np.uint8)
