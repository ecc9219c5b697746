"""The configuration: one TOML file in which everything may be left out, and nothing unknown may stand.

`SCHEMA` says of every key what it takes, what holds without it, and what it is for; reading, its errors
and `docs/config.md` all come from there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches

from engine.errors import BadHeader
from engine.match import Header
from firmware_host.config_keys import SCHEMA, Section, Wrong
from firmware_host.errors import DroverError
from firmware_host.fleet.settings import Broker, ChainConfig, FleetConfig
from hardware.errors import WiringError
from hardware.wiring import Bar, Display, Gpio, Wiring, check

Values = Mapping[str, object]


class ConfigError(DroverError):
    """What is wrong with a configuration: a reason of the texts `config.…`, the line, and facts."""

    def __init__(self, reason: str, line: int, **facts: object) -> None:
        super().__init__(reason, line, facts)
        self.reason, self.line, self.facts = reason, line, facts


@dataclass(frozen=True)
class TableConfig:
    """What is played at this table, by whom, in which language."""

    game: str = "take_six"
    variant: str = "base"
    seats: int = 4
    names: tuple[str, ...] = ()
    mode: str = "play"
    idle_seconds: int = 300
    gives_up_seconds: int = 60
    language: str = "en"
    deck: str = ""
    mat: str = ""

    @property
    def places(self) -> int:
        """How many places the mat has."""
        return len(self.names) or self.seats


@dataclass(frozen=True)
class JournalConfig:
    """Where the journal is, and how much room photographs may take."""

    folder: str = ""
    photograph_days: int = 180
    photograph_megabytes: int = 3000


@dataclass(frozen=True)
class UpdateConfig:
    """Whose updates are taken."""

    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class WebConfig:
    """Whether pages are served, to whom, and under which further names."""

    there: bool = True
    address: str = "127.0.0.1"
    port: int = 8080
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Config:
    """All that can be configured, with what holds where nothing is said."""

    table: TableConfig = TableConfig()
    camera: str = "auto"
    journal: JournalConfig = JournalConfig()
    update: UpdateConfig = UpdateConfig()
    wiring: Wiring = field(default_factory=lambda: Wiring(None, Display(), Bar()))
    fleet: FleetConfig = field(default_factory=FleetConfig)
    chain: ChainConfig = field(default_factory=ChainConfig)
    web: WebConfig = WebConfig()
    said: frozenset[str] = frozenset()
    """The sections that the file has: what they name is missed when it is not there."""

    @property
    def looked_for(self) -> frozenset[str]:
        """The parts that nobody promised, and that are used if they are there."""
        return frozenset({"display", "bar"}) - self.said


def parse(text: str) -> Config:
    """The configuration that this TOML text says.

    >>> parse("[bar]\\nport = '/dev/ttyACM0'").wiring.bar
    Bar(port='/dev/ttyACM0')
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError("no_toml", _line_in(str(error)), why=str(error).partition(" (at")[0]) from None
    lines = Lines(text)
    for name, table in tables.items():
        if name not in SCHEMA:
            raise ConfigError("unknown_section", lines.of(name), name=name, known=tuple(SCHEMA))
        if not isinstance(table, dict):
            raise ConfigError("no_section", lines.of(name), name=name)
    values = {name: _section(name, SCHEMA[name], tables.get(name, {}), lines) for name in SCHEMA}
    wiring = Wiring(
        Gpio(**values["gpio"]) if "gpio" in tables else None,  # type: ignore[arg-type]  # the schema checked them
        Display(**values["display"]) if values["display"].pop("there") else None,  # type: ignore[arg-type]
        Bar(**values["bar"]) if values["bar"].pop("there") else None,  # type: ignore[arg-type]
    )
    try:
        # What is only looked for takes no pins.
        check(wiring if "display" in tables else Wiring(wiring.gpio, None, wiring.bar))
    except WiringError as error:
        raise ConfigError(f"wiring.{error.reason}", lines.of_part(error.facts), **error.facts) from None
    table = TableConfig(**values["table"])  # type: ignore[arg-type]  # the schema checked them
    kept = JournalConfig(**values["journal"])  # type: ignore[arg-type]
    _check_table(table, lines)
    trusted = UpdateConfig(**values["update"])  # type: ignore[arg-type]
    fleet, chain = _fleet(values["fleet"]), ChainConfig(**_given(values["chain"]))  # type: ignore[arg-type]
    parts = (table, str(values["camera"]["address"]), kept, trusted, wiring, fleet, chain)
    return Config(*parts, web=WebConfig(**values["web"]), said=frozenset(tables))  # type: ignore[arg-type]


