"""One attempt at a camera: opened, read and closed in one thread of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Thread, current_thread
from typing import Protocol

from vision.cameras.camera import Camera, NoPicture
from vision.frame import Frame

_log = logging.getLogger(__name__)


class Listener(Protocol):
    """Who is told what a reader sees, in the reader's thread."""

    def came(self, reader: Reader, frame: Frame) -> None: ...

    def missed(self, reader: Reader, error: NoPicture) -> None: ...

    def failed(self, reader: Reader, error: Exception) -> None: ...

    def left(self, reader: Reader) -> None:
        """The camera is closed, and the thread is about to end."""


class Reader:
    """Reads a camera until it fails or is given up, which may be long before its thread can end."""

    def __init__(self, generation: int, make: Callable[[], Camera], listener: Listener) -> None:
        self.generation = generation
        self.gone = False
        """Its camera is closed. Set by the listener, under the listener's lock."""
        self._make = make
        self._listener = listener
        self._camera: Camera | None = None
        self._given_up = False
        self._threads = [Thread(target=self._run, name=f"camera-{generation}", daemon=True)]

    def start(self) -> None:
        self._threads[0].start()

    def give_up(self) -> None:
        """Never blocks: a camera that hangs in its own lock hangs in `cancel`, too."""
        if self._given_up:
            return
        self._given_up = True
        cancelling = Thread(target=self._cancel, name=f"camera-{self.generation}-cancel", daemon=True)
        try:
            cancelling.start()
        except RuntimeError:  # The system has no thread left to give.
            _log.exception("A camera could not be cancelled")
            return
        self._threads.append(cancelling)

    @property
    def alive(self) -> bool:
        return any(thread.is_alive() for thread in self._threads)

    def join(self, seconds: float) -> None:
        for thread in self._threads:
            if thread is not current_thread() and thread.ident is not None:
                thread.join(seconds)

    def _run(self) -> None:
        try:
            self._read_on()
        except Exception as error:
            self._listener.failed(self, error)
        finally:
            self._close()
            self._listener.left(self)

    def _read_on(self) -> None:
        self._camera = self._make()
        if not self._given_up:
            self._camera.open()
        while not self._given_up:
            try:
                frame = self._camera.read()
            except NoPicture as error:
                self._listener.missed(self, error)
            else:
                self._listener.came(self, frame)

    def _cancel(self) -> None:
        try:
            if self._camera is not None:
                self._camera.cancel()
        except Exception:
            _log.exception("A camera could not be cancelled")

    def _close(self) -> None:
        try:
            if self._camera is not None:
                self._camera.close()
        except Exception:
            _log.exception("A camera could not be closed")
