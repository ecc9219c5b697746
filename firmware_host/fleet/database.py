"""One file of SQLite, or PostgreSQL by its address: the few things in which they differ."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from firmware_host.errors import DroverError

SCHEMA = (
    """CREATE TABLE IF NOT EXISTS events (tab TEXT NOT NULL, id TEXT NOT NULL, book TEXT NOT NULL, seq BIGINT NOT NULL,
    follows BIGINT NOT NULL, of_match TEXT, kind TEXT NOT NULL, wall TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (tab, id))""",
    "CREATE INDEX IF NOT EXISTS events_in_order ON events (tab, book, seq)",
    "CREATE INDEX IF NOT EXISTS events_by_match ON events (tab, of_match, seq)",
    """CREATE TABLE IF NOT EXISTS matches (tab TEXT NOT NULL, id TEXT NOT NULL, game TEXT, variant TEXT, seats TEXT,
    began TEXT, ended TEXT, how TEXT, score TEXT, winners TEXT, version TEXT, PRIMARY KEY (tab, id))""",
    "CREATE INDEX IF NOT EXISTS matches_by_day ON matches (ended)",
    """CREATE TABLE IF NOT EXISTS books (tab TEXT NOT NULL, book TEXT NOT NULL, upto BIGINT NOT NULL,
    PRIMARY KEY (tab, book))""",
    "CREATE TABLE IF NOT EXISTS tables (tab TEXT PRIMARY KEY, name TEXT NOT NULL, health TEXT NOT NULL)",
    """CREATE TABLE IF NOT EXISTS bundles (id TEXT PRIMARY KEY, tab TEXT NOT NULL, of_match TEXT NOT NULL,
    language TEXT NOT NULL, asked TEXT NOT NULL, size BIGINT, sha256 TEXT, pieces BIGINT, refused TEXT)""",
    """CREATE TABLE IF NOT EXISTS pieces (bundle TEXT NOT NULL, piece BIGINT NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (bundle, piece))""",
    "CREATE TABLE IF NOT EXISTS tournaments (id TEXT PRIMARY KEY, made TEXT NOT NULL, body TEXT NOT NULL)",
)
WAIT_S = 20.0
POSTGRESQL = ("postgresql://", "postgres://")

Row = tuple[Any, ...]


class StoreError(DroverError):
    """The database can't be reached, or not written: what was to be kept is tried again."""


class Database(Protocol):
    """What a store needs: one writer at a time, each transaction in full or not at all."""

    def transaction(self) -> Any:
        """A context in which `run` and `many` belong together; raises `StoreError` where nothing was kept."""

    def run(self, text: str, values: Sequence[object] = ()) -> list[Row]:
        """One statement with ? for values, and its rows."""

    def many(self, text: str, rows: Iterable[Sequence[object]]) -> None:
        """The same statement for each row."""

    def close(self) -> None: ...


def opened(address: str) -> Database:
    """The database at that address, with all tables in it."""
    found: Database = _Postgres(address) if address.startswith(POSTGRESQL) else _Sqlite(Path(address))
    with found.transaction():
        if isinstance(found, _Postgres):
            # Two that start side by side make the tables one after the other.
            found.run("SELECT pg_advisory_xact_lock(7378553)")
        for statement in SCHEMA:
            found.run(statement)
    return found


class _Sqlite:
    """A file. Others may use it at the same time; they wait for each other."""

    def __init__(self, file: Path) -> None:
        self._lock = threading.RLock()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(file, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
        except (OSError, sqlite3.Error) as error:
            raise StoreError(str(error)) from error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield
                self._connection.execute("COMMIT")
            except BaseException as error:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                if isinstance(error, sqlite3.Error):
                    raise StoreError(str(error)) from error
                raise

    def run(self, text: str, values: Sequence[object] = ()) -> list[Row]:
        with self._lock:
            try:
                return self._connection.execute(text, values).fetchall()
            except sqlite3.Error as error:
                raise StoreError(str(error)) from error

    def many(self, text: str, rows: Iterable[Sequence[object]]) -> None:
        self._connection.executemany(text, rows)

    def close(self) -> None:
        with self._lock:
            self._connection.close()


class _Postgres:
    """A server. Where it is gone, the next transaction looks for it again."""

    def __init__(self, address: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise StoreError("psycopg is missing: pip install drover[postgres]") from None
        self._psycopg, self._address = psycopg, address
        self._lock = threading.RLock()
        self._connection: Any = None
        self._deep = 0

    def _open(self) -> Any:
        if self._connection is None or self._connection.closed or self._connection.broken:
            self._connection = self._psycopg.connect(self._address, autocommit=True, connect_timeout=5)
        return self._connection

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._lock:
            try:
                with self._open().transaction():
                    yield
            except self._psycopg.Error as error:
                raise StoreError(str(error)) from error

    def run(self, text: str, values: Sequence[object] = ()) -> list[Row]:
        with self._lock:
            try:
                cursor = self._open().execute(_for_postgres(text), values)
                return cursor.fetchall() if cursor.description else []
            except self._psycopg.Error as error:
                raise StoreError(str(error)) from error

    def many(self, text: str, rows: Iterable[Sequence[object]]) -> None:
        with self._open().cursor() as cursor:
            cursor.executemany(_for_postgres(text), rows)

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()


def _for_postgres(text: str) -> str:
    return text.replace("?", "%s").replace(" BLOB ", " BYTEA ")
