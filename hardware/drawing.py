"""Draws how things are wired: a header's pins in the middle, and beside each pin what is connected to it, as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from types import ModuleType

from hardware.pico import board
from hardware.wiring import Display, Gpio, Wiring

GAP = 28
"""From pin to pin."""

MIDDLE = 420
TOP = 64
SIDE = 14
"""From the middle line to a pin."""

LABEL = 92
"""So much room has a pin's name, before the wire begins."""

FAR = 400
COLOURS = {"light": "#0072b2", "button": "#009e73", "buzzer": "#d55e00", "display": "#8a4f9e", "strip": "#0072b2"}
"""Of the wires, by what they lead to; what it is is also written and drawn."""

PI_HEADER = (
    *("3V3", "5V", "GPIO2", "5V", "GPIO3", "GND", "GPIO4", "GPIO14", "GND", "GPIO15"),
    *("GPIO17", "GPIO18", "GPIO27", "GND", "GPIO22", "GPIO23", "3V3", "GPIO24", "GPIO10", "GND"),
    *("GPIO9", "GPIO25", "GPIO11", "GPIO8", "GND", "GPIO7", "GPIO0", "GPIO1", "GPIO5", "GND"),
    *("GPIO6", "GPIO12", "GPIO13", "GND", "GPIO19", "GPIO16", "GPIO26", "GPIO20", "GND", "GPIO21"),
)
"""The 40 pins of a Raspberry Pi, in their order: odd ones on the left, even ones on the right."""

_PICO_LEFT = (
    *("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7"),
    *("GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15"),
)
_PICO_RIGHT = (
    *("VBUS 5V", "VSYS", "GND", "3V3_EN", "3V3", "VREF", "GP28", "GND", "GP27", "GP26"),
    *("RUN", "GP22", "GND", "GP21", "GP20", "GP19", "GP18", "GND", "GP17", "GP16"),
)
PICO = tuple(name for pair in zip(_PICO_LEFT, _PICO_RIGHT, strict=True) for name in pair)
"""The pins of a Raspberry Pi Pico, left and right in turn, its USB socket on top."""

OHMS = 330
LED_VOLTS = 2.0
PIN_VOLTS = 3.3
MOST_MA = 50.0
"""What all pins of a Pi may give together; each may give 16."""


@dataclass(frozen=True)
class Wire:
    """What is connected to one pin: its kind (a key of `COLOURS`), what it is called, and whether its way
    goes through a resistor."""

    kind: str
    name: str
    ohms: int = 0
    to: str = "GND"


def milliamperes(lights: int) -> float:
    """What so many LEDs draw when all of them shine.

    >>> milliamperes(4)
    15.8
    """
    return round(lights * (PIN_VOLTS - LED_VOLTS) / OHMS * 1000, 1)


def wires_of(wiring: Wiring) -> dict[str, Wire]:
    """For each pin of a Pi's header that is used what is connected to it."""
    wires = {} if wiring.gpio is None else {f"GPIO{pin}": wire for pin, wire in _of_gpio(wiring.gpio)}
    if wiring.display is not None:
        wires |= {f"GPIO{pin}": Wire("display", name, to="") for pin, name in wiring.display.used()}
    return wires


def _of_gpio(gpio: Gpio) -> Iterable[tuple[int, Wire]]:
    to = "3V3" if gpio.active_low else "GND"
    for pin, name in gpio.used():
        if name.startswith("button "):
            yield pin, Wire("button", name.removeprefix("button "))
        elif name == "buzzer":
            yield pin, _buzzer(gpio.buzzer_kind)
        else:
            yield pin, Wire("light", name, OHMS, "GND" if name == "status" else to)


def _buzzer(kind: str) -> Wire:
    return Wire("buzzer", f"{kind} buzzer", 100 if kind == "passive" else 0)


def notes_of(wiring: Wiring) -> list[str]:
    """What stands below the drawing: sums of currents and what else to mind."""
    lines = []
    if wiring.gpio is not None:
        lights = sum(1 for _, wire in _of_gpio(wiring.gpio) if wire.kind == "light")
        lines.append(
            f"{lights} LEDs with {OHMS} Ω each: at most {milliamperes(lights)} mA of the {MOST_MA:.0f} mA "
            f"that all pins may give together"
        )
        lines.append("All grounds (GND) go together to any GND pin; buttons need no resistor.")
    if wiring.display is not None:
        lines.append(f"Display: VCC to 3V3, GND to GND{_resistors(wiring.display)}.")
    return lines


def _resistors(display: Display) -> str:
    return ", never 5V on SDA and SCL" if display.bus == "i2c" else ""


def wires_of_bar(settings: ModuleType = board) -> dict[str, Wire]:
    """For each pin of the light bar's Pico that is used what is connected to it."""
    wires = {f"GP{pin}": Wire("strip", f"row/{row}", OHMS, "") for row, pin in enumerate(settings.ROWS, 1)}
    wires |= {f"GP{pin}": Wire("strip", f"seat/{seat}", OHMS, "") for seat, pin in enumerate(settings.SEATS, 1)}
    wires |= {f"GP{pin}": Wire("button", name) for name, pin in settings.BUTTONS.items()}
    if settings.BUZZER is not None:
        wires[f"GP{settings.BUZZER}"] = _buzzer(settings.BUZZER_KIND)
    return wires


