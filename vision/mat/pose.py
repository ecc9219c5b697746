"""Where the mat lies in a picture: markers, and the map between millimetres and pixels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.mat.markers import Points, Seen, find_markers
from vision.mat.model import Mat, Point, Polygon, area

__all__ = ["Lens", "Points", "Pose", "Seen", "find_markers", "locate", "pose_by_hand", "pose_of"]

LEAST_MARKERS = 2
MOST_ERROR = 5.0
"""Millimetres; a pose that may be further off somewhere on the mat is none: too much of it would be guessed."""

LARGE_ERROR = 2.5
"""Millimetres; where a pose may be further off it is tried whether the lens bends."""

LEAST_FOR_A_LENS = 5
MOST_BENT, LENS_STEPS, LENS_ROUNDS = 0.4, 9, 4
"""The first radial term of a lens, for a focal length as long as the picture is wide, is looked for up to here."""

ROUNDS = 3
"""How often the map is made again from all corners that agree with it."""

LIKELY_NOISE, LIKELY_COUNT = 0.2, 4
"""By so many pixels a corner is off before anything is known of it, and how many measurements that is worth."""

BENDING, BENDING_LEFT = 0.005, 0.001
"""How far from where it belongs a lens moves the mat's corners, as a share of their distance from the middle:
an ordinary one of which nothing is known, and one that is known."""

SURELY = 3.0
"""So many standard deviations hardly anything is off."""

CARD_TOLERANCE = 0.25
"""A card is as large as it should be to this part, sleeves and a camera that looks from the side included."""

OUTLIER = 2.0
"""Millimetres from which a marker's corner counts as wrong: a marker that is bent, half covered, or another mat's."""


@dataclass(frozen=True)
class Lens:
    """How the lens bends straight lines: focal lengths and middle in pixels, and the first two radial terms."""

    focal: Point
    middle: Point
    k1: float
    k2: float

    def straightened(self, pixels: Points) -> Points:
        """Where these points would lie in the picture of a lens that bends nothing."""
        bent = cv2.undistortPoints(pixels.reshape(-1, 1, 2), self._matrix, self._terms, P=self._matrix)
        return np.asarray(bent, np.float64).reshape(-1, 2)

    def bent(self, straight: Points) -> Points:
        """The other way round."""
        focal, middle = np.array(self.focal), np.array(self.middle)
        ray = (straight - middle) / focal
        square = np.sum(ray * ray, axis=1, keepdims=True)
        return np.asarray(ray * (1 + self.k1 * square + self.k2 * square**2) * focal + middle, np.float64)

    @property
    def _matrix(self) -> Points:
        return np.array([[self.focal[0], 0, self.middle[0]], [0, self.focal[1], self.middle[1]], [0, 0, 1.0]])

    @property
    def _terms(self) -> Points:
        return np.array([self.k1, self.k2, 0, 0])


@dataclass(frozen=True, eq=False)
class Pose:
    """The map between the mat's millimetres and a picture's pixels.

    `error_mm` is how far off a place may be at the mat's worst corner: of a hundred poses, two or three
    are further off, and none by twice as much. It is foretold from how well the markers fit, from how
    far they lie from each other, and from what the lens may do between and beyond them. `markers` are
    the ones that were used. A pose set by hand has none, and an error that nobody knows.
    """

    to_pixels: Points
    lens: Lens | None = None
    error_mm: float = 0.0
    markers: tuple[int, ...] = ()

    def pixels(self, millimetres: Sequence[Point] | Points) -> Points:
        straight = _mapped(self.to_pixels, np.asarray(millimetres, np.float64))
        return straight if self.lens is None else self.lens.bent(straight)

    def millimetres(self, pixels: Sequence[Point] | Points) -> Points:
        points = np.asarray(pixels, np.float64).reshape(-1, 2)
        straight = points if self.lens is None else self.lens.straightened(points)
        return _mapped(np.linalg.inv(self.to_pixels), straight)

    def zone_of(self, mat: Mat, quad: Sequence[Point] | Points) -> str | None:
        """The zone in which most of a card lies whose corners in the picture these are."""
        return mat.zone_of([(x, y) for x, y in self.millimetres(quad).tolist()])

    def slots(self, mat: Mat) -> list[Points]:
        """The corners of cards that lie exactly in the mat's places for them, one of their short sides first."""
        slots = [slot for zone in mat.zones for slot in zone.slots if slot.use == "card"]
        corners = [(self.pixels(slot.box(mat.card).corners), slot.angle) for slot in slots]
        return [np.roll(quad, 1, axis=0) if angle % 180 else quad for quad, angle in corners]

    def is_as_large_as_a_card(self, mat: Mat, quad: Sequence[Point] | Points) -> bool:
        """Whether these corners in the picture are as far apart as a card's: those of most that is printed are not."""
        corners = self.millimetres(quad)
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        wide, high = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
        return bool(max(abs(wide / mat.card[0] - 1), abs(high / mat.card[1] - 1)) < CARD_TOLERANCE)

    def disagreement(self, mat: Mat, seen: Iterable[Seen]) -> float | None:
        """How far, in millimetres, markers were seen from where this pose has them; `None` where none was seen."""
        corners, places = _pairs(mat, seen)
        if not len(corners):
            return None
        distances = np.hypot(*(self.millimetres(corners) - places).T)
        return float(np.median(distances))


