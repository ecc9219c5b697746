"""Bounded: by size, by age, by what is free; a full disk stops photographs, not play."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from firmware_host.journal import At, Journal, Kind, Limits, Reader
from firmware_host.journal.store import FILE
from firmware_host.journal.verify import verify
from tests.firmware_host.journals import HEADER, IN_MEMORY, LINES, NOW, ROOMY, jpeg, opened, play

SMALL = Limits(photograph_bytes=10_000, free_bytes=0, reserve_bytes=0)


@pytest.fixture
def memory() -> Iterator[Path]:
    with TemporaryDirectory(dir=IN_MEMORY) as folder:
        yield Path(folder)


def photographed(journal: Journal, match: int, count: int, at: At = NOW) -> list[bool]:
    """So many photographs of 1002 bytes, of a match."""
    return [journal.photograph(match, match, "move", jpeg(number, 1000), {}, at) for number in range(count)]


def left(folder: Path, match: int) -> int:
    """How many photographs of a match are still there."""
    with Reader.open(folder) as reader:
        entries = [entry for entry in reader.entries(match) if entry.kind == Kind.PHOTOGRAPH]
        return sum(reader.photograph(entry.seq) is not None for entry in entries)


def day(number: int) -> At:
    return At(f"2025-{1 + number // 28:02}-{1 + number % 28:02}T20:00:00+01:00", number)


def test_the_oldest_photographs_make_way_for_new_ones(tmp_path: Path) -> None:
    journal = opened(tmp_path, SMALL)
    first, second = play(journal), play(journal)
    assert all(photographed(journal, first, 8))
    assert all(photographed(journal, second, 5))
    assert left(tmp_path, second) == 5
    assert left(tmp_path, first) <= 4
    assert verify(tmp_path).reason == ""


def test_those_of_a_dispute_never_do(tmp_path: Path) -> None:
    journal = opened(tmp_path, SMALL)
    disputed, other = play(journal), play(journal)
    photographed(journal, disputed, 6)
    journal.hold(disputed, NOW)
    assert all(photographed(journal, other, 20))
    assert left(tmp_path, disputed) == 6
    photographed(journal, disputed, 3)
    assert photographed(journal, other, 3) == [False] * 3, "nine are held, and there is no room for a tenth"
    journal.release(disputed, NOW)
    assert all(photographed(journal, other, 9))
    assert left(tmp_path, disputed) == 0
    assert verify(tmp_path).reason == ""


def test_age_deletes_photographs_but_for_those_of_the_newest_match(tmp_path: Path) -> None:
    journal = opened(tmp_path, Limits(photograph_days=30, free_bytes=0, reserve_bytes=0))
    matches = [play(journal, at=day(10 * number)) for number in range(4)]
    for number, match in enumerate(matches):
        photographed(journal, match, 2, day(10 * number))
    assert journal.prune(day(45)).photographs == 4
    assert [left(tmp_path, match) for match in matches] == [0, 0, 2, 2]
    assert journal.prune(At("2099-01-01T00:00:00Z", 0)).photographs == 2
    assert [left(tmp_path, match) for match in matches] == [0, 0, 0, 2], "a clock that is wrong takes no evidence"
    assert journal.prune(At("no clock at all", 0)).photographs == 0
    assert verify(tmp_path).reason == ""


@pytest.mark.parametrize("size", [0, 1001])
def test_what_is_no_photograph_or_too_large_a_one_is_refused(size: int, tmp_path: Path) -> None:
    journal = opened(tmp_path, Limits(largest=1000, free_bytes=0, reserve_bytes=0))
    assert not journal.photograph(1, 1, "move", bytes(size), {}, NOW)


def test_without_free_space_there_are_no_photographs_and_the_journal_says_so_once(tmp_path: Path) -> None:
    journal = opened(tmp_path, Limits(free_bytes=1 << 60, reserve_bytes=0))
    match = play(journal)
    assert photographed(journal, match, 3) == [False] * 3
    journal.write(match, LINES[0], NOW)
    with Reader.open(tmp_path) as reader:
        faults = [entry.body for entry in reader.entries(match) if entry.kind == Kind.FAULT]
    assert faults == [{"part": "photographs", "reason": "no_room"}]


def months(folder: Path, limits: Limits, held: Sequence[int] = ()) -> tuple[Journal, list[int]]:
    """A match a day for three months, each with two photographs, and the journal pruned every day."""
    journal = Journal.open(folder, day(0), limits)
    matches = []
    for number in range(84):
        match = play(journal, at=day(number))
        photographed(journal, match, 2, day(number))
        journal.close_match(match, "over", day(number))
        if number in held:
            journal.hold(match, day(number))
        matches.append(match)
        journal.prune(day(number))
    return journal, matches


def test_old_matches_are_deleted_whole_and_the_chain_still_joins(memory: Path) -> None:
    limits = Limits(entry_days=28, photograph_days=14, free_bytes=0, reserve_bytes=0)
    journal, matches = months(memory, limits, held=(3, 4, 20))
    with Reader.open(memory) as reader:
        summaries = reader.matches()
        assert [summary.match for summary in summaries] == [matches[3], matches[4], matches[20], *matches[55:]]
        assert [summary.match for summary in summaries if summary.held] == [matches[3], matches[4], matches[20]]
        assert reader.lines(matches[3]) == [HEADER, *LINES]
    assert [left(memory, matches[number]) for number in (3, 4, 20, 60, 83)] == [2, 2, 2, 0, 2]
    verdict = verify(memory)
    assert verdict.reason == ""
    head = journal.head()
    journal.release(matches[3], day(83))
    while journal.prune(day(83)).entries:
        pass
    with Reader.open(memory) as reader:
        assert matches[3] not in [summary.match for summary in reader.matches()]
    assert verify(memory, head.hash).reason == ""


def test_the_whole_file_stays_within_its_limit(memory: Path) -> None:
    limits = Limits(file_bytes=200_000, photograph_days=9999, free_bytes=0, reserve_bytes=0)
    _, matches = months(memory, limits)
    assert (memory / FILE).stat().st_size < 300_000
    assert 10 < verify(memory).photographs < 84
    with Reader.open(memory) as reader:
        assert reader.matches()[-1].match == matches[-1]
    assert verify(memory).reason == ""


def test_a_match_that_is_played_is_never_deleted(memory: Path) -> None:
    journal = Journal.open(memory, day(0), Limits(file_bytes=0, free_bytes=0, reserve_bytes=0))
    match = play(journal, LINES * 100, day(0))
    assert journal.prune(day(80)).entries <= 1
    unfinished = journal.unfinished()
    assert unfinished is not None
    assert unfinished.match == match
    assert len(unfinished.lines) == 1 + 100 * len(LINES)


@pytest.mark.parametrize("tampering", ["gaps", "none"])
def test_a_gap_that_no_seal_explains_is_found(tampering: str, memory: Path) -> None:
    import sqlite3

    journal, _ = months(memory, Limits(entry_days=28, free_bytes=0, reserve_bytes=0))
    journal.close(day(84))
    assert verify(memory).reason == ""
    with sqlite3.connect(memory / FILE) as connection:
        (first,) = connection.execute("SELECT min(seq) FROM entries").fetchone()
        if tampering == "gaps":
            connection.execute("UPDATE entries SET body = replace(body, '[1,', '[2,') WHERE kind = 'sealed'")
        else:
            connection.execute("DELETE FROM entries WHERE seq = ?", (first,))
    connection.close()
    assert verify(memory).reason in ("missing", "changed")


def test_the_reserve_is_put_by_and_put_by_again(tmp_path: Path) -> None:
    reserve = tmp_path / "journal.reserve"
    journal = opened(tmp_path)
    assert reserve.stat().st_blocks * 512 >= ROOMY.reserve_bytes, "room that is really taken"
    reserve.unlink()
    journal.prune(NOW)
    assert reserve.exists()


PLAYER = """
import os, resource, sys
from pathlib import Path
from firmware_host.journal import Journal, JournalError, Limits
from firmware_host.journal.verify import verify
from tests.firmware_host.journals import LINES, NOW, jpeg, play

