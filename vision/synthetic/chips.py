"""Draws counting chips on and beside a card, as a camera above the table sees them. The count is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.artwork import CARD_MM
from vision.synthetic.designs import design_from
from vision.synthetic.faces import draw_face
from vision.synthetic.noise import smooth_noise
from vision.synthetic.own import own_cards, own_face
from vision.synthetic.typefaces import own_typeface

Canvas = NDArray[np.uint8]
Floats = NDArray[np.floating[Any]]
Generator = np.random.Generator

SIZE = (2304, 1296)
PER_MM = 6
"""Pixels a millimetre of the table before a camera sees it."""

TABLE = (210, 190)
"""Width and height in millimetres of the part of the table that is drawn."""

CARD_AT = (77.0, 50.0)
"""The corner of the card on it."""

ZONE = (48.0, 34.0, 114.0, 118.0)
"""Left, top, width and height of the place around the card in which chips are counted."""

MOST = 12
MARKED = 0.45
"""The share of scenes whose chips are not of one colour."""


@dataclass(frozen=True, eq=False)
class ChipScene:
    """What the camera sees, where the card and the place around it lie in the picture, and what is true."""

    picture: Canvas
    quad: NDArray[np.float64]
    zone: NDArray[np.float64]
    centres: NDArray[np.float64]
    """Of the chips within the zone, in pixels."""

    tops: NDArray[np.float64]
    """The same of their upper sides, which a tilted camera sees a little aside."""

    diameter: float
    """Of each chip, in millimetres."""

    @property
    def count(self) -> int:
        return len(self.centres)


def draw_chips(seed: int, count: int | None = None) -> ChipScene:
    """The scene of that seed, with `count` chips or any number up to twelve."""
    rng = np.random.default_rng(seed)
    table = _ground(rng)
    card = _card(rng)
    x, y = (round(at * PER_MM) for at in CARD_AT)
    _shade(table, (x, y, card.shape[1], card.shape[0]), rng)
    table[y : y + card.shape[0], x : x + card.shape[1]] = card
    count = int(rng.integers(0, MOST + 1)) if count is None else count
    diameter = float(rng.uniform(16, 22) if rng.random() < 0.75 else rng.uniform(13.5, 16))
    places = _places(count, diameter, rng)
    outside = _outside(diameter, rng)
    to_picture, tilt = _camera(rng)
    colours = _colours(table, card, len(places) + len(outside), rng)
    kind = _Kind(diameter, float(rng.uniform(1.2, 3.5)), rng)
    for place, colour in sorted(
        zip((*places, *outside), colours, strict=True), key=lambda chip: float(np.dot(chip[0], tilt))
    ):
        _chip(table, np.asarray(place), colour, kind, tilt, rng)
    return ChipScene(
        _photographed(table, to_picture, rng),
        _through(to_picture, _corners(*CARD_AT, *CARD_MM)),
        _through(to_picture, _corners(*ZONE)),
        _through(to_picture, np.array(places).reshape(-1, 2)),
        _through(to_picture, np.array(places).reshape(-1, 2) + tilt * kind.thick),
        diameter,
    )


def _corners(x: float, y: float, width: float, height: float) -> Floats:
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def _through(homography: Floats, points: Floats) -> NDArray[np.float64]:
    if not len(points):
        return np.zeros((0, 2))
    moved = cv2.perspectiveTransform(np.asarray(points, np.float64)[None], np.asarray(homography, np.float64))
    return np.asarray(moved[0], np.float64)


def _camera(rng: Generator) -> tuple[Floats, Floats]:
    """Millimetres of the table to pixels, the camera tilted by up to 13 degrees; and where things lean to in
    its picture, by their height."""
    high = SIZE[1] / rng.uniform(7, 9) / CARD_MM[1]
    middle = np.array(SIZE) * rng.uniform(0.3, 0.7, 2)
    turn = float(rng.choice((rng.uniform(-np.pi, np.pi), rng.normal(0, 0.1))))
    lean, direction = np.radians(rng.uniform(0, 13)), rng.uniform(0, 2 * np.pi)
    rotated = np.array([(np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))])
    away = np.array([np.cos(direction), np.sin(direction)])
    # Along the tilt lengths shrink by its cosine, and far things are smaller.
    squeezed = np.eye(2) - (1 - np.cos(lean)) * np.outer(away, away)
    plane = np.eye(3)
    plane[:2, :2] = high * squeezed @ rotated
    distance = 650.0
    plane[2, :2] = np.sin(lean) / distance * away @ rotated
    centred = np.eye(3)
    centred[:2, 2] = -np.array(TABLE) / 2
    back = np.eye(3)
    back[:2, 2] = middle
    return back @ plane @ centred, np.asarray(np.tan(lean) * (away @ rotated))


def _places(count: int, diameter: float, rng: Generator) -> list[Floats]:
    """Centres of chips in the zone that do not lie on each other: apart, or touching."""
    clumsy = float(rng.choice((0.0, 0.5, 0.85, 1.0)))
    left, top, width, height = ZONE
    low = np.array([left, top]) + diameter * 0.35
    high = np.array([left + width, top + height]) - diameter * 0.35
    card = np.array([*CARD_AT, *(np.array(CARD_AT) + CARD_MM)])
    on_card = rng.random() < 0.5
    places: list[Floats] = []
    for _ in range(4000):
        if len(places) == count:
            break
        if places and rng.random() < clumsy:
            angle = rng.uniform(0, 2 * np.pi)
            beside = places[int(rng.integers(len(places)))]
            place = beside + diameter * rng.uniform(1.0, 1.03) * np.array([np.cos(angle), np.sin(angle)])
        elif on_card and len(places) < 8:
            place = rng.uniform(card[:2] + 3, card[2:] - 3)
        else:
            place = rng.uniform(low, high)
        inside = bool((place >= low).all() and (place <= high).all())
        if inside and all(np.linalg.norm(place - other) >= diameter for other in places):
            places.append(place)
    return places


def _outside(diameter: float, rng: Generator) -> list[Floats]:
    """Chips that lie near the zone and do not count."""
    left, top, width, height = ZONE
    found: list[Floats] = []
    for _ in range(int(rng.choice((0, 0, 1, 3)))):
        at = rng.uniform((12, 12), np.array(TABLE) - 12)
        gap = max(left - at[0], at[0] - left - width, top - at[1], at[1] - top - height)
        if gap > diameter * 0.6 and all(np.linalg.norm(at - other) > diameter for other in found):
            found.append(at)
    return found


def _ground(rng: Generator) -> Canvas:
    width, height = (length * PER_MM for length in TABLE)
    base = rng.integers(20, 230, 3).astype(np.float32)
    kind = str(rng.choice(("plain", "felt", "wood", "cloth", "mat", "mat")))
    if kind == "wood":
        base = np.array([rng.uniform(30, 120), rng.uniform(60, 160), rng.uniform(90, 210)], np.float32)
        down, across = height // int(rng.integers(6, 20)), int(rng.integers(2, 6))
        texture = smooth_noise((width, height), (across, down), rng)[:, :, None] * 14
    elif kind == "cloth":
        step = int(rng.integers(4, 22)) * PER_MM
        x, y = np.arange(width) // step % 2, np.arange(height) // step % 2
        across = int(rng.random() < 0.6)
        texture = (x[None, :, None] + y[:, None, None] * across) * rng.normal(0, 30, 3)
    else:
        strength = 9 if kind == "felt" else 4
        noise = rng.normal(0, strength, (height // 3, width // 3)).astype(np.float32)
        texture = cv2.resize(noise, (width, height))[:, :, None]
    if kind == "mat":
        base = np.array([222, 230, 222], np.float32) * rng.uniform(0.85, 1.05)
    table: Canvas = np.clip(base + texture, 0, 255).astype(np.uint8)
    if kind == "mat":
        line = (168, 176, 158)
        at = tuple(round(value * PER_MM) for value in (CARD_AT[0] + CARD_MM[0] + 10, CARD_AT[1] + 43))
        cv2.circle(table, at, 19 * PER_MM, line, 2, cv2.LINE_AA)
        corners = np.round(_corners(*CARD_AT, *CARD_MM) * PER_MM).astype(int)
        cv2.rectangle(table, tuple(corners[0] - 12), tuple(corners[2] + 12), line, 2, cv2.LINE_AA)
    return table


def _card(rng: Generator) -> Canvas:
    """A card of the project's own deck, of one thought up, or any other with a number."""
    size = (CARD_MM[0] * PER_MM, CARD_MM[1] * PER_MM)
    if rng.random() < 0.5:
        name = str(rng.choice(own_cards("no_thanks")))
        return np.asarray(cv2.resize(own_face("no_thanks", name), size, interpolation=cv2.INTER_CUBIC), np.uint8)
    if rng.random() < 0.5:
        typefaces = [own_typeface()]
        design = design_from(int(rng.integers(1 << 30)), typefaces)
        drawn = draw_face(design, typefaces, int(rng.integers(3, 36)))
        return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    paper = rng.integers(170, 256, 3) if rng.random() < 0.75 else rng.integers(10, 90, 3)
    card: Canvas = np.full((size[1], size[0], 3), paper, np.uint8)
    art = rng.integers(0, 256, 3).astype(np.float32)
    if rng.random() < 0.5:
        _artwork(card, tuple(float(value) for value in art), rng)
    ink = np.clip(255.0 - paper + rng.normal(0, 40, 3), 0, 255)
    text = int(rng.choice((8, 10, 20, 30, int(rng.integers(3, 36)))))
    face = own_typeface(float(rng.uniform(0.1, 0.22)))
    for high, centre in ((rng.uniform(24, 42), (28.0, 43.5)), (rng.uniform(7, 10), (9.0, 10.0))):
        mask = face.number(text, round(high * PER_MM))
        wide = min(mask.shape[1], size[0] - 20)
        mask = cv2.resize(mask, (wide, mask.shape[0]))[:, :, None].astype(np.float32) / 255
        x = max(4, round(centre[0] * PER_MM - wide / 2))
        y = max(4, round(centre[1] * PER_MM - mask.shape[0] / 2))
        part = card[y : y + mask.shape[0], x : x + wide]
        part[:] = (part * (1 - mask) + ink * mask).astype(np.uint8)
    return card


