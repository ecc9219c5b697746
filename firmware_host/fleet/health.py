"""How the machine of a table is."""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from pathlib import Path

from firmware_host import __version__
from firmware_host.fleet.public import FORMAT
from firmware_host.journal.limits import MB, free_on

THERMAL = Path("/sys/class/thermal/thermal_zone0/temp")
MODEL = Path("/proc/device-tree/model")


def temperature(file: Path = THERMAL) -> float | None:
    """Degrees Celsius of the processor, where it can be told."""
    with suppress(OSError, ValueError):
        return round(int(file.read_text(encoding="ascii")) / 1000, 1)
    return None


def machine(file: Path = MODEL) -> str:
    """What it is, such as a Raspberry Pi 5."""
    with suppress(OSError, UnicodeDecodeError):
        return file.read_text(encoding="utf-8").strip("\0\n")[:80]
    return platform.machine()


def health(folder: Path, up_s: int, wall: str) -> dict[str, object]:
    """Versions, warmth and room; `folder` is where the journal lies."""
    return {
        "v": FORMAT,
        "wall": wall,
        "drover": __version__,
        "python": platform.python_version(),
        "machine": machine(),
        "up_s": up_s,
        "temperature": temperature(),
        "free_mb": free_on(folder) // MB,
        "load": round(os.getloadavg()[0], 2),
    }
