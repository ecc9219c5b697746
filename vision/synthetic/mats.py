"""The project's own mats as something that cards lie on, with all that is printed there and is no card."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.model import CARD
from vision.mat.plan import plan
from vision.mat.png import draw

Canvas = NDArray[np.uint8]
Points = NDArray[np.float64]
PER_MM = 2.0
KINDS = (
    *(("take_six", 3), ("take_six", 4), ("take_six", 6), ("take_six", 9)),
    *(("no_thanks", 3), ("no_thanks", 5), ("qwixx_cards", 2), ("qwixx_cards", 4)),
)


@dataclass(frozen=True, eq=False)
class PrintedMat:
    """A mat as it is printed, and the places on it: middles in millimetres, angles in radians."""

    picture: Canvas
    size: tuple[float, float]
    slots: tuple[tuple[float, float, float], ...]
    markers: tuple[tuple[float, float], ...]


@lru_cache(len(KINDS))
def printed_mat(kind: int) -> PrintedMat:
    game, seats = KINDS[kind % len(KINDS)]
    mat = plan(game, seats)
    slots = tuple((*slot.centre, float(np.radians(slot.angle))) for zone in mat.zones for slot in zone.slots)
    markers = tuple(tuple(np.mean(marker.corners, axis=0)) for marker in mat.markers)
    return PrintedMat(draw(mat, PER_MM), mat.size, slots, markers)


def in_card_heights(mat: PrintedMat, x: float, y: float) -> tuple[float, float]:
    """A place on a mat whose middle is the middle of the table."""
    return (x - mat.size[0] / 2) / CARD[1], (y - mat.size[1] / 2) / CARD[1]


def lay_mat(canvas: Canvas, mat: PrintedMat, view: Points, shade: Points) -> None:
    """Draw a mat in the middle of the table. `view` leads from card heights on the table to pixels."""
    unit = 1 / (PER_MM * CARD[1])
    middle = [value / 2 / CARD[1] for value in mat.size]
    to_table = np.array([[unit, 0, -middle[0]], [0, unit, -middle[1]], [0, 0, 1]])
    warp = view @ to_table
    size = (canvas.shape[1], canvas.shape[0])
    shrink = float(np.sqrt(abs(np.linalg.det(warp[:2, :2] / warp[2, 2]))))
    picture = mat.picture
    if shrink < 0.7:
        picture = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        warp = warp @ np.diag([mat.picture.shape[1] / picture.shape[1], mat.picture.shape[0] / picture.shape[0], 1.0])
    tinted = np.clip(picture * shade, 0, 255).astype(np.uint8)
    cv2.warpPerspective(tinted, warp, size, dst=canvas, borderMode=cv2.BORDER_TRANSPARENT)
