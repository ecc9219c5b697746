"""The machine under the table: disk, card, heat, power, clock. Read from files alone, wherever they are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

from firmware_host.doctor.lines import Line, fault, ok, warning
from firmware_host.heat import COOL, HOT, celsius

LITTLE, TOO_LITTLE = 1_000_000_000, 100_000_000
"""Bytes free: below the first photographs may soon stop, below the second play may."""

OLDEST = date(2026, 1, 1)
"""A clock that shows an earlier day was never set."""

THROTTLED = "devices/platform/soc/soc:firmware/get_throttled"
LOW_VOLTAGE, SLOWED = 0x1 | 0x10000, 0x2 | 0x4 | 0x8 | 0x20000 | 0x40000 | 0x80000
"""As the firmware of a Raspberry Pi says it: now, and since it was started."""


@dataclass(frozen=True)
class Machine:
    """Where to look."""

    sys: Path = Path("/sys")
    proc: Path = Path("/proc")
    run: Path = Path("/run")
    now: datetime = field(default_factory=lambda: datetime.now(UTC))

    def read(self, path: Path) -> str:
        """A small file, or nothing."""
        with suppress(OSError, UnicodeDecodeError):
            return path.read_text().strip("\0\n ")
        return ""


def machine_lines(machine: Machine, state: Path) -> Iterator[Line]:
    """All of them, in the order in which one would look."""
    yield _model(machine)
    yield _disk(state)
    yield from _writable(state)
    yield from _card(machine)
    yield _heat(machine)
    yield from _power(machine)
    yield _clock(machine)


def _model(machine: Machine) -> Line:
    model = machine.read(machine.proc / "device-tree/model")
    return ok("machine", "doctor.machine", name=model) if model else ok("machine", "doctor.no_pi")


def _disk(state: Path) -> Line:
    there = next(folder for folder in (state, *state.parents) if folder.exists())
    stat = os.statvfs(there)
    free = stat.f_bavail * stat.f_frsize
    facts = {"folder": str(state), "free": free // 1_000_000}
    if free < TOO_LITTLE:
        return fault("disk", "doctor.disk_full", **facts)
    return warning("disk", "doctor.disk_little", **facts) if free < LITTLE else ok("disk", "doctor.disk", **facts)


def _writable(state: Path) -> Iterator[Line]:
    there = next(folder for folder in (state, *state.parents) if folder.exists())
    if os.statvfs(there).f_flag & os.ST_RDONLY:
        yield fault("disk", "doctor.disk_read_only", folder=str(state))


def _card(machine: Machine) -> Iterator[Line]:
    """What the kernel and the card itself say. An SD card says nothing of its age; an eMMC does."""
    errors = {
        file.parent.name: int(text)
        for file in sorted((machine.sys / "fs/ext4").glob("*/errors_count"))
        if (text := machine.read(file)).isdecimal() and int(text) > 0
    }
    if errors:
        disk, count = next(iter(errors.items()))
        yield fault("card", "doctor.card_errors", name=disk, count=count)
    for card in sorted((machine.sys / "block").glob("mmcblk[0-9]")):
        worn = [int(part, 16) for part in machine.read(card / "device/life_time").split() if part.startswith("0x")]
        name = machine.read(card / "device/name") or card.name
        if worn and max(worn) >= 10:
            yield fault("card", "doctor.card_worn", name=name)
        elif worn and max(worn) >= 8:
            yield warning("card", "doctor.card_aging", name=name, percent=10 * max(worn))
        elif not errors:
            yield ok("card", "doctor.card", name=name, date=machine.read(card / "device/date") or "?")


def _heat(machine: Machine) -> Line:
    now = celsius(machine.sys / "class/thermal")
    if now is None:
        return ok("heat", "doctor.heat_unknown")
    if now >= HOT:
        return fault("heat", "doctor.heat_hot", degrees=round(now))
    return warning("heat", "doctor.heat_warm", degrees=round(now)) if now >= COOL else _fine(now)


def _fine(now: float) -> Line:
    return ok("heat", "doctor.heat", degrees=round(now))


def _power(machine: Machine) -> Iterator[Line]:
    said = machine.read(machine.sys / THROTTLED)
    with suppress(ValueError):
        bits = int(said, 16)
        if bits & LOW_VOLTAGE:
            yield fault("power", "doctor.power_low") if bits & 1 else warning("power", "doctor.power_was_low")
        elif bits & SLOWED:
            yield warning("power", "doctor.power_slowed")
        else:
            yield ok("power", "doctor.power")


def _clock(machine: Machine) -> Line:
    day = machine.now.date()
    if day < OLDEST:
        return warning("clock", "doctor.clock_wrong", date=day.isoformat())
    if (machine.run / "systemd/timesync/synchronized").exists():
        return ok("clock", "doctor.clock", date=day.isoformat())
    return ok("clock", "doctor.clock_alone", date=day.isoformat())
