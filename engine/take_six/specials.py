"""The special cards of the anniversary variant: playing, dealing and exchanging them.

There are four of each kind. What counts against one is what is known: on the table, in a
hand, or among the discards until they are shuffled into a new deck.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Mapping

from engine.errors import IllegalMove
from engine.game import Event
from engine.take_six.cards import COPIES, SPECIALS, heads
from engine.take_six.events import BlocksLifted, Exchanged, FifthRowGone, Placed, RowTakenByMove, SpecialPlayed
from engine.take_six.hands import check_in_deck, check_in_hand, check_unseen, hand_size
from engine.take_six.moves import Exchange, Special
from engine.take_six.placing import FIVE_ROWS, crowded_out, placements, taken_away
from engine.take_six.rows import ROW, Committed, Row
from engine.take_six.state import Specials, State
from engine.take_six.terms import Terms
from engine.values import changed, replaced

Outcome = tuple[State, tuple[Event, ...]]
DECK = COPIES * len(SPECIALS)
FIRST_HAND = 3
MOST_BLOCKS = 2
LIE_WITH_THE_ROWS = ("fifth_row", "take_seven", "block")


def play(terms: Terms, state: State, specials: Specials, move: Special) -> Outcome:
    """The table after a special card was played for the first card in the queue."""
    if specials.pending is not None:
        raise IllegalMove("special", "special_twice", seat=move.seat)
    kind = move.special
    specials = _out_of_hand(terms, state, specials, move.seat, kind)
    played = () if kind in LIE_WITH_THE_ROWS else (kind,)
    specials = changed(specials, pending=kind, discards=(*specials.discards, *played), taker=None)
    after, events = _EFFECTS[kind](terms, changed(state, specials=specials), specials, move)
    choices = placements(after.rows, after.queue[0], after.specials)
    if not choices:
        raise IllegalMove("special", f"no_place_{kind}", card=state.queue[0].card)
    return changed(after, choices=choices), (SpecialPlayed(move.seat, kind, move.row, move.card, move.with_), *events)


def lying(state: State) -> Counter[str]:
    """The special cards on the table, one beside the card to be placed included."""
    rows = state.rows
    count: Counter[str] = Counter()
    count["block"] = sum([row.blocked for row in rows])
    count["take_seven"] = sum([row.capacity > ROW for row in rows])
    count["fifth_row"] = int(len(rows) == FIVE_ROWS)
    if state.specials is not None and state.specials.pending in ("fifth_row", "take_seven"):
        count[state.specials.pending] += 1
    return count


def _check_not_in_sight(state: State, specials: Specials, kind: str) -> None:
    """Refuse a special card that comes out of the unknown while all four of its kind are known to be elsewhere."""
    seen = lying(state)[kind] + specials.discards.count(kind) + sum([hand.count(kind) for hand in specials.known])
    if seen >= COPIES:
        raise IllegalMove("special", "all_in_sight", special=kind, copies=COPIES)


def _out_of_hand(terms: Terms, state: State, specials: Specials, seat: str, kind: str) -> Specials:
    """The special cards after one left a hand; refused where it can't be in it."""
    at = terms.index[seat]
    count, known = specials.count[at], specials.known[at]
    if count == 0:
        raise IllegalMove("hand", "no_specials", seat=seat)
    if kind in known:
        place = known.index(kind)
        known = (*known[:place], *known[place + 1 :])
    elif len(known) == count:
        raise IllegalMove("hand", "special_not_in_hand", seat=seat, special=kind)
    else:
        _check_not_in_sight(state, specials, kind)
    return changed(
        specials,
        count=replaced(specials.count, at, count - 1),
        known=replaced(specials.known, at, known),
    )


def _fifth_row(terms: Terms, state: State, specials: Specials, move: Special) -> Outcome:
    if len(state.rows) == FIVE_ROWS:
        raise IllegalMove("special", "five_rows")
    return state, ()


