"""Lights, buttons and buzzers on pins: the real part in its real keeper, on gpiozero's stand-in for a header."""

from __future__ import annotations

import gc
import logging
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from hardware import gpio as gpio_module
from hardware.cues import COLOURS, OFF, Cue, Kind, Pattern, Sound, choose, fault, idle, place, reveal
from hardware.errors import PartLost
from hardware.gpio import GpioPart, open_gpio
from hardware.gpio_buzzer import beeps, note_at
from hardware.gpio_lights import SMOOTH_MS, until_change
from hardware.keeper import Has, Part
from hardware.pico import patterns, tunes
from hardware.presses import LONG_MS, Press
from hardware.wiring import Gpio
from tests.hardware.parts import Header, Kept

ROWS = (17, 27, 22, 23)
SEATS = (5, 6)
PLAIN = Gpio(rows=tuple((pin,) for pin in ROWS), seats=tuple((pin,) for pin in SEATS), lights="plain")
DIM = replace(PLAIN, lights="pwm")
COLOUR = Gpio(rows=((17, 27, 22), (23, 24, 25)), lights="rgb")
BUTTONS = {"row/1": 12, "confirm": 16, "undo": 20, "referee": 21}
BUZZER = 18
STATUS = 26
FULL = replace(PLAIN, buttons=BUTTONS, buzzer=BUZZER, status=STATUS)

# When a light that can only be on or off goes on and off, in the first four seconds.
RHYTHMS: dict[Pattern, list[int]] = {
    Pattern.OFF: [],
    Pattern.STEADY: [0],
    Pattern.PULSE: [0, *(time for start in range(0, 3500, 700) for time in (start + 215, start + 486)), 3715, 3986],
    Pattern.CHASE: [0, 220, 880, 1100, 1760, 1980, 2640, 2860, 3520, 3740],
    Pattern.WAIT: [0, 798, 1603, 3198],
    Pattern.ALL: [time for start in range(0, 4000, 500) for time in (start, start + 300)],
    Pattern.WRONG: [time for start in range(0, 4000, 1100) for time in (start, start + 150, start + 300, start + 450)],
    Pattern.QUESTION: [0, 700, 950, 1100, 1600, 2300, 2550, 2700, 3200, 3900],
    Pattern.IDLE: [0, 103],
    Pattern.FAULT: [0, 120, 340, 460, 680, 800, 2000, 2120, 2340, 2460, 2680, 2800],
    Pattern.TROUBLE: [0, 80, 300, 380],
}


@contextmanager
def opened(gpio: Gpio, header: Header | None = None) -> Iterator[tuple[GpioPart, Header]]:
    header = header or Header()
    part = open_gpio(gpio, lambda button, down, age: None, header)
    try:
        yield part, header
    finally:
        part.close()


def times_of(part: Part, cue: Cue, until: int) -> Iterator[int]:
    """Show it from its beginning, called again exactly when the part asks to be."""
    ms = 0
    while ms < until:
        wait = part.show(cue, ms)
        yield ms
        if wait is None:
            return
        assert wait > 0
        ms += wait


def row(pattern: Pattern) -> Cue:
    return Cue(Kind.PLACE, (pattern,))


# Lights


def test_all_rhythms_are_looked_at() -> None:
    assert set(RHYTHMS) == set(Pattern)


@pytest.mark.parametrize("pattern", Pattern)
def test_a_plain_light_goes_on_and_off_to_the_millisecond(pattern: Pattern) -> None:
    with opened(PLAIN) as (part, header):
        changes, before = [], 0.0
        for ms in times_of(part, row(pattern), 4000):
            (now,) = header.states(17)
            if now != before:
                changes.append(ms)
            before = now
    assert changes == RHYTHMS[pattern]


@pytest.mark.parametrize("pattern", Pattern)
def test_a_light_that_can_only_be_on_or_off_is_called_for_when_it_changes_and_not_much_more(pattern: Pattern) -> None:
    with opened(PLAIN) as (part, _):
        calls = list(times_of(part, row(pattern), 4000))
    assert len(calls) <= 1 + len(RHYTHMS[pattern]) + 4  # one more for each second in which nothing happens


