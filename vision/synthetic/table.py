"""A table as a plain value: what lies on it, what is over it, in which light. Lengths are millimetres.

>>> from vision.mat.plan import plan
>>> table = Table(mat=plan("take_six", seats=4, paper="a2"))
>>> card = Card("14", np.full((261, 168, 3), 255, np.uint8), np.zeros((261, 168, 3), np.uint8))
>>> table = table.with_card(card, "row/1", slot=0).with_thing(hand((300, 300)))
>>> [(lying.card.name, lying.at) for lying in table.cards], [thing.name for thing in table.things]
([('14', (179.0, 67.5))], ['hand'])

Every method gives a new table; what did not change is the very same object in it, which is how
drawing knows what to draw again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, hypot, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError
from vision.frame import Picture
from vision.mat.model import CARD, Mat, Point

Points = NDArray[np.float64]
Colour = tuple[float, float, float]
"""Blue, green, red."""

SKIN: Colour = (92, 128, 178)


@dataclass(frozen=True, eq=False)
class Card:
    """A card as one holds it: its name, and pictures of its two sides, both upright, of any size."""

    name: str
    face: Picture
    back: Picture


@dataclass(frozen=True, eq=False)
class Lying:
    """A card on the table: where its middle is, and by how many degrees it is turned clockwise."""

    card: Card
    at: Point
    angle: float = 0.0
    face_up: bool = True
    size: Point = CARD

    @property
    def picture(self) -> Picture:
        return self.card.face if self.face_up else self.card.back

    @cached_property
    def corners(self) -> Points:
        """Top left, top right, bottom right, bottom left as one reads the card."""
        half = np.array(self.size) / 2
        return _turned(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half, self.angle) + self.at


@dataclass(frozen=True)
class Shape:
    """A patch of one colour."""

    outline: tuple[Point, ...]
    colour: Colour


@dataclass(frozen=True, eq=False)
class Thing:
    """Something that is no card, on or over the table: patches, the lowest first."""

    name: str
    shapes: tuple[Shape, ...]

    def moved(self, by: Point) -> Thing:
        return replace(
            self,
            shapes=tuple(
                replace(shape, outline=tuple((x + by[0], y + by[1]) for x, y in shape.outline)) for shape in self.shapes
            ),
        )


@dataclass(frozen=True)
class Glare:
    """A bright spot where a lamp is mirrored; `strength` in levels of the picture."""

    at: Point
    radius: float
    strength: float


@dataclass(frozen=True)
class Light:
    """`brightness` is of the whole picture and quick to change; the rest has a shape and is slower to draw.

    `warmth` from -1 to 1 makes it blue or red; `slope` is how much brighter the right edge is than the left.
    """

    brightness: float = 1.0
    warmth: float = 0.0
    slope: float = 0.0
    glare: tuple[Glare, ...] = ()


@dataclass(frozen=True, eq=False)
class Table:
    """A table top with a mat in its middle, or without one; cards and things from the lowest to the highest.

    The origin is the top left corner of the mat, or of the free part of the table of that `size`.
    `ground` is one of `vision.synthetic.surroundings.GROUNDS`, and `seed` says which of its kind.
    """

    mat: Mat | None = None
    size: Point = (700.0, 500.0)
    ground: str = "wood"
    seed: int = 0
    cards: tuple[Lying, ...] = ()
    things: tuple[Thing, ...] = ()
    light: Light = Light()

    @property
    def area(self) -> Point:
        """How wide and high the part is that counts."""
        return self.size if self.mat is None else self.mat.size

    def with_card(
        self, card: Card, at: Point | str, angle: float | None = None, *, slot: int = 0, face_up: bool = True
    ) -> Table:
        """The table with one more card on top. `at` is a place, or the name of a zone, where it goes to a slot."""
        if isinstance(at, str):
            at, slot_angle = self.place(at, slot)
            angle = slot_angle if angle is None else angle
        size = CARD if self.mat is None else self.mat.card
        return replace(self, cards=(*self.cards, Lying(card, at, angle or 0.0, face_up, size)))

    def place(self, zone: str, slot: int = 0) -> tuple[Point, float]:
        """Where a slot of the mat is, and by how much a card in it is turned."""
        if self.mat is None:
            raise VisionError("table_without_mat", zone=zone)
        slots = self.mat.zone(zone).slots
        if not 0 <= slot < len(slots):
            raise VisionError("zone_without_slot", zone=zone, slot=slot, slots=len(slots))
        return slots[slot].centre, float(slots[slot].angle)

    def card(self, name: str) -> Lying:
        """The highest card of that name."""
        for lying in reversed(self.cards):
            if lying.card.name == name:
                return lying
        raise VisionError("card_not_on_table", card=name)

    def without_card(self, name: str) -> Table:
        gone = self.card(name)
        return replace(self, cards=tuple(lying for lying in self.cards if lying is not gone))

    def with_card_moved(self, name: str, at: Point | str, angle: float | None = None, *, slot: int = 0) -> Table:
        """Picked up and laid down somewhere: it lies on top then."""
        lying = self.card(name)
        kept = lying.angle if angle is None and not isinstance(at, str) else angle
        return self.without_card(name).with_card(lying.card, at, kept, slot=slot, face_up=lying.face_up)

    def with_card_turned_over(self, name: str) -> Table:
        """Turned over where it lies, without a change of what covers what."""
        old = self.card(name)
        new = replace(old, face_up=not old.face_up)
        return replace(self, cards=tuple(new if lying is old else lying for lying in self.cards))

    def with_card_swapped(self, name: str, card: Card) -> Table:
        """Another card exactly where this one lay."""
        old = self.card(name)
        new = replace(old, card=card)
        return replace(self, cards=tuple(new if lying is old else lying for lying in self.cards))

    def with_thing(self, thing: Thing) -> Table:
        return replace(self, things=(*self.things, thing))

    def without_thing(self, name: str = "hand") -> Table:
        """Without all things of that name."""
        return replace(self, things=tuple(thing for thing in self.things if thing.name != name))

    def with_light(self, light: Light) -> Table:
        return replace(self, light=light)


def hand(at: Point, angle: float = 0.0, skin: Colour = SKIN, sleeve: Colour = (110, 70, 50)) -> Thing:
    """A hand with the tips of its fingers near `at`, and the arm that it is on.

    With angle 0 it reaches in from below; it is turned clockwise from there.
    """
    dark: Colour = (skin[0] * 0.8, skin[1] * 0.8, skin[2] * 0.8)
    parts: list[tuple[Points, Colour]] = [
        (np.array([(-44, 260), (44, 260), (60, 1400), (-60, 1400)], np.float64), sleeve),
        (np.array([(-34, 130), (34, 130), (40, 270), (-40, 270)], np.float64), skin),
        (_oval((0, 118), (46, 56)), skin),
        (_finger((-40, 130), (-66, 62), 21), skin),
    ]
    for start, tip in (((-32, 86), (-36, 14)), ((-11, 80), (-11, -4)), ((11, 80), (12, 0)), ((31, 88), (33, 24))):
        parts += [(_finger(start, tip, 20), dark), (_finger(start, tip, 17), skin)]
    shapes = tuple(Shape(_tuples(_turned(points, angle) + at), colour) for points, colour in parts)
    return Thing("hand", shapes)


def cup(at: Point, radius: float = 40.0, colour: Colour = (235, 235, 240)) -> Thing:
    outside, inside = (_tuples(_oval(at, (part * radius, part * radius))) for part in (1.0, 0.86))
    return Thing("cup", (Shape(outside, colour), Shape(inside, (28, 44, 66))))


def chip(at: Point, radius: float = 9.0, colour: Colour = (40, 40, 190)) -> Thing:
    outside, inside = (_tuples(_oval(at, (part * radius, part * radius))) for part in (1.0, 0.86))
    return Thing("chip", (Shape(outside, (30, 30, 30)), Shape(inside, colour)))


def sheet(at: Point, size: Point = (148.0, 210.0), angle: float = 0.0, colour: Colour = (240, 243, 243)) -> Thing:
    """A sheet of paper; with another colour a phone, a book, a coaster."""
    half = np.array(size) / 2
    corners = _turned(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half, angle) + at
    return Thing("sheet", (Shape(_tuples(corners), colour),))


@dataclass(frozen=True)
class View:
    """A camera above the table: which place it looks at, how large, and how askew (degrees)."""

    over: Point
    per_mm: float
    size: tuple[int, int] = (2304, 1296)
    tilt: float = 0.0
    toward: float = 0.0
    turn: float = 0.0

    @classmethod
    def of(cls, table: Table, size: tuple[int, int] = (2304, 1296), *, tilt: float = 3.0, toward: float = 70.0) -> View:
        """The view that shows all of a table, with a little around it."""
        wide, high = table.area
        per_mm = min(size[0] / wide, size[1] / high) * 0.93
        return cls((wide / 2, high / 2), per_mm, size, tilt, toward)

    def bumped(self, by: Point = (0.0, 0.0), turn: float = 0.0) -> View:
        """After a knock: so many millimetres and degrees elsewhere."""
        return replace(self, over=(self.over[0] + by[0], self.over[1] + by[1]), turn=self.turn + turn)

    @cached_property
    def to_pixels(self) -> Points:
        """From millimetres to pixels."""
        width, height = self.size
        away = 3.0 * height
        toward, turn, tilt = (np.radians(angle) for angle in (self.toward, self.turn, self.tilt))
        moved = np.array([[1, 0, -self.over[0]], [0, 1, -self.over[1]], [0, 0, 1]])
        turned = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
        spun = cv2.Rodrigues(np.array([np.cos(toward), np.sin(toward), 0]) * tilt)[0]
        plane = np.column_stack([spun[:, 0] * self.per_mm, spun[:, 1] * self.per_mm, [0, 0, away]])
        lens = np.array([[away, 0, width / 2], [0, away, height / 2], [0, 0, 1]])
        return np.asarray(lens @ plane @ turned @ moved, np.float64)

    def pixels(self, millimetres: Sequence[Point] | Points) -> Points:
        points = np.asarray(millimetres, np.float64).reshape(-1, 1, 2)
        return np.asarray(cv2.perspectiveTransform(points, self.to_pixels), np.float64).reshape(-1, 2)


@dataclass(frozen=True, eq=False)
class Truth:
    """What a perfect eye would say of a card: its own corners in pixels, and how much of it nothing covers.

    `card` is None where the back shows; `lying` says which one it is nevertheless.
    """

    card: str | None
    quad: Points
    visible: float
    lying: Lying


def truth(table: Table, view: View) -> tuple[Truth, ...]:
    """The truth about all cards, the lowest first."""
    part = 4
    owner = np.full((view.size[1] // part + 1, view.size[0] // part + 1), -1, np.int16)
    quads = [view.pixels(lying.corners) for lying in table.cards]
    for at, quad in enumerate(quads):
        cv2.fillConvexPoly(owner, np.round(quad / part).astype(np.int32), at)
    for thing in table.things:
        for shape in thing.shapes:
            cv2.fillPoly(owner, [np.round(view.pixels(shape.outline) / part).astype(np.int32)], -2)
    said = []
    for at, (lying, quad) in enumerate(zip(table.cards, quads, strict=True)):
        whole = np.zeros(owner.shape, np.uint8)
        cv2.fillConvexPoly(whole, np.round(quad / part).astype(np.int32), 1)
        # What lies outside the picture can't be seen either.
        full = max(cv2.contourArea((quad / part).astype(np.float32)), float(whole.sum()), 1.0)
        seen = np.count_nonzero((owner == at) & (whole == 1))
        said.append(Truth(lying.card.name if lying.face_up else None, quad, seen / full, lying))
    return tuple(said)


def _turned(points: Points, degrees: float) -> Points:
    turn = degrees * pi / 180
    return points @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])


def _oval(middle: Point, radii: Point) -> Points:
    angles = np.linspace(0, 2 * pi, 40, endpoint=False)
    return np.stack([middle[0] + radii[0] * np.cos(angles), middle[1] + radii[1] * np.sin(angles)], 1)


def _finger(start: Point, tip: Point, wide: float) -> Points:
    """A stroke with a round end."""
    along = np.array(tip, np.float64) - start
    along /= hypot(*along)
    across = np.array([-along[1], along[0]])
    half = wide / 2
    arc = [tip + half * (np.cos(angle) * across + np.sin(angle) * along) for angle in np.linspace(0, pi, 12)]
    return np.array([start + half * across, *arc, start - half * across])


def _tuples(points: Points) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in points)
