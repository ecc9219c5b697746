"""Things that are shown one after the other, for ever."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

Shown = TypeVar("Shown")


@dataclass(frozen=True)
class Loop(Generic[Shown]):
    """What is shown, each with for how many milliseconds.

    >>> blink = Loop((("on", 600), ("off", 400)))
    >>> blink.at(0), blink.at(1700)
    (('on', 600), ('off', 300))
    """

    frames: tuple[tuple[Shown, int], ...]

    def at(self, ms: int) -> tuple[Shown, int | None]:
        """What is shown after so many milliseconds, and in how many it changes; None: never."""
        if len(self.frames) == 1:
            return self.frames[0][0], None
        ms %= sum(lasts for _, lasts in self.frames)
        for shown, lasts in self.frames:
            if ms < lasts:
                return shown, lasts - ms
            ms -= lasts
        raise AssertionError("a loop has a frame for every moment")


def soonest(waits: Iterable[int | None]) -> int | None:
    """The shortest of several waits, of which None is for ever."""
    return min((wait for wait in waits if wait is not None), default=None)
