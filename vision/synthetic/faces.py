"""Draws the faces and backs of a design."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.designs import LAYOUTS, SIX_OR_NINE, Colour, Design, Family, Lettering, Place
from vision.synthetic.typefaces import Mask, Typeface

CARD_MM = (56, 87)
WIDTH, HEIGHT = 168, 261
"""The size at which a card is drawn: three pixels a millimetre."""

Face = NDArray[np.uint8]
COUNTS = (1, 2, 3, 5, 7)


def heads_on(card: int) -> int:
    """The bull heads that a card shows, as every deck of the game has them."""
    if card == 55:
        return 7
    return 5 if card % 11 == 0 else 3 if card % 10 == 0 else 2 if card % 5 == 0 else 1


def draw_face(design: Design, typefaces: Sequence[Typeface], card: int) -> Face:
    """The face of a number card, seen upright."""
    family = design.families[COUNTS.index(heads_on(card))]
    face: Face = np.full((HEIGHT, WIDTH, 3), family.paper, np.uint8)
    _draw_border(face, design, family)
    _draw_art(face, design, family, card)
    if design.heads_row:
        _draw_heads_rows(face, family, heads_on(card))
    for number in written_on(design, typefaces, card):
        dress = number.lettering
        _write(face, number.mask, number.middle, family.ink, family.outline, dress.outline, dress.gradient)
    return _grained(face, design.grain, card)


def draw_back(design: Design, typefaces: Sequence[Typeface]) -> Face:
    """The back of the deck."""
    ground, figure = design.back_colours
    back: Face = np.full((HEIGHT, WIDTH, 3), ground, np.uint8)
    middle = (WIDTH // 2, HEIGHT // 2)
    if design.back in ("lattice", "stripes", "dots"):
        _draw_pattern(back, design.back, figure)
    elif design.back == "ox":
        back[:] = (255, 255, 255)
        _ox(back, middle, WIDTH * 0.42, figure)
    elif design.back == "six":
        _write(back, _mask(Lettering(0, 0.5), typefaces, 6), middle, figure, ground, 0, 0)
    elif design.back == "framed":
        cv2.rectangle(back, (14, 14), (WIDTH - 15, HEIGHT - 15), figure, -1)
        cv2.ellipse(back, middle, (46, 74), 0, 0, 360, ground, 5, cv2.LINE_AA)
    cv2.rectangle(back, (3, 3), (WIDTH - 4, HEIGHT - 4), (245, 245, 245), 6)
    return back


def _draw_pattern(back: Face, pattern: str, figure: Colour) -> None:
    if pattern == "lattice":
        for at in range(-HEIGHT, WIDTH + HEIGHT, 14):
            cv2.line(back, (at, 0), (at + HEIGHT, HEIGHT), figure, 2, cv2.LINE_AA)
            cv2.line(back, (at, HEIGHT), (at + HEIGHT, 0), figure, 2, cv2.LINE_AA)
    elif pattern == "stripes":
        for at in range(0, WIDTH, 16):
            cv2.rectangle(back, (at, 0), (at + 7, HEIGHT), figure, -1)
    else:
        for x in range(8, WIDTH, 16):
            for y in range(8, HEIGHT, 16):
                cv2.circle(back, (x, y), 4, figure, -1, cv2.LINE_AA)


def _draw_border(face: Face, design: Design, family: Family) -> None:
    if design.border <= 0:
        return
    pen = max(1, round(design.border * HEIGHT / 3))
    inset = round(design.border * HEIGHT)
    cv2.rectangle(face, (inset, inset), (WIDTH - 1 - inset, HEIGHT - 1 - inset), family.art, pen, cv2.LINE_AA)
    if design.border_double:
        inset += 2 * pen + 2
        cv2.rectangle(face, (inset, inset), (WIDTH - 1 - inset, HEIGHT - 1 - inset), family.art, 1, cv2.LINE_AA)


def _draw_art(face: Face, design: Design, family: Family, card: int) -> None:
    if design.artwork in _ART:
        _ART[design.artwork](face, family, design.art_size, card)


def _draw_ox(face: Face, family: Family, size: float, card: int) -> None:
    _ox(face, (WIDTH // 2, HEIGHT // 2), size * WIDTH / 2, family.art)


def _draw_blob(face: Face, family: Family, size: float, card: int) -> None:
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    radius = size * WIDTH / 2 * (0.8 + 0.2 * np.sin(3 * turns + card))
    points = np.stack([WIDTH // 2 + radius * np.cos(turns), HEIGHT // 2 + 1.2 * radius * np.sin(turns)], 1)
    cv2.fillPoly(face, [np.round(points).astype(np.int32)], family.art, cv2.LINE_AA)


def _draw_rings(face: Face, family: Family, size: float, card: int) -> None:
    for ring in range(heads_on(card)):
        radius = round(size * WIDTH / 2 * (1 - 0.12 * ring))
        cv2.circle(face, (WIDTH // 2, HEIGHT // 2), radius, family.art, 2, cv2.LINE_AA)


def _draw_stripes(face: Face, family: Family, size: float, card: int) -> None:
    for at in range(round(HEIGHT * 0.2), round(HEIGHT * 0.8), 12):
        cv2.line(face, (12, at), (WIDTH - 12, at), family.art, 2)


def _draw_lozenge(face: Face, family: Family, size: float, card: int) -> None:
    reach = size * WIDTH / 2
    across, down = WIDTH // 2, HEIGHT // 2
    corners = [
        (across, down - reach),
        (across + reach * 0.7, down),
        (across, down + reach),
        (across - reach * 0.7, down),
    ]
    cv2.fillPoly(face, [np.round(corners).astype(np.int32)], family.art, cv2.LINE_AA)


def _draw_split(face: Face, family: Family, size: float, card: int) -> None:
    """Another colour below some line, straight or not, and perhaps above another."""
    low = round(HEIGHT * (0.4 + 0.5 * size))
    tilt = round(40 * (size - 0.7))
    ground = [(0, low + tilt), (WIDTH // 2, low - tilt), (WIDTH, low + tilt), (WIDTH, HEIGHT), (0, HEIGHT)]
    cv2.fillPoly(face, [np.array(ground, np.int32)], family.art, cv2.LINE_AA)
    if size > 0.75:
        cv2.rectangle(face, (0, 0), (WIDTH, HEIGHT - low), family.art, -1)


def _draw_panel(face: Face, family: Family, size: float, card: int) -> None:
    """A card all in one colour, with a panel in the middle."""
    wide, high = round(WIDTH * size * 0.46), round(HEIGHT * size * 0.36)
    panel = (WIDTH // 2 - wide, HEIGHT // 2 - high), (WIDTH // 2 + wide, HEIGHT // 2 + high)
    inside = face[panel[0][1] : panel[1][1], panel[0][0] : panel[1][0]].copy()
    face[:] = family.art
    face[panel[0][1] : panel[1][1], panel[0][0] : panel[1][0]] = inside
    cv2.rectangle(face, *panel, family.ink, 2, cv2.LINE_AA)


def _draw_shapes(face: Face, family: Family, size: float, card: int) -> None:
    """A few flat shapes, others on each card."""
    rng = np.random.default_rng(card)
    for _ in range(int(rng.integers(2, 9))):
        middle = rng.uniform(0.1, 0.9, 2) * (WIDTH, HEIGHT)
        points = middle + rng.normal(0, 28, (int(rng.integers(3, 7)), 2))
        mix = rng.uniform(0.3, 1.0)
        colour = tuple(float(value) for value in np.array(family.art) * mix + np.array(family.paper) * (1 - mix))
        cv2.fillPoly(face, [cv2.convexHull(np.round(points).astype(np.int32))], colour, cv2.LINE_AA)


def _draw_photo(face: Face, family: Family, size: float, card: int) -> None:
    """A soft picture, another on each card, in the middle of the face or all over it."""
    rng = np.random.default_rng(card)
    inset = round(max(0.0, 0.9 - size) * WIDTH / 2)
    high, wide = HEIGHT - 2 * inset, WIDTH - 2 * inset
    coarse = rng.uniform(0, 1, (9, 6, 1)).astype(np.float32)
    mix = np.clip(cv2.resize(coarse, (wide, high), interpolation=cv2.INTER_CUBIC), 0, 1)[:, :, None]
    drawn = np.array(family.paper) * (1 - mix) + np.array(family.art) * mix
    face[inset : inset + high, inset : inset + wide] = drawn.astype(np.uint8)


_ART: dict[str, Callable[[Face, Family, float, int], None]] = {
    "ox": _draw_ox,
    "blob": _draw_blob,
    "rings": _draw_rings,
    "stripes": _draw_stripes,
    "lozenge": _draw_lozenge,
    "split": _draw_split,
    "panel": _draw_panel,
    "shapes": _draw_shapes,
    "photo": _draw_photo,
}


def _ox(face: Face, centre: tuple[int, int], size: float, colour: Colour) -> None:
    """An ox's head from the front: horns, ears, a long face."""
    shape = [(0, 0.95), (-0.28, 0.85), (-0.34, 0.45), (-0.42, 0.05), (-0.8, 0.1), (-0.6, -0.2), (-0.42, -0.25)]
    shape += [(-0.75, -0.4), (-0.95, -0.8), (-0.85, -1.0), (-0.7, -0.72), (-0.3, -0.45)]
    whole = [*shape, *[(-x, y) for x, y in reversed(shape)]]
    points = np.array([(centre[0] + x * size, centre[1] + y * size) for x, y in whole])
    cv2.fillPoly(face, [np.round(points * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _draw_heads_rows(face: Face, family: Family, count: int) -> None:
    step = min(15.0, WIDTH * 0.5 / count)
    for at in range(count):
        x = WIDTH / 2 + (at - (count - 1) / 2) * step
        _ox(face, (round(x), round(HEIGHT * 0.065)), 6, family.art)
        cv2.flip(face, -1, face)
        _ox(face, (round(x), round(HEIGHT * 0.065)), 6, family.art)
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
    x, y = _middle(place, (left, top, wide, high), (width, height))
    corners = np.array([(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)], float)
    corners -= (width // 2, height // 2)
    if place.turned:
        mask, corners = cv2.rotate(mask, cv2.ROTATE_180), -corners
    return Written(mask, (x, y), place.turned, lettering, corners + np.array((x, y)))


def _middle(place: Place, box: tuple[int, int, int, int], size: tuple[int, int]) -> tuple[int, int]:
    """Where the middle of a number's mask comes to lie, so that its digits keep clear of the edges."""
    left, top, wide, high = box
    margin = 0.045 * HEIGHT
    x = WIDTH / 2 + place.x * max(0.0, WIDTH / 2 - margin - wide / 2)
    y = HEIGHT / 2 + place.y * max(0.0, HEIGHT / 2 - margin - high / 2)
    off = np.array([left + wide / 2 - size[0] // 2, top + high / 2 - size[1] // 2])
    x, y = (x, y) - (-off if place.turned else off)
    return round(x), round(y)


def _mask(lettering: Lettering, typefaces: Sequence[Typeface], number: int) -> Mask:
    """The number as the lettering has it, slanted, with room for its outline, never wider than the card."""
    height = max(8, round(lettering.height * HEIGHT))
    mask = typefaces[lettering.typeface].number(number, height, lettering.squeeze)
    room = round(abs(lettering.slant) * height) + round(lettering.outline * height) + 2
    mask = cv2.copyMakeBorder(mask, room, room, room, room, cv2.BORDER_CONSTANT, value=0)
    if lettering.slant:
        shear = np.array([[1, -lettering.slant, lettering.slant * mask.shape[0] / 2], [0, 1, 0]], np.float32)
        mask = cv2.warpAffine(mask, shear, (mask.shape[1], mask.shape[0]))
    widest = round(WIDTH * (0.92 if lettering.height > 0.22 else 0.42))
    if mask.shape[1] > widest:
        mask = cv2.resize(mask, (widest, mask.shape[0]), interpolation=cv2.INTER_AREA)
    return _worn(mask, lettering.rough, number) if lettering.rough > 0 else mask


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
