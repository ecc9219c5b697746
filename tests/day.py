"""A day at the table, match after match, as fast as it goes: what grows that should not. Part of `make soak`.

The eyes are told what lies there; camera, networks and pages have soaks and benches of their own. Everything else is
the program: service, steward, engine, hands, and a journal that has to keep within its limits.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import cast

import cv2
import numpy as np

from firmware_host.journal import Journal, Limits, Reader
from firmware_host.journal.entries import At
from firmware_host.journal.verify import verify
from firmware_host.service import Devices, Inbox, Service
from firmware_host.sight import Sight
from firmware_host.simulator import People
from firmware_host.steward.effects import Effect
from firmware_host.steward.inputs import Input
from firmware_host.steward.settings import Settings
from firmware_host.words import Words
from hardware.hands import Hands, PartPlan
from tests.firmware_host.journals import IN_MEMORY
from tests.firmware_host.served import Filmed
from tests.firmware_host.simulated import people_for
from tests.hardware.parts import SpyPart
from vision.cameras.newest import Newest
from vision.frame import Frame
from vision.synthetic.table import Table
from vision.watch import Watcher

HOUR_MS = 3_600_000
HOURS = {"take_six": 12, "no_thanks": 6, "qwixx_cards": 6}
"""Of play each, one after the other in one process."""

LIMITS = Limits(photograph_bytes=20_000_000, file_bytes=40_000_000, free_bytes=0, reserve_bytes=1_000_000)
"""Small, so that a day reaches them."""

BETWEEN_MS = 3_000
MOST_GROWTH = 16_000_000
BEGAN = datetime(2026, 11, 18, 6, tzinfo=UTC)


class Guests:
    """One table of people after the other, as if they were the same ones."""

    def __init__(self, name: str, until: int) -> None:
        self._name, self._until = name, until
        self._seeds = count(1)
        self._began = self._over_at = 0
        self.matches = 0
        self.people = self._fresh()
        self.mat = self.people.mat

    def _fresh(self) -> People:
        self.matches += 1
        return people_for(self._name, next(self._seeds))

    def step(self, now: int) -> Table:
        if self.people.over:
            self._over_at = self._over_at or now
            if now - self._over_at >= BETWEEN_MS and now < self._until:
                self.people, self._began, self._over_at = self._fresh(), now, 0
        return self.people.step(now - self._began)

    def hear(self, effect: Effect, now: int) -> None:
        self.people.hear(effect, now - self._began)

    def inputs(self, now: int) -> list[Input]:
        return self.people.inputs(now - self._began)

    def bumped(self, now: int) -> bool:
        return self.people.bumped(now - self._began)

    @property
    def over(self) -> bool:
        return self.people.over and self._over_at >= self._until


class Noisy(Filmed):
    """Pictures of a size that photographs take room, each a little different."""

    picture = np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8)

    def wait_for(self, after: int, timeout: int) -> Frame | None:
        frame = super().wait_for(after, timeout)
        if frame is None:
            return None
        self.picture[0, :3, 0] = np.frombuffer(frame.number.to_bytes(3, "big"), np.uint8)
        picture = self.picture.copy()
        return Frame(picture, frame.taken, frame.number, cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))


@dataclass
class Grown:
    """What the process and its journal take, hour by hour, in one game."""

    folder: Path
    hours: list[Mapping[str, int]] = field(default_factory=list)

    def measure(self) -> None:
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        self.hours.append(
            {
                "memory": pages * os.sysconf("SC_PAGE_SIZE"),
                "threads": threading.active_count(),
                "descriptors": sum(1 for _ in Path("/proc/self/fd").iterdir()),
                "journal": sum(file.stat().st_size for file in self.folder.iterdir()),
            }
        )

    def wrong(self) -> list[str]:
        """The first hour of a game fills what it needs; from then on nothing grows."""
        first, last = self.hours[1:3], self.hours[-2:]
        found = []
        for name, most in (("memory", MOST_GROWTH), ("threads", 0), ("descriptors", 0)):
            before, after = (max(hour[name] for hour in hours) for hours in (first, last))
            if after > before + most:
                found.append(f"{name} grew from {before} to {after}")
        bound = LIMITS.file_bytes + LIMITS.reserve_bytes + 12_000_000
        if max(hour["journal"] for hour in self.hours) > bound:
            found.append(f"the journal takes more than {bound} bytes")
        return found

    def told(self) -> str:
        """In one line."""
        said = []
        for name, unit in (("memory", 1e6), ("threads", 1), ("descriptors", 1), ("journal", 1e6)):
            values = [hour[name] / unit for hour in self.hours]
            said.append(f"{name} {values[1]:.0f} → {values[-1]:.0f}")
        return ", ".join(said)


def played(name: str, hours: int, folder: Path, grown: Grown) -> int:
    """So many hours of that game with one service; gives the matches."""
    guests = Guests(name, hours * HOUR_MS)
    inbox = Inbox()
    part = SpyPart()
    hands = Hands([PartPlan("part", lambda edge: part, True)], inbox.press, inbox.fault)
    due = [HOUR_MS]

    def look_after(now: int) -> None:
        # What the test's own part remembers is nobody's leak.
        part.shown.clear()
        if now >= due[0]:
            due[0] += HOUR_MS
            grown.measure()

    filmed = Noisy(cast(People, guests), inbox, before=look_after)
    journal = Journal.open(folder, At(BEGAN.isoformat(), 0), LIMITS)
    hear = partial(_hear, guests, filmed)

    def wall() -> str:
        return (BEGAN + timedelta(milliseconds=filmed.time)).isoformat()

    devices = Devices(cast(Newest, filmed), hands, journal, hear, filmed, wall, Sight())
    service = Service(cast(Watcher, filmed), Settings(Words("en"), again=True), devices, inbox)
    service.programme._seen = filmed.seen  # type: ignore[method-assign]
    hands.start()
    try:
        service.run(guests.people.start)
    finally:
        hands.close()
        journal.close(At(wall(), filmed.time))
    return guests.matches


def _hear(guests: Guests, filmed: Filmed, effect: Effect, now: int) -> None:
    guests.hear(effect, filmed.time)


def day() -> list[str]:
    """All of it; what is wrong at its end."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as name:
        folder = Path(name)
        wrong, matches = [], 0
        for game, hours in HOURS.items():
            grown = Grown(folder)
            count_of = played(game, hours, folder, grown)
            matches += count_of
            print(f"{game}: {hours} hours, {count_of} matches; {grown.told()} (megabytes)", flush=True)
            wrong += [f"{game}: {one}" for one in grown.wrong()]
        checked = verify(folder)
        if checked.reason:
            wrong.append(f"the journal: {checked.reason}")
        with Reader.open(folder) as reader:
            kept = len(reader.matches())
    took = time.monotonic() - began
    print(f"{sum(HOURS.values())} hours of play in {took:.0f} s: {matches} matches, {kept} still in the journal")
    return wrong


def main() -> int:
    wrong = day()
    print(*wrong, sep="\n", end="")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
