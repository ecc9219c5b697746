"""Reading the options of a header: each game says what it knows, everything else is refused."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import BadHeader


def check_names(options: Mapping[str, object], known: tuple[str, ...]) -> None:
    for name in options:
        if name not in known:
            raise BadHeader("unknown_option", option=name, known=known)


def refuse(options: Mapping[str, object], names: tuple[str, ...], variant: str) -> None:
    """Refuse options that this variant does not have, whatever their value."""
    for name in names:
        if name in options:
            raise BadHeader("option_of_another_variant", option=name, variant=variant)


def word(options: Mapping[str, object], name: str, words: tuple[str, ...]) -> str:
    """An option that is one of some words, by default the first."""
    value = options.get(name, words[0])
    if type(value) is not str or value not in words:
        raise BadHeader("option_words", option=name, words=words)
    return value


def flag(options: Mapping[str, object], name: str, default: bool) -> bool:
    value = options.get(name, default)
    if type(value) is not bool:
        raise BadHeader("option_flag", option=name)
    return value


def count(options: Mapping[str, object], name: str, default: int) -> int:
    """An option that is a whole number from 1 up."""
    value = options.get(name, default)
    if type(value) is not int or value < 1:
        raise BadHeader("option_count", option=name)
    return value


def check_seat_count(seats: tuple[str, ...], least: int, most: int) -> None:
    if not least <= len(seats) <= most:
        raise BadHeader("seat_count", least=least, most=most, seats=len(seats))
