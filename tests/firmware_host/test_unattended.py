"""A table that nobody attends: whatever is broken, it starts, says so, and comes back by itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from firmware_host.config import Config
from firmware_host.heat import COOL, HOT, celsius, is_hot
from firmware_host.journal import Journal, Kind
from firmware_host.journal.verify import verify
from firmware_host.safe_mode import MOST_ASIDE, SafeMode, Wrong, configuration, keep_aside, salvaged, wrong_value
from firmware_host.service import Devices, Inbox, Service
from firmware_host.sight import LASTING_MS, MAT_MS, MatInSight, Sight
from firmware_host.steward.inputs import Trouble
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.steward.step import step
from firmware_host.words import Words
from hardware.cues import Kind as Shown
from hardware.hands import Hands, PartPlan
from hardware.keeper import Fault
from hardware.presses import Press
from tests.firmware_host.journals import NOW, ROOMY
from tests.firmware_host.listening import PATIENCE, Listener
from tests.firmware_host.served import Place
from tests.hardware.parts import SpyPart
from vision.cameras import camera_is_live
from vision.cameras.newest import Newest
from vision.frame import Frame, Picture
from vision.watch import Watcher

DROVER = [sys.executable, "-I", "-m", "firmware_host"]
WORDS = Words("en")


@contextmanager
def running(data: Path, config: Path, listener: Listener | None = None, *more: str) -> Iterator[subprocess.Popen[str]]:
    """`drover run --unattended`, as its unit starts it."""
    environment = {**os.environ, "DROVER_DATA": str(data), "LC_ALL": "C", "RUNTIME_DIRECTORY": str(data)}
    if listener is not None:
        environment |= listener.environment
    command = [*DROVER, "run", "--unattended", "--config", str(config), *more]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def configured(folder: Path, text: str = "") -> Path:
    file = folder / "drover.toml"
    file.write_text(f'{text}\n[camera]\naddress = "simulated"\n[web]\nport = 18651\n', encoding="utf-8")
    return file


def status(listener: Listener, part: str) -> None:
    """Wait until systemd is told of that trouble."""
    said = WORDS.say(f"status.part.{part}")
    listener.until(lambda one: said in one.get("STATUS", ""))


def test_a_broken_configuration_is_said_kept_aside_and_left_once_it_is_mended(tmp_path: Path) -> None:
    file = configured(tmp_path, "[table]\nseets = 3")
    broken = file.read_bytes()
    with Listener.in_folder(tmp_path) as listener, running(tmp_path, file, listener) as process:
        status(listener, "config")
        listener.until(lambda one: one.get("READY") == "1")
        (aside,) = (tmp_path / "aside").iterdir()
        assert aside.read_bytes() == broken
        assert (tmp_path / "url").read_text() == "http://127.0.0.1:18651\n"
        configured(tmp_path, "[table]\nseats = 3")
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "line 2" in err
    assert "seets" in err


def test_a_broken_journal_is_kept_aside_and_play_goes_on_once_that_is_read(tmp_path: Path) -> None:
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal" / "journal.db").write_bytes(b"no journal" * 1000)
    with Listener.in_folder(tmp_path) as listener, running(tmp_path, configured(tmp_path), listener) as process:
        status(listener, "journal_replaced")
        listener.until(lambda one: one.get("READY") == "1")
        process.send_signal(signal.SIGTERM)
        listener.until(lambda one: one.get("STOPPING") == "1")
        assert process.wait(PATIENCE) == 0
    (aside,) = (tmp_path / "journal").glob("journal.db.broken-*")
    assert aside.read_bytes() == b"no journal" * 1000


def test_confirm_says_that_it_was_read() -> None:
    situation, _ = step(Situation(Settings(WORDS)), Trouble("journal_replaced", "damaged"), 0)
    assert situation.cue.kind is Shown.FAULT
    situation, _ = step(situation, Press("confirm", False), 1)
    assert situation.troubles == ()
    assert situation.cue.kind is Shown.IDLE


def test_a_folder_that_cannot_be_written_is_said_and_used_once_it_can(tmp_path: Path) -> None:
    blocked = tmp_path / "data"
    blocked.write_bytes(b"a file where a folder should be")
    with Listener.in_folder(tmp_path) as listener, running(blocked, configured(tmp_path), listener) as process:
        status(listener, "storage")
        listener.until(lambda one: one.get("READY") == "1")
        blocked.unlink()
        assert process.wait(PATIENCE) == 0
    assert (blocked / "journal" / "journal.db").exists()


@pytest.mark.parametrize(
    "half", [b"", b"[table]\nseats = ", b"\x00" * 4096, b"\xff\xfe[table]", b"[table]\n[table]\n", b"=" * 70_000]
)
def test_a_half_written_configuration_never_stops_a_start(half: bytes, tmp_path: Path) -> None:
    file = tmp_path / "drover.toml"
    file.write_bytes(half)
    config, wrongs = configuration(file, WORDS, tmp_path / "aside", "2026-11-18T20:00:00")
    assert isinstance(config, Config)
    assert [wrong.trouble.part for wrong in wrongs] == ([] if not half else ["config"])


def test_no_configuration_at_all_is_none_that_is_broken(tmp_path: Path) -> None:
    assert configuration(tmp_path / "none.toml", WORDS, tmp_path, "") == (Config(), ())


def test_of_a_broken_configuration_the_sound_sections_hold() -> None:
    pins = "[gpio]\nrows = [17, 27, 22, 23]"
    config = salvaged(f'[table]\nlanguage = "de"\nseets = 3\n{pins}\n[camera]\naddress = 5\n[bar]\nport = "/dev/x"')
    assert config.wiring.gpio is not None
    assert config.wiring.bar is not None
    assert config.wiring.bar.port == "/dev/x"
    assert (config.camera, config.table) == (Config().camera, Config().table)
    assert salvaged('[table]\nlanguage = "pt"\n[gpio\nrows=').table.language == "pt"


def test_a_deck_that_is_not_there_is_wrong_in_its_line(tmp_path: Path) -> None:
    file = tmp_path / "drover.toml"
    file.write_text('[table]\nseats = 3\ndeck = "gone"\n')
    assert wrong_value(file, ("table", "deck"), "…").trouble == Trouble("config", "3")


def test_only_the_newest_broken_files_are_kept_and_each_once(tmp_path: Path) -> None:
    for number in range(MOST_ASIDE + 3):
        keep_aside("drover.toml", b"%d" % number, tmp_path, f"2026-11-18T20:00:{number:02}")
        keep_aside("drover.toml", b"%d" % number, tmp_path, f"2026-11-18T21:00:{number:02}")
    kept = sorted(file.read_bytes() for file in tmp_path.iterdir())
    assert kept == [b"%d" % number for number in range(3, MOST_ASIDE + 3)]
    keep_aside("drover.toml", b"x", tmp_path / next(tmp_path.iterdir()).name, "")  # no folder: it is only logged


def test_what_passes_by_itself_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_host.safe_mode.EVERY_S", 0.01)
    posted: list[Trouble] = []
    wrong = Wrong(Trouble("journal_replaced", "damaged"), "…", passes_s=0.02)
    with SafeMode([wrong], posted.append, lambda: None):
        end = time.monotonic() + PATIENCE
        while len(posted) < 2 and time.monotonic() < end:
            time.sleep(0.01)
    assert posted == [wrong.trouble, Trouble("journal_replaced", None)]


@pytest.mark.parametrize("seconds", [0.0, 0.2, 0.5, 0.9])
def test_it_ends_cleanly_also_while_it_loads(seconds: float, tmp_path: Path) -> None:
    with running(tmp_path, configured(tmp_path)) as process:
        end = time.monotonic() + PATIENCE
        while not catches(process.pid, signal.SIGTERM) and time.monotonic() < end:
            time.sleep(0.005)
        time.sleep(seconds)
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")


def catches(process: int, number: int) -> bool:
    """Whether that process handles that signal itself by now."""
    status = Path(f"/proc/{process}/status").read_text()
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught.split()[1], 16) >> (number - 1) & 1)


BLACK: Picture = np.full((54, 96), 4, np.uint8)


def grey(level: int, noise: int = 0, number: int = 0) -> Picture:
    rng = np.random.default_rng(number)
    picture = np.full((54, 96), level, np.int16)
    picture[20:30, 20:60] += 60
    return np.clip(picture + rng.integers(-noise, noise + 1, picture.shape), 0, 255).astype(np.uint8)


def watched(pictures: Callable[[int], Picture], seconds: float, sight: Sight, start: int = 0) -> list[Fault]:
    found: list[Fault] = []
    for time_ms in range(start, start + int(seconds * 1000), 100):
        small = pictures(time_ms)
        found += sight.look(Frame(small, time_ms, time_ms // 100, small))
    return found


def test_a_lens_that_is_covered_is_told_once_it_lasts_and_when_it_is_over() -> None:
    sight = Sight()
    assert watched(lambda at: grey(120, 4, at), 3, sight) == []
    assert watched(lambda at: BLACK, (LASTING_MS - 200) / 1000, sight, 3000) == []
    assert watched(lambda at: grey(120, 4, at), 1, sight, 5000) == []
    assert watched(lambda at: BLACK, 4, sight, 6000) == [Fault("camera_covered", "covered")]
    assert watched(lambda at: grey(120, 4, at), 1, sight, 10_000) == [Fault("camera_covered", None)]


def test_a_camera_that_repeats_itself_is_told() -> None:
    sight = Sight()
    assert watched(lambda at: grey(120, 4, 1), 5, sight) == [Fault("camera_frozen", "frozen")]
    assert watched(lambda at: grey(120, 4, at), 1, sight, 5000) == [Fault("camera_frozen", None)]


def test_a_table_in_the_dark_says_so_and_plays_on() -> None:
    sight = Sight()
    assert watched(lambda at: (grey(20, 4, at) // 2).astype(np.uint8), 4, sight) == [Fault("light", "too_dark")]
    situation, _ = step(Situation(Settings(WORDS)), Trouble("light", "too_dark"), 0)
    assert situation.cue.kind is not Shown.FAULT


def looked_for(found: Callable[[int], bool], until: int) -> list[Fault]:
    mat = MatInSight()
    return [fault for now in range(0, until, 100) for fault in mat.look(found(now), now)]


def test_a_mat_that_is_looked_for_in_vain_is_told_once_and_when_it_is_found() -> None:
    assert looked_for(lambda now: True, 60_000) == []
    assert looked_for(lambda now: now >= MAT_MS - 100, 60_000) == []
    assert looked_for(lambda now: False, 60_000) == [Fault("mat", "not_found")]
    assert looked_for(lambda now: now >= 30_000, 60_000) == [Fault("mat", "not_found"), Fault("mat", None)]


def test_recordings_may_stand_still() -> None:
    assert camera_is_live("pi")
    assert camera_is_live("/dev/video0")
    assert not camera_is_live("/home/ana/evening.avi")


def test_heat_is_read_from_the_hottest_zone_and_has_some_play(tmp_path: Path) -> None:
    assert celsius(tmp_path) is None
    for number, text in enumerate(("51234\n", "83000\n", "rubbish")):
        (tmp_path / f"thermal_zone{number}").mkdir()
        (tmp_path / f"thermal_zone{number}" / "temp").write_text(text)
    assert celsius(tmp_path) == 83.0
    assert [is_hot(HOT, False), is_hot(HOT - 1, True), is_hot(COOL - 1, True)] == [True, True, False]


class Still:
    """As a watcher to which nothing happens."""

    now = mat = pose = None

    def reset(self) -> None:
        """There is nothing to forget."""


class Pictures:
    """As a camera whose pictures come when they are asked for, ten a second, by a clock that nobody waits for."""

    def __init__(self, pictures: Callable[[int], Picture]) -> None:
        self.time, self.pictures, self.reopened = 0, pictures, 0
        self.taken: list[int] = []

    def now(self) -> int:
        return self.time

    def wait(self, condition: threading.Condition, until: int | None) -> None:
        raise AssertionError("nobody waits by this clock")

    def wait_for(self, after: int, timeout: int) -> Frame | None:
        end = self.time + timeout
        while self.time < end:
            self.time += 100
            if self.time > after:
                small = self.pictures(self.time)
                self.taken.append(self.time)
                return Frame(small, self.time, self.time // 100, small)
        return None

    def reopen(self) -> None:
        self.reopened += 1


class Bench:
    """A service that is turned by hand."""

    def __init__(self, folder: Path, pictures: Callable[[int], Picture], heat: Callable[[int], float]) -> None:
        self.camera, self.inbox, self.part = Pictures(pictures), Inbox(), SpyPart()
        self.hands = Hands([PartPlan("part", lambda edge: self.part)], self.inbox.press, self.inbox.fault)
        self.journal = Journal.open(folder, NOW, ROOMY)
        devices = Devices(cast(Newest, self.camera), self.hands, self.journal)
        devices = replace(devices, clock=self.camera, sight=Sight(), celsius=lambda: heat(self.camera.time))
        self.service = Service(cast(Watcher, Still()), Settings(WORDS), devices, self.inbox)
        self.service.programme.look = lambda frame: None  # type: ignore[method-assign]

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_: object) -> None:
        self.hands.close()
        self.journal.close(NOW)

    def turn(self, until: int) -> None:
        last = -1
        while self.camera.time < until:
            last = self.service._turn(last)


def test_when_it_is_too_hot_fewer_pictures_are_looked_at_and_that_is_said(tmp_path: Path) -> None:
    with Bench(tmp_path, lambda at: grey(120, 4, at), lambda now: 85.0 if 10_000 <= now < 30_000 else 60.0) as bench:
        bench.turn(45_000)
        taken = bench.camera.taken
        assert sum(one < 10_000 for one in taken) >= 98
        assert 15 <= sum(16_000 <= one < 26_000 for one in taken) <= 26
        assert sum(one >= 35_000 for one in taken) >= 98
        assert "heat" not in bench.service.programme.situation.troubles


def test_heat_is_said_on_what_shows_words(tmp_path: Path) -> None:
    with Bench(tmp_path, lambda at: grey(120, 4, at), lambda now: 85.0) as bench:
        bench.turn(6_000)
        assert bench.service.programme.situation.troubles == ("heat",)
        assert [fault.part for fault in bench.hands.faults] == ["heat"]


def test_a_table_that_finds_no_mat_says_so_until_it_finds_it(tmp_path: Path) -> None:
    with Bench(tmp_path, lambda at: grey(120, 4, at), lambda now: 50.0) as bench:
        programme = bench.service.programme
        watcher = cast(Any, programme.watcher)
        watcher.mat = "a mat"
        bench.turn(MAT_MS + 500)
        assert "mat" in programme.situation.troubles
        assert programme.situation.cue.text == (WORDS.say("cue.fault_mat"),)
        watcher.pose = "where it lies"
        bench.turn(MAT_MS + 1000)
        assert "mat" not in programme.situation.troubles


def test_a_frozen_camera_stops_play_and_is_opened_anew(tmp_path: Path) -> None:
    with Bench(tmp_path, lambda at: grey(120, 4, 1), lambda now: 50.0) as bench:
        bench.turn(10_000)
        assert bench.camera.reopened == 1
        assert bench.service.programme.situation.troubles == ("camera_frozen",)
        assert bench.service.programme.situation.cue.text == (WORDS.say("cue.fault_camera_frozen"),)


def test_nothing_is_decided_by_the_time_of_day(tmp_path: Path) -> None:
    """Set back, set on by years, without any sense: what is played, shown and kept is the same."""
    calm = Place(tmp_path / "calm")
    calm.play()
    jumping = Place(tmp_path / "jumping")
    days = cycle(["1970-01-01", "2093-07-01", "2026-11-18", "1999-12-31"])
    jumping.service._devices.wall = lambda: f"{next(days)}T12:00:00+00:00"
    jumping.play()
    assert jumping.record() == calm.record()
    assert jumping.heard == calm.heard
    # Photographs are developed beside it all, and come when they are ready.
    kinds = [[one.kind for one in place.entries() if one.kind != Kind.PHOTOGRAPH] for place in (jumping, calm)]
    assert kinds[0] == kinds[1]
    assert verify(jumping.folder).reason == ""
