"""The script of faults itself: each one looks as it should. How they are overcome is tested with `Newest`."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest

from tests.vision.camera_bench import PATIENCE, HandCamera, frame_of
from vision.cameras.camera import UNDATED, CameraLost, NoPicture
from vision.cameras.faults import Fault, FaultyCamera, Script
from vision.frame import Frame


def camera_with(*faults: Fault) -> FaultyCamera:
    """Gives five frames with these faults: 40 ms apart, from 20 000 ms on."""
    inner = HandCamera()
    for number in range(5):
        inner.give(frame_of(number, 20_000 + 40 * number))
    return FaultyCamera(inner, Script(faults))


@pytest.mark.parametrize(
    ("kind", "seen"),
    [
        ("black", lambda frame, clean: not frame.picture.any() and not frame.small.any()),
        ("overexposed", lambda frame, clean: frame.picture.min() == frame.small.min() == 255),
        ("undated", lambda frame, clean: frame.taken == UNDATED),
        ("clock_back", lambda frame, clean: frame.taken == clean.taken - 10_000),
        ("wrong_size", lambda frame, clean: frame.picture.shape == (24, 32, 3)),
    ],
)
def test_a_fault_spoils_its_own_frame_and_no_other(kind: str, seen: Callable[[Frame, Frame], bool]) -> None:
    with camera_with(Fault(kind, 1)) as camera, camera_with() as clean:
        assert np.array_equal(camera.read().picture, clean.read().picture)
        assert seen(camera.read(), clean.read())
        assert not seen(camera.read(), clean.read())


def test_a_dropped_frame_takes_its_number_with_it() -> None:
    with camera_with(Fault("dropped", 1, 2)) as camera:
        assert [camera.read().number for _ in range(3)] == [0, 3, 4]


def test_a_frozen_camera_shows_the_same_picture_with_new_times() -> None:
    with camera_with(Fault("freeze", 1, 3)) as camera:
        shown = [camera.read() for _ in range(5)]
    assert all(np.array_equal(frame.picture, shown[0].picture) for frame in shown[:4])
    assert not np.array_equal(shown[4].picture, shown[0].picture)
    assert [frame.taken for frame in shown] == [20_000, 20_040, 20_080, 20_120, 20_160]


def test_errors_come_at_their_frame() -> None:
    with camera_with(Fault("error", 0), Fault("missing", 1)) as camera:
        with pytest.raises(OSError, match="Input/output"):
            camera.read()
        with pytest.raises(NoPicture):
            camera.read()
        assert camera.read().number == 2


def test_an_unplugged_camera_can_not_be_opened_as_often_as_was_said() -> None:
    camera = camera_with(Fault("unplugged", 0, times=2))
    camera.open()
    with pytest.raises(CameraLost, match="camera_gone"):
        camera.read()
    for _ in range(2):
        with pytest.raises(CameraLost, match="camera_not_found"):
            camera.open()
    camera.open()
    assert camera.read().number == 1


def test_a_stall_ends_when_it_is_cancelled() -> None:
    inner, script = HandCamera(), Script([Fault("stall", 0)])
    camera = FaultyCamera(inner, script)
    errors: list[CameraLost] = []

    def read() -> None:
        try:
            camera.read()
        except CameraLost as error:
            errors.append(error)

    reading = threading.Thread(target=read)
    reading.start()
    assert script.wait_until_hanging(PATIENCE)
    camera.cancel()
    reading.join(PATIENCE)
    assert [error.reason for error in errors] == ["cancelled"]


def test_an_unknown_fault_is_refused() -> None:
    with pytest.raises(ValueError, match="gremlins"):
        Script([Fault("gremlins", 0)])
