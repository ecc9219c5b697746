"""Lines of JSON, the shape of a move, and what all games have in common."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, NoReturn, Self, TypeVar

Keys = dict[str, Any]
"""A line of the record: the keys of a move or a correction."""

Check = Callable[[Any], bool]
Value = TypeVar("Value")
NOTHING: Mapping[str, Check] = {}


class Refused(Exception):
    """A line that the rules refuse, with the code of the rule."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule


class NoMatch(ValueError):
    """A header with which no match can be opened."""


def parse_object(line: str) -> Keys:
    """The JSON object on a line, every key once."""
    try:
        value = json.loads(line, object_pairs_hook=_every_key_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Refused("malformed", f"not JSON: {error}") from None
    if type(value) is not dict:
        raise Refused("malformed", "not a JSON object")
    return value


def _every_key_once(pairs: list[tuple[str, Any]]) -> Keys:
    keys: Keys = {}
    for key, value in pairs:
        if key in keys:
            raise Refused("malformed", f"the key {key!r} is there twice")
        keys[key] = value
    return keys


def _no_number(name: str) -> NoReturn:
    raise Refused("malformed", f"{name} is no number of JSON")


def is_number(value: Any) -> bool:
    """Whether it is a whole number; `true` and `1.0` are none."""
    return type(value) is int


def is_text(value: Any) -> bool:
    return type(value) is str


def is_numbers(value: Any) -> bool:
    return type(value) is list and all(is_number(item) for item in value)


def are_numbers(least: int, most: int) -> Check:
    return lambda value: is_numbers(value) and least <= len(value) <= most


def each_is(check: Check) -> Check:
    """A map, seats to what the check allows."""
    return lambda value: type(value) is dict and all(check(item) for item in value.values())


def one_of(words: Collection[str]) -> Check:
    return lambda value: is_text(value) and value in words


def need_shape(move: Keys, required: Mapping[str, Check], optional: Mapping[str, Check] = NOTHING) -> None:
    """The keys of a move, `move` itself aside, and what they hold."""
    checks = {**required, **optional}
    for key in move:
        if key != "move" and key not in checks:
            raise Refused("malformed", f"{move['move']} does not know the key {key!r}")
    for key in required:
        if key not in move:
            raise Refused("malformed", f"{move['move']} needs the key {key!r}")
    for key, check in checks.items():
        if key in move and not check(move[key]):
            raise Refused("malformed", f"{key!r} of {move['move']} is not of the right kind")


class Game:
    """A match of one game as it stands; `do_…` changes it by a move or raises `Refused` half-way."""

    MOVES: ClassVar[tuple[str, ...]] = ()
    phase: str

    def __init__(self, seats: list[str], options: Keys) -> None:
        self.seats = seats
        self.winners: list[str] = []

    def after(self, move: Keys) -> Self:
        """Another match, one move on; this one stays as it is, whatever happens."""
        name = move.get("move")
        if not is_text(name) or name not in self.MOVES:
            raise Refused("malformed", "there is no such move in this game")
        game = copy.deepcopy(self)
        getattr(game, f"do_{name}")(move)
        return game

    def state(self, secret: bool) -> Keys:
        raise NotImplementedError

    def per_seat(self, make: Callable[[str], Value]) -> dict[str, Value]:
        return {seat: make(seat) for seat in self.seats}

    def need_phase(self, phase: str) -> None:
        if self.phase != phase:
            raise Refused("phase", f"not now: the phase is {self.phase}")

    def need_known_seat(self, seat: str) -> None:
        if seat not in self.seats:
            raise Refused("seat", f"nobody here is called {seat!r}")

    def need_turn(self, seat: str, wanted: str | None) -> None:
        self.need_known_seat(seat)
        if seat != wanted:
            raise Refused("seat", f"it is the turn of {wanted!r}")

    def need_every_seat(self, given: Keys) -> None:
        if set(given) != set(self.seats):
            raise Refused("seat", "every seat must be named, and nobody else")


def read_variant(options: Keys, variants: Sequence[str]) -> str:
    variant = options.get("variant", variants[0])
    if not is_text(variant) or variant not in variants:
        raise NoMatch("unknown variant")
    return str(variant)


def need_options(options: Keys, *names: str) -> None:
    for name in options:
        if name not in names:
            raise NoMatch(f"unknown option {name!r}")


def need_seat_count(seats: list[str], least: int, most: int) -> None:
    if not least <= len(seats) <= most:
        raise NoMatch(f"{least} to {most} seats")
