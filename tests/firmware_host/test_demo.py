"""`drover demo`: a turn at a simulated table, seen by real eyes."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.journal.verify import verify
from vision.pictures import read_picture


def test_a_turn_is_seen_as_it_was_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--turns", "1", "--out", str(tmp_path), "--language", "en"]) == 0
    assert "they are what was played" in capsys.readouterr().out
    assert read_picture(tmp_path / "table.jpg").shape == (1296, 2304, 3)
    assert verify(tmp_path / "journal").reason == ""
