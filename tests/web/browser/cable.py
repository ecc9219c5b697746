"""A network cable between a browser and the server, which a test pulls out and puts back."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self


class Cable:
    """Passes on what comes in at `port`. Pulled, it refuses; silent, it stays connected and says nothing."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._listener = self._listening(0)
        self.port: int = self._listener.getsockname()[1]
        self._ends: list[socket.socket] = []
        self._flows = threading.Event()
        self._flows.set()

    @staticmethod
    def _listening(port: int) -> socket.socket:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen()
        return listener

    def __enter__(self) -> Self:
        self.plug()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pull()
        self.speak()

    def plug(self) -> None:
        if self._listener.fileno() < 0:
            self._listener = self._listening(self.port)
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def pull(self) -> None:
        """Nobody is reached, and whoever was is cut off."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()

    def hush(self) -> None:
        """As when a wireless network is gone: nothing comes any more, and nobody says so."""
        self._flows.clear()

    def speak(self) -> None:
        self._flows.set()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self._flows.wait()
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
