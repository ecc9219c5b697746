"""What all who play at a table share while they play."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.game import Move
from engine.match import Match
from engine.players import Table as Players
from firmware_host.simulator.clockwork import Clockwork, Script, Until
from firmware_host.simulator.ears import Ears
from firmware_host.simulator.gestures import Gestures
from firmware_host.simulator.mistakes import Mistake, Slips
from firmware_host.simulator.rates import Habits, Pace
from firmware_host.simulator.scene import Scene
from firmware_host.steward.inputs import Input
from hardware.cues import Kind


@dataclass
class Sitting:
    """A match that is being played: what its truth is by now, and everything that people play it with.

    `says` are the inputs that they have made since anybody asked. At `rest` what lies on the table is what the
    match says, and nobody has a hand over it. `chosen` is the row that a seat has made up its mind about, `coming`
    are moves that were decided in advance, and `own` is what the game at hand keeps in mind of its table.
    """

    match: Match
    players: Players
    scene: Scene
    clockwork: Clockwork
    gestures: Gestures
    slips: Slips
    ears: Ears
    habits: Habits
    pace: Pace
    random: Random
    says: list[tuple[int, Input]] = field(default_factory=list)
    bumps: list[tuple[int, tuple[float, float], float]] = field(default_factory=list)
    rest: bool = False
    chosen: int = 0
    answered: set[int] = field(default_factory=set)
    own: Any = None
    coming: list[Move] = field(default_factory=list)
    _open_piles: dict[str, bool] = field(default_factory=dict)

    @property
    def now(self) -> int:
        return self.clockwork.now

    @property
    def seats(self) -> tuple[str, ...]:
        return self.match.header.seats

    def number(self, seat: str) -> int:
        """A seat's number on the mat."""
        return self.seats.index(seat) + 1

    def next_move(self) -> Move | None:
        """What the seat-fillers do next, or have decided before."""
        return self.coming.pop(0) if self.coming else self.players.next_move(self.match)

    def lies_open(self, zone: str) -> bool:
        """Whether cards are laid there with their faces up. Each seat has its own way with a pile."""
        if not zone.startswith("pickup/"):
            return True
        return self._open_piles.setdefault(zone, self.sometimes(self.habits.face_up))

    def play(self, move: Move) -> None:
        """It has happened: the truth is one move longer."""
        self.match = self.match.play(move)

    def stands(self, legal: Match, move: Move, state: Any) -> None:
        """A mistake has not been noticed: the truth is the move as it was made, and what lies on the table now."""
        self.match = Match(legal.header, state, legal.before, move, legal.events, legal.line, legal.written)

    def say(self, said: Input) -> None:
        self.says.append((self.now, said))

    def sometimes(self, share: float) -> bool:
        return self.random.random() < share

    def breathe(self) -> Script:
        """A moment in which nobody does anything, and the table is as the match says; then somebody may knock at it."""
        self.rest = self.scene.untouched
        yield self.gestures.between(self.pace.breath)
        self.rest = False
        if self.slips.slips("bump"):
            yield from self._bump()

    def wait_for(self, kind: Kind, since: int, **what: object) -> Script:
        """Waits for a light, as long as people are patient, and takes it in."""
        if self.habits.follow:
            yield Until(lambda: self.ears.shows(kind, since, **what), self.pace.patience)
        yield self.gestures.between(self.pace.react)

    def notice(self, mistake: Mistake) -> Script:
        """Waits whether somebody objects to a mistake, or asks about it; it stays open if nobody does."""
        since = mistake.at
        yield Until(lambda: self.ears.objected_since(since) or self.ears.asked_since(since), self.pace.doubt)
        if self.ears.objected_since(since):
            mistake.objected_at = self.now
        elif self.ears.asked_since(since):
            mistake.asked_at = self.now
        yield self.gestures.between(self.pace.react)

    def obliges(self, mistake: Mistake) -> bool:
        """Whether people put right what was noticed."""
        return mistake.noticed and self.sometimes(self.habits.obliging)

    def _bump(self) -> Script:
        random = self.random
        by = (round(random.uniform(-12, 12), 1), round(random.uniform(-12, 12), 1))
        self.bumps.append((self.now, by, round(random.uniform(-1.5, 1.5), 2)))
        self.slips.note(Mistake("bump", self.now, fate="past"))
        yield self.gestures.between(self.pace.breath)
