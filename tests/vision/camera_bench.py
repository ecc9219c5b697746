"""A clock turned by hand, cameras fed by hand, and a `Newest` between them: what the tests of cameras share."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from queue import Queue
from threading import Condition, Lock
from types import TracebackType
from typing import Self

import numpy as np

from vision.cameras.camera import BaseCamera, CameraLost
from vision.cameras.faults import Fault, FaultyCamera, Script
from vision.cameras.newest import Newest
from vision.cameras.recovery import CameraState, Limits, Status
from vision.frame import Frame, Picture

PATIENCE = 5.0
"""So long a broken test hangs, in seconds. A good one never waits for it."""


class HandClock:
    """Stands still until it is advanced."""

    def __init__(self, now: int = 100_000) -> None:
        self._now = now
        self._lock = Lock()
        self._waiting: set[Condition] = set()

    def now(self) -> int:
        return self._now

    def wait(self, condition: Condition, until: int | None) -> None:
        with self._lock:
            self._waiting.add(condition)
        if until is not None and self._now >= until:
            return
        woken = condition.wait(PATIENCE)
        assert woken or threading.current_thread() is not threading.main_thread(), "nothing happened"

    def advance(self, ms: int) -> None:
        self._now += ms
        with self._lock:
            waiting = list(self._waiting)
        for condition in waiting:
            with condition:
                condition.notify_all()


def picture_of(seed: int, size: tuple[int, int] = (64, 48)) -> Picture:
    """Noise: never twice the same picture."""
    width, height = size
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


def frame_of(number: int, taken: int, picture: Picture | None = None) -> Frame:
    shown = picture_of(number) if picture is None else picture
    return Frame(shown, taken, number, shown[::2, ::2, 1].copy())


class HandCamera(BaseCamera):
    """Gives what it is given. A deaf one can't be cancelled."""

    def __init__(self, deaf: bool = False) -> None:
        super().__init__("by hand")
        self._given: Queue[Frame | Exception] = Queue()
        self._deaf = deaf
        self.opened = 0
        self.closed = 0

    def open(self) -> None:
        self.opened += 1

    def close(self) -> None:
        self.closed += 1

    def cancel(self) -> None:
        if not self._deaf:
            self.give(CameraLost("cancelled"))

    def give(self, what: Frame | Exception) -> None:
        self._given.put(what)

    def _next(self, after: int | None) -> Frame:
        given = self._given.get(timeout=PATIENCE)
        if isinstance(given, Exception):
            raise given
        return given


class Bench:
    """A `Newest` whose cameras play a script of faults. `with` it; at the end no thread may be left."""

    def __init__(self, *faults: Fault, limits: Limits | None = None, deaf: bool = False) -> None:
        self.clock = HandClock()
        self.script = Script(faults)
        self.cameras: list[HandCamera] = []
        self.posted: Queue[Status] = Queue()
        self.newest = Newest(self._make, on_change=self.posted.put, clock=self.clock, limits=limits)
        self._deaf = deaf
        self._number = -1

    def _make(self) -> FaultyCamera:
        self.cameras.append(HandCamera(self._deaf))
        return FaultyCamera(self.cameras[-1], self.script)

    def __enter__(self) -> Self:
        self.newest.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.script.release()
        for camera in self.cameras:
            camera.give(CameraLost("end_of_test"))
        self.newest.close(PATIENCE)
        if error is None:
            assert camera_threads() == []

    def show(self, picture: Picture | None = None) -> Frame:
        """The table as it is now, 40 ms after the last time."""
        self.clock.advance(40)
        self._number += 1
        frame = frame_of(self._number, self.clock.now(), picture)
        self.cameras[-1].give(frame)
        return frame

    def seen(self, frame: Frame) -> Frame:
        """Waits until that frame, or a newer one, has come through."""
        found = self.newest.wait_for(frame.taken - 1, 1_000)
        assert found is not None
        return found

    def expect(self, *states: CameraState) -> Status:
        """The next states, in this order. Gives the last."""
        got = [self.posted.get(timeout=PATIENCE) for _ in states]
        assert [status.state for status in got] == list(states)
        return got[-1]

    def go_live(self) -> Frame:
        self.expect(CameraState.OPENING)
        return self.come_live()

    def come_live(self) -> Frame:
        frame = self.seen(self.show())
        self.expect(CameraState.LIVE)
        return frame


def all_left(newest: Newest) -> bool:
    """Waits until no camera that was given up is held any longer: from then on the pauses alone count."""
    with newest._changed:
        return newest._changed.wait_for(lambda: not newest.hanging, PATIENCE)


def camera_threads() -> Sequence[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("camera-")]
