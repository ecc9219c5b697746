"""A server with situations that a test makes, and nobody who plays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from engine.match import Match
from engine.take_six.moves import Deal, Reveal
from firmware_host.config import Config, TableConfig, WebConfig
from firmware_host.steward.inputs import Input
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.web.board import Board
from firmware_host.web.connections import Limits
from firmware_host.web.joined import Joined
from firmware_host.web.server import WebServer, listening
from firmware_host.words import Words
from tests.web.client import Client

SEATS = ("Ana", "Bia", "Caio")
QUICK = Limits(head=0.4, body=0.4, stuck=0.4, heartbeat=0.2)


class HandClock:
    """Time that a test turns."""

    time = 1000

    def now(self) -> int:
        return self.time

    def wait(self, condition: Any, until: int | None) -> None:
        raise AssertionError("nobody waits by this clock")


def until(true: Callable[[], bool], seconds: float = 10.0) -> None:
    """Waits for a condition; fails if it does not come true in time."""
    ends = monotonic() + seconds
    while not true():
        assert monotonic() < ends, "it did not come true in time"
        sleep(0.005)


def in_play(seats: tuple[str, ...] = SEATS) -> Match:
    """A match with cards to place; the lowest, of the first seat, fits behind no row."""
    match = Match.open("take_six", seats).play(Deal((20, 40, 60, 80)))
    return match.play(Reveal({seat: 10 + 36 * at for at, seat in enumerate(seats)}))


@dataclass
class Standing:
    """`posted` is what reached the steward's inbox."""

    folder: Path
    limits: Limits = field(default_factory=Limits)
    language: str = "en"
    address: str = "127.0.0.1"
    names: tuple[str, ...] = ()
    posted: list[Input] = field(default_factory=list)
    clock: HandClock = field(default_factory=HandClock)
    crop: Callable[[int], bytes | None] = lambda number: None
    situation: Situation = field(init=False)

    def __post_init__(self) -> None:
        self.board = Board()
        self.show(Situation(Settings(Words(self.language)), in_play()))
        config = Config(
            TableConfig(names=SEATS, language=self.language), web=WebConfig(True, self.address, 8080, self.names)
        )
        joined = Joined(self.board, self.posted.append, self.folder, config, clock=self.clock, crop=self.crop)
        self.server = WebServer(joined, listening(self.address, 0), self.limits)

    def show(self, situation: Situation) -> None:
        self.situation = situation
        self.board.show(situation)

    def change(self, **changes: Any) -> None:
        self.show(replace(self.situation, **changes))

    def __enter__(self) -> Standing:
        self.server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.close()

    @property
    def client(self) -> Client:
        return Client(self.server.port)

    @property
    def stranger(self) -> Client:
        """Somebody in the network, without a link or the PIN."""
        return Client(self.server.port, **{"X-Forwarded-For": "192.0.2.77"})

    def link(self, seat: str) -> str:
        """What the code of that seat says."""
        links: dict[str, str] = self.client.get("/api/view").json["links"]
        return links[seat]

    def referee(self) -> Client:
        """Somebody in the network who gave the PIN, which is set if it was not."""
        client = self.stranger
        if not self.client.get("/api/referee/session").json["pin_set"]:
            assert self.client.post("/api/referee/pin", {"pin": "271828"}).status == 200
        assert client.post("/api/referee/login", {"pin": "271828"}).status == 200
        return client
