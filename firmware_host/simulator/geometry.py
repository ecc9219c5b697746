"""What covers what, in millimetres: fast enough to be asked at every step of a simulated evening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.model import Box, Mat, Point, box_around
from vision.synthetic.table import Lying, Thing

Points = NDArray[np.float64]

INNER = 0.7
"""The points of a card that are looked at: its middle, and four so far on the way to its corners."""

SAFELY = 0.3
"""A card whose middle is so many of its lengths within a zone lies in it with more than half."""

COVERED = 20.0
"""A card whose middle is so near to that of a higher one can't be seen."""

LEAST = 2
"""So many of a card's points under a hand hide it."""


class Zones:
    """The zones of a mat: which one a card lies in, and which ones something is over."""

    def __init__(self, mat: Mat) -> None:
        self._mat = mat
        self._boxes = {zone.name: box_around(zone.polygon) for zone in mat.zones}
        self.names = tuple(self._boxes)
        self._grid = np.array([point for box in self._boxes.values() for point in _grid(box)])
        self._of: dict[Lying, str] = {}
        self._under: dict[Thing, frozenset[str]] = {}

    def of(self, card: Lying) -> str:
        """The zone that holds most of a card, or an empty name."""
        zone = self._of.get(card)
        if zone is None:
            if len(self._of) > 4_000:
                self._of.clear()
            zone = self._of[card] = self._find(card)
        return zone

    def _find(self, card: Lying) -> str:
        x, y = card.at
        wide, high = card.size if card.angle % 180 < 45 or card.angle % 180 > 135 else card.size[::-1]
        for name, box in self._boxes.items():
            across = box.x + SAFELY * wide <= x <= box.right - SAFELY * wide
            if across and box.y + SAFELY * high <= y <= box.bottom - SAFELY * high:
                return name
        return self._mat.zone_of([(float(x), float(y)) for x, y in card.corners]) or ""

    def under(self, cover: Cover) -> set[str]:
        """The zones of which something covers a part."""
        return {zone for thing in cover.things for zone in self._under_thing(thing)}

    def _under_thing(self, thing: Thing) -> frozenset[str]:
        if thing not in self._under:
            if len(self._under) > 100:
                self._under.clear()
            hit = Cover((thing,)).over(self._grid).reshape(len(self.names), -1).any(axis=1)
            self._under[thing] = frozenset(
                name for name, covered in zip(self.names, hit.tolist(), strict=True) if covered
            )
        return self._under[thing]


class Cover:
    """What lies over a table: hands, as the convex outlines that they hide. Chips hide nothing."""

    def __init__(self, things: Iterable[Thing]) -> None:
        self.things = tuple(thing for thing in things if thing.name != "chip")

    def over(self, points: Points) -> NDArray[np.bool_]:
        """Which of the points are covered."""
        covered = np.zeros(len(points), np.bool_)
        for normals, offsets in map(_sides, self.things):
            covered |= (points @ normals.T >= offsets).all(axis=1)
        return covered

    def cards(self, cards: Sequence[Lying]) -> set[Lying]:
        """The cards that can't be seen because of it."""
        if not self.things or not cards:
            return set()
        points = np.array([card_points(card) for card in cards]).reshape(-1, 2)
        hits = self.over(points).reshape(len(cards), -1).sum(axis=1)
        return {card for card, count in zip(cards, hits.tolist(), strict=True) if count >= LEAST}


@lru_cache(maxsize=4096)
def card_points(card: Lying) -> tuple[Point, ...]:
    """The middle of a card, and points near its corners."""
    (x, y), (wide, high) = card.at, card.size
    c, s = cos(radians(card.angle)), sin(radians(card.angle))
    a, b = INNER * wide / 2, INNER * high / 2
    corners = ((-a, -b), (a, -b), (a, b), (-a, b))
    return ((x, y), *((x + u * c - v * s, y + u * s + v * c) for u, v in corners))


def on_top(cards: Sequence[Lying], zones: Zones) -> list[Lying]:
    """The cards that no higher one covers: of a pile the highest."""
    seen: dict[str, list[Lying]] = {}
    for card in reversed(cards):
        above = seen.setdefault(zones.of(card), [])
        if not any(_covers(other, card) for other in above):
            above.append(card)
    return [card for cards_seen in seen.values() for card in cards_seen]


def _covers(higher: Lying, card: Lying) -> bool:
    (x, y), (other_x, other_y) = card.at, higher.at
    return abs(x - other_x) < COVERED and abs(y - other_y) < COVERED


def _grid(box: Box) -> list[Point]:
    """Points all over a zone, no further apart than half a hand is wide."""
    across, down = 9, 3
    return [
        (box.x + box.width * (column + 0.5) / across, box.y + box.height * (row + 0.5) / down)
        for column in range(across)
        for row in range(down)
    ]


@lru_cache(maxsize=64)
def _sides(thing: Thing) -> tuple[Points, Points]:
    """The inner normals of the convex outline of a thing, and how far along them its sides are."""
    points = np.array([point for shape in thing.shapes for point in shape.outline], np.float32)
    hull = np.asarray(cv2.convexHull(points, clockwise=False), np.float64).reshape(-1, 2)
    along = np.roll(hull, -1, axis=0) - hull
    normals = np.stack([-along[:, 1], along[:, 0]], axis=1)
    offsets = (normals * hull).sum(axis=1)
    middle = hull.mean(axis=0)
    inward = np.where(normals @ middle >= offsets, 1.0, -1.0)
    return normals * inward[:, None], offsets * inward
