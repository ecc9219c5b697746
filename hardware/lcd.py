"""The display of letters, 16 by 2 or 20 by 4: an HD44780 behind a PCF8574 on I2C, through luma.lcd.

luma sets it up and moves the bytes; which codes and which drawn letters stand where is decided here, as luma would
put an underscore for every letter beyond the eighth that has to be drawn.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from luma.core.interface.serial import pcf8574
from luma.lcd.device import hd44780
from smbus2 import SMBus

from hardware import buses
from hardware.a00 import Slots, encode
from hardware.cells import changes_in, lines
from hardware.cues import Cue, Kind
from hardware.errors import PartLost
from hardware.keeper import Edge, Has
from hardware.wiring import Display

ADDRESSES = (0x27, 0x3F)
PING_MS = 1000
RESEND_MS = 4000
"""How often everything is sent when nothing changes: noise on the wires leaves wrong letters behind."""

_CLEAR, _ENTRY, _OFF, _ON, _FOUR_BITS, _DRAW, _GO = 0x01, 0x06, 0x08, 0x0C, 0x28, 0x40, 0x80
_CLEAR_S, _SYNC_S = 0.002, 0.005
_HELD_LOW = 0b110
"""Enable and read/write: low between bytes. After it lost power, every pin of a PCF8574 is high."""


def open_lcd(display: Display, edge: Edge) -> Lcd:
    """The display, set up and empty. It has no buttons, so that nothing is ever told through the edge."""
    with buses.telling(display), ExitStack() as undo:
        bus = buses.open_i2c(display)
        undo.callback(bus.close)
        address = buses.find(display, ADDRESSES, bus.read_byte)
        device = buses.made(
            hd44780, pcf8574(bus=bus, address=address), width=display.columns, height=display.lines, selected_font="A00"
        )
        undo.pop_all()
    return Lcd(display, device, bus, address)


class Lcd:
    """A part: writes the lines that changed, and looks every second whether the display is there and kept its power.

    Once a write has failed it is only good for being closed: the chip may wait for the other half of a byte.
    """

    has = Has(display=True)

    def __init__(self, display: Display, device: Any, bus: SMBus, address: int) -> None:
        self._display, self._device, self._bus, self._address = display, device, bus, address
        self._starts = (0, 0x40, display.columns, 0x40 + display.columns)
        self._cue: Cue | None = None
        self._lit: bool | None = None
        self._page: tuple[str, ...] | None = None
        self._codes = [b""] * display.lines
        self._slots = Slots()
        self._ping_at = self._resend_at = 0

    def show(self, cue: Cue, ms: int) -> int | None:
        if cue is not self._cue:
            self._cue, self._ping_at, self._resend_at = cue, ms, ms + RESEND_MS
        columns, rows = self._display.columns, self._display.lines
        page = lines(cue, ms, columns, rows)
        with buses.telling(self._display):
            if ms >= self._ping_at:
                self._look()
                self._ping_at = ms + PING_MS
            if ms >= self._resend_at:
                self._again()
                self._resend_at = ms + RESEND_MS
            if page != self._page:
                self._write(page)
            self._light(cue.kind is not Kind.OFF)
        change = changes_in(cue, ms, columns, rows)
        wait = self._ping_at - ms
        return wait if change is None else min(change, wait)

    def fileno(self) -> int | None:
        return None

    def close(self) -> None:
        try:
            self._device.command(_CLEAR, exec_time=_CLEAR_S)
            self._light(False)
        finally:
            buses.forget(self._device)
            self._bus.close()

    def _look(self) -> None:
        if self._bus.read_byte(self._address) & _HELD_LOW:
            facts = {"driver": self._display.driver, "where": buses.where(self._display)}
            raise PartLost("display_missing", **facts, why="power", error="it lost its power for a moment")

    def _again(self) -> None:
        """Bring the display back in step, wherever it was between two halves of a byte, and forget what it showed."""
        for half in (0x3, 0x3, 0x3, 0x2):
            self._device.command(half, exec_time=_SYNC_S, only_low_bits=True)
        for command in (_FOUR_BITS, _ENTRY):
            self._device.command(command)
        self._page, self._lit, self._slots = None, None, Slots()
        self._codes = [b""] * len(self._codes)

    def _write(self, page: tuple[str, ...]) -> None:
        codes, drawings = encode([line.ljust(self._display.columns) for line in page], self._slots)
        for at, line in enumerate(self._codes):
            if any(slot in line for slot in drawings):  # not even for a moment is a letter to look like another one
                self._put(at, b" " * self._display.columns)
        for slot, rows in drawings.items():
            self._device.command(_DRAW | slot * len(rows))
            self._device.data(list(rows))
        for at, line in enumerate(codes):
            if line != self._codes[at]:
                self._put(at, line)
        self._page = page

    def _put(self, at: int, line: bytes) -> None:
        self._device.command(_GO | self._starts[at])
        self._device.data(list(line))
        self._codes[at] = line

    def _light(self, lit: bool) -> None:
        if lit != self._lit:
            self._device.backlight(lit)
            self._device.command(_ON if lit else _OFF)
            self._lit = lit
