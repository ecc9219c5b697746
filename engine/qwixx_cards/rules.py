"""The rules of the Qwixx card game: what each move must be, and what it makes of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from engine.errors import IllegalMove, malformed
from engine.game import Event, Move
from engine.qwixx_cards.events import Called, CardsPlayed, Drawn, MatchOver, RowClosed, SetUp, TurnFailed
from engine.qwixx_cards.moves import Call, Draw, Play, Setup
from engine.qwixx_cards.pile import DISPLAY, FULL_HAND, check_copies, check_numbers, check_refill, located
from engine.qwixx_cards.sheet import MOST_SKIPPED, ROWS, Sheet
from engine.qwixx_cards.state import Hand, Played, State
from engine.qwixx_cards.terms import Terms
from engine.turns import check_known_seat, check_phase, check_turn
from engine.values import changed, replaced

Outcome = tuple[State, tuple[Event, ...]]
FIRST_HAND = 4
ROWS_TO_END = 2
FAILED_TO_END = 4


def play(terms: Terms, state: State, move: Move) -> Outcome:
    """The table after `move` and what happened, or `IllegalMove`."""
    rule = _RULES.get(type(move))
    if rule is None:
        raise malformed("not_a_move")
    return rule(terms, state, move)


def setup(terms: Terms, state: State, move: Setup) -> Outcome:
    check_phase(state.phase, "setup", "setup")
    check_numbers((*move.display, move.top))
    display = tuple(sorted(move.display))
    after = changed(
        state,
        phase="draw",
        display=display,
        top=move.top,
        pile=terms.deck - FIRST_HAND * len(terms.seats) - DISPLAY,
        hands=(Hand(FIRST_HAND),) * len(terms.seats),
    )
    check_copies(terms, located(after))
    return after, (SetUp(display, move.top),)


def draw(terms: Terms, state: State, move: Draw) -> Outcome:
    check_phase(state.phase, "draw", "draw")
    check_turn(terms.index, move.seat, state.active)
    check_numbers((*move.numbers, *move.display, move.top))
    at = terms.index[move.seat]
    hand = state.hands[at]
    drawn, before, now = Counter(move.numbers), Counter(state.display), Counter(move.display)
    if not drawn <= before:
        raise IllegalMove("card", "not_in_display", cards=tuple((drawn - before).elements()))
    if hand.size + len(move.numbers) != FULL_HAND:
        raise IllegalMove("hand", "draw_to_five", seat=move.seat, count=len(move.numbers), right=FULL_HAND - hand.size)
    stay = before - drawn
    if not stay <= now:
        raise IllegalMove("card", "display_stays", cards=tuple((stay - now).elements()))
    hand = Hand(FULL_HAND, (*hand.known, *move.numbers))
    taken = changed(state, display=tuple(stay.elements()), hands=replaced(state.hands, at, hand))
    shuffled = check_refill(terms, taken, now - stay, move.top)
    display = tuple(sorted(move.display))
    after = changed(taken, phase="call", display=display, top=move.top, pile=state.pile - len(move.numbers))
    if shuffled:
        after = changed(after, pile=after.pile + len(state.discards), discards=())
    return after, (Drawn(move.seat, move.numbers, display, move.top, shuffled),)


def call(terms: Terms, state: State, move: Call) -> Outcome:
    check_phase(state.phase, "call", "call")
    for seat in move.marks:
        check_known_seat(terms.index, seat)
    if move.number != state.top:
        raise IllegalMove("card", "call_the_top", card=move.number, top=state.top)
    sheets = list(state.sheets)
    for seat, colour in move.marks.items():
        at = terms.index[seat]
        sheets[at] = _crossed(sheets[at], seat, colour, (move.number,))
    marked = state.active in move.marks
    after = changed(state, phase="play", sheets=tuple(sheets), marked=marked)
    events: tuple[Event, ...] = (Called(state.active, move.number, move.marks), *_closed(terms, state, after))
    return _ended_by_rows(terms, after, events) or (after, events)


def play_cards(terms: Terms, state: State, move: Play) -> Outcome:
    if move.jokers is not None and not terms.jokers:
        raise malformed("jokers_without_variant")
    check_phase(state.phase, "play", "play")
    check_turn(terms.index, move.seat, state.active)
    at = terms.index[move.seat]
    cards = _played(state, move)
    unknown = Counter(move.cards) - Counter(state.hands[at].known)
    check_copies(terms, located(state) + unknown)
    hand = _hand_without(state.hands[at], move, unknown)
    sheet = _crossed(state.sheets[at], move.seat, move.colour, _checked_marks(move))
    events: tuple[Event, ...] = (CardsPlayed(move.seat, move.colour, move.cards, move.jokers or (), move.marks),)
    failed = not state.marked and not move.marks
    if failed:
        sheet = sheet.failing()
        events += (TurnFailed(move.seat, sheet.failed),)
    after = changed(
        state,
        hands=replaced(state.hands, at, hand),
        sheets=replaced(state.sheets, at, sheet),
        discards=(*state.discards, *cards),
    )
    events += _closed(terms, state, after)
    if sheet.failed >= FAILED_TO_END:
        return _over(terms, after, events, "four_failed")
    ended = _ended_by_rows(terms, after, events)
    if ended is not None:
        return ended
    following = terms.seats[(at + 1) % len(terms.seats)]
    return changed(after, phase="draw", active=following, marked=False), events


def _played(state: State, move: Play) -> tuple[Played, ...]:
    """The cards of a play as they go to the discards; refused where one of them can't be."""
    check_numbers((*move.cards, *(move.jokers or ())))
    jokers = Counter(move.jokers or ())
    plain = Counter(move.cards) - jokers
    if not jokers <= Counter(move.cards):
        raise IllegalMove("card", "joker_not_played", cards=tuple((jokers - Counter(move.cards)).elements()))
    cards = [Played(move.colour, number) for number in plain.elements()]
    cards += [Played("joker", number) for number in jokers.elements()]
    for index, card in enumerate(cards):
        if card in state.discards or card in cards[:index]:
            raise IllegalMove("card", "played_before", card=card.number, colour=card.colour)
    return tuple(cards)


