"""The Raspberry Pi's camera: rest, lock, read, time out, come back. Driven on a stand-in for picamera2."""

from __future__ import annotations

import sys
from queue import Queue
from typing import Any

import pytest

from tests.vision.camera_bench import PATIENCE, HandClock, all_left, camera_threads
from tests.vision.fake_picamera2 import CONTROLS, AfModeEnum, FakePicamera2, Sensor, modules
from vision.cameras.camera import Camera, CameraLost, NoPicture
from vision.cameras.newest import Newest
from vision.cameras.pi import PiCamera, PiOptions
from vision.cameras.recovery import CameraState, Status

OPTIONS = PiOptions(size=(64, 48), small=(32, 24))


@pytest.fixture
def sensor(monkeypatch: pytest.MonkeyPatch) -> Sensor:
    sensor = Sensor()
    for name, module in modules(sensor).items():
        monkeypatch.setitem(sys.modules, name, module)
    return sensor


def camera_on(sensor: Sensor) -> PiCamera:
    return PiCamera(options=OPTIONS, clock=sensor.clock)


def device(sensor: Sensor) -> FakePicamera2:
    return sensor.opened[-1]


def all_given_back(sensor: Sensor) -> bool:
    return sensor.taken_out == sensor.given_back


def test_it_settles_and_then_locks_what_it_settled_at_inside_the_configuration(sensor: Sensor) -> None:
    with camera_on(sensor) as camera:
        automatic, locked = (each["controls"] for each in device(sensor).configured)
        assert automatic == {"FrameDurationLimits": (66_667, 66_667), "AfMode": AfModeEnum.Continuous}
        assert locked == automatic | {
            "ExposureTime": 20_000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.8, 2.2),
            "AfMode": AfModeEnum.Manual,
            "LensPosition": 1.6,
        }
        assert camera.read().facts["locked"] == 1.0
    assert all_given_back(sensor)


def test_the_configuration_asks_for_bgr_for_luminance_and_for_no_held_back_picture(sensor: Sensor) -> None:
    with camera_on(sensor):
        for configuration in device(sensor).configured:
            assert configuration["main"] == {"format": "RGB888", "size": (64, 48)}
            assert configuration["lores"] == {"format": "YUV420", "size": (32, 24)}
            assert configuration["buffer_count"] >= 4
            assert configuration["queue"] is False


def test_a_fixed_lens_is_not_focused(sensor: Sensor) -> None:
    sensor.advertised = CONTROLS
    with camera_on(sensor) as camera:
        assert not {"AfMode", "LensPosition"} & set(device(sensor).configured[-1]["controls"])
        frame = camera.read()
        assert frame.facts["locked"] == 1.0
        assert "lens_position" not in frame.facts


def test_what_does_not_come_to_rest_stays_automatic(sensor: Sensor) -> None:
    sensor.settles_after = 1_000_000
    with camera_on(sensor) as camera:
        assert len(device(sensor).configured) == 1
        assert camera.read().facts["locked"] == 0.0
    assert sensor.now - 50_000 < OPTIONS.settle + 2_000


def test_a_lock_that_the_sensor_does_not_obey_is_said(sensor: Sensor) -> None:
    sensor.obeys = False
    with camera_on(sensor) as camera:
        assert camera.read().facts["locked"] == 0.0


def test_a_picture_and_its_luminance_come_from_one_request_that_is_given_back(sensor: Sensor) -> None:
    with camera_on(sensor) as camera:
        before = sensor.taken_out
        frame = camera.read()
        assert sensor.taken_out == before + 1
        assert frame.picture.shape == (48, 64, 3)
        assert frame.picture[0, 0].tolist() == [200, 0, 0]
        assert frame.small.shape == (24, 32)
        assert (frame.small == 90).all()
        assert all_given_back(sensor)


def test_a_frame_is_dated_by_the_start_of_its_exposure(sensor: Sensor) -> None:
    with camera_on(sensor) as camera:
        one, other = camera.read(), camera.read()
        assert other.taken == sensor.now - 20
        assert other.taken - one.taken == sensor.frame_ms
        assert other.number == one.number + 1
        assert one.facts == {"exposure_us": 20_000, "gain": 2.0, "lens_position": 1.6, "lux": 180.0, "locked": 1.0}


def test_reading_after_a_trigger_gives_nothing_that_was_exposed_before_it(sensor: Sensor) -> None:
    with camera_on(sensor) as camera:
        trigger = sensor.now + 200
        before = sensor.taken_out
        frame = camera.read(after=trigger)
        assert frame.taken > trigger
        assert sensor.taken_out - before == 4
        assert all_given_back(sensor)


