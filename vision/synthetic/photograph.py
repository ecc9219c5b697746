"""Photographs of a `Table`. The ground is drawn once, and after that only what changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.mat.model import Mat, Point
from vision.mat.png import draw
from vision.synthetic.surroundings import ground
from vision.synthetic.table import Light, Lying, Points, Table, Thing, View

PER_MM = 3
"""How finely the ground is drawn, in pixels a millimetre."""

AROUND = 260
"""So many millimetres of table are drawn around the part that counts."""

REACH = 10
"""Pixels around a thing that its shadow and the blur of the lens change."""

SPARE = 256
"""The tile of noise is larger than the picture by this, so that every picture takes another part of it."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""


@dataclass(frozen=True)
class Sensor:
    """What lens and sensor do: blur in pixels, noise in levels (standard deviations), and which noise."""

    blur: float = 0.7
    noise: float = 2.5
    seed: int = 0


class Photographer:
    """Takes pictures of tables from one view. Successive tables that share objects are quick to take."""

    def __init__(self, view: View, sensor: Sensor | None = None) -> None:
        self.view = view
        self.sensor = sensor or Sensor()
        self._table: Table | None = None
        self._ground: Picture = np.zeros((0, 0, 3), np.uint8)
        self._light = _Field.of(view, Light())
        self._seen: Picture = np.zeros((0, 0, 3), np.uint8)
        self._grain = _grain(view.size, self.sensor.noise, self.sensor.seed) if self.sensor.noise > 0 else None

    def look_from(self, view: View) -> None:
        """The camera stands elsewhere: all is drawn again."""
        if view != self.view:
            self.view, self._table = view, None

    def photograph(self, table: Table, number: int) -> Picture:
        """The picture with that number; the same table and number give the same picture."""
        self._develop(table)
        picture = self._seen
        if table.light.brightness != 1:
            picture = cv2.convertScaleAbs(picture, alpha=table.light.brightness)
        if self._grain is None:
            return picture.copy()
        rng = np.random.default_rng((self.sensor.seed, number))
        x, y = (int(value) for value in rng.integers(0, SPARE, 2))
        wide, high = self.view.size
        more, less = (tile[y : y + high, x : x + wide] for tile in self._grain)
        return np.asarray(cv2.subtract(cv2.add(picture, more), less), np.uint8)

    def _develop(self, table: Table) -> None:
        """Brings the picture without noise up to date."""
        before, self._table = self._table, table
        same_ground = before is not None and _key(before) == _key(table)
        if not same_ground:
            wide, high = self.view.size
            moved = np.array([[1 / PER_MM, 0, -AROUND], [0, 1 / PER_MM, -AROUND], [0, 0, 1]])
            print_to_pixels = self.view.to_pixels @ moved
            drawn = _top(*_key(table))
            self._ground = cv2.warpPerspective(drawn, print_to_pixels, (wide, high), flags=cv2.INTER_LINEAR)
        same_light = before is not None and _shaped(before.light) == _shaped(table.light)
        if before is None or not (same_ground and same_light):
            self._light = _Field.of(self.view, table.light)
            self._seen = np.empty_like(self._ground)
            self._draw(table, (0, 0, *self.view.size))
            return
        for box in _changed(before, table, self.view):
            self._draw(table, box)

    def _draw(self, table: Table, box: Box) -> None:
        """Draws the part of the picture in a box."""
        wide, high = self.view.size
        left, top, right, bottom = _within((box[0] - REACH, box[1] - REACH, box[2] + REACH, box[3] + REACH), wide, high)
        if left >= right or top >= bottom:
            return
        canvas = self._ground[top:bottom, left:right].copy()
        items: tuple[Lying | Thing, ...] = (*table.cards, *table.things)
        for item in items:
            if _meet(_box(item, self.view), (left, top, right, bottom)):
                _lay(canvas, item, self.view, (left, top))
        canvas = self._light.on(canvas, (left, top))
        if self.sensor.blur > 0:
            canvas = cv2.GaussianBlur(canvas, (0, 0), self.sensor.blur)
        x0, y0, x1, y1 = _within(box, wide, high)
        if x0 >= x1 or y0 >= y1:
            return
        self._seen[y0:y1, x0:x1] = canvas[y0 - top : y1 - top, x0 - left : x1 - left]


def _key(table: Table) -> tuple[Mat | None, Point, str, int]:
    return table.mat, table.area, table.ground, table.seed


def _shaped(light: Light) -> tuple[object, ...]:
    return light.warmth, light.slope, light.glare


@lru_cache(maxsize=8)
def _top(mat: Mat | None, area: Point, kind: str, seed: int) -> Picture:
    """The bare table from above, with the mat on it."""
    wide, high = (round((length + 2 * AROUND) * PER_MM) for length in area)
    picture = ground(kind, (wide, high), np.random.default_rng(seed))
    if mat is not None:
        drawn = draw(mat, PER_MM)
        at = AROUND * PER_MM
        picture[at : at + drawn.shape[0], at : at + drawn.shape[1]] = drawn
    return picture


@lru_cache(maxsize=4)
def _grain(size: tuple[int, int], noise: float, seed: int) -> tuple[Picture, Picture]:
    """What noise adds and what it takes away: unsigned bytes are added several times faster than signed ones."""
    rng = np.random.default_rng(seed)
    high, wide = size[1] + SPARE, size[0] + SPARE
    drawn = rng.standard_normal((high, wide, 3), np.float32) * noise
    return np.rint(drawn.clip(0, 255)).astype(np.uint8), np.rint((-drawn).clip(0, 255)).astype(np.uint8)


