"""A light bar for tests: the real firmware under a real MicroPython behind a pseudo-terminal, its pins recorded."""

from __future__ import annotations

import os
import pty
import random
import select
import signal
import subprocess
import threading
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

from hardware.pico import board

HOUSE = Path(__file__).parents[2]
MICROPYTHON = HOUSE / ".micropython" / "micropython"
FIRMWARE = HOUSE / "hardware" / "pico"
FAKES = Path(__file__).parent / "pico_fakes"

Colour = tuple[int, int, int]
DARK: Colour = (0, 0, 0)


def micropython() -> str:
    assert MICROPYTHON.exists(), "MicroPython is missing: run `make test`, or tests/hardware/install_micropython.sh"
    return str(MICROPYTHON)


def wait_until(true: Callable[[], object], timeout_s: float = 10.0) -> None:
    """Wait for it, for so long that only a failure takes as long."""
    until = time.monotonic() + timeout_s
    while not true():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.002)


class Pico:
    """Plugged in by `plug`, under a name that stays. What its strips show is read from what it recorded."""

    def __init__(self, folder: Path, speed: float = 1, firmware: Path = FIRMWARE) -> None:
        self.port = str(folder / "bar")
        self._record, control = folder / "record", folder / "control"
        self._speed, self._firmware = speed, firmware
        self._record.touch()
        os.mkfifo(control)
        self._control = os.open(control, os.O_RDWR)
        self._environment = {
            "PICO_RECORD": str(self._record),
            "PICO_CONTROL": str(control),
            "PICO_SPEED": str(speed),
            "MICROPYPATH": f"{FAKES}:{firmware}",
        }
        self._process: subprocess.Popen[bytes] | None = None
        self.line = -1

    def __enter__(self) -> Self:
        self.plug()
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()
        os.close(self._control)

    def plug(self) -> None:
        bar, self.line = pty.openpty()
        tty.setraw(self.line)
        self._run(bar)
        os.close(bar)
        Path(self.port).symlink_to(os.ttyname(self.line))

    def unplug(self) -> None:
        Path(self.port).unlink(missing_ok=True)
        self._stop()
        if self.line >= 0:
            os.close(self.line)
        self.line = -1

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def press(self, button: str, held_s: float = 0.03, bounces: int = 0) -> None:
        for _ in range(bounces):
            self.level(button, True)
            self.level(button, False)
        self.level(button, True)
        time.sleep(held_s)
        self.level(button, False)
        for _ in range(bounces):
            self.level(button, True)
            self.level(button, False)

    def level(self, button: str, down: bool) -> None:
        self._do("level", board.BUTTONS[button], int(not down))

    def flag(self, name: str, value: int) -> None:
        self._do("flag", name, value)

    def lines(self, what: str = "strip", after: int = 0) -> list[tuple[int, list[str]]]:
        """Everything of that kind that was recorded, with its time in nanoseconds."""
        words = [line.split() for line in self._record.read_text(encoding="ascii").splitlines()[after:]]
        return [(int(line[0]), line[2:]) for line in words if line[1] == what]

    def shown(self) -> dict[int, list[Colour]]:
        """What each LED of each strip shows now."""
        found: dict[int, list[Colour]] = {}
        for _, (pin, *leds) in self.lines():
            found[int(pin)] = [_colour(led) for led in leds]
        return found

    def rows(self) -> list[Colour]:
        """What each row shows now."""
        shown = self.shown()
        return [shown[pin][0] if pin in shown else DARK for pin in board.ROWS]

    def seats(self) -> list[Colour]:
        shown = self.shown()
        return [shown[pin][0] if pin in shown else DARK for pin in board.SEATS]

    def tones(self) -> list[int]:
        """Each hertz that the buzzer was made to sound, without its silences."""
        return [int(words[1]) for _, words in self.lines("tone") if words[1] != "0"]

    def _run(self, bar: int) -> None:
        command = [micropython(), str(self._firmware / "main.py")]
        self._process = subprocess.Popen(command, stdin=bar, stdout=bar, env=self._environment)

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def _do(self, *words: object) -> None:
        os.write(self._control, (" ".join(map(str, words)) + "\n").encode())


def _colour(led: str) -> Colour:
    red, green, blue = map(int, led.split(","))
    return red, green, blue


class NoisyLine:
    """Stands between the host and a bar's line, and spoils that share of all bytes: flips, drops, doubles, cuts."""

    def __init__(self, line: int, seed: int, share: float) -> None:
        self._line, self._share, self._random = line, share, random.Random(seed)
        self._host, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self.quiet = False
        self._ended, self._end = os.pipe()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        os.write(self._end, b"\0")
        self._thread.join()
        for each in (self._host, self._slave, self._ended, self._end):
            os.close(each)

    def spoiled(self, data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            if self.quiet or self._random.random() >= self._share:
                out.append(byte)
                continue
            kind = self._random.choice(["flip", "drop", "double", "cut"])
            if kind == "flip":
                out.append(byte ^ 1 << self._random.randrange(8))
            elif kind == "double":
                out += bytes((byte, byte))
            elif kind == "cut":  # the last bytes before it are lost, too
                del out[-self._random.randrange(1, 6) :]
        return bytes(out)

    def _run(self) -> None:
        other = {self._host: self._line, self._line: self._host}
        while True:
            ready = select.select([self._ended, *other], [], [])[0]
            if self._ended in ready:
                return
            for each in ready:
                with suppress(OSError):
                    os.write(other[each], self.spoiled(os.read(each, 4096)))
