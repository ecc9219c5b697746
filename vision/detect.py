"""Finds cards in a picture: where their corners are, and whether a face or a back shows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture

INPUT = (640, 360)
"""The size of the small picture that the network looks at."""

MODEL = Path(__file__).parent / "models" / "finder.onnx"
CELL = 8
LEAST, SURELY = 0.35, 0.5
SMALL = 34.0
"""Cards that are this high in the small picture, or less, are looked at from nearer by."""

GREY = (114, 114, 114)
Quad = NDArray[np.float64]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Found:
    """A card in a picture. Its corners go clockwise from one end; which end is up only reading tells."""

    quad: Quad
    chance: float
    face_up: float


class Finder:
    """The network that says where cards are, and the edges that say where exactly."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def find(self, picture: Picture, least: float = LEAST) -> list[Found]:
        """The cards in a picture, the surest first."""
        found = self._seen_by(whole_view(picture), picture, least)
        if not any(one.chance > SURELY for one in found):
            for shrink in (0.5, 0.25):
                found = self._seen_by(whole_view(picture, shrink), picture, least)
                if any(one.chance > SURELY for one in found):
                    break
        elif np.median([_height(one.quad) for one in found]) < SMALL * max(picture.shape[:2]) / INPUT[0]:
            closer = (one for view in part_views(picture) for one in self._seen_by(view, picture, least))
            found = [*found, *closer]
        found = _apart(sorted(found, key=lambda one: -one.chance))
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        quads = sharpened(grey, [one.quad for one in found])
        return [Found(quad, one.chance, one.face_up) for quad, one in zip(quads, found, strict=True)]

    def _seen_by(self, view: Matrix, picture: Picture, least: float) -> list[Found]:
        """The cards that the network sees in one view of a picture, in pixels of the picture."""
        self._net.setInput(cv2.dnn.blobFromImage(_viewed(picture, view)))
        back = np.linalg.inv(view)
        said = decode(self._net.forward()[0], least)
        quads = [one.quad @ back[:2, :2].T + back[:2, 2] for one in said]
        return [Found(quad, one.chance, one.face_up) for quad, one in zip(quads, said, strict=True)]


def whole_view(picture: Picture, shrink: float = 1.0) -> Matrix:
    """From the picture to the small one: all of it in the middle, on its side where it is higher than wide."""
    height, width = picture.shape[:2]
    wide, high = max(width, height), min(width, height)
    scale = min(INPUT[0] / wide, INPUT[1] / high) * shrink
    left, top = (INPUT[0] - wide * scale) / 2, (INPUT[1] - high * scale) / 2
    if height <= width:
        return np.array([[scale, 0, left], [0, scale, top], [0, 0, 1]])
    return np.array([[0, -scale, left + height * scale], [scale, 0, top], [0, 0, 1]])


def part_views(picture: Picture) -> list[Matrix]:
    """Four views, each of a good quarter of the picture, for small cards."""
    whole = whole_view(picture)
    closer = 1.8
    corners = [(x * INPUT[0] * (1 - closer), y * INPUT[1] * (1 - closer)) for y in (0, 1) for x in (0, 1)]
    return [np.array([[closer, 0, x], [0, closer, y], [0, 0, 1]]) @ whole for x, y in corners]


