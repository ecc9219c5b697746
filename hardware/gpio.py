"""Lights, buttons and a buzzer on a Raspberry Pi's own pins.

Through lgpio alone: it works alike on every Pi, by the kernel's own interface. gpiozero's other ways to the
pins are not tried, as some of them look as if they worked on a Pi 5 and do nothing.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

from gpiozero import LED, PWMLED, DigitalInputDevice, DigitalOutputDevice, GPIOPinInUse, PWMOutputDevice

from hardware.cues import Cue
from hardware.errors import PartLost
from hardware.gpio_buzzer import ActiveBuzzer, Buzzer, PassiveBuzzer, Player
from hardware.gpio_lights import ColourLight, DimLight, Light, Lights, Pin, PlainLight
from hardware.header import header_pins, load_lgpio
from hardware.keeper import Edge, Has
from hardware.wiring import Gpio

LATE_MS = 2000
"""An edge that is said to be older was dated by another clock."""

_LIGHTS: dict[str, type[PlainLight | DimLight | ColourLight]] = {
    "plain": PlainLight,
    "pwm": DimLight,
    "rgb": ColourLight,
}

_log = logging.getLogger(__name__)


class GpioPart:
    """What `Gpio` says is connected, open. Showing a cue takes well under a millisecond."""

    def __init__(self, has: Has, lights: Lights, player: Player | None, held: ExitStack) -> None:
        self._has, self._lights, self._player, self._held = has, lights, player, held

    @property
    def has(self) -> Has:
        return self._has

    def show(self, cue: Cue, ms: int) -> int | None:
        light = self._lights.show(cue, ms)
        note = self._player.play(cue, ms) if self._player is not None else None
        return min((wait for wait in (light, note) if wait is not None), default=None)

    def fileno(self) -> int | None:
        return None

    def close(self) -> None:
        self._held.close()


def open_gpio(gpio: Gpio, edge: Edge, pin_factory: Any = None) -> GpioPart:
    """Take all pins of that wiring, everything dark and silent; raises `PartLost`, and then holds none of them.

    `pin_factory` is gpiozero's; without one the header of this Pi is opened, and closed again with the part.
    """
    held = ExitStack()
    taker = _Taker(gpio, edge, pin_factory or _header(held), held)
    try:
        lights, player = taker.lights(), taker.player()
        taker.buttons()
        return GpioPart(_has(gpio), lights, player, held)
    except Exception as error:  # gpiozero's and lgpio's have no base in common
        problem = _lost(error, taker)
    # Outside of the handler: the error's traceback holds the device that failed, and that one its pin.
    with suppress(Exception):
        held.close()
    raise problem


def _has(gpio: Gpio) -> Has:
    return Has(len(gpio.rows), len(gpio.seats), tuple(gpio.buttons), gpio.buzzer is not None)


class _Taker:
    """Takes one pin after another, and knows at which one it is, for whoever has to tell what failed."""

    def __init__(self, gpio: Gpio, edge: Edge, factory: Any, held: ExitStack) -> None:
        self.factory = factory
        self.pin = -1
        self.names = dict(gpio.used())
        self._gpio, self._edge, self._held = gpio, edge, held

    def lights(self) -> Lights:
        gpio = self._gpio
        status = None if gpio.status is None else PlainLight([self._lamp(gpio.status, LED)])
        return Lights(self._group(gpio.rows), self._group(gpio.seats), status)

    def player(self) -> Player | None:
        if self._gpio.buzzer is None:
            return None
        buzzer: Buzzer
        if self._gpio.buzzer_kind == "passive":
            buzzer = PassiveBuzzer(self._take(self._gpio.buzzer, PWMOutputDevice))
        else:
            buzzer = ActiveBuzzer(self._take(self._gpio.buzzer, DigitalOutputDevice))
        self._held.callback(buzzer.sound, None)
        return Player(buzzer)

    def buttons(self) -> None:
        for name, pin in self._gpio.buttons.items():
            # No `Button`: each has a thread to tell how long it is held. No `bounce_time`: what bounces and
            # what does not is told apart by `Presses`, to which no edge may be missing.
            button = self._take(pin, DigitalInputDevice, pull_up=True)
            # gpiozero stops listening only when its object is collected; a button that is pressed after the
            # header was closed and opened again would reach the old one, and end lgpio's thread by an error.
            self._held.callback(setattr, button.pin, "when_changed", None)
            button.when_activated = partial(_tell, self._edge, name, True)
            button.when_deactivated = partial(_tell, self._edge, name, False)

    def _group(self, lights: Sequence[Sequence[int]]) -> list[Light]:
        device = LED if self._gpio.lights == "plain" else PWMLED
        kind = _LIGHTS[self._gpio.lights]
        return [kind([self._lamp(pin, device) for pin in pins]) for pins in lights]

    def _lamp(self, pin: int, device: Any) -> Pin:
        lamp = Pin(self._take(pin, device, active_high=not self._gpio.active_low))
        self._held.callback(lamp.set, 0.0)
        return lamp

    def _take(self, pin: int, device: Any, **how: bool) -> Any:
        self.pin = pin
        taken = device(pin, pin_factory=self.factory, **how)
        self._held.callback(taken.close)
        return taken


def _tell(edge: Edge, name: str, down: bool, button: Any) -> None:
    """A contact closed or opened: called from lgpio's thread, which an error would end, and all buttons with it."""
    try:
        lasts = button.active_time if down else button.inactive_time
        age = int((lasts or 0) * 1000)
        # The kernel's time is better than ours, as Python may have been busy when the contact moved.
        edge(name, down, age if 0 <= age <= LATE_MS else 0)
    except Exception:
        _log.exception("a move of the button %s was lost", name)


