"""What the rules of No Thanks! want next, and every move that is worth trying."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Advice, Event, Move
from engine.no_thanks.events import Passed, Taken
from engine.no_thanks.moves import Deal, Pass, Take, Tiger, TurnUp
from engine.no_thanks.state import State, active_card, points, to_decide
from engine.no_thanks.terms import Terms


def advice(terms: Terms, state: State, secret: bool = False) -> Advice:
    """What comes next. That a seat has no chip left, and so must take, is told only with `secret`."""
    if state.phase == "deal":
        return Advice(("deal",), (), "deal_round")
    if state.phase == "turn_up":
        return Advice(("turn_up",), (), "turn_up_next")
    if state.phase == "decide":
        return _advice_to_decide(terms, state, secret)
    return Advice((), (), "over")


def _advice_to_decide(terms: Terms, state: State, secret: bool) -> Advice:
    seat, card = to_decide(state), active_card(state)
    at = terms.index[seat]
    cards = state.cards[at]
    cost = points(tuple(sorted((*cards, card))), 0) - points(cards, 0)
    taken: Event = Taken(seat, card, state.on_card, cost)
    tiger = ("tiger",) if state.tigers[at] is not None else ()
    if secret and state.chips[at] == 0:
        return Advice(("take", *tiger), (seat,), "no_chip_left", (taken,))
    return Advice(("pass", "take", *tiger), (seat,), "pass_or_take", (Passed(seat, card, state.on_card + 1), taken))


def candidates(terms: Terms, state: State) -> Iterator[Move]:
    """Every move that may come now, tigers of a simulation left aside when dealing."""
    if state.phase == "deal":
        yield Deal()
        yield from (Deal(starter) for starter in terms.seats)
    elif state.phase == "turn_up":
        yield from (TurnUp(card) for card in terms.deck)
    elif state.phase == "decide":
        seat = to_decide(state)
        yield Pass(seat)
        yield Take(seat)
        yield from (Tiger(seat, card) for card in terms.deck)
