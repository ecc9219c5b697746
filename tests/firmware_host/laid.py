"""A table that is laid by hand, card by card, and watched by the steward: for tests that are read as examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.match import Match
from firmware_host.steward.effects import Effect, Note, Write
from firmware_host.steward.inputs import Input, Lying, Seen, Start, Tick, Trouble
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.steward.step import step
from firmware_host.words import Words
from hardware.cues import Cue

LONG = 10_000
"""After so long everything that is to be said was said."""

Kind = TypeVar("Kind")


@dataclass
class Laid:
    """Cards in zones, and what the steward makes of them. `"#"` is a back, `"68?89"` a card that may be either, `"??"`
    one of which nothing can be read.

    >>> table = Laid.of("take_six", "ana", "bia")
    >>> table.lay("row/1", "12").lay("row/2", "37").lay("row/3", "43").lay("row/4", "58").look()
    >>> table.record
    [{'move': 'deal', 'rows': [12, 37, 43, 58]}]
    """

    situation: Situation
    cards: list[Lying] = field(default_factory=list)
    now: int = 0
    pictures: int = 0
    keys: int = 0
    said: list[Effect] = field(default_factory=list)

    @classmethod
    def of(cls, game: str, *seats: str, mode: str = "play", **options: object) -> Laid:
        table = cls(Situation(Settings(Words("en"), mode)))
        table.tell(Start(game, seats, options))
        return table

    def lay(self, zone: str, *names: str, at: float | None = None) -> Laid:
        """Cards in a zone, to the right of those that lie there, or `at` a place of their own."""
        for name in names:
            self.keys += 1
            lying = [card.at[0] for card in self.cards if card.zone == zone]
            x = at if at is not None else max(lying, default=0.0) + 10.0
            self.cards.append(_lying(self.keys, name, zone, x))
        return self

    def take(self, zone: str, *names: str) -> Laid:
        """Those cards away from a zone, or all that lie there."""
        self.cards = [card for card in self.cards if card.zone != zone or (names and card.name not in names)]
        return self

    def key(self, zone: str) -> int:
        """The key of the only card of a zone."""
        (card,) = (card for card in self.cards if card.zone == zone)
        return card.key

    def look(self, wait: int = LONG, **seen: Any) -> None:
        """The camera sees the table lie so for that long."""
        end = self.now + wait
        while self.now <= end:
            self.pictures += 1
            self.tell(self.seen(**seen))
            self.tell(Tick())
            self.now += 100

    def seen(self, **more: Any) -> Seen:
        return Seen(self.now, self.pictures, tuple(self.cards), **{"steady": True, **more})

    def tell(self, given: Input) -> tuple[Effect, ...]:
        self.situation, effects = step(self.situation, given, self.now)
        self.said += effects
        return effects

    def commit(self, *cards: int | str) -> Laid:
        """Every seat lays a card face down, and all turn them up."""
        for seat, _ in enumerate(cards, 1):
            self.lay(f"seat/{seat}", "#")
        self.look(500)
        for seat, card in enumerate(cards, 1):
            self.take(f"seat/{seat}").lay(f"seat/{seat}", str(card))
        self.look(500)
        return self

    def place(self, seat: int, row: int, takes: bool = False) -> Laid:
        """The seat's card goes behind the row, or takes it."""
        (card,) = (card for card in self.cards if card.zone == f"seat/{seat}")
        if takes:
            self.take(f"row/{row}")
        return self.take(card.zone).lay(f"row/{row}", card.name or "#")

    def told(self, kind: type[Kind]) -> list[Kind]:
        """All effects of that kind so far."""
        return [effect for effect in self.said if isinstance(effect, kind)]

    @property
    def notes(self) -> list[str]:
        return [note.kind for note in self.told(Note)]

    @property
    def record(self) -> list[Mapping[str, object]]:
        return [write.line for write in self.told(Write)]

    @property
    def rows(self) -> list[list[int]]:
        """The rows as the match has them."""
        return [list(row.cards) for row in self.match.state.rows]

    @property
    def match(self) -> Match:
        assert self.situation.match is not None
        return self.situation.match

    @property
    def cue(self) -> Cue:
        return self.situation.cue

    def turned(self, zone: str, name: str) -> Laid:
        """The only card of that zone, where it lies, as another one: turned over, or read at last."""
        self.cards = [_lying(card.key, name, zone, card.at[0]) if card.zone == zone else card for card in self.cards]
        return self


def _lying(key: int, name: str, zone: str, x: float) -> Lying:
    if name == "#":
        return Lying(key, None, "down", zone, (x, 0.0))
    if name == "??":
        return Lying(key, None, "up", zone, (x, 0.0))
    first, _, second = name.partition("?")
    if second:
        return Lying(key, None, "up", zone, (x, 0.0), 0.6, ((first, 0.6), (second, 0.35)))
    return Lying(key, name, "up", zone, (x, 0.0))


def opened(*first: int, seats: int = 4, mode: str = "play", **options: object) -> Laid:
    """A match of Take Six whose rows are open."""
    table = Laid.of("take_six", *("ana", "bia", "caio", "duda", "eva", "fabi")[:seats], mode=mode, **options)
    for row, card in enumerate(first, 1):
        table.lay(f"row/{row}", str(card))
    table.look(500)
    return table


def without_camera(table: Laid) -> None:
    table.tell(Trouble("camera", "gone"))
    table.now += 20_000
    table.tell(Trouble("camera", None))


def deciding(**options: str) -> Laid:
    """No Thanks! of three: 17 is turned up, and ana decides."""
    table = Laid.of("no_thanks", "ana", "bia", "caio", **options)
    table.lay("active", "17").look(500, chips=0)
    return table
