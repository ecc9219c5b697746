"""Where things of the large picture lie in the small one."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.mat.model import Mat, Slot
from vision.mat.pose import Pose
from vision.watch.motion import Mask

LEAST_OF_CARD = 0.1
"""A zone is hidden or moving from so much of a card's area on."""


class Grid:
    """The map from one size of picture to the other, for pictures of these sizes."""

    def __init__(self, frame: Frame) -> None:
        self.large, self.small = frame.picture.shape[:2], frame.small.shape[:2]
        self._scale = np.array([self.small[1] / self.large[1], self.small[0] / self.large[0]])

    def fits(self, frame: Frame) -> bool:
        return self.large == frame.picture.shape[:2] and self.small == frame.small.shape[:2]

    def mask(self, quads: Iterable[NDArray[np.float64]], grown: int = 0) -> Mask:
        """The pixels that some of these polygons cover, and so many around."""
        drawn = np.zeros(self.small, np.uint8)
        for quad in quads:
            cv2.fillPoly(drawn, [self._points(quad)], 1, cv2.LINE_8, 4)
        if grown:
            drawn = cv2.dilate(drawn, np.ones((2 * grown + 1, 2 * grown + 1), np.uint8))
        return drawn.view(np.bool_)

    def share(self, quad: NDArray[np.float64], of: Mask) -> float:
        """How much of a polygon a mask covers."""
        points = self._points(quad)
        left, top = np.maximum(points.min(axis=0) // 16, 0)
        right, bottom = points.max(axis=0) // 16 + 2
        part = np.ascontiguousarray(of[top:bottom, left:right])
        if not part.size:
            return 0.0
        drawn = np.zeros(part.shape, np.uint8)
        cv2.fillPoly(drawn, [points - np.array([left, top], np.int32) * 16], 1, cv2.LINE_8, 4)
        return int(np.count_nonzero(part & drawn.view(np.bool_))) / max(1, int(np.count_nonzero(drawn)))

    def _points(self, quad: NDArray[np.float64]) -> NDArray[np.int32]:
        return np.rint(((quad + 0.5) * self._scale - 0.5) * 16).astype(np.int32)


class Places:
    """The mat's zones and markers in the small picture, for one pose."""

    def __init__(self, mat: Mat, pose: Pose, grid: Grid) -> None:
        self.mat, self.pose = mat, pose
        self.area = grid.mask([pose.pixels(((0, 0), (mat.size[0], 0), mat.size, (0, mat.size[1])))])
        self._zones = {zone.name: grid.mask([pose.pixels(zone.polygon)]) for zone in mat.zones}
        self.slots = pose.slots(mat)
        self._markers = [grid.mask([pose.pixels(marker.corners)]) for marker in mat.markers]
        card = Slot((mat.size[0] / 2, mat.size[1] / 2)).box(mat.card)
        self._least = max(4.0, LEAST_OF_CARD * float(np.count_nonzero(grid.mask([pose.pixels(card.corners)]))))

    def zones_in(self, mask: Mask) -> frozenset[str]:
        """The zones of which a mask covers enough to hide something."""
        if not mask.any():
            return frozenset()
        return frozenset(name for name, zone in self._zones.items() if np.count_nonzero(zone & mask) >= self._least)

    def markers_in(self, mask: Mask) -> float:
        """The share of the markers of which a mask covers some."""
        if not self._markers or not mask.any():
            return 0.0
        return sum(bool((marker & mask).any()) for marker in self._markers) / len(self._markers)