@pytest.mark.parametrize("active_low", [False, True])
@pytest.mark.parametrize("pattern", Pattern)
def test_a_dimmable_light_has_the_brightness_of_its_pattern(pattern: Pattern, active_low: bool) -> None:
    with opened(replace(DIM, active_low=active_low)) as (part, header):
        for ms in times_of(part, row(pattern), 4000):
            level = patterns.level(pattern, ms, 0, len(ROWS)) / 255
            assert header.states(17) == pytest.approx([1 - level if active_low else level])


@pytest.mark.parametrize("active_low", [False, True])
@pytest.mark.parametrize("pattern", Pattern)
def test_a_coloured_light_has_the_colour_of_what_it_means(pattern: Pattern, active_low: bool) -> None:
    with opened(replace(COLOUR, active_low=active_low)) as (part, header):
        for ms in times_of(part, row(pattern), 4000):
            level = patterns.level(pattern, ms, 0, 2) / 255
            wanted = [share / 255 * level for share in COLOURS[pattern]]
            assert header.states(17, 27, 22) == pytest.approx([1 - one if active_low else one for one in wanted])


@pytest.mark.parametrize("gpio", [DIM, COLOUR])
@pytest.mark.parametrize("pattern", Pattern)
def test_what_swells_and_fades_is_set_fifty_times_a_second_and_what_blinks_when_it_does(
    gpio: Gpio, pattern: Pattern
) -> None:
    with opened(gpio) as (part, _):
        calls = list(times_of(part, row(pattern), 4000))
    levels = {patterns.level(pattern, ms, 0, len(gpio.rows)) for ms in range(4000)}
    if len(levels) > 2:
        assert calls == list(range(0, 4000, SMOOTH_MS))
    else:
        assert {0, *RHYTHMS[pattern]} >= set(calls) - {ms for ms in calls if ms % 20 == 0}
        assert len(calls) <= 30


@pytest.mark.parametrize("active_low", [False, True])
def test_a_plain_light_shines_by_the_level_that_lights_it(active_low: bool) -> None:
    with opened(replace(PLAIN, active_low=active_low)) as (part, header):
        part.show(place("ana", "14", 2), 0)
        assert header.states(*ROWS) == [float(lit is not active_low) for lit in (False, True, False, False)]


def test_rows_and_seats_are_lit_each_by_its_own_pattern() -> None:
    with opened(PLAIN) as (part, header):
        part.show(choose("bia", "3", [1, 2, 3, 4], seat_number=2), 0)
        assert header.states(*ROWS, *SEATS) == [1, 0, 0, 0, 0, 1]
        part.show(choose("bia", "3", [1, 2, 3, 4], seat_number=2), 230)
        assert header.states(*ROWS, *SEATS) == [0, 1, 0, 0, 0, 1]


def test_rows_and_seats_without_a_light_are_only_not_seen() -> None:
    five, four = reveal([1, 2, 3, 10], rows=5), reveal([1, 2], rows=4)
    with opened(PLAIN) as (part, header):
        assert part.show(five, 0) == 300
        assert header.states(*ROWS, *SEATS) == [1] * 6
        part.show(Cue(Kind.PLACE, (*(Pattern.OFF,) * 4, Pattern.STEADY)), 0)
        assert header.states(*ROWS, *SEATS) == [0] * 6
        part.show(four, 0)
        assert header.states(*ROWS, *SEATS) == [1] * 6


def test_a_pin_is_written_only_when_its_value_changes() -> None:
    with opened(FULL) as (part, header):
        part.show(idle(), 0)
        pins = [header.pin(pin) for pin in (*ROWS, *SEATS, STATUS)]
        for pin in pins:
            pin.writes.clear()
        for ms in range(0, 20_000, 7):
            part.show(reveal([1, 2]), ms)
    for pin in pins:
        assert all(before != after for before, after in pairwise(pin.writes)), pin
    assert 75 <= len(pins[0].writes) <= 85  # two in half a second, for twenty seconds


def test_a_steady_cue_asks_never_to_be_shown_again() -> None:
    with opened(FULL) as (part, _):
        assert part.show(place("ana", "14", 2).quiet(), 0) is None


