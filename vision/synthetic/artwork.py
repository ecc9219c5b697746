"""What is drawn on cards beside their numbers."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.designs import Colour, Design, Family
from vision.synthetic.wild import wild_ground

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


def draw_art(face: Face, design: Design, family: Family, card: int) -> None:
    """What is drawn behind the numbers."""
    if design.artwork in _ART:
        _ART[design.artwork](face, family, design.art_size, card)


def _draw_ox(face: Face, family: Family, size: float, card: int) -> None:
    ox(face, (WIDTH // 2, HEIGHT // 2), size * WIDTH / 2, family.art)


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


def _draw_cartoon(face: Face, family: Family, size: float, card: int) -> None:
    """An ox as children's books have it, somewhere on the card, in colours of its own."""
    rng = np.random.default_rng(sum(family.art))  # the same on all cards of a family
    middle = (WIDTH // 2, round(HEIGHT * rng.uniform(0.45, 0.65)))
    cartoon(face, middle, size * WIDTH * rng.uniform(0.25, 0.45), family.art, rng)


def cartoon(face: Face, middle: tuple[int, int], size: float, colour: Colour, rng: np.random.Generator) -> None:
    """An ox with horns, muzzle, eyes and nostrils."""
    line = (20.0, 20.0, 20.0) if rng.random() < 0.5 else tuple(value * 0.5 for value in colour)
    skin = np.array(colour) * 0.4 + np.array(rng.uniform(0, 255, 3)) * 0.6
    pale, horn = skin * 0.3 + 255 * 0.7, rng.uniform(150, 255, 3)

    def oval(x: float, y: float, wide: float, high: float, fill: NDArray[np.float64], turn: float = 0.0) -> None:
        at = (round(middle[0] + x * size), round(middle[1] + y * size))
        axes = (max(1, round(wide * size)), max(1, round(high * size)))
        cv2.ellipse(face, at, axes, turn, 0, 360, [float(value) for value in fill], -1, cv2.LINE_AA)
        cv2.ellipse(face, at, axes, turn, 0, 360, line, 1, cv2.LINE_AA)

    for side in (-1, 1):
        oval(side * 0.62, -0.62, 0.36, 0.14, horn, side * -50)
        oval(side * 0.68, -0.2, 0.3, 0.15, skin, side * 15)
    oval(0, 0, 0.5, 0.66, skin)
    oval(0, 0.45, 0.42, 0.3, pale)
    for side in (-1, 1):
        oval(side * 0.2, -0.15, 0.11, 0.14, np.full(3, 255.0))
        oval(side * 0.2, -0.12, 0.04, 0.06, np.full(3, 15.0))
        oval(side * 0.15, 0.45, 0.06, 0.05, np.full(3, 40.0))


def _draw_picture(face: Face, family: Family, size: float, card: int) -> None:
    """A picture all over the card, or within a rim, another on each."""
    rim = 0 if size > 0.7 else round(WIDTH * 0.06 * size)
    face[rim : HEIGHT - rim, rim : WIDTH - rim] = picture((WIDTH - 2 * rim, HEIGHT - 2 * rim), card + sum(family.art))


def picture(size: tuple[int, int], seed: int) -> Face:
    """Anything at all: a pattern, and a few large shapes with soft edges before it."""
    rng = np.random.default_rng(seed)
    drawn = wild_ground(size, rng)
    for _ in range(int(rng.integers(0, 7))):
        before = drawn.copy()
        at = tuple(int(value) for value in rng.uniform(0, 1, 2) * size)
        axes = tuple(int(value) + 2 for value in rng.uniform(0.05, 0.6, 2) * size[0])
        colour = [float(value) for value in rng.uniform(0, 255, 3)]
        cv2.ellipse(drawn, at, axes, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
        drawn = cv2.addWeighted(drawn, float(part := rng.uniform(0.4, 1)), before, 1 - float(part), 0)
    soft = rng.uniform(0, 3)
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), soft) if soft > 0.5 else drawn, np.uint8)


_PIPS = {1: ((0, 0),), 2: ((0, -1), (0, 1)), 3: ((0, -1), (0, 0), (0, 1))}
_PIPS[5] = ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1))
_PIPS[7] = (*_PIPS[5], (-1, 0), (1, 0))


def _draw_pips(face: Face, family: Family, size: float, card: int) -> None:
    """As many small oxen as the card has heads, laid out as on playing cards."""
    for x, y in _PIPS[heads_on(card)]:
        at = (round(WIDTH * (0.5 + 0.2 * x)), round(HEIGHT * (0.5 + 0.2 * y)))
        ox(face, at, WIDTH * 0.12 * (0.6 + size), family.art)


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
    "cartoon": _draw_cartoon,
    "picture": _draw_picture,
    "pips": _draw_pips,
}


def ox(face: Face, centre: tuple[int, int], size: float, colour: Colour) -> None:
    """An ox's head from the front: horns, ears, a long face."""
    shape = [(0, 0.95), (-0.28, 0.85), (-0.34, 0.45), (-0.42, 0.05), (-0.8, 0.1), (-0.6, -0.2), (-0.42, -0.25)]
    shape += [(-0.75, -0.4), (-0.95, -0.8), (-0.85, -1.0), (-0.7, -0.72), (-0.3, -0.45)]
    whole = [*shape, *[(-x, y) for x, y in reversed(shape)]]
    points = np.array([(centre[0] + x * size, centre[1] + y * size) for x, y in whole])
    cv2.fillPoly(face, [np.round(points * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
