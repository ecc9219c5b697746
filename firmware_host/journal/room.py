"""The room that the journal has: on the disk, inside its file, and how far its log has grown."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from firmware_host.journal.limits import Limits, Reserve, free_on

LOG_AT_A_MOVE = 12_000_000
LOG_OTHERWISE = 2_000_000
LOG_WITHOUT_RESERVE = 200_000
"""How long the log may grow before it is moved into the file: when a light waits, when none does, and when
the disk is full. Moving it takes some tenths of a second on an SD card."""

LOG_AN_ENTRY = 16_000
"""What an entry takes there: the pages of the table and its indexes that it touches."""

STOCK = 1_000_000
"""So many bytes are kept free inside the file for moves when the disk is full: that is some thousand of them."""


class Room:
    """Watches over it for one connection."""

    def __init__(self, connection: sqlite3.Connection, folder: Path, limits: Limits) -> None:
        self.reserve = Reserve(folder / "journal.reserve", limits.reserve_bytes)
        self._connection = connection
        self._folder = folder
        self._limits = limits
        self._log = 0
        self._stuck = False

    def grown(self, entries: int, photographs: int = 0) -> None:
        """The log has taken so many more entries and bytes of photographs."""
        self._log += entries * LOG_AN_ENTRY + photographs

    def settle(self, log: int = LOG_OTHERWISE) -> None:
        """Move the log into the file where it has grown that long."""
        if self._log > min(log, LOG_OTHERWISE if self.reserve.there else LOG_WITHOUT_RESERVE):
            self.checkpoint()

    def settle_photographs(self) -> None:
        """What the log has of photographs must fit into the reserve, whoever fills the disk meanwhile."""
        self.settle(min(LOG_OTHERWISE, self._limits.reserve_bytes // 4))

    def checkpoint(self) -> None:
        """Move the log into the file."""
        try:
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite3.Error:
            # What is in the log is durable there, too; it is tried again.
            self._stuck = True
            return
        self._log = 0
        self._stuck = False

    def for_photograph(self, size: int) -> bool:
        """Whether disk and log have room for one; what is free inside the file needs none on the disk."""
        if self.inside() < 2 * size and free_on(self._folder) < self._limits.free_bytes:
            return False
        if self._stuck:
            # The log can't be moved into the file: what room it still has is for moves.
            self.checkpoint()
        return not self._stuck

    def give_way(self) -> None:
        """Moves need the reserve."""
        self.reserve.release()
        self.checkpoint()

    def runs_out(self) -> bool:
        """Whether the disk is full, the reserve is gone, and soon nothing will be free inside the file either."""
        if self.reserve.there:
            return False
        return self.inside() < STOCK and free_on(self._folder) < self._limits.reserve_bytes

    def inside(self) -> int:
        """The bytes of the file that nothing is in."""
        return self._pragma("freelist_count") * self._pragma("page_size")

    def used(self) -> int:
        """The bytes of the file that something is in."""
        return self._pragma("page_count") * self._pragma("page_size") - self.inside()

    def _pragma(self, name: str) -> int:
        return int(self._connection.execute(f"PRAGMA {name}").fetchone()[0])
