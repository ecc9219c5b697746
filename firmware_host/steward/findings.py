"""What a game makes of the table: moves that were made, something that is waited for, a doubt, or something amiss."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from engine.game import Move
from engine.match import Match
from firmware_host.steward.inputs import Lying, Seen
from firmware_host.steward.settings import Settings
from hardware.cues import Cue

Memory = Any
"""What a game keeps in mind of the table between two looks: a frozen value of its own."""

NO_CARD = "no_card"
"""What somebody says who is asked which card it is, and where it is asked about lies none."""


@dataclass(frozen=True)
class Doubt:
    """What is not known. `choices` may be answered, the likeliest first; `key` is the card that is meant.

    The answer is one of the choices, or the name of that card if one is meant. It is asked about once it has been
    so for `after` milliseconds, or for as long as the table's settings say; it is the same doubt whatever that is.
    """

    reason: str
    seats: tuple[str, ...]
    choices: tuple[str, ...]
    key: int | None = None
    facts: Mapping[str, object] = field(default_factory=dict)
    after: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Amiss:
    """What lies wrong, by which rule, and where it belongs; said once it has lain so for `after` milliseconds."""

    rule: str
    seat: str = ""
    card: str = ""
    lies: str = ""
    belongs: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    about: tuple[int, ...] = ()
    after: int = 1200


@dataclass(frozen=True)
class Finding:
    """What one look came to. `cue` is what the table shows while nothing is asked or wrong.

    `memory` is what is kept in mind now, `after` once the moves were played.
    """

    cue: Cue
    memory: Memory
    moves: tuple[Move, ...] = ()
    doubt: Doubt | None = None
    amiss: Amiss | None = None
    notes: tuple[tuple[str, Mapping[str, object]], ...] = ()
    after: Memory = None
    sure: bool = False
    """Whether the moves are certain also while something moves elsewhere."""

    known: Mapping[int, str] = field(default_factory=dict)
    """What unread cards are, by their keys, as follows from where they lie: it holds as long as they lie there."""

    corrects: int = 0
    """The line of the record that was really the one move found; 0: the moves come after all that is written."""


class Behaviour(Protocol):
    """How a game is watched over."""

    def memory(self, begun: bool = False) -> Memory:
        """What is kept in mind when a match begins, or when it goes on and all that was in mind is lost."""

    def look(self, match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
        """What the table comes to in this state of the match."""

    def amiss(self, match: Match, memory: Memory, table: Table) -> Amiss | None:
        """Where the table differs from the match as it stands, for repairing it; None: it agrees."""

    def cue(self, match: Match, memory: Memory, table: Table, settings: Settings) -> Cue:
        """What the table shows where nobody has seen it yet."""

    def unwatched(self, memory: Memory) -> Memory:
        """What is kept in mind where nobody has watched the table for a while."""

    def gone(self, match: Match) -> frozenset[str]:
        """The names of cards that can't lie on the table: those that are not in play, or not any more."""


@dataclass(frozen=True)
class Table:
    """What is seen, with what people said about it.

    `said` names cards by their keys, `chosen` is what seats chose, `entered` are moves that are entered and wait.
    """

    seen: Seen
    said: Mapping[int, str] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)
    entered: tuple[str, ...] = ()

    def cards(self, zone: str) -> tuple[Lying, ...]:
        """The cards of a zone from left to right, as far as they are seen."""
        return tuple(self.named(card) for card in self.seen.in_zone(zone) if self._is_one(card))

    def everywhere(self) -> tuple[Lying, ...]:
        return tuple(self.named(card) for card in self.seen.cards if self._is_one(card))

    def _is_one(self, card: Lying) -> bool:
        return self.said.get(card.key) != NO_CARD

    def can_be_seen(self, zone: str) -> bool:
        """Whether everything in the zone can be seen, and lies still."""
        return zone not in self.seen.covered and zone not in self.seen.moving

    def named(self, card: Lying) -> Lying:
        """The card with the name that people say it has."""
        name = self.said.get(card.key)
        return card if name is None or card.face != "up" else replace(card, name=name, sure=1.0)
