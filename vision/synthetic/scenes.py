"""Whole pictures of tables with cards, and the truth about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.artwork import CARD_MM, HEIGHT, WIDTH, Face
from vision.synthetic.decoys import draw_decoy
from vision.synthetic.designs import WIDE, Design, design_from, tells
from vision.synthetic.faces import draw_back, draw_face, written_on
from vision.synthetic.lens import photographed
from vision.synthetic.mats import KINDS, PrintedMat, in_card_heights, lay_mat, printed_mat
from vision.synthetic.surroundings import CLUTTER, GROUNDS, add_clutter, ground
from vision.synthetic.typefaces import Typeface

Canvas = NDArray[np.uint8]
Points = NDArray[np.float64]
Generator = np.random.Generator
SIZE = (2304, 1296)
WITH_MAT = 0.25
"""So many tables have one of the project's own mats on them."""

JUDGED_FROM = 720
"""Pictures of this height and more are good for reading, and it is said which cards can be read."""

BOTH = 2
"""Of the ways in which the rows of a grid overlap, the one along and down."""

WHOLLY = 0.98
WASHED_OUT = 8.0
"""Steps of brightness by which a number must differ from what it is printed on."""


@dataclass(frozen=True)
class Difficulty:
    """How hard a scene is: tilt in degrees, the most of a card that another covers, clutter, light; how the cards
    lie, on what, and how many things there may be that look like one."""

    name: str
    tilt: float
    covered: float
    clutter: int
    hardness: float
    layouts: tuple[str, ...] = ("rows", "scatter", "fans")
    grounds: tuple[str, ...] = GROUNDS
    decoys: int = 0


EASY = Difficulty("easy", 4, 0.0, 0, 0.0, ("rows", "scatter"))
MEDIUM = Difficulty("medium", 13, 0.4, 4, 0.5)
HARD = Difficulty("hard", 20, 0.45, 7, 1.0)


