"""A table of Take Six, and who sits at it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Protocol

from engine.game import Move
from engine.match import Match
from engine.take_six.cards import COPIES, HEADS, SPECIALS, heads
from engine.take_six.moves import Deal, Draft, Exchange, Place, Reveal, Special
from engine.take_six.rules import drafting_seat
from engine.take_six.specials import dealt_to_each
from engine.take_six.state import State
from engine.take_six.terms import Terms

WORTH_A_SPECIAL = 3
"""How many heads a special card must save before a sensible player spends it."""


class Player(Protocol):
    def draft(self, open_cards: list[int], hand: set[int]) -> int: ...

    def commit(self, state: State, hand: set[int]) -> int: ...

    def place(self, match: Match, specials: list[Special]) -> Place | Special: ...

    def give_away(self, hand: list[str]) -> str | None: ...


class Table:
    """Shuffles, deals, and asks each seat in its turn."""

    def __init__(self, terms: Terms, random: Random, styles: Mapping[str, str], open_hands: bool) -> None:
        self._terms = terms
        self._random = random
        self._open_hands = open_hands
        makers: dict[str, type[AnyMove | Sensible]] = {"any": AnyMove, "sensible": Sensible}
        self._players: dict[str, Player] = {seat: makers[style](random) for seat, style in styles.items()}
        self.hands: dict[str, set[int]] = {seat: set() for seat in terms.seats}
        self.specials: dict[str, list[str]] = {seat: [] for seat in terms.seats}
        self._deck: list[str] = []
        self._declined: State | None = None

    def next_move(self, match: Match) -> Move | None:
        state: State = match.state
        if state.phase == "over":
            return None
        exchange = self._exchange(state)
        if exchange is not None:
            return exchange
        if state.phase == "draft":
            return self._draft(state)
        if state.phase == "deal":
            return self._deal(state)
        if state.phase == "reveal":
            return self._reveal(state)
        return self._place(match)

    def _draft(self, state: State) -> Draft:
        seat = drafting_seat(self._terms, state)
        if not any(state.hands):
            self.hands = {seat: set() for seat in self._terms.seats}
        card = self._players[seat].draft(self._undrafted(state), self.hands[seat])
        self.hands[seat].add(card)
        return Draft(seat, card)

    def _undrafted(self, state: State) -> list[int]:
        drafted = frozenset().union(*state.hands)
        return [card for card in range(1, self._terms.highest + 1) if card not in drafted]

    def _deal(self, state: State) -> Deal:
        cards = self._undrafted(state)
        self._random.shuffle(cards)
        if not self._terms.draft:
            size = self._terms.cards_each
            self.hands = {seat: {cards.pop() for _ in range(size)} for seat in self._terms.seats}
        rows = tuple(cards[:4])
        specials = self._deal_specials(state)
        if not self._open_hands:
            return Deal(rows)
        return Deal(rows, {seat: tuple(sorted(hand)) for seat, hand in self.hands.items()}, specials)

    def _deal_specials(self, state: State) -> dict[str, tuple[str, ...]] | None:
        if state.specials is None:
            return None
        self._deck = [kind for kind in SPECIALS for _ in range(COPIES)]
        for kind in (kind for hand in self.specials.values() for kind in hand):
            self._deck.remove(kind)
        self._random.shuffle(self._deck)
        for hand in self.specials.values():
            hand += [self._deck.pop() for _ in range(dealt_to_each(state.specials))]
        return {seat: tuple(hand) for seat, hand in self.specials.items()}

    def _reveal(self, state: State) -> Reveal:
        cards = {seat: self._players[seat].commit(state, hand) for seat, hand in self.hands.items()}
        for seat, card in cards.items():
            self.hands[seat].remove(card)
        return Reveal(cards)

    def _place(self, match: Match) -> Place | Special:
        card, seat = match.state.queue[0]
        move = self._players[seat].place(match, self._playable(match, seat))
        if isinstance(move, Special):
            self.specials[seat].remove(move.special)
            if move.with_ is not None:
                self.hands[seat].remove(move.with_)
                self.hands[seat].add(card)
        return move

    def _playable(self, match: Match, seat: str) -> list[Special]:
        """The special cards that the seat really has, in every way that they may be played now."""
        hand = self.specials[seat]
        if not hand or match.state.specials.pending is not None:
            return []
        moves = [move for move in match.legal_moves if isinstance(move, Special) and move.special in hand]
        return [move for move in moves if move.with_ is None or move.with_ in self.hands[seat]]

    def _exchange(self, state: State) -> Exchange | None:
        if state.specials is None or state.specials.taker is None or state is self._declined:
            return None
        seat = state.specials.taker
        hand = self.specials[seat]
        discard = self._players[seat].give_away(hand) if hand else None
        if discard is None:
            self._declined = state
            return None
        hand.remove(discard)
        if not self._deck:
            self._deck = [*state.specials.discards, discard]
            self._random.shuffle(self._deck)
        hand.append(self._deck.pop())
        return Exchange(seat, discard, hand[-1] if self._open_hands else None)


class AnyMove:
    """Plays any legal move."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def draft(self, open_cards: list[int], hand: set[int]) -> int:
        return self._random.choice(open_cards)

    def commit(self, state: State, hand: set[int]) -> int:
        return self._random.choice(sorted(hand))

    def place(self, match: Match, specials: list[Special]) -> Place | Special:
        if specials and self._random.random() < 0.5:
            kind = self._random.choice(sorted({move.special for move in specials}))
            return self._random.choice([move for move in specials if move.special == kind])
        placed = self._random.choice(match.state.choices)
        return Place(placed.seat, placed.row, placed.before)

    def give_away(self, hand: list[str]) -> str | None:
        return self._random.choice((None, *hand))