@pytest.mark.parametrize("lacking", ["SensorTimestamp", "ExposureTime"])
def test_a_frame_without_its_time_is_refused_and_given_back(sensor: Sensor, lacking: str) -> None:
    with camera_on(sensor) as camera:
        sensor.without = (lacking,)
        with pytest.raises(NoPicture, match="no_capture_time"):
            camera.read()
        assert all_given_back(sensor)


def test_a_frame_from_the_future_is_refused(sensor: Sensor) -> None:
    camera = PiCamera(options=OPTIONS, clock=lambda: 0)
    with camera, pytest.raises(NoPicture, match="clock_ran_ahead"):
        camera.read()


def test_a_timeout_leaves_no_job_behind_that_would_swallow_the_next_picture(sensor: Sensor) -> None:
    with camera_on(sensor) as camera:
        sensor.delivers = 0
        with pytest.raises(NoPicture, match="no_picture"):
            camera.read()
        sensor.delivers = 10
        before = sensor.taken_out
        camera.read()
        assert sensor.taken_out == before + 1
        assert all_given_back(sensor)


def test_a_picture_that_comes_between_timeout_and_cancelling_is_given_back(sensor: Sensor) -> None:
    with camera_on(sensor) as camera:
        sensor.delivers, sensor.served_after_timeout = 0, True
        for _ in range(2 * OPTIONS.buffers):
            with pytest.raises(NoPicture):
                camera.read()
        assert all_given_back(sensor)


def test_cancelling_ends_a_wait_and_does_nothing_to_a_closed_camera(sensor: Sensor) -> None:
    camera = camera_on(sensor)
    camera.cancel()
    camera.open()
    job = device(sensor).capture_request(wait=False, flush=None)
    camera.cancel()
    assert job.cancelled
    camera.close()
    camera.close()
    camera.cancel()
    assert device(sensor).closed


def test_opening_twice_opens_once(sensor: Sensor) -> None:
    with camera_on(sensor) as camera:
        camera.open()
        assert len(sensor.opened) == 1


def test_no_camera_no_library_and_no_opening_are_said_as_such(sensor: Sensor, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CameraLost, match="camera_closed"):
        camera_on(sensor).read()
    sensor.present = False
    with pytest.raises(CameraLost, match="camera_not_found"):
        camera_on(sensor).open()
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraLost, match="camera_library_missing"):
        camera_on(sensor).open()


def test_a_camera_that_fails_while_opening_is_closed(sensor: Sensor) -> None:
    sensor.delivers = 3
    with pytest.raises(CameraLost, match="no_picture"):
        camera_on(sensor).open()
    assert device(sensor).closed
    assert all_given_back(sensor)


@pytest.mark.parametrize("late", [1, 6])
def test_one_late_picture_while_it_settles_is_waited_for(
    sensor: Sensor, monkeypatch: pytest.MonkeyPatch, late: int
) -> None:
    asked = 0
    whole = FakePicamera2.wait

    def wait(device: FakePicamera2, *arguments: Any, **named: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked == late:
            raise TimeoutError
        return whole(device, *arguments, **named)

    monkeypatch.setattr(FakePicamera2, "wait", wait)
    with camera_on(sensor) as camera:
        assert camera.read().facts["locked"] == 1.0
    assert all_given_back(sensor)


def test_it_comes_back_after_its_cable_was_loose(sensor: Sensor) -> None:
    posted: Queue[Status] = Queue()
    clock = HandClock()

    def make() -> Camera:
        sensor.frames = 0
        if sensor.opened:
            sensor.delivers = 1_000_000
        return camera_on(sensor)

    sensor.delivers = 60
    with Newest(make, clock=clock, on_change=posted.put) as newest:
        assert posted.get(timeout=PATIENCE).state is CameraState.OPENING
        assert posted.get(timeout=PATIENCE).state is CameraState.LIVE
        while newest.counts.refused == 0:
            clock.advance(0)
        clock.advance(4_000)
        lost = posted.get(timeout=PATIENCE)
        assert lost.state is CameraState.LOST
        assert lost.error is not None
        assert lost.error.reason in {"no_picture", "cancelled"}
        assert all_left(newest)
        clock.advance(250)
        assert posted.get(timeout=PATIENCE).generation == 2
        assert posted.get(timeout=PATIENCE).state is CameraState.LIVE
    assert camera_threads() == []
    assert all(each.closed for each in sensor.opened)
    assert all_given_back(sensor)