def _artwork(card: Canvas, colour: tuple[float, ...], rng: Generator) -> None:
    height, width = card.shape[:2]
    kind = rng.random()
    if kind < 0.3:
        radius = round(rng.uniform(17, 24) * PER_MM)
        cv2.circle(card, (width // 2, height // 2), radius, colour, -1, cv2.LINE_AA)
    elif kind < 0.6:
        cv2.rectangle(card, (24, 24), (width - 25, height - 25), colour, int(rng.integers(6, 60)))
    else:
        for _ in range(int(rng.integers(2, 7))):
            points = rng.uniform(0.1, 0.9, 2) * (width, height) + rng.normal(0, 70, (int(rng.integers(3, 7)), 2))
            cv2.fillPoly(card, [cv2.convexHull(np.round(points).astype(np.int32))], colour, cv2.LINE_AA)


def _shade(table: Canvas, box: tuple[int, int, int, int], rng: Generator) -> None:
    x, y, width, height = box
    shadow: NDArray[np.float32] = np.zeros(table.shape[:2], np.float32)
    shadow[y : y + height, x : x + width] = rng.uniform(0.2, 0.5)
    shadow = cv2.GaussianBlur(shadow, (0, 0), PER_MM * 0.7)
    table[:] = (table * (1 - shadow[:, :, None])).astype(np.uint8)


def _colours(table: Canvas, card: Canvas, count: int, rng: Generator) -> list[Floats]:
    """One colour for all chips, now and then several; none that cannot be seen on the card or the table."""
    grounds = [np.median(table[::9, ::9].reshape(-1, 3), axis=0), np.median(card[::9, ::9].reshape(-1, 3), axis=0)]
    several = rng.random() < 0.15
    kinds: list[Floats] = []
    while len(kinds) < (4 if several else 1):
        colour = rng.uniform(10, 245, 3)
        if rng.random() < 0.45:
            colour = np.array([rng.uniform(15, 70), rng.uniform(10, 60), rng.uniform(140, 235)])
        elif rng.random() < 0.3:
            colour = np.full(3, rng.choice((rng.uniform(18, 60), rng.uniform(200, 250))))
        if min(float(np.linalg.norm(colour - ground)) for ground in grounds) >= 45:
            kinds.append(colour)
    return [kinds[int(rng.integers(len(kinds)))] for _ in range(count)]


class _Kind:
    """How the chips of a scene are made, and where the light comes from."""

    def __init__(self, diameter: float, thick: float, rng: Generator) -> None:
        self.diameter, self.thick = diameter, thick
        self.bevel = rng.uniform(0.03, 0.16)
        self.bevel_tone = rng.uniform(0.72, 1.25)
        self.ring = rng.choice((0.0, 0.0, rng.uniform(0.5, 0.78)))
        self.ring_tone = rng.uniform(0.8, 1.2)
        self.ridges = int(rng.choice((0, 0, int(rng.integers(8, 60)))))
        self.marked = rng.random() < MARKED
        """As chips of casinos are: with spots along the edge, and often with another colour in the middle."""

        self.spots = int(rng.integers(3, 11))
        self.spot = (rng.uniform(0.25, 0.6), rng.uniform(0.66, 0.88), _other_colour(rng))
        self.inlay = (float(rng.choice((0.0, 0.0, rng.uniform(0.4, 0.72)))), _other_colour(rng))
        self.side = rng.uniform(0.45, 0.85)
        self.light = rng.uniform(0, 2 * np.pi)
        self.shadow = rng.uniform(0.15, 0.55)
        self.soft = rng.uniform(0.5, 2.0)
        self.gloss = rng.choice((0.0, rng.uniform(20, 150)))


def _chip(table: Canvas, centre: Floats, colour: Floats, kind: _Kind, tilt: Floats, rng: Generator) -> None:
    """Lay one chip: its shadow, its side as far as it is seen, its top with edge, ring, ridges and shine."""
    radius = kind.diameter / 2
    margin = radius + 8
    x0, y0 = (int(max(0, (at - margin) * PER_MM)) for at in centre)
    x1, y1 = (int((at + margin) * PER_MM) for at in centre)
    part = table[y0:y1, x0:x1].astype(np.float32)
    middle = centre * PER_MM - (x0, y0)
    top = middle + tilt * kind.thick * PER_MM
    light = np.array([np.cos(kind.light), np.sin(kind.light)])
    shadow = _disc(part.shape, middle + light * kind.thick * 0.5 * PER_MM, radius * PER_MM)
    shadow = cv2.GaussianBlur(shadow, (0, 0), kind.soft * PER_MM * 0.6)
    part *= 1 - kind.shadow * shadow[:, :, None]
    tone = colour * rng.uniform(0.95, 1.05)
    for share in np.linspace(0, 1, 5)[:-1]:
        _lay(part, _disc(part.shape, middle + (top - middle) * share, radius * PER_MM), tone * kind.side)
    _lay(part, _disc(part.shape, top, radius * PER_MM), tone * kind.bevel_tone)
    if kind.ridges:
        turns = rng.uniform(0, 1) + np.arange(kind.ridges) / kind.ridges
        for angle in 2 * np.pi * turns:
            away = np.array([np.cos(angle), np.sin(angle)]) * radius * PER_MM
            start, end = (tuple(np.round(top + away * far).astype(int).tolist()) for far in (0.88, 0.99))
            cv2.line(part, start, end, (tone * 0.7).tolist(), 2, cv2.LINE_AA)
    _lay(part, _disc(part.shape, top, radius * (1 - kind.bevel) * PER_MM), tone)
    if kind.marked:
        _mark(part, top, radius * PER_MM, kind, rng)
    if kind.ring:
        ring = _disc(part.shape, top, radius * kind.ring * PER_MM)
        _lay(part, ring - _disc(part.shape, top, radius * (kind.ring - 0.08) * PER_MM), tone * kind.ring_tone)
    if kind.gloss:
        shine = _disc(part.shape, top - light * radius * 0.4 * PER_MM, radius * 0.25 * PER_MM)
        shine = cv2.GaussianBlur(shine, (0, 0), radius * 0.12 * PER_MM)
        part += kind.gloss * (shine * _disc(part.shape, top, radius * PER_MM))[:, :, None]
    table[y0:y1, x0:x1] = np.clip(part, 0, 255).astype(np.uint8)


def _other_colour(rng: Generator) -> Floats:
    """Of what is drawn on a chip: most often white."""
    return np.full(3, rng.uniform(215, 250)) if rng.random() < 0.6 else rng.uniform(10, 245, 3)


def _mark(part: Floats, top: Floats, radius: float, kind: _Kind, rng: Generator) -> None:
    """Spots along the edge of a chip, and its middle. Each chip is turned another way."""
    share, inner, colour = kind.spot
    begun = rng.uniform(0, 2 * np.pi)
    rows, columns = np.indices(part.shape[:2])
    turns = (np.arctan2(rows - top[1], columns - top[0]) - begun) / (2 * np.pi) * kind.spots
    spots = (turns % 1 < share).astype(np.float32)
    _lay(part, spots * (_disc(part.shape, top, radius) - _disc(part.shape, top, inner * radius)), colour)
    if kind.inlay[0]:
        _lay(part, _disc(part.shape, top, kind.inlay[0] * radius), kind.inlay[1])


def _disc(shape: tuple[int, ...], centre: Floats, radius: float) -> NDArray[np.float32]:
    mask = np.zeros(shape[:2], np.uint8)
    at = tuple(np.round(np.asarray(centre) * 16).astype(int).tolist())
    cv2.circle(mask, at, round(radius * 16), 255, -1, cv2.LINE_AA, 4)
    return (mask.astype(np.float32) / 255).astype(np.float32)


def _lay(part: Floats, mask: NDArray[np.float32], colour: Floats) -> None:
    part *= 1 - mask[:, :, None]
    part += mask[:, :, None] * colour


def _photographed(table: Canvas, to_picture: Floats, rng: Generator) -> Canvas:
    """Through the camera, by any light."""
    finer = np.diag([1 / PER_MM, 1 / PER_MM, 1.0])
    sharp = cv2.GaussianBlur(table, (0, 0), PER_MM / 2 * 0.45)
    around = tuple(float(value) for value in sharp.reshape(-1, 3)[::999].mean(0))
    warp = np.asarray(to_picture @ finer, np.float64)
    seen = cv2.warpPerspective(sharp, warp, SIZE, flags=cv2.INTER_LINEAR, borderValue=around)
    corners = _through(to_picture, _corners(0, 0, *TABLE))
    x0, y0 = np.clip(np.floor(corners.min(0)).astype(int), 0, SIZE).tolist()
    x1, y1 = np.clip(np.ceil(corners.max(0)).astype(int), 0, SIZE).tolist()
    part = seen[y0:y1, x0:x1].astype(np.float32)
    seen[y0:y1, x0:x1] = _lit(part, rng)
    return np.asarray(seen, np.uint8)


def _lit(part: NDArray[np.float32], rng: Generator) -> Canvas:
    height, width = part.shape[:2]
    hard = float(rng.choice((0.0, 0.5, 1.0)))
    warm = rng.uniform(-0.15, 0.15) * (0.5 + hard)
    tint = np.array([1 - warm, 1, 1 + warm]) * rng.uniform(0.75 - 0.3 * hard, 1.1)
    field = np.clip(1 + smooth_noise((width, height), (4, 3), rng, 0.06 + 0.12 * hard), 0.4, 1.4)
    lit = part * field[:, :, None] * tint
    if rng.random() < 0.2 + 0.3 * hard:
        spot: NDArray[np.float32] = np.zeros((height, width), np.float32)
        at = (int(rng.integers(0, width)), int(rng.integers(0, height)))
        axes = (int(rng.integers(15, 60)), int(rng.integers(10, 30)))
        cv2.ellipse(spot, at, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(30, 100 + 80 * hard)), -1)
        lit += cv2.GaussianBlur(spot, (0, 0), 12)[:, :, None]
    lit = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.2, 0.5 + 0.8 * hard))
    lit += rng.normal(0, rng.uniform(0.5, 2 + 4 * hard), (height, width, 1))
    taken = np.clip(lit, 0, 255).astype(np.uint8)
    quality = int(rng.integers(92 - round(25 * hard), 97))
    packed = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
