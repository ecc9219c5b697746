"""What an update asks of systemd, and nothing more: tests put another one in its place."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from typing import Protocol

from firmware_host.install.layout import SERVICE

_TAKES_S = 120


@dataclass(frozen=True)
class ServiceState:
    """How the service does: `active` is systemd's word, and means that the service itself has said that it is ready."""

    active: str
    restarts: int = 0

    @property
    def ready(self) -> bool:
        return self.active == "active"

    @property
    def failed(self) -> bool:
        """It is down, and systemd will not try again."""
        return self.active == "failed"

    @property
    def at_work(self) -> bool:
        return self.active in ("active", "activating", "reloading")


class Manager(Protocol):
    """Starts and stops the table's service."""

    def state(self) -> ServiceState: ...

    def start(self) -> None:
        """Returns at once; whether it becomes ready, `state` tells."""

    def stop(self) -> None:
        """Returns once it is down."""


class Systemd:
    """The real one."""

    def state(self) -> ServiceState:
        said = dict(line.partition("=")[::2] for line in _systemctl("show", "-p", "ActiveState,NRestarts").splitlines())
        return ServiceState(said.get("ActiveState", "unknown"), int(said.get("NRestarts") or 0))

    def start(self) -> None:
        # What failed before must not keep it from being started.
        _systemctl("reset-failed")
        _systemctl("start", "--no-block")

    def stop(self) -> None:
        _systemctl("stop")


def _systemctl(verb: str, *options: str) -> str:
    command = ["systemctl", verb, *options, SERVICE]
    return subprocess.run(command, capture_output=True, text=True, timeout=_TAKES_S, check=False).stdout  # noqa: S603
