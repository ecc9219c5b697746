"""Matches of No Thanks! to test on, and short ways to play them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import pytest

from engine import IllegalMove, Match
from engine.game import Move
from engine.no_thanks.moves import Deal, Pass, Take, TurnUp

SEATS = ("ana", "bia", "caio", "davi", "eva", "fabio", "gil")
RUN_OF_24 = tuple(range(3, 27))
"""A whole round's cards that count 3 for whoever takes them all."""

Kind = TypeVar("Kind")


def opened(seats: int = 3, **options: object) -> Match:
    return Match.open("no_thanks", SEATS[:seats], **options)


def dealt(seats: int = 3, deal: Deal | None = None, **options: object) -> Match:
    return opened(seats, **options).play(deal or Deal())


def played(match: Match, *moves: Move) -> Match:
    for move in moves:
        match = match.play(move)
    return match


def taking_each(match: Match, cards: Iterable[int]) -> Match:
    """The cards turned up one after the other, all of them taken by the seat whose turn it is."""
    for card in cards:
        match = played(match, TurnUp(card), Take(match.state.to_decide))
    return match


def passing_until(match: Match, seat: str) -> Match:
    while match.state.to_decide != seat:
        match = match.play(Pass(match.state.to_decide))
    return match


def all_chips_on(match: Match, card: int) -> Match:
    """Everybody passes on a card until nobody has a chip; the starter is then to decide again."""
    match = match.play(TurnUp(card))
    for _ in range(sum(match.state.chips)):
        match = match.play(Pass(match.state.to_decide))
    return match


def chips(match: Match) -> dict[str, int]:
    """What only the seats themselves may know."""
    return dict(zip(match.header.seats, match.state.chips, strict=True))


def cards(match: Match, seat: str) -> tuple[int, ...]:
    open_cards: tuple[int, ...] = match.state.cards[match.header.seats.index(seat)]
    return open_cards


def event(match: Match, kind: type[Kind]) -> Kind:
    """The one event of that kind that the last move brought about."""
    (found,) = [event for event in match.events if isinstance(event, kind)]
    return found


def refusal(match: Match, move: object) -> tuple[str, str]:
    """The rule and the reason why a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    return caught.value.rule, caught.value.reason
