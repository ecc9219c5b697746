"""A mat as a value: lengths are millimetres, the origin is its top left corner, x right, y down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
Polygon = tuple[Point, ...]

CARD = (56.0, 87.0)
DICTIONARY = "DICT_4X4_50"
IN_ZONE = 0.5
"""The share of a card that has to lie in a zone for the card to count as lying there."""


@dataclass(frozen=True)
class Box:
    """An upright rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> Point:
        return (self.x + self.width / 2, self.y + self.height / 2)

    @property
    def corners(self) -> Polygon:
        """Top left, top right, bottom right, bottom left."""
        return ((self.x, self.y), (self.right, self.y), (self.right, self.bottom), (self.x, self.bottom))

    def grown(self, by: float) -> Box:
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def meets(self, other: Box) -> bool:
        apart = self.right <= other.x or other.right <= self.x or self.bottom <= other.y or other.bottom <= self.y
        return not apart

    def holds(self, other: Box) -> bool:
        across = self.x <= other.x and other.right <= self.right
        return across and self.y <= other.y and other.bottom <= self.bottom


def box_around(points: Sequence[Point]) -> Box:
    """The smallest upright rectangle around points."""
    across, down = zip(*points, strict=True)
    return Box(min(across), min(down), max(across) - min(across), max(down) - min(down))


@dataclass(frozen=True)
class Slot:
    """A place for one card: its middle, by how many degrees it is turned clockwise, and what it is for.

    `use` is `card`, `special` (a special card beside a seat's card), `pile` or `chips`.
    """

    centre: Point
    angle: int = 0
    use: str = "card"

    def box(self, card: Point = CARD) -> Box:
        width, height = card if self.angle % 180 == 0 else (card[1], card[0])
        return Box(self.centre[0] - width / 2, self.centre[1] - height / 2, width, height)


@dataclass(frozen=True)
class Zone:
    """A named part of the mat, with its slots in playing order. The polygon is convex and goes clockwise."""

    name: str
    polygon: Polygon
    slots: tuple[Slot, ...] = ()

    @property
    def kind(self) -> str:
        """The name without its number: `row` of `row/1`."""
        return self.name.partition("/")[0]


@dataclass(frozen=True)
class Marker:
    """An ArUco marker; its corners are in the order in which OpenCV's detector gives them."""

    id: int
    corners: Polygon


@dataclass(frozen=True)
class Mark:
    """A printed number that says which `row` or `seat` this is."""

    of: str
    text: str
    centre: Point


@dataclass(frozen=True)
class Mat:
    """All that the eyes need to know of a mat, and the little more that its print has.

    `marks` and `bar`, the printed scale of 100 millimetres, are empty in a mat read from a file.
    """

    size: Point
    markers: tuple[Marker, ...]
    zones: tuple[Zone, ...]
    card: Point = CARD
    dictionary: str = DICTIONARY
    marks: tuple[Mark, ...] = ()
    bar: Box | None = None

    def zone(self, name: str) -> Zone:
        """The zone of this name; `KeyError` if there is none."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(name)

    def zone_at(self, point: Point) -> str | None:
        """The zone that a point lies in."""
        return next((zone.name for zone in self.zones if _inside(zone.polygon, point)), None)

    def zone_of(self, quad: Sequence[Point]) -> str | None:
        """The zone that holds most of a card with these corners, if that is at least half of it."""
        whole = abs(area(quad))
        if whole == 0:
            return None
        shares = {zone.name: abs(area(common(quad, zone.polygon))) / whole for zone in self.zones}
        best = max(shares, key=lambda name: shares[name], default=None)
        return best if best is not None and shares[best] >= IN_ZONE else None


def area(polygon: Sequence[Point]) -> float:
    """The area of a polygon; positive where it goes clockwise as one sees it, y being down.

    >>> area([(0, 0), (2, 0), (2, 3), (0, 3)])
    6.0
    """
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in _sides(polygon)) / 2


def common(polygon: Sequence[Point], convex: Sequence[Point]) -> list[Point]:
    """What a polygon has in common with a convex one that goes clockwise.

    >>> common([(0, 0), (4, 0), (4, 4), (0, 4)], [(2, 1), (9, 1), (9, 9), (2, 9)])
    [(2.0, 1.0), (4.0, 1.0), (4, 4), (2.0, 4.0)]
    """
    kept = list(polygon)
    for a, b in _sides(convex):
        kept = list(_right_of(kept, a, b))
    return kept


def _right_of(polygon: Sequence[Point], a: Point, b: Point) -> Iterator[Point]:
    """The part of a polygon on the inner side of one side of a clockwise polygon."""
    for start, end in _sides(polygon):
        before, after = _side(a, b, start), _side(a, b, end)
        if (before < 0) != (after < 0):
            share = before / (before - after)
            yield (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        if after >= 0:
            yield end


def _side(a: Point, b: Point, point: Point) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _sides(polygon: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(polygon, (*polygon[1:], *polygon[:1]), strict=True)


def _inside(convex: Sequence[Point], point: Point) -> bool:
    return all(_side(a, b, point) >= 0 for a, b in _sides(convex))