def test_the_shortest_time_that_a_light_is_on_or_off_is_no_shorter_than_the_step_of_the_search() -> None:
    for pattern in Pattern:
        lit = [patterns.level(pattern, ms, 0, 2) >= patterns.HALF for ms in range(20_000)]
        changes = [ms for ms in range(1, 20_000) if lit[ms] is not lit[ms - 1]]
        assert all(after - before >= 40 for before, after in pairwise(changes))


def test_the_next_change_is_the_first_of_all_lights() -> None:
    assert until_change([(Pattern.WRONG, 0, 4), (Pattern.ALL, 1, 4)], 10) == 140
    assert until_change([(Pattern.ALL, 1, 4), (Pattern.WRONG, 0, 4)], 160) == 140
    assert until_change([(Pattern.TROUBLE, 0, 4)], 1000) == 1000


def test_closing_leaves_all_dark_and_every_pin_free() -> None:
    for gpio in (PLAIN, replace(PLAIN, active_low=True), FULL):
        with opened(gpio) as (part, header):
            part.show(reveal([1, 2]), 0)
            assert header.taken() == {f"GPIO{pin}" for pin, _ in gpio.used()}
            pins = [header.pin(pin) for pin in (*ROWS, *SEATS)]
        assert [pin.writes[-1] for pin in pins] == [float(gpio.active_low)] * 6
        assert {pin.function for pin in pins} == {"input"}
        assert header.taken() == set()


# The status lamp


def status_at(part: GpioPart, header: Header, cue: Cue) -> list[float]:
    states = []
    for ms in range(0, 2000, 20):
        part.show(cue, ms)
        states += header.states(STATUS)
    return states


def test_the_status_lamp_is_steady_while_all_is_well() -> None:
    with opened(FULL) as (part, header):
        for cue in (OFF, idle(), place("ana", "14", 2)):
            assert set(status_at(part, header, cue)) == {1.0}


def test_the_status_lamp_blinks_in_threes_while_something_is_broken() -> None:
    wanted = [float(patterns.level(patterns.FAULT, ms, 0, 1) > 0) for ms in range(0, 2000, 20)]
    assert 0 < sum(wanted) < len(wanted)
    with opened(FULL) as (part, header):
        assert status_at(part, header, replace(idle(), notices=("Display fails",))) == wanted
        assert status_at(part, header, fault()) == wanted


# The buzzer


def heard(part: GpioPart, header: Header, cue: Cue, kind: str) -> list[tuple[int, float | None]]:
    """What the buzzer does from when on: its tone, or whether it is on; None: nothing."""
    pin, notes = header.pin(BUZZER), list[tuple[int, float | None]]()
    for ms in times_of(part, cue, 5000):
        now = (pin.frequency if kind == "passive" else 1) if pin.state else None
        if not notes or notes[-1][1] != now:
            notes.append((ms, now))
    return notes


TUNE = Gpio(buzzer=BUZZER)
BEEPS = replace(TUNE, buzzer_kind="active")


def test_a_passive_buzzer_plays_the_notes_in_time() -> None:
    with opened(TUNE) as (part, header):
        assert heard(part, header, Cue(Kind.PLACE, sound=Sound.TAKE), "passive") == [
            *((0, 660), (90, None), (120, 440), (280, None)),
        ]
        assert heard(part, header, Cue(Kind.RESULT, sound=Sound.OVER), "passive") == [
            *((0, 523), (120, 659), (240, 784), (360, 1047), (660, None)),
        ]


@pytest.mark.parametrize("sound", Sound)
def test_a_passive_buzzer_plays_every_sound_and_then_rests(sound: Sound) -> None:
    with opened(TUNE) as (part, header):
        notes = heard(part, header, Cue(Kind.PLACE, sound=sound), "passive")
        assert [tone for _, tone in notes if tone] == [tone for tone, _ in tunes.notes(sound) if tone]
        assert notes[-1] == (sum(lasts for _, lasts in tunes.notes(sound)), None)
        assert header.pin(BUZZER).frequency is None  # nothing is timed while nothing sounds


def test_an_active_buzzer_plays_the_rhythm_so_that_notes_can_be_counted() -> None:
    with opened(BEEPS) as (part, header):
        assert heard(part, header, Cue(Kind.PLACE, sound=Sound.TAKE), "active") == [
            *((0, 1), (90, None), (120, 1), (280, None)),
        ]
        assert heard(part, header, Cue(Kind.REVEAL, sound=Sound.REVEAL), "active") == [
            *((0, 1), (50, None), (80, 1), (130, None), (160, 1), (300, None)),
        ]


