"""A camera on the Raspberry Pi's own connector, through picamera2.

picamera2 and libcamera are imported when the camera is opened, and not before: they come with
Raspberry Pi OS and exist nowhere else.
"""

from __future__ import annotations

import importlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Lock
from typing import Any, Protocol

import numpy as np

from vision.cameras import settle
from vision.cameras.camera import BaseCamera, CameraLost, NoPicture
from vision.cameras.clock import monotonic_ms
from vision.frame import Frame, Picture

_FACTS = {"exposure_us": "ExposureTime", "gain": "AnalogueGain", "lens_position": "LensPosition", "lux": "Lux"}


class Request(Protocol):
    """What is used of picamera2's `CompletedRequest`."""

    def get_metadata(self) -> dict[str, Any]: ...

    def make_array(self, name: str) -> Picture: ...

    def release(self) -> None: ...


class Job(Protocol):
    """What is used of picamera2's `Job`."""

    def get_result(self, timeout: float | None = None) -> Request: ...


class Device(Protocol):
    """What is used of `Picamera2`."""

    @property
    def camera_controls(self) -> Mapping[str, Any]: ...

    def create_video_configuration(
        self,
        main: dict[str, Any] = ...,
        lores: dict[str, Any] | None = ...,
        *,
        buffer_count: int = ...,
        controls: dict[str, Any] = ...,
        queue: bool = ...,
    ) -> dict[str, Any]: ...

    def configure(self, camera_config: dict[str, Any]) -> None: ...

    def camera_configuration(self) -> Mapping[str, Any]: ...

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def capture_request(self, wait: bool, *, flush: int | None) -> Job: ...

    def wait(self, job: Job, timeout: float) -> Request: ...

    def cancel_all_and_flush(self) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class PiOptions:
    """Sizes must be even; `small` has the shape of `size`. Times are in milliseconds."""

    size: tuple[int, int] = (2028, 1520)
    small: tuple[int, int] = (320, 240)
    fps: float = 15.0
    buffers: int = 4
    read: int = 1_000
    """So long may a picture take."""
    settle: int = 5_000
    """So long may exposure, colours and focus take to come to rest."""
    verify: int = 10
    """So many pictures may pass until the locked values show."""


