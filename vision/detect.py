"""Finds what may be cards in a picture: where their corners are, and whether a face or a back shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cut import Pyramid
from vision.frame import Picture
from vision.sampling import rounded, warped

INPUT = (768, 432)
"""The size of the small picture that the network looks at."""

MODEL = Path(__file__).parent / "models" / "finder.onnx"
CELL = 8
SAME, DOUBTFULLY_SAME, DOUBTFUL = 0.6, 0.45, 0.35
"""Two that share so much of the area that they cover together are one card; in doubt less will do, though more than
what two cards share of which one covers 45 in 100 of the other."""

LEAST, SURELY = 0.1, 0.5
"""What is less likely is not looked at; of what is more likely the reader helps to tell whether it is a card."""

PLAINLY = 0.8
"""So sure it is of one card at least, unless all are too large for it."""

SMALL, LARGE = 34.0, 95.0
"""Cards that are less high in the small picture are looked at from nearer by, and those that are higher than the
other from twice as far."""

LEAST_TO_COMPARE, MOSTLY = 4, 0.6
LEAST_SIZE, MOST_SIZE = 0.74, 1.35
"""By the size of most cards in the picture, and of the larger ones among them."""

WHOLE, MOST_COVERED = 0.75, 1.25

Quad = NDArray[np.float64]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Found:
    """A card in a picture. Its corners go clockwise from one end; which end is up only reading tells."""

    quad: Quad
    chance: float
    face_up: float
    nearby: float | None = None
    """The chance that it has from nearby, if it was looked at from there."""


class Finder:
    """The network that says where cards are."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def find(self, pyramid: Pyramid, least: float = LEAST) -> list[Found]:
        """What may be cards in a picture, the surest first, about where they lie."""
        picture = pyramid.whole
        unit = max(picture.shape[:2]) / INPUT[0]
        found = self._seen_by(whole_view(picture), pyramid, least)
        if _surest(found) < PLAINLY:
            # Cards that fill the picture are seen as several things, none of them plainly.
            for shrink in (0.5, 0.25):
                smaller = self._seen_by(whole_view(picture, shrink), pyramid, least)
                if _surest(smaller) > _surest(found) and _height(smaller[0].quad) >= LARGE * unit / (2 * shrink):
                    found = smaller
        if _surest(found) > SURELY and np.median([_height(one.quad) for one in found]) < SMALL * unit:
            closer = (one for view in part_views(picture) for one in self._seen_by(view, pyramid, least))
            found = [*found, *closer]
        return _of_one_size(apart(found))

    def _seen_by(self, view: Matrix, pyramid: Pyramid, least: float) -> list[Found]:
        """The cards that the network sees in one view of a picture, in pixels of the picture."""
        self._net.setInput(cv2.dnn.blobFromImage(_viewed(pyramid, view)))
        back = np.linalg.inv(view)
        said = decode(self._net.forward()[0], least)
        quads = [one.quad @ back[:2, :2].T + back[:2, 2] for one in said]
        return [Found(quad, one.chance, one.face_up) for quad, one in zip(quads, said, strict=True)]


def _surest(found: list[Found]) -> float:
    return max((one.chance for one in found), default=0.0)


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


def _viewed(pyramid: Pyramid, view: Matrix) -> Picture:
    """The small picture of a view. It is made smaller before it is moved, so that nothing is left out of it."""
    picture, scale = pyramid.whole, float(np.hypot(view[0, 0], view[1, 0]))
    if scale < 0.5:  # in two steps: the first, by two, is many times as fast
        half = pyramid.half
        view = view @ np.diag([picture.shape[1] / half.shape[1], picture.shape[0] / half.shape[0], 1.0])
        picture, scale = half, float(np.hypot(view[0, 0], view[1, 0]))
    if scale < 1:
        size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
        smaller = cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR if scale > 0.5 else cv2.INTER_AREA)
        if size == INPUT:
            return smaller
        view = view @ np.diag([picture.shape[1] / size[0], picture.shape[0] / size[1], 1.0])
        picture = smaller
    # Pixels are counted from their middles by OpenCV, and from the picture's edge here.
    middle = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    move = np.linalg.inv(middle) @ view @ middle
    return warped(picture, np.linalg.inv(move), INPUT, cv2.BORDER_CONSTANT)


