"""Every key of the configuration: what it takes, what holds without it, what it is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.game import GAMES
from firmware_host.fleet.topics import TABLE_NAME
from firmware_host.steward.settings import MODES
from firmware_host.update.signing import is_key
from firmware_host.words import LANGUAGES
from hardware.cues import MOST_SEATS
from hardware.presses import BUTTONS
from hardware.wiring import BUSES, BUZZERS, DRIVERS, KINDS, LAST_PIN


class Wrong(ValueError):
    """A value that the key does not take."""


@dataclass(frozen=True)
class Wants:
    """What a key takes, as a text `config.wants.KIND` with facts tells it."""

    kind: str
    facts: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True)
class Key:
    """One key. `shown` is its default, or an example of it, as it stands in the documentation."""

    read: Callable[[object], object]
    wants: Wants
    default: object
    shown: str
    why: str


Section = Mapping[str, Key]


def whole(default: int | None, low: int, high: int, why: str, shown: str = "") -> Key:
    def read(value: object) -> object:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise Wrong
        return value

    return Key(read, Wants("whole", (("low", low), ("high", high))), default, shown or str(default), why)


def choice(default: str, choices: tuple[str, ...], why: str) -> Key:
    def read(value: object) -> object:
        if value not in choices:
            raise Wrong
        return value

    return Key(read, Wants("choice", (("choices", choices),)), default, f'"{default}"', why)


def flag(default: bool, why: str) -> Key:
    def read(value: object) -> object:
        if not isinstance(value, bool):
            raise Wrong
        return value

    return Key(read, Wants("flag"), default, str(default).lower(), why)


def text(default: str, why: str, shown: str = "") -> Key:
    def read(value: object) -> object:
        if not isinstance(value, str) or not value or not value.isprintable():
            raise Wrong
        return value

    return Key(read, Wants("text"), default, f'"{shown or default}"', why)


def topic(default: str, why: str, shown: str = "") -> Key:
    """A name that is one level of a topic."""

    def read(value: object) -> object:
        if not isinstance(value, str) or TABLE_NAME.fullmatch(value) is None:
            raise Wrong
        return value

    return Key(read, Wants("topic"), default, f'"{shown or default}"', why)


def names(shown: str, why: str) -> Key:
    def read(value: object) -> object:
        if not isinstance(value, list) or not all(isinstance(name, str) and name.strip() for name in value):
            raise Wrong
        if len(set(value)) < len(value) or len(value) > MOST_SEATS:
            raise Wrong
        return tuple(value)

    return Key(read, Wants("names", (("most", MOST_SEATS),)), (), shown, why)


def keys(shown: str, why: str) -> Key:
    """Public keys of OpenSSH."""

    def read(value: object) -> object:
        if not isinstance(value, list) or not all(isinstance(key, str) and is_key(key) for key in value):
            raise Wrong
        return tuple(value)

    return Key(read, Wants("keys"), (), shown, why)


def lights(shown: str, why: str) -> Key:
    """Pins of lights: a list of pins, or for lights with colours a list of lists of three."""

    def read(value: object) -> object:
        if not isinstance(value, list):
            raise Wrong
        return tuple(tuple(map(_pin, one)) if isinstance(one, list) else (_pin(one),) for one in value)

    return Key(read, Wants("lights"), (), shown, why)


def buttons(shown: str, why: str) -> Key:
    def read(value: object) -> object:
        if not isinstance(value, dict) or set(value) - set(BUTTONS):
            raise Wrong
        return {name: _pin(pin) for name, pin in value.items()}

    return Key(read, Wants("buttons", (("choices", BUTTONS),)), {}, shown, why)


def _pin(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Wrong
    return value


def _pin_key(why: str, shown: str) -> Key:
    return whole(None, 0, LAST_PIN, why, shown)


GPIO: Section = {
    "rows": lights("[17, 27, 22, 23]", "Pins of the rows' lights; of rgb lights three for each, [[17, 27, 22], …]."),
    "seats": lights("[5, 6, 13, 19]", "Pins of the seats' lights, if there are any."),
    "lights": choice("pwm", KINDS, "plain: only on and off. pwm: any brightness. rgb: three pins a light."),
    "active_low": flag(False, "true where lights shine when their pin is low, as with a common anode."),
    "buttons": buttons('{ confirm = 16, "row/1" = 20 }', "Pins of buttons that connect to ground."),
    "buzzer": _pin_key("Pin of the buzzer.", "12"),
    "buzzer_kind": choice("passive", BUZZERS, "passive: plays tones. active: has a tone of its own."),
    "status": _pin_key("Pin of a lamp that is steady while all is well and blinks while something is broken.", "26"),
}

DISPLAY: Section = {
    "there": flag(True, "false where no display is to be looked for."),
    "driver": choice("ssd1306", DRIVERS, "What the display is driven by."),
    "bus": choice("i2c", BUSES, "How it is connected. An hd44780 needs i2c."),
    "port": whole(1, 0, 20, "On I2C the number of the bus."),
    "address": whole(None, 3, 119, "On I2C its address, as in 0x3C; left out: the usual ones are tried.", "0x3C"),
    "device": whole(0, 0, 1, "On SPI its chip select."),
    "data_pin": whole(24, 0, LAST_PIN, "On SPI the pin for data/command."),
    "reset_pin": whole(25, 0, LAST_PIN, "On SPI the pin for reset."),
    "height": whole(64, 32, 64, "Dots of an OLED from top to bottom: 64 or 32."),
    "rotate": whole(0, 0, 3, "Quarter turns of the picture."),
    "columns": whole(16, 16, 20, "Of an hd44780: 16 or 20."),
    "lines": whole(2, 2, 4, "Of an hd44780: 2 or 4."),
}

BAR: Section = {
    "there": flag(True, "false where no light bar is to be looked for."),
    "port": text("auto", "The serial port of the light bar, as in /dev/ttyACM0; auto: it is looked for."),
}

TABLE: Section = {
    "game": choice("take_six", GAMES, "What is played."),
    "variant": text("base", "Which variant of it."),
    "seats": whole(4, 2, 10, "How many places the mat has."),
    "names": names('["Ana", "Bia", "Caio", "Davi"]', "Who sits there, clockwise; left out: seats are numbered."),
    "mode": choice("play", MODES, "play: shows where cards go. referee: silent until something is wrong. kiosk: both."),
    "idle_seconds": whole(
        300, 0, 86_400, "A kiosk asks whether anybody is there when nobody has moved for so long; 0: never."
    ),
    "gives_up_seconds": whole(60, 10, 3600, "So long after that it gives the match up, and is ready for others."),
    "language": choice("en", LANGUAGES, "What display and screens speak."),
    "deck": text("", "A learned deck, by its name; drover is drover's own. Left out: any deck is read.", "drover"),
    "mat": text(
        "", "A file that drover mat --json wrote. Left out: the mat that is printed for this game.", "mat.json"
    ),
}

CAMERA: Section = {
    "address": text("auto", "pi, /dev/video0, a folder or a video, or simulated; auto: the first one that is there."),
}

JOURNAL: Section = {
    "folder": text("", "Where the journal is kept. Left out: with everything else that drover keeps.", "journal"),
    "photograph_days": whole(180, 1, 3650, "How old a photograph may grow."),
    "photograph_megabytes": whole(3000, 0, 1_000_000, "How much room all photographs may take."),
}

UPDATE: Section = {
    "keys": keys(
        '["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPz/44C+R/ItwdXV7qUZlHGcp1aC0l2zz5dBQSGWqO8C"]',
        "Public keys, as in a .pub file: only what one of them has signed is taken by drover update.",
    ),
}

FLEET: Section = {
    "broker": text("", "The MQTT 5 broker's name or address. Left out: nothing is told to anybody.", "broker.example"),
    "port": whole(None, 1, 65_535, "Its port; left out: 8883, or 1883 without TLS.", "8883"),
    "tls": flag(True, "false only in a network that nobody else is in: then all of it can be read on the way."),
    "ca": text("", "Who vouches for the broker, a file in PEM. Left out: those whom the system trusts.", "ca.crt"),
    "certificate": text("", "This table's own certificate, where the broker asks for one.", "table.crt"),
    "key": text("", "The key of that certificate.", "table.key"),
    "user": text("", "The name by which the broker knows this table; left out: none is given.", "berlin-3"),
    "password_file": text("", "A file with the password, readable by drover alone.", "mqtt.password"),
    "prefix": topic("drover", "What all topics begin with."),
    "table": topic("", "This table's name in topics: small letters, digits, hyphens. Each has its own.", "berlin-3"),
    "name": text("", "What people call this table. Left out: its name in topics.", "Berlin, window"),
    "home_assistant": flag(False, "true: the table appears by itself in Home Assistant."),
    "discovery": topic("homeassistant", "Where Home Assistant looks for devices."),
}

CHAIN: Section = {
    "name": topic("chain", "What this page is called at the broker. Several side by side need each its own."),
    "address": text("127.0.0.1", "Where the page is served; 0.0.0.0 for the whole network."),
    "port": whole(8090, 1, 65_535, "On which port."),
    "store": text("", "A file, or postgresql://… . Left out: a file where drover keeps all else.", "fleet.db"),
    "pin_file": text("", "A file with the page's PIN or password. Left out: one is made and said at the start.", "pin"),
    "keep_days": whole(400, 7, 36_500, "How long moves, questions and faults are kept; results stay."),
}

WEB: Section = {
    "there": flag(True, "false where no pages are to be served."),
    "address": text("127.0.0.1", "Who can see them: 127.0.0.1 this machine's own screen, 0.0.0.0 the whole network."),
    "port": whole(8080, 1, 65535, "At which port; where it is taken, at one of the next ones."),
    "names": names('["table.example"]', "Further names of this machine, if its pages are asked for by others."),
}

SCHEMA: Mapping[str, Section] = {
    "table": TABLE,
    "camera": CAMERA,
    "gpio": GPIO,
    "display": DISPLAY,
    "bar": BAR,
    "journal": JOURNAL,
    "web": WEB,
    "update": UPDATE,
    "fleet": FLEET,
    "chain": CHAIN,
}
