"""Tournaments: players drawn to tables round by round, scores taken from the matches that are played there.

>>> cup = Tournament("Cup", ("a", "b", "c", "d", "e"), ("x", "y"))
>>> drawn = draw(cup, seed=1)
>>> sorted(map(len, drawn.values())), sorted(name for seats in drawn.values() for name in seats)
([2, 3], ['a', 'b', 'c', 'd', 'e'])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from firmware_host.fleet.store import Played

MOST_PLAYERS, MOST_TABLES, MOST_ROUNDS = 200, 60, 20
TRIES = 300
BEST = 100.0
"""What somebody gets who leaves all others of a table behind."""


@dataclass(frozen=True)
class Round:
    """Who sits where, and which matches had begun there before: those do not count. `results` are matches by table."""

    seats: Mapping[str, tuple[str, ...]]
    before: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    results: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Tournament:
    """A value: every round gives the next one."""

    name: str
    players: tuple[str, ...]
    tables: tuple[str, ...]
    rounds: tuple[Round, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> Tournament:
        rounds = tuple(
            Round(
                {table: tuple(names) for table, names in one["seats"].items()},
                {table: tuple(ids) for table, ids in one["before"].items()},
                dict(one["results"]),
            )
            for one in said["rounds"]
        )
        return cls(said["name"], tuple(said["players"]), tuple(said["tables"]), rounds)


class Standing(NamedTuple):
    """`points` of all rounds; `rounds` of each, None where it is not played. `own`: the games' own points."""

    place: int
    player: str
    points: float
    rounds: tuple[float | None, ...]
    own: int


def draw(cup: Tournament, seed: int) -> dict[str, tuple[str, ...]]:
    """The next round: as many at each table as can be, and as few who met before as some hundred tries find."""
    met: dict[frozenset[str], int] = {}
    for earlier in cup.rounds:
        for names in earlier.seats.values():
            for pair in map(frozenset, combinations(names, 2)):
                met[pair] = met.get(pair, 0) + 1
    chance = Random(seed)
    tables = cup.tables[: max(1, len(cup.players) // 2)]
    best, fewest = {}, -1
    for _ in range(TRIES):
        players = [*cup.players]
        chance.shuffle(players)
        drawn = {table: tuple(players[at :: len(tables)]) for at, table in enumerate(tables)}
        again = sum(met.get(frozenset(pair), 0) ** 2 for names in drawn.values() for pair in combinations(names, 2))
        if fewest < 0 or again < fewest:
            best, fewest = drawn, again
        if fewest == 0:
            break
    return best


def begun(cup: Tournament, seed: int, known: Mapping[str, Iterable[str]]) -> Tournament:
    """One more round; `known` are the matches of each table so far."""
    seats = draw(cup, seed)
    before = {table: tuple(known.get(table, ())) for table in seats}
    return replace(cup, rounds=(*cup.rounds, Round(seats, before)))


def collected(cup: Tournament, matches: Iterable[Played]) -> Tournament:
    """The newest round with the results that are there by now: the first match that was played to its end at a table
    since the draw, by as many as were drawn to it.
    """
    if not cup.rounds:
        return cup
    last = cup.rounds[-1]
    results = dict(last.results)
    for match in sorted(matches, key=lambda one: one.ended):
        seats = last.seats.get(match.table, ())
        counts = match.how == "over" and match.score and len(match.seats) == len(seats)
        if counts and match.table not in results and match.id not in last.before.get(match.table, ()):
            results[match.table] = match.id
    return replace(cup, rounds=(*cup.rounds[:-1], replace(last, results=results)))


def seated(seats: Sequence[str], match: Played) -> dict[str, str]:
    """Who sat at each of the match's seats: as they were drawn, unless the table knows all of them by name."""
    if set(match.seats) == set(seats):
        return {seat: seat for seat in match.seats}
    return dict(zip(match.seats, seats, strict=True))


def scores(seats: Sequence[str], match: Played) -> dict[str, tuple[float, int]]:
    """What each player of a table gets: a share of 100 for each other left behind, half of it where they are even.

    The second number is the game's own.
    """
    score = match.score or {}
    own = {player: score.get(seat, 0) for seat, player in seated(seats, match).items()}
    if len(own) < 2:
        return {player: (BEST, points) for player, points in own.items()}
    winning = [score.get(winner, 0) for winner in match.winners]
    lowest = bool(winning) and winning[0] == min(own.values())
    found = {}
    for player, points in own.items():
        others = [other for name, other in own.items() if name != player]
        behind = sum(1 if (points < other) == lowest else 0 for other in others if other != points)
        even = sum(other == points for other in others)
        found[player] = (round(BEST * (behind + even / 2) / len(others), 1), points)
    return found


def standings(cup: Tournament, matches: Mapping[tuple[str, str], Played]) -> list[Standing]:
    """Everybody, the best first; who is even shares a place."""
    by_round: list[dict[str, tuple[float, int]]] = []
    for one in cup.rounds:
        found: dict[str, tuple[float, int]] = {}
        for table, match in one.results.items():
            if (table, match) in matches:
                found |= scores(one.seats[table], matches[table, match])
        by_round.append(found)
    rows = []
    for player in cup.players:
        of = tuple(found[player][0] if player in found else None for found in by_round)
        own = sum(found[player][1] for found in by_round if player in found)
        rows.append((round(sum(points or 0 for points in of), 1), player, of, own))
    rows.sort(key=lambda row: (-row[0], row[1]))
    better = [sum(other[0] > row[0] for other in rows) for row in rows]
    return [Standing(better[at] + 1, player, points, of, own) for at, (points, player, of, own) in enumerate(rows)]