def locate(picture: Picture, mat: Mat, lens: Lens | None = None) -> Pose | None:
    """Where the mat lies in a picture; `None` where too little of it is seen to be sure."""
    return pose_of(mat, find_markers(picture), lens, (picture.shape[1], picture.shape[0]))


def pose_of(
    mat: Mat, seen: Iterable[Seen], lens: Lens | None = None, size: tuple[int, int] | None = None
) -> Pose | None:
    """The pose that the seen markers agree on; `None` where too few do, or all of them lie on one side.

    Where nothing is known of the lens, and the markers do not agree without one, it is found from them, if it is said
    how wide and high the picture is.
    """
    seen = tuple(seen)
    pose = _pose(mat, seen, lens)
    if lens is not None or size is None or (pose is not None and pose.error_mm <= LARGE_ERROR):
        return pose
    found = _lens_of(mat, seen, size)
    other = _pose(mat, seen, found) if found is not None else None
    return other if pose is None or (other is not None and other.error_mm < pose.error_mm) else pose


def _pose(mat: Mat, seen: tuple[Seen, ...], lens: Lens | None) -> Pose | None:
    corners, places = _pairs(mat, seen)
    if len(corners) < 4 * LEAST_MARKERS:
        return None
    straight = corners if lens is None else lens.straightened(corners)
    to_pixels, agreeing = _fitted(straight, places)
    used = _agreeing_markers(mat, seen, agreeing)
    if to_pixels is None or len(used) < LEAST_MARKERS or not _faces_the_camera(to_pixels, mat):
        return None
    error = _error(mat, to_pixels, straight[agreeing], places[agreeing], lens)
    return Pose(to_pixels, lens, error, tuple(sorted(one.id for one in used))) if error <= MOST_ERROR else None


def _lens_of(mat: Mat, seen: tuple[Seen, ...], size: tuple[int, int]) -> Lens | None:
    """The lens with which most corners of the markers lie where they belong, if enough are seen to tell."""
    corners, places = _pairs(mat, seen)
    if len(corners) < 4 * LEAST_FOR_A_LENS:
        return None
    focal, best, reach = float(max(size)), 0.0, MOST_BENT
    lenses: dict[float, Lens] = {}

    def agreement(k1: float) -> tuple[int, float]:
        """How many corners agree, and how well."""
        lens = lenses.setdefault(k1, Lens((focal, focal), (size[0] / 2, size[1] / 2), k1, 0.0))
        straight = lens.straightened(corners)
        to_pixels, agreeing = _fitted(straight, places)
        if to_pixels is None:
            return 0, 0.0
        off = _mapped(to_pixels, places[agreeing]) - straight[agreeing]
        return int(agreeing.sum()), -float(np.square(off).mean())

    for _ in range(LENS_ROUNDS):
        best = max((best + reach * step for step in np.linspace(-1, 1, LENS_STEPS)), key=agreement)
        reach *= 2 / (LENS_STEPS - 1)
    return lenses.get(best)


def _fitted(pixels: Points, places: Points) -> tuple[Points | None, NDArray[np.bool_]]:
    """The map from places to pixels that most corners agree with, and which corners those are."""
    to_mat = cv2.findHomography(pixels, places, cv2.RANSAC, OUTLIER)[0]
    to_pixels, agreeing = None, np.zeros(len(pixels), np.bool_)
    for _ in range(ROUNDS):
        if to_mat is None or abs(np.linalg.det(to_mat)) < 1e-12:
            return None, agreeing
        # What was found from few corners is too rough to turn others away: a finer map may take them back.
        agreeing = np.asarray(np.linalg.norm(_mapped(to_mat, pixels) - places, axis=1) <= OUTLIER)
        if agreeing.sum() < 3 * LEAST_MARKERS:
            return None, agreeing
        to_pixels = cv2.findHomography(places[agreeing], pixels[agreeing], 0)[0]
        to_mat = None if to_pixels is None or not np.linalg.det(to_pixels) else np.linalg.inv(to_pixels)
    return to_pixels, agreeing


def pose_by_hand(mat: Mat, corners: Sequence[Point], lens: Lens | None = None) -> Pose | None:
    """The pose of a mat whose own corners are at these pixels: top left, top right, bottom right, bottom left.

    `None` where these are not the corners of anything that lies flat in front of a camera.
    """
    pixels = np.asarray(corners, np.float64).reshape(-1, 2)
    if len(pixels) != 4 or not np.isfinite(pixels).all():
        return None
    straight = pixels if lens is None else lens.straightened(pixels)
    places: list[Point] = [(float(x), float(y)) for x, y in straight]
    if min(area((places[index - 1], places[index], places[index - 3])) for index in range(4)) <= 1:
        return None
    to_pixels = cv2.getPerspectiveTransform(np.array(_corners(mat), np.float32), straight.astype(np.float32))
    return Pose(np.asarray(to_pixels, np.float64), lens)


