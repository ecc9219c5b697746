"""A USB camera, read through Video4Linux."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import cv2
import numpy as np

from vision.cameras.camera import BaseCamera, CameraLost, NoPicture, small_grey
from vision.cameras.clock import monotonic_ms
from vision.frame import Frame

PLAUSIBLE = 2_000
"""A driver's time further than this from the clock, in ms, is not on the same clock."""

_MJPG = int.from_bytes(b"MJPG", "little")


class Capture(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def isOpened(self) -> bool: ...  # noqa: N802

    def set(self, propId: int, value: float, /) -> bool: ...  # noqa: N803

    def get(self, propId: int, /) -> float: ...  # noqa: N803

    def grab(self) -> bool: ...

    def retrieve(self) -> tuple[bool, Any]: ...

    def release(self) -> None: ...


class V4L2Camera(BaseCamera):
    """A USB camera by its number or its device file.

    Numbers change when cameras are plugged in anew; files in `/dev/v4l/by-id` don't.

    A picture is dated by the driver where the driver uses the kernel's clock. Where it does not,
    it is dated by the clock right after it was grabbed: later than it was taken, by the exposure
    and the way through the cable. `facts["dated_by_arrival"]` says so, and whoever decides by
    such a picture should wait one more.

    A read that blocks can't be cancelled: OpenCV gives up by itself after ten seconds.
    """

    def __init__(
        self,
        device: int | str,
        *,
        size: tuple[int, int] = (1920, 1080),
        clock: Callable[[], int] = monotonic_ms,
        capture: Callable[[int | str], Capture] | None = None,
    ) -> None:
        super().__init__(f"v4l2:{device}" if isinstance(device, int) else device)
        self._device = device
        self._size = size
        self._clock = clock
        self._make_capture = capture or _linux
        self._capture: Capture | None = None
        self._by_arrival = False
        self._taken = -1
        self._number = 0

    def open(self) -> None:
        if self._capture is not None:
            return
        capture = self._make_capture(self._device)
        if not capture.isOpened():
            capture.release()
            raise CameraLost("camera_not_found", address=self.address)
        # The format comes first: uncompressed, a USB 2 camera offers few pictures of a useful size.
        capture.set(cv2.CAP_PROP_FOURCC, _MJPG)
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        # A driver that keeps more hands out old pictures.
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._by_arrival = False
        self._taken = -1
        self._capture = capture

    def close(self) -> None:
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def _next(self, after: int | None) -> Frame:
        capture = self._opened()
        if not capture.grab():
            raise CameraLost("camera_gone", address=self.address)
        arrived = self._clock()
        taken = self._date(capture.get(cv2.CAP_PROP_POS_MSEC), arrived)
        number, self._number = self._number, self._number + 1
        good, picture = capture.retrieve()
        if not good or picture is None:
            raise NoPicture("broken_picture", number=number)
        picture = np.asarray(picture, dtype=np.uint8)
        facts = {"dated_by_arrival": float(self._by_arrival)}
        return Frame(picture, taken, number, small_grey(picture), facts)

    def _opened(self) -> Capture:
        if self._capture is None:
            raise CameraLost("camera_closed", address=self.address)
        return self._capture

    def _date(self, driver: float, arrived: int) -> int:
        # Once on the clock of arrival it stays there: going back to the driver's would go back in time.
        if not (self._taken < driver <= arrived + 1 and arrived - driver < PLAUSIBLE):
            self._by_arrival = True
        self._taken = max(arrived, self._taken) if self._by_arrival else int(driver)
        return self._taken


def _linux(device: int | str) -> Capture:
    # Two calls, because OpenCV's types have one constructor for numbers and one for names.
    if isinstance(device, int):
        return cv2.VideoCapture(device, cv2.CAP_V4L2)
    return cv2.VideoCapture(device, cv2.CAP_V4L2)
