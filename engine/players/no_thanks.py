"""A table of No Thanks!, and who sits at it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Protocol

from engine.game import Move
from engine.match import Match
from engine.no_thanks.moves import Deal, Pass, Take, Tiger, TurnUp
from engine.no_thanks.state import State, active_card, points, to_decide
from engine.no_thanks.terms import IN_PLAY, Terms


class Player(Protocol):
    def decide(self, cards: tuple[int, ...], chips: int, card: int, on_card: int) -> bool:
        """Whether to take the card."""

    def show_tiger(self, cards: tuple[int, ...], tiger: int) -> bool: ...


class Table:
    """Shuffles, turns up, and asks each seat in its turn."""

    def __init__(self, terms: Terms, random: Random, styles: Mapping[str, str], open_hands: bool) -> None:
        self._terms = terms
        self._random = random
        self._open_hands = open_hands
        makers: dict[str, type[AnyMove | Sensible]] = {"any": AnyMove, "sensible": Sensible}
        self._players: dict[str, Player] = {seat: makers[style](random) for seat, style in styles.items()}
        self._deck: list[int] = []
        self.tigers: dict[str, int] = {}

    def next_move(self, match: Match) -> Move | None:
        state: State = match.state
        if state.phase == "over":
            return None
        if state.phase == "deal":
            return self._deal()
        if state.phase == "turn_up":
            return TurnUp(self._deck.pop())
        return self._decide(state)

    def _deal(self) -> Deal:
        cards = list(self._terms.deck)
        self._random.shuffle(cards)
        self._deck, rest = cards[:IN_PLAY], cards[IN_PLAY:]
        if not self._terms.tigers:
            return Deal()
        self.tigers = {seat: rest.pop() for seat in self._terms.seats}
        return Deal(tigers=dict(self.tigers)) if self._open_hands else Deal()

    def _decide(self, state: State) -> Move:
        seat = to_decide(state)
        at = self._terms.index[seat]
        player, tiger = self._players[seat], self.tigers.get(seat)
        if tiger is not None and player.show_tiger(state.cards[at], tiger):
            return Tiger(seat, self.tigers.pop(seat))
        chips = state.chips[at]
        if chips == 0 or player.decide(state.cards[at], chips, active_card(state), state.on_card):
            return Take(seat)
        return Pass(seat)


class AnyMove:
    """Plays any legal move."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def decide(self, cards: tuple[int, ...], chips: int, card: int, on_card: int) -> bool:
        return self._random.random() < 0.3

    def show_tiger(self, cards: tuple[int, ...], tiger: int) -> bool:
        return self._random.random() < 0.1


class Sensible:
    """Takes a card when what it costs, less the chips on it, is little; more when chips run out."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def decide(self, cards: tuple[int, ...], chips: int, card: int, on_card: int) -> bool:
        loss = _added(cards, card) - on_card
        bearable = 4 if chips > 6 else 8 if chips > 2 else 14
        return loss <= bearable

    def show_tiger(self, cards: tuple[int, ...], tiger: int) -> bool:
        return _added(cards, tiger) <= 0


def _added(cards: tuple[int, ...], card: int) -> int:
    """What one card more adds to the points of the cards."""
    return points(tuple(sorted((*cards, card))), 0) - points(cards, 0)
