"""Which numbers can lie where: the neutral backs show them all, so a number too many is noticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from engine.errors import IllegalMove
from engine.qwixx_cards.state import State
from engine.qwixx_cards.terms import NUMBERS, Terms

DISPLAY = 4
FULL_HAND = 5


def check_numbers(numbers: Iterable[int]) -> None:
    for number in numbers:
        if number not in NUMBERS:
            raise IllegalMove("card", "not_in_deck", card=number, lowest=NUMBERS[0], highest=NUMBERS[-1])


def check_copies(terms: Terms, located: Counter[int]) -> None:
    """No number may lie, or have been seen, more often than the deck holds it between two shuffles."""
    number = _too_many(terms, located)
    if number is not None:
        raise IllegalMove("card", "too_many_copies", card=number, copies=terms.copies)


def _too_many(terms: Terms, located: Counter[int]) -> int | None:
    return next((number for number, count in located.items() if count > terms.copies), None)


def located(state: State) -> Counter[int]:
    """Where every number is known to be: not in the pile, except on its top."""
    count = Counter(state.display)
    for hand in state.hands:
        count.update(hand.known)
    count.update(card.number for card in state.discards)
    if state.top is not None:
        count[state.top] += 1
    return count


def check_refill(terms: Terms, state: State, fresh: Counter[int], top: int) -> bool:
    """Whether the discards were shuffled for it; refuses a refill by `fresh` cards that can't be.

    `state` is the table with the drawn cards in the hand, the gaps not yet filled. The
    first fresh card is the former top. Those that still come from the old pile can't be
    among the discards; after the shuffle any of the discards may come again.
    """
    assert state.top is not None  # a pile lies in every phase but setup
    if fresh[state.top] == 0:
        raise IllegalMove("card", "top_not_in_display", card=state.top)
    others = fresh - Counter([state.top])
    if fresh.total() < state.pile:
        check_copies(terms, located(state) + others + Counter([top]))
        return False
    from_old_pile = state.pile - 1
    ways = {tuple(sorted(way)) for way in combinations(others.elements(), from_old_pile)}
    if all(_too_many(terms, located(state) + Counter(way)) is not None for way in ways):
        check_copies(terms, located(state) + others)
    discarded = Counter(card.number for card in state.discards)
    check_copies(terms, located(state) - discarded + others + Counter([top]))
    return True
