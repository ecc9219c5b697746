"""Take Six: the herd on its pasture. The more heads, the later the day: green, blue, gold, red, night."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sin

from vision.synthetic.artwork import heads_on
from vision.synthetic.own.shapes import (
    BLACK,
    WHITE,
    Colour,
    Fill,
    Lettering,
    Line,
    Points,
    Shapes,
    arc,
    arrow,
    disc,
    ellipse,
    number,
    placed,
    regular,
    rounded,
    star,
)

SPECIALS = ("fifth_row", "take_seven", "insert", "replace", "move", "block", "negate")
CARDS = (*(str(card) for card in range(1, 105)), *SPECIALS)

PANEL = (3.0, 3.0, 50.0, 81.0)
"""Left, top, width, height of what is printed within the white edge of a card."""

ROUND = 3.5
_CREAM: Colour = (255, 248, 230)


@dataclass(frozen=True)
class _Look:
    sky: Colour
    sun: Colour
    far: Colour
    hill: Colour
    ink: Colour


_LOOKS = {
    1: _Look((205, 233, 200), (238, 248, 226), (126, 187, 116), (44, 120, 62), (14, 56, 30)),
    2: _Look((196, 222, 246), (232, 243, 253), (104, 158, 214), (28, 84, 160), (10, 32, 78)),
    3: _Look((255, 226, 140), (255, 246, 212), (238, 178, 66), (196, 112, 8), (88, 42, 0)),
    5: _Look((252, 194, 178), (255, 234, 224), (228, 104, 86), (178, 26, 34), (88, 6, 14)),
    7: _Look((206, 182, 240), (240, 230, 252), (146, 96, 200), (80, 26, 132), (42, 8, 80)),
}


def face(name: str) -> Shapes:
    return _special(name) if name in SPECIALS else _number_card(name)


def _number_card(name: str) -> Shapes:
    heads = heads_on(int(name))
    look = _LOOKS[heads]
    large = Lettering(28.5, look.ink, WHITE, 0.055, widest=43)
    return (
        Fill(rounded(*PANEL, ROUND), look.sky),
        Fill(disc((28, 39), 22.5), look.sun),
        Fill(_hill(58.5, 2.2, 0.35), look.far),
        Fill(_hill(63.5, 1.6, -0.1), look.hill),
        *number(name, (28, 37.5 if len(name) < 3 else 38), large),
        *_herd(heads, look.hill),
        *_corners(name, look.ink),
    )


def _corners(name: str, ink: Colour) -> Shapes:
    above, below = Lettering(7.6, ink), Lettering(7.6, WHITE)
    top = (*number(name, (-22.2, -33.5), above, "left"), *number(name, (22.2, -33.5), above, "right"))
    bottom = (*number(name, (-22.2, -33.5), below, "left"), *number(name, (22.2, -33.5), below, "right"))
    return (*placed(top, (28, 43.5)), *placed(bottom, (28, 43.5), turns=0.5))


def _hill(height: float, wave: float, phase: float) -> Points:
    """The lower part of the panel, up to a wavy line."""
    left, top, width, high = PANEL
    line = [(left + width * step / 40, height + wave * sin(2 * pi * (step / 40 * 0.9 + phase))) for step in range(41)]
    bottom = [point for point in rounded(*PANEL, ROUND) if point[1] > top + high / 2]
    return (*line, *bottom)


def _herd(heads: int, hill: Colour) -> Shapes:
    apart = min(7.4, 45 / heads)
    first = 28 - apart * (heads - 1) / 2
    return tuple(
        shape for place in range(heads) for shape in placed(head(_CREAM, hill), (first + place * apart, 68.4), 2.95)
    )


def head(hide: Colour, dark: Colour) -> Shapes:
    """A bull's head from the front, two wide, about (0, 0)."""
    horns = [
        (*arc((side * 0.42, -0.62), (0.5, 0.42), *span, 12),) for side, span in ((1, (0.25, -0.08)), (-1, (0.25, 0.58)))
    ]
    skull = (
        *arc((0, -0.3), (0.5, 0.28), 0.5, 1.0, 16),
        *arc((0, 0.62), (0.34, 0.3), 0.0, 0.5, 16),
    )
    return (
        *(Line(horn, 0.22, hide) for horn in horns),
        *(Fill(ellipse((side * 0.68, -0.1), (0.26, 0.14)), hide) for side in (-1, 1)),
        Fill(skull, hide),
        *(Fill(disc((side * 0.24, -0.08), 0.1), dark) for side in (-1, 1)),
        *(Fill(ellipse((side * 0.14, 0.62), (0.07, 0.1)), dark) for side in (-1, 1)),
    )


_GROUNDS: dict[str, tuple[Colour, Colour]] = {
    "fifth_row": ((250, 196, 40), (176, 112, 0)),
    "take_seven": ((32, 96, 190), (14, 48, 110)),
    "insert": ((70, 160, 70), (24, 88, 36)),
    "replace": ((196, 60, 150), (116, 20, 88)),
    "move": ((226, 240, 244), (0, 122, 140)),
    "block": ((206, 36, 40), (118, 10, 20)),
    "negate": ((48, 46, 56), (16, 16, 22)),
}


