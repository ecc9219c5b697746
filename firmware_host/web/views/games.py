"""Which module draws which game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from engine.match import Match
from firmware_host.steward.situation import Situation
from firmware_host.words import Words

View = dict[str, Any]


class GameView(Protocol):
    """How a game is shown. What is secret is in `hand` alone, which only its seat sees."""

    OWN_MOVES: frozenset[str]
    """The moves that a seat may enter for itself, from its phone."""

    SECRET_EVENTS: frozenset[str]
    """Events that tell what only a seat may know."""

    def board(self, situation: Situation, match: Match, words: Words) -> View:
        """What lies open on the table."""

    def scores(self, match: Match) -> Mapping[str, int]:
        """What each seat has by now, as far as everybody can see it."""

    def committed(self, situation: Situation, match: Match) -> frozenset[str]:
        """The seats that have done what is waited for."""

    def rule(self, situation: Situation, match: Match, words: Words) -> str:
        """What decides now, in a sentence."""

    def may(self, situation: Situation, match: Match, seat: str, words: Words) -> list[View]:
        """What that seat may do on its phone now."""

    def hand(self, match: Match, seat: str) -> View:
        """What that seat alone may know."""

    def sheet(self, match: Match, seat: str, words: Words) -> View | None:
        """What that seat writes on, where the game has such a thing."""


@cache
def view_of_game(game: str) -> GameView:
    """The one of that game; its module is named after it."""
    return cast("GameView", import_module(f"firmware_host.web.views.{game}"))
