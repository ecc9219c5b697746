"""Opening the buses that small displays are on, and saying what is wrong with them."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from luma.core.error import DevicePermissionError
from smbus2 import SMBus

from hardware.errors import PartLost
from hardware.header import header_pins
from hardware.wiring import Display

SPI_BUS = 0
"""The one whose pins `wiring` names."""

PACKAGES = {"spidev": "python3-spidev"}
"""Of what is no part of the program's own surroundings, the system's package."""

_NO_ANSWER = {errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT}


def where(display: Display) -> str:
    """The bus's device file."""
    return f"/dev/i2c-{display.port}" if display.bus == "i2c" else f"/dev/spidev{SPI_BUS}.{display.device}"


@contextmanager
def telling(display: Display) -> Iterator[None]:
    """Whatever goes wrong with the display inside is told of as one fault, with what there is to know of it."""
    try:
        yield
    except PartLost:
        raise
    except Exception as error:  # luma, the buses and the pins each have errors of their own
        facts: dict[str, object] = {"driver": display.driver, "where": where(display), "why": _why(error)}
        package = PACKAGES.get(error.name or "") if isinstance(error, ImportError) else None
        if package:
            facts["package"] = package
        raise PartLost("display_missing", **facts, error=str(error) or type(error).__name__) from error


def _why(error: BaseException) -> str:
    """One word: "bus" is not switched on, "permission" is lacking, a "package" is, there is no "answer", "broken"."""
    if isinstance(error, ImportError):
        return "package"
    if isinstance(error, PermissionError | DevicePermissionError):
        return "permission"
    if isinstance(error, FileNotFoundError):
        return "bus"
    if isinstance(error, OSError) and error.errno in _NO_ANSWER:
        return "answer"
    return _why(error.__context__) if error.__context__ is not None else "broken"


def open_i2c(display: Display) -> SMBus:
    """The bus, opened."""
    return SMBus(display.port)


def find(display: Display, usual: Sequence[int], answers: Callable[[int], object]) -> int:
    """The first address at which something answers: the one that is said, else one of the usual ones."""
    tried = usual if display.address is None else (display.address,)
    lost: OSError | None = None
    for address in tried:
        try:
            answers(address)
        except OSError as error:
            lost = error
        else:
            return address
    facts: dict[str, object] = {"driver": display.driver, "where": where(display), "why": "answer"}
    raise PartLost("display_missing", **facts, addresses=", ".join(map(hex, tried)), error=str(lost)) from lost


class Pins:
    """What luma wants of RPi.GPIO for SPI, through gpiozero and lgpio, which work on every Pi."""

    LOW, HIGH, OUT = False, True, "out"

    def __init__(self) -> None:
        self._pins: dict[int, Any] = {}
        self._factory: Any = None

    def setup(self, pin: int, direction: str) -> None:
        from gpiozero import Device, DigitalOutputDevice

        self._factory = self._factory or Device.pin_factory or header_pins()
        self._pins[pin] = DigitalOutputDevice(pin, pin_factory=self._factory)

    def output(self, pin: int, high: bool) -> None:
        self._pins[pin].value = high

    def cleanup(self, pins: object = None) -> None:
        while self._pins:
            self._pins.popitem()[1].close()


def made(kind: Any, serial: object, **settings: object) -> Any:
    """luma's device of that kind, set up."""
    device = kind.__new__(kind)
    try:
        device.__init__(serial, **settings)
    except BaseException:
        forget(device)
        raise
    return device


def forget(device: Any) -> None:
    """Empty a device that is closed: luma holds on to every one until the program ends, and this one runs for years."""
    vars(device).clear()
