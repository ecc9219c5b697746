"""Cards that lie on the table: what is held of each, and whether it still looks the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import overlap
from vision.frame import Picture
from vision.sighting import Quad, Reading, Sighting
from vision.watch.evidence import Evidence

ROWS, COLUMNS = 6, 4
TILE = 16
"""A card's likeness is kept in so many tiles, each so many pixels wide and high."""

SAME_PLACE = 0.6
"""The overlap from which two quads are of the same card, or of one exactly in the place of the other."""

DOWN_FROM = 0.99
"""A back is believed from this confidence on."""

MOST_NOISE = 4.0
"""Levels; more than this is not taken for noise."""

DRAWN = 8.0
"""Levels by which a tile varies on which something is drawn."""

Tiles = NDArray[np.bool_]
"""Something of each tile of a card, row by row."""

_CORNERS = np.array([(0, 0), (COLUMNS, 0), (COLUMNS, ROWS), (0, ROWS)], np.float32) * TILE
_CENTRES = np.array([(x + 0.5, y + 0.5) for y in range(ROWS) for x in range(COLUMNS)], np.float64) * TILE
ALL: Tiles = np.ones(ROWS * COLUMNS, np.bool_)


@dataclass(frozen=True, eq=False)
class Likeness:
    """What a card looked like when it was read: a small grey picture of it, cut out along its corners.

    `noise` is by how many levels tiles differ from look to look while nothing happens to them.
    """

    grey: NDArray[np.float32]
    noise: float = MOST_NOISE

    @classmethod
    def of(cls, picture: Picture, quad: Quad) -> Likeness:
        warp = cv2.getPerspectiveTransform(quad.astype(np.float32), _CORNERS)
        cut = cv2.warpPerspective(picture, warp, (COLUMNS * TILE, ROWS * TILE), borderMode=cv2.BORDER_REPLICATE)
        grey = cut if cut.ndim == 2 else cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY)
        return cls(cv2.blur(grey, (5, 5)).astype(np.float32))

    def same(self, now: Likeness) -> Tiles:
        """Which tiles look as they did, in a light that may be a little different."""
        old, new = _tiles(self.grey), _tiles(now.grey)
        # Where most of the card is covered, what covers it must not be taken for the light.
        return self._alike(new, old) | self._alike(new, old * _light(new, old))

    @property
    def drawn(self) -> Tiles:
        """The tiles on which there is something: of plain ones nobody can say whose they are."""
        return np.asarray(_tiles(self.grey).std(axis=1) >= DRAWN)

    def again(self, now: Likeness) -> Likeness:
        """The likeness of the same card now, when nothing has happened to it; what differs is noise."""
        old, new = _tiles(self.grey), _tiles(now.grey)
        differs = float(np.median(_unlike(new, old * _light(new, old))[0]))
        return Likeness(now.grey, min(MOST_NOISE, differs))

    def drawn_as(self, now: Likeness) -> float:
        """How alike the drawings are in whatever light: 1 for the same, near 0 for another card's."""
        old, new = (grey - grey.mean() for grey in (self.grey, now.grey))
        of_both = float(np.sqrt((old**2).sum() * (new**2).sum()))
        return float((old * new).sum()) / of_both if of_both > 0 else 0.0

    def _alike(self, new: NDArray[np.float32], old: NDArray[np.float32]) -> Tiles:
        differs, level = _unlike(new, old)
        # Thin grey digits are hardly more than noise; edges differ more, as no camera is quite still.
        return np.asarray((differs < 0.6 + 1.8 * self.noise + 0.05 * old.std(axis=1)) & (np.abs(level) < 25))


