"""Whether camera, owner thread and outputs all make progress, and telling systemd so for as long as they do.

A part that is broken makes progress all the same: it is looked for. What counts here is a thread that stands
still, and against that there is only a new start.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware_host.notify import Notify
from firmware_host.steward.situation import Situation
from firmware_host.words import Said, Words
from vision.cameras.clock import Clock

LIMITS = {"camera": 25_000, "owner": 10_000, "hands": 10_000}
"""Milliseconds that each may stand still. A USB camera that froze answers after ten seconds, and one that focuses
takes as long; both count as progress."""

EVERY_MS = 1000
EVERY_YOUNG_MS, YOUNG_MS = 100, 20_000
PATIENCE_MS = 30_000
"""So much more time to get ready is asked for again and again while a camera that is not there is looked for."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Vitals:
    """How to find out how it goes: how long each part has stood still, whether all have moved once, and in words."""

    idle_ms: Mapping[str, Callable[[int], int]]
    ready: Callable[[], bool]
    status: Callable[[], str]
    keep: Callable[[int], None] = lambda now: None
    """Called with every beat, for what else is to be known of it. It may fail."""


def stalled(idle: Mapping[str, int], limits: Mapping[str, int]) -> tuple[str, ...]:
    """The parts that stand still.

    >>> stalled({"camera": 400, "owner": 10_500}, LIMITS)
    ('owner',)
    """
    return tuple(part for part, ms in idle.items() if ms > limits[part])


def tell_status(situation: Situation, words: Words, ready: bool) -> str:
    """How the table is, in one line for whoever looks after the machine."""
    if situation.troubles:
        parts = Said(", ".join(_trouble(words, part) for part in situation.troubles))
        return words.say("status.trouble", parts=parts)
    if not ready:
        return words.say("status.starting")
    if situation.match is None:
        return words.say("status.idle")
    return words.say("status.playing", game=situation.match.header.game)


def _trouble(words: Words, part: str) -> str:
    key = f"status.part.{part}"
    return words.say(key) if key in words else part


class Pulse:
    """A thread of its own that tells; `beat` is one round of it."""

    def __init__(
        self, notify: Notify, vitals: Vitals, words: Words, clock: Clock, limits: Mapping[str, int] = LIMITS
    ) -> None:
        self._notify, self._vitals, self._words, self._clock, self._limits = notify, vitals, words, clock, limits
        watchdog = notify.watchdog_ms
        self._every_ms = EVERY_MS if watchdog is None else min(EVERY_MS, watchdog // 3)
        self._ready = False
        self._said = ""
        self._stalled: tuple[str, ...] = ()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

    def __enter__(self) -> Pulse:
        if self._notify.there:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join(1)

    def _run(self) -> None:
        began = self._clock.now()
        while not self._over.wait(self._pause_ms(began) / 1000):
            self.beat(self._clock.now())

    def _pause_ms(self, began: int) -> int:
        """Short at the beginning: nobody shall wait for the word that it is ready."""
        young = not self._ready and self._clock.now() - began < YOUNG_MS
        return min(EVERY_YOUNG_MS, self._every_ms) if young else self._every_ms

    def beat(self, now: int) -> bool:
        """Find out how it goes and tell it; whether all is alive."""
        idle = {part: idle_ms(now) for part, idle_ms in self._vitals.idle_ms.items()}
        still = stalled(idle, self._limits)
        if still != self._stalled:
            self._stalled = still
            for part in still:
                _log.error("%s has made no progress for %s ms", part, idle[part])
        try:
            self._vitals.keep(now)
        except Exception:  # whether it is alive does not depend on what is known of it
            _log.exception("How the table does could not be kept")
        self._say(still)
        if still:
            return False
        if not self._ready and self._vitals.ready():
            self._ready = self._notify.tell(READY=1)
        elif not self._ready:
            self._notify.tell(EXTEND_TIMEOUT_USEC=PATIENCE_MS * 1000)
        self._notify.tell(WATCHDOG=1)
        return True

    def _say(self, still: tuple[str, ...]) -> None:
        """In words, when they change."""
        said = self._vitals.status()
        if still:
            parts = Said(", ".join(self._words.say(f"status.part.{part}") for part in still))
            said = self._words.say("status.stalled", parts=parts)
        if said != self._said and self._notify.tell(STATUS=said):
            self._said = said
