"""Shapes in millimetres, of which cards are drawn: the same for pictures and for paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, hypot, pi, sin

from vision.synthetic.typefaces import OWN_STROKES

Point = tuple[float, float]
"""Right and down."""

Points = tuple[Point, ...]

Colour = tuple[int, int, int]
"""Red, green, blue."""

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (24, 24, 28)

_ROUND_STEPS = 72
_WEIGHT = 0.165
"""How thick digits are, by their height."""

_BETWEEN = 0.11
"""How far apart digits are, by their height."""

_SLIM = 0.62
"""How wide digits are without the pen, by their height."""

_TURNED = {"0": "0", "1": "1", "6": "9", "8": "8", "9": "6"}


@dataclass(frozen=True)
class Fill:
    """A closed shape full of colour."""

    points: Points
    colour: Colour


@dataclass(frozen=True)
class Line:
    """A line with round ends and corners."""

    points: Points
    width: float
    colour: Colour


Shape = Fill | Line
Shapes = tuple[Shape, ...]


def placed(shapes: Iterable[Shape], centre: Point, scale: float = 1, turns: float = 0) -> Shapes:
    """Shapes that were drawn about (0, 0), scaled, turned clockwise by so many whole turns, and moved."""
    return tuple(_placed(shape, centre, scale, turns) for shape in shapes)


def _placed(shape: Shape, centre: Point, scale: float, turns: float) -> Shape:
    along, across = scale * cos(2 * pi * turns), scale * sin(2 * pi * turns)
    points = tuple((centre[0] + along * x - across * y, centre[1] + across * x + along * y) for x, y in shape.points)
    if isinstance(shape, Fill):
        return Fill(points, shape.colour)
    return Line(points, shape.width * scale, shape.colour)


def box(x: float, y: float, width: float, height: float) -> Points:
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def arc(centre: Point, radii: Point, start: float, end: float, steps: int = 24) -> Points:
    """Part of an ellipse; angles in whole turns, clockwise from the right."""
    angles = [2 * pi * (start + (end - start) * step / steps) for step in range(steps + 1)]
    return tuple((centre[0] + radii[0] * cos(angle), centre[1] + radii[1] * sin(angle)) for angle in angles)


def ellipse(centre: Point, radii: Point) -> Points:
    return arc(centre, radii, 0, 1, _ROUND_STEPS)[:-1]


def disc(centre: Point, radius: float) -> Points:
    return ellipse(centre, (radius, radius))


def rounded(x: float, y: float, width: float, height: float, radius: float) -> Points:
    """A box with round corners."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    inward = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    points: list[Point] = []
    for quarter, ((left, top), (right, down)) in enumerate(zip(corners, inward, strict=True)):
        middle = (left + right * radius, top + down * radius)
        points += arc(middle, (radius, radius), (quarter + 2) / 4, (quarter + 3) / 4, 8)
    return tuple(points)


def regular(centre: Point, radius: float, corners: int, start: float = -0.25) -> Points:
    """A polygon with equal sides; its first corner lies in the direction `start`."""
    return arc(centre, (radius, radius), start, start + 1, corners)[:-1]


def star(centre: Point, outer: float, inner: float) -> Points:
    tips, notches = regular(centre, outer, 5), regular(centre, inner, 5, -0.15)
    return tuple(point for pair in zip(tips, notches, strict=True) for point in pair)


def arrow(start: Point, end: Point, width: float, head: float) -> Points:
    """A straight arrow; its head is as long as it is wide."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    outline = ((0, -width / 2), (length - head, -width / 2), (length - head, -head / 2), (length, 0))
    whole = (*outline, *((along, -aside) for along, aside in reversed(outline[:3])))
    return tuple((start[0] + along * x - aside * y, start[1] + along * y + aside * x) for along, aside in whole)


def can_be_turned(number: str) -> bool:
    """Whether it reads as another number upside down, so that it needs a bar.

    >>> [number for number in map(str, range(1, 105)) if can_be_turned(number)]
    ['6', '9', '16', '18', '19', '61', '66', '68', '81', '86', '89', '91', '98', '99']
    """
    if not set(number) <= set(_TURNED) or "0" in (number[0], number[-1]):
        return False
    return "".join(_TURNED[digit] for digit in reversed(number)) != number


@dataclass(frozen=True)
class Lettering:
    """How a number is written; `outline` is how far a rim goes around it, by its height."""

    height: float
    ink: Colour
    rim: Colour = WHITE
    outline: float = 0
    widest: float = 100
    """Wider numbers are made narrower."""


def number(text: str, centre: Point, style: Lettering, side: str = "middle") -> Shapes:
    """A number in the project's own digits, with a bar under it where it could be read upside down.

    `centre` is the middle of the number, or of its left or right edge.
    """
    strokes, width = _strokes(text)
    high, squeeze = style.height, min(1.0, style.widest / (width * style.height))
    wide = width * squeeze * high
    left = centre[0] - {"left": 0.0, "middle": 0.5, "right": 1.0}[side] * wide
    pen = _WEIGHT * high
    lines = []
    for stroke in strokes:
        # The pen keeps its width where the number is made narrower.
        inner = (wide - pen) / (width * high - pen)
        points = [(left + pen / 2 + (x * high - pen / 2) * inner, centre[1] + (y - 0.5) * high) for x, y in stroke]
        lines.append((tuple(points), pen))
    if can_be_turned(text):
        under = centre[1] + 0.5 * high + 0.16 * high
        lines.append((((left + pen / 2, under), (left + wide - pen / 2, under)), pen * 0.85))
    rims = [Line(points, pen + 2 * style.outline * high, style.rim) for points, pen in lines if style.outline]
    return (*rims, *(Line(points, pen, style.ink) for points, pen in lines))


@cache
def _strokes(text: str) -> tuple[tuple[Points, ...], float]:
    """The strokes of a number one high, each digit as wide as it is, and the width of all."""
    at = 0.0
    lines: list[Points] = []
    for digit in text:
        inner = 1 - _WEIGHT
        strokes: Sequence[Points] = OWN_STROKES[int(digit)]
        least = min(x for stroke in strokes for x, _ in stroke)
        most = max(x for stroke in strokes for x, _ in stroke)
        left = at + _WEIGHT / 2
        lines += [
            tuple((left + (x - least) * _SLIM * inner, _WEIGHT / 2 + y * inner) for x, y in stroke)
            for stroke in strokes
        ]
        at += (most - least) * _SLIM * inner + _WEIGHT + _BETWEEN
    return tuple(lines), at - _BETWEEN
