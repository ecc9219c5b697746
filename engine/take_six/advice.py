"""What the rules of Take Six want next, and every move that is worth trying."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from engine.game import Advice, Move
from engine.take_six.cards import SPECIALS
from engine.take_six.hands import hand_size, possible_cards
from engine.take_six.moves import Deal, Draft, Exchange, Place, Reveal, Special
from engine.take_six.rules import drafting_seat
from engine.take_six.state import State
from engine.take_six.terms import Terms


def advice(terms: Terms, state: State, secret: bool = False) -> Advice:
    """What comes next. Hands are never in it, so there is no secret."""
    if state.phase == "draft":
        return Advice(("draft",), (drafting_seat(terms, state),), "draft_in_turn")
    if state.phase == "deal":
        return Advice(("deal", *_exchange(state)), (), "deal_rows")
    if state.phase == "reveal":
        return Advice(("reveal", *_exchange(state)), terms.seats, "reveal_together")
    if state.phase == "place":
        return _advice_to_place(terms, state)
    return Advice((), (), "over")


def _advice_to_place(terms: Terms, state: State) -> Advice:
    choices = state.choices
    wants: tuple[str, ...] = ("place", *_exchange(state))
    specials = state.specials
    seat = state.queue[0].seat
    if specials is not None and specials.pending is None and specials.count[terms.index[seat]]:
        wants = ("place", "special", *wants[1:])
    return Advice(wants, (seat,), choices[0].rule, choices)


def _exchange(state: State) -> tuple[str, ...]:
    return ("exchange",) if state.specials is not None and state.specials.taker is not None else ()


def candidates(terms: Terms, state: State) -> Iterator[Move]:
    """Every move that may come now, hands and specials of a simulation left aside."""
    if state.specials is not None and state.specials.taker is not None:
        yield from _exchanges(state.specials.taker)
    deck = range(1, terms.highest + 1)
    if state.phase == "draft":
        seat = drafting_seat(terms, state)
        yield from (Draft(seat, card) for card in deck)
    elif state.phase == "deal":
        open_cards = [card for card in deck if not any(card in hand for hand in state.hands)]
        yield from (Deal(rows) for rows in permutations(open_cards, 4))
    elif state.phase == "reveal":
        yield from _reveals(terms, state)
    elif state.phase == "place":
        seat = state.queue[0].seat
        yield from (Place(seat, placed.row, placed.before) for placed in state.choices)
        if state.specials is not None:
            yield from _specials(terms, state, seat)


def _reveals(terms: Terms, state: State) -> Iterator[Reveal]:
    size = hand_size(terms, state)
    hands = [sorted(possible_cards(terms, state, seat, size)) for seat in terms.seats]
    for cards in product(*hands):
        if len(set(cards)) == len(cards):
            yield Reveal(dict(zip(terms.seats, cards, strict=True)))


def _specials(terms: Terms, state: State, seat: str) -> Iterator[Special]:
    rows = range(1, len(state.rows) + 1)
    for kind in ("fifth_row", "take_seven", "insert"):
        yield Special(seat, kind)
    for row in rows:
        yield Special(seat, "block", row=row)
    for card in sorted(possible_cards(terms, state, seat, hand_size(terms, state) - 1)):
        yield Special(seat, "replace", with_=card)
    for card in [card for row in state.rows for card in row.cards]:
        yield Special(seat, "negate", card=card)
        for row in rows:
            yield Special(seat, "move", card=card, row=row)


def _exchanges(seat: str) -> Iterator[Exchange]:
    for discard in SPECIALS:
        yield from (Exchange(seat, discard, draw) for draw in (None, *SPECIALS))
