"""What can go wrong with a journal."""

from __future__ import annotations

import sqlite3

from firmware_host.errors import DroverError

BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT)
"""What SQLite calls a file that is no journal (any more); a table that is missing is a plain error to it."""

_REASONS = {
    **dict.fromkeys(BROKEN, "broken"),
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_READONLY: "unwritable",
    sqlite3.SQLITE_CANTOPEN: "unwritable",
    sqlite3.SQLITE_PERM: "unwritable",
    sqlite3.SQLITE_AUTH: "unwritable",
}


class JournalError(DroverError):
    """Nothing was written, and nothing has changed.

    `reason` is one of `full` (the disk, and the reserve is used up), `broken` (the file; open the journal
    `afresh`), `unwritable`, `busy` (another program holds it), `disk` (it does not do what it is asked).
    """

    def __init__(self, reason: str, why: str = "") -> None:
        super().__init__(reason, why)
        self.reason, self.why = reason, why


def trouble(error: sqlite3.Error) -> JournalError:
    """The same, said as this package says it."""
    extended = getattr(error, "sqlite_errorcode", None)
    if extended is None:
        # Python itself has no code for a text that is no UTF-8.
        return JournalError("broken", str(error))
    if extended in (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ):
        return JournalError("broken", str(error))
    return JournalError(_REASONS.get(extended & 0xFF, "disk"), str(error))


def lacks_room(error: sqlite3.Error) -> bool:
    """Whether more room may help; a quota and a limit on files are I/O errors to SQLite."""
    extended = getattr(error, "sqlite_errorcode", 0)
    more = (sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_TRUNCATE)
    return extended & 0xFF == sqlite3.SQLITE_FULL or extended in more
