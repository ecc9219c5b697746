"""What all tables are at now, as far as they say so."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from firmware_host.fleet.store import Told
from firmware_host.journal.entries import At, Entry
from firmware_host.journal.telling import tell_entry
from firmware_host.words import Said, Words, shown

MOST_TABLES = 2000
QUIET = ("terminal",)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@dataclass
class Seen:
    """One table. `moved` is when its match last went on, `since` when it came or went."""

    state: Mapping[str, Any] | None = None
    health: Mapping[str, Any] | None = None
    online: bool = False
    since: str = ""
    moved: str = ""
    refused: int = 0


class Live:
    """The newest of each table; any thread may ask."""

    def __init__(self, now: Callable[[], str] = _now) -> None:
        self._tables: dict[str, Seen] = {}
        self._lock = threading.Lock()
        self._now = now
        self.number = 0
        """Grows with everything that was kept."""

    def may_come(self, table: str) -> bool:
        """Whether there is room for one more, if it is one more."""
        return table in self._tables or len(self._tables) < MOST_TABLES

    def state(self, table: str, state: Mapping[str, Any]) -> None:
        with self._lock:
            self._of(table).state = state

    def health(self, table: str, health: Mapping[str, Any]) -> None:
        with self._lock:
            self._of(table).health = health

    def online(self, table: str, online: bool) -> None:
        with self._lock:
            seen = self._of(table)
            if seen.online != online or not seen.since:
                seen.online, seen.since = online, self._now()

    def kept(self, told: Iterable[Told]) -> None:
        with self._lock:
            self.number += 1
            for one in told:
                if one.event["kind"] == "line":
                    self._of(one.table).moved = str(one.event["wall"])

    def refuse(self, table: str, count: int) -> None:
        with self._lock:
            self._of(table).refused = count

    def is_online(self, table: str) -> bool:
        seen = self._tables.get(table)
        return seen is not None and seen.online

    def versions(self) -> dict[str, str]:
        """Which drover each table runs."""
        with self._lock:
            return {table: str(seen.health["drover"]) for table, seen in self._tables.items() if seen.health}

    def names(self) -> tuple[str, ...]:
        with self._lock:
            return tuple(sorted(self._tables))

    def view(self, words: Words) -> dict[str, Any]:
        """All tables as the page shows them; those that need somebody can be told apart by `needs`."""
        with self._lock:
            tables = sorted(self._tables.items())
        return {"tables": {table: _tile(words, seen) for table, seen in tables}}

    def _of(self, table: str) -> Seen:
        return self._tables.setdefault(table, Seen())


def _tile(words: Words, seen: Seen) -> dict[str, Any]:
    state, health = seen.state or {}, seen.health or {}
    match = state.get("match") or {}
    score = match.get("score") or {}
    return {
        "name": shown(str(health.get("name", ""))),
        "online": seen.online,
        "since": seen.since,
        "wall": state.get("wall", ""),
        "occupied": bool(state.get("occupied")) and seen.online,
        "paused": bool(state.get("paused")),
        "needs": needs(words, seen),
        "match": match.get("id"),
        "game": _game(words, match.get("game")),
        "phase": match.get("phase", ""),
        "line": match.get("line", 0),
        "seats": [[shown(seat), score.get(seat, 0), seat in match["whose"]] for seat in match.get("seats", ())],
        "last": _last(words, state.get("last")),
        "version": str(health.get("drover", "")),
        "temperature": health.get("temperature"),
        "free_mb": health.get("free_mb"),
        "waiting": health.get("waiting", 0),
        "refused": seen.refused,
    }


def needs(words: Words, seen: Seen) -> list[list[str]]:
    """Why somebody should go there: a kind for the page, a sentence for people; the most pressing first."""
    state = seen.state or {}
    if not seen.online:
        return [["offline", words.say("fleet.need_offline")]] if seen.since else []
    found = []
    if state.get("help"):
        found.append(["help", words.say("fleet.need_help")])
    for kind in ("question", "objection"):
        body = state.get(kind)
        if body:
            found.append([kind, tell_entry(words, Entry(0, 0, kind, body, At("", 0), b""))])
    for part in state.get("troubles", ()):
        if part not in QUIET:
            key = f"part_name.{part}"
            name = words.say(key) if key in words else shown(part)
            found.append(["trouble", words.say("fleet.need_trouble", part=Said(name))])
    return found


def _game(words: Words, game: object) -> str:
    key = f"game.{game}"
    return "" if not game else words.say(key) if key in words else shown(str(game))


def _last(words: Words, last: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if not last:
        return None
    winners = tuple(last.get("winners") or ())
    return {"game": _game(words, last.get("game")), "winners": [shown(one) for one in winners], "wall": last["wall"]}
