"""Counts the chips on a card and around it.

A chip is a flat disc, of one colour or with spots along its edge. Every round thing of a chip's size is looked at by
a small network; that, and whether it is like the others, decides whether it counts.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.circles import PER_MM, Circles, find_circles
from vision.sampling import sampled

Picture = NDArray[np.uint8]
Floats = NDArray[np.floating[Any]]

MODELS = Path(__file__).parent / "models"
MODEL, WEIGHTS = "chips.onnx", "chips.json"
PATCH, REACH = 32, 1.5
"""How wide a circle is cut out, and by how much of its radius."""

HOPELESS = -6.0
"""What has less log-odds of being a chip, or a part of one, is not looked at again."""

CARD_MM = (56.0, 87.0)
CHIP_MM = (13.0, 22.5)
"""The smallest and the largest chips that are known."""

_MARGIN = 12.0
"""How far around the place it is looked: a chip on its edge should be seen whole."""

_OVERLAP = 0.85
"""Chips don't lie on each other: nearer than this part of two radii, only one of two circles is a chip."""

_EDGE_MM = 0.6
"""How sure a middle is: nearer to the edge of the place it is not clear on which side it lies."""

_UNSEEN = 0.995
"""Something nobody thought of is always possible."""


@dataclass(frozen=True)
class Chip:
    """A chip, or what may be one: its middle and radius in pixels of the picture, and how likely it is one."""

    centre: tuple[float, float]
    radius: float
    chance: float


@dataclass(frozen=True)
class ChipCount:
    """How many chips there are, the chance that this is right, and all that are or may be one."""

    count: int
    confidence: float
    circles: tuple[Chip, ...]


def count_chips(
    picture: Picture, card: Floats, place: Floats | None = None, chip_mm: tuple[float, float] = CHIP_MM
) -> ChipCount:
    """Count the chips whose middle lies in `place`, a polygon in pixels; without it, on the card.

    `card` are the corners of the card, top-left, top-right, bottom-right, bottom-left, or of where it
    should lie: they say how the table lies in the picture. `chip_mm` is how wide a chip may be; who
    knows the chips names them, and circles on cards are mistaken for chips less often.
    """
    place = card if place is None else place
    flat, to_flat = flattened(picture, card, place)
    circles = find_circles(flat, (chip_mm[0] / 2 - 0.25, chip_mm[1] / 2 + 0.25))
    if not len(circles):
        return ChipCount(0, _UNSEEN, ())
    circles, alone = looked_at(flat, circles)
    chances = logistic(look_among(circles, alone) @ _weights(MODELS))
    polygon = through(to_flat, place).astype(np.float32)
    kept = apart(circles.found, chances)
    back = np.linalg.inv(to_flat)
    found, confidence, count = [], _UNSEEN, 0
    for at in kept:
        x, y, radius = (float(value) for value in circles.found[at])
        inside = cv2.pointPolygonTest(polygon[:, None], (x, y), True) / PER_MM
        chance = float(chances[at]) / (1 + float(np.exp(-np.clip(inside / _EDGE_MM * 2, -40, 40))))
        confidence *= max(chance, 1 - chance)
        count += chance > 0.5
        if chance > 0.02:
            middle, beside = through(back, np.array([(x, y), (x + radius, y)]))
            centre = (float(middle[0]), float(middle[1]))
            found.append(Chip(centre, float(np.linalg.norm(beside - middle)), chance))
    return ChipCount(count, confidence, tuple(found))


