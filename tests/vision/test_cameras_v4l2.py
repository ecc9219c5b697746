"""USB cameras: how they are set up, how their pictures are dated, how they break."""

from __future__ import annotations

import itertools
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.camera_bench import HandClock, picture_of
from vision.cameras.camera import CameraLost, NoPicture
from vision.cameras.v4l2 import V4L2Camera


class FakeCapture:
    """A `cv2.VideoCapture` whose driver dates pictures `age` ms before now, or not at all."""

    def __init__(self, clock: HandClock, age: float | None = 20.0) -> None:
        self.clock = clock
        self.age = age
        self.opened = True
        self.plugged_in = True
        self.decodes = True
        self.released = 0
        self.settings: dict[int, float] = {}

    def isOpened(self) -> bool:  # noqa: N802
        return self.opened

    def set(self, propId: int, value: float, /) -> bool:  # noqa: N803
        self.settings[propId] = value
        return True

    def get(self, propId: int, /) -> float:  # noqa: N803
        assert propId == cv2.CAP_PROP_POS_MSEC
        return 0.0 if self.age is None else self.clock.now() - self.age

    def grab(self) -> bool:
        self.clock.advance(33)
        return self.plugged_in

    def retrieve(self) -> tuple[bool, Any]:
        return (True, picture_of(self.clock.now())) if self.decodes else (False, None)

    def release(self) -> None:
        self.released += 1


def camera_with(capture: FakeCapture) -> V4L2Camera:
    return V4L2Camera(0, clock=capture.clock.now, capture=lambda device: capture)


def test_the_stand_in_has_the_methods_of_opencv() -> None:
    assert all(hasattr(cv2.VideoCapture, name) for name in vars(FakeCapture) if not name.startswith("_"))


def test_it_is_set_to_motion_jpeg_and_one_buffer() -> None:
    capture = FakeCapture(HandClock())
    with camera_with(capture):
        assert capture.settings == {
            cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"MJPG"),
            cv2.CAP_PROP_FRAME_WIDTH: 1920,
            cv2.CAP_PROP_FRAME_HEIGHT: 1080,
            cv2.CAP_PROP_BUFFERSIZE: 1,
        }
        assert next(iter(capture.settings)) == cv2.CAP_PROP_FOURCC
    assert capture.released == 1


def test_the_driver_dates_the_picture_where_it_can() -> None:
    clock = HandClock()
    with camera_with(FakeCapture(clock, age=20.4)) as camera:
        frame = camera.read()
        assert frame.taken == clock.now() - 21
        assert frame.facts == {"dated_by_arrival": 0.0}
        assert camera.read().number == 1


@pytest.mark.parametrize("age", [None, 1_700_000_000_000.0, -5_000.0, 3_000.0])
def test_otherwise_it_is_dated_by_its_arrival_and_says_so(age: float | None) -> None:
    clock = HandClock()
    with camera_with(FakeCapture(clock, age)) as camera:
        frame = camera.read()
        assert frame.taken == clock.now()
        assert frame.facts == {"dated_by_arrival": 1.0}


def test_a_driver_that_loses_its_clock_is_not_believed_again() -> None:
    capture = FakeCapture(HandClock())
    with camera_with(capture) as camera:
        dates = [camera.read()]
        capture.age = None
        dates.append(camera.read())
        capture.age = 20.0
        dates += [camera.read(), camera.read()]
    assert [frame.facts["dated_by_arrival"] for frame in dates] == [0.0, 1.0, 1.0, 1.0]
    assert all(one.taken < other.taken for one, other in itertools.pairwise(dates))


def test_an_unplugged_camera_is_lost_and_can_be_opened_again() -> None:
    capture = FakeCapture(HandClock())
    camera = camera_with(capture)
    camera.open()
    capture.plugged_in = False
    with pytest.raises(CameraLost, match="camera_gone"):
        camera.read()
    camera.close()
    camera.close()
    capture.plugged_in = True
    with camera:
        camera.open()
        assert camera.read().picture.dtype == np.uint8
    assert capture.released == 2


def test_a_picture_that_can_not_be_decoded_is_passed_over() -> None:
    capture = FakeCapture(HandClock())
    with camera_with(capture) as camera:
        capture.decodes = False
        with pytest.raises(NoPicture, match="broken_picture"):
            camera.read()
        capture.decodes = True
        assert camera.read().number == 1


def test_a_camera_that_is_not_there_is_said_as_such() -> None:
    capture = FakeCapture(HandClock())
    capture.opened = False
    with pytest.raises(CameraLost, match="camera_not_found"):
        camera_with(capture).open()
    assert capture.released == 1
    with pytest.raises(CameraLost, match="camera_closed"):
        camera_with(capture).read()


def test_opencv_itself_finds_nothing_at_a_device_that_is_not_there() -> None:
    for device in ("/dev/video-of-nobody", 63):
        with pytest.raises(CameraLost, match="camera_not_found"):
            V4L2Camera(device).open()
