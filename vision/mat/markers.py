"""Markers in a picture: found on a small copy of it, their corners measured on the large one.

Finding needs no detail, and most of its time goes to edges that noise makes; on a copy of half the width
it takes a tenth of the time. The corners are then made from
the four sides: a straight line through many places of an edge is known far better than a corner,
which blur rounds off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.mat.dictionary import COUNT, MODULES, white
from vision.mat.model import Polygon

Points = NDArray[np.float64]
"""One point a row."""

WIDTH = 1100
"""About as wide is the copy on which markers are looked for: one of 30 mm has 20 pixels or more there."""

AROUND = 0.4
"""So far from where a marker is expected it is looked for, as a share of its size."""

_WINDOW = 13
"""Pixels over which black is told from white in the small copy: more than a module, so that none is hollow."""

_IGNORED = 0.25
"""The share of each module at its edges that is not looked at: blur carries the neighbours' colour there."""

_LOOKS = 3
"""Each module is looked at in so many lines of so many places."""

_LIKELY, _SURELY = 0.5, 0.8
"""How like a marker a square must look, one being all alike: by rough corners, and by exact ones."""

_CLEARLY = 0.1
"""By so much it must look more like this marker than like any other."""

_CONTRAST = 90.0
"""So far from their mean must the places be, all differences taken together: noise alone is nearer."""

_SQUARE = 1.8
"""A marker's longest side by its shortest, however it is tilted."""

_PLACES = 24
_ENDS = 0.08
"""Edges are measured at so many places; none of them near the corners, where two edges run into each other."""

_REACH = 4.0
_STEP = 0.5
_ROUNDS = 6
"""Edges are looked for so many pixels from where they are thought to be, in steps, so often."""

_STILL = 0.01
"""Pixels; corners that move less are left there."""

_SMOOTHED = 3
"""How often each place is averaged with its neighbours."""

_STRAY = 0.6
"""Pixels from a side at which a place counts for a quarter: a finger's edge, a crease, a speck."""

_FARTHEST = 8.0
"""Pixels; a corner that moves further was no corner of this edge."""


@dataclass(frozen=True)
class Seen:
    """A marker in a picture: its number, and its corners in pixels in the order of `Marker.corners`."""

    id: int
    corners: Polygon


def find_markers(picture: Picture) -> tuple[Seen, ...]:
    """All markers in a picture, of this mat or not."""
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return _measured(picture, _found(np.asarray(grey, np.uint8), _times(picture)))


def markers_near(picture: Picture, expected: Mapping[int, Polygon]) -> tuple[Seen, ...]:
    """Those of the expected markers that lie about where they are expected: their corners in pixels by number.

    This takes half of the time of looking everywhere.
    """
    return _measured(picture, _found_near(picture, expected))


def _found_near(picture: Picture, expected: Mapping[int, Polygon]) -> Iterator[Seen]:
    times = _times(picture)
    for number, corners in expected.items():
        if not np.isfinite(corners).all():
            continue
        low, high = np.min(corners, axis=0), np.max(corners, axis=0)
        room = AROUND * float(np.max(high - low))
        left, top = (max(0, int(edge - room)) for edge in low)
        right, bottom = (max(0, int(edge + room) + 1) for edge in high)
        part = picture[top:bottom, left:right]
        if min(part.shape[:2]) < 4 * times:
            continue
        grey = part if part.ndim == 2 else cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
        for one in _found(np.asarray(grey, np.uint8), times):
            if one.id == number:
                yield Seen(number, tuple((x + left, y + top) for x, y in one.corners))


def _times(picture: Picture) -> int:
    return max(1, round(max(picture.shape[:2]) / WIDTH))


def _found(grey: Picture, times: int) -> Iterator[Seen]:
    """The markers of a picture with corners as good as the copy has them that is so many times smaller."""
    high, wide = grey.shape[0] // times, grey.shape[1] // times
    # Whole pixels are averaged: fast, and the copy lies exactly on the picture.
    cut = grey[: high * times, : wide * times]
    small = cut if times == 1 else cv2.resize(cut, (wide, high), interpolation=cv2.INTER_AREA)
    found, _, rejected = _detector().detectMarkers(small)
    if not found and not rejected:
        return
    quads = np.array([quad[0] for quad in (*found, *rejected)], np.float64)
    for number, corners in _read(np.asarray(small, np.uint8), quads, _LIKELY):
        # The middle of the copy's first pixel is the middle of several.
        yield Seen(number, tuple((x, y) for x, y in (corners * times + (times - 1) / 2).tolist()))


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    """Finds the dark squares. Versions of OpenCV read their bits differently, so that is not left to them."""
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = _WINDOW
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)


def _read(picture: Picture, quads: Points, likeness: float) -> Iterator[tuple[int, Points]]:
    """The numbers of those quads that look like a marker, each turned so that it begins at the marker's first corner.

    What looks more like a marker comes earlier.
    """
    seen = _looks(picture, quads)
    seen -= seen.mean(axis=1, keepdims=True)
    contrast = np.linalg.norm(seen, axis=1)
    likes = (seen @ _patterns().T / np.maximum(contrast, 1e-9)[:, None]).reshape(len(quads), -1, 4)
    by_number = likes.max(axis=2)
    second, first = np.partition(by_number, -2, axis=1)[:, -2:].T
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    square = sides.max(axis=1) <= _SQUARE * sides.min(axis=1)
    good = square & (first >= likeness) & (first - second >= _CLEARLY) & (contrast >= _CONTRAST)
    for index in sorted(np.flatnonzero(good).tolist(), key=lambda index: -first[index]):
        number = int(by_number[index].argmax())
        yield number, np.roll(quads[index], -int(likes[index, number].argmax()), axis=0)


