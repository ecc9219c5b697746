"""What systemd is told, over a real datagram socket: when all is ready and alive, and nothing once one part stands."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from firmware_host.journal import Journal
from firmware_host.notify import Notify
from firmware_host.pulse import EVERY_MS, LIMITS, Pulse, Vitals, stalled, tell_status
from firmware_host.run_command import vitals_of
from firmware_host.service import Devices, Inbox, Service
from firmware_host.steward.desk import BLIND
from firmware_host.steward.inputs import Trouble
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.steward.step import step
from firmware_host.words import LANGUAGES, Words
from hardware.cues import Cue
from hardware.hands import Hands, PartPlan
from tests.firmware_host.journals import NOW, ROOMY
from tests.firmware_host.listening import PATIENCE, Listener
from tests.hardware.parts import SpyPart
from vision.cameras.clock import SystemClock
from vision.cameras.newest import Newest
from vision.cameras.simulated import SimulatedCamera
from vision.frame import Frame
from vision.synthetic.table import Table
from vision.watch import Watcher

QUICK = {"camera": 700, "owner": 700, "hands": 700}
"""As in `LIMITS`, but so that a test need not wait for it."""


def test_nothing_is_told_where_nobody_listens() -> None:
    notify = Notify({})
    assert not notify.there
    assert notify.watchdog_ms is None
    assert not notify.tell(READY=1)
    assert not Notify({"NOTIFY_SOCKET": "/nowhere/at/all"}).tell(READY=1)


def test_a_path_and_an_abstract_name_are_both_addresses(tmp_path: Path) -> None:
    for address in (str(tmp_path / "notify"), f"@drover-test-{os.getpid()}"):
        with Listener(address) as listener:
            assert listener.notify.tell(READY=1, STATUS="one\nline")
            assert listener.drain() == [{"READY": "1", "STATUS": "one line"}]


def test_the_watchdog_is_only_fed_where_it_is_this_process_that_is_watched() -> None:
    there = {"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "20000000"}
    assert Notify(there).watchdog_ms == 20_000
    assert Notify({**there, "WATCHDOG_PID": str(os.getpid())}).watchdog_ms == 20_000
    assert Notify({**there, "WATCHDOG_PID": "1"}).watchdog_ms is None
    assert Notify({"WATCHDOG_USEC": "20000000"}).watchdog_ms is None
    assert Notify({"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "soon"}).watchdog_ms is None


def _idle(idle: dict[str, int], part: str, now: int) -> int:
    return idle[part]


def test_a_beat_tells_ready_once_and_that_it_is_alive_every_time(tmp_path: Path) -> None:
    idle, ready = {"camera": 0, "owner": 0, "hands": 0}, [False]
    with Listener.in_folder(tmp_path) as listener:
        asked = {part: partial(_idle, idle, part) for part in idle}
        vitals = Vitals(asked, lambda: ready[0], lambda: "well")
        pulse = Pulse(listener.notify, vitals, Words("en"), SystemClock())
        assert pulse.beat(0)
        assert listener.drain() == [{"STATUS": "well"}, {"EXTEND_TIMEOUT_USEC": "30000000"}, {"WATCHDOG": "1"}]
        ready[0] = True
        assert pulse.beat(1)
        assert pulse.beat(2)
        assert listener.drain() == [{"READY": "1"}, {"WATCHDOG": "1"}, {"WATCHDOG": "1"}]
        for part in idle:
            idle[part] = LIMITS[part] + 1
            assert not pulse.beat(3)
            (told,) = listener.drain()
            assert told["STATUS"] == f"Stands still: {Words('en').say(f'status.part.{part}')}. It is started anew."
            idle[part] = LIMITS[part]
            assert pulse.beat(4)
            assert {"WATCHDOG": "1"} in listener.drain()


def test_what_is_told_is_told_well_before_the_watchdog_bites() -> None:
    unit = (Path(__file__).parents[2] / "systemd" / "drover.service").read_text(encoding="utf-8")
    (watchdog,) = (int(line.partition("=")[2]) for line in unit.splitlines() if line.startswith("WatchdogSec="))
    assert watchdog * 1000 >= 3 * EVERY_MS
    assert stalled(dict.fromkeys(LIMITS, 0), LIMITS) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trouble_has_words_for_systemd_and_for_the_table(language: str) -> None:
    words = Words(language)
    for part in (*BLIND, "light", "focus", "heat", "gpio", "display", "bar"):
        situation, _ = step(Situation(Settings(words)), Trouble(part, "3"), 0)
        status = tell_status(situation, words, ready=True)
        assert part not in status.replace(words.say(f"status.part.{part}"), "")
    for part in BLIND:
        situation, _ = step(Situation(Settings(words)), Trouble(part, "3"), 0)
        (text,) = situation.cue.text
        assert text != part
        assert ("3" in text) == (part == "config")


@dataclass
class Stall:
    """Something that stands still until it is let go."""

    on: threading.Event = field(default_factory=threading.Event)
    go: threading.Event = field(default_factory=threading.Event)

    def pass_through(self) -> None:
        if self.on.is_set():
            self.go.wait(PATIENCE)


class StallingCamera(SimulatedCamera):
    def __init__(self, stall: Stall) -> None:
        super().__init__(Table(), size=(192, 108), fps=20, clock=SystemClock())
        self._stall = stall

    def read(self, after: int | None = None) -> Frame:
        self._stall.pass_through()
        return super().read(after)


class Blind:
    """As a watcher that remembers nothing."""

    now = mat = pose = None

    def reset(self) -> None:
        """There is nothing to forget."""


class StallingPart(SpyPart):
    def __init__(self, stall: Stall) -> None:
        super().__init__()
        self._stall = stall

    def show(self, cue: Cue, ms: int) -> int | None:
        self._stall.pass_through()
        return super().show(cue, ms) or 50


class Running:
    """A table with real threads: camera, owner, a part."""

    def __init__(self, folder: Path, stalls: dict[str, Stall]) -> None:
        self._folder, self._stalls = folder, stalls
        self._made = threading.Event()
        self._owner = threading.Thread(target=self._own)
        clock = SystemClock()
        self.inbox = Inbox()
        part = StallingPart(stalls["hands"])
        self.hands = Hands([PartPlan("part", lambda edge: part)], self.inbox.press, self.inbox.fault)
        make = partial(StallingCamera, stalls["camera"])
        self.camera = Newest(make, on_change=self.inbox.camera_changed, clock=clock)

    def _own(self) -> None:
        # A journal belongs to the thread that opened it.
        journal = Journal.open(self._folder / "journal", NOW, ROOMY)
        devices = Devices(self.camera, self.hands, journal)
        self.service = Service(cast(Watcher, Blind()), Settings(Words("en")), devices, self.inbox)
        stall = self._stalls["owner"]
        self.service.programme.look = lambda frame: stall.pass_through()  # type: ignore[method-assign]
        self._made.set()
        self.service.run()
        journal.close(NOW)

    def __enter__(self) -> Running:
        self.hands.start()
        self.camera.start()
        self._owner.start()
        assert self._made.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        for stall in self._stalls.values():
            stall.go.set()
        self.service.stop()
        self._owner.join(PATIENCE)
        self.camera.close()
        self.hands.close()


@contextmanager
def table(folder: Path, stalls: dict[str, Stall]) -> Iterator[Listener]:
    """A table, its pulse, and whoever listens to that."""
    with Listener.in_folder(folder) as listener, Running(folder, stalls) as at_work:
        vitals = vitals_of(at_work.camera, at_work.service, at_work.hands, Words("en"))
        with Pulse(listener.notify, vitals, Words("en"), SystemClock(), QUICK):
            yield listener


@pytest.mark.parametrize("part", ["camera", "owner", "hands"])
def test_whichever_thread_stands_still_the_watchdog_is_fed_no_more(part: str, tmp_path: Path) -> None:
    stalls = {name: Stall() for name in QUICK}
    with table(tmp_path, stalls) as listener:
        listener.until(lambda one: one.get("READY") == "1")
        for _ in range(3):
            listener.until(lambda one: "WATCHDOG" in one)
        stalls[part].on.set()
        told = listener.until(lambda one: one.get("STATUS", "").startswith("Stands still"))
        assert Words("en").say(f"status.part.{part}") in told["STATUS"]
        assert listener.silent_for("WATCHDOG", 1.0)


def test_a_part_that_moves_on_again_is_alive_again(tmp_path: Path) -> None:
    stalls = {name: Stall() for name in QUICK}
    with table(tmp_path, stalls) as listener:
        listener.until(lambda one: one.get("READY") == "1")
        stalls["hands"].on.set()
        listener.until(lambda one: one.get("STATUS", "").startswith("Stands still"))
        stalls["hands"].on.clear()
        stalls["hands"].go.set()
        listener.until(lambda one: "WATCHDOG" in one)


def test_without_a_picture_it_is_not_ready_and_asks_for_more_time(tmp_path: Path) -> None:
    stalls = {name: Stall() for name in QUICK}
    stalls["camera"].on.set()
    with table(tmp_path, stalls) as listener:
        listener.until(lambda one: "EXTEND_TIMEOUT_USEC" in one)
        listener.until(lambda one: one.get("STATUS", "").startswith("Stands still"))
        assert not any("READY" in one for one in listener.heard)
