"""What a person reads, in the languages of the table.

A text is a sentence with facts in braces. `{heads:head|heads}` picks the word for one or for
many, by the rule of the language. Facts are plain data from the engine: numbers, names of
seats, lists; this module shows them safely, whatever they hold.

>>> Words("en").say("refused.not_your_turn", seat="ana", wanted="bia")
"It is not ana's turn but bia's."
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from importlib import import_module

LANGUAGES = ("en", "pt", "fr", "de", "es")
LONGEST_NAME = 40
NAMED = {
    "special": "special",
    "discard": "special",
    "game": "game",
    "colour": "colour",
    "phase": "phase",
    "variant": "variant",
}
"""Facts that are words of the rules themselves, and the texts that have them."""

PLACES = ("file", "folder")
"""Facts that say where something is kept: of no use when they are cut short."""

LONGEST_PLACE = 1000
SIGNED = ("cost",)
"""Facts that say how much something changes."""


class Said(str):
    """A finished text, to be put into another one as it is."""


class Words:
    """The texts of one language."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no words for {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        self._texts: Mapping[str, str] = import_module(f"{__name__}.{language}").TEXTS
        self._is_one: Callable[[int], bool] = _zero_is_one if language in ("fr", "pt") else _only_one

    def say(self, key: str, **facts: object) -> str:
        """The text under `key` with its facts filled in."""
        return self.say_of(key, facts.__getitem__)

    def say_of(self, key: str, fact: Callable[[str], object]) -> str:
        """The same, where the facts are looked up by name."""
        return self._texts[key].format_map(_Facts(self, fact))

    @property
    def texts(self) -> Mapping[str, str]:
        """All texts with the places for their facts, for pages that fill them in themselves."""
        return self._texts

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def card(self, name: str) -> str:
        """The name of a card as people say it.

        >>> Words("de").card("red 7"), Words("fr").card("14")
        ('Rot 7', '14')
        """
        colour, _, number = name.rpartition(" ")
        if colour:
            return f"{self._texts[f'colour.{colour}']} {number}"
        return self._texts.get(f"special.{name}", name)

    def show(self, name: str, value: object) -> str:
        """A fact as it is read."""
        if isinstance(value, Said):
            return value
        if isinstance(value, Mapping):
            return ", ".join(f"{shown(seat)} {self.show('colour', entry)}" for seat, entry in value.items())
        if isinstance(value, (tuple, list)):
            return self._listed([self.show(name, item) for item in value])
        if name in SIGNED and isinstance(value, int):
            return f"{value:+d}"
        if name in PLACES:
            return shown(str(value), LONGEST_PLACE)
        known = f"{NAMED.get(name)}.{value}"
        return self._texts[known] if known in self._texts else shown(str(value))

    def choose(self, value: object, choice: str) -> str:
        """The word for one or for many, `one|many`, by a number or by how many things there are."""
        one, _, many = choice.partition("|")
        count = value if isinstance(value, int) else len(value) if isinstance(value, (tuple, list, Mapping)) else 1
        return one if self._is_one(abs(count)) else many

    def _listed(self, items: list[str]) -> str:
        if len(items) < 2:
            return "".join(items)
        return ", ".join(items[:-1]) + self._texts["list.and"] + items[-1]


def shown(text: str, longest: int = LONGEST_NAME) -> str:
    """A text from outside as it can be printed anywhere: on one line, not too long, nothing hidden in it.

    >>> shown("a\\x1b[31mb")
    'a\\\\x1b[31mb'
    """
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in cut)


def language_of_environment() -> str:
    """The language that the user's environment asks for, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


class _Facts:
    """What `str.format_map` asks for facts."""

    def __init__(self, words: Words, fact: Callable[[str], object]) -> None:
        self._words = words
        self._fact = fact

    def __getitem__(self, name: str) -> _Fact:
        return _Fact(self._words, name, self._fact(name))


class _Fact:
    """One fact: shown as it is, or, with a choice behind the colon, as the word that goes with it."""

    def __init__(self, words: Words, name: str, value: object) -> None:
        self._words = words
        self._name = name
        self._value = value

    def __format__(self, choice: str) -> str:
        return self._words.choose(self._value, choice) if choice else self._words.show(self._name, self._value)


def _only_one(count: int) -> bool:
    return count == 1


def _zero_is_one(count: int) -> bool:
    return count < 2
