"""Disputes from afar, the asking side: pieces are kept as they come, and only what is missing is asked for."""

from __future__ import annotations

import base64
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from firmware_host.fleet.bundles import PIECE
from firmware_host.fleet.database import Database, StoreError

AT_ONCE = 8
ASKS_AGAIN_S = 5.0
LOOKS_EVERY_S = 0.2
LARGEST = 500_000_000
MOST_LISTED = 100
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Bundle:
    """A dispute's file: how much of it is here."""

    id: str
    table: str
    match: str
    language: str
    asked: str
    size: int
    sha256: str
    pieces: int
    refused: str
    have: int

    @property
    def done(self) -> bool:
        return 0 < self.pieces == self.have

    @property
    def open(self) -> bool:
        return not self.done and not self.refused


class Fetching:
    """Asks tables for what is missing until all is there. `ask` tells a table; `may` says whether it is there."""

    def __init__(
        self,
        database: Database,
        ask: Callable[[str, Mapping[str, object]], bool],
        may: Callable[[str], bool],
        now: Callable[[], str],
    ) -> None:
        self._db, self._ask, self._may, self._now = database, ask, may, now
        self.number = 0
        """Grows with everything that changes."""

        self._asked: dict[tuple[str, int], float] = {}
        self._stopped, self._wake = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="fetching", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._wake.set()
        self._thread.join(5)

    def want(self, table: str, match: str, language: str) -> str:
        """Ask for a match's file; gives the name of what will come. What was asked for already is not asked twice."""
        for bundle in self.all():
            if (bundle.table, bundle.match) == (table, match) and not bundle.refused:
                return bundle.id
        name = secrets.token_hex(12)
        with self._db.transaction():
            self._db.run(
                "INSERT INTO bundles (id, tab, of_match, language, asked) VALUES (?, ?, ?, ?, ?)",
                (name, table, match, language, self._now()),
            )
        self._wake.set()
        return name

    def all(self) -> list[Bundle]:
        """The newest first."""
        rows = self._db.run(
            "SELECT id, tab, of_match, language, asked, coalesce(size, 0), coalesce(sha256, ''), coalesce(pieces, 0), "
            "coalesce(refused, ''), (SELECT count(*) FROM pieces WHERE bundle = bundles.id) "
            "FROM bundles ORDER BY asked DESC LIMIT ?",
            (MOST_LISTED,),
        )
        return [Bundle(*row) for row in rows]

    def data(self, name: str) -> Iterator[bytes]:
        """The file, piece by piece."""
        for (number,) in self._db.run("SELECT piece FROM pieces WHERE bundle = ? ORDER BY piece", (name,)):
            rows = self._db.run("SELECT data FROM pieces WHERE bundle = ? AND piece = ?", (name, number))
            yield bytes(rows[0][0])

    def piece(self, table: str, message: Mapping[str, Any]) -> None:
        """A piece has come, or a refusal; from that table alone which was asked."""
        bundle = next((one for one in self.all() if one.id == message["request"]), None)
        if bundle is None or bundle.table != table or not bundle.open:
            return
        if "refused" in message:
            with self._db.transaction():
                self._db.run("UPDATE bundles SET refused = ? WHERE id = ?", (message["refused"], bundle.id))
            self.number += 1
            return
        data = base64.b64decode(message["data"])
        right = -(-message["size"] // PIECE) == message["pieces"] and message["piece"] < message["pieces"]
        if not right or message["size"] > LARGEST or sha256(data).hexdigest() != message["check"]:
            return
        self._keep(bundle, message, data)
        self._asked.pop((bundle.id, message["piece"]), None)
        self._wake.set()
        self.number += 1

    def _keep(self, bundle: Bundle, message: Mapping[str, Any], data: bytes) -> None:
        with self._db.transaction():
            if bundle.sha256 != message["sha256"]:
                # The table had to make the file anew, and it is another one.
                self._db.run("DELETE FROM pieces WHERE bundle = ?", (bundle.id,))
                self._db.run(
                    "UPDATE bundles SET size = ?, sha256 = ?, pieces = ? WHERE id = ?",
                    (message["size"], message["sha256"], message["pieces"], bundle.id),
                )
            self._db.run(
                "INSERT INTO pieces (bundle, piece, data) VALUES (?, ?, ?) ON CONFLICT (bundle, piece) DO NOTHING",
                (bundle.id, message["piece"], data),
            )
        have = self._db.run("SELECT count(*) FROM pieces WHERE bundle = ?", (bundle.id,))[0][0]
        if have == message["pieces"] and self._digest(bundle.id) != message["sha256"]:
            _log.warning("the dispute %s is not what it should be, and is asked for again", bundle.id)
            with self._db.transaction():
                self._db.run("DELETE FROM pieces WHERE bundle = ?", (bundle.id,))

    def _digest(self, name: str) -> str:
        digest = sha256()
        for data in self.data(name):
            digest.update(data)
        return digest.hexdigest()

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._wake.wait(LOOKS_EVERY_S)
            self._wake.clear()
            try:
                for bundle in self.all():
                    if bundle.open and self._may(bundle.table):
                        self._ask_for(bundle)
            except StoreError as error:
                _log.warning("disputes: %s", error)
                self._stopped.wait(1)

    def _ask_for(self, bundle: Bundle) -> None:
        """The next pieces that are neither here nor on their way."""
        here = {number for (number,) in self._db.run("SELECT piece FROM pieces WHERE bundle = ?", (bundle.id,))}
        missing = [number for number in range(bundle.pieces or 1) if number not in here][:AT_ONCE]
        now = time.monotonic()
        wanted = [one for one in missing if now - self._asked.get((bundle.id, one), -ASKS_AGAIN_S) >= ASKS_AGAIN_S]
        if not wanted:
            return
        wish = {"do": "bundle", "request": bundle.id, "match": bundle.match, "language": bundle.language}
        if self._ask(bundle.table, {**wish, "pieces": wanted}):
            self._asked |= {(bundle.id, number): now for number in wanted}
