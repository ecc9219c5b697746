"""Buzzers on a pin, and which note of a tune it is time for."""

from __future__ import annotations

from typing import Any, Protocol

from hardware.cues import Cue, Kind
from hardware.pico import tunes

Notes = tuple[tuple[int, int], ...]

GAP_MS = 30
"""How long a buzzer with one tone is silent between two notes that follow each other at once."""


class Buzzer(Protocol):
    """What makes the sound."""

    def notes(self, sound: int) -> Notes:
        """A sound as this buzzer can play it."""

    def sound(self, hertz: int | None) -> None:
        """Sound from now on like that; 0 is silence between notes, None is silence for longer."""


class PassiveBuzzer:
    """Plays tones. Its device is gpiozero's `PWMOutputDevice`.

    A `TonalBuzzer` would do the same within octaves around a tone, and start its timing anew after every rest.
    """

    def __init__(self, device: Any) -> None:
        self._device = device
        self._hertz: int | None = 0
        self.sound(None)

    def notes(self, sound: int) -> Notes:
        return tunes.notes(sound)

    def sound(self, hertz: int | None) -> None:
        if hertz == self._hertz:
            return
        if hertz:
            self._device.frequency = hertz
            self._device.value = 0.5
        else:
            self._device.value = 0
        if hertz is None:
            # lgpio's timing thread has nothing to do then, but leaves the pin as it happens to be: a coil
            # without an alternating current through it would get hot.
            self._device.frequency = None
            self._device.value = 0
        self._hertz = hertz


class ActiveBuzzer:
    """Has a tone of its own: of a tune it plays the rhythm."""

    def __init__(self, device: Any) -> None:
        self._device = device
        self._on = False

    def notes(self, sound: int) -> Notes:
        return beeps(tunes.notes(sound))

    def sound(self, hertz: int | None) -> None:
        if bool(hertz) is not self._on:
            self._on = bool(hertz)
            self._device.value = self._on


class Player:
    """Plays the sounds of cues on a buzzer, in step with the times that it is told."""

    def __init__(self, buzzer: Buzzer) -> None:
        self._buzzer = buzzer
        self._cue: Cue | None = None
        self._notes: Notes = ()
        self._began = 0
        self._played = 0

    def play(self, cue: Cue, ms: int) -> int | None:
        """Sound as it is time to, so long after the cue began; the result is in how long the next note comes."""
        if cue is not self._cue:
            self._cue = cue
            self._start(cue, ms)
        self._played = ms - self._began
        hertz, left = note_at(self._notes, self._played)
        self._buzzer.sound(hertz)
        return left

    def _start(self, cue: Cue, ms: int) -> None:
        if cue.sound or cue.kind is Kind.OFF:
            self._notes, self._began = self._buzzer.notes(cue.sound), ms
        else:
            # A cue without a sound lets the one before finish: times begin anew, the tune does not.
            self._began = ms - self._played


def note_at(notes: Notes, ms: int) -> tuple[int | None, int | None]:
    """The note at that time of a tune and how long it still lasts; None and None: the tune is over.

    >>> note_at(((660, 90), (0, 30), (440, 160)), 100), note_at(((660, 90),), 90)
    ((0, 20), (None, None))
    """
    for hertz, lasts in notes:
        if ms < lasts:
            return hertz, lasts - ms
        ms -= lasts
    return None, None


def beeps(notes: Notes) -> Notes:
    """The same tune for one tone, with gaps so that its notes can be counted.

    >>> beeps(((523, 80), (659, 80)))
    ((523, 50), (0, 30), (659, 80))
    """
    played: list[tuple[int, int]] = []
    for at, (hertz, lasts) in enumerate(notes):
        following = notes[at + 1][0] if at + 1 < len(notes) else 0
        if hertz and following and lasts > GAP_MS:
            played += [(hertz, lasts - GAP_MS), (0, GAP_MS)]
        else:
            played.append((hertz, lasts))
    return tuple(played)
