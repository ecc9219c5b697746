"""What a line of the record must look like, before anybody asks whether it is legal.

A check takes a value as JSON gave it and returns it as the engine wants it, or raises
`IllegalMove` with the rule `malformed`. Numbers are whole numbers: `1.0`, `"1"` and `true`
are none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.errors import malformed

Check = Callable[[str, object], Any]
"""Takes the key, for the error, and the value."""


def number(key: str, value: object) -> int:
    if type(value) is not int:
        raise malformed("not_a_number", key=key)
    return value


def text(key: str, value: object) -> str:
    if type(value) is not str:
        raise malformed("not_a_text", key=key)
    return value


def one_of(*words: str) -> Check:
    def check(key: str, value: object) -> str:
        if type(value) is not str or value not in words:
            raise malformed("not_one_of", key=key, words=words)
        return value

    return check


def list_of(item: Check, least: int = 0, most: int | None = None) -> Check:
    def check(key: str, value: object) -> tuple[Any, ...]:
        if type(value) is not list:
            raise malformed("not_a_list", key=key)
        if len(value) < least or (most is not None and len(value) > most):
            raise malformed("list_length", key=key, least=least, most=most, count=len(value))
        return tuple([item(key, entry) for entry in value])

    return check


def by_seat(item: Check) -> Check:
    def check(key: str, value: object) -> dict[str, Any]:
        if type(value) is not dict:
            raise malformed("not_by_seat", key=key)
        return {seat: item(key, entry) for seat, entry in value.items()}

    return check


class Shape(Protocol):
    """Makes a move of the keys of a line, and the keys of a move."""

    def read(self, keys: Mapping[str, object]) -> Any: ...

    def write(self, move: Any) -> dict[str, object]: ...

    def makes(self, move: Any) -> bool: ...


@dataclass(frozen=True)
class MoveShape:
    """The keys of one kind of move and what they must hold; a key that Python reserves has a `_` behind it."""

    make: type[Any]
    required: Mapping[str, Check] = field(default_factory=dict)
    optional: Mapping[str, Check] = field(default_factory=dict)

    def read(self, keys: Mapping[str, object]) -> Any:
        fields = {}
        for key, value in keys.items():
            check = self.required.get(key) or self.optional.get(key)
            if check is None:
                raise malformed("unknown_key", key=key)
            fields[_attribute(key)] = check(key, value)
        for key in self.required:
            if key not in keys:
                raise malformed("missing_key", key=key)
        return self.make(**fields)

    def write(self, move: Any) -> dict[str, object]:
        written = {}
        for key in (*self.required, *self.optional):
            value = getattr(move, _attribute(key))
            if value is not None:
                written[key] = value
        return written

    def makes(self, move: Any) -> bool:
        return type(move) is self.make


@dataclass(frozen=True)
class ShapeByWord:
    """A kind of move whose other keys depend on the word under one of them."""

    key: str
    shapes: Mapping[str, MoveShape]

    def read(self, keys: Mapping[str, object]) -> Any:
        if self.key not in keys:
            raise malformed("missing_key", key=self.key)
        word = one_of(*self.shapes)(self.key, keys[self.key])
        return self.shapes[word].read(keys)

    def write(self, move: Any) -> dict[str, object]:
        return self.shapes[getattr(move, self.key)].write(move)

    def makes(self, move: Any) -> bool:
        return any(shape.makes(move) for shape in self.shapes.values())


def _attribute(key: str) -> str:
    return "with_" if key == "with" else key
