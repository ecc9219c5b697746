"""How long a cue takes to the light bar's pixels, and how soon a bar is missed and back.

The real firmware under a real MicroPython behind a pseudo-terminal, the host's real threads. Beside the numbers
stands a floor measured in the same run: what a bare echo of as many bytes takes there. Machines differ and are
shared: read the ratio, not only the number. What USB and a Pico's slower processor add is not in these numbers.
"""

from __future__ import annotations

import os
import platform
import pty
import subprocess
import tempfile
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hardware import cues
from hardware.bar import open_bar
from hardware.bar_link import cue_payload
from hardware.keeper import Fault, Keeper
from hardware.pico import board, frames, messages
from hardware.presses import Press
from hardware.wiring import Bar
from tests.hardware.pico import Pico, micropython

CUES = 600
PAUSE_S = 0.012
PRESSES = 60
ROUNDS = 5

WANTED_PIXEL_MS = 20
WANTED_MISSED_MS = 2500
WANTED_BACK_MS = 1000

SIZE = len(frames.encode(1, messages.SHOW, 1, cue_payload(cues.OFF, 0, len(board.ROWS), len(board.SEATS))))
ECHO = f"""
import sys
held = bytearray({SIZE})
while sys.stdin.buffer.readinto(held):
    sys.stdout.buffer.write(held)
"""

Times = list[float]


class Watch:
    """A kept bar, and when it was missed and found again."""

    def __init__(self, pico: Pico) -> None:
        self.missed, self.found = threading.Event(), threading.Event()
        self.presses: list[int] = []
        self.keeper = Keeper("bar", lambda edge: open_bar(Bar(pico.port), edge), self._press, self._fault)

    def _press(self, _: Press) -> None:
        self.presses.append(time.time_ns())

    def _fault(self, fault: Fault) -> None:
        (self.found if fault.reason is None else self.missed).set()
        (self.missed if fault.reason is None else self.found).clear()


@contextmanager
def watched() -> Iterator[tuple[Pico, Watch]]:
    with tempfile.TemporaryDirectory() as folder, Pico(Path(folder)) as pico:
        watch = Watch(pico)
        watch.keeper.start()
        watch.found.wait(10)
        try:
            yield pico, watch
        finally:
            watch.keeper.close()


def echoes() -> Times:
    """As many bytes as a cue has, there and back."""
    bar, host = pty.openpty()
    tty.setraw(host)
    process = subprocess.Popen([micropython(), "-c", ECHO], stdin=bar, stdout=bar)
    os.close(bar)
    times = []
    for _ in range(CUES):
        time.sleep(PAUSE_S)
        began, left = time.perf_counter_ns(), SIZE
        os.write(host, bytes(SIZE))
        while left:
            left -= len(os.read(host, left))
        times.append((time.perf_counter_ns() - began) / 1e6)
    process.kill()
    process.wait()
    os.close(host)
    return times


def pixels() -> Times:
    """From a shown cue to the strip that was written."""
    with watched() as (pico, watch):
        began = []
        for at in range(CUES):
            time.sleep(PAUSE_S)
            began.append(time.time_ns())
            watch.keeper.show(cues.place("ana", str(at), 1 + at % len(board.ROWS)))
        time.sleep(0.2)
        lit = [(at, words[0]) for at, words in pico.lines() if words[1] != "0,0,0"]
    rows = [str(board.ROWS[at % len(board.ROWS)]) for at in range(CUES)]
    return [
        min((when - start for when, pin in lit if pin == row and when > start), default=10**12) / 1e6
        for start, row in zip(began, rows, strict=True)
    ]


def presses() -> Times:
    """From a button that is let go to the press that is told, with the time in which it might still bounce."""
    with watched() as (pico, watch):
        released = []
        for _ in range(PRESSES):
            pico.level("confirm", True)
            time.sleep(0.03)
            released.append(time.time_ns())
            pico.level("confirm", False)
            time.sleep(0.03)
        time.sleep(0.2)
        assert len(watch.presses) == PRESSES, "a press was lost"
        return [(told - start) / 1e6 for start, told in zip(released, watch.presses, strict=True)]


def outages(go: Callable[[Pico], None], come: Callable[[Pico], None]) -> tuple[Times, Times]:
    """How soon a bar is missed, and how soon it shows a cue that is newer when it is back."""
    missed, back = [], []
    with watched() as (pico, watch):
        for at in range(ROUNDS):
            began = time.perf_counter_ns()
            go(pico)
            watch.missed.wait(10)
            missed.append((time.perf_counter_ns() - began) / 1e6)
            row = at % len(board.ROWS)
            watch.keeper.show(cues.place("ana", str(at), 1 + row))
            time.sleep(1)
            start = time.time_ns()
            come(pico)
            watch.found.wait(10)
            time.sleep(0.2)
            pin = str(board.ROWS[row])
            lit = [when for when, words in pico.lines() if when > start and words[0] == pin and words[1] != "0,0,0"]
            back.append((lit[0] - start) / 1e6)
    return missed, back


def spread(times: Times) -> tuple[float, float]:
    """The median and the 99th percentile."""
    ordered = sorted(times)
    return ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]


def tell(what: str, times: Times, wanted: float | None = None, floor: float | None = None) -> None:
    half, most = spread(times)
    ratio = f", {half / floor:.1f} times the floor" if floor else ""
    limit = f" (wanted: {wanted:g} ms)" if wanted else ""
    print(f"  {what:<52} {half:8.2f} ms half, {most:8.2f} ms 99%{limit}{ratio}")


def main() -> None:
    print(f"Light bar: Python {platform.python_version()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    echoed = echoes()
    floor = spread(echoed)[0]
    tell(f"floor: bare echo of {SIZE} bytes", echoed)
    tell("cue shown to pixels written", pixels(), WANTED_PIXEL_MS, floor)
    tell("button let go to press told (5 ms of it debounce)", presses())
    missed, back = outages(Pico.unplug, Pico.plug)
    tell("unplugged to missed", missed, WANTED_MISSED_MS)
    tell("plugged in to the right pixels", back, WANTED_BACK_MS)
    missed, back = outages(Pico.freeze, Pico.thaw)
    tell("fallen silent to missed", missed, WANTED_MISSED_MS)
    tell("talking again to the right pixels", back, WANTED_BACK_MS)


if __name__ == "__main__":
    main()
