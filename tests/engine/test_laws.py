"""Laws that hold in every match, tried on matches and rubbish that Hypothesis thinks up."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import BadHeader, IllegalMove, Match, record
from engine.match import Header
from engine.no_thanks.terms import IN_PLAY
from engine.players import STYLES, seat_players
from engine.qwixx_cards.sheet import ROWS
from engine.take_six.cards import HEADS, HIGHEST

NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=12)


@st.composite
def headers(draw: st.DrawFn, games: tuple[str, ...] = ("take_six", "no_thanks", "qwixx_cards")) -> Header:
    """A header of any game, variant and number of seats, short enough to be played to its end."""
    game = draw(st.sampled_from(games))
    if game == "take_six":
        variant = draw(st.sampled_from(["base", "pro", "anniversary", "draft", "known_deck"]))
        options: dict[str, Any] = {"limit": {"rounds": draw(st.integers(1, 2))}}
        most = {"base": 10, "anniversary": 8}.get(variant, 6)
        if variant == "anniversary":
            options = {}
        options |= {variant: True} if variant in ("draft", "known_deck") else {"variant": variant}
        least = 2
    elif game == "no_thanks":
        variant = draw(st.sampled_from(["base", "hidden_tiger", "tactical", "tactical_tiger"]))
        options, least, most = {"variant": variant, "rounds": draw(st.integers(1, 2))}, 3, 7
        if variant.startswith("tactical"):
            options |= {"gaps": draw(st.sampled_from([[10, 20, 30], [10, 19, 28]]))}
            most = 5
    else:
        options, least, most = {"variant": draw(st.sampled_from(["base", "joker"]))}, 2, 5
    seats = draw(st.lists(NAMES, min_size=least, max_size=most, unique=True))
    return Header(game, tuple(seats), options)


@st.composite
def matches(draw: st.DrawFn, games: tuple[str, ...] = ("take_six", "no_thanks", "qwixx_cards")) -> list[Match]:
    """A whole match, as the list of what it was after every move."""
    match = Match.of(draw(headers(games)))
    seed, style, open_hands = draw(st.integers(0, 2**32)), draw(st.sampled_from(STYLES)), draw(st.booleans())
    table = seat_players(match, seed, style, open_hands=open_hands)
    course = [match]
    while (move := table.next_move(course[-1])) is not None:
        course.append(course[-1].play(move))
    return course


@settings(max_examples=60, deadline=None)
@given(matches(("take_six",)))
def test_rows_ascend_and_no_card_lies_twice(course: list[Match]) -> None:
    for match in course:
        state, terms = match.state, match.header.terms
        lying = [card for row in state.rows for card in row.cards]
        assert len(set(lying)) == len(lying)
        assert all(list(row.cards) == sorted(row.cards) for row in state.rows)
        assert all(len(row.cards) <= row.capacity for row in state.rows)
        assert [committed.card for committed in state.queue][1:] == sorted(c.card for c in state.queue[1:])
        assert all(1 <= card <= terms.highest for card in lying)
        assert sum(row.blocked for row in state.rows) <= 2
        if state.phase in ("reveal", "place"):
            assert len(state.rows) in (4, 5)


@settings(max_examples=60, deadline=None)
@given(matches(("take_six",)))
def test_heads_are_conserved(course: list[Match]) -> None:
    """What was seen lies in a row, waits to be placed, went back into a hand, or is in a pile; heads tell."""
    for match in course:
        state = match.state
        if state.specials is not None or state.phase not in ("reveal", "place"):
            continue
        lying = sum(HEADS[card] for row in state.rows for card in row.cards)
        waiting = sum(HEADS[committed.card] for committed in state.queue)
        assert sum(HEADS[card] for card in state.seen) == lying + waiting + sum(state.pile)
    assert sum(HEADS[card] for card in range(1, HIGHEST + 1)) == 171


@settings(max_examples=40, deadline=None)
@given(matches(("take_six",)))
def test_special_cards_are_conserved(course: list[Match]) -> None:
    from engine.take_six.specials import DECK, lying

    for match in course:
        specials = match.state.specials
        if specials is not None:
            told = sum(specials.count) + specials.deck + len(specials.discards) + lying(match.state).total()
            assert told == DECK
            assert all(len(known) <= count for known, count in zip(specials.known, specials.count, strict=True))


@settings(max_examples=60, deadline=None)
@given(matches(("no_thanks",)))
def test_chips_and_cards_are_conserved(course: list[Match]) -> None:
    for match in course:
        state, terms = match.state, match.header.terms
        if state.phase not in ("turn_up", "decide"):
            assert sum(state.chips) == state.on_card == state.left == 0
            continue
        assert sum(state.chips) + state.on_card == terms.chips_each * len(terms.seats)
        assert min(state.chips) >= 0
        tigers_played = sum(tiger is None for tiger in state.tigers) if terms.tigers else 0
        open_cards = sum(len(cards) for cards in state.cards)
        assert open_cards + (state.active is not None) + state.left == IN_PLAY + tigers_played
        assert all(list(cards) == sorted(set(cards)) for cards in state.cards)


@settings(max_examples=60, deadline=None)
@given(matches(("qwixx_cards",)))
def test_qwixx_cards_are_conserved_and_sheets_are_honest(course: list[Match]) -> None:
    for match in course[1:]:
        state, terms = match.state, match.header.terms
        hands = sum(hand.size for hand in state.hands)
        assert hands + len(state.display) + state.pile + len(state.discards) == terms.deck
        assert len(state.display) == 4
        assert all(len(hand.known) <= hand.size <= 5 for hand in state.hands)
        for sheet in state.sheets:
            assert sheet.failed <= 4
            for colour, row in ROWS.items():
                places = [row.index(number) for number in sheet.row(colour)]
                assert places == sorted(set(places))
                assert colour not in sheet.locked or len(places) > 5


@settings(max_examples=40, deadline=None)
@given(matches(), st.data())
def test_undo_is_exact(course: list[Match], data: st.DataObject) -> None:
    back = data.draw(st.integers(1, len(course) - 1))
    assert course[-1].undo(back).state is course[-1 - back].state


@settings(max_examples=40, deadline=None)
@given(matches(), st.data())
def test_amending_a_line_to_what_it_was_changes_nothing(course: list[Match], data: st.DataObject) -> None:
    line = data.draw(st.integers(2, len(course)))
    match = course[-1].amend(line, course[line - 1].peek())
    assert match.state == course[-1].state
    assert len(match.events) == 1


@settings(max_examples=40, deadline=None)
@given(matches())
def test_a_record_read_is_the_match_that_was_written(course: list[Match]) -> None:
    written = record.write(course[-1])
    assert record.read(written) == course[-1]
    assert record.write(record.read(written)) == written


@settings(max_examples=30, deadline=None)
@given(matches())
def test_advice_names_only_moves_and_seats_that_there_are(course: list[Match]) -> None:
    for match in course:
        advice = match.advice()
        assert set(advice.wants) <= set(match.header.rules.moves)
        assert set(advice.seats) <= set(match.header.seats)
        assert bool(advice.wants) == (match.state.phase != "over")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["ana", "bia"]),
    lambda inside: st.lists(inside, max_size=5) | st.dictionaries(st.text(max_size=8), inside, max_size=5),
    max_leaves=12,
)
KEYS = ("move", "seat", "row", "rows", "cards", "card", "special", "with", "before", "discard", "draw", "line", "moves")
MOVES = ("deal", "reveal", "place", "special", "exchange", "draft", "undo", "amend", "turn_up", "pass", "take", "call")
LINES = st.dictionaries(
    st.sampled_from(KEYS), JSON | st.sampled_from(MOVES) | st.integers(-2, 110), max_size=6
) | st.fixed_dictionaries({"move": st.sampled_from(MOVES)}, optional=dict.fromkeys(KEYS[1:], JSON))


@settings(max_examples=300, deadline=None)
@given(headers(), st.lists(LINES.map(json.dumps) | st.text(max_size=40), max_size=6))
def test_no_line_whatever_is_in_it_does_anything_but_be_played_or_refused(header: Header, lines: list[str]) -> None:
    match = Match.of(header)
    for line in lines:
        before = match.state
        try:
            match = record.play_line(match, record.read_line(header, line))
        except IllegalMove as error:
            refused = error
        else:
            continue
        assert refused.rule in CODES
        assert match.state is before


CODES = ("malformed", "phase", "seat", "card", "hand", "row", "special", "chips", "mark")


@settings(max_examples=200, deadline=None)
@given(JSON.map(json.dumps) | st.text(max_size=60))
def test_no_header_whatever_is_in_it_does_anything_but_open_or_be_refused(line: str) -> None:
    with pytest.raises(BadHeader):
        record.read_header(line)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_options_are_read_or_refused(data: st.DataObject) -> None:
    keys = st.sampled_from(["variant", "draft", "known_deck", "limit", "rounds", "gaps", "x"])
    values = JSON | st.sampled_from(["pro", "joker", "tactical", {"reach": 66}, {"rounds": 1}, [10, 20, 30], True])
    options = data.draw(st.dictionaries(keys, values, max_size=3))
    for game in ("take_six", "no_thanks", "qwixx_cards"):
        keys_of_header = {"record": 1, "game": game, "seats": ["ana", "bia", "caio"], "options": options}
        try:
            header = record.read_header(json.dumps(keys_of_header))
        except BadHeader:
            continue
        assert record.read_header(record.write_header(header)) == header