@pytest.mark.parametrize("sound", Sound)
def test_an_active_buzzer_beeps_once_for_each_note(sound: Sound) -> None:
    notes = tunes.notes(sound)
    with opened(BEEPS) as (part, header):
        played = heard(part, header, Cue(Kind.PLACE, sound=sound), "active")
    assert sum(1 for _, on in played if on) == sum(1 for tone, _ in notes if tone)
    assert sum(lasts for _, lasts in beeps(notes)) == sum(lasts for _, lasts in notes)


def test_a_sound_is_played_once_although_its_cue_stays() -> None:
    cue = place("ana", "14", 2)
    with opened(replace(PLAIN, buzzer=BUZZER)) as (part, header):
        assert len(heard(part, header, cue, "passive")) == 2
        header.pin(BUZZER).tones.clear()
        for ms in range(5000, 60_000, 500):
            part.show(cue, ms)
        assert header.pin(BUZZER).tones == []


def test_the_same_sound_in_a_new_cue_is_played_again_and_from_its_beginning() -> None:
    with opened(TUNE) as (part, header):
        part.show(Cue(Kind.PLACE, sound=Sound.TAKE), 0)
        part.show(again := Cue(Kind.PLACE, sound=Sound.TAKE), 700)  # it came late to this part
        assert header.pin(BUZZER).frequency == 660
        part.show(again, 700 + 130)
        assert header.pin(BUZZER).frequency == 440


def test_a_new_sound_cuts_the_one_before() -> None:
    with opened(TUNE) as (part, header):
        part.show(Cue(Kind.RESULT, sound=Sound.OVER), 0)
        part.show(Cue(Kind.WRONG, sound=Sound.WRONG), 0)
        assert header.pin(BUZZER).frequency == 220


def test_a_cue_without_a_sound_lets_the_one_before_finish() -> None:
    with opened(TUNE) as (part, header):
        sounding, silent = Cue(Kind.PLACE, sound=Sound.TAKE), Cue(Kind.WAIT)
        part.show(sounding, 0)
        assert part.show(sounding, 60) == 30
        assert part.show(silent, 0) == 30
        assert header.pin(BUZZER).frequency == 660
        part.show(silent, 70)
        assert (header.pin(BUZZER).frequency, header.pin(BUZZER).state) == (440, 0.5)
        assert part.show(silent, 220) is None
        assert header.pin(BUZZER).frequency is None


def test_off_is_silent_at_once() -> None:
    with opened(TUNE) as (part, header):
        part.show(Cue(Kind.PLACE, sound=Sound.TAKE), 0)
        part.show(OFF, 0)
        assert (header.pin(BUZZER).frequency, header.pin(BUZZER).state) == (None, 0)


def test_a_passive_buzzer_is_left_without_current() -> None:
    """Stopping lgpio's timing leaves the pin as it is at that moment: a zero has to be written after it."""
    with opened(TUNE) as (part, header):
        log: list[tuple[str, object]] = []
        for name in ("_set_state", "_set_frequency"):
            _record(header.pin(BUZZER), name, log)
        part.show(cue := Cue(Kind.PLACE, sound=Sound.PLACE), 0)
        part.show(cue, 60)
        assert log == [
            *(("_set_frequency", 880), ("_set_state", 0.5)),
            *(("_set_state", 0), ("_set_frequency", None), ("_set_state", 0)),
        ]


def _record(pin: Any, name: str, log: list[tuple[str, object]]) -> None:
    inner: Callable[[object], None] = getattr(pin, name)

    def logged(value: object) -> None:
        log.append((name, value))
        inner(value)

    setattr(pin, name, logged)


def test_the_note_for_a_time() -> None:
    assert note_at((), 0) == (None, None)
    assert note_at(((440, 100), (0, 50)), 0) == (440, 100)
    assert note_at(((440, 100), (0, 50)), 149) == (0, 1)
    assert note_at(((440, 100), (0, 50)), 150) == (None, None)


# Buttons


Keep = Callable[..., Kept]


def kept(keep: Keep, gpio: Gpio, header: Header) -> Kept:
    one = keep(partial(open_gpio, gpio, pin_factory=header))
    one.step()
    return one


