"""Marking a match from outside of the program that plays, which may be writing meanwhile."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from firmware_host.journal.chain import Chain
from firmware_host.journal.entries import At, Kind
from firmware_host.journal.errors import trouble
from firmware_host.journal.store import FILE, connect


def hold(folder: Path | str, match: int, at: At) -> None:
    """The match is disputed: nothing of it is deleted any more. Raises `JournalError` where it can't be marked."""
    _mark(Path(folder), match, Kind.HELD, at)


def release(folder: Path | str, match: int, at: At) -> None:
    """The dispute is settled."""
    _mark(Path(folder), match, Kind.RELEASED, at)


def _mark(folder: Path, match: int, kind: Kind, at: At) -> None:
    try:
        with closing(connect(folder / FILE)) as connection:
            chain = Chain(connection)
            with chain.transaction():
                if (match in chain.held()) != (kind == Kind.HELD):
                    chain.append(match, kind, {}, at)
    except sqlite3.Error as error:
        raise trouble(error) from error
