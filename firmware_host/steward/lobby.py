"""Before a match: who plays is whoever lays a card in a place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from firmware_host.steward.findings import Table
from firmware_host.steward.inputs import Seen, Start
from firmware_host.steward.settings import Settings
from hardware import cues
from hardware.cues import Cue

LEAST = 2
SEATED_AFTER = 1500
"""All cards must have lain open for so long: nobody else is about to lay one."""


@dataclass(frozen=True)
class Lobby:
    """What is played at this table by whoever sits down; `names` has a name for each place of the mat.

    `plain` are the names that the places have before anybody says how to call them; left out: the same.
    """

    game: str
    names: tuple[str, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    plain: tuple[str, ...] = ()

    def renamed(self, place: int, name: str) -> Lobby:
        """The same where whoever sits at that place is called so; as it is, where somebody else is."""
        if not 1 <= place <= len(self.names) or name in self.names:
            return self
        names = (*self.names[: place - 1], name, *self.names[place:])
        return replace(self, names=names, plain=self.plain or self.names)

    def unnamed(self) -> Lobby:
        """The same for whoever comes next."""
        return replace(self, names=self.plain or self.names)

    def start(self, table: Table) -> Start | None:
        """The match that the table shows: four rows of one card, and open cards of those who play."""
        rows = [table.cards(f"row/{row}") for row in range(1, 5)]
        opened = all(len(row) == 1 and row[0].name is not None for row in rows)
        places = self._taken(table)
        if not opened or len(places) < LEAST or not table.seen.steady:
            return None
        lying = [card for place in places for card in table.cards(f"seat/{place}")]
        if any(card.face != "up" or card.name is None for card in lying):
            return None
        return Start(self.game, tuple(self.names[place - 1] for place in places), self.options, places)

    def _taken(self, table: Table) -> tuple[int, ...]:
        """The places in which a card lies, or did when an arm came over it."""
        lying = {card.zone for card in (*table.everywhere(), *table.seen.hidden)}
        return tuple(place for place in range(1, len(self.names) + 1) if f"seat/{place}" in lying)

    def cue(self, table: Table, settings: Settings) -> Cue:
        """An invitation; once cards lie, what comes next."""
        words = settings.words
        if not any(table.cards(f"row/{row}") for row in range(1, 5)):
            return cues.idle(text=(words.say("cue.idle"),))
        places = self._taken(table)
        if len(places) < LEAST:
            return cues.wait(range(1, len(self.names) + 1), (words.say("cue.sit_down"),))
        return cues.reveal(places, 4, (words.say("cue.reveal"),))


def seen_from(seen: Seen, places: tuple[int, ...]) -> Seen:
    """The same with the mat's places numbered as the seats of the match are."""
    if not places or places == tuple(range(1, len(places) + 1)):
        return seen
    numbers = {
        f"{kind}/{place}": f"{kind}/{seat}" for kind in ("seat", "pickup") for seat, place in enumerate(places, 1)
    }
    others = {f"{kind}/{place}" for kind in ("seat", "pickup") for place in range(1, cues.MOST_SEATS + 1)} - set(
        numbers
    )

    def named(zone: str) -> str:
        return "" if zone in others else numbers.get(zone, zone)

    return replace(
        seen,
        cards=tuple(replace(card, zone=named(card.zone)) for card in seen.cards),
        hidden=tuple(replace(card, zone=named(card.zone)) for card in seen.hidden),
        covered=frozenset(map(named, seen.covered)) - {""},
        moving=frozenset(map(named, seen.moving)) - {""},
    )


def shown_to(cue: Cue, places: tuple[int, ...]) -> Cue:
    """The cue with its seats' lights at the places where they sit."""
    if not places or not cue.seats:
        return cue
    lights = [cues.Pattern.OFF] * max(places)
    for place, pattern in zip(places, cue.seats, strict=False):
        lights[place - 1] = pattern
    return replace(cue, seats=tuple(lights))
