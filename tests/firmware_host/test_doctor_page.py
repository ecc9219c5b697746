"""`docs/machine.md` has what the doctor says in each fault, word for word."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from firmware_host.config import parse
from firmware_host.doctor import table as table_checks
from firmware_host.doctor.lines import Line, Verdict
from firmware_host.doctor.machine import machine_lines
from firmware_host.doctor.table import Table, table_lines
from firmware_host.doctor_command import SIGNS
from firmware_host.heat import HOT
from firmware_host.words import Words
from tests.firmware_host.test_doctor import PI, made, said

PAGE = Path(__file__).parents[2] / "docs" / "machine.md"
STATE = Path("/var/lib/drover")
WORDS = Words("en")

MACHINES = {
    "sys__class__thermal__thermal_zone0__temp": (f"{int(HOT) + 4}000", "75000"),
    "sys__devices__platform__soc__soc:firmware__get_throttled": ("50005", "0x10000", "0x40000"),
    "sys__fs__ext4__mmcblk0p2__errors_count": ("3",),
    "sys__block__mmcblk0__device__life_time": ("0x0b 0x01", "0x01 0x09"),
}
CAMERAS: tuple[Mapping[str, object], ...] = (
    {"state": "lost", "error": {"reason": "camera_gone", "address": "/dev/video0"}},
    {"frames": 0},
    {"findings": [["no_mat", "bad", {}]], "error_mm": None},
    {"findings": [["soft", "poor", {}]]},
    {"error_mm": 3.2},
    {"error_mm": 7.0},
)
PARTS: Mapping[str, Mapping[str, object]] = {
    "bar": {"reason": "bar_unplugged", "port": "/dev/drover-bar", "error": "gone"},
}
TROUBLES = ("camera_covered", "camera_frozen", "config", "storage", "journal_replaced", "heat")
NOTHING = "[web]\nthere = false\n"


def shown(line: Line) -> str:
    """As the command prints it."""
    return f"{SIGNS[line.verdict]} {WORDS.say(f'doctor.verdict.{line.verdict}'):<9} {line.tell(WORDS)}"


def asked(running: Mapping[str, object] | None, text: str = NOTHING) -> list[Line]:
    return list(table_lines(Table(parse(text), WORDS, running)))


def lines(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    """Of a machine and a table in each of their faults, one at a time."""
    real = os.statvfs("/")
    for free in (50, 500, 50_000):
        room = os.statvfs_result((*real[:4], free * 1_000_000 // real.f_frsize, *real[5:]))
        monkeypatch.setattr("firmware_host.doctor.machine.os.statvfs", lambda path, room=room: room)
        yield from machine_lines(made(folder / str(free), **PI), STATE)
    # The networks are not looked at twenty times.
    monkeypatch.setattr(table_checks, "_reader", lambda table: ())
    for number, (file, texts) in enumerate(MACHINES.items()):
        for text in texts:
            yield from machine_lines(made(folder / f"{number} {text}", **{**PI, file: text}), STATE)
    for camera in CAMERAS:
        yield from asked(said({"address": "/dev/video0", **camera}))
    for part, fault in PARTS.items():
        yield from asked(said({}, parts={part: fault}))
    for trouble in TROUBLES:
        yield from asked(said({}, troubles=[trouble]))


def test_the_page_has_every_fault_as_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = PAGE.read_text(encoding="utf-8")
    bad = dict.fromkeys(shown(line) for line in lines(tmp_path, monkeypatch) if line.verdict is not Verdict.OK)
    assert len(bad) > 20
    assert [line for line in bad if line not in page] == []
