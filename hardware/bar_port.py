"""The serial port to the light bar: never waits, and whatever goes wrong with it is a `PartLost`."""

from __future__ import annotations

import errno
import os
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import serial
from serial.tools import list_ports

from hardware.errors import PartAbsent, PartLost

STABLE_NAME = Path("/dev/drover-bar")
RASPBERRY_PI = 0x2E8A
"""Whose USB devices may be light bars."""

MOST_READ = 4096
GONE = (serial.SerialException, OSError, termios.error)
"""What an unplugged port raises, depending on what was asked of it. The last is no `OSError`."""


def candidates() -> list[str]:
    """The ports on which a light bar may be, the likeliest first."""
    found = sorted(port.device for port in list_ports.comports() if port.vid == RASPBERRY_PI)
    if not STABLE_NAME.exists():
        return found
    same = str(STABLE_NAME.resolve())
    return [str(STABLE_NAME), *(name for name in found if name != same)]


class Port:
    """One open port. What does not fit into it waits, and `busy` tells so."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._rest = b""
        try:
            # The speed means nothing on USB. Exclusive: two programs would each hear half of what the bar says.
            self._serial = serial.Serial(name, 115200, timeout=0, write_timeout=0, exclusive=True)
        except GONE as error:
            raise _refused(name, error) from error

    @property
    def busy(self) -> bool:
        """Whether something still waits to be sent."""
        return bool(self._rest)

    def read(self) -> bytes:
        """What has come, which may be nothing; of very much only a part."""
        with self._alive():
            return bytes(self._serial.read(MOST_READ))

    def write(self, data: bytes) -> None:
        """Send this after what still waits, as far as it goes."""
        self._rest += data
        if not self._rest:
            return
        with self._alive(), suppress(BlockingIOError):
            # Not through pyserial: there a full line means to try again for ever.
            self._rest = self._rest[os.write(self._serial.fileno(), self._rest) :]

    def fileno(self) -> int:
        return int(self._serial.fileno())

    def close(self) -> None:
        with suppress(*GONE):
            self._serial.close()

    @contextmanager
    def _alive(self) -> Iterator[None]:
        try:
            yield
        except BlockingIOError:
            raise
        except GONE as error:
            raise PartLost("bar_unplugged", port=self.name, error=str(error)) from error


def _refused(name: str, error: Exception) -> PartLost:
    """Why a port could not be opened."""
    match getattr(error, "errno", None):
        case errno.ENOENT:
            return PartAbsent("bar_absent", port=name)
        case errno.EACCES | errno.EPERM:
            return PartLost("bar_forbidden", port=name)
        case errno.EAGAIN | errno.EBUSY:
            return PartLost("bar_taken", port=name)
        case _:
            return PartLost("bar_unplugged", port=name, error=str(error))
