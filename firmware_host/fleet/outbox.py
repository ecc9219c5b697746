"""What is still to be told: the journal itself, from a mark on that says how far the broker has it.

The journal is durable, in order, and kept within its limits already. A second queue beside it would write every
move twice to the same card, be full when the disk is, and could tell another story. So the outbox keeps one
small file with the mark. Where that is lost, or behind after a power cut, entries are told again; they have
the same names, and whoever has them takes no notice.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from firmware_host.fleet import public
from firmware_host.fleet.topics import KINDS
from firmware_host.journal.entries import Entry, Kind, entry_of
from firmware_host.journal.store import FILE, connect_to_read

MOST_WAITING = 50_000
"""So many entries are told after a time without a broker; older ones only if they are asked for."""

_TOLD = ", ".join(f"'{kind}'" for kind in KINDS)
_ENTRIES = "SELECT seq, match, kind, body, wall, ms, hash FROM entries"


class Mark(NamedTuple):
    """Up to which entry of which journal all is told."""

    book: str = ""
    seq: int = 0
    hash: str = ""


class Outbox:
    """Reads the journal in `folder` from the mark on. For one thread."""

    def __init__(self, folder: Path, file: Path) -> None:
        self._journal = folder / FILE
        self._file = file
        self._connection: sqlite3.Connection | None = None
        self._kept = Mark()
        self._mark = Mark()
        self._taken = 0
        self._waiting: list[int] = []
        self._headers: dict[int, str | None] = {}
        self.help_since = ""
        """When somebody called for help, if nobody has come."""

        self._read_mark()

    def open(self) -> bool:
        """Whether the journal is there to be read; it may be another one than the mark is about."""
        if self._connection is not None:
            return True
        if not self._journal.exists():
            return False
        self._connection = connect_to_read(self._journal)
        row = self._connection.execute("SELECT hash FROM entries WHERE seq = ?", (self._mark.seq,)).fetchone()
        gone = row is None and self._mark.seq > self._head()
        if not self._mark.book or gone or (row is not None and public.named(row[0]) != self._mark.hash):
            self._mark = Mark(self._book())
        self.again()
        return True

    def take(self, most: int) -> list[dict[str, object]]:
        """The next entries to tell, in their order."""
        events = [*self.between(self._taken + 1, self._taken + MOST_WAITING, most)]
        for event in events:
            self._taken = int(str(event["seq"]))
            self._waiting.append(self._taken)
        return events

    def told(self, seqs: Sequence[int]) -> None:
        """The broker has these; the mark follows as far as none is missing."""
        if not self.open():
            return
        gone = set(seqs)
        first = self._waiting[:1]
        self._waiting = [seq for seq in self._waiting if seq not in gone]
        upto = self._waiting[0] - 1 if self._waiting else self._taken
        if first and self._waiting[:1] != first and upto > self._mark.seq:
            self._move_mark(upto)

    def again(self) -> None:
        """What was taken and not told is to be taken once more."""
        self._taken, self._waiting = max(self._mark.seq, self._head() - MOST_WAITING), []

    def between(self, first: int, last: int, most: int) -> Iterator[dict[str, object]]:
        """Entries as they are told, also those that were told before."""
        if not self.open():
            return
        assert self._connection is not None
        rows = self._connection.execute(
            f"{_ENTRIES} WHERE seq BETWEEN ? AND ? AND kind IN ({_TOLD}) ORDER BY seq LIMIT ?",
            (first, last, most),
        ).fetchall()
        after = self._before(rows[0][0]) if rows else 0
        for entry in map(entry_of, rows):
            yield public.event(entry, public.Source(self._mark.book, after, self._match_of(entry)))
            after = entry.seq

    @property
    def book(self) -> str:
        """The journal's name."""
        return self._mark.book

    def head(self) -> int:
        """The newest entry that is told."""
        return self._before(self._head() + 1) if self.open() else 0

    def waiting(self) -> int:
        """About how many entries the broker does not have."""
        return max(0, self.head() - self._mark.seq) if self.open() else 0

    def match(self) -> str | None:
        """The newest match, unless it is closed."""
        if not self.open():
            return None
        assert self._connection is not None
        row = self._connection.execute(f"{_ENTRIES} WHERE kind = 'header' ORDER BY seq DESC LIMIT 1").fetchone()
        if row is None:
            return None
        closed = self._connection.execute("SELECT 1 FROM entries WHERE match = ? AND kind = 'closed'", (row[0],))
        return None if closed.fetchone() else public.named(row[6])

    def last_result(self) -> dict[str, object] | None:
        """How the newest match that was played to its end came out."""
        if not self.open():
            return None
        assert self._connection is not None
        rows = self._connection.execute(f"{_ENTRIES} WHERE kind = 'closed' ORDER BY seq DESC LIMIT 20").fetchall()
        for entry in map(entry_of, rows):
            body = public.body_for_all(Kind.CLOSED, entry.body)
            if body.get("how") == "over":
                result = body["result"]
                assert isinstance(result, dict)
                header = self._connection.execute(f"{_ENTRIES} WHERE seq = ?", (entry.match,)).fetchone()
                game = entry_of(header).body.get("game") if header else None
                return {"match": self._match_of(entry), "game": game, "wall": entry.at.wall, **result}
        return None

    def numbered(self, match: str) -> int | None:
        """The journal's own number of a match."""
        if not self.open():
            return None
        assert self._connection is not None
        rows = self._connection.execute("SELECT seq, hash FROM entries WHERE kind = 'header' ORDER BY seq DESC")
        return next((seq for seq, digest in rows if public.named(digest) == match), None)

    def call_help(self, since: str) -> None:
        """Somebody called, or, where it is empty, was helped."""
        self.help_since = since
        self._write_mark()

    def close(self) -> None:
        self._write_mark()
        self.forget()

    def forget(self) -> None:
        """The connection is of no use: take another one next time."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None

    def _head(self) -> int:
        assert self._connection is not None
        row: tuple[int] = self._connection.execute("SELECT coalesce(max(seq), 0) FROM entries").fetchone()
        return row[0]

    def _book(self) -> str:
        """A journal is named after its oldest entry."""
        assert self._connection is not None
        row = self._connection.execute("SELECT hash FROM entries ORDER BY seq LIMIT 1").fetchone()
        return "" if row is None else public.named(row[0])

    def _before(self, seq: int) -> int:
        """The last entry before that is told."""
        assert self._connection is not None
        row: tuple[int] | None = self._connection.execute(
            f"SELECT seq FROM entries WHERE seq < ? AND kind IN ({_TOLD}) ORDER BY seq DESC LIMIT 1",  # noqa: S608
            (seq,),
        ).fetchone()
        return 0 if row is None else row[0]

    def _match_of(self, entry: Entry) -> str | None:
        if not entry.match:
            return None
        if entry.match not in self._headers:
            if len(self._headers) > 1000:
                self._headers.clear()
            assert self._connection is not None
            row = self._connection.execute("SELECT hash FROM entries WHERE seq = ?", (entry.match,)).fetchone()
            self._headers[entry.match] = None if row is None else public.named(row[0])
        return self._headers[entry.match]

    def _move_mark(self, seq: int) -> None:
        assert self._connection is not None
        row = self._connection.execute(
            "SELECT seq, hash FROM entries WHERE seq <= ? ORDER BY seq DESC LIMIT 1", (seq,)
        ).fetchone()
        if row is not None:
            self._mark = Mark(self._mark.book, row[0], public.named(row[1]))

    def save(self) -> None:
        """Write the mark if it has moved; not for every message, since an old mark does no harm."""
        if self._mark != self._kept:
            self._write_mark()

    def _write_mark(self) -> None:
        part = self._file.with_name(f"{self._file.name}.part")
        text = json.dumps({"v": public.FORMAT, **self._mark._asdict(), "help": self.help_since})
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(text, encoding="utf-8")
            part.replace(self._file)
            self._kept = self._mark

    def _read_mark(self) -> None:
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
            self._mark = Mark(str(kept["book"]), int(kept["seq"]), str(kept["hash"]))
            self.help_since = str(kept["help"])
        except (OSError, ValueError, KeyError, TypeError):
            return
