"""The small display of 128 by 64 or 128 by 32 dots: SSD1306 or SH1106, by I2C or SPI, through luma.oled.

On I2C a display that is gone is noticed, as it no longer acknowledges. On SPI nobody can tell; there, as everywhere,
a display is set up again every second without a flicker, so that one that comes back shows what it should.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from luma.core.interface.serial import i2c, spi
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from hardware import buses
from hardware.cues import Cue
from hardware.dots import Picture
from hardware.keeper import Edge, Has
from hardware.panel import changes_in, picture
from hardware.wiring import Display

DRIVERS = {"ssd1306": ssd1306, "sh1106": sh1106}
ADDRESSES = (0x3C, 0x3D)
WIDTH, HEIGHT = 128, 64
BRIGHT, DIM = 0xCF, 0x08
PING_MS = 1000
"""How often the display is asked for when nothing changes."""

RESEND_MS = 4000
"""How often all dots are sent when nothing changes: a display may have lost power for less than a ping."""

_NOP, _DISPLAY_OFF = 0xE3, 0xAE


def open_oled(display: Display, edge: Edge, height: int = HEIGHT) -> Oled:
    """The display, set up and dark. It has no buttons, so that nothing is ever told through the edge."""
    with buses.telling(display), ExitStack() as undo:
        line = _Line(*(_on_i2c(display) if display.bus == "i2c" else _on_spi(display)))
        undo.callback(line.cleanup)
        device = buses.made(DRIVERS[display.driver], line, width=WIDTH, height=height, rotate=display.rotate)
        undo.pop_all()
    return Oled(display, device, line)


def _on_i2c(display: Display) -> tuple[Any, Callable[[], None]]:
    with ExitStack() as undo:
        bus = buses.open_i2c(display)
        undo.callback(bus.close)
        # "No operation": a byte that every such display acknowledges, and that changes nothing.
        address = buses.find(display, ADDRESSES, lambda at: bus.write_i2c_block_data(at, 0, [_NOP]))
        serial = i2c(bus=bus, address=address)
        undo.pop_all()
    return serial, bus.close


def _on_spi(display: Display) -> tuple[Any, Callable[[], None]]:
    import spidev

    with ExitStack() as undo:
        pins, bus = buses.Pins(), spidev.SpiDev()
        undo.callback(pins.cleanup)
        serial = spi(
            *(bus, pins, buses.SPI_BUS, display.device),
            gpio_DC=display.data_pin,
            gpio_RST=display.reset_pin,
            # A display that was just switched on needs a while before and after its reset.
            reset_hold_time=0.001,
            reset_release_time=0.001,
        )
        undo.pop_all()
    return serial, pins.cleanup


class _Line:
    """luma's way to the display, which keeps the command that sets it up: the first one."""

    def __init__(self, serial: Any, release: Callable[[], None]) -> None:
        self._serial, self._release = serial, release
        self._setup: tuple[int, ...] = ()

    def command(self, *command: int) -> None:
        self._setup = self._setup or command
        self._serial.command(*command)

    def data(self, data: list[int]) -> None:
        self._serial.data(data)

    def set_up_again(self) -> None:
        """The same settings, but the display stays as bright or dark as it is."""
        self._serial.command(*self._setup[self._setup[0] == _DISPLAY_OFF :])

    def cleanup(self) -> None:
        with ExitStack() as both:
            both.callback(self._release)
            self._serial.cleanup()


class Oled:
    """A part: draws each cue when it looks different, and asks every second whether the display is still there."""

    has = Has(display=True)

    def __init__(self, display: Display, device: Any, line: _Line) -> None:
        self._display, self._device, self._line = display, device, line
        self._cue: Cue | None = None
        self._shown: Picture | None = None
        self._ping_at = self._resend_at = 0

    def show(self, cue: Cue, ms: int) -> int | None:
        if cue is not self._cue:
            self._cue, self._ping_at, self._resend_at = cue, ms, ms + RESEND_MS
        shown = picture(cue, ms, self._device.size)
        with buses.telling(self._display):
            if ms >= self._ping_at:
                self._line.set_up_again()
                self._light(shown)
                self._ping_at = ms + PING_MS
            if shown != self._shown or ms >= self._resend_at:
                self._draw(shown)
                self._resend_at = ms + RESEND_MS
        change = changes_in(cue, ms, self._device.size)
        wait = self._ping_at - ms
        return wait if change is None else min(change, wait)

    def fileno(self) -> int | None:
        return None

    def close(self) -> None:
        try:
            self._device.hide()
            self._device.clear()
        finally:
            buses.forget(self._device)
            self._line.cleanup()

    def _draw(self, shown: Picture) -> None:
        self._shown = None  # whatever happens from here on, the display no longer shows what it did
        if shown.on:
            self._device.display(Image.frombytes("1", shown.size, shown.tobytes()))
        self._light(shown)
        self._shown = shown

    def _light(self, shown: Picture) -> None:
        if shown.on:
            self._device.contrast(BRIGHT if shown.bright else DIM)
            self._device.show()
        else:
            self._device.hide()
