"""No Thanks! as its rulebook tells it, one rule after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Advice, Match
from engine.no_thanks.events import Dealt, MatchOver, Passed, RoundScored, Taken, TurnedUp
from engine.no_thanks.moves import Deal, Pass, Take, TurnUp
from engine.no_thanks.state import points
from engine.players import seat_players
from tests.engine.no_thanks.tables import (
    RUN_OF_24,
    all_chips_on,
    cards,
    chips,
    dealt,
    event,
    opened,
    passing_until,
    played,
    taking_each,
)

PAULO = (8, 13, 14, 15, 17)
FOR_ANA = tuple(card for card in range(3, 36) if card not in {8, 13, 14, 15, 16, 17})


def round_of_paulo(his: Sequence[int]) -> Match:
    """A round after which Paulo has these cards, two chips having lain on the first of them."""
    match = Match.open("no_thanks", ["ana", "bia", "paulo"], rounds=1).play(Deal())
    match = taking_each(match, FOR_ANA[: 24 - len(his)])
    match = passing_until(match.play(TurnUp(his[0])), "paulo").play(Take("paulo"))
    return taking_each(match, his[1:])


# Setting up


def test_a_match_opens_with_nothing_on_the_table() -> None:
    assert opened().as_record(secret=True) == {
        "phase": "deal",
        "round": 1,
        "active": None,
        "on_card": 0,
        "to_decide": None,
        "left": 0,
        "cards": {"ana": (), "bia": (), "caio": ()},
        "score": {"ana": 0, "bia": 0, "caio": 0},
        "winners": (),
        "chips": {"ana": 0, "bia": 0, "caio": 0},
    }


@pytest.mark.parametrize(("seats", "each"), [(3, 11), (4, 11), (5, 11), (6, 9), (7, 7)])
def test_the_more_seats_the_fewer_chips_each(seats: int, each: int) -> None:
    assert set(chips(dealt(seats)).values()) == {each}


def test_a_deal_leaves_24_cards_to_turn_up_and_names_the_starter() -> None:
    match = dealt()
    assert (match.state.phase, match.state.left) == ("turn_up", 24)
    assert match.events == (Dealt(round=1, seat="ana"),)


@pytest.mark.parametrize("card", [3, 19, 35])
def test_any_card_from_3_to_35_may_be_the_first_active_card(card: int) -> None:
    match = dealt().play(TurnUp(card))
    assert (match.state.phase, match.state.active, match.state.left) == ("decide", card, 23)
    assert match.events == (TurnedUp(card, "ana", left=23),)


# The turn


def test_a_pass_lays_a_chip_on_the_card_and_the_left_neighbour_decides() -> None:
    match = played(dealt(), TurnUp(20), Pass("ana"), Pass("bia"))
    assert (match.state.active, match.state.on_card, match.state.to_decide) == (20, 2, "caio")
    assert chips(match) == {"ana": 10, "bia": 10, "caio": 11}
    assert match.events == (Passed("bia", 20, on_card=2),)


def test_after_the_last_seat_the_first_one_decides_again() -> None:
    match = played(dealt(), TurnUp(20), Pass("ana"), Pass("bia"), Pass("caio"))
    assert match.state.to_decide == "ana"


def test_whoever_takes_gets_the_card_and_its_chips_and_decides_about_the_next_one() -> None:
    match = played(dealt(), TurnUp(20), Pass("ana"), Pass("bia"), Take("caio"))
    assert cards(match, "caio") == (20,)
    assert chips(match) == {"ana": 10, "bia": 10, "caio": 13}
    assert (match.state.phase, match.state.active, match.state.on_card) == ("turn_up", None, 0)
    assert match.play(TurnUp(7)).state.to_decide == "caio"


def test_cards_lie_in_ascending_order_whatever_the_order_they_were_taken_in() -> None:
    assert cards(taking_each(dealt(), (30, 5, 17)), "ana") == (5, 17, 30)


@pytest.mark.parametrize(
    ("had", "card", "cost"),
    [((), 20, 20), ((19,), 20, 0), ((21,), 20, -1), ((19, 21), 20, -21), ((25,), 20, 20)],
)
def test_a_take_tells_what_the_card_adds_before_its_chips(had: tuple[int, ...], card: int, cost: int) -> None:
    match = taking_each(dealt(), (*had, card))
    assert event(match, Taken) == Taken("ana", card, chips=0, cost=cost)


def test_a_seat_without_a_chip_can_only_take() -> None:
    match = all_chips_on(dealt(), 35)
    assert match.state.on_card == 33
    assert list(match.legal_moves) == [Take("ana")]
    assert chips(match.play(Take("ana"))) == {"ana": 33, "bia": 0, "caio": 0}


def test_chips_are_never_made_nor_lost_in_a_round() -> None:
    match = opened(5, rounds=1)
    table = seat_players(match, seed=3)
    while match.state.phase != "over":
        match = match.play(table.next_move(match))
        if match.state.phase in ("turn_up", "decide"):
            assert sum(match.state.chips) + match.state.on_card == 55


# Scoring


def test_the_cards_of_the_worked_example_and_13_chips_count_25() -> None:
    scored = event(round_of_paulo(PAULO), RoundScored)
    assert (scored.cards["paulo"], scored.chips["paulo"], scored.result["paulo"]) == (PAULO, 13, 25)


def test_with_a_16_as_well_they_count_8() -> None:
    scored = event(round_of_paulo((*PAULO, 16)), RoundScored)
    assert (scored.chips["paulo"], scored.result["paulo"]) == (13, 8)


@given(st.sets(st.integers(3, 35)), st.integers(0, 55))
def test_every_run_counts_its_lowest_card(held: set[int], in_hand: int) -> None:
    runs = [[card for _, card in run] for _, run in groupby(enumerate(sorted(held)), lambda item: item[1] - item[0])]
    assert points(tuple(sorted(held)), in_hand) == sum(min(run) for run in runs) - in_hand


def test_a_round_ends_with_its_24th_card_and_clears_the_table() -> None:
    before = taking_each(dealt(), RUN_OF_24[:-1]).play(TurnUp(26))
    assert (before.state.phase, before.state.left) == ("decide", 0)
    after = before.play(Take("ana"))
    assert after.as_record(secret=True) == {
        **opened().as_record(secret=True),
        "round": 2,
        "score": {"ana": -8, "bia": -11, "caio": -11},
    }


def test_chips_can_bring_a_score_below_zero() -> None:
    scored = event(taking_each(dealt(), RUN_OF_24), RoundScored)
    assert scored.result == {"ana": 3 - 11, "bia": -11, "caio": -11}


def test_the_scores_of_all_rounds_add_up() -> None:
    match = taking_each(dealt(rounds=2), RUN_OF_24).play(Deal())
    over = taking_each(match, range(35, 11, -1))
    assert event(over, RoundScored).result == {"ana": -11, "bia": 12 - 11, "caio": -11}
    assert over.as_record()["score"] == {"ana": -19, "bia": -10, "caio": -22}


# The match


def test_a_match_has_four_rounds_unless_told_otherwise() -> None:
    match = opened()
    for round_ in range(1, 5):
        assert (match.state.phase, match.state.round) == ("deal", round_)
        match = taking_each(match.play(Deal()), RUN_OF_24)
    assert (match.state.phase, match.state.round) == ("over", 4)


def test_one_round_may_be_agreed() -> None:
    over = taking_each(dealt(rounds=1), RUN_OF_24)
    assert (over.state.phase, over.state.round, over.state.to_decide) == ("over", 1, None)
    assert list(over.legal_moves) == []


def test_the_lowest_total_wins() -> None:
    match = taking_each(dealt(rounds=2), RUN_OF_24).play(Deal())
    over = taking_each(match, RUN_OF_24)
    assert over.as_record()["winners"] == ("caio",)
    assert event(over, MatchOver) == MatchOver(("caio",), {"ana": -19, "bia": -19, "caio": -22})


def test_equal_lowest_totals_share_the_win() -> None:
    assert taking_each(dealt(rounds=1), RUN_OF_24).as_record()["winners"] == ("bia", "caio")


def test_nobody_has_won_before_the_end() -> None:
    assert taking_each(dealt(rounds=2), RUN_OF_24).as_record()["winners"] == ()


# Who starts


def starters(match: Match, *deals: Deal) -> list[str]:
    """Who decides first in each of these rounds."""
    found = []
    for deal in deals:
        match = match.play(deal)
        found.append(match.state.to_decide)
        match = taking_each(match, RUN_OF_24)
    return found


def test_the_starter_moves_one_seat_left_each_round() -> None:
    assert starters(opened(), *[Deal()] * 4) == ["ana", "bia", "caio", "ana"]


def test_the_table_may_name_another_starter() -> None:
    assert starters(opened(), Deal("caio")) == ["caio"]


def test_the_next_starter_sits_left_of_the_one_that_really_started() -> None:
    assert starters(opened(), Deal("bia"), Deal(), Deal("bia"), Deal()) == ["bia", "caio", "bia", "caio"]


# Advice, and what it may not tell


def test_the_table_is_waited_for_to_deal_and_to_turn_up() -> None:
    assert opened().advice() == Advice(("deal",), (), "deal_round")
    assert dealt().advice() == Advice(("turn_up",), (), "turn_up_next")


def test_a_seat_is_told_what_passing_and_what_taking_would_be() -> None:
    match = played(taking_each(dealt(), (19,)), TurnUp(20), Pass("ana"), Pass("bia"), Pass("caio"))
    passing, taking = Passed("ana", 20, on_card=4), Taken("ana", 20, chips=3, cost=0)
    assert match.advice() == Advice(("pass", "take"), ("ana",), "pass_or_take", (passing, taking))


def test_a_match_that_is_over_wants_nothing() -> None:
    assert taking_each(dealt(rounds=1), RUN_OF_24).advice() == Advice((), (), "over")


def test_what_is_advised_is_what_then_happens() -> None:
    match = played(dealt(), TurnUp(20), Pass("ana"))
    passing, taking = match.advice().choices
    assert match.play(Pass("bia")).events == (passing,)
    assert match.play(Take("bia")).events == (taking,)


def test_public_advice_offers_a_pass_even_to_a_seat_without_a_chip() -> None:
    match = all_chips_on(dealt(), 35)
    passing, taking = Passed("ana", 35, on_card=34), Taken("ana", 35, chips=33, cost=35)
    assert match.advice() == Advice(("pass", "take"), ("ana",), "pass_or_take", (passing, taking))


def test_secret_advice_says_that_a_seat_without_a_chip_must_take() -> None:
    match = all_chips_on(dealt(), 35)
    taking = Taken("ana", 35, chips=33, cost=35)
    assert match.advice(secret=True) == Advice(("take",), ("ana",), "no_chip_left", (taking,))


def test_secret_advice_is_the_public_one_while_a_seat_has_chips() -> None:
    match = dealt().play(TurnUp(20))
    assert match.advice(secret=True) == match.advice()


@pytest.mark.parametrize("variant", ["base", "hidden_tiger", "tactical", "tactical_tiger"])
def test_nothing_public_depends_on_the_chips_in_the_hands(variant: str) -> None:
    match = opened(4, variant=variant, rounds=2)
    table = seat_players(match, seed=11)
    while match.state.phase != "over":
        poor, rich = (Match(match.header, replace(match.state, chips=(each,) * 4)) for each in (0, 55))
        assert poor.advice() == match.advice() == rich.advice()
        assert poor.as_record() == match.as_record() == rich.as_record()
        match = match.play(table.next_move(match))


def test_the_state_tells_chips_in_hands_only_where_it_may() -> None:
    match = played(dealt(), TurnUp(20), Pass("ana"))
    assert "chips" not in match.as_record()
    assert match.as_record(secret=True) == {**match.as_record(), "chips": {"ana": 10, "bia": 11, "caio": 11}}


def test_chips_are_told_to_all_once_the_round_is_scored() -> None:
    match = played(dealt(), TurnUp(3), Pass("ana"), Take("bia"))
    assert match.events == (Taken("bia", 3, chips=1, cost=3),)
    scored = event(taking_each(match, RUN_OF_24[1:]), RoundScored)
    assert scored.chips == {"ana": 10, "bia": 12, "caio": 11}
