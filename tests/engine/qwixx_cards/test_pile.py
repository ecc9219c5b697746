"""Cards: the display and its refills, the pile and its shuffles, what a hand can hold, and jokers."""

from __future__ import annotations

import pytest

from engine import Match
from engine.players import seat_players
from engine.qwixx_cards.events import CardsPlayed, Drawn, MustDraw, SetUp
from engine.qwixx_cards.moves import Call, Draw, Play, Setup
from engine.qwixx_cards.state import Hand, Played
from tests.engine.qwixx_cards.tables import (
    at_call,
    at_draw,
    at_play,
    event,
    of,
    opened,
    played,
    refusal,
    row,
    sheet,
    with_state,
)

SEVENS = tuple(Played(colour, 7) for colour in ("red", "yellow", "green", "blue"))


def draw_three(pile: int, discards: tuple[Played, ...] = SEVENS) -> Match:
    """Ana has two cards and draws three of 3, 6, 8 and 11; a 4 lies on top of the pile."""
    return with_state(at_draw(), hands=(Hand(2), Hand(4)), pile=pile, discards=discards)


# Setting up


def test_a_match_opens_without_cards() -> None:
    empty: dict[str, object] = {"red": (), "yellow": (), "green": (), "blue": (), "locked": (), "failed": 0}
    assert opened().as_record() == {
        "phase": "setup",
        "active": "ana",
        "display": (),
        "top": None,
        "hand_size": {"ana": 0, "bia": 0},
        "sheets": {"ana": empty, "bia": empty},
        "score": {"ana": 0, "bia": 0},
        "winners": (),
    }


def test_after_the_setup_everybody_has_four_cards_and_four_lie_in_the_display() -> None:
    match = at_draw(3, Setup((11, 3, 8, 6), 4))
    assert match.as_record() == {
        **opened(3).as_record(),
        "phase": "draw",
        "display": (3, 6, 8, 11),
        "top": 4,
        "hand_size": {"ana": 4, "bia": 4, "caio": 4},
    }
    assert match.events == (SetUp((3, 6, 8, 11), 4),)


@pytest.mark.parametrize(("variant", "cards"), [("base", 44), ("joker", 55)])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_card_is_ever_lost(variant: str, cards: int, seats: int) -> None:
    match = opened(seats, variant=variant)
    table = seat_players(match, seed=seats)
    shuffles = 0
    while (move := table.next_move(match)) is not None:
        match = match.play(move)
        state = match.state
        in_hands = sum(hand.size for hand in state.hands)
        assert in_hands + len(state.display) + state.pile + len(state.discards) == cards
        shuffles += isinstance(move, Draw) and event(match, Drawn).shuffled
    assert match.state.phase == "over"
    assert shuffles <= 3


# Drawing


def test_the_drawn_card_makes_room_for_the_top_of_the_pile() -> None:
    match = at_draw(setup=Setup((3, 5, 7, 11), 8)).play(Draw("ana", (11,), (3, 5, 7, 8), 4))
    assert (match.state.phase, match.state.display, match.state.top) == ("call", (3, 5, 7, 8), 4)
    assert match.as_record()["hand_size"] == {"ana": 5, "bia": 4}
    assert match.events == (Drawn("ana", (11,), (3, 5, 7, 8), 4, shuffled=False),)


def test_the_number_called_stays_on_the_pile_until_the_next_refill() -> None:
    match = played(at_call(9), Call(9, {}), Play("ana", "red", (3,), ()))
    assert match.state.top == 9
    assert refusal(match, Draw("bia", (3,), (4, 6, 8, 10), 5)) == ("card", "top_not_in_display")
    assert match.play(Draw("bia", (3,), (4, 6, 8, 9), 5)).state.top == 5


def test_the_display_may_be_told_in_any_order() -> None:
    assert at_draw().play(Draw("ana", (11,), (8, 4, 6, 3), 9)).state.display == (3, 4, 6, 8)


@pytest.mark.parametrize("cards", [(3,), (3, 5), (3, 5, 7)])
def test_as_many_cards_are_drawn_as_were_played_in_the_turn_before(cards: tuple[int, ...]) -> None:
    match = played(at_play(), Play("ana", "red", cards, ()), Draw("bia", (8,), (3, 4, 6, 9), 10))
    match = played(match, Call(10, {}), Play("bia", "blue", (8,), ()))
    assert match.advice().choices == (MustDraw("ana", len(cards)),)
    for numbers in ((), (3,), (3, 4), (3, 4, 6), (3, 4, 6, 9)):
        listed = [move for move in match.legal_moves if isinstance(move, Draw) and move.numbers == numbers]
        assert bool(listed) == (len(numbers) == len(cards))


