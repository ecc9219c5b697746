"""Journals for the tests: made-up times, short matches, small photographs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path

from firmware_host.journal import At, Journal, Kind, Limits

HEADER = {"record": 1, "game": "take_six", "seats": ["ana", "bia", "caio"]}
LINES: tuple[Mapping[str, object], ...] = (
    {
        "move": "deal",
        "rows": [12, 37, 43, 58],
        "hands": {"ana": [*range(1, 11)], "bia": [*range(13, 23)], "caio": [*range(60, 70)]},
    },
    {"move": "reveal", "cards": {"ana": 3, "bia": 14, "caio": 61}},
    {"move": "place", "seat": "ana", "row": 2},
    {"move": "place", "seat": "bia", "row": 1},
    {"move": "undo"},
    {"move": "place", "seat": "bia", "row": 1},
)
ROOMY = Limits(free_bytes=0, reserve_bytes=100_000)
"""Tests must not depend on how full the disk is."""

READ = {
    "read": [
        {"zone": "row/2", "card": "14", "confidence": 0.9981, "alternatives": [["14", 0.9981], ["44", 0.0012]]},
        {"zone": "seat/1", "card": None, "confidence": 0.6, "alternatives": [["68", 0.6], ["89", 0.39]]},
    ],
    "camera_ms": 81_234,
    "exposure": {"us": 8000},
    "configuration": "3f2a",
    "models": {"numbers": "7"},
}


IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
"""Where long stories are written: elsewhere every line waits for a disk."""


def clock(day: str = "2025-03-01") -> Iterator[At]:
    """One time after the other, a second apart."""
    for second in count():
        yield At(f"{day}T{19 + second // 3600 % 5:02}:{second // 60 % 60:02}:{second % 60:02}+01:00", second * 1000)


NOW = At("2025-03-01T19:30:00+01:00", 0)


def opened(folder: Path, limits: Limits = ROOMY) -> Journal:
    return Journal.open(folder, NOW, limits)


def play(journal: Journal, lines: tuple[Mapping[str, object], ...] = LINES, at: At = NOW) -> int:
    """A match with these lines, not closed."""
    match = journal.begin(HEADER, at)
    for line in lines:
        journal.write(match, line, at)
    return match


def evening(folder: Path) -> int:
    """A whole small journal: a match with all that may happen in one."""
    times = clock()
    journal = Journal.open(folder, next(times), ROOMY, {"drover": "1.0"})
    match = journal.begin(HEADER, next(times))
    for number, line in enumerate(LINES):
        seq = journal.write(match, line, next(times))
        assert journal.photograph(match, seq, "move", jpeg(number), READ, next(times))
    asked = journal.note(
        match, Kind.QUESTION, {"number": 1, "reason": "unread", "seats": ["ana"], "choices": ["68", "89"]}, next(times)
    )
    assert journal.photograph(match, asked, "question", jpeg(99), READ, next(times))
    journal.note(match, Kind.ANSWER, {"question": 1, "value": "68", "by": "person"}, next(times))
    wrong = {"number": 2, "rule": "row_has_more", "seat": "ana", "card": "14", "lies": "row/2", "belongs": "row/1"}
    journal.note(match, Kind.OBJECTION, {**wrong, "facts": {"row": 2}}, next(times))
    journal.note(match, Kind.PUT_RIGHT, {"objection": 2}, next(times))
    journal.note(None, Kind.FAULT, {"part": "camera", "reason": "unplugged"}, next(times))
    journal.note(match, Kind.NOTE, {"kind": "paused", "facts": {}}, next(times))
    journal.close_match(match, "abandoned", next(times))
    journal.close(next(times))
    return match


def jpeg(number: int, size: int = 700) -> bytes:
    """Bytes that stand for a photograph: what is in it is nobody's business here."""
    return b"\xff\xd8" + bytes((number * 31 + place * 7) % 251 for place in range(size))
