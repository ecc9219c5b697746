"""The print of a mat as shapes in millimetres, the same for paper and for pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from math import cos, pi, sin

from vision.mat.dictionary import MODULES, white
from vision.mat.model import Box, Mark, Marker, Mat, Point, Slot, Zone, box_around

Colour = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (1, 1, 1)
GROUND: Colour = (0.925, 0.94, 0.93)
TABLE: Colour = (0.87, 0.905, 0.89)
LINE: Colour = (0.62, 0.69, 0.66)
TEXT: Colour = (0.42, 0.5, 0.47)

_LINE_WIDTH = 0.35
_ROUND_ZONE = 4.0
_ROUND_SLOT = 3.0
_IN_PILE = 3.0
_CHIPS = 19.0
_STAR = (7.0, 3.0)
_DASH = 2.5
_DISC = 4.6
_RING_WIDTH = 0.5
_NUMBER = 6.5
_SMALL = 4.5
_BAR_PARTS = 10


@dataclass(frozen=True)
class Boxes:
    """Boxes filled as one."""

    boxes: tuple[Box, ...]
    fill: Colour = BLACK


@dataclass(frozen=True)
class Outline:
    """A closed line, filled or not; with a `dash`, dashes and gaps of about that length."""

    points: tuple[Point, ...]
    fill: Colour | None = None
    line: Colour | None = LINE
    width: float = _LINE_WIDTH
    dash: float = 0


@dataclass(frozen=True)
class Text:
    """Digits or plain English letters. `size` is the height of the font; `at` their middle, or the middle of their
    left end."""

    text: str
    at: Point
    size: float
    centred: bool = True
    colour: Colour = TEXT


Shape = Boxes | Outline | Text


def shapes_of(mat: Mat) -> tuple[Shape, ...]:
    """What is printed, from the lowest layer to the highest."""
    zones = [shape for zone in mat.zones for shape in _zone(zone, mat.card)]
    markers = [Boxes(tuple(black_modules(marker))) for marker in mat.markers]
    marks = [shape for mark in mat.marks for shape in _mark(mark)]
    bar = [] if mat.bar is None else list(_scale(mat.bar))
    return (*zones, *markers, *marks, *bar)


def black_modules(marker: Marker) -> Iterator[Box]:
    """The black parts of an upright marker, each as wide as it goes."""
    whole = box_around(marker.corners)
    side = whole.width / MODULES
    for row, line in enumerate(white(marker.id)):
        start = 0
        for is_white, modules in groupby(line):
            count = len(list(modules))
            if not is_white:
                yield Box(whole.x + start * side, whole.y + row * side, count * side, side)
            start += count


def _zone(zone: Zone, card: Point) -> Iterator[Shape]:
    fill = GROUND if zone.kind in ("seat", "pickup") else TABLE
    yield Outline(_rounded(box_around(zone.polygon), _ROUND_ZONE), fill, None)
    for slot in zone.slots:
        yield from _slot(slot, card)


def _slot(slot: Slot, card: Point) -> Iterator[Shape]:
    if slot.use == "chips":
        yield Outline(_round(slot.centre, _CHIPS))
        return
    box = slot.box(card)
    yield Outline(_rounded(box, _ROUND_SLOT), dash=_DASH if slot.use == "special" else 0)
    if slot.use == "pile":
        yield Outline(_rounded(box.grown(-_IN_PILE), _ROUND_SLOT - 1))
    elif slot.use == "special":
        yield Outline(_star(slot.centre))


def _mark(mark: Mark) -> Iterator[Shape]:
    """A row's number in a ring, a seat's on a full disc, so that nobody takes one for the other."""
    circle = _round(mark.centre, _DISC)
    seat = mark.of == "seat"
    yield Outline(circle, TEXT, None) if seat else Outline(circle, WHITE, TEXT, _RING_WIDTH)
    yield Text(mark.text, mark.centre, _NUMBER, colour=WHITE if seat else TEXT)


def _scale(bar: Box) -> Iterator[Shape]:
    """A ruler: a line with a tick at every centimetre, those at the ends and in the middle longer."""
    middle, step = bar.centre[1], bar.width / _BAR_PARTS
    ticks = [Box(bar.x, middle - _LINE_WIDTH / 2, bar.width, _LINE_WIDTH)]
    for part in range(_BAR_PARTS + 1):
        height = bar.height if part in (0, _BAR_PARTS) else bar.height / (2 if part == _BAR_PARTS / 2 else 3)
        # The outer edges of the first and the last tick are what one measures.
        x = bar.x + part * step - _LINE_WIDTH * part / _BAR_PARTS
        ticks.append(Box(x, middle - height / 2, _LINE_WIDTH, height))
    yield Boxes(tuple(ticks), TEXT)
    yield Text(f"{bar.width:g} mm", (bar.right + 3, middle), _SMALL, centred=False)


def _rounded(box: Box, radius: float) -> tuple[Point, ...]:
    inner = box.grown(-radius).corners
    return tuple(_arcs(inner, radius))


def _arcs(corners: Iterable[Point], radius: float) -> Iterator[Point]:
    for quarter, (x, y) in enumerate(corners):
        for step in range(7):
            angle = pi + (quarter + step / 6) * pi / 2
            yield (x + radius * cos(angle), y + radius * sin(angle))


def _round(centre: Point, radius: float) -> tuple[Point, ...]:
    angles = [step * pi / 36 for step in range(72)]
    return tuple((centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)) for angle in angles)


def _star(centre: Point) -> tuple[Point, ...]:
    outer, inner = _STAR
    spikes = [(outer if point % 2 == 0 else inner, (point / 5 - 0.5) * pi) for point in range(10)]
    return tuple((centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)) for radius, angle in spikes)