def _hand_without(hand: Hand, move: Play, unknown: Counter[int]) -> Hand:
    """The hand after a play, of which `unknown` must have come from the cards that nobody saw going in."""
    if unknown.total() > hand.size - len(hand.known):
        raise IllegalMove("hand", "numbers_not_in_hand", seat=move.seat, cards=tuple(unknown.elements()))
    return Hand(hand.size - len(move.cards), tuple((Counter(hand.known) - Counter(move.cards)).elements()))


def _checked_marks(move: Play) -> tuple[int, ...]:
    row = ROWS[move.colour]
    for number in move.marks:
        if number not in move.cards:
            raise IllegalMove("mark", "mark_not_played", card=number)
    places = [row.index(number) for number in move.marks]
    if any(later <= earlier for earlier, later in pairwise(places)):
        raise IllegalMove("mark", "marks_in_row_order", colour=move.colour)
    if places and places[-1] - places[0] + 1 - len(places) > MOST_SKIPPED:
        raise IllegalMove("mark", "marks_skip_two", colour=move.colour, most=MOST_SKIPPED)
    return move.marks


def _crossed(sheet: Sheet, seat: str, colour: str, numbers: tuple[int, ...]) -> Sheet:
    for number in numbers:
        refusal = sheet.refusal(colour, number)
        if refusal is not None:
            raise IllegalMove("mark", refusal, seat=seat, colour=colour, card=number)
        sheet = sheet.crossing(colour, number)
    return sheet


def _closed(terms: Terms, before: State, after: State) -> tuple[Event, ...]:
    """The rows that were closed by these crosses."""
    return tuple(
        RowClosed(seat, colour)
        for seat, old, new in zip(terms.seats, before.sheets, after.sheets, strict=True)
        if old != new
        for colour in new.locked
        if colour not in old.locked
    )


def _ended_by_rows(terms: Terms, state: State, events: tuple[Event, ...]) -> Outcome | None:
    if any(len(sheet.locked) >= ROWS_TO_END for sheet in state.sheets):
        return _over(terms, state, events, "two_rows")
    return None


def _over(terms: Terms, state: State, events: tuple[Event, ...], why: str) -> Outcome:
    score = {seat: sheet.points for seat, sheet in zip(terms.seats, state.sheets, strict=True)}
    winners = tuple([seat for seat in terms.seats if score[seat] == max(score.values())])
    return changed(state, phase="over", winners=winners), (*events, MatchOver(winners, score, why))


_RULES: Mapping[type, Callable[[Terms, State, Any], Outcome]] = {
    Setup: setup,
    Draw: draw,
    Call: call,
    Play: play_cards,
}