def _pairs(mat: Mat, seen: Iterable[Seen]) -> tuple[Points, Points]:
    """The corners of the mat's markers where they were seen, and where they belong."""
    known = {marker.id: marker.corners for marker in mat.markers}
    pairs = [(one.corners, known[one.id]) for one in seen if one.id in known]
    corners = np.array([corner for pair in pairs for corner in pair[0]], np.float64).reshape(-1, 2)
    places = np.array([corner for pair in pairs for corner in pair[1]], np.float64).reshape(-1, 2)
    return corners, places


def _agreeing_markers(mat: Mat, seen: tuple[Seen, ...], corners: NDArray[np.bool_]) -> tuple[Seen, ...]:
    """The markers of which three corners agree, so that one blurred corner does not cost a marker."""
    known = {marker.id for marker in mat.markers}
    ours = [one for one in seen if one.id in known]
    return tuple(one for one, agrees in zip(ours, corners.reshape(-1, 4).sum(axis=1) >= 3, strict=True) if agrees)


def _error(mat: Mat, to_pixels: Points, pixels: Points, places: Points, lens: Lens | None) -> float:
    """How far off a place is at the mat's worst corner, at most and nearly always.

    Two things make a map wrong: noise in the markers' corners, and a lens that bends lines more than
    it is known to. Inside of the markers neither does much; beyond them both grow quickly, and how
    the lens bends can't be seen by markers along one edge. So the bending counts as much as the
    corners leave possible.
    """
    # On a mat that reaches from 0 to 2 all numbers are of about the same size.
    unit = max(mat.size) / 2
    homography = to_pixels @ np.diag([unit, unit, 1.0])
    edges = np.array(_corners(mat)) / unit
    middle = _mapped(homography, edges.mean(axis=0))[0]
    reach = float(np.linalg.norm(_mapped(homography, edges) - middle, axis=1).max())
    slopes = np.concatenate([_slope_by_entry(homography, place) for place in places / unit])
    solve = np.linalg.pinv(slopes)
    off = (pixels - _mapped(to_pixels, places)).ravel()
    bends = _bending(pixels, middle, reach).ravel()
    seen = bends - slopes @ (solve @ bends)
    spread = off - seen * (off @ seen) / max(float(seen @ seen), 1e-9)
    noise = float((LIKELY_NOISE**2 * LIKELY_COUNT + spread @ spread) / (LIKELY_COUNT + max(0, off.size - 9)))
    bending = _bending_left(float(off @ seen) / noise, float(seen @ seen) / noise, lens)
    worst = 0.0
    for corner in edges:
        by_entry = _slope_by_entry(homography, corner) @ solve
        to_mm = np.linalg.inv(_slope_by_place(homography, corner)) * unit
        by_noise, by_bend = to_mm @ by_entry, _bending(_mapped(homography, corner), middle, reach)[0]
        bent = to_mm @ (_slope_by_entry(homography, corner) @ (solve @ bends) - by_bend)
        worst = max(worst, noise * float((by_noise**2).sum()) + bending * float(bent @ bent))
    return SURELY * float(np.sqrt(worst))


def _bending(pixels: Points, middle: Points, reach: float) -> Points:
    """Where a lens moves pixels that bends lines by one at the mat's corners."""
    from_middle = pixels - middle
    return np.asarray(from_middle * np.sum(from_middle**2, axis=1, keepdims=True) / reach**2, np.float64)


def _bending_left(seen: float, weight: float, lens: Lens | None) -> float:
    """The mean square of the bending that is likely, after what the markers' corners say of it."""
    known = BENDING if lens is None else BENDING_LEFT
    spread = 1 / (1 / known**2 + weight)
    return (spread * seen) ** 2 + spread


def _slope_by_entry(homography: Points, place: Points) -> Points:
    """How a pixel changes with each of the first eight entries of a homography."""
    x, y = place
    u, v, w = homography @ (x, y, 1.0)
    u, v = u / w, v / w
    return np.array([[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]) / w


def _slope_by_place(homography: Points, place: Points) -> Points:
    """How a pixel changes with the place that it shows."""
    u, v, w = homography @ (*place, 1.0)
    return (homography[:2, :2] - np.outer((u / w, v / w), homography[2, :2])) / w


def _faces_the_camera(to_pixels: Points, mat: Mat) -> bool:
    """No part of the mat may lie behind the camera, and none may be seen from its back."""
    depths = np.array([[x, y, 1] for x, y in _corners(mat)]) @ to_pixels[2]
    corners = [(float(x), float(y)) for x, y in _mapped(to_pixels, np.array(_corners(mat)))]
    return bool((depths > 0).all() or (depths < 0).all()) and area(corners) > 0


def _corners(mat: Mat) -> Polygon:
    width, height = mat.size
    return ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))


def _mapped(homography: Points, points: Points) -> Points:
    mapped: NDArray[Any] = cv2.perspectiveTransform(points.reshape(-1, 1, 2), homography)
    return np.asarray(mapped, np.float64).reshape(-1, 2)
