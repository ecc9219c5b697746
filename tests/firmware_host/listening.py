"""A real socket that hears what systemd would be told."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from firmware_host.notify import Notify

PATIENCE = 30.0


class Listener:
    """Bound to a path, or where the name begins with an @ to an abstract address."""

    def __init__(self, address: str, watchdog_ms: int = 300) -> None:
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind("\0" + address[1:] if address.startswith("@") else address)
        self.environment = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": str(watchdog_ms * 1000)}
        self.heard: list[dict[str, str]] = []

    @classmethod
    def in_folder(cls, folder: Path) -> Self:
        return cls(str(folder / "notify"))

    @property
    def notify(self) -> Notify:
        return Notify(self.environment)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def drain(self) -> list[dict[str, str]]:
        """Everything that was told and not yet taken."""
        found = []
        self._line.setblocking(False)
        while True:
            try:
                found.append(self._read())
            except BlockingIOError:
                return found

    def until(self, wanted: Callable[[dict[str, str]], bool]) -> dict[str, str]:
        """The next one that is wanted; what comes before it is passed over."""
        end = time.monotonic() + PATIENCE
        while True:
            self._line.settimeout(max(0.01, end - time.monotonic()))
            try:
                one = self._read()
            except TimeoutError:
                raise AssertionError(f"not told; only {self.heard[-20:]}") from None
            if wanted(one):
                return one

    def silent_for(self, name: str, seconds: float) -> bool:
        """Whether for so long nothing of that name is told."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._line.settimeout(left)
            try:
                if name in self._read():
                    return False
            except TimeoutError:
                break
        return True

    def _read(self) -> dict[str, str]:
        text = self._line.recv(4096).decode()
        one = dict(line.partition("=")[::2] for line in text.splitlines())
        self.heard.append(one)
        return one