@pytest.mark.parametrize("numbers", [(), (3, 6)])
def test_a_draw_makes_a_hand_of_five(numbers: tuple[int, ...]) -> None:
    assert refusal(at_draw(), Draw("ana", numbers, (4, 8, 11, 12), 9)) == ("hand", "draw_to_five")


@pytest.mark.parametrize("number", [4, 7])
def test_only_what_lies_in_the_display_is_drawn(number: int) -> None:
    assert refusal(at_draw(), Draw("ana", (number,), (3, 4, 6, 8), 9)) == ("card", "not_in_display")


def test_a_number_is_drawn_as_often_as_it_lies_there() -> None:
    assert refusal(draw_three(20, ()), Draw("ana", (3, 3, 6), (4, 8, 9, 11), 9)) == ("card", "not_in_display")


def test_the_rest_of_the_display_stays() -> None:
    assert refusal(at_draw(), Draw("ana", (11,), (3, 4, 6, 9), 9)) == ("card", "display_stays")


def test_the_first_card_of_a_refill_was_the_top_of_the_pile() -> None:
    assert refusal(at_draw(), Draw("ana", (11,), (3, 6, 8, 9), 9)) == ("card", "top_not_in_display")
    assert Draw("ana", (3, 6, 8), (4, 9, 10, 11), 9) in draw_three(20).legal_moves
    assert refusal(draw_three(20), Draw("ana", (3, 6, 8), (5, 9, 10, 11), 9)) == ("card", "top_not_in_display")


# The pile runs out


def test_the_discards_are_the_new_pile_once_the_last_card_fills_the_display() -> None:
    match = with_state(at_draw(), pile=1, discards=SEVENS).play(Draw("ana", (11,), (3, 4, 6, 8), 7))
    assert event(match, Drawn).shuffled
    assert (match.state.pile, match.state.discards, match.state.top) == (4, (), 7)


def test_while_a_card_is_left_the_discards_stay() -> None:
    match = with_state(at_draw(), pile=2, discards=SEVENS)
    after = match.play(Draw("ana", (11,), (3, 4, 6, 8), 9))
    assert not event(after, Drawn).shuffled
    assert (after.state.pile, after.state.discards) == (1, SEVENS)
    assert refusal(match, Draw("ana", (11,), (3, 4, 6, 8), 7)) == ("card", "too_many_copies")


def test_a_refill_may_go_on_with_the_new_pile() -> None:
    match = draw_three(pile=2).play(Draw("ana", (3, 6, 8), (4, 7, 9, 11), 7))
    assert event(match, Drawn).shuffled
    assert (match.state.pile, match.state.discards) == (2 + 4 - 3, ())


def test_what_still_comes_of_the_old_pile_is_none_of_the_discards() -> None:
    draw = Draw("ana", (3, 6, 8), (4, 7, 7, 11), 9)
    assert refusal(draw_three(pile=2), draw) == ("card", "too_many_copies")
    assert draw in draw_three(pile=1).legal_moves
    assert draw in draw_three(pile=2, discards=SEVENS[:3]).legal_moves


def test_no_number_lies_too_often_after_a_shuffle() -> None:
    match = draw_three(pile=1, discards=SEVENS)
    assert Draw("ana", (3, 6, 8), (4, 7, 7, 11), 7) in match.legal_moves
    hands = (Hand(2, (7, 7)), Hand(4))
    held = with_state(match, hands=hands, discards=SEVENS[:2])
    assert refusal(held, Draw("ana", (3, 6, 8), (4, 7, 7, 11), 7)) == ("card", "too_many_copies")


def test_a_card_may_be_played_again_after_a_shuffle() -> None:
    again = Play("ana", "red", (7,), (7,))
    match = with_state(at_draw(), pile=1, discards=SEVENS[:1]).play(Draw("ana", (11,), (3, 4, 6, 8), 7))
    assert again in match.play(Call(7, {})).legal_moves
    unshuffled = with_state(at_draw(), pile=2, discards=SEVENS[:1]).play(Draw("ana", (11,), (3, 4, 6, 8), 7))
    assert refusal(unshuffled.play(Call(7, {})), again) == ("card", "played_before")


