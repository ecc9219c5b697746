"""Killed at any instant while the table plays on: every move is there, once, and the match ends as it was played."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from tests.firmware_host.killing import table

KILLS = 4
"""In each of the games; `make soak` has two hundred."""


@pytest.mark.parametrize("match", ["take_six of two", "no_thanks of seven", "qwixx_cards"])
def test_a_table_whose_keeper_is_killed_ends_its_match_with_the_right_record(match: str, tmp_path: Path) -> None:
    killed = 0
    for seed in count(1):
        folder = tmp_path / str(seed)
        playing = table(match, seed, folder, KILLS - killed)
        playing.play()
        assert playing.verdict() == [], f"seed {seed}, after {playing.kills} kills"
        killed += playing.kills
        if killed >= KILLS:
            break
