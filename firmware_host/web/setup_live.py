"""The picture of the camera as it is now, with what the eyes make of it drawn on, and judged.

Two pictures a second at the most, in whatever thread asks: the owner thread has nothing to do with it.
"""

from __future__ import annotations

import threading
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from firmware_host.journal.naming import named
from firmware_host.web.setup_camera import Finding, Memory, Sees, judge
from firmware_host.words import Words
from vision.drawing import drawn_on
from vision.frame import Frame, Picture
from vision.mat.pose import Points, Pose

WIDTH = 1440
"""So wide is the picture that is shown."""

EVERY_S = 0.45
QUALITY = 70
LETTERS = 0.5
ZONE, MARKER, LOST = (150, 110, 20), (60, 170, 30), (40, 40, 220)
"""Blue, green and red of outlines."""


@dataclass(frozen=True)
class Shown:
    """A picture for the page: its number, the JPEG, and what there is to say of it."""

    number: int
    jpeg: bytes
    findings: tuple[Finding, ...]
    cards: int
    unsure: int


class Live:
    """Holds the newest one; whoever asks meanwhile gets the same."""

    def __init__(
        self,
        frame: Callable[[], Frame | None],
        sees: Callable[[], Sees],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._frame, self._sees, self._clock = frame, sees, clock
        self._lock = threading.Lock()
        self._memory: Memory | None = None
        self._shown: Shown | None = None
        self._made_at = -EVERY_S

    def shown(self, words: Words) -> Shown | None:
        """The newest picture, at the most half a second old if there is a newer one; None: the camera gives none.

        The places on it are named in the language of whoever asked for it first.
        """
        with self._lock:
            now = self._clock()
            if now - self._made_at < EVERY_S:
                return self._shown
            frame = self._frame()
            self._made_at = now
            if frame is None:
                self._shown = None
            elif self._shown is None or self._shown.number != frame.number:
                self._shown = self._made(frame, self._sees(), words)
            return self._shown

    def _made(self, frame: Frame, sees: Sees, words: Words) -> Shown:
        findings, self._memory = judge(frame, sees, self._memory)
        good, data = cv2.imencode(".jpg", marked(frame.picture, sees, words), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        assert good  # any picture can be written so
        unsure = sum(one.card is None and one.face != "down" for one in sees.sightings)
        return Shown(frame.number, data.tobytes(), findings, len(sees.sightings), unsure)


def marked(picture: Picture, sees: Sees, words: Words, width: int = WIDTH) -> Picture:
    """A small copy with zones, markers and cards on it."""
    scale = min(1.0, width / picture.shape[1])
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    sightings = [replace(one, quad=one.quad * scale) for one in sees.sightings]
    drawn = drawn_on(small, sightings)
    if sees.mat is not None and sees.pose is not None:
        _draw_mat(drawn, sees, sees.pose, scale, words)
    return drawn


def _draw_mat(drawn: Picture, sees: Sees, pose: Pose, scale: float, words: Words) -> None:
    assert sees.mat is not None
    for zone in sees.mat.zones:
        corners = pose.pixels(zone.polygon) * scale
        _outline(drawn, corners, ZONE, 1)
        _write(drawn, unaccented(named(words, zone.name)), corners)
    for marker in sees.mat.markers:
        _outline(drawn, pose.pixels(marker.corners) * scale, MARKER if marker.id in pose.markers else LOST, 2)


def _outline(drawn: Picture, corners: Points, colour: tuple[int, int, int], pen: int) -> None:
    cv2.polylines(drawn, [np.round(corners).astype(np.int32)], True, colour, pen, cv2.LINE_AA)


def unaccented(text: str) -> str:
    """Without accents, which the letters of a drawn picture lack.

    >>> unaccented("série 1")
    'serie 1'
    """
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def _write(drawn: Picture, text: str, corners: Points) -> None:
    """Into the place's corner, no wider than the place, to be read on paper and over cards."""
    (left, top), (right, _) = corners.min(axis=0), corners.max(axis=0)
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, LETTERS, 1)
    size = LETTERS * min(1.0, (right - left - 8) / max(wide, 1))
    at = (round(float(left)) + 4, round(float(top)) + high + 4)
    for colour, pen in (((255, 255, 255), 4), (ZONE, 1)):
        cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, pen, cv2.LINE_AA)
