"""What a table costs, from picture to light, over a filmed match with real eyes. Part of `make bench`.

Times stand beside a floor measured in the same run: the same picture made small, grey and thresholded.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, process_time

import cv2

from firmware_host.programme import Programme
from firmware_host.simulator import People
from firmware_host.simulator.filming import film
from firmware_host.simulator.rates import Habits
from firmware_host.simulator.truth import compared
from firmware_host.steward.effects import Effect, Open, Write
from firmware_host.steward.inputs import Tick
from firmware_host.steward.settings import Settings
from firmware_host.words import Words
from vision.eyes import Eyes
from vision.frame import Frame
from vision.synthetic.table import View, truth
from vision.watch import Watcher

WANTED_CORE, WANTED_MB, WANTED_LIGHT_MS = 25, 400, 250
NAMES = ("ana", "bia", "caio", "davi")
OPTIONS: dict[str, object] = {"limit": {"rounds": 1}}
MINUTE = 60_000
STABLE_MS = 400
SEEN_IN, WHOLLY = (576, 324), 0.97


def floor(frame: Frame) -> None:
    small = cv2.resize(frame.picture, (576, 324), interpolation=cv2.INTER_AREA)
    cv2.threshold(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)


def p99(times: Sequence[float]) -> float:
    return sorted(times)[min(len(times) - 1, int(0.99 * len(times)))]


def resident_mb() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) // 1024


class Run:
    """A match, and what its pictures took."""

    def __init__(self) -> None:
        self.people = People("take_six", NAMES, OPTIONS, seed=3, habits=Habits(fine=True))
        self.record: list[dict[str, object]] = []
        self.revealed: list[tuple[int, int, float]] = []
        """How long after the last card lay open, and could be seen, the picture came that told of it, and what that
        picture took of one core."""

        self.frames: list[float] = []
        self.floors: list[float] = []
        self.steps: list[float] = []
        self.memory: dict[int, int] = {}
        self.cpu = 0.0
        self.last = 0
        self._written = 0

    def carry(self, effects: Sequence[Effect], now: int) -> None:
        for effect in effects:
            if isinstance(effect, (Open, Write)):
                self.record.append(dict(effect.header if isinstance(effect, Open) else effect.line))
            self.people.hear(effect, now)

    def play(self) -> None:
        programme = Programme(Watcher(Eyes("take_six"), self.people.mat), Settings(Words("en")), self.carry)
        programme.take(self.people.start, 0)
        open_since: int | None = None
        seen_since: int | None = None
        for frame in film(self.people):
            start = perf_counter()
            floor(frame)
            self.floors.append((perf_counter() - start) * 1000)
            open_since = self._open_since(open_since, frame.taken)
            seen_since = self._seen_since(seen_since, frame.taken) if open_since is not None else None
            lines = len(self.record)
            start, cpu = perf_counter(), process_time()
            programme.look(frame)
            cpu = process_time() - cpu
            self.cpu += cpu
            self.frames.append((perf_counter() - start) * 1000)
            if open_since is not None and any(line.get("move") == "reveal" for line in self.record[lines:]):
                since = frame.taken if seen_since is None else seen_since
                self.revealed.append((frame.taken - open_since, frame.taken - since, cpu * 1000))
                open_since = None
            start = perf_counter()
            programme.take(Tick(), frame.taken)
            self.steps.append((perf_counter() - start) * 1000)
            for given in self.people.inputs(frame.taken):
                programme.take(given, frame.taken)
            self.memory.setdefault(frame.taken // MINUTE, resident_mb())
            self.last = frame.taken

    def _open_since(self, before: int | None, now: int) -> int | None:
        """Since which picture all seats' cards lie open in their places."""
        scene = self.people.sitting.scene
        lying = [scene.at(f"seat/{seat}") for seat in range(1, len(NAMES) + 1)]
        if all(cards and all(card.face_up for card in cards) for cards in lying):
            return now if before is None else before
        return None if before is None or any(cards for cards in lying) else before

    def _seen_since(self, before: int | None, now: int) -> int | None:
        """Since which picture nothing is over any of them."""
        scene = self.people.sitting.scene
        names = {name for seat in range(1, len(NAMES) + 1) for name in scene.names(f"seat/{seat}")}
        lying = [card for card in truth(scene.table, View.of(scene.table, SEEN_IN)) if card.card in names]
        if before is None and len(lying) == len(NAMES) and all(card.visible >= WHOLLY for card in lying):
            return now
        return before


def tell_late(since: str, times: Sequence[float]) -> None:
    late = [time - STABLE_MS for time in times]
    told = f"median {statistics.median(late):.0f} ms, most {max(late):.0f} ms (wanted: {WANTED_LIGHT_MS})"
    print(f"{since} to the cue, beyond {STABLE_MS} ms, {len(late)} turns: {told}")


def main() -> None:
    cv2.setNumThreads(1)
    run = Run()
    run.play()
    minutes = run.last / MINUTE
    bare = statistics.median(run.floors)
    print(
        f"{len(run.frames)} pictures, {minutes:.1f} minutes: {compared(run.record, run.people) or 'the right record'}"
    )
    median = statistics.median(run.frames)
    print(f"a picture: median {median:.2f} ms, p99 {p99(run.frames):.1f} ms; the floor takes {bare:.2f} ms")
    share = 100 * run.cpu / (run.last / 1000)
    print(f"{run.cpu / minutes:.1f} s of a core a minute of play: {share:.1f}% of it (wanted: {WANTED_CORE}%)")
    tell_late("from the last card that lies open", [open_for + ms for open_for, _, ms in run.revealed])
    tell_late(
        "from the last card that lies open with no hand over it", [seen_for + ms for _, seen_for, ms in run.revealed]
    )
    print(f"a step of the steward over the same table: p99 {p99(run.steps):.2f} ms")
    last = max(run.memory)
    print(f"memory: {run.memory[min(1, last)]} MB in minute 1, {resident_mb()} MB at the end (wanted: {WANTED_MB})")


if __name__ == "__main__":
    main()
