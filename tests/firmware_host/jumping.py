"""Films of Take Six in which no hand is seen: cards jump from place to place, as in pictures that others draw."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import numpy as np

from engine.match import Match
from engine.players import seat_players
from engine.record import write_entry
from firmware_host.programme import Programme
from firmware_host.simulator.cards import own_card
from firmware_host.simulator.filming import view_over
from firmware_host.steward.effects import Ask, Effect, Object, Write
from firmware_host.steward.inputs import Start
from firmware_host.steward.settings import Settings
from firmware_host.words import Words
from tests.firmware_host.simulated import NAMES
from vision.cameras.camera import small_grey
from vision.eyes import Eyes
from vision.frame import Frame
from vision.mat.model import Mat
from vision.mat.plan import plan
from vision.synthetic.photograph import Photographer, Sensor
from vision.synthetic.surroundings import GROUNDS
from vision.synthetic.table import Card, Table
from vision.watch import Watcher

MEDIUM = Sensor(blur=0.9, noise=3.5)
UPSIDE_DOWN, SHOWN = 0.15, 3
"""How often a card lies the other way round, and how many of a pile are drawn."""


@dataclass(frozen=True)
class Style:
    """How others draw a match: how long nothing changes, in pictures; what jumps at once; how crooked cards lie.

    `pile` says how cards that were taken lie: face "down", face "up", or not at all ("off").
    """

    hold: int = 7
    fps: float = 10.0
    size: tuple[int, int] = (2304, 1296)
    pile: str = "down"
    reveal_at_once: bool = True
    commit_at_once: bool = False
    take_before: bool = False
    place_at_once: bool = False
    crooked: float = 1.0
    ground: str = "wood"
    sensor: Sensor = MEDIUM


def any_style(seed: int) -> Style:
    """The style of that seed; nothing changes for 0.6 seconds at the least, or nobody could be sure of anything."""
    rng = Random(seed)
    fps = rng.choice((5.0, 10.0, 10.0, 25.0))
    return Style(
        hold=round(fps * rng.uniform(0.6, 1.5)),
        fps=fps,
        size=rng.choice(((2304, 1296), (1920, 1080))),
        pile=rng.choice(("down", "up", "off")),
        reveal_at_once=rng.random() < 0.6,
        commit_at_once=rng.random() < 0.4,
        take_before=rng.random() < 0.4,
        place_at_once=rng.random() < 0.2,
        crooked=rng.uniform(0, 3),
        ground=rng.choice(GROUNDS),
    )


@dataclass
class Jumping:
    """Where the cards lie, while a match is played; every card lies where it lies by chance, and stays so."""

    style: Style
    mat: Mat
    card: Any
    seed: int
    rows: list[list[int]] = field(default_factory=list)
    seats: dict[int, tuple[int, bool]] = field(default_factory=dict)
    piles: dict[int, list[int]] = field(default_factory=dict)

    def table(self) -> Table:
        table = Table(mat=self.mat, ground=self.style.ground, seed=self.seed)
        for row, cards in enumerate(self.rows, 1):
            for slot, card in enumerate(cards):
                table = self._laid(table, card, f"row/{row}", slot, True)
        for seat, (card, face_up) in self.seats.items():
            table = self._laid(table, card, f"seat/{seat}", 0, face_up)
        for seat, pile in self.piles.items() if self.style.pile != "off" else ():
            for card in pile[-SHOWN:]:
                table = self._laid(table, card, f"pickup/{seat}", 0, self.style.pile == "up")
        return table

    def _laid(self, table: Table, card: int, zone: str, slot: int, face_up: bool) -> Table:
        chance = np.random.default_rng((self.seed, card, slot, *zone.encode()))
        (x, y), angle = table.place(zone, slot)
        x, y = np.array((x, y)) + chance.normal(0, self.style.crooked, 2)
        angle += chance.normal(0, 1.2 * self.style.crooked) + 180 * (chance.random() < UPSIDE_DOWN)
        drawn: Card = self.card("take_six", str(card))
        return table.with_card(drawn, (x, y), angle, face_up=face_up)

    def after(self, line: Mapping[str, Any], names: Sequence[str]) -> Iterator[Table]:
        """How the table lies, one time after the other, while that is played."""
        if line["move"] == "deal":
            self.rows, self.seats, self.piles = [[card] for card in line["rows"]], {}, {}
            yield self.table()
            yield self.table()
        elif line["move"] == "reveal":
            cards = {names.index(seat) + 1: card for seat, card in line["cards"].items()}
            yield from self._in_turn(cards, False, self.style.commit_at_once)
            yield from self._in_turn(cards, True, self.style.reveal_at_once)
        else:
            yield from self._placed(names.index(line["seat"]) + 1, line["row"] - 1)

    def _in_turn(self, cards: Mapping[int, int], face_up: bool, at_once: bool) -> Iterator[Table]:
        for seat, card in cards.items():
            self.seats[seat] = (card, face_up)
            if not at_once:
                yield self.table()
        if at_once:
            yield self.table()

    def _placed(self, seat: int, at: int) -> Iterator[Table]:
        card, _ = self.seats[seat]
        row = self.rows[at]
        if len(row) == 5 or card < row[-1]:
            self.piles.setdefault(seat, []).extend(row)
            self.rows[at] = row = []
            if self.style.take_before:
                yield self.table()
        del self.seats[seat]
        self.rows[at] = [*row, card]
        if not self.style.place_at_once or not self.seats:
            yield self.table()


@dataclass
class Watched:
    """What was played, and what the table programme made of the film."""

    played: list[Mapping[str, Any]]
    record: list[Mapping[str, Any]]
    asked: list[str]
    objected: list[str]
    pictures: int


def watched(seats: int, seed: int, style: Style, turns: int = 99, card: Any = own_card) -> Watched:
    """A round for so many seats, or its first turns, as a film, and what is seen in it."""
    told = Watched([], [], [], [], 0)
    mat = plan("take_six", seats)
    programme = Programme(Watcher(Eyes("take_six"), mat), Settings(Words("en")), partial(_carried, told))
    programme.take(Start("take_six", NAMES[:seats], {}), 0)
    for frame in filmed(seats, seed, style, told.played, turns, card):
        programme.look(frame)
        told.pictures += 1
    return told


def filmed(
    seats: int, seed: int, style: Style, played: list[Mapping[str, Any]], turns: int = 99, card: Any = own_card
) -> Iterator[Frame]:
    """The pictures of the film; `played` comes to have the lines of what it shows."""
    jumping = Jumping(style, plan("take_six", seats), card, seed)
    photographer = Photographer(view_over(jumping.table(), style.size), style.sensor)
    number = 0
    for table in _tables(jumping, NAMES[:seats], seed, turns, played):
        for _ in range(style.hold):
            picture = photographer.photograph(table, number)
            yield Frame(picture, round(number * 1000 / style.fps), number, small_grey(picture))
            number += 1


def _tables(
    jumping: Jumping, names: Sequence[str], seed: int, turns: int, played: list[Mapping[str, Any]]
) -> Iterator[Table]:
    """The mat with nothing on it, every state of a round, and the last one a second time."""
    yield jumping.table()
    match = Match.open("take_six", list(names), limit={"rounds": 1})
    players = seat_players(match, seed, "sensible")
    while (move := players.next_move(match)) is not None:
        match = match.play(move)
        line = json.loads(write_entry(match.header, move))
        turns -= line["move"] == "reveal"
        if turns < 0:
            break
        played.append({key: line[key] for key in ("move", "rows", "cards", "seat", "row") if key in line})
        yield from jumping.after(line, names)
    yield jumping.table()


def _carried(told: Watched, effects: Sequence[Effect], _: int) -> None:
    for effect in effects:
        if isinstance(effect, Write):
            told.record.append(effect.line)
        elif isinstance(effect, Ask):
            told.asked.append(effect.question.reason)
        elif isinstance(effect, Object):
            told.objected.append(effect.objection.rule)
