"""The rules of Take Six: what each move must be, and what it makes of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.errors import IllegalMove, malformed
from engine.game import Event, Move
from engine.take_six import specials as special_cards
from engine.take_six.cards import HEADS
from engine.take_six.events import Dealt, Drafted, MatchOver, Placed, Revealed, RoundScored
from engine.take_six.hands import check_in_deck, check_in_hand, check_unseen, hand_size
from engine.take_six.moves import Deal, Draft, Exchange, Place, Reveal, Special
from engine.take_six.placing import laid, placements
from engine.take_six.rows import Committed, Row
from engine.take_six.state import State
from engine.take_six.terms import Terms
from engine.turns import check_all_seats, check_phase, check_turn
from engine.values import changed, replaced

Outcome = tuple[State, tuple[Event, ...]]


def play(terms: Terms, state: State, move: Move) -> Outcome:
    """The table after `move` and what happened, or `IllegalMove`."""
    rule = _RULES.get(type(move))
    if rule is None:
        raise malformed("not_a_move")
    return rule(terms, state, move)


def drafting_seat(terms: Terms, state: State) -> str:
    """Who picks next: from seat 1 in round 1, from the next seat each round."""
    picks = sum([len(hand) for hand in state.hands])
    return terms.seats[(state.round - 1 + picks) % len(terms.seats)]


def draft(terms: Terms, state: State, move: Draft) -> Outcome:
    check_phase(state.phase, "draft", "draft")
    seat = drafting_seat(terms, state)
    check_turn(terms.index, move.seat, seat)
    check_in_deck(terms, move.card)
    if any(move.card in hand for hand in state.hands):
        raise IllegalMove("card", "drafted_before", card=move.card)
    at = terms.index[seat]
    hands = replaced(state.hands, at, state.hands[at] | {move.card})
    complete = sum([len(hand) for hand in hands]) == terms.cards_each * len(terms.seats)
    after = changed(state, hands=hands, phase="deal" if complete else "draft")
    return after, (Drafted(seat, move.card),)


def deal(terms: Terms, state: State, move: Deal) -> Outcome:
    if move.specials is not None and not terms.anniversary:
        raise malformed("specials_without_anniversary")
    check_phase(state.phase, "deal", "deal")
    for given in (move.hands, move.specials):
        if given is not None:
            check_all_seats(terms.index, given)
    dealt: set[int] = set()
    _check_dealt(terms, dealt, move.rows)
    for card in move.rows:
        if any(card in hand for hand in state.hands):
            raise IllegalMove("card", "drafted_before", card=card)
    hands = state.hands if move.hands is None else _dealt_hands(terms, state, dealt, move.hands)
    after = changed(
        state,
        phase="reveal",
        rows=tuple([Row((card,)) for card in move.rows]),
        seen=frozenset(move.rows),
        hands=hands,
        specials=special_cards.dealt(terms, state, move.specials),
    )
    return after, (Dealt(state.round, move.rows),)


def _check_dealt(terms: Terms, dealt: set[int], cards: Iterable[int]) -> None:
    for card in cards:
        check_in_deck(terms, card)
        if card in dealt:
            raise IllegalMove("card", "seen_before", card=card)
        dealt.add(card)


def _dealt_hands(
    terms: Terms, state: State, dealt: set[int], hands: Mapping[str, tuple[int, ...]]
) -> tuple[frozenset[int], ...]:
    for seat in terms.seats:
        _check_dealt(terms, dealt, hands[seat])
    for seat, drafted in zip(terms.seats, state.hands, strict=True):
        if len(hands[seat]) != terms.cards_each:
            raise IllegalMove("hand", "hand_size", seat=seat, count=len(hands[seat]), right=terms.cards_each)
        if drafted and drafted != frozenset(hands[seat]):
            raise IllegalMove("hand", "not_as_drafted", seat=seat)
    return tuple([frozenset(hands[seat]) for seat in terms.seats])


def reveal(terms: Terms, state: State, move: Reveal) -> Outcome:
    check_phase(state.phase, "reveal", "reveal")
    cards, seen = move.cards, state.seen
    if cards.keys() != terms.index.keys():
        check_all_seats(terms.index, cards)
    shown = frozenset(cards.values())
    if len(shown) < len(cards):
        doubled = next(card for card in shown if list(cards.values()).count(card) > 1)
        raise IllegalMove("card", "revealed_twice", card=doubled)
    if not (shown <= terms.deck and shown.isdisjoint(seen)):
        for seat, card in cards.items():
            check_unseen(terms, state, seat, card)
    for seat, hand in zip(terms.seats, state.hands, strict=True):
        if cards[seat] not in hand:
            check_in_hand(terms, state, seat, cards[seat], hand_size(terms, state))
    queue = tuple(sorted(map(Committed, cards.values(), cards)))
    specials = state.specials
    after = changed(
        state,
        phase="place",
        queue=queue,
        seen=seen | shown,
        specials=specials and special_cards.revealed(terms, specials, cards),
        choices=placements(state.rows, queue[0], None),
    )
    return after, (Revealed(state.turn, queue),)


def place(terms: Terms, state: State, move: Place) -> Outcome:
    specials = state.specials
    inserting = specials is not None and specials.pending == "insert"
    if (move.before is not None) != inserting:
        raise malformed("before_missing" if inserting else "before_without_insert")
    check_phase(state.phase, "place", "place")
    committed = state.queue[0]
    if move.seat != committed.seat:
        check_turn(terms.index, move.seat, committed.seat)
    for placed in state.choices:
        if placed.row == move.row and placed.before == move.before:
            return _placed(terms, state, placed)
    raise _wrong_row(state, move)


def _wrong_row(state: State, move: Place) -> IllegalMove:
    right = state.choices[0]
    rows = tuple([placed.row for placed in state.choices])
    if not 1 <= move.row <= max(len(state.rows), *rows):
        return IllegalMove("row", "no_such_row", row=move.row, rows=len(state.rows))
    if move.row in right.blocked:
        return IllegalMove("row", "row_blocked", row=move.row)
    facts: dict[str, Any] = {"card": right.card, "row": move.row}
    if right.rule == "insert":
        in_row = move.before in state.rows[move.row - 1].cards
        return IllegalMove("row", "row_insert" if in_row else "insert_not_in_row", before=move.before, **facts)
    if right.negated is not None:
        return IllegalMove("row", "row_negate", negated=right.negated, **facts)
    facts |= {"rows": rows, "right": right.row, "nearest": right.nearest, "blocked": right.blocked}
    return IllegalMove("row", f"row_{right.rule}", **facts)


def _placed(terms: Terms, state: State, placed: Placed) -> Outcome:
    rows, left = laid(state.rows, placed)
    queue = state.queue[1:]
    pile, specials = state.pile, state.specials
    events: tuple[Event, ...] = (placed,)
    if placed.taken:
        at = terms.index[placed.seat]
        pile = replaced(pile, at, _pile(pile[at], placed))
    if specials is not None:
        specials = special_cards.placed(specials, placed, left)
        events += special_cards.departures(placed.row, left)
    if queue:
        choices = placements(rows, queue[0], None)
        return changed(state, rows=rows, queue=queue, pile=pile, specials=specials, choices=choices), events
    after = changed(state, phase="reveal", rows=rows, queue=queue, pile=pile, specials=specials, choices=())
    if state.turn < terms.cards_each:
        return changed(after, turn=state.turn + 1), events
    after, scored = _score_round(terms, after)
    return after, events + scored


def _pile(pile: int, placed: Placed) -> int:
    if placed.negated is None:
        return pile + placed.heads
    return max(0, pile + placed.heads - 2 * HEADS[placed.negated])


def _score_round(terms: Terms, state: State) -> Outcome:
    seats = terms.seats
    score = tuple([old + new for old, new in zip(state.score, state.pile, strict=True)])
    total = dict(zip(seats, score, strict=True))
    events: tuple[Event, ...] = (RoundScored(state.round, dict(zip(seats, state.pile, strict=True)), total),)
    after = changed(
        state,
        phase="draft" if terms.draft else "deal",
        rows=(),
        pile=(0,) * len(seats),
        score=score,
        seen=frozenset(),
        hands=(frozenset(),) * len(seats),
        specials=special_cards.after_round(state),
    )
    if not terms.limit.ends(score, state.round):
        return changed(after, round=state.round + 1, turn=1), events
    winners = tuple([seat for seat in seats if total[seat] == min(score)])
    return changed(after, phase="over", winners=winners), (*events, MatchOver(winners, total))


def special(terms: Terms, state: State, move: Special) -> Outcome:
    check_phase(state.phase, "place", "special")
    if state.specials is None:
        raise IllegalMove("phase", "special_without_anniversary")
    check_turn(terms.index, move.seat, state.queue[0].seat)
    return special_cards.play(terms, state, state.specials, move)


def exchange(terms: Terms, state: State, move: Exchange) -> Outcome:
    if state.specials is None or state.specials.taker is None or state.phase == "over":
        raise IllegalMove("phase", "nobody_may_exchange")
    check_turn(terms.index, move.seat, state.specials.taker)
    return special_cards.exchange(terms, state, state.specials, move)


_RULES: Mapping[type, Callable[[Terms, State, Any], Outcome]] = {
    Draft: draft,
    Deal: deal,
    Reveal: reveal,
    Place: place,
    Special: special,
    Exchange: exchange,
}
