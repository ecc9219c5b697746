"""The configuration as a form: every key as a field, checked as it is typed, written back as TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from engine.game import GAMES
from firmware_host.config import ConfigError, parse
from firmware_host.config_keys import SCHEMA, Key, Wants, Wrong
from firmware_host.decks import deck_files
from firmware_host.trouble import tell_config
from firmware_host.web.setup_toml import edited, plain
from firmware_host.words import Said, Words, shown
from vision.synthetic.own.known import NAME as OWN

Json = dict[str, object]
Given = Mapping[str, Mapping[str, object]]
"""What stands in the fields, by section and key: texts, true or false, and pins by the button's name."""

LANGUAGE_NAMES = {"en": "English", "pt": "Português", "fr": "Français", "de": "Deutsch", "es": "Español"}
LISTS = ("names", "keys")
"""Kinds of values that are several texts; in a field they are parted by commas."""

CAMERAS = ("auto", "pi", "/dev/video0", "simulated")


@dataclass(frozen=True)
class Problem:
    """What is wrong, and with which field; both empty where it is the whole."""

    section: str
    key: str
    text: str

    def as_json(self) -> Json:
        return {"section": self.section, "key": self.key, "text": self.text}


@dataclass(frozen=True)
class Checked:
    """What fields come to: the values as TOML has them, and what is wrong with them."""

    values: Mapping[str, Mapping[str, object]]
    problems: tuple[Problem, ...]


