"""A header wired in every way, for the tests of what is on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from hardware.cues import Cue
from hardware.gpio import GpioPart, open_gpio
from hardware.keeper import Part
from hardware.presses import LONG_MS
from hardware.wiring import Gpio
from tests.hardware.parts import Header, Kept

ROWS = (17, 27, 22, 23)
SEATS = (5, 6)
PLAIN = Gpio(rows=tuple((pin,) for pin in ROWS), seats=tuple((pin,) for pin in SEATS), lights="plain")
DIM = replace(PLAIN, lights="pwm")
COLOUR = Gpio(rows=((17, 27, 22), (23, 24, 25)), lights="rgb")
BUTTONS = {"row/1": 12, "confirm": 16, "undo": 20, "referee": 21}
BUZZER = 18
STATUS = 26
FULL = replace(PLAIN, buttons=BUTTONS, buzzer=BUZZER, status=STATUS)

Keep = Callable[..., Kept]


@contextmanager
def opened(gpio: Gpio, header: Header | None = None) -> Iterator[tuple[GpioPart, Header]]:
    header = header or Header()
    part = open_gpio(gpio, lambda button, down, age: None, header)
    try:
        yield part, header
    finally:
        part.close()


def times_of(part: Part, cue: Cue, until: int) -> Iterator[int]:
    """Show it from its beginning, called again exactly when the part asks to be."""
    ms = 0
    while ms < until:
        wait = part.show(cue, ms)
        yield ms
        if wait is None:
            return
        assert wait > 0
        ms += wait


def kept(keep: Keep, gpio: Gpio, header: Header) -> Kept:
    one = keep(partial(open_gpio, gpio, pin_factory=header))
    one.step()
    return one


def moves(one: Kept, header: Header, contacts: list[tuple[int, str, bool]]) -> None:
    """Contacts to ground close and open, as the pins see them."""
    start = one.clock.now
    for at, button, down in contacts:
        one.run(start + at - one.clock.now)
        pin = header.pin(BUTTONS[button])
        (pin.drive_low if down else pin.drive_high)()
        one.step()
    one.run(2 * LONG_MS)
