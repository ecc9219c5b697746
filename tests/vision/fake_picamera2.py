"""Stands in for picamera2 and libcamera: their signatures, their rules, and a sensor that comes to rest.

It has no thread: waiting for a job runs the event loop until the job is served, or until the
sensor delivers nothing more, which is a timeout. Time is the sensor's, in milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

MS = 1_000_000


class AfModeEnum(IntEnum):
    Manual = 0
    Auto = 1
    Continuous = 2


CONTROLS = ("ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits")
FOCUS = ("AfMode", "LensPosition")


@dataclass
class Sensor:
    """The world behind the camera, and what is held against its user in the end."""

    advertised: tuple[str, ...] = (*CONTROLS, *FOCUS)
    present: bool = True
    settles_after: int = 8
    """So many frames until nothing changes any more."""
    frame_ms: int = 66
    now: int = 50_000
    delivers: int = 1_000_000
    """So many frames more until the cable is pulled."""
    served_after_timeout: bool = False
    """A job that timed out is served before it is cancelled."""
    obeys: bool = True
    without: tuple[str, ...] = ()
    """What the metadata lacks."""
    frames: int = 0
    taken_out: int = 0
    given_back: int = 0
    opened: list[FakePicamera2] = field(default_factory=list)

    def clock(self) -> int:
        return self.now

    def metadata(self, locked: dict[str, Any]) -> dict[str, Any]:
        """What the next frame says of itself."""
        self.now += self.frame_ms
        self.frames += 1
        unrest = min(3, max(0, self.settles_after - self.frames)) * (1 - self.frames % 2 / 2)
        said: dict[str, Any] = {
            "SensorTimestamp": self.now * MS,
            "ExposureTime": 20_000 + round(3_000 * unrest),
            "AnalogueGain": 2.0 + 0.5 * unrest,
            "ColourGains": (1.8 + 0.2 * unrest, 2.2),
            "AeLocked": unrest == 0,
            "Lux": 180.0,
        }
        if "LensPosition" in self.advertised:
            said |= {"LensPosition": 1.6 + 0.2 * unrest, "AfState": 1 if unrest else 2}
        said |= {name: value for name, value in locked.items() if name in said}
        if "ExposureTime" in locked and not self.obeys:
            said["ExposureTime"] *= 2
        return {name: value for name, value in said.items() if name not in self.without}


class FakeRequest:
    def __init__(self, camera: FakePicamera2, metadata: dict[str, Any]) -> None:
        self._camera = camera
        self._metadata = metadata
        self._released = False
        self.taken = metadata.get("SensorTimestamp", 0) - 1000 * metadata.get("ExposureTime", 0)
        camera.sensor.taken_out += 1

    def get_metadata(self) -> dict[str, Any]:
        assert not self._released
        return dict(self._metadata)

    def make_array(self, name: str) -> NDArray[np.uint8]:
        assert not self._released
        width, height = self._camera.config[name]["size"]
        if name == "main":
            blue = np.zeros((height, width, 3), dtype=np.uint8)
            blue[..., 0] = 200
            return blue
        # Rows padded by 16, colours below: as the hardware lays it out.
        planes = np.full((height * 3 // 2, width + 16), 7, dtype=np.uint8)
        planes[:height, :width] = 90
        return planes

    def release(self) -> None:
        assert not self._released
        self._released = True
        self._camera.sensor.given_back += 1


class FakeJob:
    def __init__(self, flush: int | None) -> None:
        self.flush = flush
        self.cancelled = False
        self.request: FakeRequest | None = None

    def get_result(self, timeout: float | None = None) -> FakeRequest:
        if self.cancelled:
            raise CancelledError
        if self.request is None:
            raise TimeoutError
        return self.request


class FakePicamera2:
    """The parts of `Picamera2` that are used, with their signatures."""

    sensor: Sensor
    closed: bool

    def __init__(
        self,
        camera_num: int = 0,
        verbose_console: Any = None,
        tuning: Any = None,
        allocator: Any = None,
        *,
        sensor: Sensor,
    ) -> None:
        if not sensor.present or any(not camera.closed for camera in sensor.opened):
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.sensor = sensor
        self.config: dict[str, Any] = {}
        self.configured: list[dict[str, Any]] = []
        self.started = False
        self.closed = False
        self._jobs: list[FakeJob] = []
        sensor.opened.append(self)

    @property
    def camera_controls(self) -> dict[str, tuple[float, float, float]]:
        return dict.fromkeys(self.sensor.advertised, (0.0, 1.0, 0.0))

    def create_video_configuration(
        self,
        main: Any = None,
        lores: Any = None,
        raw: Any = None,
        transform: Any = None,
        colour_space: Any = None,
        buffer_count: int = 6,
        controls: Any = None,
        display: Any = "main",
        encode: Any = "main",
        queue: bool = True,
        sensor: Any = None,
        use_case: str = "video",
    ) -> dict[str, Any]:
        for stream in (main, lores):
            assert set(stream) <= {"format", "size", "stride", "preserve_ar"}
            assert not any(side % 2 for side in stream["size"])
        assert lores["format"] == "YUV420"
        return {
            "main": dict(main),
            "lores": dict(lores),
            "buffer_count": buffer_count,
            "controls": dict(controls),
            "queue": queue,
        }

    def configure(self, camera_config: Any = None) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        for name in camera_config["controls"]:
            if name not in self.sensor.advertised:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.config = camera_config
        self.configured.append(camera_config)

    def camera_configuration(self) -> dict[str, Any]:
        return self.config

    def start(self, config: Any = None, show_preview: Any = False) -> None:
        assert self.config
        self.started = True

    def stop(self) -> None:
        assert not self._jobs, "a job that nobody waits for blocks the stopping for ever"
        self.started = False

    def close(self) -> None:
        self.stop()
        self.closed = True

    def capture_request(
        self, wait: Any = None, signal_function: Callable[[Any], None] | None = None, flush: Any = None
    ) -> FakeJob:
        assert wait is False, "the fake can't be waited for inside"
        assert self.started
        self._jobs.append(FakeJob(flush))
        return self._jobs[-1]

    def wait(self, job: FakeJob, timeout: float | None = None) -> FakeRequest:
        while not job.cancelled and job.request is None and self.sensor.delivers > 0 and self._buffers_left():
            self._deliver()
        if job.request is None and not job.cancelled:
            self.sensor.now += round((timeout or 0) * 1000)
            if self.sensor.served_after_timeout:
                self.sensor.delivers, kept = 1, self.sensor.delivers
                self._deliver()
                self.sensor.delivers = kept
            raise TimeoutError
        return job.get_result()

    def cancel_all_and_flush(self) -> None:
        for job in self._jobs:
            job.cancelled = True
        self._jobs = []

    def _buffers_left(self) -> bool:
        held = self.sensor.taken_out - self.sensor.given_back
        return bool(held < self.config["buffer_count"])

    def _deliver(self) -> None:
        """One frame arrives, and serves the job that has waited longest: also one that nobody waits for."""
        self.sensor.delivers -= 1
        request = FakeRequest(self, self.sensor.metadata(self.config["controls"]))
        if self._jobs and (not self._jobs[0].flush or request.taken >= self._jobs[0].flush):
            self._jobs.pop(0).request = request
        else:
            request.release()


def modules(sensor: Sensor) -> dict[str, Any]:
    """What `import picamera2` and `import libcamera` give."""

    def picamera2(camera_num: int = 0) -> FakePicamera2:
        return FakePicamera2(camera_num, sensor=sensor)

    return {
        "picamera2": SimpleNamespace(Picamera2=picamera2),
        "libcamera": SimpleNamespace(controls=SimpleNamespace(AfModeEnum=AfModeEnum)),
    }
