"""Time as cameras see it: milliseconds that never go back."""

from __future__ import annotations

import time
from threading import Condition
from typing import Protocol


def monotonic_ms() -> int:
    """Now, on the clock by which the kernel dates the pictures of cameras."""
    return time.monotonic_ns() // 1_000_000


class Clock(Protocol):
    """What tells the time and waits. Tests pass one of their own and turn it by hand."""

    def now(self) -> int:
        """Milliseconds since some moment."""

    def wait(self, condition: Condition, until: int | None) -> None:
        """Waits, with `condition` held, until it is notified or it is `until`; for `None` without end."""


class SystemClock:
    """The machine's own clock."""

    def now(self) -> int:
        return monotonic_ms()

    def wait(self, condition: Condition, until: int | None) -> None:
        condition.wait(None if until is None else max(0, until - self.now()) / 1000)