def _no_argument(terms: Terms, state: State, specials: Specials, move: Special) -> Outcome:
    return state, ()


def _replace(terms: Terms, state: State, specials: Specials, move: Special) -> Outcome:
    returned, seat = state.queue[0]
    assert move.with_ is not None  # its shape has it
    check_unseen(terms, state, seat, move.with_)
    check_in_hand(terms, state, seat, move.with_, hand_size(terms, state) - 1)
    at = terms.index[seat]
    in_hand = specials.returned[at] - {move.with_} | {returned}
    after = changed(
        state,
        queue=(Committed(move.with_, seat), *state.queue[1:]),
        seen=state.seen | {move.with_},
        specials=changed(specials, returned=replaced(specials.returned, at, in_hand)),
    )
    return after, ()


def _block(terms: Terms, state: State, specials: Specials, move: Special) -> Outcome:
    rows = state.rows
    if sum([row.blocked for row in rows]) == MOST_BLOCKS:
        raise IllegalMove("special", "two_blocks", most=MOST_BLOCKS)
    index = _row_index(rows, move.row)
    if rows[index].blocked:
        raise IllegalMove("row", "blocked_already", row=move.row)
    return changed(state, rows=replaced(rows, index, rows[index]._replace(blocked=True))), ()


def _negate(terms: Terms, state: State, specials: Specials, move: Special) -> Outcome:
    assert move.card is not None  # its shape has it
    check_in_deck(terms, move.card)
    takes = [placed for placed in state.choices if placed.taken]
    if not takes:
        raise IllegalMove("special", "no_place_negate", card=state.queue[0].card)
    if not any(move.card in state.rows[placed.row - 1].cards for placed in takes):
        raise IllegalMove("special", "negate_not_in_row", card=move.card, rows=tuple([placed.row for placed in takes]))
    return changed(state, specials=changed(specials, negated=move.card)), ()


def _move(terms: Terms, state: State, specials: Specials, move: Special) -> Outcome:
    rows = state.rows
    assert move.card is not None  # its shape has it
    check_in_deck(terms, move.card)
    source = next((index for index, row in enumerate(rows) if move.card in row.cards), None)
    if source is None:
        raise IllegalMove("special", "move_not_in_rows", card=move.card)
    target = _row_index(rows, move.row)
    for index in (source, target):
        if rows[index].blocked:
            raise IllegalMove("row", "row_blocked", row=index + 1)
    if source == target:
        raise IllegalMove("row", "move_same_row", card=move.card, row=move.row)
    rows = replaced(rows, source, _without(rows[source], move.card))
    row = rows[target]
    at = bisect(row.cards, move.card)
    cards = (*row.cards[:at], move.card, *row.cards[at:])
    taken = crowded_out(cards, row.capacity, rows)
    if not taken:
        return changed(state, rows=replaced(rows, target, row._replace(cards=cards))), ()
    return _taken_by_move(terms, state, specials, taken, rows, target, cards[-1])


def _taken_by_move(
    terms: Terms,
    state: State,
    specials: Specials,
    taken: tuple[int, ...],
    rows: tuple[Row, ...],
    target: int,
    start: int,
) -> Outcome:
    seat = state.queue[0].seat
    at = terms.index[seat]
    cost = heads(taken)
    rows, left = taken_away(rows, target, start)
    after = changed(
        state,
        rows=rows,
        pile=replaced(state.pile, at, state.pile[at] + cost),
        specials=changed(specials, discards=(*specials.discards, *left), taker=seat),
    )
    return after, (RowTakenByMove(seat, target + 1, taken, cost), *departures(target + 1, left))


def _without(row: Row, card: int) -> Row:
    return row._replace(cards=tuple([other for other in row.cards if other != card]))


def _row_index(rows: tuple[Row, ...], number: int | None) -> int:
    if number is None or not 1 <= number <= len(rows):
        raise IllegalMove("row", "no_such_row", row=number, rows=len(rows))
    return number - 1


