"""How much room the journal may take."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

MB = 1_000_000
GB = 1000 * MB


@dataclass(frozen=True)
class Limits:
    """The defaults are for a card of 16 GB, of which the system and drover take about half.

    `photograph_bytes` is what all photographs together may take, `photograph_days` how old one may grow,
    `free_bytes` what must stay free on the disk for a photograph to be kept at all, and `largest` the size
    of a single one. `file_bytes` is what the whole journal may take, `entry_days` how old an entry may grow.
    `reserve_bytes` are put by for moves when the disk is full; it must be more than a photograph and what
    the log may hold, since that must find its way into the file before anything else can be written.
    """

    photograph_bytes: int = 3 * GB
    photograph_days: int = 180
    free_bytes: int = 1 * GB
    largest: int = 8 * MB
    file_bytes: int = 4 * GB
    entry_days: int = 3 * 365
    reserve_bytes: int = 16 * MB


class Reserve:
    """A file that only takes room, to give it back when there is no other."""

    def __init__(self, file: Path, size: int) -> None:
        self._file = file
        self._size = size

    def keep(self, beyond: int) -> None:
        """Put it by where it is not, and `beyond` stays free; that it fails is no trouble yet."""
        try:
            if self._file.exists() or not self._size or free_on(self._file.parent) < self._size + beyond:
                return
            with self._file.open("xb") as stream:
                try:
                    os.posix_fallocate(stream.fileno(), 0, self._size)
                except OSError:
                    self._file.unlink()
        except OSError:
            return

    def release(self) -> None:
        """Give it back."""
        try:
            self._file.unlink(missing_ok=True)
        except OSError:
            return

    @property
    def there(self) -> bool:
        return self._file.exists()


def free_on(folder: Path) -> int:
    """The bytes that are free on the disk of a folder; none where it can't be told."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return 0
    return disk.f_bavail * disk.f_frsize
