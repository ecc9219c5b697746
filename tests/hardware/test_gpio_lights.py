"""Lights on pins: each pattern on each kind of light, when it is called for, and what is written."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from hardware.cues import COLOURS, OFF, Cue, Kind, Pattern, choose, fault, idle, place, reveal
from hardware.gpio import GpioPart
from hardware.gpio_lights import SMOOTH_MS, until_change
from hardware.pico import patterns
from hardware.wiring import Gpio
from tests.hardware.parts import Header
from tests.hardware.wired import (
    COLOUR,
    DIM,
    FULL,
    PLAIN,
    ROWS,
    SEATS,
    STATUS,
    opened,
    times_of,
)

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


def row(pattern: Pattern) -> Cue:
    return Cue(Kind.PLACE, (pattern,))


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