class Sensible:
    """Takes as few heads as it can see to, and keeps special cards for when they save some."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def draft(self, open_cards: list[int], hand: set[int]) -> int:
        """A hand that is spread out fits behind every row, so the card that is furthest from those it has."""
        return max(open_cards, key=lambda card: (min((abs(card - held) for held in hand), default=card), -HEADS[card]))

    def commit(self, state: State, hand: set[int]) -> int:
        """The card that is likely to cost least; among equals the highest, which is hardest to get rid of."""
        return min(sorted(hand, reverse=True), key=lambda card: _likely_cost(state, hand, card))

    def place(self, match: Match, specials: list[Special]) -> Place | Special:
        """The cheapest row, unless a special card saves enough."""
        placed = min(match.state.choices, key=lambda choice: choice.heads)
        if placed.heads >= WORTH_A_SPECIAL:
            saved, special = self._best_special(match, specials, placed.heads)
            if saved >= WORTH_A_SPECIAL and special is not None:
                return special
        return Place(placed.seat, placed.row, placed.before)

    def _best_special(self, match: Match, specials: list[Special], cost: int) -> tuple[int, Special | None]:
        at = match.header.terms.index[match.state.queue[0].seat]
        best: tuple[int, Special | None] = (0, None)
        for special in specials:
            after = match.play(special)
            choice = min(after.state.choices, key=lambda choice: choice.heads)
            done = after.play(Place(choice.seat, choice.row, choice.before))
            grown = done.state.score[at] + done.state.pile[at] - match.state.score[at] - match.state.pile[at]
            if cost - grown > best[0]:
                best = (cost - grown, special)
        return best

    def give_away(self, hand: list[str]) -> str | None:
        """A card that it has twice."""
        return next((kind for kind in hand if hand.count(kind) > 1), None)


def _likely_cost(state: State, hand: set[int], card: int) -> float:
    """How many heads a card may cost, guessing how many unseen cards come in front of it."""
    rows = [row for row in state.rows if not row.blocked]
    below = [row for row in rows if row.cards[-1] < card]
    if not below:
        return min(heads(row.cards) for row in rows)
    row = max(below, key=lambda row: row.cards[-1])
    between = sum(1 for other in range(row.cards[-1] + 1, card) if other not in state.seen and other not in hand)
    before = between * (len(state.pile) - 1) / 40
    fill = (len(row.cards) + before + 1) / row.capacity
    return heads(row.cards) * max(0.0, fill - 0.8) * 2
