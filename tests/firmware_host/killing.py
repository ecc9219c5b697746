"""A table that plays on while its keeper is killed again and again: what the kill tests and the soak share."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from firmware_host.journal import Kind, Reader
from firmware_host.journal.entries import Body
from firmware_host.journal.store import FILE
from firmware_host.journal.verify import verify
from firmware_host.simulator import PerfectEyes
from firmware_host.simulator.moments import moments
from firmware_host.simulator.people import People
from firmware_host.simulator.truth import compared
from firmware_host.steward.effects import Effect, Open, Write
from firmware_host.steward.inputs import Input, Start
from tests.firmware_host.simulated import people_for
from tests.firmware_host.table_keeper import send

PATIENCE = 60.0
"""So many seconds may a keeper that is not killed take to answer, on a busy machine."""

LIFE = 0.5
"""So many seconds a keeper that will be killed lives at the longest, most of which it writes."""

AT_ITS_START = 0.25
"""The share of the kills that come before or just after a keeper is there at all."""


class Killed(Exception):
    """The keeper was killed before it answered."""


class Child:
    """A keeper in its own process. What it is asked raises `Killed` once it is dead."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "tests.firmware_host.table_keeper", str(folder)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout
        self._killers: list[threading.Timer] = []
        self.killed = False

    def kill_after(self, seconds: float) -> None:
        killer = threading.Timer(seconds, self._kill)
        self._killers.append(killer)
        killer.start()

    def _kill(self) -> None:
        self.killed = True
        self._process.kill()

    def answer(self) -> Sequence[Effect]:
        watchdog = threading.Timer(PATIENCE, self._process.kill)
        watchdog.start()
        try:
            effects: Sequence[Effect] = pickle.load(self._from)  # noqa: S301  # our own child
        except (EOFError, pickle.UnpicklingError):
            raise Killed from None
        finally:
            watchdog.cancel()
        return effects

    def take(self, given: Input, now: int) -> Sequence[Effect]:
        try:
            send(self._to, (now, given))
        except BrokenPipeError:
            raise Killed from None
        return self.answer()

    def end(self) -> None:
        for killer in self._killers:
            killer.cancel()
            killer.join()
        self._process.kill()
        self._process.wait()
        self._from.close()
        with suppress(BrokenPipeError):
            self._to.close()


@dataclass
class Table:
    """One match, its keeper, which is killed at most so often, and every line that the keeper has said it wrote."""

    people: People
    folder: Path
    random: Random
    most: int
    kills: int = 0
    said: list[Body] = field(default_factory=list)
    child: Child | None = None

    def play(self) -> None:
        """To the end of the match, whoever is killed meanwhile."""
        try:
            self._start(0)
            self._give(self.people.start, 0)
            for moment in moments(self.people, PerfectEyes(self.people.mat)):
                for said in (moment.seen, *moment.inputs):
                    self._give(said, moment.now)
        finally:
            self._end()

    def _give(self, given: Input, now: int) -> None:
        """Until somebody has taken it: cards lie where they lie, and who pressed in vain presses again."""
        while True:
            assert self.child is not None
            try:
                self._hear(self.child.take(given, now), now)
                return
            except Killed:
                self._after_a_kill()
            self._start(now)
            if isinstance(given, Start) and self.lines():
                return

    def _start(self, now: int) -> None:
        while True:
            self._end()
            self.child = Child(self.folder)
            doomed, early = self.kills < self.most, self.random.random() < AT_ITS_START
            life = self.random.uniform(0, LIFE)
            if doomed and early:
                self.child.kill_after(life)
            try:
                self._hear(self.child.answer(), now)
            except Killed:
                self._after_a_kill()
                continue
            if doomed and not early:
                self.child.kill_after(life)
            return

    def _after_a_kill(self) -> None:
        assert self.child is not None
        assert self.child.killed, "the keeper ended by itself"
        self.kills += 1
        self._end()
        kept = iter(self.lines())
        missing = [line for line in self.said if not any(line == one for one in kept)]
        assert not missing, f"after kill {self.kills}: acknowledged and lost: {missing}"

    def _hear(self, effects: Sequence[Effect], now: int) -> None:
        for effect in effects:
            if isinstance(effect, Open):
                self.said.append(effect.header)
            elif isinstance(effect, Write):
                self.said.append(effect.line)
            self.people.hear(effect, now)

    def _end(self) -> None:
        if self.child is not None:
            self.child.end()
            self.child = None

    def lines(self) -> list[Body]:
        """The record as it is kept."""
        if not (self.folder / FILE).exists():
            return []
        with Reader.open(self.folder) as reader:
            match = reader.last_match()
            return [] if match is None else reader.lines(match)

    def verdict(self) -> list[str]:
        """What is wrong once the match is over; nothing, as it should be."""
        wrong = compared(self.lines(), self.people)
        checked = verify(self.folder)
        if checked.reason:
            wrong.append(f"the journal: {checked.reason}")
        with Reader.open(self.folder) as reader:
            match = reader.last_match()
            assert match is not None
            ends = [entry.body["how"] for entry in reader.entries(match) if entry.kind == Kind.CLOSED]
            if len(reader.matches()) != 1:
                wrong.append("there is more than one match")
        if ends != ["over"]:
            wrong.append(f"the match ended {ends}")
        if list(self.folder.glob("*.broken*")):
            wrong.append("a journal was set aside")
        return wrong


def table(name: str, seed: int, folder: Path, kills: int) -> Table:
    """A match at which the keeper is killed at most so often."""
    return Table(people_for(name, seed), folder, Random(f"{seed} kills"), kills)
