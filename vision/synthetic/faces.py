"""Draws the faces and backs of a design."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.artwork import COUNTS, HEIGHT, WIDTH, Face, cartoon, draw_art, heads_on, ox, picture
from vision.synthetic.backs import PATTERNS
from vision.synthetic.designs import (
    LAYOUTS,
    SIX_OR_NINE,
    Band,
    Colour,
    Design,
    Family,
    Lettering,
    Place,
    brightness,
)
from vision.synthetic.typefaces import HEIGHT as HIGH
from vision.synthetic.typefaces import Mask, Typeface

SMALL = 0.2
"""Numbers that are less high than this by the card's height have one pip, as high as a third of them."""

PIP_SHAPES = {
    "lozenge": ((0.0, -1.0), (0.7, 0.0), (0.0, 1.0), (-0.7, 0.0)),
    "heart": ((0.0, 1.0), (-0.9, -0.1), (-0.7, -0.7), (-0.3, -0.8), (0.0, -0.4), (0.3, -0.8), (0.7, -0.7), (0.9, -0.1)),
    "tick": ((-0.15, -0.9), (0.15, -0.9), (0.15, 0.9), (-0.15, 0.9)),
}
MID_GREY = 127.0
PLAINLY = 75.0
"""By so many steps of brightness what a number stands on differs from it."""


def draw_face(design: Design, typefaces: Sequence[Typeface], card: int) -> Face:
    """The face of a number card, seen upright."""
    family = design.families[COUNTS.index(heads_on(card))]
    face: Face = np.full((HEIGHT, WIDTH, 3), family.paper, np.uint8)
    _draw_border(face, design, family)
    draw_art(face, design, family, card)
    _draw_bands(face, design, family)
    if design.heads_row:
        _draw_heads_rows(face, family, heads_on(card))
    numbers = written_on(design, typefaces, card)
    badged = [one for one in numbers if design.badge and one.lettering is (design.corner or design.centre)]
    grounds = {one.middle: _draw_badge(face, one, design.badge, family) for one in badged}
    for number in numbers:
        dress = number.lettering
        ink, edge = _inks(number, design, family)
        if number.middle in grounds:
            ink, edge = family.ink, grounds[number.middle]
        elif design.shadow and dress is design.centre:
            _cast_shadow(face, number, design.shadow, edge)
        if dress.outer:
            _write(face, number.mask, number.middle, ink, _against(edge), dress.outline + dress.outer, 0)
        _write(face, number.mask, number.middle, ink, edge, dress.outline, dress.gradient)
        kind, count = (design.counted, heads_on(card)) if dress is design.centre else (design.pips, 1)
        if kind:
            _draw_pips(face, number, kind, count, ink)
    return _grained(face, design.grain, card)