@dataclass(frozen=True, eq=False)
class SceneCard:
    """A card as it lies: `card` is None where its back shows; `quad` are its own corners, upright first."""

    card: int | None
    quad: Points
    visible: float
    readable: bool = True
    """Whether a number on it is wholly to be seen and not washed out; of a back, whether most of it is."""

    told: bool = True
    """Whether its design tells it from another one upside down."""


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture and what is on it, the lowest card first."""

    picture: Canvas
    cards: tuple[SceneCard, ...]


@dataclass(frozen=True)
class Lying:
    """A card on the table: its middle in card heights from the middle of the table, and its angle."""

    x: float
    y: float
    angle: float


def draw_scene(
    seed: int,
    typefaces: Sequence[Typeface],
    difficulty: Difficulty = MEDIUM,
    size: tuple[int, int] = SIZE,
    design: Design | None = None,
) -> Scene:
    """The scene of that seed: cards of one deck on some table, seen from above."""
    rng = np.random.default_rng(seed)
    design = design or design_from(int(rng.integers(1 << 30)), typefaces)
    picture = ground(str(rng.choice(difficulty.grounds)), size, rng)
    view = _view(size, difficulty, rng)
    mat = printed_mat(int(rng.integers(len(KINDS)))) if rng.random() < WITH_MAT else None
    if mat is not None:
        lay_mat(picture, mat, view, rng.uniform(0.7, 1.0, 3))
    things = [str(rng.choice(CLUTTER)) for _ in range(int(rng.integers(0, difficulty.clutter + 1)))]
    for thing in things[1:]:
        add_clutter(thing, picture, rng)
    for _ in range(difficulty.decoys and int(rng.integers(0, difficulty.decoys + 1))):
        draw_decoy(picture, _quad(_scatter(1, size, rng)[0], view), rng)
    lying = _laid_out(size, view, difficulty, rng, mat, design.ratio)
    numbers = rng.permutation(104)[: len(lying)] + 1
    back = draw_back(design, typefaces)
    sleeved = rng.random() < 0.12
    owner = np.full((size[1] // 2, size[0] // 2), -1, np.int16)
    placed = []
    for at, (place, number) in enumerate(zip(lying, numbers, strict=True)):
        face_up = rng.random() > 0.15
        face = draw_face(design, typefaces, int(number)) if face_up else back
        quad = _quad(place, view, design.ratio)
        if sleeved:
            _sleeve(picture, quad)
        _lay(picture, face, quad, rng)
        cv2.fillConvexPoly(owner, np.round(quad / 2).astype(np.int32), at)
        placed.append((int(number) if face_up else None, quad))
    if things:
        before = picture.copy()
        add_clutter(things[0], picture, rng)
        changed = np.any(picture != before, axis=2)
        owner[cv2.resize(changed.astype(np.uint8), (owner.shape[1], owner.shape[0])) > 0] = -2
    cards = [
        SceneCard(card, quad, _visible(owner, at, quad), told=card is None or tells(design, card))
        for at, (card, quad) in enumerate(placed)
    ]
    taken = photographed(picture, difficulty.hardness, rng)
    if size[1] >= JUDGED_FROM:
        judge = partial(_readable, taken, owner, design, typefaces)
        cards = [replace(card, readable=judge(at, card)) for at, card in enumerate(cards)]
    return Scene(taken, tuple(cards))


def _readable(
    taken: Canvas, owner: NDArray[np.int16], design: Design, typefaces: Sequence[Typeface], at: int, card: SceneCard
) -> bool:
    if card.card is None:
        return card.visible >= 0.55
    corners = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)
    warp = cv2.getPerspectiveTransform(corners, card.quad.astype(np.float32))
    for number in written_on(design, typefaces, card.card):
        quad = cv2.perspectiveTransform(number.corners[None], warp)[0]
        if _visible(owner, at, quad) >= WHOLLY and _contrast(taken, quad) >= WASHED_OUT:
            return True
    return False


def _contrast(taken: Canvas, quad: Points) -> float:
    """How much the brightest colour channel varies where a number stands."""
    left, top = np.maximum(np.floor(quad.min(0)).astype(int), 0)
    right, bottom = np.ceil(quad.max(0)).astype(int) + 1
    part = taken[top:bottom, left:right]
    inside = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad - (left, top)).astype(np.int32), 1)
    return float(part[inside > 0].astype(np.float32).std(axis=0).max()) if inside.any() else 0.0


def _view(size: tuple[int, int], difficulty: Difficulty, rng: Generator) -> Points:
    """From card heights on the table to pixels: a camera above it, tilted a little."""
    width, height = size
    # Mostly as a camera over a table sees cards, now and then over a small one.
    scale = height / (rng.uniform(6.5, 9.5) if rng.random() < 0.7 else rng.uniform(4.8, 6.5))
    tilt = np.radians(rng.uniform(0, difficulty.tilt))
    toward, turn = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.05)
    away = 3.0 * height  # how far the camera is, in pixels of the middle
    rotate = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    axis = np.array([np.cos(toward), np.sin(toward), 0])
    spun = cv2.Rodrigues(axis * tilt)[0]
    plane = np.column_stack([spun[:, 0] * scale, spun[:, 1] * scale, [0, 0, away]])
    lens = np.array([[away, 0, width / 2], [0, away, height / 2], [0, 0, 1]])
    return np.asarray(lens @ plane @ rotate)


def _laid_out(
    size: tuple[int, int], view: Points, difficulty: Difficulty, rng: Generator, mat: PrintedMat | None, ratio: float
) -> list[Lying]:
    """Rows as in a game, a scatter, or fans; all of them inside the picture."""
    wanted = int(rng.integers(4, 41 if difficulty.hardness > 0.7 else 31))
    kind = rng.choice(difficulty.layouts)
    if mat is not None and rng.random() < 0.8:
        places = _in_slots(mat, wanted, rng)
    elif kind == "rows":
        places = _rows(wanted, rng)
    elif kind == "grid":
        places = _grid(wanted, difficulty.covered, ratio, rng)
    elif kind == "scatter":
        places = _scatter(wanted, size, rng)
    else:
        places = _fans(wanted, difficulty, rng)
    kept: list[Lying] = []
    for place in places:
        quad = _quad(place, view, ratio)
        inside = np.all((quad > 4) & (quad < np.array(size) - 4))
        if inside and all(_free_enough(place, other, difficulty.covered, ratio) for other in kept):
            kept.append(place)
    return kept[:40]


def _in_slots(mat: PrintedMat, wanted: int, rng: Generator) -> list[Lying]:
    """Some places of a mat, taken by cards as people lay them."""
    places = []
    for at in rng.permutation(len(mat.slots))[:wanted]:
        x, y, angle = mat.slots[at]
        across, along = in_card_heights(mat, x, y)
        turn = angle + rng.normal(0, 0.05) + np.pi * rng.integers(2)
        places.append(Lying(across + rng.normal(0, 0.03), along + rng.normal(0, 0.03), turn))
    return places


def _rows(wanted: int, rng: Generator) -> list[Lying]:
    ratio = CARD_MM[0] / CARD_MM[1]
    along = ratio * (1 + rng.choice((0.0, rng.uniform(0.02, 0.3))))
    down = 1 + rng.uniform(0.05, 0.4)
    turn, wobble = rng.normal(0, 0.08), rng.uniform(0, 0.06)
    upside = rng.random() < 0.3
    places = []
    for at in range(wanted):
        x, y = (at % 6 - 2.5) * along * rng.uniform(0.98, 1.02), (at // 6 - 2) * down
        angle = turn + rng.normal(0, wobble) + (np.pi if upside and rng.random() < 0.5 else 0)
        places.append(Lying(x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn), angle))
    return places


def _grid(wanted: int, covered: float, ratio: float, rng: Generator) -> list[Lying]:
    """Rows in which each card touches the one before it or lies partly on it, or on the row above it, or on both."""
    columns = int(rng.integers(3, 10))
    overlapping = rng.integers(3)
    if overlapping == BOTH:
        part = rng.uniform(0, 1)
        along, down = ratio * (1 - covered * part), 1 - covered * (1 - part)
    else:
        along = ratio * (rng.uniform(1 - covered, 1.0) if overlapping else rng.uniform(0.99, 1.06))
        down = rng.uniform(1.0, 1.3) if overlapping or rng.random() < 0.5 else rng.uniform(1 - covered, 1.0)
    turn, wobble = rng.normal(0, 0.1) + np.pi / 2 * rng.integers(4), rng.uniform(0, 0.04)
    upside = rng.choice((0.0, 0.0, 0.5))
    places = []
    for at in range(wanted):
        x = (at % columns - (columns - 1) / 2) * along + rng.normal(0, 0.015)
        y = (at // columns - (wanted // columns - 1) / 2) * down + rng.normal(0, 0.015)
        angle = turn + rng.normal(0, wobble) + np.pi * (rng.random() < upside)
        places.append(Lying(x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn), angle))
    return places


def _scatter(wanted: int, size: tuple[int, int], rng: Generator) -> list[Lying]:
    wide = 8.0 * size[0] / size[1] / 2
    return [Lying(rng.uniform(-wide, wide), rng.uniform(-4, 4), rng.uniform(0, 2 * np.pi)) for _ in range(3 * wanted)]


def _fans(wanted: int, difficulty: Difficulty, rng: Generator) -> list[Lying]:
    """Groups of cards that lie partly on one another."""
    places: list[Lying] = []
    while len(places) < wanted:
        x, y = rng.uniform(-5.5, 5.5), rng.uniform(-3, 3)
        angle, along = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
        for _ in range(int(rng.integers(2, 7))):
            places.append(Lying(x, y, angle + rng.normal(0, 0.1)))
            step = 0.64 * rng.uniform(1 - difficulty.covered, 1.05)
            x, y = x + step * np.cos(along), y + step * np.sin(along)
    return places


def _free_enough(new: Lying, below: Lying, covered: float, ratio: float) -> bool:
    """Whether a card covers no more of the one below than it may."""
    if np.hypot(new.x - below.x, new.y - below.y) > 1.25:
        return True
    one, other = (_corners(place, ratio).astype(np.float32) for place in (new, below))
    shared, _ = cv2.intersectConvexConvex(one, other)
    return bool(shared <= (covered + 0.005) * ratio)


def _corners(place: Lying, ratio: float) -> Points:
    half = np.array([ratio / 2, 0.5])
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    turn = np.array([[np.cos(place.angle), -np.sin(place.angle)], [np.sin(place.angle), np.cos(place.angle)]])
    return np.asarray(corners @ turn.T + (place.x, place.y))


def _quad(place: Lying, view: Points, ratio: float = WIDE) -> Points:
    return np.asarray(cv2.perspectiveTransform(_corners(place, ratio)[None], view)[0], np.float64)


_ROUNDED: NDArray[np.uint8] = np.zeros((HEIGHT, WIDTH), np.uint8)
cv2.rectangle(_ROUNDED, (9, 0), (WIDTH - 10, HEIGHT - 1), 255, -1)
cv2.rectangle(_ROUNDED, (0, 9), (WIDTH - 1, HEIGHT - 10), 255, -1)
for _x in (9, WIDTH - 10):
    for _y in (9, HEIGHT - 10):
        cv2.circle(_ROUNDED, (_x, _y), 9, 255, -1, cv2.LINE_AA)


def _sleeve(picture: Canvas, quad: Points) -> None:
    """The clear rim that a sleeve has around its card."""
    outer = np.round((quad + (quad - quad.mean(0)) * 0.045) * 16).astype(np.int32)
    rim = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(rim, outer, 70, cv2.LINE_AA, 4)
    left, top, width, height = cv2.boundingRect(outer // 16)
    window = np.s_[max(0, top - 2) : top + height + 2, max(0, left - 2) : left + width + 2]
    part = rim[window][:, :, None].astype(np.float32) / 255
    picture[window] = (picture[window] * (1 - part) + 235 * part).astype(np.uint8)
    cv2.polylines(picture, [outer], True, (225, 225, 225), 1, cv2.LINE_AA, 4)


def _lay(picture: Canvas, face: Face, quad: Points, rng: Generator) -> None:
    """Put a card on the picture, with the shadow of its edge."""
    left, top = np.floor(quad.min(0)).astype(int) - 4
    right, bottom = np.ceil(quad.max(0)).astype(int) + 4
    high = float(np.linalg.norm(quad[3] - quad[0]))
    shrink = min(1.0, max(0.2, 1.3 * high / HEIGHT))
    face = cv2.resize(face, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    mask = cv2.resize(_ROUNDED, (face.shape[1], face.shape[0]), interpolation=cv2.INTER_AREA)
    corners = np.array([(0, 0), (face.shape[1], 0), (face.shape[1], face.shape[0]), (0, face.shape[0])], np.float32)
    warp = cv2.getPerspectiveTransform(corners - 0.5, (quad - (left, top)).astype(np.float32))
    size = (int(right - left), int(bottom - top))
    x0, y0, x1, y1 = max(0, left), max(0, top), min(picture.shape[1], right), min(picture.shape[0], bottom)
    window = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
    drawn = cv2.warpPerspective(face, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[window]
    part = cv2.warpPerspective(mask, warp, size, flags=cv2.INTER_LINEAR)[window].astype(np.float32)[:, :, None] / 255
    under = picture[y0:y1, x0:x1].astype(np.float32)
    soft = cv2.GaussianBlur(part, (0, 0), max(0.6, high / 90))[:, :, None]
    under *= 1 - soft * rng.uniform(0.1, 0.4)
    picture[y0:y1, x0:x1] = (under * (1 - part) + drawn * part).astype(np.uint8)


def _visible(owner: NDArray[np.int16], at: int, quad: Points) -> float:
    """How much of a card nothing covers."""
    whole = np.zeros(owner.shape, np.uint8)
    cv2.fillConvexPoly(whole, np.round(quad / 2).astype(np.int32), 1)
    seen, all_of_it = int(np.count_nonzero((owner == at) & (whole == 1))), int(np.count_nonzero(whole))
    return seen / max(1, all_of_it)