def _unlike(new: NDArray[np.float32], old: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """By how much the drawing of each tile differs, and by how much its brightness."""
    off = new - old
    level = off.mean(axis=1)
    return np.abs(off - level[:, None]).mean(axis=1).astype(np.float32), level.astype(np.float32)


def _light(new: NDArray[np.float32], old: NDArray[np.float32]) -> np.float32:
    return np.float32(np.median((new.mean(axis=1) + 4) / (old.mean(axis=1) + 4)).clip(0.8, 1.25))


def _tiles(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    parts = grey.reshape(ROWS, TILE, COLUMNS, TILE).transpose(0, 2, 1, 3)
    return parts.reshape(ROWS * COLUMNS, TILE * TILE)


def tile_quads(quad: Quad) -> NDArray[np.float64]:
    """The corners of each tile in the picture."""
    warp = cv2.getPerspectiveTransform(_CORNERS, quad.astype(np.float32))
    corners = _CENTRES[:, None] + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * TILE / 2
    return np.asarray(cv2.perspectiveTransform(corners.reshape(-1, 1, 2), warp), np.float64).reshape(-1, 4, 2)


def around(tiles: Tiles) -> Tiles:
    """The tiles next to these."""
    grid = tiles.reshape(ROWS, COLUMNS).astype(np.uint8)
    return cv2.dilate(grid, cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))).astype(np.bool_).ravel()


@dataclass(frozen=True, eq=False)
class Held:
    """A card that lies somewhere, and all that was seen of it since it was laid there.

    `shown` are the tiles that nothing covered at the last look. `tries` counts the looks since it
    was last touched, `misses` those in a row that did not find it. A `hidden` card lay where a hand is.
    `since` then it lies there. Nothing covered any of it last at `whole_at`; what shows of it was as it was last at
    `as_it_was_at`, and `around` is the small picture of then.
    """

    evidence: Evidence
    likeness: Likeness
    seen_at: int
    sighting: Sighting | None = None
    shown: Tiles = field(default_factory=lambda: ALL)
    tries: int = 1
    misses: int = 0
    hidden: bool = False
    settled: bool = False
    since: int = 0
    whole_at: int = 0
    as_it_was_at: int = 0
    around: Picture | None = None

    @property
    def quad(self) -> Quad:
        return self.evidence.looks[0].quad

    @property
    def name(self) -> str | None:
        return None if self.sighting is None else self.sighting.card


def is_sure(sighting: Sighting) -> bool:
    """Whether there is nothing more to be read of it."""
    return sighting.card is not None or (sighting.face == "down" and sighting.confidence >= DOWN_FROM)


def matched(readings: Sequence[Reading], held: Sequence[Held]) -> dict[int, int]:
    """Which reading is of which card, by their indices: those that overlap most, first."""
    if not readings or not held:
        return {}
    middles = np.array([reading.quad.mean(axis=0) for reading in readings])
    others = np.array([card.quad.mean(axis=0) for card in held])
    tall = np.array([np.linalg.norm(card.quad[3] - card.quad[0]) for card in held])
    # Only neighbours are worth the trouble: there are twenty-four times twenty-four pairs.
    near = np.linalg.norm(middles[:, None] - others[None], axis=2) < 0.5 * tall
    pairs = [
        (overlap(readings[at].quad, held[of].quad), int(at), int(of)) for at, of in zip(*np.nonzero(near), strict=True)
    ]
    pairs.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
    found: dict[int, int] = {}
    for shared, at, of in pairs:
        if shared >= SAME_PLACE and at not in found and of not in found.values():
            found[at] = of
    return found


def inside(quad: Quad, points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which points lie in a quad whose corners go clockwise."""
    side = np.roll(quad, -1, axis=0) - quad
    to = points[:, None] - quad[None]
    return np.asarray((side[:, 0] * to[..., 1] - side[:, 1] * to[..., 0] >= 0).all(axis=1))


def is_the_rest_of(reading: Reading, card: Held) -> bool:
    """Whether a reading is of what still shows of a card that something covers, taken for a card of its own."""
    if card.shown.all():
        return False
    middles = tile_quads(card.quad).mean(axis=1)
    within = inside(reading.quad, middles)
    return bool(within.sum() >= 3 and (within & card.shown).sum() >= 0.7 * within.sum())
