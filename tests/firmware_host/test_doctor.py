"""`drover doctor`: what it says of a machine, and of a table that runs or does not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from firmware_host.config import Config, parse
from firmware_host.doctor import table as table_checks
from firmware_host.doctor.lines import Line, Verdict
from firmware_host.doctor.machine import Machine, machine_lines
from firmware_host.doctor.table import Table, table_lines
from firmware_host.doctor_command import doctor
from firmware_host.snapshot import FRESH_MS, Kept, read
from firmware_host.steward.desk import BLIND
from firmware_host.words import LANGUAGES, Words
from hardware.connect import Found
from tests.firmware_host.listening import Listener
from tests.firmware_host.test_unattended import configured, running
from vision.cameras.clock import monotonic_ms

WORDS = Words("en")
TODAY = datetime(2026, 11, 18, tzinfo=UTC)


def made(folder: Path, **files: str) -> Machine:
    for name, text in files.items():
        file = folder / name.replace("__", "/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return Machine(folder / "sys", folder / "proc", folder / "run", TODAY)


def verdicts(lines: list[Line]) -> dict[str, tuple[Verdict, str]]:
    return {line.about: (line.verdict, line.key) for line in lines}


PI = {
    "proc__device-tree__model": "Raspberry Pi 5 Model B Rev 1.0\0",
    "sys__class__thermal__thermal_zone0__temp": "48000\n",
    "sys__devices__platform__soc__soc:firmware__get_throttled": "0\n",
    "sys__fs__ext4__mmcblk0p2__errors_count": "0\n",
    "sys__block__mmcblk0__device__name": "SD64G\n",
    "sys__block__mmcblk0__device__date": "03/2026\n",
    "run__systemd__timesync__synchronized": "",
}


def test_a_raspberry_pi_in_good_health(tmp_path: Path) -> None:
    lines = list(machine_lines(made(tmp_path, **PI), tmp_path))
    assert {line.verdict for line in lines if line.about != "disk"} == {Verdict.OK}
    told = "\n".join(line.tell(WORDS) for line in lines)
    for part in ("Raspberry Pi 5", "48 °C", "SD64G", "2026-11-18", "power supply"):
        assert part in told


@pytest.mark.parametrize(
    ("file", "text", "about", "verdict", "key"),
    [
        ("sys__class__thermal__thermal_zone0__temp", "84000", "heat", Verdict.FAULT, "doctor.heat_hot"),
        ("sys__class__thermal__thermal_zone0__temp", "75000", "heat", Verdict.WARNING, "doctor.heat_warm"),
        (
            *("sys__devices__platform__soc__soc:firmware__get_throttled", "50005"),
            *("power", Verdict.FAULT, "doctor.power_low"),
        ),
        (
            *("sys__devices__platform__soc__soc:firmware__get_throttled", "0x10000"),
            *("power", Verdict.WARNING, "doctor.power_was_low"),
        ),
        (
            *("sys__devices__platform__soc__soc:firmware__get_throttled", "0x40000"),
            *("power", Verdict.WARNING, "doctor.power_slowed"),
        ),
        ("sys__fs__ext4__mmcblk0p2__errors_count", "3", "card", Verdict.FAULT, "doctor.card_errors"),
        ("sys__block__mmcblk0__device__life_time", "0x0b 0x01", "card", Verdict.FAULT, "doctor.card_worn"),
        ("sys__block__mmcblk0__device__life_time", "0x01 0x09", "card", Verdict.WARNING, "doctor.card_aging"),
        ("sys__block__mmcblk0__device__life_time", "0x01 0x02", "card", Verdict.OK, "doctor.card"),
    ],
)
def test_each_trouble_of_a_machine_is_told(
    file: str, text: str, about: str, verdict: Verdict, key: str, tmp_path: Path
) -> None:
    lines = list(machine_lines(made(tmp_path, **{**PI, file: text}), tmp_path))
    assert verdicts(lines)[about] == (verdict, key)


def test_a_laptop_has_no_pins_and_no_thermometer_and_is_well(tmp_path: Path) -> None:
    lines = verdicts(list(machine_lines(made(tmp_path), tmp_path)))
    assert lines["machine"] == (Verdict.OK, "doctor.no_pi")
    assert lines["heat"] == (Verdict.OK, "doctor.heat_unknown")
    assert "power" not in lines


def test_a_clock_that_was_never_set_is_only_a_warning(tmp_path: Path) -> None:
    machine = Machine(tmp_path, tmp_path, tmp_path, datetime(1970, 1, 1, tzinfo=UTC))
    assert verdicts(list(machine_lines(machine, tmp_path)))["clock"] == (Verdict.WARNING, "doctor.clock_wrong")


def test_a_full_disk_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.statvfs(tmp_path)
    for free, verdict in ((50, Verdict.FAULT), (500, Verdict.WARNING), (5000, Verdict.OK)):
        found = os.statvfs_result((*real[:4], free * 1_000_000 // real.f_frsize, *real[5:]))
        monkeypatch.setattr("firmware_host.doctor.machine.os.statvfs", lambda path, found=found: found)
        assert verdicts(list(machine_lines(made(tmp_path), tmp_path)))["disk"][0] is verdict


def said(camera: Mapping[str, object], **more: object) -> dict[str, object]:
    """What a running table says."""
    usual = {"address": "pi", "state": "live", "error": None, "frames": 900, "generation": 1}
    picture = {"findings": [["fine", "good", {}]], "error_mm": 0.4}
    return {"camera": {**usual, **picture, **camera}, "parts": {}, "bar": None, "troubles": [], "playing": True, **more}


def asked(running_table: Mapping[str, object] | None, text: str = "[web]\nthere = false") -> list[Line]:
    return list(table_lines(Table(parse(text), WORDS, running_table)))


def test_a_running_table_is_asked_and_nothing_of_it_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_checks, "_camera_itself", None)
    monkeypatch.setattr(table_checks, "_hands_themselves", None)
    bar = {"firmware": "1.2.0", "rows": 4, "seats": 6}
    lines = asked(said({}, parts={"gpio": None, "bar": None, "display": {"reason": ""}}, bar=bar))
    assert {line.verdict for line in lines} == {Verdict.OK}
    told = "\n".join(line.tell(WORDS) for line in lines)
    for part in ("a match is being played", "Camera pi", "900", "firmware 1.2.0", "Display: none", "0.4 mm"):
        assert part in told


@pytest.mark.parametrize(
    ("camera", "about", "verdict", "text"),
    [
        ({"findings": [["no_mat", "bad", {}]], "error_mm": None}, "picture", Verdict.FAULT, "The mat is not found"),
        ({"findings": [["soft", "poor", {}]]}, "picture", Verdict.WARNING, "Turn the lens"),
        ({"error_mm": 3.2}, "lens", Verdict.WARNING, "3.2 mm"),
        ({"error_mm": 7.0}, "lens", Verdict.FAULT, "straight above"),
        ({"error_mm": None}, "lens", Verdict.WARNING, "without the mat"),
        ({"address": "simulated"}, "camera", Verdict.WARNING, "simulated"),
        ({"frames": 0}, "camera", Verdict.FAULT, "cable"),
        ({"state": "opening", "frames": 900}, "camera", Verdict.FAULT, "cable"),
        (
            {"state": "lost", "error": {"reason": "camera_gone", "address": "pi"}},
            *("camera", Verdict.FAULT, "The camera pi is gone"),
        ),
    ],
)
def test_each_trouble_of_the_camera_is_told(
    camera: Mapping[str, object], about: str, verdict: Verdict, text: str
) -> None:
    line = next(one for one in asked(said(camera)) if one.about == about)
    assert line.verdict is verdict
    assert text in line.tell(WORDS)


def test_a_part_that_is_lost_is_a_fault_with_its_reason() -> None:
    lines = asked(said({}, parts={"bar": {"reason": "bar_unplugged", "port": "/dev/drover-bar", "error": "gone"}}))
    line = next(one for one in lines if one.about == "bar")
    assert line.verdict is Verdict.FAULT
    assert "Plug it in again" in line.tell(WORDS)


@pytest.mark.parametrize("part", [*BLIND, "light", "heat"])
def test_what_stops_play_is_a_fault_of_the_table(part: str) -> None:
    line = next(one for one in asked(said({}, troubles=[part])) if one.about == "table")
    assert line.verdict is Verdict.FAULT
    assert WORDS.say(f"status.part.{part}") in line.tell(WORDS)


def test_what_is_configured_and_not_there_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.connect.found", lambda devices: iter(()))
    text = "[web]\nthere = false\n[camera]\naddress = 'simulated'\n[gpio]\nrows = [17]\n[display]\n[bar]\n"
    keys = {line.key for line in asked(None, text)}
    assert {"doctor.no_pins", "doctor.no_display", "doctor.no_bar"} <= keys
    found = [
        Found("gpio", "/dev/gpiochip0", (("label", "pinctrl-rp1"), ("lines", 54))),
        Found("oled", "/dev/i2c-1", (("address", "0x3C"),)),
        Found("bar", "/dev/drover-bar", (("firmware", "1.2.0"), ("rows", 4), ("seats", 6))),
    ]
    monkeypatch.setattr("hardware.connect.found", lambda devices: iter(found))
    lines = asked(None, text)
    assert not {"doctor.no_pins", "doctor.no_display", "doctor.no_bar"} & {line.key for line in lines}
    assert any("0x3C" in line.tell(WORDS) for line in lines)


def test_without_anything_it_says_what_is_simulated(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "drover.toml"
    file.write_text('[camera]\naddress = "simulated"\n[display]\nthere = false\n[bar]\nthere = false\n')
    assert doctor(str(file), False, WORDS) == 0
    told = capsys.readouterr().out
    assert "simulated" in told
    assert "The picture is sharp and bright" in told
    assert "shows them in the terminal" in told


def test_a_broken_configuration_and_a_missing_camera_are_faults_and_the_exit_code_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "drover.toml"
    file.write_text('[table]\nseets = 3\n[camera]\naddress = "/dev/video97"\n')
    assert doctor(str(file), True, WORDS) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    faults = {line["about"]: line["text"] for line in lines if line["verdict"] == "fault"}
    assert "line 2" in faults["configuration"]
    assert "/dev/video97" in faults["camera"]
    assert all(set(line) == {"about", "verdict", "text", "facts"} for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verdict_has_a_word(language: str) -> None:
    assert all(Words(language).say(f"doctor.verdict.{verdict}") for verdict in Verdict)


def test_what_a_table_says_of_itself_is_soon_forgotten(tmp_path: Path) -> None:
    kept = Kept({"RUNTIME_DIRECTORY": str(tmp_path)})
    assert kept.due(5)
    now = monotonic_ms()
    kept.write({"ms": now, "playing": True}, now)
    assert not kept.due(now + 10)
    assert kept.due(now + 10, ("camera",)), "a new trouble is said at once"
    assert not kept.due(now + 20, ("camera",))
    found = read(tmp_path / "health.json")
    assert found is not None
    assert found["playing"] is True
    kept.write({"ms": now - FRESH_MS - 1}, now)
    assert read(tmp_path / "health.json") is None
    (tmp_path / "health.json").write_text('{"ms": ')
    assert read(tmp_path / "health.json") is None
    assert not Kept({}).due(5)


def test_a_table_at_work_is_asked_through_its_file_and_its_page(tmp_path: Path) -> None:
    file = configured(tmp_path)
    with Listener.in_folder(tmp_path) as listener, running(tmp_path, file, listener):
        listener.until(lambda one: one.get("READY") == "1")
        listener.until(lambda one: (tmp_path / "health.json").exists())
        snapshot = read(tmp_path / "health.json")
        assert snapshot is not None
        url = (tmp_path / "url").read_text().strip()
        config = Config() if snapshot is None else parse(file.read_text())
        lines = verdicts(list(table_lines(Table(config, WORDS, snapshot, url))))
    assert lines["page"] == (Verdict.OK, "doctor.page")
    assert lines["camera"] == (Verdict.WARNING, "doctor.camera_simulated")
    assert verdicts(list(table_lines(Table(config, WORDS, snapshot, url))))["page"][0] is Verdict.FAULT


def test_the_command_itself(tmp_path: Path) -> None:
    file = configured(tmp_path)
    command = [sys.executable, "-I", "-m", "firmware_host", "doctor", "--config", str(file), "--language", "de"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "Warnung" in done.stdout


def test_of_a_camera_that_is_not_there_only_the_doctor_speaks(tmp_path: Path) -> None:
    file = tmp_path / "drover.toml"
    file.write_text('[camera]\naddress = "/dev/video97"\n', encoding="utf-8")
    command = [sys.executable, "-I", "-m", "firmware_host", "doctor", "--config", str(file), "--language", "en"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "There is no camera at /dev/video97" in done.stdout
    assert done.stderr == ""
