"""Qwixx: a number in a colour; on the other side the same number without one. Jokers have all four colours.

Each colour has a sign of its own, for those who cannot tell colours apart.
"""

from __future__ import annotations

from vision.synthetic.own.shapes import (
    BLACK,
    WHITE,
    Colour,
    Fill,
    Lettering,
    Line,
    Shape,
    Shapes,
    box,
    disc,
    number,
    placed,
    regular,
    rounded,
    star,
)
from vision.synthetic.own.take_six import PANEL, ROUND

COLOURS: dict[str, tuple[Colour, Colour]] = {
    "red": ((214, 30, 44), (120, 8, 20)),
    "yellow": ((250, 204, 10), (104, 70, 0)),
    "green": ((30, 146, 66), (6, 74, 30)),
    "blue": ((24, 82, 190), (8, 34, 100)),
}
NUMBERS = tuple(range(2, 13))
COLOURED = tuple(f"{colour} {card}" for colour in COLOURS for card in NUMBERS)
JOKERS = tuple(f"joker {card}" for card in NUMBERS)
NEUTRALS = tuple(f"neutral {card}" for card in NUMBERS)
CARDS = (*COLOURED, *JOKERS, *NEUTRALS)


def back_of(name: str) -> str:
    """What lies on the other side of a coloured card or a joker."""
    return f"neutral {name.split()[1]}"


def face(name: str) -> Shapes:
    kind, text = name.split()
    if kind == "neutral":
        return _neutral(text)
    if kind == "joker":
        return _joker(text)
    ground, ink = COLOURS[kind]
    return (
        Fill(rounded(*PANEL, ROUND), ground),
        *_twice((*_sign(kind, (0, -31.5), 4.6, WHITE),)),
        *_plate(text, ink, ink),
        *_corners(text, WHITE, ink),
    )


def _plate(text: str, ink: Colour, edge: Colour) -> Shapes:
    """A light plate with the number."""
    return (
        Fill(rounded(7, 22, 42, 43, 5), edge),
        Fill(rounded(8.2, 23.2, 39.6, 40.6, 4), WHITE),
        *number(text, (28, 41.5 if text in ("6", "9") else 43.5), Lettering(28, ink, widest=34)),
    )


def _corners(text: str, ink: Colour, rim: Colour) -> Shapes:
    style = Lettering(8.2, ink, rim, 0.12)
    return _twice((*number(text, (-21.5, -33), style, "left"), *number(text, (21.5, -33), style, "right")))


def _twice(shapes: Shapes) -> Shapes:
    """On the upper half of a card, and upside down on the lower one."""
    return (*placed(shapes, (28, 43.5)), *placed(shapes, (28, 43.5), turns=0.5))


def _sign(colour: str, centre: tuple[float, float], size: float, fill: Colour) -> Shapes:
    x, y = centre
    if colour == "red":
        return (Fill(regular((x, y + size * 0.2), size, 3), fill),)
    if colour == "yellow":
        return (Fill(regular(centre, size, 4), fill),)
    if colour == "green":
        return (Fill(disc(centre, size * 0.85), fill),)
    thick, long = size * 0.6, size * 1.8
    upright = box(x - thick / 2, y - long / 2, thick, long)
    return (Fill(upright, fill), Fill(box(x - long / 2, y - thick / 2, long, thick), fill))


def _joker(text: str) -> Shapes:
    """Four fields, four signs, a star."""
    left, top, width, high = PANEL
    shapes: list[Shape] = [Fill(rounded(*PANEL, ROUND), BLACK)]
    for place, (colour, (ground, _)) in enumerate(COLOURS.items()):
        x, y = left + 1.6 + place % 2 * (width / 2 - 0.8), top + 1.6 + place // 2 * (high / 2 - 0.8)
        shapes.append(Fill(rounded(x, y, width / 2 - 2.4, high / 2 - 2.4, 2), ground))
        sign = (x + width / 4 - 1.2 + (3.4 if place % 2 == 0 else -3.4), 17.6 if place < 2 else 69.4)
        shapes += _sign(colour, sign, 2.3, WHITE)
    return (
        *shapes,
        *_plate(text, BLACK, BLACK),
        Fill(star((28, 11.5), 6.4, 2.8), BLACK),
        Fill(star((28, 11.5), 4.9, 2.1), WHITE),
        *placed((Fill(star((0, 0), 6.4, 2.8), BLACK), Fill(star((0, 0), 4.9, 2.1), WHITE)), (28, 75.5), turns=0.5),
        *_corners(text, WHITE, BLACK),
    )


def _neutral(text: str) -> Shapes:
    """No colour at all, and bars where a coloured card has its sign."""
    left, top, width, high = PANEL
    light, dark = (222, 222, 218), (112, 114, 118)
    inner = rounded(left + 1.8, top + 1.8, width - 3.6, high - 3.6, 2.4)
    bars = tuple(Line(((-4.2, y), (4.2, y)), 2, dark) for y in (-34.9, -31.5, -28.1))
    return (
        Fill(rounded(*PANEL, ROUND), dark),
        Fill(inner, light),
        *_twice(bars),
        *_plate(text, BLACK, dark),
        *_corners(text, BLACK, light),
    )
