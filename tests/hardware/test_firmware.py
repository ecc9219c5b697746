"""The light bar's real firmware under a real MicroPython, against the real host code: cues in, pixels out."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hardware import cues
from hardware.bar import LightBar, open_bar
from hardware.bar_link import hello
from hardware.cues import COLOURS, Cue, Kind, Pattern, Sound
from hardware.keeper import Fault, Keeper, monotonic_ms
from hardware.pico import board, frames, messages, patterns, tunes
from hardware.presses import Press
from hardware.wiring import Bar
from tests.hardware.pico import DARK, FAKES, FIRMWARE, NoisyLine, Pico, micropython, wait_until

ROWS, SEATS = len(board.ROWS), len(board.SEATS)
BLUE = (0, 0, 160)


class Table:
    """A keeper of the bar, and all that it told."""

    def __init__(self, port: str) -> None:
        self.presses: list[Press] = []
        self.faults: list[Fault] = []
        self.bars: list[LightBar] = []
        self.keeper = Keeper("bar", self._open, self.presses.append, self.faults.append)
        self._port = port

    def _open(self, edge: object) -> LightBar:
        self.bars.append(open_bar(Bar(self._port), edge))  # type: ignore[arg-type]
        return self.bars[-1]

    @property
    def reasons(self) -> list[str | None]:
        return [fault.reason for fault in self.faults]


@contextmanager
def table(port: str) -> Iterator[Table]:
    kept = Table(port)
    kept.keeper.start()
    try:
        yield kept
    finally:
        kept.keeper.close()


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[Pico]:
    with Pico(tmp_path) as plugged:
        yield plugged


def lit(colours: list[tuple[int, int, int]]) -> list[bool]:
    return [colour != DARK for colour in colours]


def test_the_folder_holds_all_that_the_pico_needs_and_the_fakes_stand_in_for_the_rest() -> None:
    only_there = {"machine", "micropython", "neopixel", "rp2"}
    assert {path.stem for path in FAKES.glob("*.py")} == only_there - {"micropython"} | {"table", "time"}
    program = "import sys\nimport frames, messages\nprint(frames.encode(0x1234, 6, 0).hex(' '))"
    command = [micropython(), "-c", program]
    done = subprocess.run(command, env={"MICROPYPATH": str(FIRMWARE)}, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == frames.encode(0x1234, 6, 0).hex(" ")


@pytest.mark.parametrize("pattern", list(Pattern))
def test_every_pattern_reaches_every_pixel(pico: Pico, pattern: Pattern) -> None:
    cue = Cue(Kind.PLACE, (pattern,) * ROWS, (pattern,) * SEATS)
    bar = open_bar(Bar(pico.port), lambda *_: None)
    expected = [bool(patterns.level(pattern, 0, place, ROWS)) for place in range(ROWS)]
    bar.show(cue, 0)
    wait_until(lambda: lit(pico.rows()) == expected)
    assert all(len(leds) == board.ROW_LEDS for pin, leds in pico.shown().items() if pin in board.ROWS)
    assert all(len(leds) == board.SEAT_LEDS for pin, leds in pico.shown().items() if pin in board.SEATS)
    assert all(len(set(leds)) == 1 for leds in pico.shown().values())
    bar.close()


def test_one_row_shines_in_its_colour_and_all_else_is_dark(pico: Pico) -> None:
    with table(pico.port) as on:
        wait_until(lambda: on.reasons == [None])
        on.keeper.show(cues.place("ana", "14", 2, seat_number=3))
        wait_until(pico.tones)
        assert lit(pico.rows()) == [False, True, False, False]
        assert lit(pico.seats()) == [False, False, True, False, False, False]
        red, green, blue = COLOURS[Pattern.STEADY]
        assert pico.rows()[1] == (red, green * board.BRIGHTNESS // 255, blue * board.BRIGHTNESS // 255)
        assert pico.tones() == [hertz for hertz, _ in tunes.notes(Sound.PLACE) if hertz]
        assert on.reasons == [None]
    wait_until(lambda: not any(lit(pico.rows() + pico.seats())))


def test_all_white_stays_below_what_usb_gives(pico: Pico) -> None:
    with table(pico.port) as on:
        on.keeper.show(Cue(Kind.REVEAL, (Pattern.ALL,) * ROWS, (Pattern.ALL,) * SEATS))
        wait_until(lambda: all(lit(pico.rows() + pico.seats())))
        leds = [led for strip in pico.shown().values() for led in strip]
        assert sum(sum(led) * 20 / 255 + 1 for led in leds) <= board.MILLIAMPERES


def test_presses_come_out_once_however_contacts_bounce(pico: Pico) -> None:
    wanted = ["confirm", "row/3", "undo", "confirm", "referee"] * 4
    with table(pico.port) as on:
        wait_until(lambda: on.reasons == [None])
        for button in wanted:
            pico.press(button, 0.04, bounces=3)
            time.sleep(0.04)
        pico.press("row/1", 0.8)
        wait_until(lambda: len(on.presses) > len(wanted))
    assert [(press.button, press.long) for press in on.presses] == [
        *((button, False) for button in wanted),
        ("row/1", True),
    ]


def test_two_buttons_held_together_are_a_pair(pico: Pico) -> None:
    with table(pico.port) as on:
        wait_until(lambda: on.reasons == [None])
        pico.level("undo", True)
        pico.press("confirm")
        pico.level("undo", False)
        wait_until(lambda: on.presses)
        time.sleep(0.05)
    assert [press.button for press in on.presses] == ["confirm+undo"]


def test_a_host_that_was_busy_still_tells_presses_apart_and_when_they_were(pico: Pico) -> None:
    edges = []
    bar = open_bar(Bar(pico.port), lambda button, down, age: edges.append((button, down, monotonic_ms() - age)))
    bar.show(cues.OFF, 0)
    began = monotonic_ms()
    for _ in range(3):
        pico.press("confirm", 0.05)
        time.sleep(0.05)
    wait_until(lambda: (bar.show(cues.OFF, 0), len(edges) >= 6)[1])
    assert [down for _, down, _ in edges] == [True, False] * 3
    for at, (_, _, ms) in enumerate(edges):
        assert abs(ms - began - 50 * at) < 45
    bar.close()


@pytest.mark.parametrize("seed", [1, 2])
def test_on_a_line_that_spoils_one_byte_in_a_hundred_every_press_is_told_once_and_the_last_cue_is_shown(
    pico: Pico, seed: int
) -> None:
    wanted = [("confirm", "row/3", "undo")[at % 3] for at in range(40)]
    with NoisyLine(pico.line, seed, 0.01) as line:
        with table(line.port) as on:
            wait_until(lambda: on.reasons == [None])
            for at, button in enumerate(wanted):
                on.keeper.show(cues.place("ana", str(at), 1 + at % ROWS))
                pico.press(button, 0.03)
                time.sleep(0.02)
            wait_until(lambda: len(on.presses) >= len(wanted))
            wait_until(lambda: lit(pico.rows()) == [place == (len(wanted) - 1) % ROWS for place in range(ROWS)])
            time.sleep(0.1)
            line.quiet = True
        assert [press.button for press in on.presses] == wanted
        assert on.reasons == [None]
        assert len(pico.tones()) <= len(wanted)


def test_a_hundred_thousand_random_bytes_to_the_bar_change_no_light_and_stop_nothing(pico: Pico) -> None:
    noise = random.Random(4).randbytes(100_000)
    bar = open_bar(Bar(pico.port), lambda *_: None)
    cue = cues.place("ana", "14", 2)
    bar.show(cue, 0)
    wait_until(lambda: any(lit(pico.rows())))
    before = len(pico.lines())
    host = os.open(pico.port, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    while noise:
        try:
            noise = noise[os.write(host, noise[:1000]) :]
        except BlockingIOError:
            time.sleep(0.001)
        bar.show(cue, 0)
    os.close(host)
    bar.show(other := cues.place("ana", "15", 1), 0)
    wait_until(lambda: (bar.show(other, 10), lit(pico.rows())[0])[1])
    assert len(pico.lines()) - before == 2  # row 2 dark, row 1 lit
    assert not pico.lines("reset")
    bar.close()


def test_a_bar_that_freezes_is_missed_and_shows_the_right_cue_when_it_is_back(pico: Pico) -> None:
    with table(pico.port) as on:
        wait_until(lambda: on.reasons == [None])
        pico.freeze()
        began = time.monotonic()
        wait_until(lambda: on.reasons == [None, "bar_silent"])
        assert time.monotonic() - began > 1.5
        on.keeper.show(cues.place("ana", "14", 4))
        pico.thaw()
        wait_until(lambda: lit(pico.rows()) == [False, False, False, True])
        wait_until(lambda: on.reasons[-1] is None)
        assert not pico.tones()  # what sounded while it was away is not replayed


def test_a_bar_that_is_unplugged_comes_back_with_the_newest_cue_and_without_a_sound(pico: Pico) -> None:
    with table(pico.port) as on:
        wait_until(lambda: on.reasons == [None])
        on.keeper.show(cues.place("ana", "14", 1))
        wait_until(lambda: pico.tones() == [880])
        pico.level("undo", True)
        time.sleep(0.05)
        pico.unplug()
        wait_until(lambda: on.faults[-1].reason is not None)
        on.keeper.show(cues.choose("ana", "14", [2, 3]))
        pico.level("undo", False)
        time.sleep(0.6)
        pico.plug()
        wait_until(lambda: on.reasons[-1] is None and all(lit(pico.rows())[1:3]))
        assert pico.tones() == [880]
        assert len({bar.identity.boot for bar in on.bars if bar.identity is not None}) == len(on.bars)
    assert not on.presses  # what was held when it went is no press


def test_a_bar_that_fails_inside_starts_again_by_itself_and_is_told_the_whole_cue(pico: Pico) -> None:
    with table(pico.port) as on:
        wait_until(lambda: on.reasons == [None])
        on.keeper.show(cues.place("ana", "14", 2))
        wait_until(lambda: pico.tones() == [880])
        # Its next writing to a strip fails, while the port stays.
        pico.flag("fail", 1)
        time.sleep(0.05)
        on.keeper.show(newest := cues.place("ana", "15", 3))
        wait_until(lambda: lit(pico.rows()) == [False, False, True, False])
        assert on.reasons == [None]
        assert pico.tones() == [880]
        assert newest.sound == Sound.PLACE
        assert pico.runs


def test_a_bar_that_fails_for_good_starts_its_pico_again(tmp_path: Path) -> None:
    with Pico(tmp_path, speed=20) as pico:
        pico.flag("fail", 100)
        wait_until(lambda: pico.lines("reset"))


def test_whoever_holds_the_picos_own_button_gets_at_its_files_but_not_while_a_host_is_there(tmp_path: Path) -> None:
    with Pico(tmp_path, speed=10) as pico:
        bar = open_bar(Bar(pico.port), lambda *_: None)
        pico.flag("bootsel", 1)
        for _ in range(20):
            bar.show(cues.OFF, 0)
            time.sleep(0.005)
        assert pico.runs
        bar.close()
        wait_until(lambda: not pico.runs)


def test_a_host_that_falls_silent_is_missed_after_two_seconds_and_given_up_after_ten(tmp_path: Path) -> None:
    with Pico(tmp_path, speed=10) as pico:
        bar = open_bar(Bar(pico.port), lambda *_: None)
        bar.show(cues.place("ana", "14", 2), 0)
        wait_until(lambda: lit(pico.rows()) == [False, True, False, False])
        began = pico.lines()[-1][0]
        wait_until(lambda: all(lit(pico.rows() + pico.seats())))
        missed = pico.lines()[-1][0]
        wait_until(lambda: time.time_ns() - began > 1_300_000_000)
        assert (missed - began) / 100_000 > 1900  # milliseconds, as time runs ten times as fast
        lit_at = [(at - began) / 100_000 for at, (_, led, *_) in pico.lines() if led != "0,0,0"]
        assert 7000 < lit_at[-1] < 10_500  # the last of three flashes
        assert not any(lit(pico.rows() + pico.seats()))
        # Whoever talks again gets its own cue back, as it was, and nothing anew.
        for _ in range(50):
            bar.show(cues.OFF, 0)
            time.sleep(0.001)
        assert pico.runs
        bar.close()


def test_a_bar_takes_no_host_of_another_version_but_says_who_it_is(pico: Pico) -> None:
    receiver, heard = frames.Receiver(), []
    strange = frames.encode(77, messages.HELLO, 0, bytes((messages.VERSION + 1, 0, 9, 9)))
    off = frames.encode(77, messages.SHOW, 1, messages.show(1, 0, [(1, 9, 9, 9)] * ROWS, []))
    os.write(pico.line, strange + off)
    until = time.monotonic() + 0.3
    os.set_blocking(pico.line, False)
    while time.monotonic() < until:
        try:
            heard += list(filter(None, map(receiver.take, os.read(pico.line, 999))))
        except BlockingIOError:
            time.sleep(0.01)
    os.set_blocking(pico.line, True)
    assert [frame[0] for frame in heard if frame[1] == messages.IDENTITY] == [77]
    assert not [frame for frame in heard if frame[1] == messages.ACK]
    assert not any(lit(pico.rows()))


def test_the_bar_skips_what_it_does_not_know_and_reads_long_messages_as_far_as_it_does(pico: Pico) -> None:
    cue = messages.show(0, 0, [(patterns.STEADY, *BLUE)] * ROWS, []) + b"what a newer host adds"
    for frame in (
        hello(5),
        frames.encode(5, 99, 1, b"news"),
        frames.encode(5, messages.SHOW, 1, cue[:9]),  # cut short, though its checksum is right
        frames.encode(5, messages.SHOW, 2, cue),
    ):
        os.write(pico.line, frame)
    wait_until(lambda: all(lit(pico.rows())))
    receiver = frames.Receiver()
    acknowledged: list[tuple[int, int]] = []
    while len(acknowledged) < 3:
        heard = filter(None, map(receiver.take, os.read(pico.line, 999)))
        acknowledged += [(said[0], number) for _, kind, number, said in heard if kind == messages.ACK]
    assert acknowledged == [(99, 1), (messages.SHOW, 1), (messages.SHOW, 2)]
    assert not pico.lines("reset")