def _looks(picture: Picture, quads: Points) -> Points:
    """How light the places of each quad are, line by line."""
    square = np.array([(0, 0), (MODULES, 0), (MODULES, MODULES), (0, MODULES)], np.float32)
    inside = np.linspace(_IGNORED, 1 - _IGNORED, _LOOKS)
    places = (np.arange(MODULES)[:, None] + inside).ravel()
    grid = np.stack(np.meshgrid(places, places), axis=-1).reshape(1, -1, 2)
    pixels = np.concatenate(
        [cv2.perspectiveTransform(grid, cv2.getPerspectiveTransform(square, quad.astype(np.float32))) for quad in quads]
    )
    return np.asarray(_levels(picture, pixels), np.float64)


@cache
def _patterns() -> Points:
    """What each marker looks like in each of its four turns; the mean of it is nought, its length one."""
    upright = [white(number) for number in range(COUNT)]
    # A quad that begins at the marker's second corner shows it turned to the left.
    turned = np.array([np.rot90(pattern, turns) for pattern in upright for turns in range(4)], np.float64)
    flat = turned.repeat(_LOOKS, axis=1).repeat(_LOOKS, axis=2).reshape(len(turned), -1)
    flat -= flat.mean(axis=1, keepdims=True)
    return np.asarray(flat / np.linalg.norm(flat, axis=1, keepdims=True), np.float64)


def _measured(picture: Picture, found: Iterable[Seen]) -> tuple[Seen, ...]:
    """The markers with corners made from their sides, and read once more by them."""
    rough = np.array([one.corners for one in found], np.float64)
    if not len(rough):
        return ()
    fine = rough
    # Divisions by nothing give corners that are not numbers, and those are left as they were.
    with np.errstate(all="ignore"):
        for _ in range(_ROUNDS):
            before, fine = fine, _sharpened(picture, fine)
            if np.abs(fine - before).max() < _STILL:
                break
        good = (np.linalg.norm(fine - rough, axis=2) <= _FARTHEST).all(axis=1)
    fine[~good] = rough[~good]
    seen: list[Seen] = []
    for number, corners in _read(picture, fine, _SURELY):
        # The outline of a marker may be found twice, from inside and from outside.
        if not any(one.id == number and np.abs(one.corners - corners).max() < _FARTHEST for one in seen):
            seen.append(Seen(number, tuple((x, y) for x, y in corners.tolist())))
    return tuple(sorted(seen, key=lambda one: one.id))


def _sharpened(picture: Picture, quads: Points) -> Points:
    """Quads, black inside and white outside, moved to where their sides' edges are."""
    along = np.linspace(_ENDS, 1 - _ENDS, _PLACES)
    across = np.arange(-_REACH, _REACH + _STEP / 2, _STEP)
    ahead = np.roll(quads, -1, axis=1)
    sides = ahead - quads
    # Corners go clockwise, so this points out of the marker.
    out = np.stack([sides[..., 1], -sides[..., 0]], axis=-1) / np.linalg.norm(sides, axis=-1, keepdims=True)
    places = quads[:, :, None, :] + sides[:, :, None, :] * along[:, None]
    pixels = places[:, :, :, None, :] + out[:, :, None, None, :] * across[:, None]
    levels = _smooth(_levels(picture, pixels))
    # Only what gets lighter outwards is this edge.
    steps = np.maximum(np.diff(levels, axis=-1), 0)
    weight = steps**2
    middles = (across[1:] + across[:-1]) / 2
    distance = (weight * middles).sum(axis=-1) / (weight.sum(axis=-1) + 1e-9)
    start, slope = _line(along, distance, steps.sum(axis=-1))
    one = quads + out * start[..., None]
    other = ahead + out * (start + slope)[..., None]
    lines = np.cross(_flat(one), _flat(other))
    corners = np.cross(np.roll(lines, 1, axis=1), lines)
    return np.asarray(corners[..., :2] / corners[..., 2:], np.float64)


def _levels(picture: Picture, pixels: Points) -> NDArray[np.float32]:
    """How light a picture is at places between its pixels."""
    flat = pixels.reshape(len(pixels), -1, 2).astype(np.float32)
    read = cv2.remap(picture, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    grey = read if picture.ndim == 2 else cv2.cvtColor(read, cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, np.float32).reshape(pixels.shape[:-1])


def _smooth(levels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Without most of the noise, along the sides and across them: where an edge is found must not hang on a grain."""
    for _ in range(_SMOOTHED):
        levels[..., 1:-1, :] = (levels[..., :-2, :] + 2 * levels[..., 1:-1, :] + levels[..., 2:, :]) / 4
        levels[..., 1:-1] = (levels[..., :-2] + 2 * levels[..., 1:-1] + levels[..., 2:]) / 4
    return levels


def _line(along: Points, distance: Points, contrast: Points) -> tuple[Points, Points]:
    """Straight lines through distances at places, as start and slope; strays among them hardly count."""
    # A gleam on one place must not outweigh all others.
    trust = np.minimum(contrast, 0.7 * contrast.max(axis=-1, keepdims=True))
    weight = trust
    start = slope = np.zeros(distance.shape[:-1])
    for _ in range(4):
        total, first, second = (np.sum(weight * along**power, axis=-1) for power in (0, 1, 2))
        value, turned = np.sum(weight * distance, axis=-1), np.sum(weight * distance * along, axis=-1)
        spread = total * second - first**2
        start, slope = (value * second - turned * first) / spread, (total * turned - first * value) / spread
        off = distance - start[..., None] - slope[..., None] * along
        weight = trust / (1 + (off / _STRAY) ** 2) ** 2
    return start, slope


def _flat(points: Points) -> Points:
    """Points as lines are made from: with a one behind."""
    return np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1)
