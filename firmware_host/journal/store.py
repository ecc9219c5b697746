"""The file: made whole or not at all, looked at before it is trusted, put aside when it can't be.

Why it is safe against power cuts. In WAL mode a transaction is appended to `journal.db-wal`, every page with
a checksum that runs on from the one before; with `synchronous=FULL` its commit returns only after fsync of
that file. After a cut SQLite takes what is whole up to the last commit and forgets the rest, so a transaction
is there in full or not at all. Pages move into `journal.db` only after that fsync, and the log is begun anew
only after an fsync of `journal.db`. SQLite syncs the folder when it makes the log; the database itself is made
under another name, synced, renamed, and its folder synced, so there is never half a database by that name.
A disk that says that it has written what it has not (some SD cards do) defeats all of this, and everything else.
"""

from __future__ import annotations

import os
import sqlite3
from itertools import count
from pathlib import Path

from firmware_host.journal.errors import JournalError

FILE = "journal.db"
MAGIC = b"SQLite format 3\0"
APPLICATION = 0x44524F56
"""“DROV”, by which a journal is told from other databases."""

VERSION = 1
BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside the file; it belongs to that file and no other."""

WAIT_S = 5.0
LARGEST_LOG = 16_000_000

SCHEMA = """
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    wall TEXT NOT NULL,
    ms INTEGER NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE INDEX entries_by_match ON entries (match, seq) WHERE match > 0;
CREATE INDEX entries_by_kind ON entries (kind, seq);
CREATE TABLE photographs (
    seq INTEGER PRIMARY KEY,
    size INTEGER NOT NULL,
    jpeg BLOB NOT NULL
) STRICT;
CREATE INDEX photographs_by_size ON photographs (size);
"""


def create(file: Path) -> None:
    """A new, empty journal by that name, all at once."""
    made = file.with_name(f"{file.name}.new")
    for leftover in (made, *_beside(made)):
        leftover.unlink(missing_ok=True)
    connection = sqlite3.connect(made, isolation_level=None)
    try:
        connection.executescript(SCHEMA)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()
    _sync(made)
    made.rename(file)
    _sync(file.parent)


def connect(file: Path) -> sqlite3.Connection:
    """A connection that writes: what it has committed, stays.

    The log is moved into the file when the journal says so (`Journal` knows when nobody waits for a light),
    not in the middle of a move.
    """
    connection = sqlite3.connect(file, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        # Debian has what is deleted overwritten with zeros: for a photograph that is as much as writing it
        # once more, when there is no room, into a card that keeps the old blocks anyway.
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute(f"PRAGMA journal_size_limit = {LARGEST_LOG}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def connect_to_read(file: Path) -> sqlite3.Connection:
    """A connection that can't write, for any thread or program, also while the journal is written."""
    uri = f"{file.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(uri, uri=True, timeout=WAIT_S, isolation_level=None, check_same_thread=False)


def fault_of(file: Path) -> str | None:
    """Why the file can be no journal of this version, told by its first bytes alone: SQLite might change it.

    Raises `JournalError` where it may not be read.
    """
    try:
        with file.open("rb") as stream:
            first = stream.read(100)
    except IsADirectoryError:
        return "folder"
    except OSError as error:
        raise JournalError("unwritable", error.strerror or str(error)) from None
    if not first:
        return "empty"
    if len(first) < 100 or not first.startswith(MAGIC):
        return "no_database"
    if int.from_bytes(first[68:72], "big") != APPLICATION:
        return "other_database"
    return None if int.from_bytes(first[60:64], "big") == VERSION else "other_version"


def orphaned(file: Path) -> bool:
    """Whether a log lies there without its database: SQLite would put it into the next one."""
    return not os.path.lexists(file) and any(beside.exists() for beside in _beside(file))


def set_aside(file: Path, wall: str) -> Path:
    """Rename the file with what belongs to it, and give its new name."""
    stamp = "".join(char for char in wall[:19] if char.isascii() and char.isalnum()) or "unknown"
    names = (file.with_name(f"{file.name}.broken-{stamp}{f'-{n}' if n else ''}") for n in count())
    aside = next(name for name in names if not any(map(os.path.lexists, (name, *_beside(name)))))
    # The database goes first: a log without its database is found (`orphaned`), while a database without
    # its log would look whole and lack the newest moves.
    if os.path.lexists(file):
        file.rename(aside)
    for beside, ending in zip(_beside(file), BESIDE, strict=True):
        if beside.exists():
            beside.rename(f"{aside}{ending}")
    _sync(file.parent)
    return aside


def make_folder(folder: Path) -> None:
    """The folder, and every one above it that is missing, so that a power cut does not take them away again."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for one in missing:
        _sync(one.parent)


def _beside(file: Path) -> tuple[Path, ...]:
    return tuple(file.with_name(f"{file.name}{ending}") for ending in BESIDE)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
