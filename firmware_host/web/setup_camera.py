"""The camera's picture judged: what is wrong with it, as data from which words are made.

Pure: a picture and what is remembered of those before, in; findings and what to remember, out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.health import Condition, judged
from vision.cameras.health import Memory as Health
from vision.frame import Frame, Picture
from vision.mat.model import Marker, Mat
from vision.mat.pose import Pose
from vision.sighting import Sighting

REACH = 4.0
"""So many millimetres on both sides of a marker's edge are looked at: paper there is white, ink black."""

SHARP, SOFT = 1.6, 2.4
"""Millimetres in which the edge goes from black to white: below the first the picture is sharp, beyond the second
numbers are misread."""

DARK, DIM = 70.0, 110.0
"""How bright white paper must look, of 255."""

GLARE = 0.55
"""A marker with less than this share of the others' contrast has light mirrored on it."""

UNEVEN = 0.5
"""Paper with less than this share of the brightest paper's light lies in a shadow."""

SMALL = 1.2
"""With fewer pixels a millimetre numbers are too small to be read."""

MOVED_MM = 4.0
MOVED_SHOWN_MS = 10_000


@dataclass(frozen=True)
class Sees:
    """What the table's eyes know of the newest picture."""

    mat: Mat | None = None
    pose: Pose | None = None
    sightings: tuple[Sighting, ...] = ()


@dataclass(frozen=True)
class Finding:
    """Something about the picture: `bad` keeps the table from reading, `poor` makes it err, `good` is well.

    Each kind has a text `screen.setup.camera.KIND`.
    """

    kind: str
    level: str
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Memory:
    """What is remembered of the pictures before."""

    health: Health
    corners: NDArray[np.float64] | None = None
    moved_at: int | None = None


@dataclass(frozen=True)
class Edge:
    """A marker's border: its levels, and in how many millimetres it goes from one to the other."""

    marker: Marker
    black: float
    white: float
    width: float | None

    @property
    def contrast(self) -> float:
        return self.white - self.black


LIGHT = {
    Condition.COVERED: "covered",
    Condition.TOO_DARK: "too_dark",
    Condition.TOO_BRIGHT: "too_bright",
    Condition.FROZEN: "frozen",
    Condition.OUT_OF_FOCUS: "blurred",
}


def judge(frame: Frame, sees: Sees, memory: Memory | None = None) -> tuple[tuple[Finding, ...], Memory]:
    """Everything worth saying of a picture, the worst first; where nothing is wrong, that it is fine."""
    health, remembered = judged(frame, None if memory is None else memory.health)
    corners, moved_at = _moved(frame, sees, memory)
    found: list[Finding] = []
    if health.condition in LIGHT:
        found.append(Finding(LIGHT[health.condition], "bad"))
    if health.condition not in (Condition.COVERED, Condition.TOO_DARK):
        found += _at_the_mat(frame.picture, sees)
    if moved_at is not None and frame.taken - moved_at < MOVED_SHOWN_MS:
        found.append(Finding("moved", "poor"))
    unique = {one.kind: one for one in reversed(found)}
    order = sorted(unique.values(), key=lambda one: ("bad", "poor", "good").index(one.level))
    return tuple(order) or (Finding("fine", "good"),), Memory(remembered, corners, moved_at)


def _moved(frame: Frame, sees: Sees, memory: Memory | None) -> tuple[NDArray[np.float64] | None, int | None]:
    """Where the mat's corners are, and when they were last found elsewhere than before."""
    before = None if memory is None else memory.corners
    moved_at = None if memory is None else memory.moved_at
    if sees.pose is None or sees.mat is None:
        return before, moved_at
    wide, high = sees.mat.size
    now = sees.pose.pixels([(0, 0), (wide, 0), (wide, high), (0, high)])
    if before is not None:
        far = np.linalg.norm(now - before, axis=1).max() / _pixels_a_mm(sees.pose, sees.mat)
        if far <= MOVED_MM:
            return before, moved_at
        moved_at = frame.taken
    return now, moved_at