def _height(quad: Quad) -> float:
    return float(np.linalg.norm(quad[3] - quad[0]))


def decode(said: NDArray[np.float32], least: float) -> list[Found]:
    """Cards from what the network said, in pixels of the small picture, the surest first."""
    chance = 1 / (1 + np.exp(-said[0]))
    peak = (chance >= cv2.dilate(chance, np.ones((3, 3), np.uint8))) & (chance > least)
    rows, columns = np.nonzero(peak)
    order = np.argsort(-chance[rows, columns], kind="stable")
    rows, columns = rows[order], columns[order]
    cells = said[:, rows, columns].T.astype(np.float64)
    middle = np.stack([columns + 0.5, rows + 0.5], axis=1) + cells[:, 1:3]
    high, wide = _halved(cells[:, 3:5]), _halved(cells[:, 5:7])
    mirrored = wide[:, 0] * high[:, 1] - wide[:, 1] * high[:, 0] < 0
    wide[mirrored] = -wide[mirrored]
    corners = np.stack([middle - high - wide, middle - high + wide, middle + high + wide, middle + high - wide], axis=1)
    face_up = 1 / (1 + np.exp(-cells[:, 7]))
    of_each = zip(rounded(corners * CELL), chance[rows, columns], face_up, strict=True)
    return [Found(quad, float(one), float(up)) for quad, one, up in of_each]


def _halved(doubled: Quad) -> Quad:
    """Vectors from some whose angles were doubled."""
    length, angle = np.hypot(*doubled.T), np.arctan2(doubled[:, 1], doubled[:, 0]) / 2
    return np.stack([length * np.cos(angle), length * np.sin(angle)], axis=1)


def apart(found: Sequence[Found]) -> list[Found]:
    """The surest first, without those that are nearly the same as a surer one; of what is doubtful less will do."""
    found = sorted(found, key=lambda one: -one.chance)
    kept: list[int] = []
    middles, sizes = middles_and_sizes(found)
    far = np.linalg.norm(middles[:, None] - middles, axis=2)
    for at, one in enumerate(found):
        most = SAME if one.chance > DOUBTFUL else DOUBTFULLY_SAME
        near = far[at, kept] < 0.5 * sizes[at]
        if all(overlap(one.quad, found[kept[other]].quad) < most for other in np.flatnonzero(near)):
            kept.append(at)
    return [found[at] for at in kept]


def middles_and_sizes(found: Sequence[Found]) -> tuple[Quad, NDArray[np.float64]]:
    """Where the middle of each is, and how long it is from corner to corner."""
    quads = np.array([one.quad for one in found]).reshape(-1, 4, 2)
    return quads.mean(axis=1), np.linalg.norm(quads[:, 2] - quads[:, 0], axis=1)


def _of_one_size(found: list[Found]) -> list[Found]:
    """Without what is far too large or too small: all cards of a deck have one size.

    A camera that looks from the side by twenty degrees makes near ones a tenth larger than the middle ones.
    """
    if len(found) < LEAST_TO_COMPARE:
        return found
    _, sizes = middles_and_sizes(found)
    # Of what is partly covered often only the rest is found: where many are, the whole ones are the larger ones.
    large = min(np.quantile(sizes, WHOLE), MOST_COVERED * np.median(sizes))
    usual = (sizes > LEAST_SIZE * np.median(sizes)) & (sizes < MOST_SIZE * large)
    if np.mean(usual) < MOSTLY:
        return found
    return [one for one, is_usual in zip(found, usual, strict=True) if is_usual]


def overlap(one: Quad, other: Quad) -> float:
    """The area that two quads share, by the area that they cover together."""
    first, second = one.astype(np.float32), other.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(first, second)
    if not shared:
        return 0.0
    return float(shared / (cv2.contourArea(first) + cv2.contourArea(second) - shared))


def part_on(one: Quad, other: Quad) -> float:
    """The part of a quad's area that it shares with another."""
    first = one.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(first, other.astype(np.float32))
    return float(shared / cv2.contourArea(first)) if shared else 0.0
