"""Tables whose matches are played in memory: a real journal, a real table side, and a situation for every line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from engine import record
from engine.match import Match
from engine.players import seat_players
from firmware_host.fleet.link import Manners
from firmware_host.fleet.settings import Broker, FleetConfig
from firmware_host.fleet.table import Table, TableSide
from firmware_host.fleet.topics import DO, topic
from firmware_host.journal import At, Journal, Kind
from firmware_host.steward.inputs import Input
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.words import Words
from tests.firmware_host.journals import ROOMY
from tests.firmware_host.simulated import MATCHES, NAMES


def lines_of(name: str, seed: int) -> Iterator[tuple[Match, dict[str, object] | None]]:
    """A match of that kind, move by move, with all secrets in its lines; first the header."""
    game, seats, options = MATCHES[name]
    match = Match.open(game, NAMES[:seats], **options)
    table = seat_players(match, seed, "sensible", open_hands=True)
    yield match, None
    while (move := table.next_move(match)) is not None:
        match = match.play(move)
        assert match.written is not None
        yield match, json.loads(record.write_entry(match.header, match.written[2]))


def wall(number: int) -> str:
    """A time for every number, a second apart."""
    return f"2026-11-18T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}.000+00:00"


@dataclass
class PlayedTable:
    """A table that writes what it is told to play, and tells a broker."""

    folder: Path
    broker: Broker
    name: str = "berlin-3"
    home_assistant: bool = False
    asked: list[Input] = field(default_factory=list)
    situation: Situation = field(default_factory=lambda: Situation(Settings(Words("en"))))
    written: list[int] = field(default_factory=list)
    number: int = 0
    match: int = 0
    real: bool = False
    """Whether its clock tells when it last wrote anything, instead of made-up times."""

    side: TableSide | None = None

    def __post_init__(self) -> None:
        self.journal = Journal.open(self.folder / "journal", self.at(), ROOMY, {"drover": "1.0"})
        self.written.append(self.journal.head().seq)

    def at(self) -> At:
        self.number += 1
        self.wall = datetime.now(UTC).isoformat(timespec="milliseconds") if self.real else wall(self.number)
        return At(self.wall, self.number * 1000)

    def join(self) -> TableSide:
        """Be on the way to the broker."""
        prefix = self.broker.prefix
        manners = Manners(
            f"drover-table-{self.name}",
            most_at_once=40,
            subscriptions=(topic(prefix, self.name, DO),),
            soonest_s=0.05,
            latest_s=0.2,
            keepalive_s=2,
        )
        config = FleetConfig(self.broker, self.name, home_assistant=self.home_assistant)
        table = Table(
            *(self.folder / "journal", self.folder / "fleet", lambda: self.situation, self.asked.append),
            lambda: self.wall,
        )
        self.side = TableSide(config, table, manners)
        self.side.start()
        return self.side

    def play(self, name: str = "take_six", seed: int = 1, most: int = 10_000) -> Match:
        """A match, or its beginning; where it is over it is closed."""
        lines = lines_of(name, seed)
        match, _ = next(lines)
        header = json.loads(record.write_header(match.header))
        self.match = self._wrote(self.journal.begin(header, self.at()))
        self.situation = replace(self.situation, match=match)
        for _, (match, line) in zip(range(most), lines, strict=False):
            assert line is not None
            self._wrote(self.journal.write(self.match, line, self.at()))
            self.situation = replace(self.situation, match=match)
        if match.state.phase == "over":
            said = match.as_record()
            result = {"score": said["score"], "winners": said["winners"]}
            self._wrote(self.journal.close_match(self.match, "over", self.at(), result))
        return match

    def note(self, kind: Kind, body: Mapping[str, object]) -> None:
        self._wrote(self.journal.note(self.match or None, kind, body, self.at()))

    def leave(self) -> None:
        """The table's program ends in good order."""
        if self.side is not None:
            self.side.stop()
            self.side = None

    def close(self) -> None:
        self.leave()
        self.journal.close(self.at())

    def _wrote(self, seq: int) -> int:
        self.written.append(seq)
        return seq