def _fleet(values: Mapping[str, object]) -> FleetConfig:
    """Which keys of the section are the broker's, and which the table's."""
    given = _given(values)
    host = given.pop("broker")
    own = {one.name: given.pop(one.name) for one in fields(FleetConfig) if one.name in given}
    return FleetConfig(Broker(str(host), **given), **own)  # type: ignore[arg-type]  # the schema checked them


def _given(values: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in values.items() if value is not None}


def _check_table(table: TableConfig, lines: Lines) -> None:
    """Whether the game can be played so."""
    seats = table.names or tuple(str(seat) for seat in range(1, table.seats + 1))
    try:
        Header(table.game, seats, {"variant": table.variant})
    except BadHeader as error:
        key = "variant" if error.facts.get("option") == "variant" else "names" if table.names else "seats"
        raise ConfigError("table", lines.of("table", key), refusal=error) from None


def _section(name: str, section: Section, table: Values, lines: Lines) -> dict[str, object]:
    for key in table:
        if key not in section:
            near = get_close_matches(key, section, 1, 0.5)
            reason = "unknown_key_near" if near else "unknown_key"
            raise ConfigError(
                reason, lines.of(name, key), name=key, section=name, near="".join(near), known=tuple(section)
            )
    values = {}
    for key, kind in section.items():
        try:
            values[key] = kind.read(table[key]) if key in table else kind.default
        except Wrong as wrong:
            raise ConfigError(
                "wrong_value", lines.of(name, key), name=key, section=name, value=table[key], wanted=kind.wants
            ) from wrong
    return values


def _line_in(message: str) -> int:
    """The line that the parser's message names; 0 where it names the end."""
    number = message.rpartition("at line ")[2].partition(",")[0]
    return int(number) if number.isdecimal() else 0


class Lines:
    """In which line of a TOML text a key stands; TOML's own reader does not tell."""

    def __init__(self, text: str) -> None:
        self._keys: dict[tuple[str, ...], int] = {}
        section: tuple[str, ...] = ()
        for number, line in enumerate(text.splitlines(), 1):
            bare = line.strip()
            if bare.startswith("["):
                section = _path(bare.strip("[] \t").partition("]")[0])
                self._keys.setdefault(section, number)
            elif "=" in bare and not bare.startswith("#"):
                path = (*section, *_path(bare.partition("=")[0]))
                for end in range(len(section) + 1, len(path) + 1):
                    self._keys.setdefault(path[:end], number)

    def of(self, *path: str) -> int:
        """Where that key stands, or else what holds it; 1 where there is neither."""
        while path and path not in self._keys:
            path = path[:-1]
        return self._keys.get(path, 1)

    def of_part(self, facts: Mapping[str, object]) -> int:
        """Where that stands of which the facts of a wiring error speak."""
        part = str(facts.get("second") or facts.get("name") or "bus")
        if part in SCHEMA["display"]:
            return self.of("display", part)
        group = part.partition("/")[0]
        if group in ("row", "seat"):
            return self.of("gpio", f"{group}s")
        if part.startswith("button "):
            return self.of("gpio", "buttons", part.removeprefix("button "))
        if part.startswith("display"):
            pin = {"data/command": "data_pin", "reset": "reset_pin"}.get(part.removeprefix("display "), "bus")
            return self.of("display", pin)
        return self.of("gpio", part)


def _path(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))
