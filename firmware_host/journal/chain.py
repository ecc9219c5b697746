"""The chain of entries in an open file: appending to it, and walking along it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from firmware_host.journal.entries import START, At, Body, Kind, link, written

Row = tuple[int, int, str, str, str, int, bytes]


class Chain:
    """Appends entries; every change is made inside `transaction`, in full or not at all."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            # SQLite may have rolled back already, as it does where the disk is full.
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise

    def append(self, match: int | None, kind: Kind, body: Body, at: At) -> int:
        """One more entry; a header opens a match, which is known by that entry's number.

        The newest entry is read each time, inside the transaction: another program (`drover journal
        dispute`) may have appended one.
        """
        newest, before = self.head()
        seq = newest + 1
        belongs = match or 0 if kind != Kind.HEADER else seq
        columns = (seq, belongs, kind.value, written(body), at.wall, at.ms)
        self.connection.execute(
            "INSERT INTO entries (seq, match, kind, body, wall, ms, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*columns, link(before, *columns)),
        )
        return seq

    def head(self) -> tuple[int, bytes]:
        """The newest entry's number and hash."""
        row: tuple[int, bytes] | None
        row = self.connection.execute("SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1").fetchone()
        return row or (0, START)

    def last_of(self, *kinds: Kind) -> Row | None:
        """The newest entry of these kinds."""
        rows = (
            self.connection.execute("SELECT * FROM entries WHERE kind = ? ORDER BY seq DESC LIMIT 1", (kind.value,))
            for kind in kinds
        )
        return max((row for rows_of in rows for row in rows_of), default=None)

    def held(self) -> set[int]:
        """The matches whose photographs and entries stay, whatever the limits say."""
        held: set[int] = set()
        for match, kind in self.connection.execute(
            "SELECT match, kind FROM entries WHERE kind IN ('held', 'released') ORDER BY seq"
        ):
            (held.add if kind == Kind.HELD else held.discard)(match)
        return held

    def joined_from(self, first: int) -> bool:
        """Whether the entries from that one on are numbered on and bound to each other."""
        rows = self.connection.execute("SELECT * FROM entries WHERE seq >= ? ORDER BY seq", (max(first - 1, 1),))
        return not any(wrong for _, wrong in walk(rows, START if first <= 1 else None))


def walk(rows: Iterable[Row], before: bytes | None, seq: int = 0) -> Iterator[tuple[Row, bool]]:
    """Each row, and whether it is not bound to the one before; with `before` None the first is believed."""
    for row in rows:
        wrong = before is not None and (row[0] != seq + 1 or link(before, *row[:6]) != row[6])
        yield row, wrong
        seq, before = row[0], row[6]
