"""What every camera is, what can go wrong with it, and which of its frames are refused."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from types import TracebackType
from typing import Protocol, Self

import cv2
import numpy as np

from vision.errors import VisionError
from vision.frame import Frame, Picture

UNDATED = -1
"""The capture time of a picture that has none. `checked` refuses it."""

SMALL_WIDTH = 320
"""Wide enough for a moving hand, small enough to look at every picture."""


class CameraLost(VisionError):
    """The camera can't be used any longer, or not be opened: close it, and open it again later."""


class NoPicture(VisionError):
    """This picture did not come or can't be used. The next one may be good."""


class NoMorePictures(VisionError):
    """The recording is over."""


class Camera(Protocol):
    """Something that is opened, gives frames, and is closed.

    One thread opens, reads and closes; any other may `cancel`. In a `with` statement a camera is
    opened at the start and closed at the end.
    """

    @property
    def address(self) -> str:
        """How people call it, and what `camera_at` finds it by."""

    def open(self) -> None:
        """Makes it ready to read; nothing where it already is. Raises `CameraLost`."""

    def read(self, after: int | None = None) -> Frame:
        """Waits for the next frame, where given one that was taken later than `after`.

        Raises `NoPicture`, `NoMorePictures` or `CameraLost`.
        """

    def cancel(self) -> None:
        """Ends the waiting of a `read` in another thread, where the camera can do that."""

    def close(self) -> None:
        """Lets go of the device. Closing twice does no harm."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class BaseCamera(ABC):
    """What the cameras here share: `with`, an address to be printed, reading on to a given time."""

    def __init__(self, address: str) -> None:
        self._address = address

    @property
    def address(self) -> str:
        return self._address

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._address}>"

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def read(self, after: int | None = None) -> Frame:
        while True:
            frame = self._next(after)
            if after is None or frame.taken > after:
                return frame

    def cancel(self) -> None:
        """Most cameras can't be interrupted."""
        return

    @abstractmethod
    def open(self) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def _next(self, after: int | None) -> Frame:
        """The next frame. A camera that can skip to `after` by itself does."""


def frames(camera: Camera) -> Iterator[Frame]:
    """All frames of a recording; of a live camera, frames without end. Unusable ones are left out."""
    before = None
    while True:
        try:
            before = checked(camera.read(), before)
        except NoPicture:
            continue
        except NoMorePictures:
            return
        yield before


def checked(frame: Frame, before: Frame | None = None) -> Frame:
    """The frame itself where it may be used, and `NoPicture` where not.

    A picture without a capture time, or one that claims to be older than the one `before` it,
    can't be said to show the table after anything happened there, so nothing is decided by it.
    """
    if not isinstance(frame.taken, int) or frame.taken < 0:
        raise NoPicture("no_capture_time", number=frame.number)
    if frame.picture.ndim not in {2, 3} or frame.picture.size == 0:
        raise NoPicture("wrong_size", shape=frame.picture.shape)
    if before is None:
        return frame
    if frame.picture.shape != before.picture.shape:
        raise NoPicture("wrong_size", shape=frame.picture.shape, expected=before.picture.shape)
    if frame.taken <= before.taken:
        raise NoPicture("clock_went_back", taken=frame.taken, before=before.taken)
    return frame


def small_grey(picture: Picture, width: int = SMALL_WIDTH) -> Picture:
    """The small grey picture that motion is looked for on, about as wide as `width`."""
    # Whole pixels are averaged, which is several times faster than parts of them, and averaging
    # keeps the noise of the sensor from looking like motion. Few pixels are turned grey faster than many.
    times = max(1, picture.shape[1] // width)
    high, wide = max(1, picture.shape[0] // times), picture.shape[1] // times
    cut = picture[: high * times, : wide * times]
    small = cv2.resize(cut, (wide, high), interpolation=cv2.INTER_AREA)
    grey = small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, dtype=np.uint8)
