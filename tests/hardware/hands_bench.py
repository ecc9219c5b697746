"""How long a cue takes to the pin, and how long whoever shows it is held up.

Beside each number stands a floor measured in the same run: what it takes to hand anything to another thread
through a queue. Machines differ and are shared: read the ratio, not only the number. Pins are gpiozero's
stand-ins: what lgpio and the kernel add on a Pi is not in these numbers.
"""

from __future__ import annotations

import platform
import queue
import threading
import time
from functools import partial
from time import perf_counter_ns

from hardware.cues import Cue, Kind, Pattern, idle, reveal
from hardware.gpio import open_gpio
from hardware.hands import Hands, PartPlan
from hardware.wiring import Gpio
from tests.hardware.parts import PATIENCE, Header

CUES = 2000
PAUSE_S = 0.002
"""Between two cues, so that each finds the threads asleep, as at a table."""

WANTED_MS = 2.0
WATCHED = 17
WIRED = Gpio(
    rows=((WATCHED,), (27,), (22,), (23,), (24,)),
    seats=tuple((pin,) for pin in (5, 6, 13, 19, 26, 4)),
    lights="plain",
    buttons={"confirm": 16, "undo": 20, "referee": 21},
    buzzer=18,
    status=25,
)

Times = list[float]


class WatchedHeader(Header):
    """Says when the first row's light was written to."""

    def __init__(self) -> None:
        super().__init__()
        self.written = threading.Event()
        self.written_at = 0

    def on_write(self, pin: str) -> None:
        if pin == f"GPIO{WATCHED}":
            self.written_at = perf_counter_ns()
            self.written.set()


def handover() -> Times:
    """Milliseconds to hand a thing to a thread that waits for it."""
    things: queue.Queue[int] = queue.Queue()
    times: Times = []
    done = threading.Event()

    def take() -> None:
        while (since := things.get()) >= 0:
            times.append((perf_counter_ns() - since) / 1e6)
            done.set()

    taker = threading.Thread(target=take)
    taker.start()
    for _ in range(CUES):
        done.clear()
        things.put(perf_counter_ns())
        done.wait(PATIENCE)
        time.sleep(PAUSE_S)
    things.put(-1)
    taker.join()
    return times


def shown(gpio: Gpio, prompt: bool) -> tuple[Times, Times]:
    """Milliseconds from a cue to the pin, and until whoever showed it goes on."""
    header, ready = WatchedHeader(), threading.Event()
    opener = partial(open_gpio, gpio, pin_factory=header)
    hands = Hands([PartPlan("gpio", opener, prompt)], lambda press: None, lambda fault: ready.set())
    hands.start()
    assert ready.wait(PATIENCE)
    to_pin, held_up = Times(), Times()
    for number in range(CUES):
        cue = Cue(Kind.PLACE, (Pattern.OFF if number % 2 else Pattern.STEADY,), card=str(number))
        header.written.clear()
        start = perf_counter_ns()
        hands.show(cue)
        held_up.append((perf_counter_ns() - start) / 1e6)
        assert header.written.wait(PATIENCE)
        to_pin.append((header.written_at - start) / 1e6)
        time.sleep(PAUSE_S)
    hands.close()
    return to_pin, held_up


def drawn(gpio: Gpio, cue: Cue) -> Times:
    """Milliseconds that a part takes to show a moment of a cue."""
    part = open_gpio(gpio, lambda button, down, age: None, WatchedHeader())
    times: Times = []
    for ms in range(0, 20 * CUES, 20):
        start = perf_counter_ns()
        part.show(cue, ms)
        times.append((perf_counter_ns() - start) / 1e6)
    part.close()
    return times


def told(times: Times, floor: Times) -> str:
    (half, most), (_, floor_most) = spread(times), spread(floor)
    return f"{half:.3f} ms, 99th percentile {most:.3f} ms, {most / floor_most:.1f} times the floor's"


def spread(times: Times) -> tuple[float, float]:
    ordered = sorted(times)
    return ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]


def main() -> None:
    print(f"Python {platform.python_version()}, {platform.machine()}; {CUES} cues each")
    floor = handover()
    print(f"floor, a thing handed to another thread: {told(floor, floor)}")
    for prompt, where in ((True, "in the caller's thread"), (False, "in the part's own thread")):
        to_pin, held_up = shown(WIRED, prompt)
        print(f"a cue to the pin, {where}: {told(to_pin, floor)} (wanted: {WANTED_MS} ms)")
        print(f"  and the caller goes on after {told(held_up, floor)} (wanted: {WANTED_MS} ms)")
    dim = Gpio(WIRED.rows, WIRED.seats, "pwm", status=WIRED.status)
    for name, gpio, cue in (
        ("plain lights that blink", WIRED, reveal(range(1, 7))),
        ("plain lights, idle", WIRED, idle()),
        ("dimmable lights, idle", dim, idle()),
    ):
        print(f"one moment of {len(WIRED.rows) + len(WIRED.seats)} {name}: {told(drawn(gpio, cue), floor)}")


if __name__ == "__main__":
    main()
