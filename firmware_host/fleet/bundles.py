"""Disputes from afar: a match's whole file, made at the table, asked for and sent in pieces.

Whoever asks names the pieces that are missing, so a cut line costs no more than the pieces that were underway.
"""

from __future__ import annotations

import base64
import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from firmware_host.fleet.outbox import Outbox
from firmware_host.fleet.public import FORMAT
from firmware_host.journal import At, JournalError, Reader
from firmware_host.journal.dispute import write_dispute
from firmware_host.journal.marks import hold
from firmware_host.words import Words

PIECE = 98_304
MOST_FILES = 3
MOST_WAITING = 64
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _File:
    """A file that is being sent."""

    path: Path
    size: int
    sha256: str

    @property
    def pieces(self) -> int:
        return max(1, -(-self.size // PIECE))


@dataclass
class Bundles:
    """Makes the files, and sends the pieces that were asked for, a few at each turn."""

    journal: Path
    folder: Path
    outbox: Outbox
    _files: OrderedDict[str, _File] = field(default_factory=OrderedDict)
    _wanted: list[tuple[str, int]] = field(default_factory=list)
    _refusals: list[dict[str, object]] = field(default_factory=list)

    def ask(self, wish: Mapping[str, Any]) -> None:
        """Somebody wants these pieces."""
        request = wish["request"]
        if request not in self._files:
            refused = self._make(request, wish["match"], wish["language"])
            if refused:
                self._refusals = [*self._refusals[-MOST_WAITING:], _refusal(request, refused)]
                return
        last = self._files[request].pieces
        wanted = [(request, piece) for piece in wish["pieces"] if piece < last]
        self._wanted = [*dict.fromkeys((*self._wanted, *wanted))][-MOST_WAITING:]

    def send(self, tell: Callable[[Mapping[str, object]], int | None]) -> None:
        """One refusal or piece at each turn: what happens at the table goes first."""
        if self._refusals:
            if tell(self._refusals[0]) is not None:
                del self._refusals[0]
            return
        for _ in range(min(4, len(self._wanted))):
            request, number = self._wanted[0]
            message = self._piece(request, number)
            if message is not None and tell(message) is None:
                return
            del self._wanted[0]

    def _piece(self, request: str, number: int) -> dict[str, object] | None:
        file = self._files.get(request)
        if file is None:
            return None
        try:
            with file.path.open("rb") as stream:
                stream.seek(number * PIECE)
                data = stream.read(PIECE)
        except OSError:
            self._files.pop(request, None)
            return _refusal(request, "unreadable")
        return {
            "v": FORMAT,
            "request": request,
            "size": file.size,
            "sha256": file.sha256,
            "pieces": file.pieces,
            "piece": number,
            "check": sha256(data).hexdigest(),
            "data": base64.b64encode(data).decode(),
        }

    def _make(self, request: str, match: str, language: str) -> str:
        """Make the file; why there is none, or nothing. A file of before the program was started again is taken."""
        number = self.outbox.numbered(match)
        if number is None:
            return "unknown"
        path = self.folder / f"{request}.zip"
        try:
            if not path.exists():
                self.folder.mkdir(parents=True, exist_ok=True)
                with Reader.open(self.journal) as reader:
                    if not reader.closed(number) and any(map(_has_secrets, reader.lines(number))):
                        return "secret"
                    write_dispute(reader, number, Words(language), path)
                hold(self.journal, number, At(datetime.now(UTC).isoformat(timespec="seconds"), 0))
            self._files[request] = _measured(path)
        except (OSError, JournalError) as error:
            _log.warning("a dispute can't be sent: %s", error)
            return "unreadable"
        self._tidy()
        return ""

    def _tidy(self) -> None:
        """Only the newest files stay: they may be made again at any time."""
        while len(self._files) > MOST_FILES:
            self._files.popitem(last=False)
        kept = {file.path.name for file in self._files.values()}
        for path in self.folder.glob("*.zip"):
            if path.name not in kept:
                with suppress(OSError):
                    path.unlink()


def _refusal(request: str, why: str) -> dict[str, object]:
    return {"v": FORMAT, "request": request, "refused": why}


def _measured(path: Path) -> _File:
    digest = sha256()
    with path.open("rb") as stream:
        while block := stream.read(1_000_000):
            digest.update(block)
    return _File(path, path.stat().st_size, digest.hexdigest())


def _has_secrets(line: Mapping[str, object]) -> bool:
    """Whether a line says what a hand holds: then nothing of a match that is on leaves the table."""
    return any(f'"{key}"' in json.dumps(line) for key in ("hands", "tigers", "specials"))
