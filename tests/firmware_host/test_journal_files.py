"""Files that are no journal: put aside as they are, a new one begun, the owner told; never a traceback."""

from __future__ import annotations

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.journal import Journal, JournalError, Reader
from firmware_host.journal.store import FILE
from firmware_host.journal.verify import verify
from tests.firmware_host.journals import HEADER, LINES, NOW, ROOMY, evening, jpeg, opened, play


def other_database(file: Path, application: int = 0, version: int = 0) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA application_id = {application}")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("CREATE TABLE songs (name TEXT)")
        connection.commit()


RUBBISH = {
    "zero bytes": b"",
    "one byte": b"S",
    "text": b"Dear diary, today " * 100,
    "zeros": bytes(8192),
    "noise": random.Random(1).randbytes(50_000),
    "a good beginning": b"SQLite format 3\0",
    "a good beginning, then noise": b"SQLite format 3\0" + random.Random(2).randbytes(9000),
    "SQL": b"CREATE TABLE entries (seq INTEGER PRIMARY KEY);",
}


def begun_anew(folder: Path, was: bytes | None) -> Journal:
    """The journal after a start, which must have put the file aside byte for byte and told so."""
    journal = opened(folder)
    assert journal.set_aside is not None
    assert journal.set_aside.file.name == f"{FILE}.broken-20250301T193000"
    if was is not None:
        assert journal.set_aside.file.read_bytes() == was
    assert journal.unfinished() is None
    play(journal)
    with Reader.open(folder) as reader:
        first = reader._connection.execute("SELECT kind FROM entries WHERE seq = 1").fetchone()
    assert first == ("replaced",)
    assert verify(folder).reason == ""
    return journal


@pytest.mark.parametrize("what", RUBBISH)
def test_rubbish_is_put_aside(what: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(RUBBISH[what])
    begun_anew(tmp_path, RUBBISH[what])


@pytest.mark.parametrize("what", RUBBISH)
def test_rubbish_is_told_to_who_reads(what: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(RUBBISH[what])
    assert verify(tmp_path).reason == "broken"
    with pytest.raises(JournalError, match="broken"), Reader.open(tmp_path) as reader:
        reader.matches()


@pytest.mark.parametrize(
    ("application", "version", "why"),
    [(0, 0, "other_database"), (0x44524F56, 99, "other_version"), (0x44524F56, 1, "damaged")],
)
def test_other_databases_and_versions_are_put_aside(application: int, version: int, why: str, tmp_path: Path) -> None:
    other_database(tmp_path / FILE, application, version)
    journal = begun_anew(tmp_path, (tmp_path / FILE).read_bytes() if why != "damaged" else None)
    assert journal.set_aside is not None
    assert journal.set_aside.why == why


def test_a_folder_of_that_name_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    assert begun_anew(tmp_path, None).set_aside is not None


def test_every_broken_file_is_kept(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / FILE).write_bytes(b"rubbish %d" % number)
        opened(tmp_path).close(NOW)
    kept = sorted(tmp_path.glob(f"{FILE}.broken-*"))
    assert [file.read_bytes() for file in kept] == [b"rubbish 0", b"rubbish 1", b"rubbish 2"]


def test_a_log_without_its_file_is_not_mixed_into_a_new_one(tmp_path: Path) -> None:
    play(opened(tmp_path))
    (tmp_path / FILE).unlink()
    log = (tmp_path / f"{FILE}-wal").read_bytes()
    journal = opened(tmp_path)
    assert journal.set_aside is not None
    assert journal.set_aside.why == "log_alone"
    assert Path(f"{journal.set_aside.file}-wal").read_bytes() == log
    assert journal.unfinished() is None


@pytest.mark.parametrize("part", [0.1, 0.3, 0.5, 0.8, 0.99])
def test_a_file_that_was_cut_short_is_put_aside(part: float, tmp_path: Path) -> None:
    evening(tmp_path)
    file = tmp_path / FILE
    os.truncate(file, int(file.stat().st_size * part))
    begun_anew(tmp_path, None)


def test_newest_entries_that_were_changed_are_not_gone_on_with(tmp_path: Path) -> None:
    """A row that says another number than was written would be played on with."""
    journal = opened(tmp_path)
    play(journal)
    journal.close(NOW)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("UPDATE entries SET body = replace(body, '43', '44')")
        connection.commit()
    assert begun_anew(tmp_path, None).set_aside is not None


def test_pages_of_noise_never_end_in_a_traceback(tmp_path: Path) -> None:
    """Each page in turn: either the newest entries are sound, or a new journal is begun."""
    evening(tmp_path)
    data = (tmp_path / FILE).read_bytes()
    rng = random.Random(5)
    for page in range(len(data) // 4096):
        folder = tmp_path / str(page)
        folder.mkdir()
        (folder / FILE).write_bytes(data[: page * 4096] + rng.randbytes(4096) + data[(page + 1) * 4096 :])
        journal = opened(folder)
        match = play(journal)
        unfinished = journal.unfinished()
        assert unfinished is not None
        assert unfinished == (match, (HEADER, *LINES), 0, ())
        journal.photograph(match, match, "move", jpeg(1), {}, NOW)
        journal.prune(NOW)
        journal.close(NOW)


def test_an_owner_whose_journal_breaks_in_the_middle_begins_afresh(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    match = play(journal)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("DROP TABLE entries")
    with pytest.raises(JournalError) as raised:
        journal.write(match, LINES[0], NOW)
    assert raised.value.reason == "broken"
    assert not journal.photograph(match, match, "move", jpeg(1), {}, NOW)
    afresh = Journal.open(tmp_path, NOW, ROOMY, afresh=True)
    assert afresh.set_aside is not None
    assert afresh.set_aside.why == "afresh"
    play(afresh)
    with Reader.open(tmp_path) as reader:
        assert len(reader.matches()) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_may_not_be_written_is_said_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(JournalError, match="unwritable"):
        opened(tmp_path)
    tmp_path.chmod(0o700)


def test_a_file_in_the_place_of_the_folder_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text("here already")
    with pytest.raises(JournalError, match="unwritable"):
        opened(tmp_path / "journal")