class PiCamera(BaseCamera):
    """Opens, lets the automatics come to rest, locks them, and reads.

    Locked, the same card has the same colours all evening, and a hand in the picture does not
    darken it. What did not come to rest stays automatic; `facts["locked"]` is 1 where everything
    is locked and the pictures show it.

    `taken` is the moment that the exposure began: nothing in the picture is older.
    """

    def __init__(
        self, number: int = 0, *, options: PiOptions | None = None, clock: Callable[[], int] = monotonic_ms
    ) -> None:
        super().__init__(f"pi:{number}" if number else "pi")
        self._camera_number = number
        self._options = options or PiOptions()
        self._clock = clock
        self._device: Device | None = None
        self._gate = Lock()
        self._locked = 0.0
        self._number = 0

    def open(self) -> None:
        if self._device is not None:
            return
        library, controls = _libraries()
        self._device = self._found(library)
        try:
            self._set_up(self._device, controls)
        except NoPicture as error:
            # To whoever opens it, a camera that gives no picture is one that can't be opened.
            self.close()
            raise CameraLost(error.reason, **error.facts) from error
        except BaseException:
            self.close()
            raise

    def cancel(self) -> None:
        """Ends every wait. A job that nobody waits for would swallow the next picture and never give it back."""
        with self._gate:
            if self._device is not None:
                self._device.cancel_all_and_flush()

    def close(self) -> None:
        with self._gate:
            # From here on `cancel` does nothing: it would cancel the stopping of the camera, too.
            device, self._device = self._device, None
            if device is None:
                return
            device.cancel_all_and_flush()
        device.close()

    def _next(self, after: int | None) -> Frame:
        with self._request(after) as request:
            metadata = request.get_metadata()
            taken = self._taken(metadata)
            picture = request.make_array("main")
            small = self._luminance(request.make_array("lores"))
        number, self._number = self._number, self._number + 1
        facts = {name: float(metadata[key]) for name, key in _FACTS.items() if metadata.get(key) is not None}
        return Frame(picture, taken, number, small, facts | {"locked": self._locked})

    def _found(self, library: Any) -> Device:
        try:
            device: Device = library.Picamera2(self._camera_number)
        except (RuntimeError, IndexError) as error:
            raise CameraLost("camera_not_found", address=self.address, error=str(error)) from error
        return device

    def _set_up(self, device: Device, controls: Any) -> None:
        automatic = self._automatic(device, controls)
        device.configure(self._configuration(device, automatic))
        device.start()
        locks = self._settled(device)
        if locks:
            # Inside of the configuration, so that the first picture already obeys them.
            device.stop()
            focus = {"AfMode": controls.AfModeEnum.Manual} if "LensPosition" in locks else {}
            device.configure(self._configuration(device, automatic | focus | locks))
            device.start()
        complete = settle.expected(device.camera_controls) <= set(locks)
        self._locked = float(complete and self._obeyed(locks))

    def _automatic(self, device: Device, controls: Any) -> dict[str, Any]:
        wanted: dict[str, Any] = {}
        if "FrameDurationLimits" in device.camera_controls:
            duration = round(1_000_000 / self._options.fps)
            wanted["FrameDurationLimits"] = (duration, duration)
        if "AfMode" in device.camera_controls:
            wanted["AfMode"] = controls.AfModeEnum.Continuous
        return wanted

    def _configuration(self, device: Device, controls: dict[str, Any]) -> dict[str, Any]:
        # RGB888 is libcamera's name for what lies in memory as blue, green, red. The small stream
        # must be YUV on all Pis before the fifth; its first plane is the luminance. Without a
        # queue, a read never gets a picture that was finished before it was asked for.
        return device.create_video_configuration(
            main={"format": "RGB888", "size": self._options.size},
            lores={"format": "YUV420", "size": self._options.small},
            buffer_count=self._options.buffers,
            controls=controls,
            queue=False,
        )

    def _settled(self, device: Device) -> dict[str, Any]:
        """The controls that came to rest, once all have or the patience is over."""
        advertised = device.camera_controls
        wanted = settle.expected(advertised)
        recent: deque[settle.Metadata] = deque(maxlen=settle.FRAMES)
        until = self._clock() + self._options.settle
        locks: dict[str, Any] = {}
        for _ in range(round(self._options.settle * self._options.fps / 1000)):
            recent.append(self._metadata_or_next())
            locks = settle.at_rest(recent, advertised)
            if wanted <= set(locks) or self._clock() >= until:
                break
        return locks

    def _obeyed(self, locks: Mapping[str, Any]) -> bool:
        return any(settle.holds(self._metadata(), locks) for _ in range(self._options.verify))

    def _metadata_or_next(self) -> settle.Metadata:
        """Of the next picture, or where that does not come of the one behind: a sensor's first may be late."""
        try:
            return self._metadata()
        except NoPicture as error:
            if error.reason != "no_picture":
                raise
            return self._metadata()

    def _metadata(self) -> settle.Metadata:
        with self._request(None) as request:
            return request.get_metadata()

    @contextmanager
    def _request(self, after: int | None) -> Iterator[Request]:
        """One finished picture of the camera, given back to it in any case."""
        device = self._device
        if device is None:
            raise CameraLost("camera_closed", address=self.address)
        # picamera2 compares with the start of the exposure, too, in nanoseconds.
        flush = None if after is None else (after + 1) * 1_000_000
        job = device.capture_request(wait=False, flush=flush)
        try:
            request = device.wait(job, timeout=self._options.read / 1000)
        except TimeoutError:
            self._withdraw(device, job)
            raise NoPicture("no_picture", ms=self._options.read) from None
        except CancelledError:
            raise NoPicture("cancelled", address=self.address) from None
        try:
            yield request
        finally:
            request.release()

    def _withdraw(self, device: Device, job: Job) -> None:
        device.cancel_all_and_flush()
        # It may have been served between the timeout and the cancelling. `captured_request` would
        # lose that picture's buffer for good.
        with suppress(CancelledError, TimeoutError):
            job.get_result(timeout=0.1).release()

    def _taken(self, metadata: settle.Metadata) -> int:
        ended, exposure = metadata.get("SensorTimestamp"), metadata.get("ExposureTime")
        if not ended or exposure is None:
            raise NoPicture("no_capture_time", number=self._number)
        taken = (int(ended) - 1000 * int(exposure)) // 1_000_000
        if taken > self._clock():
            raise NoPicture("clock_ran_ahead", taken=taken)
        return taken

    def _luminance(self, planes: Picture) -> Picture:
        device = self._device
        width, height = device.camera_configuration()["lores"]["size"] if device else self._options.small
        # Rows may be padded on the right; the colours lie below.
        return np.ascontiguousarray(planes[:height, :width])


def _libraries() -> tuple[Any, Any]:
    try:
        return importlib.import_module("picamera2"), importlib.import_module("libcamera").controls
    except ImportError as error:
        raise CameraLost("camera_library_missing", package="python3-picamera2", error=str(error)) from error
