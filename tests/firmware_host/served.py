"""A service at a simulated table, in a time of its own: eyes that are told, a camera that waits for nobody."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from threading import Condition
from typing import cast

import numpy as np

from firmware_host.journal import At, Entry, Journal, Kind, Reader
from firmware_host.journal.entries import Body
from firmware_host.service import Devices, Inbox, Service
from firmware_host.simulator import People, PerfectEyes
from firmware_host.steward.effects import Effect
from firmware_host.steward.inputs import Seen
from firmware_host.steward.settings import Settings
from firmware_host.words import Words
from hardware.cues import Cue
from hardware.cues import Kind as Shown
from hardware.hands import Hands, PartPlan
from tests.firmware_host.journals import opened
from tests.firmware_host.simulated import people_for
from tests.hardware.parts import SpyPart
from vision.cameras.newest import Newest
from vision.cameras.recovery import CameraState, Status
from vision.errors import VisionError
from vision.frame import Frame
from vision.watch import Observation, Watcher

EVERY_MS = 100
AFTER_MS = 3_000
DAY = "2025-03-01T20:00:00+01:00"


@dataclass
class Filmed:
    """Camera, clock and eyes over a simulated table: each picture that is waited for is there at once.

    `lost` are the times between which the camera is gone, while people play on. `before` is called with the time
    before each picture, in the owner's thread.
    """

    people: People
    inbox: Inbox
    lost: tuple[int, int] = (-1, -1)
    before: Callable[[int], None] = lambda now: None
    time: int = 0
    number: int = 0
    pose: None = None
    mat: None = None
    blinks: int = 0
    _eyes: PerfectEyes = field(init=False)
    _ended_at: int | None = None
    _state: CameraState = CameraState.LIVE
    _told: Seen | None = None

    def __post_init__(self) -> None:
        self._eyes = PerfectEyes(self.people.mat)

    def now(self) -> int:
        return self.time

    def wait(self, condition: Condition, until: int | None) -> None:
        raise AssertionError("nobody waits by this clock")

    @property
    def status(self) -> Status:
        return Status(self._state, 1, self.time)

    def wait_for(self, after: int, timeout: int) -> Frame | None:
        self.time += EVERY_MS
        self.before(self.time)
        self.people.step(self.time)
        for given in self.people.inputs(self.time):
            self.inbox.post(given)
        if self.people.over and self._ended_at is None:
            self._ended_at = self.time + AFTER_MS
        if self._ended_at is not None and self.time >= self._ended_at:
            self._state = CameraState.ENDED
        if self.lost[0] <= self.time < self.lost[1]:
            if self._state is CameraState.LIVE:
                self._state = CameraState.LOST
                error = VisionError("camera_gone", address="by hand")
                self.inbox.camera_changed(Status(self._state, 1, self.time, error))
            return None
        if self._state is CameraState.LOST:
            self._state = CameraState.LIVE
            self.inbox.camera_changed(self.status)
        self.number += 1
        picture = np.full((8, 8, 3), self.number % 200, np.uint8)
        return Frame(picture, self.time, self.number, picture[..., 1].copy())

    def step(self, frame: Frame, impossible: Collection[str] = ()) -> Observation | None:
        """As a watcher: nothing where nothing is different."""
        table = self.people.step(frame.taken)
        seen = self._eyes.see(table, frame.taken, bumped=self.people.bumped(frame.taken))
        if self._told is not None and _same(seen, self._told):
            return None
        self._told = seen
        return Observation(frame.taken, frame.number)

    def reset(self) -> None:
        self.blinks += 1
        self._told = None

    def seen(self) -> Seen:
        """What the newest observation would be translated to."""
        assert self._told is not None
        return Seen(
            *(self.time, self.number, self._told.cards, self._told.hidden, self._told.covered, self._told.moving),
            *(self._told.steady, self._told.bumped, self._told.chips),
        )


def _same(one: Seen, other: Seen) -> bool:
    return _without_time(one) == _without_time(other)


def _without_time(seen: Seen) -> tuple[object, ...]:
    return (seen.cards, seen.hidden, seen.covered, seen.moving, seen.steady, seen.bumped, seen.chips)


class Place:
    """A table with its service, its journal in a folder, and a part that remembers what it was shown."""

    def __init__(self, folder: Path, people: People | None = None, filmed: Filmed | None = None) -> None:
        self.folder = folder
        self.people = people or people_for("take_six of two", 5)
        self.inbox = Inbox()
        self.filmed = filmed or Filmed(self.people, self.inbox)
        self.filmed.inbox = self.inbox
        self.part = SpyPart()
        self.hands = Hands([PartPlan("part", lambda edge: self.part, True)], self.inbox.press, self.inbox.fault)
        self.journal: Journal = opened(folder)
        self.heard: list[Effect] = []
        devices = Devices(cast(Newest, self.filmed), self.hands, self.journal, self._hear, self.filmed, lambda: DAY)
        self.service = Service(cast(Watcher, self.filmed), Settings(Words("en")), devices, self.inbox)
        self.service.programme._seen = self.filmed.seen  # type: ignore[method-assign]

    def _hear(self, effect: Effect, now: int) -> None:
        self.heard.append(effect)
        self.people.hear(effect, self.filmed.time)

    def play(self) -> None:
        """Until the match is over or somebody stops it; the journal is closed then."""
        self.hands.start()
        try:
            self.service.run(self.people.start)
        finally:
            self.hands.close()
            self.journal.close(self.journal_end)

    @property
    def journal_end(self) -> At:
        return At(DAY, self.filmed.time)

    def entries(self, *kinds: Kind) -> list[Entry]:
        """All that is in the journal about the newest match, of these kinds."""
        with Reader.open(self.folder) as reader:
            match = reader.last_match()
            assert match is not None
            return [entry for entry in reader.entries(match) if not kinds or entry.kind in kinds]

    def record(self) -> list[Body]:
        with Reader.open(self.folder) as reader:
            match = reader.last_match()
            return [] if match is None else list(reader.lines(match))

    def shown(self, kind: Shown) -> list[Cue]:
        """The cues of that kind that the part was shown."""
        return [cue for cue in self.part.cues if cue.kind is kind]