@dataclass(frozen=True, eq=False)
class _Field:
    """How bright the light is at each place, and how much glare adds there."""

    gain: NDArray[np.float32] | None
    glare: NDArray[np.float32] | None
    colour: NDArray[np.float32]

    @classmethod
    def of(cls, view: View, light: Light) -> _Field:
        wide, high = view.size
        gain = glare = None
        if light.slope:
            across = np.linspace(1 - light.slope / 2, 1 + light.slope / 2, wide, dtype=np.float32)
            gain = np.broadcast_to(across, (high, wide))
        if light.glare:
            part = 8
            x, y = np.meshgrid(np.arange(wide // part) * part, np.arange(high // part) * part)
            small = np.zeros(x.shape, np.float32)
            for spot in light.glare:
                middle = view.pixels([spot.at])[0]
                square = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (spot.radius * view.per_mm) ** 2
                small += (spot.strength * np.exp(-square)).astype(np.float32)
            glare = cv2.resize(small, (wide, high), interpolation=cv2.INTER_LINEAR)
        warm = 0.15 * light.warmth
        return cls(gain, glare, np.array([1 - warm, 1, 1 + warm], np.float32))

    def on(self, canvas: Picture, at: tuple[int, int]) -> Picture:
        if self.gain is None and self.glare is None and self.colour[0] == 1:
            return canvas
        window = np.s_[at[1] : at[1] + canvas.shape[0], at[0] : at[0] + canvas.shape[1]]
        lit = canvas * self.colour
        if self.gain is not None:
            lit *= self.gain[window][:, :, None]
        if self.glare is not None:
            lit += self.glare[window][:, :, None]
        return np.asarray(cv2.convertScaleAbs(np.maximum(lit, 0)), np.uint8)


def _changed(before: Table, after: Table, view: View) -> Iterator[Box]:
    """Where two tables with the same ground differ."""
    old: list[Lying | Thing] = [*before.cards, *before.things]
    new: list[Lying | Thing] = [*after.cards, *after.things]
    kept = {id(item) for item in old} & {id(item) for item in new}
    for item in (*old, *new):
        if id(item) not in kept:
            yield _box(item, view)
    # Cards that only went above or below each other have changed, too.
    stayed = [item for item in old if id(item) in kept]
    if [id(item) for item in stayed] != [id(item) for item in new if id(item) in kept]:
        yield from (_box(item, view) for item in stayed)


def _box(item: Lying | Thing, view: View) -> Box:
    outlines = [item.corners] if isinstance(item, Lying) else [np.array(shape.outline) for shape in item.shapes]
    points = view.pixels(np.concatenate(outlines))
    (left, top), (right, bottom) = np.floor(points.min(0)).astype(int), np.ceil(points.max(0)).astype(int) + 1
    return int(left) - REACH, int(top) - REACH, int(right) + REACH, int(bottom) + REACH


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _within(box: Box, wide: int, high: int) -> Box:
    return max(0, box[0]), max(0, box[1]), max(0, min(wide, box[2])), max(0, min(high, box[3]))


def _lay(canvas: Picture, item: Lying | Thing, view: View, origin: tuple[int, int]) -> None:
    if isinstance(item, Thing):
        for shape in item.shapes:
            points = np.rint((view.pixels(shape.outline) - origin) * 16).astype(np.int32)
            cv2.fillPoly(canvas, [points], shape.colour, cv2.LINE_AA, 4)
        return
    _lay_card(canvas, item.picture, view.pixels(item.corners) - origin)


def _lay_card(canvas: Picture, picture: Picture, quad: Points) -> None:
    """A card with round corners, and the thin shadow of its edge."""
    left, top = np.floor(quad.min(0)).astype(int) - 4
    right, bottom = np.ceil(quad.max(0)).astype(int) + 4
    x0, y0, x1, y1 = _within((int(left), int(top), int(right), int(bottom)), canvas.shape[1], canvas.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    shrink = min(1.0, 1.3 * float(np.linalg.norm(quad[3] - quad[0])) / picture.shape[0])
    face = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    high, wide = face.shape[:2]
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(corners, (quad - (x0, y0)).astype(np.float32))
    size = (x1 - x0, y1 - y0)
    drawn = cv2.warpPerspective(face, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    part = cv2.warpPerspective(_rounded(wide, high), warp, size, flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    shadow = 1 - 0.25 * cv2.GaussianBlur(part, (0, 0), 1.5)
    part, shadow = part[:, :, None], shadow[:, :, None]
    under = canvas[y0:y1, x0:x1]
    canvas[y0:y1, x0:x1] = (under * shadow * (1 - part) + drawn * part + 0.5).astype(np.uint8)


@lru_cache(maxsize=64)
def _rounded(wide: int, high: int) -> Picture:
    """The outline of a card whose corners are round."""
    mask: Picture = np.zeros((high, wide), np.uint8)
    radius = max(1, round(high * 0.035))
    cv2.rectangle(mask, (radius, 0), (wide - 1 - radius, high - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (wide - 1, high - 1 - radius), 255, -1)
    for x in (radius, wide - 1 - radius):
        for y in (radius, high - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask
