"""A change anywhere in the journal is found: in any column, any row, any byte of the file."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from firmware_host.journal import JournalError, Limits, Reader
from firmware_host.journal.entries import START, link
from firmware_host.journal.store import FILE
from firmware_host.journal.verify import Verdict, verify
from tests.firmware_host.journals import HEADER, NOW, READ, evening, jpeg, opened, play

STEP = 37
"""Every so many bytes of the file one is flipped; 1 takes a minute."""


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    evening(tmp_path)
    return tmp_path


def tampered(folder: Path, *statements: str) -> Verdict:
    """What is found after somebody with a database tool was at it."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return verify(folder)


def test_all_is_as_it_was_written(journal: Path) -> None:
    verdict = verify(journal)
    assert verdict.reason == ""
    assert verdict.photographs == 7
    with Reader.open(journal) as reader:
        assert verdict.head == reader.head()
        assert verdict.entries == verdict.head.seq


def test_the_hash_is_what_the_docs_say_it_is(journal: Path) -> None:
    with closing(sqlite3.connect(journal / FILE)) as connection:
        row = connection.execute("SELECT * FROM entries WHERE seq = 1").fetchone()
    from hashlib import sha256

    text = "".join(f"{len(str(column).encode())}:{column}" for column in row[:6])
    assert row[6] == sha256(bytes(32) + text.encode()).digest() == link(START, *row[:6])


def test_texts_that_are_cut_elsewhere_have_another_hash() -> None:
    assert link(START, 1, "ab", "c") != link(START, 1, "a", "bc")


COLUMNS = {
    "match": "match + 1",
    "kind": "kind || 'x'",
    "body": "body || ' '",
    "wall": "replace(wall, '2025', '2024')",
    "ms": "ms + 1",
    "hash": "zeroblob(32)",
}


@pytest.mark.parametrize("column", COLUMNS)
def test_a_change_of_any_column_of_any_entry_is_found(column: str, journal: Path, tmp_path: Path) -> None:
    for seq in range(1, verify(journal).entries + 1):
        copy = tmp_path / "copy"
        shutil.copytree(journal, copy, ignore=shutil.ignore_patterns("copy"), dirs_exist_ok=True)
        verdict = tampered(copy, f"UPDATE entries SET {column} = {COLUMNS[column]} WHERE seq = {seq}")  # noqa: S608
        assert (verdict.reason, verdict.seq) == ("changed", seq)


@pytest.mark.parametrize(
    ("statements", "reason", "seq"),
    [
        (["DELETE FROM entries WHERE seq = 5"], "missing", 6),
        (["DELETE FROM entries WHERE seq = 1"], "missing", 2),
        (["DELETE FROM entries WHERE seq = 5", "UPDATE entries SET seq = seq - 1 WHERE seq > 5"], "changed", 5),
        (["INSERT INTO entries VALUES (99, 2, 'line', '{}', '', 0, x'00')"], "missing", 99),
        (["INSERT INTO entries VALUES (0, 2, 'line', '{}', '', 0, x'00')"], "missing", 0),
        (["UPDATE entries SET seq = -4 WHERE seq = 4", "UPDATE entries SET seq = 4 WHERE seq = 5",
          "UPDATE entries SET seq = 5 WHERE seq = -4"], "changed", 4),
        (["DELETE FROM photographs WHERE seq = 4"], "photograph_missing", 4),
        (["UPDATE photographs SET jpeg = CAST(jpeg || x'00' AS BLOB) WHERE seq = 6"], "photograph_changed", 6),
        (["UPDATE photographs SET size = size + 1 WHERE seq = 6"], "photograph_changed", 6),
        (["UPDATE photographs SET seq = 3 WHERE seq = 4"], "photograph_foreign", 3),
        (["INSERT INTO photographs VALUES (77, 1, x'00')"], "photograph_foreign", 77),
        (["DROP INDEX entries_by_kind", "CREATE INDEX entries_by_kind ON entries (seq)"], "", 0),
    ],
)  # fmt: skip
def test_rows_that_are_gone_put_in_or_swapped_are_found(
    statements: list[str], reason: str, seq: int, journal: Path
) -> None:
    verdict = tampered(journal, *statements)
    assert (verdict.reason, verdict.seq) == (reason, seq)


def test_a_tail_that_was_cut_off_is_found_by_who_noted_the_head(journal: Path) -> None:
    """The chain alone can't tell: what is left is a whole journal of an earlier time."""
    head = verify(journal).head.hash
    assert verify(journal, head).reason == ""
    assert tampered(journal, "DELETE FROM entries WHERE seq > 17").reason == ""
    assert verify(journal, head).reason == "head"


def test_a_chain_that_was_made_anew_is_found_by_who_noted_the_head(journal: Path) -> None:
    head = verify(journal).head.hash
    with closing(sqlite3.connect(journal / FILE)) as connection:
        before = START
        for row in connection.execute("SELECT * FROM entries ORDER BY seq").fetchall():
            body = row[3].replace("abandoned", "over")
            before = link(before, *row[:3], body, *row[4:6])
            connection.execute("UPDATE entries SET body = ?, hash = ? WHERE seq = ?", (body, before, row[0]))
        connection.commit()
    assert verify(journal).reason == ""
    assert verify(journal, head).reason == "head"


def test_a_head_that_was_noted_long_ago_still_counts(journal: Path) -> None:
    head = verify(journal).head.hash
    later = opened(journal)
    play(later)
    assert verify(journal, head).reason == ""


def test_photographs_that_were_deleted_for_room_are_not_missed(tmp_path: Path) -> None:
    journal = opened(tmp_path, Limits(photograph_bytes=2000, free_bytes=0, reserve_bytes=0))
    match = journal.begin(HEADER, NOW)
    for number in range(6):
        assert journal.photograph(match, match, "move", jpeg(number), READ, NOW)
    verdict = verify(tmp_path)
    assert verdict.reason == ""
    assert 1 <= verdict.photographs <= 2
    assert (
        tampered(tmp_path, "UPDATE photographs SET seq = 3 WHERE seq = (SELECT min(seq) FROM photographs)").reason
        == "photograph_foreign"
    )


def contents(folder: Path) -> list[object]:
    with closing(sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)) as connection:
        connection.text_factory = bytes
        return [
            *connection.execute("SELECT * FROM entries ORDER BY seq"),
            *connection.execute("SELECT * FROM photographs ORDER BY seq"),
        ]


def flipped(step: int, folder: Path) -> int:
    """Flip the bytes of the file one after the other; gives how many flips were found."""
    file = folder / FILE
    data = file.read_bytes()
    was = contents(folder)
    found = 0
    for place in range(0, len(data), step):
        file.write_bytes(data[:place] + bytes([data[place] ^ (1 << place % 8)]) + data[place + 1 :])
        try:
            verdict = verify(folder)
        except JournalError:
            found += 1
            continue
        if verdict.reason:
            found += 1
        else:
            assert contents(folder) == was, f"byte {place}"
        for beside in folder.glob(f"{FILE}-*"):
            with suppress(FileNotFoundError):
                beside.unlink()
    return found


def test_a_byte_that_flips_in_the_file_is_found_or_changes_nothing(tmp_path: Path) -> None:
    """Some bytes are nobody's: room that is free, counters that SQLite does not trust itself."""
    evening(tmp_path)
    assert flipped(STEP, tmp_path) > 100


@pytest.mark.parametrize("name", [FILE, f"{FILE}-wal"])
def test_a_file_that_is_cut_is_found_or_is_an_earlier_journal(name: str, tmp_path: Path) -> None:
    journal = opened(tmp_path / "whole")
    play(journal)
    was = verify(tmp_path / "whole")
    data = (tmp_path / "whole" / name).read_bytes()
    copy = tmp_path / "copy"
    for length in range(0, len(data), 1 + len(data) // 60):
        shutil.copytree(tmp_path / "whole", copy, dirs_exist_ok=True)
        (copy / name).write_bytes(data[:length])
        try:
            verdict = verify(copy)
        except JournalError:
            continue
        assert verdict.reason or verdict.entries <= was.entries
        shutil.rmtree(copy)
    journal._connection.close()


def test_there_must_be_a_journal(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        verify(tmp_path)
