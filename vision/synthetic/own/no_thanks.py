"""No Thanks!: a present nobody asked for. The higher the number, the warmer the paper around it.

Nothing on these cards is round and as big as a chip: chips on the card are counted.
"""

from __future__ import annotations

from vision.synthetic.own.shapes import (
    WHITE,
    Colour,
    Fill,
    Lettering,
    Line,
    Points,
    Shapes,
    arc,
    box,
    number,
    placed,
    rounded,
)
from vision.synthetic.own.take_six import PANEL, ROUND

LOWEST, HIGHEST = 3, 35
CARDS = tuple(str(card) for card in range(LOWEST, HIGHEST + 1))

_PAPERS: tuple[Colour, ...] = ((14, 104, 140), (40, 132, 84), (216, 150, 16), (214, 84, 28), (160, 20, 62))
_RIBBON: Colour = (255, 240, 206)


def face(name: str) -> Shapes:
    paper = _mixed((int(name) - LOWEST) / (HIGHEST - LOWEST))
    dark = _darker(paper, 0.72)
    ink = _darker(paper, 0.36)
    left, top, width, high = PANEL
    label = rounded(7.5, 27.5, 41, 38, 4)
    corners = (
        *number(name, (-22.2, -33.5), Lettering(8, WHITE), "left"),
        *number(name, (22.2, -33.5), Lettering(8, WHITE), "right"),
    )
    return (
        Fill(rounded(*PANEL, ROUND), paper),
        *(Line(((x, top + 1.2), (x, top + high - 1.2)), 0.5, dark) for x in (10.5, 17, 39, 45.5)),
        Fill(box(left, 42.5, width, 8), _RIBBON),
        Fill(box(24, top, 8, high), _RIBBON),
        Fill(label, dark),
        Fill(rounded(8.5, 28.5, 39, 36, 3.2), WHITE),
        *_bow(dark),
        *number(name, (28, 45 if name in ("6", "9", "16", "18", "19") else 46.5), Lettering(25, ink, widest=34)),
        *placed(corners, (28, 43.5)),
        *placed(corners, (28, 43.5), turns=0.5),
    )


def _bow(dark: Colour) -> Shapes:
    """Above the label, so that it says which way up the card is."""
    shapes: list[Fill | Line] = []
    for side in (-1, 1):
        loop: Points = (
            (28, 22),
            *((28 + side * (7.2 + x), 18.4 + y) for x, y in arc((0, 0), (4.2, 3.9), 0.6, 1.3, 18)),
            (28, 22),
        )
        tail: Points = ((28, 22), (28 + side * 3, 25.2), (28 + side * 8, 27))
        shapes += [Line(loop, 3.4, dark), Line(tail, 3.2, dark), Line(loop, 2.4, _RIBBON), Line(tail, 2.2, _RIBBON)]
    knot = rounded(25, 19.4, 6, 5.2, 1.8)
    return (*shapes, Fill(rounded(24.4, 18.8, 7.2, 6.4, 2.2), dark), Fill(knot, _RIBBON))


def _mixed(part: float) -> Colour:
    place = min(part * (len(_PAPERS) - 1), len(_PAPERS) - 1.001)
    first, rest = _PAPERS[int(place)], place - int(place)
    second = _PAPERS[int(place) + 1]
    red, green, blue = (round(one * (1 - rest) + other * rest) for one, other in zip(first, second, strict=True))
    return red, green, blue


def _darker(colour: Colour, part: float) -> Colour:
    red, green, blue = (round(value * part) for value in colour)
    return red, green, blue


def back() -> Shapes:
    """Wrapping paper; the same both ways round."""
    plum, light = (74, 32, 92), (152, 92, 170)
    left, top, width, high = PANEL
    shapes: list[Fill | Line] = [Fill(rounded(*PANEL, ROUND), plum)]
    inner, step = 3.4, 6.9
    for at in range(-7, 8):
        # Stripes from upper right to lower left, cut off at a frame.
        x = at * step * 1.41
        shapes += _stripe(
            x, (left + inner + 1.2, top + inner + 1.2, left + width - inner - 1.2, top + high - inner - 1.2), light
        )
    frame = rounded(left + inner, top + inner, width - 2 * inner, high - 2 * inner, 1)
    shapes.append(Line((*frame, frame[0]), 1.1, _RIBBON))
    shapes += [Fill(box(23, top, 10, high), _RIBBON), Fill(box(24.6, top, 6.8, high), (196, 60, 84))]
    return (*shapes, Fill(box(left, 38.5, width, 10), _RIBBON), Fill(box(left, 40.1, width, 6.8), (196, 60, 84)))


def _stripe(offset: float, window: tuple[float, float, float, float], colour: Colour) -> Shapes:
    """The part within the window of a slanted stripe that passes the middle of the card at `offset`."""
    left, top, right, bottom = window
    found: list[tuple[float, float]] = []
    for x, y, dx, dy in _edges(left, top, right, bottom):
        # Where x + y = 28 + 43.5 + offset meets an edge.
        away = 28 + 43.5 + offset - (x + y)
        part = away / (dx + dy)
        if 0 <= part <= 1:
            found.append((x + part * dx, y + part * dy))
    return (Line((found[0], found[-1]), 2.6, colour),) if len(found) > 1 else ()


def _edges(left: float, top: float, right: float, bottom: float) -> tuple[tuple[float, float, float, float], ...]:
    wide, high = right - left, bottom - top
    return ((left, top, wide, 0), (left, top, 0, high), (right, top, 0, high), (left, bottom, wide, 0))
