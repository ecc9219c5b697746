"""A camera with faults: plays a script of them over any other camera.

Frames are counted over all openings, so that one script describes a whole evening:

>>> evening = Script([Fault("freeze", 3, 5), Fault("unplugged", 9, times=2)])

shows frame 2 again for frames 3 to 5, breaks at frame 9, and can't be opened the first two
times after that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from threading import Condition

import numpy as np

from vision.cameras.camera import UNDATED, BaseCamera, Camera, CameraLost, NoPicture
from vision.frame import Frame


class FaultKind(StrEnum):
    FREEZE = "freeze"
    """The same picture again, though with a new time."""
    STALL = "stall"
    """Reading blocks until it is cancelled."""
    HANG = "hang"
    """Reading blocks, also when it is cancelled, until the script is released."""
    BLACK = "black"
    OVEREXPOSED = "overexposed"
    MISSING = "missing"
    """The picture does not come; the next one does."""
    ERROR = "error"
    """Reading raises what no camera should."""
    UNPLUGGED = "unplugged"
    """Reading fails, and so do the next `times` openings."""
    UNDATED = "undated"
    CLOCK_BACK = "clock_back"
    """The capture time jumps back by `ms`."""
    WRONG_SIZE = "wrong_size"
    DROPPED = "dropped"
    """The frame is left out, and its number with it."""


@dataclass(frozen=True)
class Fault:
    """What befalls the frames from `first` to `last`, or the first alone."""

    kind: FaultKind | str
    first: int
    last: int | None = None
    times: int = 0
    ms: int = 10_000

    def befalls(self, number: int) -> bool:
        return self.first <= number <= (self.first if self.last is None else self.last)


class Script:
    """The faults of a camera, and how far they were played."""

    def __init__(self, faults: Sequence[Fault] = ()) -> None:
        self._faults = [replace(fault, kind=FaultKind(fault.kind)) for fault in faults]
        self._changed = Condition()
        self._number = -1
        self._unplugged = 0
        self._hanging = 0
        self._released = False

    def next_frame(self) -> tuple[int, set[FaultKind]]:
        """The number of the next frame, and what befalls it."""
        with self._changed:
            self._number += 1
            return self._number, {FaultKind(fault.kind) for fault in self._faults if fault.befalls(self._number)}

    def fault(self, kind: FaultKind, number: int) -> Fault:
        return next(fault for fault in self._faults if fault.kind is kind and fault.befalls(number))

    def unplug(self, times: int) -> None:
        self._unplugged = times

    def plugged_in(self) -> bool:
        """Whether this opening succeeds."""
        with self._changed:
            self._unplugged -= 1
            return self._unplugged < 0

    def hang(self, camera: FaultyCamera, deaf: bool) -> None:
        """Blocks the reading thread."""
        with self._changed:
            self._hanging += 1
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._released or (camera.cancelled and not deaf))
            self._hanging -= 1

    def wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def release(self) -> None:
        """Lets every reader go that hangs, now and later."""
        with self._changed:
            self._released = True
            self._changed.notify_all()

    def wait_until_hanging(self, seconds: float) -> bool:
        """Whether a reader hangs, at the latest after `seconds`."""
        with self._changed:
            return self._changed.wait_for(lambda: self._hanging > 0, seconds)


class FaultyCamera(BaseCamera):
    """A camera whose frames go through a script of faults."""

    def __init__(self, camera: Camera, script: Script) -> None:
        super().__init__(camera.address)
        self._camera = camera
        self._script = script
        self._before: Frame | None = None
        self.cancelled = False

    def open(self) -> None:
        if not self._script.plugged_in():
            raise CameraLost("camera_not_found", address=self.address)
        self.cancelled = False
        self._camera.open()

    def close(self) -> None:
        self._camera.close()

    def cancel(self) -> None:
        self.cancelled = True
        self._script.wake()
        self._camera.cancel()

    def _next(self, after: int | None) -> Frame:
        while True:
            number, kinds = self._script.next_frame()
            self._hang(kinds)
            frame = self._camera.read(after)
            self._fail(number, kinds)
            if FaultKind.DROPPED not in kinds:
                frame = self._spoiled(frame, number, kinds)
                self._before = frame
                return frame

    def _hang(self, kinds: set[FaultKind]) -> None:
        for kind in kinds & {FaultKind.STALL, FaultKind.HANG}:
            self._script.hang(self, deaf=kind is FaultKind.HANG)
            if self.cancelled:
                raise CameraLost("cancelled", address=self.address)

    def _fail(self, number: int, kinds: set[FaultKind]) -> None:
        """The faults in whose place no picture comes."""
        if FaultKind.UNPLUGGED in kinds:
            self._script.unplug(self._script.fault(FaultKind.UNPLUGGED, number).times)
            raise CameraLost("camera_gone", address=self.address)
        if FaultKind.ERROR in kinds:
            raise OSError(5, "Input/output error")
        if FaultKind.MISSING in kinds:
            raise NoPicture("no_picture", number=number)

    def _spoiled(self, frame: Frame, number: int, kinds: set[FaultKind]) -> Frame:
        """The faults of the picture and its date."""
        if FaultKind.FREEZE in kinds and self._before is not None:
            frame = replace(frame, picture=self._before.picture, small=self._before.small)
        if FaultKind.BLACK in kinds:
            frame = _filled(frame, 0)
        if FaultKind.OVEREXPOSED in kinds:
            frame = _filled(frame, 255)
        if FaultKind.WRONG_SIZE in kinds:
            frame = replace(frame, picture=frame.picture[::2, ::2].copy(), small=frame.small[::2, ::2].copy())
        if FaultKind.UNDATED in kinds:
            frame = replace(frame, taken=UNDATED)
        if FaultKind.CLOCK_BACK in kinds:
            back = self._script.fault(FaultKind.CLOCK_BACK, number).ms
            frame = replace(frame, taken=max(0, frame.taken - back))
        return frame


def _filled(frame: Frame, level: int) -> Frame:
    return replace(frame, picture=np.full_like(frame.picture, level), small=np.full_like(frame.small, level))
