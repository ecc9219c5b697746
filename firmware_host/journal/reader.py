"""Reading the journal: from any thread or program, also while it is written."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.journal.chain import Chain
from firmware_host.journal.entries import At, Body, Entry, Head, Kind, entry_of
from firmware_host.journal.errors import JournalError, trouble
from firmware_host.journal.store import FILE, connect_to_read, fault_of


@dataclass(frozen=True)
class Summary:
    """A match as a list shows it; `how` is empty while it is not closed."""

    match: int
    header: Body
    at: At
    how: str = ""
    result: Body = field(default_factory=dict)
    held: bool = False


class Reader:
    """What is in a journal. A file that is broken shows as a `JournalError` with the reason `broken`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @classmethod
    @contextmanager
    def open(cls, folder: Path | str) -> Iterator[Reader]:
        """The journal in that folder; raises `FileNotFoundError` where there is none."""
        file = Path(folder) / FILE
        if not file.exists():
            raise FileNotFoundError(file)
        if fault := fault_of(file):
            raise JournalError("broken", fault)
        connection = None
        try:
            connection = connect_to_read(file)
            # One view for as long as it is open, whatever is written or deleted meanwhile.
            connection.execute("BEGIN")
            yield cls(connection)
        except sqlite3.Error as error:
            raise trouble(error) from error
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            raise JournalError("broken", str(error)) from error
        finally:
            if connection is not None:
                connection.close()

    def head(self) -> Head:
        seq, digest = Chain(self._connection).head()
        return Head(seq, digest.hex())

    def matches(self) -> list[Summary]:
        """Every match, the oldest first."""
        held = Chain(self._connection).held()
        ends = {entry.match: entry.body for entry in self._of_kind(Kind.CLOSED) if self.closed(entry.match)}
        found = []
        for entry in self._of_kind(Kind.HEADER):
            end = ends.get(entry.match, {})
            result = end.get("result")
            result = result if isinstance(result, Mapping) else {}
            found.append(
                Summary(entry.match, entry.body, entry.at, str(end.get("how", "")), result, entry.match in held)
            )
        return found

    def last_match(self) -> int | None:
        """The newest match."""
        row = Chain(self._connection).last_of(Kind.HEADER)
        return row and row[1]

    def closed(self, match: int) -> bool:
        """Whether it has ended; a line that corrects it later opens it again."""
        rows = self._connection.execute(
            "SELECT kind FROM entries WHERE match = ? AND kind IN ('closed', 'line') ORDER BY seq DESC LIMIT 1",
            (match,),
        )
        last = rows.fetchone()
        return last is not None and last[0] == Kind.CLOSED

    def lines(self, match: int) -> list[Body]:
        """The record of a match: its header, then every line in the order in which it was accepted."""
        return _lines_in(self._of_match(match))

    def left_off(self, match: int) -> tuple[list[Body], list[Body]]:
        """The same lines, and what was entered before its turn and is not among them yet."""
        own = self._of_match(match)
        return _lines_in(own), _waiting_in(own)

    def asked(self, match: int) -> int:
        """The highest number of a question or objection in a match; 0 where there was none."""
        rows = self._connection.execute(
            "SELECT * FROM entries WHERE match = ? AND kind IN ('question', 'objection')", (match,)
        )
        return max((int(str(entry_of(row).body.get("number", 0))) for row in rows), default=0)

    def entries(self, match: int) -> list[Entry]:
        """What belongs to a match, and what befell the table while it was played."""
        own = self._of_match(match)
        if not own:
            return []
        between = self._connection.execute(
            "SELECT * FROM entries WHERE seq BETWEEN ? AND ? AND match = 0", (own[0].seq, own[-1].seq)
        )
        return sorted([*own, *map(entry_of, between)], key=lambda entry: entry.seq)

    def stretch(self, match: int) -> Iterator[tuple[int, int, str, str, str, int, bytes]]:
        """All rows from the first to the last of a match, whatever is in them: these can be checked as a chain."""
        return self._connection.execute(
            "SELECT * FROM entries WHERE seq BETWEEN ? AND (SELECT max(seq) FROM entries WHERE match = ?) ORDER BY seq",
            (match, match),
        )

    def hash_before(self, seq: int) -> bytes | None:
        """The hash of the entry before, where it is still there."""
        rows = self._connection.execute("SELECT hash FROM entries WHERE seq = ?", (seq - 1,))
        row: tuple[bytes] | None = rows.fetchone()
        return row and row[0]

    def photograph(self, seq: int) -> bytes | None:
        """The JPEG of a photograph's entry, unless it was deleted."""
        rows = self._connection.execute("SELECT jpeg FROM photographs WHERE seq = ?", (seq,))
        row: tuple[bytes] | None = rows.fetchone()
        return row and row[0]

    def _of_match(self, match: int) -> list[Entry]:
        rows = self._connection.execute("SELECT * FROM entries WHERE match = ? AND match > 0 ORDER BY seq", (match,))
        return [entry_of(row) for row in rows]

    def _of_kind(self, kind: Kind) -> Iterator[Entry]:
        return map(entry_of, self._connection.execute("SELECT * FROM entries WHERE kind = ? ORDER BY seq", (kind,)))


def _lines_in(entries: Iterable[Entry]) -> list[Body]:
    return [entry.body for entry in entries if entry.kind in (Kind.HEADER, Kind.LINE)]


def _waiting_in(entries: Iterable[Entry]) -> list[Body]:
    """What the last note about it says, without what was written since."""
    waiting: list[Body] = []
    for entry in entries:
        if entry.kind == Kind.NOTE and entry.body.get("kind") == "waiting":
            facts = entry.body.get("facts")
            lines = facts.get("lines") if isinstance(facts, Mapping) else None
            waiting = [line for line in lines if isinstance(line, Mapping)] if isinstance(lines, list) else []
        elif entry.kind == Kind.LINE and entry.body in waiting:
            waiting.remove(entry.body)
    return waiting