def moves(one: Kept, header: Header, contacts: list[tuple[int, str, bool]]) -> None:
    """Contacts to ground close and open, as the pins see them."""
    start = one.clock.now
    for at, button, down in contacts:
        one.run(start + at - one.clock.now)
        pin = header.pin(BUTTONS[button])
        (pin.drive_low if down else pin.drive_high)()
        one.step()
    one.run(2 * LONG_MS)


def test_a_button_is_pressed_when_its_contact_closes_to_ground(keep: Keep) -> None:
    one = kept(keep, FULL, header := Header())
    assert {header.pin(pin).pull for pin in BUTTONS.values()} == {"up"}
    moves(one, header, [(0, "undo", True), (80, "undo", False)])
    assert one.presses == [Press("undo", at=100_000)]


@pytest.mark.parametrize("button", BUTTONS)
def test_every_button_tells_its_own_name(keep: Keep, button: str) -> None:
    one = kept(keep, FULL, header := Header())
    moves(one, header, [(0, button, True), (80, button, False)])
    assert [press.button for press in one.presses] == [button]


def test_long_presses_and_pairs_come_through(keep: Keep) -> None:
    one = kept(keep, FULL, header := Header())
    moves(one, header, [(0, "referee", True), (900, "referee", False)])
    moves(one, header, [(0, "undo", True), (30, "confirm", True), (200, "undo", False), (220, "confirm", False)])
    assert [(press.button, press.long) for press in one.presses] == [("referee", True), ("confirm+undo", False)]


def test_ten_bouncing_presses_a_second_for_a_minute_are_six_hundred(keep: Keep) -> None:
    one = kept(keep, FULL, header := Header())
    rng = random.Random(4)
    contacts = []
    for press in range(600):
        for at, down in ((100 * press, True), (100 * press + rng.randint(15, 80), False)):
            extra = sorted(rng.randint(at, at + 5) for _ in range(2 * rng.randint(0, 8)))
            contacts.append((at, "confirm", down))
            contacts += [(time, "confirm", down is (number % 2 == 1)) for number, time in enumerate(extra)]
    moves(one, header, contacts)
    assert len(one.presses) == 600
    assert all(0 <= press.at - 100_000 - 100 * number <= 5 for number, press in enumerate(one.presses))


def test_a_press_that_python_hears_of_late_is_no_shorter_for_it(keep: Keep) -> None:
    """Both edges arrive together, after 200 ms in which Python was busy: the kernel's times tell them apart."""
    one = kept(keep, FULL, header := Header())
    one.run(200)
    header.late_s = 0.180
    header.pin(BUTTONS["undo"]).drive_low()
    header.late_s = 0.100
    header.pin(BUTTONS["undo"]).drive_high()
    one.step()
    assert one.presses == [Press("undo", at=100_020)]


@pytest.mark.parametrize("late_s", [-5.0, 1.7e9])
def test_edges_dated_by_another_clock_happened_when_they_arrived(keep: Keep, late_s: float) -> None:
    one = kept(keep, FULL, header := Header())
    header.late_s = late_s
    moves(one, header, [(0, "undo", True), (80, "undo", False)])
    assert one.presses == [Press("undo", at=100_000)]


def test_a_button_that_is_held_while_the_part_opens_is_no_press(keep: Keep) -> None:
    header = Header()
    header.pin(BUTTONS["undo"]).pull = "up"
    header.pin(BUTTONS["undo"]).drive_low()
    one = kept(keep, FULL, header)
    moves(one, header, [(0, "undo", False), (1000, "undo", True), (1080, "undo", False)])
    assert one.presses == [Press("undo", at=101_000)]


def test_an_error_in_what_hears_of_a_button_stays_there(caplog: pytest.LogCaptureFixture) -> None:
    """It would end lgpio's one thread, and every button with it."""
    heard_of = []

    def edge(button: str, down: bool, age_ms: int) -> None:
        heard_of.append((button, down))
        raise OSError("nobody listens")

    header = Header()
    part = open_gpio(FULL, edge, header)
    with caplog.at_level(logging.ERROR):
        header.pin(BUTTONS["undo"]).drive_low()
        header.pin(BUTTONS["undo"]).drive_high()
    part.close()
    assert heard_of == [("undo", True), ("undo", False)]
    assert len(caplog.records) == 2