def flattened(picture: Picture, card: Floats, place: Floats) -> tuple[Picture, Floats]:
    """The place as seen from straight above, and what leads there from the picture."""
    upright = np.array([(0, 0), (CARD_MM[0], 0), CARD_MM, (0, CARD_MM[1])], np.float32)
    to_mm = cv2.getPerspectiveTransform(np.asarray(card, np.float32), upright)
    around = through(to_mm, place)
    low, high = around.min(0) - _MARGIN, around.max(0) + _MARGIN
    scaled = np.array([[PER_MM, 0, -low[0] * PER_MM], [0, PER_MM, -low[1] * PER_MM], [0, 0, 1]])
    to_flat = scaled @ to_mm
    width, height = np.ceil((high - low) * PER_MM).astype(int).tolist()
    flat = cv2.warpPerspective(picture, to_flat, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return flat, to_flat


def through(homography: Floats, points: Floats) -> NDArray[np.float64]:
    moved = cv2.perspectiveTransform(np.asarray(points, np.float64)[None], np.asarray(homography, np.float64))
    return np.asarray(moved[0])


def apart(found: Floats, chances: Floats) -> list[int]:
    """The likeliest circles of those that lie on each other, the likeliest first."""
    kept: list[int] = []
    for at in np.argsort(-chances, kind="stable").tolist():
        others = found[kept]
        near = np.hypot(*(others[:, :2] - found[at, :2]).T) < _OVERLAP * (others[:, 2] + found[at, 2])
        if not near.any():
            kept.append(at)
    return kept


def looked_at(flat: Picture, circles: Circles) -> tuple[Circles, Floats]:
    """The circles moved to where the chips are that they may be part of, and the chance that each is one by itself."""
    said = _said(flat, circles.found)
    doubtful = np.flatnonzero(said[:, 0] > HOPELESS)
    if len(doubtful):
        circles = replace(circles, found=circles.found.copy())
        circles.found[doubtful] = moved(circles.found, said)[doubtful]
        said[doubtful, 0] = _said(flat, circles.found[doubtful])[:, 0]
    return circles, logistic(said[:, 0])


def moved(found: Floats, said: Floats) -> Floats:
    """Circles where the network says that the chips are: by parts of their radius, which grows or shrinks."""
    radius = found[:, 2:]
    return np.hstack([found[:, :2] + radius * said[:, 1:3], radius * np.exp(np.clip(said[:, 3:], -0.5, 0.5))])


def _said(flat: Picture, found: Floats) -> Floats:
    network = _network(MODELS)
    network.setInput(cut_circles(flat, found).transpose(0, 3, 1, 2).astype(np.float32))
    return np.round(np.asarray(network.forward(), np.float64), 2)


def logistic(odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def cut_circles(flat: Picture, found: Floats) -> Picture:
    """Each circle cut out with a little around it, all equally large."""
    beside = (np.arange(PATCH, dtype=np.float32) + 0.5) / PATCH * 2 - 1
    grid = np.stack(np.meshgrid(beside, beside), axis=-1).reshape(1, -1, 2)
    x, y, radius = (found[:, at, None].astype(np.float32) for at in range(3))
    points = np.stack([x + REACH * radius * grid[..., 0], y + REACH * radius * grid[..., 1]], axis=-1)
    return sampled(flat, points.astype(np.float32)).reshape(len(found), PATCH, PATCH, 3)


@cache
def _network(models: Path) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(models / MODEL))


@cache
def _weights(models: Path) -> Floats:
    return np.array(json.loads((models / WEIGHTS).read_text(encoding="utf-8"))["among"])


def look_among(circles: Circles, alone: Floats) -> Floats:
    """How much each differs in size and colour from those that are surely chips, and how many these are."""
    sure = [at for at in apart(circles.found, alone) if alone[at] > 0.5] or [int(np.argmax(alone))]
    order = np.argsort(circles.found[sure, 2], kind="stable")
    weight = np.cumsum(alone[sure][order])
    radius = circles.found[sure, 2][order][np.searchsorted(weight, weight[-1] / 2)]
    colour = np.median(circles.colours[sure], axis=0)
    size = np.minimum(10 * np.abs(np.log(circles.found[:, 2] / radius)), 3)
    tint = np.linalg.norm(circles.colours - colour, axis=1) / (30 + 0.25 * float(np.linalg.norm(colour)))
    tint = np.minimum(tint, 3)
    many = np.full(len(circles), np.log1p(len(sure)))
    clipped = np.clip(alone, 1e-6, 1 - 1e-6)
    odds = np.log(clipped / (1 - clipped))
    columns = (odds, size, tint, size**2, tint**2, size * many, tint * many, many, *circles.looks.T)
    return np.stack([*columns, np.ones(len(circles))], 1)
