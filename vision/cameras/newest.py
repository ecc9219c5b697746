"""The newest picture of a camera, whatever becomes of the camera.

A reader's thread waits in the camera; the keeper's thread watches the clock. A camera that fails
or hangs is left to its reader, which may wait in it for as long as it likes, and a new reader
opens a new camera. Every attempt has a generation number, and what a reader of an earlier
generation still brings is ignored.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Condition, Thread, current_thread
from types import TracebackType
from typing import Self

from vision.cameras.camera import Camera, CameraLost, NoMorePictures, NoPicture, checked
from vision.cameras.clock import Clock, SystemClock
from vision.cameras.reader import Reader
from vision.cameras.recovery import CameraState, Limits, Recovery, Status
from vision.errors import VisionError
from vision.frame import Frame

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Counts:
    """What became of all frames since the start."""

    used: int = 0
    """Accepted from the camera."""
    dropped: int = 0
    """Of these, replaced by a newer one before anybody asked for them."""
    missed: int = 0
    """Gaps in the camera's own numbering."""
    refused: int = 0
    """Without a capture time, of a wrong size, or not delivered in time."""
    late: int = 0
    """From a camera that was already given up."""


class Newest:
    """Holds the newest frame of a camera that is opened again whenever it is lost.

    `make` gives a new camera for every attempt. `on_change` is called with every new `Status`,
    in order, from the keeper's thread: it should only pass it on.
    """

    def __init__(
        self,
        make: Callable[[], Camera],
        *,
        on_change: Callable[[Status], None] = lambda status: None,
        limits: Limits | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._make = make
        self._on_change = on_change
        self._limits = limits or Limits()
        self._clock = clock or SystemClock()
        self._changed = Condition()
        self._posts: list[Status] = []
        self._recovery = Recovery(self._limits, self._posts.append, self._clock.now())
        self._counts = Counts()
        self._frame: Frame | None = None
        self._asked_for = True
        self._last_word = self._clock.now()
        self._reader: Reader | None = None
        self._readers: list[Reader] = []
        self._keeper = Thread(target=self._keep, name="camera-keeper", daemon=True)

    def start(self) -> Self:
        self._keeper.start()
        return self

    def close(self, seconds: float = 2.0) -> None:
        """Closes the camera and ends the threads; a reader that hangs for longer is left behind."""
        with self._changed:
            self._recovery.close(self._clock.now())
            self._let_go()
            self._changed.notify_all()
        for reader in list(self._readers):
            reader.join(seconds)
        if self._keeper.ident is not None and self._keeper is not current_thread():
            self._keeper.join(seconds)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def status(self) -> Status:
        with self._changed:
            return self._recovery.status

    @property
    def counts(self) -> Counts:
        with self._changed:
            return self._counts

    @property
    def hanging(self) -> int:
        """How many readers were given up and still wait in a camera that does not answer."""
        with self._changed:
            return len(self._leaving())

    def idle_ms(self, now: int) -> int:
        """How long neither a camera nor the keeper's thread has moved on.

        A camera that fails moves on, one that never answers does not. Opening it anew is no progress: it may
        hang again and again.
        """
        with self._changed:
            if self._recovery.over:
                return 0
            due = self._due()
            return max(0, now - self._last_word, 0 if due is None else now - due)

    def newest(self, after: int | None = None) -> Frame | None:
        """The newest frame if it was taken later than `after`. Never waits."""
        with self._changed:
            frame = self._frame
            if frame is None or (after is not None and frame.taken <= after):
                return None
            self._asked_for = True
            return frame

    def wait_for(self, after: int, timeout: int) -> Frame | None:
        """The first frame seen from now on that was taken later than `after`; `None` after `timeout` ms without one."""
        with self._changed:
            until = self._clock.now() + timeout
            while (frame := self.newest(after)) is None:
                if self._recovery.over or self._clock.now() >= until:
                    return None
                self._clock.wait(self._changed, until)
            return frame

    def reopen(self) -> None:
        """Closes the camera and opens it again, such as for a new exposure after the light changed."""
        with self._changed:
            if self._reader is not None:
                self._lose(CameraLost("asked_to_reopen"))

    # What the reader says, in the reader's thread.

    def came(self, reader: Reader, frame: Frame) -> None:
        with self._changed:
            self._last_word = self._clock.now()
            if reader is not self._reader:
                self._count(late=1)
                return
            try:
                checked(frame, self._frame)
            except NoPicture as error:
                self._refuse(error)
                return
            self._use(frame)

    def missed(self, reader: Reader, error: NoPicture) -> None:
        with self._changed:
            self._last_word = self._clock.now()
            if reader is self._reader:
                self._refuse(error)

    def failed(self, reader: Reader, error: Exception) -> None:
        with self._changed:
            self._last_word = self._clock.now()
            if reader is not self._reader:
                return
            if isinstance(error, NoMorePictures):
                self._recovery.end(self._clock.now(), error)
                self._let_go()
            else:
                self._lose(_named(error))
            self._changed.notify_all()

    def left(self, reader: Reader) -> None:
        with self._changed:
            reader.gone = True
            self._changed.notify_all()

    # All that follows is called with the lock held, but for the keeper's loop itself.

    def _use(self, frame: Frame) -> None:
        gap = 0 if self._frame is None else max(0, frame.number - self._frame.number - 1)
        self._count(used=1, dropped=0 if self._asked_for else 1, missed=gap)
        self._frame = frame
        self._asked_for = False
        self._recovery.picture(self._clock.now())
        self._changed.notify_all()

    def _refuse(self, error: NoPicture) -> None:
        self._count(refused=1)
        self._recovery.trouble(error)

    def _lose(self, error: VisionError) -> None:
        _log.warning("Camera lost: %s", error)
        self._recovery.lose(self._clock.now(), error)
        self._forget()
        self._changed.notify_all()

    def _forget(self) -> None:
        # What the table looked like before the camera was lost says nothing of it now.
        self._frame = None
        self._asked_for = True
        self._let_go()

    def _let_go(self) -> None:
        if self._reader is not None:
            self._reader.give_up()
            self._reader = None

    def _keep(self) -> None:
        while True:
            with self._changed:
                self._tend(self._clock.now())
                posts = self._posts.copy()
                self._posts.clear()
                if not posts:
                    if self._recovery.status.state is CameraState.CLOSED:
                        return
                    self._clock.wait(self._changed, self._due())
            for status in posts:
                self._tell(status)

    def _tend(self, now: int) -> None:
        if self._recovery.tick(now):
            _log.warning("Camera lost: %s", self._recovery.status.error)
            self._forget()
        due = self._due()
        if self._recovery.wants_opening(now) and due is not None and now >= due:
            self._open(now)

    def _due(self) -> int | None:
        """When there is something to do. An old camera that still holds the device puts off the new one."""
        due, leaving = self._recovery.due, self._leaving()
        if due is None or self._reader is not None or not leaving:
            return due
        if len(leaving) >= self._limits.abandoned:
            return None
        return max(due, self._recovery.status.since + self._limits.leave)

    def _open(self, now: int) -> None:
        self._readers = [reader for reader in self._readers if reader.alive]
        reader = Reader(self._recovery.opening(now), self._make, self)
        try:
            reader.start()
        except RuntimeError as error:  # The system has no thread left to give.
            self._lose(_named(error))
            return
        self._reader = reader
        self._readers.append(reader)

    def _leaving(self) -> list[Reader]:
        return [reader for reader in self._readers if reader is not self._reader and not reader.gone]

    def _tell(self, status: Status) -> None:
        try:
            self._on_change(status)
        except Exception:
            _log.exception("Nobody took the news of the camera")

    def _count(self, **more: int) -> None:
        counted = {name: getattr(self._counts, name) + by for name, by in more.items()}
        self._counts = replace(self._counts, **counted)


def _named(error: Exception) -> VisionError:
    if isinstance(error, VisionError):
        return error
    return CameraLost("camera_failed", kind=type(error).__name__, error=str(error))
