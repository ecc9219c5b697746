"""The chain's tournaments: kept in its store, their scores taken from its matches."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from firmware_host.fleet.store import Played, Store
from firmware_host.fleet.tournament import MOST_ROUNDS, Tournament, begun, collected, seated, standings


class Cups:
    """Any thread may ask."""

    def __init__(self, store: Store, now: Callable[[], str]) -> None:
        self._store, self._db, self._now = store, store.database, now

    def all(self) -> list[dict[str, Any]]:
        """The newest first."""
        rows = self._db.run("SELECT id, made, body FROM tournaments ORDER BY made DESC LIMIT 100")
        found = []
        for name, made, body in rows:
            cup = Tournament.of(json.loads(body))
            found.append({"id": name, "made": made[:10], "name": cup.name, "players": len(cup.players)})
        return found

    def make(self, name: str, players: Sequence[str], tables: Sequence[str]) -> str:
        cup = Tournament(name, tuple(players), tuple(dict.fromkeys(tables)))
        made = secrets.token_hex(8)
        with self._db.transaction():
            self._db.run(
                "INSERT INTO tournaments (id, made, body) VALUES (?, ?, ?)",
                (made, self._now(), json.dumps(cup.as_json())),
            )
        return made

    def draw(self, name: str, seed: int) -> bool:
        """The next round, unless the last one is still played or there were enough."""
        cup = self._read(name)
        if cup is None or len(cup.rounds) >= MOST_ROUNDS:
            return False
        if cup.rounds and len(cup.rounds[-1].results) < len(cup.rounds[-1].seats):
            return False
        known = {table: [one.id for one in self._store.matches(table=table)] for table in cup.tables}
        self._write(name, begun(cup, seed, known))
        return True

    def shown(self, name: str) -> dict[str, Any] | None:
        """A tournament with all that the page and the sheet have of it."""
        cup = self._read(name)
        if cup is None:
            return None
        matches = self._matches(cup)
        return {
            "id": name,
            "name": cup.name,
            "tables": cup.tables,
            "rounds": [
                {
                    "seats": one.seats,
                    "results": {
                        table: _scores(one.seats[table], matches.get((table, match)))
                        for table, match in one.results.items()
                    },
                }
                for one in cup.rounds
            ],
            "standings": [one._asdict() for one in standings(cup, matches)],
            "may_draw": len(cup.rounds) < MOST_ROUNDS
            and (not cup.rounds or len(cup.rounds[-1].results) == len(cup.rounds[-1].seats)),
        }

    def _matches(self, cup: Tournament) -> Mapping[tuple[str, str], Played]:
        wanted = {(table, match) for one in cup.rounds for table, match in one.results.items()}
        found = ((key, self._store.match(*key)) for key in wanted)
        return {key: match for key, match in found if match is not None}

    def _read(self, name: str) -> Tournament | None:
        """As it is kept, with what was played since."""
        rows = self._db.run("SELECT body FROM tournaments WHERE id = ?", (name,))
        if not rows:
            return None
        cup = Tournament.of(json.loads(rows[0][0]))
        if not cup.rounds:
            return cup
        played = [one for table in cup.rounds[-1].seats for one in self._store.matches(table=table)]
        newer = collected(cup, played)
        if newer != cup:
            self._write(name, newer)
        return newer

    def _write(self, name: str, cup: Tournament) -> None:
        with self._db.transaction():
            self._db.run("UPDATE tournaments SET body = ? WHERE id = ?", (json.dumps(cup.as_json()), name))


def _scores(seats: Sequence[str], match: Played | None) -> list[list[Any]]:
    """Each player with the game's own points, and whether that won."""
    if match is None:
        return []
    players = seated(seats, match)
    return [[players[seat], (match.score or {}).get(seat), seat in match.winners] for seat in match.seats]