folder = Path(sys.argv[1])
limits = Limits(photograph_bytes=10**9, free_bytes=int(sys.argv[2]), reserve_bytes=500_000)
if sys.argv[3] != "0":
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
journal = Journal.open(folder, NOW, limits)
match = play(journal)
kept = [journal.photograph(match, match, "move", jpeg(n, 20_000), {}, NOW) for n in range(400)]
print("photographs", sum(kept), kept[-1], flush=True)
count = 0
try:
    while count < 4000:
        journal.write(match, LINES[count % len(LINES)], NOW)
        count += 1
except JournalError as error:
    print("error", error.reason)
print("moves", count)
again = journal.unfinished()
print("there", len(again.lines) - 1 - len(LINES))
print("photograph", journal.photograph(match, match, "move", jpeg(1, 20_000), {}, NOW))
journal._connection.close()
if sys.argv[3] == "0":
    again = Journal.open(folder, NOW, limits)
    print("reopened", len(again.unfinished().lines) - 1 - len(LINES), again.set_aside)
    print("verified", verify(folder).reason or "sound")
"""


def played(command: Sequence[str | Path]) -> dict[str, str]:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return {name: rest for name, _, rest in (line.partition(" ") for line in done.stdout.splitlines())}


def test_a_file_that_may_not_grow_stops_photographs_and_loses_nothing(tmp_path: Path) -> None:
    """A limit on files, which no reserve helps against: what was acknowledged is there all the same."""
    told = played([sys.executable, "-c", PLAYER, tmp_path, "0", "3000000"])
    assert told["photographs"].endswith("False")
    assert int(told["moves"]) > 100
    assert told["there"] == told["moves"]
    unfinished = opened(tmp_path).unfinished()
    assert unfinished is not None
    assert len(unfinished.lines) == 1 + len(LINES) + int(told["moves"])
    assert verify(tmp_path).reason == ""


MOUNT = 'mount -t tmpfs -o size=8m none "$1" && exec "$2" -c "$3" "$1" "$4" 0'


def may_mount(folder: Path) -> bool:
    """Whether a small disk of our own can be had: Linux lets any user, but not in every container."""
    command = ["unshare", "-Urm", "mount", "-t", "tmpfs", "-o", "size=1m", "none", str(folder)]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


@pytest.mark.parametrize("floor", [0, 1_000_000])
def test_a_disk_that_is_really_full_stops_photographs_and_not_play(floor: int, tmp_path: Path) -> None:
    """Eight megabytes in all. Without a floor the photographs fill the last block; with one they stop before.
    Then moves have the reserve, and after that what the oldest photographs leave."""
    if not may_mount(tmp_path):
        pytest.skip("needs a user namespace to mount a small disk")
    told = played(["unshare", "-Urm", "sh", "-c", MOUNT, "sh", tmp_path, sys.executable, PLAYER, str(floor)])
    assert told["photographs"].endswith("False")
    assert told["moves"] == told["there"] == told["reopened"].split()[0] == "4000"
    assert told["verified"] == "sound"


FULL = """
import os, sys
from pathlib import Path
from firmware_host.journal import Journal, JournalError, Limits
from tests.firmware_host.journals import LINES, NOW, play

