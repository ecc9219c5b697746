"""What the tests of the hands share: a clock to turn, a part that does as it is told, and a header without a Pi."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.cues import Cue
from hardware.keeper import Edge, Fault, Has, Keeper
from hardware.presses import Press

PATIENCE = 20
"""How many seconds a test waits for another thread before it fails. It never waits in order to see nothing happen."""


class Clock:
    """Stands still until it is turned."""

    def __init__(self, now: int = 100_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


class SpyPart:
    """Remembers what it is shown; raises, waits or stalls when it is told to."""

    def __init__(self) -> None:
        self.has = Has(rows=4)
        self.shown: list[tuple[Cue, int]] = []
        self.failing: Exception | None = None
        self.wait: int | None = None
        self.descriptor: int | None = None
        self.stall: threading.Event | None = None
        self.stalled = threading.Event()
        self.closed_by: list[threading.Thread] = []
        self._seen = threading.Condition()

    def show(self, cue: Cue, ms: int) -> int | None:
        if self.stall is not None:
            self.stalled.set()
            assert self.stall.wait(PATIENCE), "nobody let it go on: whoever should have was stalled, too"
        if self.failing is not None:
            raise self.failing
        with self._seen:
            self.shown.append((cue, ms))
            self._seen.notify_all()
        return self.wait

    def fileno(self) -> int | None:
        return self.descriptor

    def close(self) -> None:
        self.closed_by.append(threading.current_thread())

    @property
    def cues(self) -> list[Cue]:
        return [cue for cue, _ in self.shown]

    def await_show(self, wanted: Callable[[Cue], bool]) -> Cue:
        """The first cue like that which it was or will be shown."""
        with self._seen:
            assert self._seen.wait_for(lambda: any(map(wanted, self.cues)), PATIENCE), f"only saw {self.cues}"
            return next(filter(wanted, self.cues))


class Slot:
    """Where a part is plugged in: an opener that gives it, or fails while it is out."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.part = SpyPart()
        self.out: Exception | None = None
        self.opened: list[int] = []
        self.edge: Edge | None = None
        self._clock = clock

    def __call__(self, edge: Edge) -> SpyPart:
        self.opened.append(self._clock() if self._clock is not None else 0)
        if self.out is not None:
            raise self.out
        self.edge = edge
        return self.part


class Kept:
    """A keeper on a clock that is turned by hand, stepped exactly when it asks to be."""

    def __init__(self, opener: Callable[[Edge], object] | None = None, prompt: bool = False) -> None:
        self.clock = Clock()
        self.slot = Slot(self.clock)
        self.presses: list[Press] = []
        self.faults: list[Fault] = []
        self.keeper = Keeper(
            "spy",
            self.slot if opener is None else opener,  # type: ignore[arg-type]
            self.presses.append,
            self.faults.append,
            self.clock,
            prompt,
        )
        self.due = self.clock.now

    @property
    def reasons(self) -> list[str | None]:
        return [fault.reason for fault in self.faults]

    def step(self) -> None:
        self.due = self.clock.now + self.keeper.step(self.clock.now)

    def run(self, ms: int) -> None:
        """Let that time pass."""
        end = self.clock.now + ms
        hurries = 0
        while self.due <= end:
            hurries = 0 if self.due > self.clock.now else hurries + 1
            assert hurries < 10, "asks again and again to be called at once"
            self.clock.now = max(self.due, self.clock.now)
            self.step()
        self.clock.now = end

    def show(self, cue: Cue) -> None:
        self.keeper.show(cue)
        self.step()

    def contacts(self, moves: Iterable[tuple[int, str, bool]], edge: Edge | None = None) -> None:
        """Close and open contacts at those times, counted from now."""
        start = self.clock.now
        for at, button, down in moves:
            self.run(start + at - self.clock.now)
            told = edge or self.slot.edge
            assert told is not None
            told(button, down, 0)
            self.step()


class LoggedPin(MockPWMPin):  # type: ignore[misc]
    """gpiozero's own stand-in for a pin, which remembers only changes; this one remembers every writing."""

    def __init__(self, factory: Header, info: object) -> None:
        super().__init__(factory, info)
        self.writes: list[float] = []
        self.tones: list[float | None] = []
        self.listening = False

    def close(self) -> None:
        """As lgpio's pins are closed: they go on listening. Those of gpiozero's own stand-in don't."""
        self.frequency = None
        self.function = "input"

    def _enable_event_detect(self) -> None:
        self.listening = True

    def _disable_event_detect(self) -> None:
        self.listening = False

    def _set_state(self, value: float) -> None:
        if self.factory.broken is not None:
            raise self.factory.broken
        super()._set_state(value)
        self.writes.append(self.state)
        self.factory.on_write(self.info.name)

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        self.tones.append(value)


class Header(MockFactory):  # type: ignore[misc]
    """A Pi's header without a Pi. gpiozero's times stand still on it: edges are as late as they are said to be."""

    late_s = 0.0

    def __init__(self, revision: str = "a02082") -> None:
        super().__init__(revision, LoggedPin)
        self.refused: dict[int, Exception] = {}
        self.broken: Exception | None = None

    def pin(self, name: int | str) -> LoggedPin:
        if name in self.refused:
            refused = self.refused[int(name)]
            raise type(refused)(*refused.args)  # a new one: an error that is kept keeps what failed
        return super().pin(name)  # type: ignore[no-any-return]

    def ticks_diff(self, later: float, earlier: float) -> float:
        return self.late_s

    def on_write(self, pin: str) -> None:
        """A pin was written to."""

    def states(self, *pins: int) -> list[float]:
        return [float(self.pin(pin).state) for pin in pins]

    def taken(self) -> set[str]:
        """The pins that some device holds."""
        return {
            info.name for info, holders in self._reservations.items() if any(holder() is not None for holder in holders)
        }
