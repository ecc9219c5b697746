"""Lights on pins: plain ones, dimmable ones and coloured ones, and when one of them next looks different."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from hardware.cues import COLOURS, Cue, Kind, Pattern
from hardware.pico import patterns

SMOOTH_MS = 20
"""How often a light that swells and fades is set anew."""

_SMOOTH = (Pattern.PULSE, Pattern.WAIT, Pattern.IDLE)
_BY_PLACE = (Pattern.CHASE, Pattern.IDLE)

# No light is ever on or off for a shorter time, so that no change falls between two looks.
_STEP_MS = 40
_AHEAD_MS = 1000

Look = tuple[Pattern, int, int]
"""A light's pattern, its place in its group and how many are in the group."""


class Device(Protocol):
    """What is used of gpiozero's output devices. Theirs are real properties, set through their classes."""

    value: float

    def close(self) -> None: ...


class Pin:
    """One pin that is driven, and written to only when its value changes."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._value = 0.0

    def set(self, value: float) -> None:
        if value != self._value:
            self._device.value = value
            self._value = value


class Light(Protocol):
    """One light, whatever it can do."""

    smooth: bool
    """Whether it shows more than on and off."""

    def show(self, pattern: Pattern, level: int) -> None: ...


class PlainLight:
    """On or off."""

    smooth = False

    def __init__(self, pins: Sequence[Pin]) -> None:
        (self._pin,) = pins

    def show(self, pattern: Pattern, level: int) -> None:
        self._pin.set(float(level >= patterns.HALF))


class DimLight:
    """Of any brightness."""

    smooth = True

    def __init__(self, pins: Sequence[Pin]) -> None:
        (self._pin,) = pins

    def show(self, pattern: Pattern, level: int) -> None:
        self._pin.set(level / patterns.FULL)


class ColourLight:
    """Red, green and blue: in the colour of what it means, at any brightness."""

    smooth = True

    def __init__(self, pins: Sequence[Pin]) -> None:
        self._pins = pins

    def show(self, pattern: Pattern, level: int) -> None:
        for pin, share in zip(self._pins, COLOURS[pattern], strict=True):
            pin.set(level * share / patterns.FULL**2)


class Lights:
    """All lights of one wiring, by their groups.

    A cue may speak of more rows and seats than there are lights: those are only not seen here.
    """

    def __init__(self, rows: Sequence[Light], seats: Sequence[Light], status: Light | None) -> None:
        self._groups = (("row", rows), ("seat", seats))
        self._status = status

    def show(self, cue: Cue, ms: int) -> int | None:
        """Light what is lit at that time; the result is in how long something looks different, None: never."""
        smooth = False
        looks = set()
        for light, look in self._shown(cue):
            light.show(look[0], patterns.level(look[0], ms, look[1], look[2]))
            smooth = smooth or (light.smooth and look[0] in _SMOOTH)
            looks.add(look)
        return SMOOTH_MS if smooth else until_change(looks, ms)

    def _shown(self, cue: Cue) -> Iterable[tuple[Light, Look]]:
        for group, lights in self._groups:
            for place, light in enumerate(lights):
                yield light, (cue.light(group, place), place, len(lights))
        if self._status is not None:
            bad = cue.notices or cue.kind is Kind.FAULT
            yield self._status, (Pattern.FAULT if bad else Pattern.STEADY, 0, 1)


def until_change(looks: Iterable[Look], ms: int) -> int | None:
    """In how many milliseconds the first of these goes on or off; at most a second, None: never.

    >>> until_change([(Pattern.ALL, 0, 4), (Pattern.STEADY, 1, 4)], 120), until_change([(Pattern.STEADY, 1, 4)], 0)
    (180, None)
    """
    # Most lights of a cue move together: each movement is looked at once.
    moving = {look if look[0] in _BY_PLACE else (look[0], 0, 1) for look in looks if patterns.moves(look[0])}
    if not moving:
        return None
    now = _lit(moving, ms)
    before = 0
    for later in range(_STEP_MS, _AHEAD_MS + 1, _STEP_MS):
        if _lit(moving, ms + later) != now:
            return _first(moving, ms, now, before, later)
        before = later
    return _AHEAD_MS


def _first(moving: set[Look], ms: int, now: list[bool], before: int, later: int) -> int:
    """The first of these times at which it is no longer as now: after `before`, at the latest `later`."""
    while later - before > 1:
        middle = (before + later) // 2
        if _lit(moving, ms + middle) == now:
            before = middle
        else:
            later = middle
    return later


def _lit(moving: set[Look], ms: int) -> list[bool]:
    return [patterns.level(pattern, ms, place, places) >= patterns.HALF for pattern, place, places in moving]
