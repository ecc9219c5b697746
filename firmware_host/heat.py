"""Too hot: from where on the table looks less often, and when it has cooled down."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

HOT = 80.0
COOL = 72.0
"""Degrees Celsius. At 80 a Raspberry Pi begins to slow itself down; what works less before stays in step."""

REST_MS = 400
"""So long between two pictures while it is too hot."""

EVERY_MS = 5000


def celsius(zones: Path = Path("/sys/class/thermal")) -> float | None:
    """How hot the hottest part of this machine is; None where nothing measures it."""
    found = []
    for file in sorted(zones.glob("thermal_zone*/temp")):
        with suppress(OSError, ValueError):
            found.append(int(file.read_text()) / 1000)
    return max(found, default=None)


def is_hot(now: float | None, before: bool) -> bool:
    """With some degrees between going and coming back, so that it is not told again and again.

    >>> is_hot(81.0, False), is_hot(75.0, True), is_hot(75.0, False), is_hot(None, True)
    (True, True, False, False)
    """
    return now is not None and now >= (COOL if before else HOT)
