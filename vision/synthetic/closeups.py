"""Single cards as the reader gets them: cut out of a photograph, with all that is on them known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cut import Pyramid, cut_card
from vision.read import BACK, FACE, NO_CARD
from vision.synthetic.artwork import HEIGHT, WIDTH
from vision.synthetic.decoys import draw_decoy
from vision.synthetic.designs import Design, any_design
from vision.synthetic.faces import draw_back, draw_face, written_on
from vision.synthetic.lens import photographed
from vision.synthetic.mats import KINDS, PER_MM, printed_mat
from vision.synthetic.surroundings import ANY_GROUND, CLUTTER, add_clutter, ground
from vision.synthetic.typefaces import Typeface

Canvas = NDArray[np.uint8]
Points = NDArray[np.float64]
Generator = np.random.Generator
_FACE_CORNERS = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)


@dataclass(frozen=True, eq=False)
class Number:
    """A number on the card, in pixels of the cut: its digits' corners as one reads them, and how much shows."""

    corners: Points
    visible: float
    turned: bool

    @property
    def middle(self) -> tuple[float, float]:
        x, y = self.corners.mean(0)
        return float(x), float(y)

    @property
    def height(self) -> float:
        return float(np.linalg.norm(self.corners[3] + self.corners[2] - self.corners[0] - self.corners[1])) / 2


@dataclass(frozen=True, eq=False)
class Closeup:
    """A cut-out card and the truth: what it is, whether it lies upside down in the cut, its numbers."""

    pyramid: Pyramid
    to_picture: Points
    cut: Canvas
    kind: int
    card: int
    turned: bool
    numbers: tuple[Number, ...]
    marked: bool


def draw_closeup(seed: int, typefaces: Sequence[Typeface], design: Design | None = None) -> Closeup:
    """The close-up of that seed: any card of any deck, in any light, sometimes partly covered."""
    rng = np.random.default_rng(seed)
    design = design or any_design(int(rng.integers(1 << 30)), typefaces)
    kind = int(rng.choice((FACE, BACK, NO_CARD), p=(0.67, 0.18, 0.15)))
    card = int(rng.integers(1, 105))
    face = draw_back(design, typefaces) if kind == BACK else draw_face(design, typefaces, card)
    high = float(rng.uniform(118, 215))
    quad = _laid(round(1.5 * high), high, design.ratio, rng)
    picture = _on_mat(quad, high, rng) if rng.random() < WITH_MAT else _around(round(1.5 * high), rng)
    neighbours = [draw_face(design, typefaces, int(rng.integers(1, 105))) for _ in range(int(rng.integers(0, 3)))]
    for neighbour in neighbours:
        _lay(picture, neighbour, quad + _beside(quad, rng), rng)
    if kind == NO_CARD and rng.random() < WITH_DECOY:
        draw_decoy(picture, quad, rng)
    elif kind == NO_CARD:
        quad = _nothing(quad, bool(neighbours), rng)
    else:
        _lay(picture, face, quad, rng)
    before = picture.copy()
    if kind != NO_CARD and rng.random() < 0.4:
        _cover(picture, quad, design, typefaces, rng)
    covered = np.any(picture != before, axis=2).astype(np.uint8)
    taken = photographed(picture, float(rng.choice((0.0, 0.5, 1.0))), rng, full_height=1296)
    turned = bool(rng.random() < 0.5)
    found = quad + rng.normal(0, high * rng.choice((0.006, 0.015, 0.025)), (4, 2))
    pyramid = Pyramid(taken)
    cut, to_picture = cut_card(pyramid, np.roll(found, 2, axis=0) if turned else found)
    written = written_on(design, typefaces, card) if kind == FACE else []
    seen = [number for number in written if np.ptp(number.corners[:, 1]) > 0]  # worn and hair-thin ones may vanish
    warp = cv2.getPerspectiveTransform(_FACE_CORNERS, quad.astype(np.float32))
    numbers = tuple(_number(number.corners, number.turned, warp, to_picture, covered, turned) for number in seen)
    return Closeup(pyramid, to_picture, cut, kind, card, turned, numbers, design.mark != "none")


