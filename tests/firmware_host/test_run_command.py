"""`drover run` as people start and end it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from firmware_host.journal import Kind, Reader

DROVER = str(Path(sys.executable).parent / "drover")
PATIENCE = 60.0
CLEAN_END = 10.0
"""Wanted are two seconds; a busy machine gets more."""


def ran_until(data: Path, ready: Callable[[], bool]) -> tuple[int, str, str, list[dict[str, object]]]:
    """Run the table until it is ready, end it, and give what it said and kept."""
    environment = {**os.environ, "DROVER_DATA": str(data), "LC_ALL": "C"}
    pipe = subprocess.PIPE
    command = [DROVER, "run", "--simulate", "--language", "en"]
    running = subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True)
    try:
        until = time.monotonic() + PATIENCE
        while not ready() and running.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        running.send_signal(signal.SIGTERM)
        out, err = running.communicate(timeout=CLEAN_END)
    finally:
        running.kill()
        running.wait()
    return running.returncode, out, err, kept(data)


def kept(data: Path) -> list[dict[str, object]]:
    try:
        with Reader.open(data / "journal") as reader:
            match = reader.last_match()
            return [] if match is None else [dict(line) for line in reader.lines(match)]
    except FileNotFoundError:
        return []


def resumed(data: Path) -> bool:
    with Reader.open(data / "journal") as reader:
        match = reader.last_match()
        entries = [] if match is None else reader.entries(match)
    return any(entry.kind == Kind.NOTE and entry.body["kind"] == "resumed" for entry in entries)


def test_it_starts_keeps_a_deal_ends_cleanly_and_goes_on(tmp_path: Path) -> None:
    code, out, err, lines = ran_until(tmp_path, lambda: len(kept(tmp_path)) >= 2)
    assert (code, err) == (0, "")
    assert str(tmp_path / "journal") in out
    assert [line.get("move") for line in lines[:2]] == [None, "deal"]
    again, out, _, more = ran_until(tmp_path, lambda: resumed(tmp_path))
    assert again == 0
    assert more[: len(lines)] == lines
    assert "A match goes on" in out


def test_a_journal_that_is_broken_is_put_aside_and_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal" / "journal.db").write_bytes(b"no journal" * 1000)
    environment = {**os.environ, "DROVER_DATA": str(tmp_path)}
    command = [DROVER, "run", "--simulate", "--language", "en"]
    running = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        said = [running.stdout.readline() for _ in range(3)]
    finally:
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=PATIENCE)
    assert any("The journal was broken" in line for line in said)
    (aside,) = (tmp_path / "journal").glob("journal.db.broken-*")
    assert aside.read_bytes() == b"no journal" * 1000


def test_a_wrong_configuration_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "drover.toml"
    file.write_text("[table]\ngame = 'take_six'\nseets = 3\n", encoding="utf-8")
    command = [DROVER, "run", "--config", str(file), "--language", "en"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "3" in line
    assert "seets" in line


def test_a_journal_that_can_not_be_there_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    file = tmp_path / "drover.toml"
    file.write_text(f"[journal]\nfolder = '{tmp_path / 'taken'}'\n", encoding="utf-8")
    command = [DROVER, "run", "--simulate", "--config", str(file), "--language", "en"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{tmp_path / 'taken'} can't be written: ")
    assert "(" not in line