def test_buttons_are_listened_to_although_nobody_holds_them_and_not_after_closing() -> None:
    heard_of = []
    header = Header()
    part = open_gpio(FULL, lambda button, down, age: heard_of.append(button), header)
    gc.collect()
    pin = header.pin(BUTTONS["undo"])
    pin.drive_low()
    assert heard_of == ["undo"]
    assert pin.listening
    part.close()
    assert not pin.listening
    pin.drive_low()
    pin.drive_high()
    assert heard_of == ["undo"]


# Opening, failing and coming back


def test_a_part_says_what_it_has() -> None:
    with opened(FULL) as (part, _):
        assert part.has == Has(4, 2, tuple(BUTTONS), sound=True)
        assert part.fileno() is None
    with opened(COLOUR) as (part, _):
        assert part.has == Has(rows=2)


@pytest.mark.parametrize("revision", ["a02082", "c03114", "c04170", "902120"])  # Pi 3, 4, 5 and Zero 2
def test_it_is_the_same_on_every_pi(keep: Keep, revision: str) -> None:
    header = Header(revision)
    one = kept(keep, FULL, header)
    one.show(place("ana", "14", 2))
    assert header.states(*ROWS, *SEATS, STATUS) == [0, 1, 0, 0, 0, 0, 1]
    moves(one, header, [(0, "undo", True), (80, "undo", False)])
    assert len(one.presses) == 1


@pytest.mark.parametrize("at", [pin for pin, _ in FULL.used()])
def test_what_fails_while_opening_is_named_and_all_the_rest_given_back(at: int) -> None:
    header = Header()
    header.refused[at] = OSError("it burns")
    with pytest.raises(PartLost) as caught:
        open_gpio(FULL, lambda button, down, age: None, header)
    assert caught.value.reason == "gpio_failed"
    assert caught.value.facts == {"pin": at, "name": dict(FULL.used())[at], "error": "it burns"}
    assert header.taken() == set()
    assert all(pin.function == "input" for pin in header.pins.values())
    header.refused.clear()
    with opened(FULL, header) as (part, _):
        part.show(place("ana", "14", 2), 0)
        assert header.states(*ROWS) == [0, 1, 0, 0]


def test_a_pin_that_failed_is_free_again_at_once_and_not_when_python_cleans_up() -> None:
    header = Header()
    header.refused[22] = OSError("it burns")
    gc.collect()
    gc.disable()
    try:
        with pytest.raises(PartLost):
            open_gpio(FULL, lambda button, down, age: None, header)
        assert header.taken() == set()
    finally:
        gc.enable()


def test_a_pin_that_another_part_of_the_program_has_is_told_so() -> None:
    header = Header()
    with gpiozero.LED(22, pin_factory=header), pytest.raises(PartLost) as caught:
        open_gpio(FULL, lambda button, down, age: None, header)
    assert caught.value.reason == "gpio_busy"
    assert {**caught.value.facts, "error": ""} == {"pin": 22, "name": "row/3", "holder": "drover", "error": ""}


def test_a_pin_that_another_program_has_is_told_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def line_info(handle: int, pin: int) -> list[object]:
        asked.append((handle, pin))
        return [0, pin, 1, f"GPIO{pin}", "fancontrol"]

    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(gpio_get_line_info=line_info))
    header = Header()
    header._handle = 7  # as gpiozero's lgpio factory names it
    header.refused[27] = Exception("'GPIO busy'")
    with pytest.raises(PartLost) as caught:
        open_gpio(FULL, lambda button, down, age: None, header)
    assert caught.value.reason == "gpio_busy"
    assert caught.value.facts == {"pin": 27, "name": "row/2", "holder": "fancontrol", "error": "GPIO busy"}
    assert asked == [(7, 27)]


def test_gpiozero_still_names_what_is_asked_for_the_holder() -> None:
    """`_handle` is gpiozero's own business: this is where a change of it is noticed."""
    source = Path(gpiozero.__file__).parent / "pins" / "lgpio.py"
    assert "self._handle = lgpio.gpiochip_open(chip)" in source.read_text(encoding="utf-8")