_EFFECTS: Mapping[str, Callable[[Terms, State, Specials, Special], Outcome]] = {
    "fifth_row": _fifth_row,
    "take_seven": _no_argument,
    "insert": _no_argument,
    "replace": _replace,
    "move": _move,
    "block": _block,
    "negate": _negate,
}


def placed(specials: Specials, placement: Placed, left: tuple[str, ...]) -> Specials:
    """The special cards after the number card was placed and those in `left` came off the table."""
    return changed(
        specials,
        pending=None,
        negated=None,
        discards=(*specials.discards, *left),
        taker=placement.seat if placement.taken else None,
    )


def departures(row: int, left: tuple[str, ...]) -> tuple[Event, ...]:
    """What there is to tell of the special cards that came off the table when `row` was taken."""
    events: tuple[Event, ...] = ()
    if "block" in left:
        events += (BlocksLifted(left.count("block")),)
    if "fifth_row" in left:
        events += (FifthRowGone(row),)
    return events


def exchange(terms: Terms, state: State, specials: Specials, move: Exchange) -> Outcome:
    """One special card of the hand for the top one of the deck, which the discards renew when it is empty."""
    specials = _out_of_hand(terms, state, specials, move.seat, move.discard)
    deck, discards = specials.deck, (*specials.discards, move.discard)
    if deck == 0:
        deck, discards = len(discards), ()
    specials = changed(specials, deck=deck - 1, discards=discards, taker=None)
    at = terms.index[move.seat]
    known = specials.known[at]
    if move.draw is not None:
        _check_not_in_sight(state, specials, move.draw)
        known = (*known, move.draw)
    specials = changed(
        specials,
        count=replaced(specials.count, at, specials.count[at] + 1),
        known=replaced(specials.known, at, known),
    )
    return changed(state, specials=specials), (Exchanged(move.seat, move.discard),)


def revealed(terms: Terms, specials: Specials, cards: Mapping[str, int]) -> Specials:
    """The special cards after a reveal, which ends the chance to exchange."""
    returned = [hand - {cards[seat]} for seat, hand in zip(terms.seats, specials.returned, strict=True)]
    return changed(specials, returned=tuple(returned), taker=None)


def after_round(state: State) -> Specials | None:
    """When a round is scored the special cards still lying are discarded."""
    if state.specials is None:
        return None
    return changed(state.specials, discards=(*state.specials.discards, *lying(state).elements()))


def dealt(terms: Terms, state: State, given: Mapping[str, tuple[str, ...]] | None) -> Specials | None:
    """The special cards after those of the coming round were dealt, the discards shuffled back first."""
    specials = state.specials
    if specials is None:
        return None
    seats = len(terms.seats)
    each = dealt_to_each(specials)
    count = tuple([kept + each for kept in specials.count])
    known = specials.known if given is None else _given(terms, specials, count, given)
    return Specials(count, known, (frozenset(),) * seats, DECK - sum(count))


def dealt_to_each(specials: Specials) -> int:
    """How many special cards every seat is dealt: three, or as many as there are for all."""
    return min(FIRST_HAND, (DECK - sum(specials.count)) // len(specials.count))


def _given(
    terms: Terms, specials: Specials, count: tuple[int, ...], given: Mapping[str, tuple[str, ...]]
) -> tuple[tuple[str, ...], ...]:
    for seat, kept, right in zip(terms.seats, specials.known, count, strict=True):
        if len(given[seat]) != right:
            raise IllegalMove("special", "special_hand_size", seat=seat, count=len(given[seat]), right=right)
        for kind in kept:
            if kept.count(kind) > given[seat].count(kind):
                raise IllegalMove("special", "special_kept", seat=seat, special=kind)
    total = Counter(kind for hand in given.values() for kind in hand)
    for kind, copies in total.items():
        if copies > COPIES:
            raise IllegalMove("special", "fifth_copy", special=kind, copies=COPIES)
    return tuple([given[seat] for seat in terms.seats])
