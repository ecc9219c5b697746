"""What can be in a hand that nobody else sees: the numbers that were not seen, or all of it where it is known."""

from __future__ import annotations

from engine.errors import IllegalMove
from engine.take_six.state import State
from engine.take_six.terms import Terms


def hand_size(terms: Terms, state: State) -> int:
    """How many number cards a seat that has none committed still holds."""
    return terms.cards_each - state.turn + 1


def check_in_deck(terms: Terms, card: int) -> None:
    if not 1 <= card <= terms.highest:
        raise IllegalMove("card", "not_in_deck", card=card, lowest=1, highest=terms.highest)


def check_unseen(terms: Terms, state: State, seat: str, card: int) -> None:
    """Refuse a card that is not in play, or that was seen and did not go back into that seat's hand."""
    check_in_deck(terms, card)
    if card in state.seen and card not in _returned(state, terms.index[seat]):
        raise IllegalMove("card", "seen_before", card=card)


def check_in_hand(terms: Terms, state: State, seat: str, card: int, size: int) -> None:
    """Refuse an unseen card that can't be in that seat's hand, which holds `size` cards."""
    at = terms.index[seat]
    hand, returned = state.hands[at], _returned(state, at)
    if card not in returned and card not in hand and (hand or len(returned) == size):
        raise IllegalMove("hand", "not_in_hand", seat=seat, card=card)


def possible_cards(terms: Terms, state: State, seat: str, size: int) -> frozenset[int]:
    """The cards that may come out of that seat's hand."""
    at = terms.index[seat]
    hand, returned = state.hands[at], _returned(state, at)
    if not hand and len(returned) < size:
        hand = terms.deck
    return (hand - state.seen) | returned


def _returned(state: State, at: int) -> frozenset[int]:
    return frozenset() if state.specials is None else state.specials.returned[at]
