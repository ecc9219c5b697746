"""Keeps one part going: opens it, shows it the newest cue, opens it again whenever it is lost.

Whoever shows a cue never waits for a part: each part has a thread of its own, and a cue that is replaced
before its part got to it is never shown. A part that comes back is shown the newest cue, without its sound.
"""

from __future__ import annotations

import logging
import select
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, TypeVar

from hardware.cues import OFF, Cue
from hardware.errors import HardwareError, PartAbsent
from hardware.presses import Press, Presses

FIRST_RETRY_MS = 250
LAST_RETRY_MS = 5000
LONGEST_SLEEP_MS = 1000
HURT_SLEEP_MS = 20

_log = logging.getLogger(__name__)

Edge = Callable[[str, bool, int], None]
"""A contact of that name closed (True) or opened, so many milliseconds ago. May be called from any thread."""


@dataclass(frozen=True)
class Has:
    """What a part has: so many lights, these buttons, a buzzer, a display."""

    rows: int = 0
    seats: int = 0
    buttons: tuple[str, ...] = ()
    sound: bool = False
    display: bool = False

    def joined(self, other: Has) -> Has:
        """What both have together."""
        buttons = self.buttons + tuple(name for name in other.buttons if name not in self.buttons)
        rows, seats = max(self.rows, other.rows), max(self.seats, other.seats)
        return Has(rows, seats, buttons, self.sound or other.sound, self.display or other.display)


class Part(Protocol):
    """What is open and shows cues. It may raise anything at any time: then it is closed, and opened again later."""

    @property
    def has(self) -> Has:
        """What it has, for whoever wants to try it out."""

    def show(self, cue: Cue, ms: int) -> int | None:
        """Show how the cue looks so long after it began, and look after the part.

        The result is in how many milliseconds to call again; None: not before there is a new cue or word from it.
        A cue that is another object than before is new: its sound is to be played.
        """

    def fileno(self) -> int | None:
        """What to listen on for word from the part; `show` is called when there is some."""

    def close(self) -> None:
        """Go dark and let go of everything."""


T = TypeVar("T")

Opener = Callable[[Edge], Part]
"""Opens the part or raises. The part tells of its buttons through the edge that it is given."""


@dataclass(frozen=True)
class Fault:
    """A part is gone, for a `reason` with facts; or, where the reason is None, it is there, or there again."""

    part: str
    reason: str | None
    facts: tuple[tuple[str, object], ...] = ()


def monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class Keeper:
    """One part, kept going in a thread of its own.

    `prompt`: the part takes no time to speak of, so that a new cue is shown in the caller's own thread.
    `on_press` and `on_fault` are called from the part's thread and must only post.
    """

    def __init__(
        self,
        name: str,
        opener: Opener,
        on_press: Callable[[Press], None],
        on_fault: Callable[[Fault], None],
        clock: Callable[[], int] = monotonic_ms,
        prompt: bool = False,
    ) -> None:
        self.name = name
        self.fault: Fault | None = None
        self.tried = False
        """Whether an opening has ended, well or not."""

        self._opener, self._on_press, self._on_fault = opener, on_press, on_fault
        self._clock, self._prompt = clock, prompt
        self._part: Part | None = None
        self._works = False
        self._broken: Exception | None = None
        self._newest = (OFF, clock())
        self._quiet = (OFF, OFF)
        self._presses = Presses()
        self._retry_at, self._retry_ms = clock(), FIRST_RETRY_MS
        self._progress = clock()
        self._closing = False
        self._lock = threading.Lock()
        self._edges = threading.Lock()
        self._woken, self._waker = socket.socketpair()
        self._woken.setblocking(False)
        self._waker.setblocking(False)
        self._thread = threading.Thread(target=self._run, name=f"keeper of {name}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def show(self, cue: Cue) -> None:
        """Let this be what the part shows. Does not wait for it."""
        if cue == self._newest[0]:
            return
        self._newest = (cue, self._clock())
        if self._prompt and self._lock.acquire(blocking=False):
            try:
                if self._part is not None and self._broken is None:
                    self._draw(self._part, self._newest[1])
            except Exception as error:  # closing it may take a while: that is for its own thread
                self._broken = error
            finally:
                self._lock.release()
        self._wake()

    @property
    def has(self) -> Has | None:
        """What the part has; None: it is not there."""
        part = self._part
        return None if part is None else part.has

    @property
    def identity(self) -> object | None:
        """What the part says of itself, where it says anything."""
        return getattr(self._part, "identity", None)

    def idle_ms(self, now: int) -> int:
        """How long the part's thread has made no progress: more than a second or two means that it hangs."""
        return now - self._progress

    def close(self, timeout_s: float = 1.0) -> None:
        """Stop, with the part dark."""
        self._closing = True
        self._wake()
        if self._thread.is_alive():
            self._thread.join(timeout_s)
        if not self._thread.is_alive():
            with self._lock:
                self._shut()
        self._woken.close()
        self._waker.close()

    def step(self, now: int) -> int:
        """Do what there is to do at that time; the result is in how many milliseconds there may be more."""
        with self._edges:  # before the part is looked after: what it told counts although it is lost now
            presses = self._presses.told(now)
        with self._lock:
            due_to_open = self._part is None and now >= self._retry_at
            if due_to_open:
                self._open(now)
            wait = self._refresh(now)
            self.tried = self.tried or due_to_open
        with self._edges:
            due = self._presses.due()
        for press in presses:
            self._post(self._on_press, press)
        self._progress = now
        return min(wait, LONGEST_SLEEP_MS if due is None else max(0, due - now))

    def _run(self) -> None:
        while not self._closing:
            wait = self.step(self._clock())
            self._sleep(wait)
        with self._lock:
            self._shut()

    def _sleep(self, wait_ms: int) -> None:
        sources: list[socket.socket | int] = [self._woken]
        with suppress(Exception):  # a part that can't say it any more is found out about by the next step
            own = self._part.fileno() if self._part is not None else None
            sources += [] if own is None else [own]
        try:
            ready = select.select(sources, [], [], wait_ms / 1000)[0]
        except (OSError, ValueError):
            # Its descriptor was closed meanwhile. The next step finds out, but not in a hurry, should it not.
            time.sleep(HURT_SLEEP_MS / 1000)
            return
        if self._woken in ready:
            with suppress(OSError):
                self._woken.recv(4096)

    def _wake(self) -> None:
        with suppress(OSError):  # full means that it is awake, closed that nobody sleeps
            self._waker.send(b"\0")

    def _edge(self, button: str, down: bool, age_ms: int) -> None:
        with self._edges:
            self._presses.edge(button, down, self._clock() - age_ms)
        self._wake()

    def _open(self, now: int) -> None:
        cue = self._newest[0]
        try:
            part = self._opener(self._edge)
        except Exception as error:  # a part may fail in any way, and the game goes on
            self._lost(error, now)
            return
        self._part, self._works, self._broken = part, False, None
        # Whoever was away while it sounded is not to play it now.
        self._quiet = (cue, cue.quiet())

    def _refresh(self, now: int) -> int:
        """Show the newest cue; the result is for how long that will do."""
        if self._part is None:
            return max(0, min(self._retry_at - now, LONGEST_SLEEP_MS))
        try:
            if self._broken is not None:
                raise self._broken
            wait = self._draw(self._part, now)
        except Exception as error:  # a part may fail in any way, and the game goes on
            self._shut()
            self._lost(error, now)
            return max(0, self._retry_at - now)
        if not self._works:
            # Only now: one that opens and fails at once again and again is no part that came back.
            self._works, self._retry_ms, self.fault = True, FIRST_RETRY_MS, None
            self._post(self._on_fault, Fault(self.name, None))
        return LONGEST_SLEEP_MS if wait is None else min(max(0, wait), LONGEST_SLEEP_MS)

    def _draw(self, part: Part, now: int) -> int | None:
        cue, began = self._newest
        if cue is self._quiet[0]:
            cue = self._quiet[1]
        else:
            self._quiet = (OFF, OFF)
        return part.show(cue, max(0, now - began))

    def _lost(self, error: Exception, now: int) -> None:
        if isinstance(error, PartAbsent):
            self._retry_ms = FIRST_RETRY_MS
        self._retry_at, self._retry_ms = now + self._retry_ms, min(2 * self._retry_ms, LAST_RETRY_MS)
        known = error if isinstance(error, HardwareError) else HardwareError("broken", error=str(error))
        fault = Fault(self.name, known.reason, tuple(known.facts.items()))
        told, self.fault = self.fault, fault
        if told is None or told.reason != fault.reason:
            self._post(self._on_fault, fault)

    def _post(self, callback: Callable[[T], None], what: T) -> None:
        try:
            callback(what)
        except Exception:  # whoever listens may fail; the part is still to be kept going
            _log.exception("%s: %r was not taken", self.name, what)

    def _shut(self) -> None:
        if self._part is not None:
            with suppress(Exception):  # it may be what is broken
                self._part.close()
        self._part = None
        with self._edges:
            self._presses.forget()