def _header(held: ExitStack) -> Any:
    """The Pi's own pins, let go of at the end."""
    try:
        factory = header_pins()
    except Exception as error:  # whatever it is: no lgpio, no Pi, no chip, no right to it
        problem = _missing(error)
    else:
        held.callback(_let_go, factory)
        return factory
    raise problem


def _missing(error: Exception) -> PartLost:
    told = _words(error)
    if isinstance(error, FileNotFoundError) and ".lgd-nfy" in told:
        # lgpio makes a pipe in the folder that it is started from.
        return PartLost("gpio_folder", folder=str(Path.cwd()), error=told)
    shut = [chip for chip in sorted(Path("/dev").glob("gpiochip*")) if not os.access(chip, os.R_OK | os.W_OK)]
    if shut:
        return PartLost("gpio_denied", file=str(shut[0]), error=told)
    return PartLost("gpio_missing", error=told)


def _lost(error: Exception, taker: _Taker) -> PartLost:
    """What kept a pin from being taken."""
    name, told = taker.names.get(taker.pin, ""), _words(error)
    if isinstance(error, GPIOPinInUse):
        return PartLost("gpio_busy", pin=taker.pin, name=name, holder="drover", error=told)
    if "busy" in told.lower():
        return PartLost("gpio_busy", pin=taker.pin, name=name, holder=_holder(taker.factory, taker.pin), error=told)
    return PartLost("gpio_failed", pin=taker.pin, name=name, error=told)


def _holder(factory: Any, pin: int) -> str:
    """What the kernel says has the pin: mostly the name of a program or a driver."""
    with suppress(Exception):  # it is only told for better understanding
        lgpio = load_lgpio()

        _, _, _, _, user = lgpio.gpio_get_line_info(factory._handle, pin)
        return str(user)
    return "?"


def _words(error: Exception) -> str:
    return str(error).strip("'") or type(error).__name__


def _let_go(factory: Any) -> None:
    """Close the header, so that other programs can have its pins.

    gpiozero has one table for the pins of all its headers. Those of another one, as a display may have it,
    are not ours to close; and a pin of ours that stayed in it would be given out again, without a header.
    """
    shared = factory.pins
    factory.pins = {info: pin for info, pin in shared.items() if pin.factory is factory}
    for info in factory.pins:
        del shared[info]
    try:
        factory.close()
    except Exception:  # a pin could not be reset: the kernel does it when the chip is closed
        factory.pins.clear()
        factory.close()
