"""What a chain keeps: every event once, whoever hears it and however often.

An event is known by its table and the hash of its entry; a match by its header's. So events may come twice, in any
order, and to several collectors at once, and what is kept is the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from firmware_host.fleet.database import Database, Row
from firmware_host.journal.entries import At, Entry

MOST_ASKED = 20_000
WALKED_AT_ONCE = 5_000
MOST_LISTED = 500

_EVENT = """INSERT INTO events (tab, id, book, seq, follows, of_match, kind, wall, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tab, id) DO UPDATE SET book = excluded.book"""
_BEGUN = """INSERT INTO matches (tab, id, game, variant, seats, began) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (tab, id) DO UPDATE SET game = excluded.game, variant = excluded.variant, seats = excluded.seats,
    began = excluded.began"""
_ENDED = """INSERT INTO matches (tab, id, ended, how, score, winners, version) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (tab, id) DO UPDATE SET ended = excluded.ended, how = excluded.how, score = excluded.score,
    winners = excluded.winners, version = excluded.version"""
_BOOK = "INSERT INTO books (tab, book, upto) VALUES (?, ?, 0) ON CONFLICT (tab, book) DO NOTHING"


class Told(NamedTuple):
    """An event, and the table whose topic it came under."""

    table: str
    event: Mapping[str, Any]


class Gap(NamedTuple):
    """Entries of a table's journal that did not come."""

    table: str
    book: str
    first: int
    last: int


@dataclass(frozen=True)
class Played:
    """A match, as far as it is known."""

    table: str
    id: str
    game: str = ""
    variant: str = ""
    seats: tuple[str, ...] = ()
    began: str = ""
    ended: str = ""
    how: str = ""
    score: Mapping[str, int] | None = None
    winners: tuple[str, ...] = ()
    version: str = ""