def test_a_long_match_shuffles_and_goes_on() -> None:
    match = opened(5)
    table = seat_players(match, seed=1)
    shuffled_at: list[int] = []
    while (move := table.next_move(match)) is not None:
        pile = match.state.pile
        match = match.play(move)
        if isinstance(move, Draw) and event(match, Drawn).shuffled:
            shuffled_at.append(pile)
            assert match.state.discards == ()
            assert match.state.phase == "call"
    assert shuffled_at
    assert max(shuffled_at) <= 3


# A number too many, and what a hand can't hold


def test_the_deck_holds_each_number_once_a_colour() -> None:
    assert refusal(opened(), Setup((7, 7, 7, 7), 7)) == ("card", "too_many_copies")
    match = at_draw(setup=Setup((7, 7, 7, 7), 8))
    assert refusal(match, Draw("ana", (7,), (7, 7, 7, 8), 7)) == ("card", "too_many_copies")
    assert Draw("ana", (7,), (7, 7, 7, 8), 8) in match.legal_moves


def test_with_jokers_it_holds_each_number_once_more() -> None:
    match = at_draw(setup=Setup((7, 7, 7, 7), 7), variant="joker")
    assert refusal(match, Draw("ana", (7,), (7, 7, 7, 7), 7)) == ("card", "too_many_copies")
    assert Draw("ana", (7,), (7, 7, 7, 7), 8) in match.legal_moves


def test_a_number_that_lies_in_sight_four_times_is_in_no_hand() -> None:
    match = played(at_draw(setup=Setup((7, 7, 7, 8), 7)), Draw("ana", (8,), (7, 7, 7, 7), 9), Call(9, {}))
    assert refusal(match, Play("ana", "red", (7,), (7,))) == ("card", "too_many_copies")


def test_a_drawn_number_may_be_played_though_it_was_the_fourth() -> None:
    match = played(at_draw(setup=Setup((7, 7, 7, 7), 8)), Draw("ana", (7,), (7, 7, 7, 8), 9), Call(9, {}))
    assert row(match.play(Play("ana", "red", (7,), (7,))), "ana", "red") == (7,)
    assert refusal(match, Play("ana", "red", (7, 7), (7,))) == ("card", "played_before")


def test_numbers_of_the_discards_are_counted_too() -> None:
    match = with_state(at_draw(), discards=SEVENS[:3]).play(Draw("ana", (11,), (3, 4, 6, 8), 7))
    assert refusal(match.play(Call(7, {})), Play("ana", "blue", (7,), (7,))) == ("card", "too_many_copies")


def test_a_hand_holds_what_was_drawn_and_four_cards_that_nobody_saw() -> None:
    match = at_play().play(Play("ana", "red", (2, 3, 5), ()))
    assert match.state.hands[0] == Hand(2, (11,))


def test_a_hand_whose_cards_were_all_seen_has_no_others() -> None:
    match = at_play().play(Play("ana", "red", (2, 3, 5), ()))
    match = played(match, Draw("bia", (8,), (3, 4, 6, 9), 10), Call(10, {}), Play("bia", "red", (4,), ()))
    match = played(match, Draw("ana", (3, 4, 6), (9, 10, 12, 12), 2), Call(2, {}))
    assert refusal(match, Play("ana", "blue", (5, 7), ())) == ("hand", "numbers_not_in_hand")
    for cards in ((11, 5, 3), (3, 4, 6), (5,), (11,)):
        assert Play("ana", "blue", cards, ()) in match.legal_moves
    match = played(match, Play("ana", "blue", (5, 11), ()))
    assert match.state.hands[0] == Hand(3, (3, 4, 6))


def test_a_fully_known_hand_refuses_any_other_number() -> None:
    match = with_state(at_play(), hands=(Hand(5, (2, 2, 5, 7, 11)), Hand(4)))
    moves = [move for move in match.legal_moves if isinstance(move, Play)]
    assert {number for move in moves for number in move.cards} == {2, 5, 7, 11}
    assert refusal(match, Play("ana", "red", (5, 6), (5,))) == ("hand", "numbers_not_in_hand")


