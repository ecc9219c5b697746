"""Matches in a journal that a referee may look into, and a server over them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from firmware_host.journal import Journal
from firmware_host.journal.reader import Reader
from firmware_host.web.referee_story import Story, story_of
from firmware_host.words import Words
from tests.firmware_host.journals import READ, clock, jpeg, opened

SEATS = ("Ana", "Bia", "Caio")
HEADER: Mapping[str, object] = {"record": 1, "game": "take_six", "seats": list(SEATS)}
LINES: tuple[Mapping[str, object], ...] = (
    {"move": "deal", "rows": [12, 37, 43, 58]},
    {"move": "reveal", "cards": {"Ana": 14, "Bia": 44, "Caio": 61}},
    {"move": "place", "seat": "Ana", "row": 1},
    {"move": "place", "seat": "Bia", "row": 3},
)
"""Caio's 61 is still to be placed. It might be read as 91, or be a 62; either goes to row 4 as well."""

WORDS = Words("en")


def written(
    folder: Path,
    lines: Sequence[Mapping[str, object]] = LINES,
    header: Mapping[str, object] = HEADER,
    how: str = "",
) -> int:
    """A match with a photograph of each line; it goes on, unless it is said how it ended."""
    times = clock()
    journal: Journal = opened(folder)
    match = journal.begin(header, next(times))
    for number, line in enumerate(lines):
        seq = journal.write(match, line, next(times))
        assert journal.photograph(match, seq, "move", jpeg(number), READ, next(times))
    if how:
        journal.close_match(match, how, next(times))
    journal.close(next(times))
    return match


def story(folder: Path, number: int, words: Words = WORDS) -> Story:
    with Reader.open(folder) as reader:
        found = story_of(reader, number, words)
    assert found is not None
    return found


def amended(line: int, *changes: tuple[Sequence[str | int], object]) -> dict[str, object]:
    return {"amend": {"line": line, "changes": [[list(path), value] for path, value in changes]}}


def everything_in(*told: object) -> str:
    return json.dumps(told, ensure_ascii=False, default=str)