folder = Path(sys.argv[1])
journal = Journal.open(folder, NOW, Limits(free_bytes=0, reserve_bytes=200_000))
match = play(journal)
with open(folder / "songs", "wb", buffering=0) as other:
    count = 0
    try:
        while count < 50_000:
            try:
                while other.write(bytes(4096)):
                    pass
            except OSError:
                pass
            journal.write(match, LINES[1], NOW)
            count += 1
    except JournalError as error:
        print("error", error.reason)
print("moves", count)
print("there", len(journal.unfinished().lines) - 1 - len(LINES))
os.unlink(folder / "songs")
journal.write(match, LINES[1], NOW)
journal.prune(NOW)
print("reserve", (folder / "journal.reserve").exists())
print("again", len(journal.unfinished().lines) - 1 - len(LINES))
"""


def test_a_disk_that_another_program_fills_to_the_last_byte_is_told_and_gone_on_with_once_there_is_room(
    tmp_path: Path,
) -> None:
    if not may_mount(tmp_path):
        pytest.skip("needs a user namespace to mount a small disk")
    told = played(["unshare", "-Urm", "sh", "-c", MOUNT, "sh", tmp_path, sys.executable, FULL, "0"])
    assert told["error"] == "full"
    assert told["there"] == told["moves"]
    assert int(told["again"]) == int(told["moves"]) + 1
    assert told["reserve"] == "True"


def test_no_room_for_the_reserve_is_no_trouble(tmp_path: Path) -> None:
    journal = opened(tmp_path, Limits(reserve_bytes=1 << 60))
    play(journal)
    assert not (tmp_path / "journal.reserve").exists()
