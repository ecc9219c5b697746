"""Opening the file: the newest entries are checked, and what can't be trusted makes way for a new one."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from firmware_host.journal.chain import Chain
from firmware_host.journal.entries import At, Kind
from firmware_host.journal.errors import trouble
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import FILE, connect, create, fault_of, make_folder, orphaned, set_aside

NEWEST = 64
LONGEST_MATCH = 5000
"""The whole chain is not walked at every start (`drover journal verify` does): it may be years long. The newest
entries are, and those of the match that goes on, as far back as that."""


class SetAside(NamedTuple):
    """A file that is no journal to go on with, under its new name, and why: `empty`, `no_database`,
    `other_database`, `other_version`, `folder`, `log_alone`, `damaged`, `changed`, `afresh`."""

    file: Path
    why: str


class Opened(NamedTuple):
    connection: sqlite3.Connection
    set_aside: SetAside | None


def open_file(folder: Path, at: At, afresh: bool) -> Opened:
    """An open journal whose newest entries are sound."""
    make_folder(folder)
    file = folder / FILE
    aside = None
    fault = _fault(file, afresh)
    if fault is None and os.path.lexists(file):
        connection, fault = _trusted(file)
        if connection is not None:
            return Opened(connection, None)
    if fault is not None:
        aside = SetAside(set_aside(file, at.wall), fault)
    create(file)
    return Opened(connect(file), aside)


def _fault(file: Path, afresh: bool) -> str | None:
    """What can be said before SQLite has touched anything."""
    if orphaned(file):
        return "log_alone"
    if not os.path.lexists(file):
        return None
    return "afresh" if afresh else fault_of(file)


def _trusted(file: Path) -> tuple[sqlite3.Connection | None, str | None]:
    """A connection to the file, or why it must make way."""
    connection = None
    try:
        connection = connect(file)
        if _sound(connection):
            return connection, None
        fault = "changed"
    except sqlite3.Error as error:
        if trouble(error).reason != "broken":
            if connection is not None:
                connection.close()
            raise
        fault = "damaged"
    except (ValueError, TypeError):
        fault = "changed"
    if connection is not None:
        connection.close()
    return None, fault


def _sound(connection: sqlite3.Connection) -> bool:
    chain = Chain(connection)
    newest, _ = chain.head()
    if newest == 0:
        return True
    first = newest - NEWEST
    match = Reader(connection).last_match()
    if match is not None and not Reader(connection).closed(match):
        first = min(first, max(match, newest - LONGEST_MATCH))
    if not chain.joined_from(first):
        return False
    for kind in (Kind.SEALED, Kind.HEADER):
        row = chain.last_of(kind)
        json.loads(row[3] if row else "{}")
    chain.held()
    _try_writing(chain)
    return True


class _Enough(Exception):
    """Ends a trial."""


def _try_writing(chain: Chain) -> None:
    """Append one entry of every kind and take them back: this touches every page that the next ones will need."""
    connection = chain.connection
    connection.execute("SELECT sum(size) FROM photographs").fetchone()
    with suppress(_Enough), chain.transaction():
        for kind in Kind:
            seq = chain.append(chain.head()[0], kind, {}, At("", 0))
        connection.execute("INSERT INTO photographs (seq, size, jpeg) VALUES (?, 0, x'')", (seq,))
        raise _Enough
