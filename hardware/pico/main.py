"""The light bar. The Pico runs this by itself; the builder's settings are in board.py, the rest in docs/bar.md."""

import gc
import os
import sys
import time

import machine
import micropython

# From here on a 3 is a byte like any other, and no Ctrl-C.
micropython.kbd_intr(-1)

import board  # noqa: E402
import messages  # noqa: E402
import wires  # noqa: E402
from buttons import Buttons, Contact  # noqa: E402
from buzzer import Buzzer  # noqa: E402
from core import Core  # noqa: E402
from lights import Lights  # noqa: E402

FIRMWARE = (1, 0, 0)

MOST_BYTES = 128
"""Taken before lights and buttons have their turn again, whatever the host sends."""

LOOK_OUT_MS = 250
MOST_FAILURES = 5
HEALTHY_MS = 60000


class Clock:
    """Milliseconds since the start; unlike `ticks_ms` they never begin again."""

    def __init__(self):
        self._ticks, self._now = time.ticks_ms(), 0

    def now(self):
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now


def identity():
    """What this bar is, with a number that is another one whenever it starts."""
    buttons = sum([1 << messages.BUTTONS.index(name) for name in board.BUTTONS])
    boot = int.from_bytes(os.urandom(2), "little")
    buzzer = board.BUZZER is not None
    has = (len(board.ROWS), len(board.SEATS), buttons, buzzer, board.MILLIAMPERES)
    return messages.identity(FIRMWARE, boot, *has, wires.serial())


def build(send, now):
    rows, seats = wires.strips(board.ROWS, board.ROW_LEDS), wires.strips(board.SEATS, board.SEAT_LEDS)
    shine = Lights(rows, seats, board.BRIGHTNESS, board.MILLIAMPERES)
    contacts = [Contact(messages.BUTTONS.index(name), wires.contact(pin)) for name, pin in board.BUTTONS.items()]
    buzzer = Buzzer(wires.tone(board.BUZZER, board.BUZZER_KIND))
    return Core(identity(), shine, Buttons(contacts), buzzer, send, now)


def serve():
    """Be a light bar until someone wants to get at the files."""
    usb, clock = wires.Usb(), Clock()
    core = build(usb.send, clock.now())
    look_out = 0
    while True:
        byte, left = usb.read(1), MOST_BYTES
        now = clock.now()
        while byte >= 0:
            core.take(byte, now)
            left -= 1
            byte = usb.read(0) if left else -1
        core.tick(now)
        if now >= look_out:
            look_out = now + LOOK_OUT_MS
            if core.alone(now) and wires.wants_out():
                return


def run():
    """Serve, and after any failure serve again; if that goes on, start the whole Pico again."""
    failures = 0
    while True:
        began = time.ticks_ms()
        try:
            serve()
            break
        except Exception as error:
            # Whoever looks at the line with a terminal reads why; the host skips what is no frame.
            sys.print_exception(error)
        failures = 1 if time.ticks_diff(time.ticks_ms(), began) > HEALTHY_MS else failures + 1
        if wires.wants_out():
            break
        if failures >= MOST_FAILURES:
            machine.reset()
        gc.collect()
        time.sleep_ms(100)
    micropython.kbd_intr(3)


if __name__ == "__main__":
    run()