class Store:
    """The chain's memory; any thread may ask."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def close(self) -> None:
        self._db.close()

    def add(self, told: Iterable[Told], versions: Mapping[str, str] | None = None) -> None:
        """Keep these, all of them or none; raises `StoreError`."""
        # In one order everywhere, so that two who write at the same time never wait for each other.
        ordered = sorted(told, key=lambda one: (one.table, str(one.event["id"])))
        versions = versions or {}
        with self._db.transaction():
            self._db.many(_BOOK, sorted({(one.table, one.event["book"]) for one in ordered}))
            self._db.many(_EVENT, [_row(one) for one in ordered])
            self._db.many(_BEGUN, [_begun(one) for one in ordered if one.event["kind"] == "header"])
            closed = [one for one in ordered if one.event["kind"] == "closed" and one.event["match"]]
            self._db.many(_ENDED, [_ended(one, versions.get(one.table, "")) for one in closed])

    def gaps(self) -> list[Gap]:
        """What is missing of each journal, from the first gap to the last. What is complete is remembered."""
        found = []
        for table, book, upto in self._db.run("SELECT tab, book, upto FROM books ORDER BY tab, book"):
            reached, missing = self._walk(table, book, upto)
            if reached > upto:
                self.complete(table, book, reached)
            if missing is not None:
                found.append(Gap(table, book, max(reached + 1, missing - MOST_ASKED), missing))
        return found

    def _walk(self, table: str, book: str, upto: int) -> tuple[int, int | None]:
        """How far nothing is missing, and up to where something is."""
        reached, missing = upto, None
        while missing is None:
            rows = self._db.run(
                "SELECT seq, follows FROM events WHERE tab = ? AND book = ? AND seq > ? ORDER BY seq LIMIT ?",
                (table, book, upto, WALKED_AT_ONCE),
            )
            for seq, follows in rows:
                if follows > upto:
                    missing = follows
                elif missing is None:
                    reached = seq
                upto = seq
            if len(rows) < WALKED_AT_ONCE:
                break
        return reached, missing

    def complete(self, table: str, book: str, upto: int) -> None:
        """Up to there nothing more is to be had."""
        with self._db.transaction():
            self._db.run("UPDATE books SET upto = ? WHERE tab = ? AND book = ? AND upto < ?", (upto, table, book, upto))

    def lacks(self, gap: Gap) -> None:
        """The table has told what it still has of that."""
        known = self._db.run("SELECT upto FROM books WHERE tab = ? AND book = ?", (gap.table, gap.book))
        if known and gap.first <= known[0][0] + 1 + MOST_ASKED:
            newest = self._db.run("SELECT max(seq) FROM events WHERE tab = ? AND book = ?", (gap.table, gap.book))[0][0]
            # Nobody can say that more is lacking than was ever told of.
            self.complete(gap.table, gap.book, min(gap.last, newest or 0))

    def upto(self, table: str, book: str) -> int:
        """How far that journal is known without a gap."""
        rows = self._db.run("SELECT upto FROM books WHERE tab = ? AND book = ?", (table, book))
        return rows[0][0] if rows else 0

    def count(self, table: str | None = None) -> tuple[int, int]:
        """How many events and matches are kept."""
        where, values = ("", ()) if table is None else (" WHERE tab = ?", (table,))
        events = self._db.run(f"SELECT count(*) FROM events{where}", values)[0][0]  # noqa: S608  a constant
        matches = self._db.run(f"SELECT count(*) FROM matches{where}", values)[0][0]  # noqa: S608
        return events, matches

    def matches(self, day: str = "", game: str = "", table: str = "", most: int = MOST_LISTED) -> list[Played]:
        """Matches of that day, game and table, the newest first; what is empty is any."""
        wanted = {"substr(coalesce(ended, began), 1, 10)": day, "game": game, "tab": table}
        where = [f"{name} = ?" for name, value in wanted.items() if value]
        rows = self._db.run(
            f"SELECT {_PLAYED} FROM matches{' WHERE ' if where else ''}{' AND '.join(where)} "  # noqa: S608  constants
            "ORDER BY coalesce(ended, began) DESC LIMIT ?",
            (*(value for value in wanted.values() if value), most),
        )
        return [_played(row) for row in rows]

    def match(self, table: str, match: str) -> Played | None:
        rows = self._db.run(f"SELECT {_PLAYED} FROM matches WHERE tab = ? AND id = ?", (table, match))  # noqa: S608
        return _played(rows[0]) if rows else None

    def sums(self, by: str) -> list[tuple[str, int]]:
        """How many matches were played to their end, by `day`, `game`, `table` or `version`."""
        column = {"day": "substr(ended, 1, 10)", "game": "game", "table": "tab", "version": "version"}[by]
        rows = self._db.run(
            f"SELECT {column}, count(*) FROM matches WHERE how = 'over' "  # noqa: S608  one of four
            f"GROUP BY {column} ORDER BY {column} DESC LIMIT ?",
            (MOST_LISTED,),
        )
        return [(str(name or ""), count) for name, count in rows]

    def entries(self, table: str, match: str) -> list[Entry]:
        """A match's time line, as the table's journal has it, without what only some may know."""
        rows = self._db.run(
            "SELECT seq, kind, wall, body, id, book FROM events WHERE tab = ? AND of_match = ? ORDER BY seq",
            (table, match),
        )
        if not rows:
            return []
        between = self._db.run(
            "SELECT seq, kind, wall, body, id, book FROM events WHERE tab = ? AND book = ? AND of_match IS NULL "
            "AND seq BETWEEN ? AND ? ORDER BY seq",
            (table, rows[0][5], rows[0][0], rows[-1][0]),
        )
        first = rows[0][0]
        return [
            Entry(seq, first, kind, json.loads(body), At(wall, 0), bytes.fromhex(name))
            for seq, kind, wall, body, name, _ in sorted([*rows, *between])
        ]

    def note_table(self, table: str, name: str, health: Mapping[str, object]) -> None:
        with self._db.transaction():
            self._db.run(
                "INSERT INTO tables (tab, name, health) VALUES (?, ?, ?) "
                "ON CONFLICT (tab) DO UPDATE SET name = excluded.name, health = excluded.health",
                (table, name, json.dumps(health)),
            )

    def known(self) -> dict[str, Mapping[str, Any]]:
        """Every table that was ever heard, with its last health."""
        return {table: json.loads(health) for table, health in self._db.run("SELECT tab, health FROM tables")}

    def prune(self, before: str) -> None:
        """Let go of events from before that day; results stay."""
        with self._db.transaction():
            self._db.run("DELETE FROM events WHERE wall < ?", (before,))

    @property
    def database(self) -> Database:
        return self._db


_PLAYED = "tab, id, game, variant, seats, began, ended, how, score, winners, version"


def _played(row: Row) -> Played:
    table, match, game, variant, seats, began, ended, how, score, winners, version = row
    return Played(
        *(table, match, game or "", variant or "", tuple(json.loads(seats or "[]")), began or "", ended or ""),
        *(how or "", json.loads(score) if score else None, tuple(json.loads(winners or "[]")), version or ""),
    )


def _row(told: Told) -> Sequence[object]:
    event = told.event
    body = json.dumps(event["body"])
    return (
        *(told.table, event["id"], event["book"], event["seq"], event["after"], event["match"]),
        *(event["kind"], event["wall"], body),
    )


def _begun(told: Told) -> Sequence[object]:
    body = told.event["body"]
    variant = (body.get("options") or {}).get("variant", "base")
    seats = json.dumps(body["seats"])
    return told.table, told.event["id"], body["game"], str(variant), seats, told.event["wall"]


def _ended(told: Told, version: str) -> Sequence[object]:
    body = told.event["body"]
    result = body["result"]
    score = json.dumps(result["score"]) if "score" in result else None
    return (
        *(told.table, told.event["match"], told.event["wall"], body["how"]),
        *(score, json.dumps(result.get("winners", [])), version),
    )
