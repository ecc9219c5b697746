"""Seat-fillers: they play whole matches at a table that exists only in memory.

Some play any legal move, some play sensibly. The same seed gives the same match.

>>> from engine.match import Match
>>> match = Match.open("no_thanks", ["ana", "bia", "caio"], rounds=1)
>>> over = play_out(match, seat_players(match, seed=7))
>>> over.state.phase
'over'
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import Protocol

from engine.game import Move
from engine.match import Match

STYLES = ("any", "sensible")


class Table(Protocol):
    """The side of a match that the engine does not see: decks, hands, and the seats' minds."""

    def next_move(self, match: Match) -> Move | None:
        """What happens next in this match, or None once it is over."""


def seat_players(
    match: Match, seed: int, style: str = "any", styles: Mapping[str, str] | None = None, open_hands: bool = False
) -> Table:
    """A table for a match that has just been opened.

    `style` is everybody's, unless `styles` names another for a seat. With `open_hands` the
    moves tell what the cards in the hands are, as far as the record can.
    """
    chosen = dict.fromkeys(match.header.seats, style) | dict(styles or {})
    for seat, name in chosen.items():
        if seat not in match.header.seats:
            raise ValueError(f"no such seat: {seat!r}")
        if name not in STYLES:
            raise ValueError(f"no such style: {name!r}; there are {', '.join(STYLES)}")
    table: Table = import_module(f"engine.players.{match.header.game}").Table(
        match.header.terms, Random(seed), chosen, open_hands
    )
    return table


def play_out(match: Match, table: Table) -> Match:
    """The match played to its end."""
    while (move := table.next_move(match)) is not None:
        match = match.play(move)
    return match
