"""What the rules of the Qwixx card game want next, and every move that is worth trying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product

from engine.game import Advice, Move
from engine.qwixx_cards.events import MayMark, MustDraw
from engine.qwixx_cards.moves import Call, Draw, Play, Setup
from engine.qwixx_cards.pile import DISPLAY, FULL_HAND
from engine.qwixx_cards.sheet import MOST_PLAYED, ROWS
from engine.qwixx_cards.state import State
from engine.qwixx_cards.terms import COLOURS, NUMBERS, Terms


def advice(terms: Terms, state: State, secret: bool = False) -> Advice:
    """What comes next. Hands are never in it, so there is no secret."""
    active = state.active
    at = terms.index[active]
    if state.phase == "setup":
        return Advice(("setup",), (), "set_up")
    if state.phase == "draw":
        return Advice(("draw",), (active,), "draw_to_five", (MustDraw(active, FULL_HAND - state.hands[at].size),))
    if state.phase == "call":
        return Advice(("call",), terms.seats, "call_the_top", tuple(_call_choices(terms, state)))
    if state.phase == "play":
        sheet = state.sheets[at]
        open_rows = [MayMark(active, colour, sheet.open_numbers(colour)) for colour in COLOURS]
        return Advice(("play",), (active,), "play_one_colour", tuple([row for row in open_rows if row.numbers]))
    return Advice((), (), "over")


def _call_choices(terms: Terms, state: State) -> Iterator[MayMark]:
    assert state.top is not None  # a pile lies in every phase but setup
    for seat, sheet in zip(terms.seats, state.sheets, strict=True):
        for colour in COLOURS:
            if sheet.refusal(colour, state.top) is None:
                yield MayMark(seat, colour, (state.top,))


def candidates(terms: Terms, state: State) -> Iterator[Move]:
    """Every move that may come now."""
    if state.phase == "setup":
        for display in combinations_with_replacement(NUMBERS, DISPLAY):
            yield from (Setup(display, top) for top in NUMBERS)
    elif state.phase == "draw":
        yield from _draws(terms, state)
    elif state.phase == "call":
        yield from _calls(terms, state)
    elif state.phase == "play":
        yield from _plays(terms, state)


def _draws(terms: Terms, state: State) -> Iterator[Draw]:
    assert state.top is not None  # a pile lies in every phase but setup
    count = FULL_HAND - state.hands[terms.index[state.active]].size
    for numbers in sorted(set(combinations(state.display, count))):
        stay = tuple((Counter(state.display) - Counter(numbers)).elements())
        for others in combinations_with_replacement(NUMBERS, count - 1):
            display = tuple(sorted((*stay, state.top, *others)))
            yield from (Draw(state.active, numbers, display, top) for top in NUMBERS)


def _calls(terms: Terms, state: State) -> Iterator[Call]:
    assert state.top is not None  # a pile lies in every phase but setup
    for colours in product((None, *COLOURS), repeat=len(terms.seats)):
        marks = {seat: colour for seat, colour in zip(terms.seats, colours, strict=True) if colour is not None}
        yield Call(state.top, marks)


def _plays(terms: Terms, state: State) -> Iterator[Play]:
    for count in range(1, MOST_PLAYED + 1):
        for cards in combinations_with_replacement(NUMBERS, count):
            for colour in COLOURS:
                marks = [number for number in ROWS[colour] if number in cards]
                for jokers in _joker_choices(terms, cards):
                    for size in range(len(marks) + 1):
                        for chosen in combinations(marks, size):
                            yield Play(state.active, colour, cards, chosen, jokers)


def _joker_choices(terms: Terms, cards: tuple[int, ...]) -> Iterator[tuple[int, ...] | None]:
    """Which of the cards may be jokers; None where there are no jokers at all."""
    if not terms.jokers:
        yield None
        return
    for size in range(len(cards) + 1):
        yield from sorted(set(combinations(cards, size)))