def draw_back(design: Design, typefaces: Sequence[Typeface]) -> Face:
    """The back of the deck."""
    ground, figure = design.back_colours
    back: Face = np.full((HEIGHT, WIDTH, 3), ground, np.uint8)
    middle = (WIDTH // 2, HEIGHT // 2)
    if design.back in PATTERNS:
        PATTERNS[design.back](back, figure)
    elif design.back == "ox":
        back[:] = (255, 255, 255)
        ox(back, middle, WIDTH * 0.42, figure)
    elif design.back == "six":
        _write(back, _mask(Lettering(0, 0.5), typefaces, 6), middle, figure, ground, 0, 0)
    elif design.back == "picture":
        back[:] = picture((WIDTH, HEIGHT), sum(ground))
    elif design.back == "cartoon":
        cartoon(back, middle, WIDTH * 0.35, figure, np.random.default_rng(sum(ground)))
    elif design.back == "word":
        cv2.putText(back, "BULLS"[: 3 + sum(ground) % 3], (30, HEIGHT // 2), 3, 1.2, figure, 3, cv2.LINE_AA)
    elif design.back == "framed":
        cv2.rectangle(back, (14, 14), (WIDTH - 15, HEIGHT - 15), figure, -1)
        cv2.ellipse(back, middle, (46, 74), 0, 0, 360, ground, 5, cv2.LINE_AA)
    if design.back_rim is not None:
        cv2.rectangle(back, (3, 3), (WIDTH - 4, HEIGHT - 4), design.back_rim, 6)
    return _grained(back, design.grain, 0) if design.back_rim is None else back


def _draw_bands(face: Face, design: Design, family: Family) -> None:
    across = np.linspace(0, 1, 25)
    for band in design.bands:
        top, bottom = (np.stack([across * WIDTH, edge * HEIGHT], axis=1) for edge in _edges(band, across))
        cv2.fillPoly(face, [np.round(np.vstack([top, bottom[::-1]]) * 16).astype(np.int32)], family.art, cv2.LINE_AA, 4)


def _edges(band: Band, across: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The upper and the lower edge of a band, so far across the card."""
    off = band.lean * (2 * across - 1) + band.wave * np.sin(across * 2 * np.pi)
    return band.top + off, band.bottom + off


def _cast_shadow(face: Face, number: Written, far: float, edge: Colour) -> None:
    by = round(far * number.mask.shape[0])
    dark = (edge[0] // 4, edge[1] // 4, edge[2] // 4)
    _write(face, number.mask, (number.middle[0] + by, number.middle[1] + by), dark, dark, number.lettering.outline, 0)


def _inks(number: Written, design: Design, family: Family) -> tuple[Colour, Colour]:
    """The ink of a number and that of its outline: on a band it may be light where it is dark elsewhere."""
    top, bottom = number.corners[:, 1].min() / HEIGHT, number.corners[:, 1].max() / HEIGHT
    edges = [_edges(band, number.corners[:, 0] / WIDTH) for band in design.bands]
    if not any(upper.max() < top and bottom < lower.min() for upper, lower in edges):
        return family.ink, family.outline
    ink = max((family.paper, (255, 255, 255), (0, 0, 0)), key=lambda one: abs(brightness(one) - brightness(family.art)))
    return ink, family.art


def _draw_pips(face: Face, number: Written, kind: str, count: int, ink: Colour) -> None:
    """Small signs in a row right under a number, as one reads it."""
    (left, top), (right, bottom) = number.corners.min(axis=0), number.corners.max(axis=0)
    high = bottom - top
    size = max(2.0, high * (0.3 if number.lettering.height < SMALL else 0.09))
    under = (1.35 * size + 2) * (-1 if number.turned else 1)
    y = (top if number.turned else bottom) + under
    for at in range(count):
        x = (left + right) / 2 + (at - (count - 1) / 2) * 2.4 * size
        _pip(face, kind, (round(x), round(y)), size, ink, number.turned)


def _pip(face: Face, kind: str, at: tuple[int, int], size: float, ink: Colour, turned: bool) -> None:
    shape, upright = PIP_SHAPES.get(kind), -1 if turned else 1
    if kind == "ox":
        ox(face, at, size * upright, ink)
    elif shape is not None:
        points = np.array(shape) * size * upright + at
        cv2.fillPoly(face, [np.round(points * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)
    elif kind == "cross":
        far = round(0.8 * size)
        for side in (-1, 1):
            cv2.line(face, (at[0] - far, at[1] - side * far), (at[0] + far, at[1] + side * far), ink, 2, cv2.LINE_AA)
    else:
        cv2.circle(face, at, max(1, round(0.7 * size)), ink, -1, cv2.LINE_AA)


def _against(edge: Colour) -> Colour:
    """What a line around an outline of this colour is drawn in: almost black, or almost white."""
    return (20, 20, 20) if brightness(edge) > MID_GREY else (245, 245, 245)


def _draw_badge(face: Face, number: Written, badge: str, family: Family) -> Colour:
    """What a number stands on, and its colour."""
    grounds = (family.paper, family.outline, (255, 255, 255), (0, 0, 0))
    fill = next(one for one in grounds if abs(brightness(one) - brightness(family.ink)) > PLAINLY)
    low, high = number.corners.min(axis=0), number.corners.max(axis=0)
    middle, (wide, tall) = (low + high) / 2, high - low
    at = (round(float(middle[0])), round(float(middle[1])))
    if badge == "disc":
        radius = round(max(0.9 * tall, 0.58 * float(np.hypot(wide, tall))))
        cv2.circle(face, at, radius, fill, -1, cv2.LINE_AA)
        cv2.circle(face, at, radius, family.ink, 2, cv2.LINE_AA)
    else:
        room = np.array((wide / 2 + 0.3 * tall, 0.75 * tall))
        corner, other = (np.round(middle + side * room).astype(int).tolist() for side in (-1, 1))
        cv2.rectangle(face, corner, other, fill, -1, cv2.LINE_AA)
        cv2.rectangle(face, corner, other, family.ink, 1, cv2.LINE_AA)
    return fill


def _draw_border(face: Face, design: Design, family: Family) -> None:
    if design.border <= 0:
        return
    pen = max(1, round(design.border * HEIGHT / 3))
    inset = round(design.border * HEIGHT)
    cv2.rectangle(face, (inset, inset), (WIDTH - 1 - inset, HEIGHT - 1 - inset), family.art, pen, cv2.LINE_AA)
    if design.border_double:
        inset += 2 * pen + 2
        cv2.rectangle(face, (inset, inset), (WIDTH - 1 - inset, HEIGHT - 1 - inset), family.art, 1, cv2.LINE_AA)


def _draw_heads_rows(face: Face, family: Family, count: int) -> None:
    step = min(15.0, WIDTH * 0.5 / count)
    for at in range(count):
        x = WIDTH / 2 + (at - (count - 1) / 2) * step
        ox(face, (round(x), round(HEIGHT * 0.065)), 6, family.art)
        cv2.flip(face, -1, face)
        ox(face, (round(x), round(HEIGHT * 0.065)), 6, family.art)
        cv2.flip(face, -1, face)


@dataclass(frozen=True, eq=False)
class Written:
    """A number on a face: its mask, the mask's middle, and the four corners of its digits as one reads them."""

    mask: Mask
    middle: tuple[int, int]
    turned: bool
    lettering: Lettering
    corners: NDArray[np.float64]


def written_on(design: Design, typefaces: Sequence[Typeface], card: int) -> list[Written]:
    """The numbers on the face of a card, seen upright."""
    numbers = []
    for place in LAYOUTS[design.layout]:
        lettering = design.centre if place.large else design.corner
        if lettering is not None:
            numbers.append(_written(design, lettering, typefaces, card, place))
    return numbers


def _written(design: Design, lettering: Lettering, typefaces: Sequence[Typeface], card: int, place: Place) -> Written:
    plain = _mask(lettering, typefaces, card)
    left, top, wide, high = cv2.boundingRect((plain > 60).astype(np.uint8))
    mask = _marked(plain, design.mark, card)
    height, width = mask.shape
    x, y = _middle(place, (left, top, wide, high), (width, height), design.spread)
    corners = np.array([(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)], float)
    corners -= (width // 2, height // 2)
    if place.turned:
        mask, corners = cv2.rotate(mask, cv2.ROTATE_180), -corners
    return Written(mask, (x, y), place.turned, lettering, corners + np.array((x, y)))


def _middle(place: Place, box: tuple[int, int, int, int], size: tuple[int, int], spread: float) -> tuple[int, int]:
    """Where the middle of a number's mask comes to lie, so that its digits keep clear of the edges."""
    left, top, wide, high = box
    margin = 0.045 * HEIGHT
    x = WIDTH / 2 + place.x * max(0.0, WIDTH / 2 - margin - wide / 2)
    y = HEIGHT / 2 + place.y * spread * max(0.0, HEIGHT / 2 - margin - high / 2)
    off = np.array([left + wide / 2 - size[0] // 2, top + high / 2 - size[1] // 2])
    x, y = (x, y) - (-off if place.turned else off)
    return round(x), round(y)


def _mask(lettering: Lettering, typefaces: Sequence[Typeface], number: int) -> Mask:
    """The number as the lettering has it, slanted, with room for its outline, never wider than the card."""
    height = max(8, round(lettering.height * HEIGHT))
    typeface = typefaces[lettering.typeface]
    if lettering.by_hand > 0:
        typeface = _by_hand(typeface, lettering.by_hand, number)
    mask = typeface.number(number, height, lettering.squeeze)
    room = round(abs(lettering.slant) * height) + round((lettering.outline + lettering.outer) * height) + 2
    mask = cv2.copyMakeBorder(mask, room, room, room, room, cv2.BORDER_CONSTANT, value=0)
    if lettering.slant:
        shear = np.array([[1, -lettering.slant, lettering.slant * mask.shape[0] / 2], [0, 1, 0]], np.float32)
        mask = cv2.warpAffine(mask, shear, (mask.shape[1], mask.shape[0]))
    if lettering.tilt:
        mask = _tilted(mask, lettering.tilt)
    widest = round(WIDTH * (0.92 if lettering.height > 0.22 else 0.42))
    if mask.shape[1] > widest:
        mask = cv2.resize(mask, (widest, mask.shape[0]), interpolation=cv2.INTER_AREA)
    return _worn(mask, lettering.rough, number) if lettering.rough > 0 else mask


def _tilted(mask: Mask, degrees: float) -> Mask:
    """The same turned, as large as that needs."""
    size = np.array(mask.shape[::-1])
    move = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), degrees, 1.0)
    grown = np.ceil(np.abs(move[:, :2]) @ size).astype(int)
    move[:, 2] += (grown - size) / 2
    return np.asarray(cv2.warpAffine(mask, move, tuple(grown.tolist())), np.uint8)


def _by_hand(typeface: Typeface, much: float, seed: int) -> Typeface:
    """The typeface as somebody writes it once: each digit leans, rises and grows a little."""
    rng = np.random.default_rng(seed)
    digits = []
    for digit in typeface.digits:
        room = round(0.12 * digit.shape[0] * much)
        wide = cv2.copyMakeBorder(digit, room, room, room // 2, room // 2, cv2.BORDER_CONSTANT, value=0)
        middle = ((wide.shape[1] - 1) / 2, (wide.shape[0] - 1) / 2)
        move = cv2.getRotationMatrix2D(middle, rng.normal(0, 5 * much), 1 + rng.normal(0, 0.06 * much))
        move[:, 2] += rng.normal(0, 0.04 * much, 2) * digit.shape[0]
        move[0, 1] += rng.normal(0, 0.08 * much)
        written = cv2.warpAffine(wide, move, (wide.shape[1], wide.shape[0]))
        digits.append(cv2.resize(written, (max(1, written.shape[1] * HIGH // written.shape[0]), HIGH)))
    return Typeface(typeface.name, tuple(digits))


def _worn(mask: Mask, part: float, seed: int) -> Mask:
    """With specks in which ink is missing."""
    rng = np.random.default_rng(seed)
    coarse = rng.uniform(0, 1, (mask.shape[0] // 3 + 1, mask.shape[1] // 3 + 1)).astype(np.float32)
    there = cv2.resize(coarse, (mask.shape[1], mask.shape[0]), interpolation=cv2.INTER_LINEAR)
    return (mask * np.clip((there - part) * 6, 0, 1)).astype(np.uint8)


def _marked(mask: Mask, mark: str, card: int) -> Mask:
    """With the dot or the bar that tells 6 from 9."""
    if card not in SIX_OR_NINE or mark == "none":
        return mask
    height, width = mask.shape
    pen = max(2, height // 12)
    marked = cv2.copyMakeBorder(mask, 0, pen, 0, 2 * pen, cv2.BORDER_CONSTANT, value=0)
    if mark == "dot":
        cv2.circle(marked, (width + pen // 2, height - pen), pen, 255, -1, cv2.LINE_AA)
    else:
        cv2.rectangle(marked, (width // 6, height - pen), (width * 5 // 6, height - 1), 255, -1)
    return marked


def _write(
    face: Face, mask: Mask, centre: tuple[int, int], ink: Colour, edge: Colour, outline: float, gradient: float
) -> None:
    """Lay a mask on the face in ink, with its outline under it."""
    if outline > 0:
        pen = max(1, round(outline * mask.shape[0] * 0.6))
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * pen + 1, 2 * pen + 1))
        _lay(face, cv2.dilate(mask, kernel), centre, np.array(edge, np.float32))
    colour = np.array(ink, np.float32)
    if gradient > 0:
        steps = np.linspace(1 - gradient, 1, mask.shape[0], dtype=np.float32)[:, None, None]
        _lay(face, mask, centre, np.clip(colour * steps + 20 * (1 - steps), 0, 255))
    else:
        _lay(face, mask, centre, colour)


def _lay(face: Face, mask: Mask, centre: tuple[int, int], colour: NDArray[np.float32]) -> None:
    height, width = mask.shape
    left, top = centre[0] - width // 2, centre[1] - height // 2
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(face.shape[1], left + width), min(face.shape[0], top + height)
    if x0 >= x1 or y0 >= y1:
        return
    part = mask[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
    shade = colour if colour.ndim == 1 else colour[y0 - top : y1 - top]
    under = face[y0:y1, x0:x1]
    face[y0:y1, x0:x1] = (under * (1 - part) + shade * part).astype(np.uint8)


def _grained(face: Face, grain: float, seed: int) -> Face:
    """With the grain of rough paper or a woodcut."""
    if grain <= 0:
        return face
    noise = np.random.default_rng(seed).normal(0, 255 * grain, (HEIGHT // 3, WIDTH // 3)).astype(np.float32)
    noise = cv2.resize(noise, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    return np.clip(face + noise[:, :, None], 0, 255).astype(np.uint8)
