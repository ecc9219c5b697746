"""The rules of No Thanks!: what each move must be, and what it makes of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.errors import IllegalMove, malformed
from engine.game import Event, Move
from engine.no_thanks.events import Dealt, MatchOver, Passed, RoundScored, Taken, TigerPlayed, TurnedUp
from engine.no_thanks.moves import Deal, Pass, Take, Tiger, TurnUp
from engine.no_thanks.state import UNKNOWN, State, active_card, points, seat_after, to_decide
from engine.no_thanks.terms import HIGHEST, IN_PLAY, LOWEST, Terms
from engine.turns import check_all_seats, check_known_seat, check_phase, check_turn
from engine.values import changed, replaced

Outcome = tuple[State, tuple[Event, ...]]


def play(terms: Terms, state: State, move: Move) -> Outcome:
    """The table after `move` and what happened, or `IllegalMove`."""
    rule = _RULES.get(type(move))
    if rule is None:
        raise malformed("not_a_move")
    return rule(terms, state, move)


def deal(terms: Terms, state: State, move: Deal) -> Outcome:
    if move.tigers is not None and not terms.tigers:
        raise malformed("tigers_without_variant")
    check_phase(state.phase, "deal", "deal")
    starter = state.starter if move.starter is None else move.starter
    check_known_seat(terms.index, starter)
    seats = len(terms.seats)
    after = changed(
        state,
        phase="turn_up",
        to_decide=starter,
        left=IN_PLAY,
        chips=(terms.chips_each,) * seats,
        tigers=_tigers(terms, move.tigers) if terms.tigers else (None,) * seats,
        seen=frozenset(),
        starter=starter,
    )
    return after, (Dealt(state.round, starter),)


def _tigers(terms: Terms, given: Mapping[str, int] | None) -> tuple[int, ...]:
    if given is None:
        return (UNKNOWN,) * len(terms.seats)
    check_all_seats(terms.index, given)
    dealt: set[int] = set()
    for seat in terms.seats:
        check_in_deck(terms, given[seat])
        if given[seat] in dealt:
            raise IllegalMove("card", "seen_before", card=given[seat])
        dealt.add(given[seat])
    return tuple([given[seat] for seat in terms.seats])


def turn_up(terms: Terms, state: State, move: TurnUp) -> Outcome:
    check_phase(state.phase, "turn_up", "turn_up")
    _check_unseen(terms, state, move.card)
    if move.card in state.tigers:
        raise IllegalMove("card", "is_a_tiger", card=move.card)
    left = state.left - 1
    after = changed(state, phase="decide", active=move.card, left=left, seen=state.seen | {move.card})
    return after, (TurnedUp(move.card, to_decide(state), left),)


def pass_(terms: Terms, state: State, move: Pass) -> Outcome:
    at = _deciding(terms, state, "pass", move.seat)
    if state.chips[at] == 0:
        raise IllegalMove("chips", "no_chip", seat=move.seat)
    after = changed(
        state,
        chips=replaced(state.chips, at, state.chips[at] - 1),
        on_card=state.on_card + 1,
        to_decide=seat_after(terms, move.seat),
    )
    return after, (Passed(move.seat, active_card(state), after.on_card),)


def take(terms: Terms, state: State, move: Take) -> Outcome:
    at = _deciding(terms, state, "take", move.seat)
    card = active_card(state)
    after, cost = _laid_open(state, at, card)
    after = changed(
        after,
        phase="turn_up",
        active=None,
        on_card=0,
        chips=replaced(state.chips, at, state.chips[at] + state.on_card),
    )
    taken = Taken(move.seat, card, state.on_card, cost)
    if state.left:
        return after, (taken,)
    scored, events = _score_round(terms, after)
    return scored, (taken, *events)


def tiger(terms: Terms, state: State, move: Tiger) -> Outcome:
    if not terms.tigers:
        raise IllegalMove("phase", "tiger_without_variant")
    at = _deciding(terms, state, "tiger", move.seat)
    hidden = state.tigers[at]
    _check_unseen(terms, state, move.card)
    if hidden is None:
        raise IllegalMove("hand", "tiger_played_before", seat=move.seat)
    if hidden not in (UNKNOWN, move.card):
        raise IllegalMove("hand", "another_tiger", seat=move.seat, card=move.card)
    after, cost = _laid_open(state, at, move.card)
    after = changed(after, tigers=replaced(state.tigers, at, None), seen=state.seen | {move.card})
    return after, (TigerPlayed(move.seat, move.card, cost),)


def check_in_deck(terms: Terms, card: int) -> None:
    if not LOWEST <= card <= HIGHEST:
        raise IllegalMove("card", "not_in_deck", card=card, lowest=LOWEST, highest=HIGHEST)
    if card in terms.gaps:
        raise IllegalMove("card", "open_gap", card=card)


def _check_unseen(terms: Terms, state: State, card: int) -> None:
    check_in_deck(terms, card)
    if card in state.seen:
        raise IllegalMove("card", "seen_before", card=card)


def _deciding(terms: Terms, state: State, move: str, seat: str) -> int:
    """The place of the seat, which must be the one that decides now."""
    check_phase(state.phase, "decide", move)
    check_turn(terms.index, seat, to_decide(state))
    return terms.index[seat]


def _laid_open(state: State, at: int, card: int) -> tuple[State, int]:
    """The state with one card more before a seat, and what it adds to that seat's points."""
    old = state.cards[at]
    new = tuple(sorted((*old, card)))
    return changed(state, cards=replaced(state.cards, at, new)), points(new, 0) - points(old, 0)


def _score_round(terms: Terms, state: State) -> Outcome:
    seats = terms.seats
    result = [points(cards, chips) for cards, chips in zip(state.cards, state.chips, strict=True)]
    score = tuple([old + new for old, new in zip(state.score, result, strict=True)])
    total = dict(zip(seats, score, strict=True))
    scored = RoundScored(
        state.round,
        cards=dict(zip(seats, state.cards, strict=True)),
        chips=dict(zip(seats, state.chips, strict=True)),
        result=dict(zip(seats, result, strict=True)),
        total=total,
    )
    after = changed(
        state,
        phase="deal",
        to_decide=None,
        cards=((),) * len(seats),
        chips=(0,) * len(seats),
        tigers=(None,) * len(seats),
        score=score,
        starter=seat_after(terms, state.starter),
    )
    if state.round < terms.rounds:
        return changed(after, round=state.round + 1), (scored,)
    winners = tuple([seat for seat in seats if total[seat] == min(score)])
    return changed(after, phase="over", winners=winners), (scored, MatchOver(winners, total))


_RULES: Mapping[type, Callable[[Terms, State, Any], Outcome]] = {
    Deal: deal,
    TurnUp: turn_up,
    Pass: pass_,
    Take: take,
    Tiger: tiger,
}
