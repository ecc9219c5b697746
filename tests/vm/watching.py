"""Runs in the guest: waits there until something is so. To be asked again and again would cost it half of its time."""

import json
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

CHIP = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")
JOURNAL = Path("/var/lib/drover/journal/journal.db")
EVERY_S = 0.2
SAMPLES, APART_S = 8, 0.15
"""What blinks is seen to be on and off in these."""


def entries(kind: str) -> list[dict[str, Any]]:
    """What the journal has of a kind, read beside the running service."""
    if not JOURNAL.exists():
        return []
    journal = sqlite3.connect(f"file:{JOURNAL}?mode=ro", uri=True)
    try:
        rows = journal.execute("SELECT body FROM entries WHERE kind = ? ORDER BY seq", [kind]).fetchall()
    except sqlite3.OperationalError:
        return []
    finally:
        journal.close()
    return [json.loads(row[0]) for row in rows]


def written(count: int) -> bool:
    return len(entries("line")) >= count


def faults(part: str) -> int:
    """How often that part was missed so far."""
    return sum(one["part"] == part and bool(one["reason"]) for one in entries("fault"))


def pins(wanted: list[int]) -> list[list[int]]:
    """What the chip has on these, several times in a row."""
    seen = []
    for _ in range(SAMPLES):
        seen.append([int((CHIP / f"sim_gpio{pin}/value").read_text()) for pin in wanted])
        time.sleep(APART_S)
    return seen


def lit(wanted: list[int], row: int, takes: bool) -> bool:
    """Whether that row's line alone is on: steadily, or, where it is to be taken, by turns."""
    seen = pins(wanted)
    on = [number for number in range(1, len(wanted) + 1) if any(one[number - 1] for one in seen)]
    return on == [row] and takes == (not all(one[row - 1] for one in seen))


def main(what: str, wish: Any, patience_s: float) -> int:
    until = time.monotonic() + patience_s
    looks: dict[str, Callable[[], bool]] = {
        "written": lambda: written(wish),
        "fault": lambda: faults(wish[0]) > wish[1],
        "lit": lambda: lit(*wish),
    }
    while not looks[what]():
        if time.monotonic() > until:
            return 1
        time.sleep(EVERY_S)
    print(Path("/proc/uptime").read_text().split()[0])
    return 0


if __name__ == "__main__":
    if sys.argv[1] == "entries":
        print(json.dumps(entries(json.loads(sys.argv[2]))))
    elif sys.argv[1] == "pins":
        print(json.dumps(pins(json.loads(sys.argv[2]))))
    else:
        sys.exit(main(sys.argv[1], json.loads(sys.argv[2]), float(sys.argv[3])))