def _special(name: str) -> Shapes:
    ground, hill = _GROUNDS[name]
    sign = _SIGNS[name]()
    return (
        Fill(rounded(*PANEL, ROUND), ground),
        Fill(_hill(66, 1.6, -0.1), hill),
        *placed(sign, (28, 41), 19),
        *placed(sign, (10.2, 10.2), 4.6),
        *placed(sign, (45.8, 10.2), 4.6),
        Fill(star((28, 75.5), 5, 2.2), _CREAM),
        Fill(star((44, 75.5), 3.4, 1.5), _CREAM),
        Fill(star((12, 75.5), 3.4, 1.5), _CREAM),
    )


def _fifth_row() -> Shapes:
    """Four rows, and one more that stands out."""
    rows = [Fill(rounded(-1, -0.98 + 0.36 * row, 2, 0.24, 0.08), (92, 56, 0)) for row in range(4)]
    return (
        *rows,
        Fill(rounded(-1, 0.5, 2, 0.5, 0.12), WHITE),
        Line(((-0.16, 0.75), (0.16, 0.75)), 0.12, (200, 40, 20)),
        Line(((0, 0.59), (0, 0.91)), 0.12, (200, 40, 20)),
    )


def _take_seven() -> Shapes:
    """Six, and a seventh among them."""
    around = [regular(middle, 0.36, 6) for middle in regular((0, 0), 0.68, 6, 0)]
    return (*(Fill(cell, WHITE) for cell in around), Fill(regular((0, 0), 0.36, 6), (255, 200, 40)))


def _insert() -> Shapes:
    """A wedge between two cards."""
    cards = [rounded(x, -0.35, 0.62, 1.3, 0.1) for x in (-1.0, 0.38)]
    return (
        *(Fill(card, WHITE) for card in cards),
        Fill(arrow((0, -1), (0, 0.95), 0.3, 0.72), (20, 60, 24)),
    )


def _replace() -> Shapes:
    """Round and round: one goes, another comes."""
    half = (
        Line(arc((0, 0), (0.72, 0.72), 0.54, 0.9, 24), 0.3, WHITE),
        Fill(((0.98, -0.84), (0.98, 0.06), (0.22, -0.3)), WHITE),
    )
    return (*half, *placed(half, (0, 0), turns=0.5))


def _move() -> Shapes:
    """From one place over to another."""
    teal, red = (0, 110, 128), (222, 84, 20)
    hop = arc((-0.05, 0.1), (0.62, 0.85), 0.5, 0.93, 24)
    return (
        Line((*rounded(-1, 0.3, 0.66, 0.68, 0.08), (-1, 0.38)), 0.1, teal),
        Fill(rounded(0.3, 0.25, 0.7, 0.75, 0.1), teal),
        Line(hop, 0.24, red),
        Fill(((0.18, -0.22), (0.98, -0.36), (0.68, 0.22)), red),
    )


def _block() -> Shapes:
    """No way through."""
    return (
        Fill(regular((0, 0), 1.06, 8, 1 / 16), WHITE),
        Fill(regular((0, 0), 0.92, 8, 1 / 16), (150, 12, 24)),
        Fill(rounded(-0.66, -0.2, 1.32, 0.4, 0.06), WHITE),
    )


def _negate() -> Shapes:
    """A head that does not count."""
    cross = [Line(((-0.86, -0.86 * side), (0.86, 0.86 * side)), 0.26, (240, 60, 50)) for side in (1, -1)]
    return (*placed(head(_CREAM, BLACK), (0, 0), 1.0), *cross)


_SIGNS = {
    "fifth_row": _fifth_row,
    "take_seven": _take_seven,
    "insert": _insert,
    "replace": _replace,
    "move": _move,
    "block": _block,
    "negate": _negate,
}


def back() -> Shapes:
    """The same both ways round, so that nobody can mark a card by turning it."""
    green, line, cream = (18, 74, 82), (60, 126, 130), _CREAM
    left, top, width, high = PANEL
    shapes: list[Fill | Line] = [Fill(rounded(*PANEL, ROUND), green)]
    across, down = width / 6, high / 9
    for row in range(9):
        for column in range(6):
            middle = (left + (column + 0.5) * across, top + (row + 0.5) * down)
            shapes.append(Fill(_lozenge(middle, across * 0.42, down * 0.42), line))
    shapes += [
        Fill(_lozenge((28, 43.5), 21, 31), cream),
        Fill(_lozenge((28, 43.5), 19, 28.2), green),
        *placed(head(cream, green), (28, 34.5), 8.2),
        *placed(placed(head(cream, green), (0, 0), 8.2, 0.5), (28, 52.5)),
    ]
    frame = rounded(left + 1.6, top + 1.6, width - 3.2, high - 3.2, ROUND - 1)
    return (*shapes, Line((*frame, frame[0]), 0.7, cream))


def _lozenge(centre: tuple[float, float], wide: float, high: float) -> Points:
    x, y = centre
    return ((x, y - high), (x + wide, y), (x, y + high), (x - wide, y))