def _pixels_a_mm(pose: Pose, mat: Mat) -> float:
    wide, high = mat.size
    across = pose.pixels([(wide / 2 - 50, high / 2), (wide / 2 + 50, high / 2)])
    return max(float(np.linalg.norm(across[1] - across[0])) / 100, 1e-6)


def _at_the_mat(picture: Picture, sees: Sees) -> Iterator[Finding]:
    """What the mat's markers tell of the picture: they are black and white, and everybody knows how large."""
    if sees.mat is None:
        return
    if sees.pose is None:
        yield Finding("no_mat", "bad")
        return
    seen, there = len(sees.pose.markers), len(sees.mat.markers)
    if seen < there:
        yield Finding("few_markers", "poor", {"seen": seen, "all": there})
    if (scale := _pixels_a_mm(sees.pose, sees.mat)) < SMALL:
        yield Finding("too_far", "bad", {"scale": round(scale, 1)})
    edges = edges_of(picture, sees.mat, sees.pose)
    if edges:
        yield from _light(edges)
        yield from _sharpness(edges)


def _light(edges: list[Edge]) -> Iterator[Finding]:
    white = float(np.median([edge.white for edge in edges]))
    contrast = float(np.median([edge.contrast for edge in edges]))
    if white < DIM:
        yield Finding("too_dark" if white < DARK else "dim", "bad" if white < DARK else "poor")
    if any(edge.contrast < GLARE * contrast and edge.white > white - 10 for edge in edges):
        yield Finding("glare", "poor")
    elif min(edge.white for edge in edges) < UNEVEN * max(edge.white for edge in edges):
        yield Finding("uneven", "poor")


def _sharpness(edges: list[Edge]) -> Iterator[Finding]:
    widths = [edge.width for edge in edges if edge.width is not None]
    if not widths:
        return
    width = float(np.median(widths))
    if width > SHARP:
        yield Finding("blurred" if width > SOFT else "soft", "bad" if width > SOFT else "poor")


def edges_of(picture: Picture, mat: Mat, pose: Pose) -> list[Edge]:
    """The border of each marker that the pose was found by."""
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return [_edge(np.asarray(grey, np.uint8), marker, pose) for marker in mat.markers if marker.id in pose.markers]


def _edge(grey: Picture, marker: Marker, pose: Pose) -> Edge:
    corners = np.array(marker.corners, np.float64)
    middle = corners.mean(axis=0)
    steps = np.linspace(-REACH, REACH, 33)
    sides = [_profile(grey, corners[side], corners[(side + 1) % 4], middle, steps, pose) for side in range(4)]
    black = float(np.median([np.percentile(side, 5) for side in sides]))
    white = float(np.median([np.percentile(side, 95) for side in sides]))
    widths = [width for side in sides if (width := _rise(side, steps)) is not None]
    return Edge(marker, black, white, float(np.median(widths)) if widths else None)


def _profile(
    grey: Picture,
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    middle: NDArray[np.float64],
    steps: NDArray[np.float64],
    pose: Pose,
) -> NDArray[np.float64]:
    """How bright it is across one side, from inside to outside, by the median of several cuts."""
    outward = (start + end) / 2 - middle
    outward /= np.linalg.norm(outward)
    along = start + (end - start) * np.linspace(0.3, 0.7, 7)[:, None]
    points = (along[:, None] + steps[:, None] * outward).reshape(-1, 2)
    pixels = pose.pixels(points).astype(np.float32)
    values = cv2.remap(grey, pixels[:, 0].reshape(7, -1), pixels[:, 1].reshape(7, -1), cv2.INTER_LINEAR)
    middle_of_all: NDArray[np.float64] = np.median(np.asarray(values, np.float64), axis=0)
    return middle_of_all


def _rise(profile: NDArray[np.float64], steps: NDArray[np.float64]) -> float | None:
    """From a tenth to nine tenths of the way up; None where there is next to no edge."""
    low, high = np.percentile(profile, 5), np.percentile(profile, 95)
    if high - low < 25:
        return None
    rising = np.maximum.accumulate((profile - low) / (high - low))
    return float(np.interp(0.9, rising, steps) - np.interp(0.1, rising, steps))