def _number(corners: Points, upside: bool, warp: Points, to_picture: Points, covered: Canvas, turned: bool) -> Number:
    placed = cv2.perspectiveTransform(corners[None], warp)[0]
    whole = np.zeros(covered.shape, np.uint8)
    cv2.fillConvexPoly(whole, np.round(placed * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    area = int(np.count_nonzero(whole))
    visible = 1 - int(np.count_nonzero(whole & covered)) / max(1, area)
    return Number(cv2.perspectiveTransform(placed[None], np.linalg.inv(to_picture))[0], visible, upside != turned)


WITH_MAT = 0.3
WITH_DECOY = 0.5
TABLES = 96
_TABLE_SIZE = 900


@lru_cache(TABLES)
def _table(seed: int) -> Canvas:
    """One of the tables that close-ups are taken on."""
    rng = np.random.default_rng(seed)
    table = ground(ANY_GROUND[seed % len(ANY_GROUND)], (_TABLE_SIZE, _TABLE_SIZE), rng)
    for _ in range(seed % 4):
        add_clutter(str(rng.choice(CLUTTER)), table, rng)
    return table


def _around(side: int, rng: Generator) -> Canvas:
    """A piece of the table, with something on it now and then, as large as things are beside a card."""
    table = _table(int(rng.integers(TABLES)))
    left, top = rng.integers(0, table.shape[1] - side), rng.integers(0, table.shape[0] - side)
    return np.ascontiguousarray(table[top : top + side, left : left + side])


def _on_mat(quad: Points, high: float, rng: Generator) -> Canvas:
    """A piece of one of the project's own mats, with a place for a card, or something else, where the quad is."""
    mat = printed_mat(int(rng.integers(len(KINDS))))
    if rng.random() < 0.75:
        x, y, angle = mat.slots[int(rng.integers(len(mat.slots)))]
    else:
        (x, y), angle = mat.markers[int(rng.integers(len(mat.markers)))], float(rng.integers(4)) * np.pi / 2
        x, y = x + rng.normal(0, 20), y + rng.normal(0, 20)
    per_mm = high / 87 / PER_MM
    across = quad[1] - quad[0]
    turn = float(np.arctan2(across[1], across[0])) - angle + rng.normal(0, 0.04)
    cos, sin = np.cos(turn) * per_mm, np.sin(turn) * per_mm
    middle = quad.mean(axis=0) + rng.normal(0, 0.03 * high, 2)
    at = np.array([x, y]) * PER_MM
    move = np.array(
        [[cos, -sin, middle[0] - cos * at[0] + sin * at[1]], [sin, cos, middle[1] - sin * at[0] - cos * at[1]]]
    )
    piece = _around(round(1.5 * high), rng)
    size = (piece.shape[1], piece.shape[0])
    tinted = cv2.multiply(mat.picture, (*rng.uniform(0.7, 1.0, 3), 1.0))
    cv2.warpAffine(tinted, move, size, dst=piece, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)
    return piece


def _laid(side: int, high: float, ratio: float, rng: Generator) -> Points:
    """The quad of a card in the middle, turned anyhow, seen a little from the side."""
    wide = high * ratio
    corners = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    corners[:, rng.integers(2)] *= rng.uniform(0.93, 1.0)
    angle = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return corners @ turn.T + side / 2 + rng.normal(0, high * 0.006, (4, 2))


def _beside(quad: Points, rng: Generator) -> Points:
    """How far a card lies from another that it touches or nearly touches."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    if rng.random() < 0.5:
        return np.asarray(across * rng.choice((-1, 1)) * rng.uniform(0.9, 1.1) + down * rng.normal(0, 0.2))
    return np.asarray(down * rng.choice((-1, 1)) * rng.uniform(0.9, 1.1) + across * rng.normal(0, 0.2))


def _nothing(quad: Points, neighbours: bool, rng: Generator) -> Points:
    """A place where no card lies as the quad says, though perhaps parts of some."""
    if not neighbours:
        return quad
    turned = quad.mean(0) + (quad - quad.mean(0)) @ np.array([[0.0, 1.0], [-1.0, 0.0]])
    return turned if rng.random() < 0.5 else quad + (quad[rng.integers(1, 4)] - quad[0]) * rng.uniform(0.35, 0.6)


def _cover(picture: Canvas, quad: Points, design: Design, typefaces: Sequence[Typeface], rng: Generator) -> None:
    """Lay another card over up to 45 in a hundred of this one, or a finger, a pen, a chip."""
    if rng.random() < 0.65:
        other = draw_face(design, typefaces, int(rng.integers(1, 105)))
        across, down = quad[1] - quad[0], quad[3] - quad[0]
        far = rng.uniform(0.55, 0.98) * rng.choice((-1, 1))
        slip = (
            (across * far + down * rng.normal(0, 0.25))
            if rng.random() < 0.5
            else (down * far + across * rng.normal(0, 0.25))
        )
        turn = rng.normal(0, 0.15)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        _lay(picture, other, (quad - quad.mean(0)) @ spin.T + quad.mean(0) + slip, rng)
        return
    start = tuple(int(value) for value in quad.mean(0) + rng.normal(0, 0.5, 2) * (quad[2] - quad[0]))
    end = tuple(int(value) for value in quad.mean(0) + rng.uniform(-0.4, 0.4, 2) * (quad[2] - quad[0]))
    pen = max(2, int(picture.shape[0] * rng.uniform(0.02, 0.13)))
    colour = tuple(float(value) for value in rng.uniform(0, 255, 3))
    cv2.line(picture, start, end, colour, pen, cv2.LINE_AA)


def _lay(picture: Canvas, face: Canvas, quad: Points, rng: Generator) -> None:
    """Put a card on the picture, with the shadow of its edge."""
    side = np.linalg.norm(quad[3] - quad[0])
    shrink = min(1.0, 1.25 * float(side) / HEIGHT)
    face = cv2.resize(face, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    corners = np.array([(0, 0), (face.shape[1], 0), (face.shape[1], face.shape[0]), (0, face.shape[0])], np.float32)
    warp = cv2.getPerspectiveTransform(corners - 0.5, quad.astype(np.float32))
    size = (picture.shape[1], picture.shape[0])
    part = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(part, np.round(quad * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    shadow = cv2.GaussianBlur(part, (0, 0), max(0.6, float(side) / 90))
    cv2.multiply(picture, cv2.merge([255 - (shadow * rng.uniform(0.1, 0.4)).astype(np.uint8)] * 3), picture, 1 / 255)
    drawn = cv2.warpPerspective(face, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.merge([part] * 3)
    picture[:] = cv2.add(cv2.multiply(drawn, alpha, scale=1 / 255), cv2.multiply(picture, 255 - alpha, scale=1 / 255))
