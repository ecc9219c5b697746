"""Draws what was seen onto the picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.frame import Picture
from vision.sighting import Sighting

SURE, DOUBT, BACK = (80, 200, 60), (40, 170, 250), (200, 140, 60)


def drawn_on(picture: Picture, sightings: Sequence[Sighting]) -> Picture:
    """A copy with each card's outline, a thick side at its top, and its name."""
    drawn = picture.copy() if picture.ndim == 3 else cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    pen = max(1, picture.shape[0] // 400)
    for sighting in sightings:
        colour = BACK if sighting.face == "down" else SURE if sighting.card else DOUBT
        corners = np.round(sighting.quad).astype(np.int32)
        cv2.polylines(drawn, [corners], True, colour, pen, cv2.LINE_AA)
        cv2.line(drawn, corners[0].tolist(), corners[1].tolist(), colour, 3 * pen, cv2.LINE_AA)
        _label(drawn, _name(sighting), corners.mean(0), colour, pen)
    return drawn


def _name(sighting: Sighting) -> str:
    if sighting.face == "down":
        return "-"
    if sighting.card is not None:
        return sighting.card
    return "/".join(name for name, _ in sighting.alternatives[:2]) + "?"


def _label(
    drawn: Picture, text: str, middle: np.ndarray[tuple[int], np.dtype[np.float64]], colour: tuple[int, ...], pen: int
) -> None:
    scale = pen * 0.28
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, pen)
    at = (round(float(middle[0]) - width / 2), round(float(middle[1]) + height / 2))
    low = (at[0] + width + pen, at[1] + 2 * pen)
    cv2.rectangle(drawn, (at[0] - pen, at[1] - height - 2 * pen), low, (255, 255, 255), -1)
    cv2.putText(
        drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, tuple(value * 0.7 for value in colour), pen, cv2.LINE_AA
    )