@pytest.mark.skipif(os.path.exists("/dev/gpiochip0"), reason="this machine has pins of its own")  # noqa: PTH110
def test_a_machine_without_pins_is_told_so_and_no_other_library_is_tried(tmp_path: Path) -> None:
    """The real lgpio and the real factory, in a program of its own: lgpio makes a pipe where it is started."""
    program = """
import sys
from hardware.errors import PartLost
from hardware.gpio import open_gpio
from hardware.wiring import Gpio
try:
    open_gpio(Gpio(rows=((17,),)), print)
except PartLost as error:
    print(error.reason, sorted(error.facts))
tried = [name for name in sys.modules if name.startswith("gpiozero.pins.")]
print(sorted(set(tried) & {f"gpiozero.pins.{name}" for name in ("lgpio", "rpigpio", "native")}))
"""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.stdout, run.stderr) == ("gpio_missing ['error']\n['gpiozero.pins.lgpio']\n", "")


@pytest.mark.parametrize(
    ("error", "reason", "fact"),
    [
        (ModuleNotFoundError("No module named 'lgpio'"), "gpio_missing", "error"),
        (gpiozero.BadPinFactory("none"), "gpio_missing", "error"),
        (FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3"), "gpio_folder", "folder"),
    ],
)
def test_what_keeps_a_header_from_opening_is_told(
    monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str, fact: str
) -> None:
    def refuse() -> None:
        raise error

    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=refuse))
    with pytest.raises(PartLost) as caught:
        open_gpio(FULL, lambda button, down, age: None)
    assert caught.value.reason == reason
    assert fact in caught.value.facts


def test_a_chip_that_may_not_be_opened_is_told_by_its_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr(gpio_module, "Path", lambda _: tmp_path)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    error = gpio_module._missing(Exception("'can not open gpiochip'"))
    assert (error.reason, error.facts["file"]) == ("gpio_denied", str(tmp_path / "gpiochip0"))


def test_the_header_that_was_opened_is_closed_with_the_part_and_another_ones_pins_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """gpiozero has one table of pins for all headers of a program: a display may have pins in it, too."""
    table: dict[object, object] = {}
    others = MockFactory()
    others.pins = table
    display = gpiozero.LED(4, pin_factory=others)
    display.on()
    headers = []

    def opened_header() -> Header:
        headers.append(header := Header())
        header.pins = table
        return header

    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=opened_header))
    for _ in range(2):
        part = open_gpio(FULL, lambda button, down, age: None)
        part.show(place("ana", "14", 2), 0)
        assert headers[-1].states(*ROWS) == [0, 1, 0, 0]
        part.close()
        assert [str(info.name) for info in table] == ["GPIO4"]  # type: ignore[attr-defined]
        assert display.is_lit
    assert len(headers) == 2
    display.close()


def test_a_header_is_closed_also_where_its_pins_are_past_it(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    class Dead(Header):
        def close(self) -> None:
            super().close()
            closed.append(dict(self.pins))

    header = Dead()
    table = header.pins
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=lambda: header))
    part = open_gpio(PLAIN, lambda button, down, age: None)

    def past_it() -> None:
        raise OSError("the chip is gone")

    with monkeypatch.context() as broken:
        for pin in header.pins.values():
            broken.setattr(pin, "close", past_it)
        with pytest.raises(OSError, match="the chip is gone"):
            part.close()
    assert closed == [{}]
    assert table == {}


def test_a_part_that_fails_is_dark_elsewhere_and_comes_back_with_the_newest_cue_and_no_sound(keep: Keep) -> None:
    header = Header()
    one = kept(keep, FULL, header)
    one.show(place("ana", "14", 2))
    header.broken = OSError("it burns")
    one.show(place("bia", "20", 3))
    assert one.reasons == [None, "broken"]
    one.show(newest := place("caio", "30", 4))
    header.broken = None
    header.pin(BUZZER).tones.clear()
    one.run(300)
    assert one.reasons == [None, "broken", None]
    assert header.states(*ROWS) == [0, 0, 0, 1]
    assert {tone for tone in header.pin(BUZZER).tones if tone} <= {100}  # gpiozero's own, at no volume
    one.show(replace(newest, text=("Caio",)))
    assert header.pin(BUZZER).tones[-1] == 880
