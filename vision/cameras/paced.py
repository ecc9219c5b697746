"""A recording at the pace of a clock, as if the table were filmed now."""

from __future__ import annotations

from dataclasses import replace
from threading import Condition

from vision.cameras.camera import BaseCamera, Camera, CameraLost
from vision.cameras.clock import Clock, SystemClock
from vision.frame import Frame

LATE = 500
"""Milliseconds; a recording that can't be read as fast as it was taken goes on from now, only slower."""


class Paced(BaseCamera):
    """Gives each frame of a recording when its time has come, dated by the clock.

    The first frame is there at once; the others follow at the distances at which they were taken.
    Their times are the clock's, so `Newest` and whoever asks for a picture taken after something
    see a live camera:

    `Newest(lambda: Paced(camera_at("evening.avi")))`
    """

    def __init__(self, recording: Camera, clock: Clock | None = None) -> None:
        super().__init__(recording.address)
        self._recording = recording
        self._clock = clock or SystemClock()
        self._changed = Condition()
        self._cancelled = False
        self._ahead: int | None = None
        """How far the clock is ahead of the recording's own time."""

    def open(self) -> None:
        self._recording.open()
        with self._changed:
            self._cancelled = False
            self._ahead = None

    def close(self) -> None:
        self._recording.close()

    def cancel(self) -> None:
        with self._changed:
            self._cancelled = True
            self._changed.notify_all()
        self._recording.cancel()

    def _next(self, after: int | None) -> Frame:
        # `after` is a moment of the clock, which the recording knows nothing of.
        frame = self._recording.read()
        with self._changed:
            now = self._clock.now()
            if self._ahead is None or now - self._ahead - frame.taken > LATE:
                self._ahead = now - frame.taken
            due = frame.taken + self._ahead
            while self._clock.now() < due and not self._cancelled:
                self._clock.wait(self._changed, due)
            if self._cancelled:
                raise CameraLost("cancelled", address=self.address)
        return replace(frame, taken=due)
