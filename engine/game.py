"""What a game is to the rest of the engine, and the registry of the games there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from engine.errors import BadHeader
from engine.shapes import Shape

Move = Any
"""One line of the record: a frozen dataclass from a game's `moves` module."""

State = Any
"""A match between two moves: a game's own frozen `State`."""

Terms = Any
"""What the seats agreed to play: a game's own `Terms`, with every option filled in."""


class Event(Protocol):
    """Something that a line of the record brought about: a named tuple from a game's `events` module."""

    def _asdict(self) -> dict[str, Any]: ...


@cache
def event_kind(event: type) -> str:
    """The name of a kind of event, as screens and records have it.

    >>> from engine.take_six.events import FifthRowGone
    >>> event_kind(FifthRowGone)
    'fifth_row_gone'
    """
    return "".join("_" + char.lower() if char.isupper() else char for char in event.__name__).lstrip("_")


class Advice(NamedTuple):
    """What the rules want next.

    `wants` names the moves that may come, the usual one first. `seats` says from whom;
    it is empty where the table as a whole is waited for. `why` is the rule that decides.
    `choices` are what may come of it, each with its cost, as the events that they would be.
    """

    wants: tuple[str, ...]
    seats: tuple[str, ...]
    why: str
    choices: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Game:
    """The functions that make a game; each takes the terms of the match first.

    `play` gives the next state and what happened, or raises `IllegalMove`. `candidates`
    lists every move worth trying, some of which `play` may refuse. `advice` and
    `as_record` (the state as `drover replay` prints it) tell secrets only where their
    last argument says so.
    """

    name: str
    moves: Mapping[str, Shape]
    terms: Callable[[tuple[str, ...], Mapping[str, object]], Terms]
    opening: Callable[[Terms], State]
    play: Callable[[Terms, State, Move], tuple[State, tuple[Event, ...]]]
    candidates: Callable[[Terms, State], Iterator[Move]]
    advice: Callable[[Terms, State, bool], Advice]
    as_record: Callable[[Terms, State, bool], dict[str, object]]


GAMES = ("take_six", "no_thanks", "qwixx_cards")
"""A fourth game is one folder in `engine`, whose `GAME` says it all, and its name here."""


@cache
def game_named(name: str) -> Game:
    """The game of that name; only the folder of the game that is played is ever loaded."""
    if name not in GAMES:
        raise BadHeader("unknown_game", game=name, games=GAMES)
    game: Game = import_module(f"engine.{name}").GAME
    return game
