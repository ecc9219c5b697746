"""All that the steward knows between two inputs: a frozen value, from which the next one is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.match import Match
from firmware_host.steward.effects import Objection, Question
from firmware_host.steward.findings import Amiss, Doubt, Memory
from firmware_host.steward.inputs import Seen, Start
from firmware_host.steward.settings import Settings
from hardware.cues import OFF, Cue

if TYPE_CHECKING:
    from firmware_host.steward.worlds import World


@dataclass(frozen=True)
class Situation:
    """`pending` is what a look came to that is not said yet, and `since` when it came to that first.

    `said` are the names that people gave cards, by the cards' keys. `places` are where
    the seats sit at the mat, empty: as they are numbered. `repairing`: table and match are made to agree
    before play goes on.
    """

    settings: Settings
    match: Match | None = None
    memory: Memory = None
    seen: Seen | None = None
    said: Mapping[int, str] = field(default_factory=dict)
    places: tuple[int, ...] = ()
    chosen: Mapping[str, str] = field(default_factory=dict)
    pending: Doubt | Amiss | None = None
    since: int = 0
    seated: Start | None = None
    question: Question | None = None
    doubt: Doubt | None = None
    objection: Objection | None = None
    amiss: Amiss | None = None
    noted: frozenset[object] = frozenset()
    numbers: int = 0
    cue: Cue = OFF
    entered: tuple[tuple[int, Mapping[str, object]], ...] = ()
    """Lines that people entered before the table had come so far, and when."""

    before: int | None = None
    """The last picture in which the table lay still as it did before what is seen now."""

    left: frozenset[tuple[str, str, str]] | None = None
    """What lay there when a match was given up: until somebody touches it nothing begins."""

    moved_at: int = 0
    """When anybody last did anything."""

    idle: Question | None = None
    """Whether somebody is still there, as a kiosk asks."""

    repairing: bool = False
    paused: bool = False
    troubles: tuple[str, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Why, for each of the troubles."""

    worlds: tuple[World, ...] = ()
    """What follows from each of the answers that the open question may have."""

    depth: int = 0
    """How many open questions are taken for answered in this situation."""