def form(text: str, words: Words) -> Json:
    """All sections with all fields, filled in as that text says."""
    try:
        tables: Mapping[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        tables = {}
    sections = []
    for name, keys in SCHEMA.items():
        said = tables.get(name)
        said = said if isinstance(said, Mapping) else {}
        fields = [_field(name, key, kind, said.get(key), words) for key, kind in keys.items()]
        sections.append({"name": name, "title": _said(f"screen.setup.section.{name}", name, words), "fields": fields})
    return {"sections": sections, "problems": [one.as_json() for one in _problems(text, words)]}


def _field(section: str, key: str, kind: Key, value: object, words: Words) -> Json:
    facts = dict(kind.wants.facts)
    return {
        "key": key,
        "label": _said(f"screen.setup.name.{section}.{key}", key, words),
        "help": _said(f"screen.setup.why.{section}.{key}", "", words),
        "kind": kind.wants.kind,
        "value": typed(value),
        "default": typed(kind.default),
        "usual": _value(key, str(typed(kind.default)), words) if kind.default not in ("", (), {}, None) else "",
        "choices": [{"value": one, "label": _value(key, one, words)} for one in _choices(section, key, facts)],
        "suggestions": [{"value": one, "label": _value(key, one, words)} for one in _suggestions(key)],
    }


def _said(key: str, otherwise: str, words: Words) -> str:
    return words.say(key) if key in words else otherwise


def _value(key: str, value: str, words: Words) -> str:
    """A choice as people read it; what is a name of the trade stays as it is."""
    if key == "language":
        return LANGUAGE_NAMES.get(value, value)
    for text in (f"screen.setup.value.{value}", f"{key}.{value}"):
        if text in words:
            return words.say(text)
    return value


def _choices(section: str, key: str, facts: Mapping[str, object]) -> tuple[str, ...]:
    choices = facts.get("choices")
    return tuple(map(str, choices)) if isinstance(choices, tuple) else ()


def _suggestions(key: str) -> tuple[str, ...]:
    """What a text will mostly be."""
    if key == "variant":
        return tuple(dict.fromkeys(name for game in GAMES for name in variants_of(game)))
    if key == "deck":
        return (OWN, *(file.stem for file in deck_files()))
    return CAMERAS if key == "address" else ()


def variants_of(game: str) -> tuple[str, ...]:
    """The variants that a game has."""
    found: tuple[str, ...] = import_module(f"engine.{game}.terms").VARIANTS
    return found


def typed(value: object) -> object:
    """A value as it stands in a field.

    >>> typed([[17, 27, 22], [5, 6, 13]]), typed(["Ana", "Bia"]), typed({"confirm": 16}), typed(None)
    ('[17, 27, 22], [5, 6, 13]', 'Ana, Bia', {'confirm': '16'}, '')
    """
    if isinstance(value, bool):
        return value
    if isinstance(value, Mapping):
        return {str(name): str(pin) for name, pin in value.items()}
    if isinstance(value, list | tuple):
        return ", ".join(f"[{typed(one)}]" if isinstance(one, list | tuple) else str(one) for one in value)
    return "" if value is None else str(value)


def read(kind: str, given: object) -> object:
    """What stands in a field as TOML has it; None where nothing does. What can't be read stays as it is.

    >>> read("whole", " 0x3C "), read("names", "Ana, Bia ,"), read("lights", "17, 27"), read("whole", "many")
    (60, ['Ana', 'Bia'], [17, 27], 'many')
    """
    if isinstance(given, Mapping):
        return {str(name): read("whole", pin) for name, pin in given.items() if str(pin).strip()} or None
    if isinstance(given, bool) or given is None:
        return given
    text = str(given).strip()
    if not text:
        return None
    if kind == "whole":
        return _whole(text)
    if kind in LISTS:
        return [name.strip() for name in text.split(",") if name.strip()]
    return _pins(text) if kind == "lights" else text


def _whole(text: str) -> object:
    try:
        return int(text, 0 if text.lower().startswith("0x") else 10)
    except ValueError:
        return text


def _pins(text: str) -> object:
    try:
        return tomllib.loads(f"pins = [{text}]")["pins"]
    except tomllib.TOMLDecodeError:
        return text


def check(given: Given, text: str, words: Words) -> Checked:
    """What the fields come to. `text` is the file as it is: a section without keys in it stays there."""
    values: dict[str, dict[str, object]] = {}
    problems: list[Problem] = []
    for name, keys in SCHEMA.items():
        fields = given.get(name)
        fields = fields if isinstance(fields, Mapping) else {}
        said: dict[str, object] = {}
        for key, kind in keys.items():
            value = read(kind.wants.kind, fields.get(key))
            # A check box says no more than the default where it agrees with it.
            if value is None or (value is kind.default and isinstance(value, bool)):
                continue
            said[key] = value
            if not _taken(kind, value):
                problems.append(Problem(name, key, _wrong(kind.wants, value, words)))
        if said or _stands_empty(text, name):
            values[name] = said
    wrong = {(one.section, one.key) for one in problems}
    others = {name: {key: said[key] for key in said if (name, key) not in wrong} for name, said in values.items()}
    return Checked(values, (*problems, *_problems(plain(others), words)))


def _taken(kind: Key, value: object) -> bool:
    try:
        kind.read(value)
    except Wrong:
        return False
    return True


def _stands_empty(text: str, section: str) -> bool:
    """Whether the section is there only to say that its part is."""
    try:
        return tomllib.loads(text).get(section) == {}
    except tomllib.TOMLDecodeError:
        return False


def _wrong(wants: Wants, value: object, words: Words) -> str:
    text = f"screen.setup.wants.{wants.kind}"
    wanted = words.say(text if text in words else f"config.wants.{wants.kind}", **dict(wants.facts))
    return words.say("screen.setup.wrong", value=Said(shown(str(typed(value)))), wanted=Said(wanted))


def _problems(text: str, words: Words) -> Iterator[Problem]:
    """What the parser of the configuration says of it, and of which field."""
    try:
        parse(text)
    except ConfigError as error:
        wanted = error.facts.get("wanted")
        section, key = _place(text, error.line)
        if isinstance(wanted, Wants):
            yield Problem(section, key, _wrong(wanted, error.facts.get("value"), words))
        else:
            yield Problem(section, key, _without_line(tell_config(words, error, "-")))


def _without_line(told: str) -> str:
    """On a form nobody counts lines."""
    bare = re.sub(r"^-,[^:]*:\s*", "", told)
    return bare[:1].upper() + bare[1:]


def _place(text: str, line: int) -> tuple[str, str]:
    """Which section and key stand in that line."""
    section = key = ""
    for number, one in enumerate(text.splitlines(), 1):
        bare = one.strip()
        if bare.startswith("["):
            section, key = bare.strip("[").partition("]")[0].strip(), ""
        elif "=" in bare and not bare.startswith("#"):
            key = bare.partition("=")[0].strip()
        if number == line:
            break
    known = SCHEMA.get(section, {})
    return (section, key if key in known else "") if section in SCHEMA else ("", "")


def written(file: Path, checked: Checked) -> str:
    """The new text of that file."""
    return edited(text_of(file), checked.values)


def text_of(file: Path) -> str:
    """What stands in the file; nothing where there is none."""
    try:
        return file.read_text("utf-8")
    except FileNotFoundError:
        return ""