def test_a_colour_and_number_is_played_once_between_two_shuffles() -> None:
    match = with_state(at_play(), discards=(Played("red", 7),))
    assert refusal(match, Play("ana", "red", (5, 7), (5,))) == ("card", "played_before")
    assert Play("ana", "blue", (7,), (7,)) in match.legal_moves


# Jokers


@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue"])
def test_a_joker_has_the_colour_that_its_seat_chooses(colour: str) -> None:
    match = at_play(variant="joker").play(Play("ana", colour, (7,), (7,), jokers=(7,)))
    assert row(match, "ana", colour) == (7,)
    assert match.state.discards == (Played("joker", 7),)


def test_all_cards_of_a_play_have_the_one_colour_jokers_included() -> None:
    match = at_play(variant="joker").play(Play("ana", "green", (9, 8, 6), (9, 8, 6), jokers=(8,)))
    assert row(match, "ana", "green") == (9, 8, 6)
    assert set(match.state.discards) == {Played("green", 9), Played("joker", 8), Played("green", 6)}
    assert event(match, CardsPlayed).jokers == (8,)


def test_a_card_and_a_joker_of_the_same_number_are_crossed_once() -> None:
    match = at_play(variant="joker")
    both = match.play(Play("ana", "red", (7, 7, 8), (7, 8), jokers=(7,)))
    assert row(both, "ana", "red") == (7, 8)
    assert refusal(match, Play("ana", "red", (7, 7), (7, 7), jokers=(7,))) == ("mark", "marks_in_row_order")


def test_two_jokers_may_be_played_together() -> None:
    match = at_play(variant="joker").play(Play("ana", "red", (7, 8), (7, 8), jokers=(8, 7)))
    assert set(match.state.discards) == {Played("joker", 7), Played("joker", 8)}


def test_a_joker_does_not_use_up_the_card_of_its_colour() -> None:
    match = with_state(at_play(variant="joker"), discards=(Played("joker", 7),))
    assert Play("ana", "red", (7,), (7,)) in match.legal_moves
    assert refusal(match, Play("ana", "red", (7,), (7,), jokers=(7,))) == ("card", "played_before")


def test_there_is_one_joker_of_each_number() -> None:
    match = at_play(variant="joker")
    assert refusal(match, Play("ana", "red", (7, 7), (7,), jokers=(7, 7))) == ("card", "played_before")
    assert refusal(match, Play("ana", "red", (7, 7), (7,))) == ("card", "played_before")


@pytest.mark.parametrize(("cards", "jokers"), [((7,), (8,)), ((7,), (7, 7)), ((7, 8), (9,))])
def test_jokers_are_among_the_cards_played(cards: tuple[int, ...], jokers: tuple[int, ...]) -> None:
    assert refusal(at_play(variant="joker"), Play("ana", "red", cards, (), jokers)) == ("card", "joker_not_played")


def test_jokers_follow_the_rules_of_crossing() -> None:
    match = at_play(variant="joker", ana=sheet(red=(8,)))
    assert refusal(match, Play("ana", "red", (7,), (7,), jokers=(7,))) == ("mark", "mark_passed")
    assert refusal(match, Play("ana", "red", (9, 12), (9, 12), jokers=(12,))) == ("mark", "marks_skip_two")
    assert refusal(match, Play("ana", "red", (12,), (12,), jokers=(12,))) == ("mark", "mark_last_too_soon")


@pytest.mark.parametrize("jokers", [None, ()])
def test_a_play_without_jokers_need_not_say_so(jokers: tuple[int, ...] | None) -> None:
    match = at_play(variant="joker").play(Play("ana", "red", (7,), (7,), jokers))
    assert match.state.discards == (Played("red", 7),)


@pytest.mark.parametrize("jokers", [(7,), ()])
def test_without_the_variant_there_are_no_jokers(jokers: tuple[int, ...]) -> None:
    for match in (at_play(), at_draw()):
        assert refusal(match, Play("ana", "red", (7,), (7,), jokers)) == ("malformed", "jokers_without_variant")


def test_a_played_joker_comes_back_with_the_shuffle() -> None:
    joker = Play("ana", "red", (7,), (7,), jokers=(7,))
    match = with_state(at_draw(variant="joker"), pile=1, discards=(Played("joker", 7),))
    match = played(match, Draw("ana", (11,), (3, 4, 6, 8), 9), Call(9, {}))
    assert of(match.play(joker), "ana").points == 1