def notes_of_bar(settings: ModuleType = board) -> list[str]:
    """What stands below the bar's drawing."""
    leds = len(settings.ROWS) * settings.ROW_LEDS + len(settings.SEATS) * settings.SEAT_LEDS
    return [
        f"{len(settings.ROWS)} strips of {settings.ROW_LEDS} and {len(settings.SEATS)} of {settings.SEAT_LEDS} LEDs: "
        f"{leds} in all, held to {settings.MILLIAMPERES} mA together by the firmware.",
        "Each strip: its DIN to the pin, 5V to VBUS, GND to GND; 1000 µF between 5V and GND where the first begins.",
        "Buttons need no resistor.",
    ]


def drawn(header: Sequence[str], wires: Mapping[str, Wire], title: str, notes: Sequence[str] = ()) -> str:
    """The drawing as the text of an SVG file."""
    rows = len(header) // 2
    bottom = TOP + rows * GAP
    high = bottom + 24 + 20 * len(notes)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * MIDDLE} {high}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{2 * MIDDLE}" height="{high}" fill="#ffffff"/>',
        _text(MIDDLE, 28, title, "middle", 'font-size="18" font-weight="bold"'),
        f'<rect x="{MIDDLE - 30}" y="{TOP - 22}" width="60" height="{rows * GAP + 8}" rx="6" fill="#20262e"/>',
    ]
    for at, name in enumerate(header):
        parts += _pin(at, _number(at, header), name, wires.get(name))
    parts += [_text(24, bottom + 16 + 20 * at, note, "start") for at, note in enumerate(notes)]
    return "\n".join([*parts, "</svg>", ""])


def _number(at: int, header: Sequence[str]) -> int:
    """A pin's number as makers count: a Pi's from side to side, a Pico's down the left and up the right."""
    if header is not PICO:
        return at + 1
    return at // 2 + 1 if at % 2 == 0 else len(header) - at // 2


def _pin(at: int, number: int, name: str, wire: Wire | None) -> Iterable[str]:
    side = -1 if at % 2 == 0 else 1
    x, y = MIDDLE + side * SIDE, TOP + at // 2 * GAP
    anchor = "end" if side < 0 else "start"
    supply = not name.startswith("G") or name == "GND"
    fill = "#e8b923" if wire else "#8b95a1" if supply else "#ffffff"
    yield f'<circle cx="{x}" cy="{y}" r="7" fill="{fill}" stroke="#000"/>'
    yield _text(x, y + 3, str(number), "middle", 'font-size="8"')
    faint = "" if wire else ' fill="#7a828c"'
    yield _text(x + side * 24, y + 4, name, anchor, faint)
    if wire:
        yield from _way(x + side * LABEL, y, side, wire)


def _way(x: int, y: int, side: int, wire: Wire) -> Iterable[str]:
    """The wire from a pin's name outward: resistor, part, and where it ends."""
    width = 8 * len(wire.name) + 8
    colour, end = COLOURS[wire.kind], MIDDLE + side * FAR if wire.to else x + side * 100
    yield f'<path d="M{x} {y}H{end}" stroke="{colour}" stroke-width="2" fill="none"/>'
    if wire.ohms:
        middle = x + side * 32
        yield f'<rect x="{middle - 22}" y="{y - 9}" width="44" height="18" fill="#f3e3c3" stroke="#000"/>'
        yield _text(middle, y + 4, f"{wire.ohms} Ω", "middle", 'font-size="11"')
    at = x + side * 86
    yield from _symbol(wire.kind, at, y, -side if wire.to == "3V3" else side, colour)
    left = at + 20 if side > 0 else at - 20 - width
    yield f'<rect x="{left}" y="{y - 10}" width="{width}" height="20" fill="#ffffff"/>'
    yield _text(left + width / 2, y + 4, wire.name, "middle", 'font-weight="bold"')
    if wire.to:
        yield f'<rect x="{end - 18}" y="{y - 9}" width="36" height="18" fill="#20262e" rx="3"/>'
        yield _text(end, y + 4, wire.to, "middle", 'font-size="11" fill="#ffffff"')


def _symbol(kind: str, x: int, y: int, side: int, colour: str) -> Iterable[str]:
    """The sign of a part: a diode, a switch, a buzzer, a display or a strip of lights."""
    white = f'fill="#ffffff" stroke="{colour}" stroke-width="2"'
    if kind == "light":
        points = f"{x - side * 8},{y - 8} {x - side * 8},{y + 8} {x + side * 7},{y}"
        yield f'<polygon points="{points}" {white}/>'
        yield f'<path d="M{x + side * 7} {y - 8}v16" stroke="{colour}" stroke-width="2"/>'
    elif kind == "button":
        yield f'<rect x="{x - 11}" y="{y - 10}" width="22" height="14" fill="#ffffff"/>'
        yield f'<path d="M{x - 10} {y}L{x + 9} {y - 9}" stroke="{colour}" stroke-width="2"/>'
        yield f'<circle cx="{x - 10}" cy="{y}" r="3" {white}/><circle cx="{x + 10}" cy="{y}" r="3" {white}/>'
    elif kind == "buzzer":
        yield f'<circle cx="{x}" cy="{y}" r="10" {white}/><circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>'
    else:
        yield f'<rect x="{x - 12}" y="{y - 9}" width="24" height="18" {white}/>'
        yield f'<path d="M{x - 7} {y}h3m3 0h3m3 0h3" stroke="{colour}" stroke-width="3"/>'


def _text(x: float, y: float, text: str, anchor: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" {more}>{escape(text)}</text>'
