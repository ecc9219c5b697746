"""A small version of two hundred tables: nothing lost, nothing twice, and the page keeps up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fleet.databases import Cluster, fresh
from tests.fleet.many import run


def test_a_dozen_tables_at_ten_times_their_speed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres: Cluster
) -> None:
    monkeypatch.setenv("DROVER_DATA", str(tmp_path))
    assert run(12, 6, 10, tmp_path, fresh(postgres)) == []
