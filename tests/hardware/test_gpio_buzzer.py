"""Buzzers on a pin: the notes in time, once, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from hardware.cues import OFF, Cue, Kind, Sound, place
from hardware.gpio import GpioPart
from hardware.gpio_buzzer import beeps, note_at
from hardware.pico import tunes
from hardware.wiring import Gpio
from tests.hardware.parts import Header
from tests.hardware.wired import (
    BUZZER,
    PLAIN,
    opened,
    times_of,
)


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
        assert header.pin(BUZZER).tones[-1] == 440
        assert header.pin(BUZZER).state == 0.5
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
