"""Recorded pictures: a folder of them, or a video. Their time is their own, so every run is the same."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import cv2
import numpy as np

from vision.cameras.camera import BaseCamera, CameraLost, NoMorePictures, small_grey
from vision.errors import VisionError
from vision.frame import Frame, Picture
from vision.pictures import read_picture

_log = logging.getLogger(__name__)

FOLDER_FPS = 10.0
"""How fast the pictures of a folder follow each other, if nobody says otherwise."""

_GAP = 100
"""So many pictures of a video may be broken one after the other; more are its end."""

_WHOLE = 0.95
"""The share of the pictures that a video claims to have and must have."""

_MOST_PICTURES = 10_000_000
"""No recording has more; a file that claims to is not believed."""

_SUFFIXES = (".png", ".jpg", ".jpeg")


class PictureFolder(BaseCamera):
    """The pictures of a folder, in the order people would count them: 2.png before 10.png.

    A broken file is logged, kept in `broken` and skipped; its number and its time pass by.
    """

    def __init__(self, folder: Path, *, fps: float = FOLDER_FPS) -> None:
        super().__init__(str(folder))
        self._folder = folder
        self._fps = fps
        self._left: list[tuple[int, Path]] | None = None
        self.count = 0
        """How many pictures the folder had when it was opened, broken ones too."""

        self.broken: list[VisionError] = []

    def open(self) -> None:
        if self._left is not None:
            return
        try:
            files = [file for file in self._folder.iterdir() if file.suffix.lower() in _SUFFIXES]
        except OSError as error:
            raise CameraLost("folder_not_found", folder=str(self._folder), error=str(error)) from error
        self._left = list(enumerate(sorted(files, key=_natural)))
        self._left.reverse()
        self.count = len(files)
        self.broken = []

    def close(self) -> None:
        self._left = None

    def _next(self, after: int | None) -> Frame:
        if self._left is None:
            raise CameraLost("camera_closed", address=self.address)
        while self._left:
            number, file = self._left.pop()
            picture = _picture(file)
            if picture is not None:
                return Frame(picture, _taken(number, self._fps), number, small_grey(picture))
            error = VisionError("broken_picture", file=str(file))
            _log.warning("Skipped: %s", error)
            self.broken.append(error)
        raise NoMorePictures("no_more_pictures", pictures=self.count, broken=len(self.broken))


class VideoFile(BaseCamera):
    """The pictures of a video, at the rate that the file says, or `fps`.

    A picture that can't be decoded is logged, kept in `broken` and skipped; its number and its time
    pass by. A file that ends well before the length that it claims is said to be torn.
    """

    def __init__(self, file: Path, *, fps: float | None = None) -> None:
        super().__init__(str(file))
        self._file = file
        self._wanted_fps = fps
        self._fps = FOLDER_FPS
        self._capture: cv2.VideoCapture | None = None
        self._number = 0
        self._claimed = 0
        self.broken: list[VisionError] = []

    def open(self) -> None:
        if self._capture is not None:
            return
        capture = cv2.VideoCapture(str(self._file), cv2.CAP_FFMPEG)
        if not capture.isOpened():
            capture.release()
            raise CameraLost("not_a_video", file=str(self._file))
        said = capture.get(cv2.CAP_PROP_FPS)
        self._fps = self._wanted_fps or (said if 0 < said <= 1000 else FOLDER_FPS)
        claimed = capture.get(cv2.CAP_PROP_FRAME_COUNT)
        self._claimed = int(claimed) if 0 < claimed < _MOST_PICTURES else 0
        self._number = 0
        self.broken = []
        self._capture = capture

    def close(self) -> None:
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def _next(self, after: int | None) -> Frame:
        if self._capture is None:
            raise CameraLost("camera_closed", address=self.address)
        # OpenCV says the same of a picture that it can't decode and of the end: what tells
        # them apart is whether anything follows.
        for lost in range(_GAP + 1):
            good, read = self._capture.read()
            if good:
                self._skip(lost)
                number, self._number = self._number, self._number + 1
                picture = np.asarray(read, dtype=np.uint8)
                return Frame(picture, _taken(number, self._fps), number, small_grey(picture))
        raise self._end()

    def _skip(self, count: int) -> None:
        for number in range(self._number, self._number + count):
            error = VisionError("broken_picture", file=str(self._file), number=number)
            _log.warning("Skipped: %s", error)
            self.broken.append(error)
        self._number += count

    def _end(self) -> NoMorePictures:
        # Some kinds of files only estimate how many pictures they hold.
        if self._number < min(self._claimed - 1, _WHOLE * self._claimed):
            return NoMorePictures("recording_torn", file=str(self._file), pictures=self._number, expected=self._claimed)
        return NoMorePictures("no_more_pictures", pictures=self._number, broken=len(self.broken))


def _taken(number: int, fps: float) -> int:
    return round(number * 1000 / fps)


def _natural(file: Path) -> list[tuple[int, str]]:
    """Sorts numbers inside of names by their value."""
    parts = re.findall(r"\d+|\D+", file.name.lower())
    return [(int(part), part) if part.isdecimal() else (-1, part) for part in parts]


def _picture(file: Path) -> Picture | None:
    try:
        return read_picture(file)
    except VisionError:
        return None