def _viewed(picture: Picture, view: Matrix) -> Picture:
    """The small picture of a view. It is made smaller before it is moved, so that nothing is left out of it."""
    scale = float(np.hypot(view[0, 0], view[1, 0]))
    if scale < 0.5:  # in two steps: the first, by two, is many times as fast
        half = cv2.resize(picture, (picture.shape[1] // 2, picture.shape[0] // 2), interpolation=cv2.INTER_AREA)
        view = view @ np.diag([picture.shape[1] / half.shape[1], picture.shape[0] / half.shape[0], 1.0])
        picture, scale = half, float(np.hypot(view[0, 0], view[1, 0]))
    if scale < 1:
        size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
        smaller = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        if size == INPUT:
            return smaller
        view = view @ np.diag([picture.shape[1] / size[0], picture.shape[0] / size[1], 1.0])
        picture = smaller
    # Pixels are counted from their middles by OpenCV, and from the picture's edge here.
    middle = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    move = np.linalg.inv(middle) @ view @ middle
    return cv2.warpAffine(picture, move[:2], INPUT, borderMode=cv2.BORDER_CONSTANT, borderValue=GREY)


def _height(quad: Quad) -> float:
    return float(np.linalg.norm(quad[3] - quad[0]))


def decode(said: NDArray[np.float32], least: float) -> list[Found]:
    """Cards from what the network said, in pixels of the small picture, the surest first."""
    chance = 1 / (1 + np.exp(-said[0]))
    peak = (chance >= cv2.dilate(chance, np.ones((3, 3), np.uint8))) & (chance > least)
    rows, columns = np.nonzero(peak)
    cards = []
    for row, column in sorted(zip(rows, columns, strict=True), key=lambda at: -chance[at]):
        cell = said[:, row, column].astype(np.float64)
        middle = np.array([column + 0.5, row + 0.5]) + cell[1:3]
        high, wide = _halved(cell[3:5]), _halved(cell[5:7])
        if wide[0] * high[1] - wide[1] * high[0] < 0:
            wide = -wide
        corners = np.stack([middle - high - wide, middle - high + wide, middle + high + wide, middle + high - wide])
        face_up = 1 / (1 + np.exp(-cell[7]))
        cards.append(Found(corners * CELL, float(chance[row, column]), float(face_up)))
    return cards


def _halved(doubled: Quad) -> Quad:
    """A vector from one whose angle was doubled."""
    length, angle = np.hypot(*doubled), np.arctan2(doubled[1], doubled[0]) / 2
    return np.array([length * np.cos(angle), length * np.sin(angle)])


def _apart(found: list[Found], most: float = 0.6) -> list[Found]:
    """Without those that are nearly the same as a surer one."""
    kept: list[Found] = []
    for one in found:
        if all(overlap(one.quad, other.quad) < most for other in kept):
            kept.append(one)
    return kept


def overlap(one: Quad, other: Quad) -> float:
    """The area that two quads share, by the area that they cover together."""
    if np.linalg.norm(one.mean(0) - other.mean(0)) > np.linalg.norm(one[0] - one[2]):
        return 0.0
    first, second = one.astype(np.float32), other.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(first, second)
    together = cv2.contourArea(first) + cv2.contourArea(second) - shared
    return float(shared / together) if together > 0 else 0.0


ALONG = np.linspace(0.1, 0.9, 28)
REACH = 0.045
STEPS = 19


def sharpened(grey: Picture, quads: list[Quad]) -> list[Quad]:
    """The quads with their sides moved onto the edges that lie near them."""
    if not quads:
        return []
    soft = cv2.GaussianBlur(grey, (5, 5), 1.0)
    corners = np.stack(quads)
    start, end = corners, np.roll(corners, -1, axis=1)
    side = end - start
    length = np.linalg.norm(side, axis=2, keepdims=True)
    out = np.stack([side[..., 1], -side[..., 0]], axis=2) / length
    reach = REACH * length[:, [1, 0, 1, 0]].max(axis=1, keepdims=True)
    offsets = np.linspace(-1, 1, STEPS)
    points = start[:, :, None, None] + side[:, :, None, None] * ALONG[None, None, :, None, None]
    points = points + out[:, :, None, None] * (offsets[:, None] * reach[:, :, None, None])
    flat = points.reshape(-1, STEPS * len(ALONG), 2).astype(np.float32)
    profile = cv2.remap(soft, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profile = profile.reshape(*corners.shape[:2], len(ALONG), STEPS).astype(np.float32)
    slope = np.abs(np.diff(profile, axis=3)) * np.exp(-((np.arange(STEPS - 1) - (STEPS - 2) / 2) ** 2) / 60)
    best = slope.argmax(axis=3).clip(1, STEPS - 3)
    before, strength, after = (np.take_along_axis(slope, (best + by)[..., None], 3)[..., 0] for by in (-1, 0, 1))
    between = 0.5 * (before - after) / np.minimum(before + after - 2 * strength, -1e-3)
    moved = ((best + 0.5 + between.clip(-0.5, 0.5)) / (STEPS - 1) * 2 - 1) * reach
    return [_fitted(*args) for args in zip(corners, out, moved, strength, strict=True)]


def _fitted(corners: Quad, out: Quad, moved: Quad, strength: Quad) -> Quad:
    """One quad with each side on the line that most of its edge points agree on."""
    lines = []
    for at in range(4):
        start, end = corners[at], corners[(at + 1) % 4]
        level, lean = _line(moved[at], strength[at])
        lines.append((start + out[at] * (level + lean * -0.5), end + out[at] * (level + lean * 0.5)))
    quad = np.stack([_crossing(lines[at - 1], lines[at]) for at in range(4)])
    far = np.linalg.norm(quad - corners, axis=1).max() > 0.15 * np.linalg.norm(corners[0] - corners[2])
    return corners if far else quad


def _line(moved: Quad, strength: Quad) -> tuple[float, float]:
    """How far the side moves and how much it leans, by edge points of which some are wrong."""
    weight = strength.copy()
    along = ALONG - 0.5
    level, lean = float(np.median(moved)), 0.0
    spread = 3.0
    for _ in range(4):
        away = np.abs(moved - level - lean * along)
        weight = strength * (away < spread)
        if np.count_nonzero(weight > 2) < 8:
            return 0.0, 0.0
        total = weight.sum()
        mean_x, mean_y = (weight * along).sum() / total, (weight * moved).sum() / total
        lean = float((weight * (along - mean_x) * (moved - mean_y)).sum() / (weight * (along - mean_x) ** 2).sum())
        level = float(mean_y - lean * mean_x)
        spread = max(1.0, spread * 0.7)
    return level, lean


def _crossing(one: tuple[Quad, Quad], other: tuple[Quad, Quad]) -> Quad:
    """Where two lines meet."""
    (a, b), (c, d) = one, other
    first, second = b - a, d - c
    across = first[0] * second[1] - first[1] * second[0]
    if abs(across) < 1e-9:
        return (b + c) / 2
    part = ((c[0] - a[0]) * second[1] - (c[1] - a[1]) * second[0]) / across
    return a + first * part
