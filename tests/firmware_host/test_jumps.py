"""Films that others draw: no hands, and all that changes changes from one picture to the next."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import pytest

from firmware_host.cli import main
from tests.firmware_host.jumping import Style, filmed, watched

SMALL = (1536, 864)


@pytest.mark.parametrize(
    "style",
    [
        Style(size=SMALL),
        Style(size=SMALL, hold=6, reveal_at_once=False, take_before=True, pile="off"),
        Style(size=SMALL, commit_at_once=True, place_at_once=True, pile="up", crooked=2.5),
    ],
    ids=["one by one", "each card by itself", "all at once"],
)
def test_cards_that_jump_from_place_to_place_are_followed(style: Style) -> None:
    told = watched(2, 3, style, turns=4)
    assert told.record == told.played
    assert told.asked == told.objected == []


def test_what_the_last_picture_shows_counts_though_the_film_ends_with_it(tmp_path: Path) -> None:
    style, played = Style(size=SMALL), list[Mapping[str, Any]]()
    pictures = [frame.picture for frame in filmed(2, 3, style, played, turns=1)]
    for at, picture in enumerate(pictures[: 2 - 2 * style.hold]):
        cv2.imwrite(str(tmp_path / f"{at}.png"), picture)
    record, cues = tmp_path / "match.jsonl", tmp_path / "cues.jsonl"
    command = ["watch", str(tmp_path), "--game", "take_six", "--seats", "ana,bia", "--json", "--language", "en"]
    assert main([*command, "--record", str(record), "--cues", str(cues)]) == 0
    assert [json.loads(line) for line in record.read_text().splitlines()[1:]] == played
    assert json.loads(cues.read_text().splitlines()[-1])["t"] < (len(pictures) - 2 * style.hold + 2) / style.fps
