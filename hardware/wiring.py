"""What is connected to where: plain data, as the configuration says it, and what can't be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from hardware.cues import MOST_ROWS, MOST_SEATS
from hardware.errors import WiringError
from hardware.presses import BUTTONS

Pins = tuple[int, ...]
"""One pin, or three for red, green and blue. Numbered as Broadcom does: GPIO17 is 17."""

LAST_PIN = 27
KINDS = ("plain", "pwm", "rgb")
BUZZERS = ("passive", "active")
DRIVERS = ("ssd1306", "sh1106", "hd44780")
BUSES = ("i2c", "spi")


@dataclass(frozen=True)
class Gpio:
    """Lights, buttons and a buzzer on the header's pins. What has no pin is not there."""

    rows: tuple[Pins, ...] = ()
    seats: tuple[Pins, ...] = ()
    lights: str = "pwm"
    """"plain" (on or off), "pwm" (any brightness) or "rgb"."""

    active_low: bool = False
    """Whether lights shine when their pin is low, as with a common anode."""

    buttons: Mapping[str, int] = field(default_factory=dict)
    buzzer: int | None = None
    buzzer_kind: str = "passive"
    status: int | None = None
    """A lamp that blinks while something is broken and is else steady."""

    def used(self) -> Iterator[tuple[int, str]]:
        """Every pin with the name of what is on it."""
        for group, lights in (("row", self.rows), ("seat", self.seats)):
            for number, pins in enumerate(lights, 1):
                for pin, part in zip(pins, ("red", "green", "blue") if len(pins) > 1 else ("",), strict=True):
                    yield pin, f"{group}/{number} {part}".strip()
        yield from ((pin, f"button {name}") for name, pin in self.buttons.items())
        if self.buzzer is not None:
            yield self.buzzer, "buzzer"
        if self.status is not None:
            yield self.status, "status"


@dataclass(frozen=True)
class Display:
    """The small display."""

    driver: str = "ssd1306"
    bus: str = "i2c"
    port: int = 1
    """The number of the I2C bus; on SPI it is always bus 0, whose pins a Pi's header has."""

    address: int | None = None
    """On I2C; None: the one that such displays usually have."""

    device: int = 0
    """On SPI: which chip select."""

    data_pin: int = 24
    reset_pin: int = 25
    """On SPI: data/command and reset."""

    height: int = 64
    """Dots of an OLED from top to bottom; all are 128 wide."""

    rotate: int = 0
    """Quarter turns."""

    columns: int = 16
    lines: int = 2
    """Of an HD44780."""

    def used(self) -> Iterator[tuple[int, str]]:
        """Every pin that the display's bus takes, with its name."""
        if self.bus == "i2c" and self.port == 1:
            yield from ((2, "display SDA"), (3, "display SCL"))
        if self.bus == "spi":
            yield from ((10, "display MOSI"), (11, "display SCLK"), ((8, 7)[self.device], f"display CE{self.device}"))
            yield from ((self.data_pin, "display data/command"), (self.reset_pin, "display reset"))


@dataclass(frozen=True)
class Bar:
    """The light bar on USB. What it has, it says itself."""

    port: str = "auto"
    """Such as `/dev/ttyACM0`; "auto": the first one that answers as a bar."""


@dataclass(frozen=True)
class Wiring:
    """Everything that is connected; None: no such thing."""

    gpio: Gpio | None = None
    display: Display | None = None
    bar: Bar | None = None


def check(wiring: Wiring) -> None:
    """Raise `WiringError` for what can't be, such as one pin for two things.

    >>> check(Wiring(Gpio(rows=((17,), (17,)))))
    Traceback (most recent call last):
    hardware.errors.WiringError: pin_clash: pin=17, first=row/1, second=row/2
    """
    if wiring.gpio is not None:
        _check_gpio(wiring.gpio)
    if wiring.display is not None:
        _check_display(wiring.display)
    owners: dict[int, str] = {}
    for part in (wiring.gpio, wiring.display):
        for pin, name in part.used() if part is not None else ():
            if not 0 <= pin <= LAST_PIN:
                raise WiringError("pin_unknown", pin=pin, name=name, last=LAST_PIN)
            if pin in owners:
                raise WiringError("pin_clash", pin=pin, first=owners[pin], second=name)
            owners[pin] = name


def _check_gpio(gpio: Gpio) -> None:
    _one_of("lights", gpio.lights, KINDS)
    _one_of("buzzer_kind", gpio.buzzer_kind, BUZZERS)
    for name in gpio.buttons:
        _one_of("buttons", name, BUTTONS)
    for group, lights, most in (("rows", gpio.rows, MOST_ROWS), ("seats", gpio.seats, MOST_SEATS)):
        if len(lights) > most:
            raise WiringError("too_many", name=group, count=len(lights), most=most)
        wanted = 3 if gpio.lights == "rgb" else 1
        for pins in lights:
            if len(pins) != wanted:
                raise WiringError("pin_count", name=group, count=len(pins), wanted=wanted, lights=gpio.lights)


def _check_display(display: Display) -> None:
    _one_of("driver", display.driver, DRIVERS)
    _one_of("bus", display.bus, BUSES)
    if display.driver == "hd44780" and display.bus != "i2c":
        raise WiringError("bus_of_driver", driver=display.driver, bus=display.bus)
    _one_of("device", display.device, (0, 1))
    _one_of("height", display.height, (32, 64))
    _one_of("rotate", display.rotate, (0, 1, 2, 3))
    _one_of("columns", display.columns, (16, 20))
    _one_of("lines", display.lines, (2, 4))


def _one_of(name: str, value: object, known: tuple[object, ...]) -> None:
    if value not in known:
        raise WiringError("not_one_of", name=name, value=value, known=known)
