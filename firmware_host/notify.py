"""What systemd is told: ready, alive, how it is, about to end. A datagram each; nothing where nobody listens."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

LONGEST = 400
"""Characters of a status: `systemctl status` shows one line."""


class Notify:
    """The socket in `NOTIFY_SOCKET`: a path, or an abstract name after an `@`.

    >>> Notify({}).tell(READY=1)  # started by hand: nobody listens
    False
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.watchdog_ms = _watchdog_ms(environment) if address else None
        """Within this time it has to be told that all is alive; None: nobody asks."""

    @property
    def there(self) -> bool:
        return bool(self._address)

    def tell(self, **said: object) -> bool:
        """Send these; whether anybody was there to take them. Never waits and never raises."""
        if not self._address:
            return False
        lines = "\n".join(f"{name}={_one_line(value)}" for name, value in said.items())
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.setblocking(False)
            line.sendto(lines.encode(), self._address)
            return True
        return False


def _one_line(value: object) -> str:
    """A second line would be a message of its own."""
    return " ".join(str(value).split())[:LONGEST]


def _watchdog_ms(environment: Mapping[str, str]) -> int | None:
    meant_for = environment.get("WATCHDOG_PID", "")
    micros = environment.get("WATCHDOG_USEC", "")
    if not micros.isdecimal() or int(micros) == 0 or meant_for not in ("", str(os.getpid())):
        return None
    return int(micros) // 1000
