"""The journal as the program keeps it: one owner writes, in order; what `write` has returned from, stays."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, TypeVar

from firmware_host.journal.chain import Chain
from firmware_host.journal.entries import At, Body, Head, Kind
from firmware_host.journal.errors import JournalError, lacks_room, trouble
from firmware_host.journal.limits import MB, Limits, Reserve
from firmware_host.journal.opening import Opened, SetAside, open_file
from firmware_host.journal.pruning import ENTRIES_AT_ONCE, day_before, delete_entries, delete_photographs
from firmware_host.journal.reader import Reader
from firmware_host.journal.room import LOG_AT_A_MOVE, LOG_OTHERWISE, STOCK, Room

Result = TypeVar("Result")


class Unfinished(NamedTuple):
    """A match that was being played: its record's lines as they were accepted, the header first.

    `asked` is the number of the last question or objection in it; `waiting` is what was entered before its turn.
    """

    match: int
    lines: tuple[Body, ...]
    asked: int
    waiting: tuple[Body, ...]


class Pruned(NamedTuple):
    """How much was deleted. Where it is anything, there may be more: once more, please, when there is time."""

    photographs: int
    entries: int


class Journal:
    """Made by `open`. Not for two threads at the same time; others read through `Reader`.

    What is asked to be kept is durable when the method returns. Where that is not possible it raises
    `JournalError` and has changed nothing, but for photographs, which play does not need.
    """

    def __init__(self, folder: Path, opened: Opened, limits: Limits) -> None:
        self.set_aside: SetAside | None = opened.set_aside
        """The broken file that this journal took the place of when it was opened, and why."""
        self._connection = opened.connection
        self._chain = Chain(opened.connection)
        self._limits = limits
        self._room = Room(opened.connection, folder, limits)
        self._photographing = True
        sizes = self._connection.execute("SELECT coalesce(sum(size), 0) FROM photographs")
        self._photograph_bytes: int = sizes.fetchone()[0]

    @classmethod
    def open(
        cls,
        folder: Path | str,
        at: At,
        limits: Limits | None = None,
        facts: Body | None = None,
        afresh: bool = False,
    ) -> Journal:
        """The journal in that folder, made where there is none.

        A file that can't be trusted is renamed, and a new one begun (`set_aside` tells); `afresh` has that
        done to any file, for an owner whose journal turned out `broken`. `facts` say what is being started:
        versions, models, configuration.
        """
        folder, limits = Path(folder), limits or Limits()
        reserve = Reserve(folder / "journal.reserve", limits.reserve_bytes)
        try:
            try:
                journal = cls._opened(folder, at, limits, facts or {}, afresh)
            except JournalError as error:
                if error.reason not in ("full", "disk", "unwritable") or not reserve.there:
                    raise
                reserve.release()
                journal = cls._opened(folder, at, limits, facts or {}, afresh)
        except sqlite3.Error as error:
            raise trouble(error) from error
        except OSError as error:
            raise JournalError("unwritable", error.strerror or str(error)) from error
        reserve.keep(limits.free_bytes)
        return journal

    @classmethod
    def _opened(cls, folder: Path, at: At, limits: Limits, facts: Body, afresh: bool) -> Journal:
        opened = open_file(folder, at, afresh)
        try:
            journal = cls(folder, opened, limits)
            if opened.set_aside is not None:
                aside = {"file": opened.set_aside.file.name, "why": opened.set_aside.why}
                journal._append(None, Kind.REPLACED, aside, at)
            last = journal._chain.last_of(Kind.STARTED, Kind.RESTARTED, Kind.STOPPED)
            cut_off = last is not None and last[2] != Kind.STOPPED
            journal._append(None, Kind.RESTARTED if cut_off else Kind.STARTED, facts, at)
        except BaseException:
            opened.connection.close()
            raise
        return journal

    def begin(self, header: Body, at: At) -> int:
        """A match begins; gives its number, by which it is known from now on."""
        return self._append(None, Kind.HEADER, header, at)

    def write(self, match: int, line: Body, at: At) -> int:
        """One more line of the record: a move or a correction, as it was accepted."""
        return self._append(match, Kind.LINE, line, at, LOG_AT_A_MOVE)

    def note(self, match: int | None, kind: Kind, body: Body, at: At) -> int:
        """Anything that is no line: a question, an answer, an objection, a fault, a pause."""
        return self._append(match, kind, body, at)

    def close_match(self, match: int, how: str, at: At, result: Body | None = None) -> int:
        """The match is `over` or `abandoned`. `result` may have its `score` and `winners`, for a quick list."""
        return self._append(match, Kind.CLOSED, {"how": how, "result": result or {}}, at)

    def hold(self, match: int, at: At) -> int:
        """The match is disputed: its photographs and entries stay, whatever the limits say."""
        return self._append(match, Kind.HELD, {}, at)

    def release(self, match: int, at: At) -> int:
        """The dispute is settled; the limits count for the match again."""
        return self._append(match, Kind.RELEASED, {}, at)

    def photograph(self, match: int | None, of: int, why: str, jpeg: bytes, facts: Body, at: At) -> bool:
        """Keep a photograph as evidence of entry `of`; False where there is no room. Never raises.

        `facts` are what was read and with what: see `docs/journal.md` for the names that are told in words.
        """
        size = len(jpeg)
        body = {"of": of, "why": why, "sha256": sha256(jpeg).hexdigest(), "bytes": size, "facts": facts}
        try:
            kept = self._room_for(size, at) and self._keep(match, body, jpeg, at)
        except (sqlite3.Error, ValueError):
            # The file is broken, or busy; the next move says so.
            return False
        if kept != self._photographing and 0 < size <= self._limits.largest:
            self._photographing = kept
            self._tell_photographing(at)
        self._room.settle_photographs()
        return kept

    def unfinished(self) -> Unfinished | None:
        """The newest match, if it is neither over nor abandoned."""
        reader = Reader(self._connection)
        try:
            match = reader.last_match()
            if match is None or reader.closed(match):
                return None
            lines, waiting = reader.left_off(match)
            return Unfinished(match, tuple(lines), reader.asked(match), tuple(waiting))
        except sqlite3.Error as error:
            raise trouble(error) from error
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            raise JournalError("broken", str(error)) from error

    def prune(self, now: At) -> Pruned:
        """Delete some of what is too old or too much, and put the reserve by again; for moments when nobody waits.

        Never raises: where it fails there is no room or no file, and the next move says so.
        """
        photographs = entries = 0
        try:
            day = day_before(now.wall, self._limits.photograph_days)
            photographs = self._delete_photographs("age", now, day=day)
            excess = self._photograph_bytes - self._limits.photograph_bytes
            if excess > 0:
                photographs += self._delete_photographs("size", now, room=excess)
            with self._chain.transaction():
                day = day_before(now.wall, self._limits.entry_days)
                most = ENTRIES_AT_ONCE if self._room.used() > self._limits.file_bytes else 0
                entries = delete_entries(self._chain, most, day, now)
            self._photograph_bytes = self._connection.execute(
                "SELECT coalesce(sum(size), 0) FROM photographs"
            ).fetchone()[0]
            self._room.checkpoint()
        except (sqlite3.Error, ValueError, TypeError, KeyError):
            # A seal that can't be read is one of the things that the journal's own check finds.
            pass
        self._room.reserve.keep(self._limits.free_bytes)
        return Pruned(photographs, entries)

    def head(self) -> Head:
        """The newest entry, to be noted elsewhere."""
        seq, digest = self._chain.head()
        return Head(seq, digest.hex())

    def close(self, at: At) -> None:
        """The program ends in good order."""
        try:
            self._append(None, Kind.STOPPED, {}, at)
        finally:
            self._connection.close()

    def _append(self, match: int | None, kind: Kind, body: Body, at: At, log: int = LOG_OTHERWISE) -> int:
        seq = self._with_room(lambda: self._chain.append(match, kind, body, at), at)
        self._room.grown(1)
        self._room.settle(log)
        self._stock(at)
        return seq

    def _with_room(self, change: Callable[[], Result], at: At) -> Result:
        """Carry out a change; where there is no room, give up the reserve for it."""
        for last in (False, True):
            try:
                with self._chain.transaction():
                    return change()
            except sqlite3.Error as error:
                if last or not lacks_room(error):
                    raise trouble(error) from error
                self._room.give_way()
                self._stock(at)
            except UnicodeDecodeError as error:
                raise JournalError("broken", str(error)) from error
        raise AssertionError("the second try raises")

    def _stock(self, at: At) -> None:
        """Without the reserve, have photographs make way before the last block is taken.

        What they leave free inside the file is room for moves, whatever the disk says. But a disk that is
        full to the last block takes no deletion either: that is written to the log before it is done.
        """
        # What was to be written is written: nothing that goes wrong here may be taken for its failure.
        with suppress(sqlite3.Error):
            if self._room.runs_out():
                self._delete_photographs("full", at, room=2 * STOCK)
                self._room.checkpoint()

    def _room_for(self, size: int, at: At) -> bool:
        """Whether a photograph of that size may be kept, after older ones gave way."""
        if not 0 < size <= self._limits.largest:
            return False
        if not self._room.for_photograph(size):
            return False
        most = self._limits.photograph_bytes
        if self._photograph_bytes + size > most:
            # Some more than needed, so that it is not done for each.
            self._delete_photographs("size", at, room=self._photograph_bytes + size - most + min(most // 20, 2 * MB))
        return self._photograph_bytes + size <= most

    def _keep(self, match: int | None, body: Body, jpeg: bytes, at: At) -> bool:
        try:
            with self._chain.transaction():
                seq = self._chain.append(match, Kind.PHOTOGRAPH, body, at)
                self._connection.execute(
                    "INSERT INTO photographs (seq, size, jpeg) VALUES (?, ?, ?)", (seq, len(jpeg), jpeg)
                )
        except sqlite3.Error as error:
            if lacks_room(error):
                return False
            raise
        self._photograph_bytes += len(jpeg)
        self._room.grown(1, len(jpeg))
        return True

    def _tell_photographing(self, at: At) -> None:
        """Who looks for a photograph later shall find why there is none; no room is made for that."""
        body = {"part": "photographs", "reason": None if self._photographing else "no_room"}
        with suppress(sqlite3.Error), self._chain.transaction():
            self._chain.append(None, Kind.FAULT, body, at)

    def _delete_photographs(self, why: str, at: At, room: int | None = None, day: str | None = None) -> int:
        with self._chain.transaction():
            sizes = delete_photographs(self._chain, why, at, room, day)
        self._photograph_bytes -= sum(sizes)
        return len(sizes)
