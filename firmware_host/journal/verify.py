"""Walking the whole chain: is every entry, and every photograph, as it was written?"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from firmware_host.journal.entries import START, Head, Kind, link
from firmware_host.journal.errors import JournalError, trouble
from firmware_host.journal.pruning import Seal, seal_of
from firmware_host.journal.store import FILE, connect_to_read, fault_of

Facts = dict[str, Any]


@dataclass(frozen=True)
class Verdict:
    """What the walk found: how much is sound, the newest entry, and the first thing that is not as it was written.

    `reason` is empty where all is sound; else one of `broken` (the file), `missing` (entries before `seq`),
    `changed` (that entry), `photograph_changed`, `photograph_missing`, `photograph_foreign`, `head` (no entry
    has the hash that was asked for).
    """

    entries: int
    photographs: int
    head: Head
    reason: str = ""
    seq: int = 0
    why: str = ""


class _Bad(Exception):
    """The first thing that is wrong; the walk ends there."""

    def __init__(self, reason: str, seq: int) -> None:
        super().__init__(reason, seq)
        self.reason, self.seq = reason, seq


@dataclass
class _Walk:
    """What is known so far."""

    entries: int = 0
    head: Head = field(default_factory=lambda: Head(0, START.hex()))
    expected: dict[int, tuple[str, int]] = field(default_factory=dict)
    """The photographs that there must be: by their entry, the hash and the size."""
    deleted: set[int] = field(default_factory=set)
    photographs: int = 0
    wanted_seen: bool = False


def verify(folder: Path | str, head: str | None = None) -> Verdict:
    """Check the journal in that folder; with `head` also that the entry with that hash is still in it.

    Raises `FileNotFoundError` where there is none, and `JournalError` where it can't be read at all.
    """
    file = Path(folder) / FILE
    if not file.exists():
        raise FileNotFoundError(file)
    walked = _Walk()
    try:
        if fault := fault_of(file):
            return _verdict(walked, "broken", why=fault)
        _check(file, walked, head)
    except _Bad as bad:
        return _verdict(walked, bad.reason, bad.seq)
    except sqlite3.Error as error:
        told = trouble(error)
        if told.reason != "broken":
            raise told from error
        return _verdict(walked, "broken", why=told.why)
    except (ValueError, TypeError, KeyError) as error:
        # Python cannot even decode what SQLite says of a file in which the names of columns are broken.
        return _verdict(walked, "broken", why=str(error))
    if head is not None and not walked.wanted_seen:
        return _verdict(walked, "head")
    return _verdict(walked)


def _verdict(walked: _Walk, reason: str = "", seq: int = 0, why: str = "") -> Verdict:
    return Verdict(walked.entries, walked.photographs, walked.head, reason, seq, why)


def _check(file: Path, walked: _Walk, wanted: str | None) -> None:
    connection = connect_to_read(file)
    try:
        # Whatever bytes are in a text, they can be hashed.
        connection.text_factory = bytes
        connection.execute("BEGIN")
        _check_entries(connection, walked, wanted)
        _check_photographs(connection, walked)
        # Last, since what it finds has no number: pages that SQLite itself can't follow, and indexes, by
        # which matches are found, that do not say what the table does.
        (sound,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if sound != b"ok":
            raise JournalError("broken", sound.decode(errors="replace"))
    except JournalError as error:
        raise sqlite3.DatabaseError(error.why) from error
    finally:
        connection.close()


def _check_entries(connection: sqlite3.Connection, walked: _Walk, wanted: str | None) -> None:
    seal = _seal(connection)
    gaps = {gap.first: gap for gap in seal.gaps}
    walked.deleted.update(seal.photographs)
    before = START
    seq = 0
    for row in connection.execute("SELECT seq, match, kind, body, wall, ms, hash FROM entries ORDER BY seq"):
        gap = gaps.get(seq + 1)
        if gap is not None and gap.last == row[0] - 1:
            seq, before = gap.last, bytes.fromhex(gap.hash)
            walked.wanted_seen |= gap.hash == wanted
        if row[0] != seq + 1:
            raise _Bad("missing", row[0])
        if link(before, *row[:6]) != row[6]:
            raise _Bad("changed", row[0])
        seq, before = row[0], row[6]
        walked.entries += 1
        walked.head = Head(seq, before.hex())
        walked.wanted_seen |= walked.head.hash == wanted
        _collect(row[2].decode(), seq, row[3], walked)


def _seal(connection: sqlite3.Connection) -> Seal:
    """The newest seal. Should it be forged, the walk comes to it and finds that."""
    rows = connection.execute("SELECT seq, body FROM entries WHERE kind = 'sealed' ORDER BY seq DESC LIMIT 1")
    row = rows.fetchone()
    if row is None:
        return Seal()
    try:
        return seal_of(row[1])
    except (ValueError, TypeError, KeyError):
        raise _Bad("changed", row[0]) from None


def _collect(kind: str, seq: int, body: bytes, walked: _Walk) -> None:
    """What an entry, now known to be sound, says of photographs."""
    collect: dict[str, Callable[[Facts], None]] = {
        Kind.PHOTOGRAPH: lambda facts: walked.expected.update({seq: (facts["sha256"], facts["bytes"])}),
        Kind.DELETED: lambda facts: walked.deleted.update(facts["photographs"]),
    }
    if kind in collect:
        collect[kind](json.loads(body))


def _check_photographs(connection: sqlite3.Connection, walked: _Walk) -> None:
    for seq, size, jpeg in connection.execute("SELECT seq, size, jpeg FROM photographs ORDER BY seq"):
        if seq not in walked.expected or seq in walked.deleted:
            raise _Bad("photograph_foreign", seq)
        # Where bytes of the file changed, anything may stand in a column.
        if type(jpeg) is not bytes or (sha256(jpeg).hexdigest(), size) != walked.expected[seq]:
            raise _Bad("photograph_changed", seq)
        walked.photographs += 1
        del walked.expected[seq]
    missing = walked.expected.keys() - walked.deleted
    if missing:
        raise _Bad("photograph_missing", min(missing))
