"""From what the configuration says is connected to the parts that are kept going, and what is found on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hardware.hands import PartPlan
from hardware.header import load_lgpio
from hardware.keeper import Edge, Part
from hardware.wiring import Bar, Display, Gpio, Wiring

DISPLAY_ADDRESSES = {0x3C: "oled", 0x3D: "oled", 0x27: "lcd", 0x3F: "lcd"}
"""Where small displays answer on I2C."""


def plans_for(wiring: Wiring, looked_for: frozenset[str] = frozenset()) -> tuple[PartPlan, ...]:
    """The parts of that wiring. Those `looked_for` may be missing from the start without a word."""
    plans = []
    if wiring.gpio is not None:
        plans.append(PartPlan("gpio", _gpio(wiring.gpio), prompt=True))
    if wiring.display is not None:
        plans.append(PartPlan("display", _display(wiring.display), looked_for="display" in looked_for))
    if wiring.bar is not None:
        plans.append(PartPlan("bar", _bar(wiring.bar), looked_for="bar" in looked_for))
    return tuple(plans)


# Each library is loaded when its part is first opened: a table without a display never loads luma.


def _gpio(gpio: Gpio) -> Callable[[Edge], Part]:
    def opened(edge: Edge) -> Part:
        from hardware.gpio import open_gpio

        return open_gpio(gpio, edge)

    return opened


def _display(display: Display) -> Callable[[Edge], Part]:
    def opened(edge: Edge) -> Part:
        if display.driver == "hd44780":
            from hardware.lcd import open_lcd

            return open_lcd(display, edge)
        from hardware.oled import open_oled

        return open_oled(display, edge, display.height)

    return opened


def _bar(bar: Bar) -> Callable[[Edge], Part]:
    def opened(edge: Edge) -> Part:
        from hardware.bar import open_bar

        return open_bar(bar, edge)

    return opened


@dataclass(frozen=True)
class Found:
    """A device on this machine: what it is, where, and what more is known of it."""

    kind: str
    where: str
    facts: tuple[tuple[str, object], ...] = ()


def found(devices: Path = Path("/dev")) -> Iterator[Found]:
    """Every device that could be a part of the table."""
    yield from _gpio_chips(devices)
    yield from _displays(devices)
    yield from (Found("spi", str(bus)) for bus in sorted(devices.glob("spidev*")))
    yield from _bars()


def _gpio_chips(devices: Path) -> Iterator[Found]:
    for chip in sorted(devices.glob("gpiochip*")):
        yield Found("gpio", str(chip), _label_of(chip))


def _label_of(chip: Path) -> tuple[tuple[str, object], ...]:
    with suppress(Exception):  # lgpio raises an error of its own, or is missing where there is no GPIO
        lgpio = load_lgpio()
        handle = lgpio.gpiochip_open(int(chip.name.removeprefix("gpiochip")))
        try:
            _, lines, _, label = lgpio.gpio_get_chip_info(handle)
        finally:
            lgpio.gpiochip_close(handle)
        return (("label", label), ("lines", lines))
    return ()


def _displays(devices: Path) -> Iterator[Found]:
    from smbus2 import SMBus

    for bus in sorted(devices.glob("i2c-*")):
        answers = []
        with suppress(OSError), SMBus(str(bus)) as line:
            for address, kind in DISPLAY_ADDRESSES.items():
                with suppress(OSError):
                    line.read_byte(address)
                    answers.append((address, kind))
        for address, kind in answers:
            yield Found(kind, str(bus), (("address", f"0x{address:02X}"),))
        if not answers:
            yield Found("i2c", str(bus))


def _bars() -> Iterator[Found]:
    from hardware.bar import list_bars

    for port, said in list_bars():
        yield Found("bar", port, said)
