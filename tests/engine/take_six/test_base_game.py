"""The base game: where a card goes, which rule sends it there, what it costs, and when a match ends."""

from __future__ import annotations

import pytest

from engine import BadHeader, Match
from engine.take_six.cards import HEADS, heads_on
from engine.take_six.events import Dealt, MatchOver, Placed, Revealed, RoundScored
from engine.take_six.moves import Deal, Exchange, Place, Reveal, Special
from engine.take_six.rows import Committed
from tests.engine.take_six.tables import (
    SEATS,
    base,
    choices,
    opened,
    piles,
    placed,
    played,
    refusal,
    reveal,
    rows,
    scores,
    settle,
)

EXAMPLE = opened(4).play(Deal((12, 37, 43, 58)))
FIRST_TURN = reveal(EXAMPLE, ana=14, bia=15, caio=44, duda=61)
SECOND_TURN = reveal(settle(FIRST_TURN), ana=30, bia=21, caio=36, duda=26)
THIRD_TURN = reveal(settle(SECOND_TURN), ana=83, bia=9, caio=3, duda=68)


def test_a_match_opens_with_an_empty_table() -> None:
    assert opened().as_record() == {
        "phase": "deal",
        "round": 1,
        "turn": 1,
        "rows": [],
        "queue": [],
        "pile": {"ana": 0, "bia": 0},
        "score": {"ana": 0, "bia": 0},
        "winners": (),
    }


def test_first_turn_of_the_example_14_and_15_follow_12_while_44_follows_43_and_61_follows_58() -> None:
    assert rows(settle(FIRST_TURN)) == [(12, 14, 15), (37,), (43, 44), (58, 61)]


def test_second_turn_of_the_example_30_takes_the_five_cards_that_21_and_26_completed() -> None:
    full = played(SECOND_TURN, Place("bia", 1), Place("duda", 1))
    assert rows(full)[0] == (12, 14, 15, 21, 26)

    taken = full.play(Place("ana", 1))
    assert placed(taken).taken == (12, 14, 15, 21, 26)
    assert piles(taken) == {"ana": 1 + 1 + 2 + 1 + 1, "bia": 0, "caio": 0, "duda": 0}
    assert rows(taken)[0] == (30,)
    assert rows(settle(taken)) == [(30, 36), (37,), (43, 44), (58, 61)]


def test_third_turn_of_the_example_3_takes_row_2_and_9_is_lucky() -> None:
    low = THIRD_TURN.play(Place("caio", 2))

    assert placed(low).taken == (37,)
    assert rows(low)[1] == (3,)
    assert rows(settle(low)) == [(30, 36), (3, 9), (43, 44), (58, 61, 68, 83)]


def test_hint_45_was_meant_to_follow_41_but_42_is_nearer_and_its_row_is_full() -> None:
    match = reveal(base((7,), (19, 23), (38, 41), (25, 31, 36, 40, 42)), ana=45, bia=90)

    assert refusal(match, Place("ana", 3)) == ("row", "row_full_row")
    taken = match.play(Place("ana", 4))
    assert placed(taken).taken == (25, 31, 36, 40, 42)
    assert rows(taken) == [(7,), (19, 23), (38, 41), (45,)]
    assert piles(taken)["ana"] == 2 + 1 + 1 + 3 + 1


def test_hint_62_was_meant_to_follow_61_until_a_low_29_took_that_row_away() -> None:
    table = base((61,), (66, 71), (80,), (32, 39, 45, 50, 54))
    harmless = reveal(table, ana=62, bia=90)
    assert rows(harmless.play(Place("ana", 1)))[0] == (61, 62)

    surprised = reveal(table, ana=62, bia=29).play(Place("bia", 1))
    assert refusal(surprised, Place("ana", 1)) == ("row", "row_full_row")
    taken = surprised.play(Place("ana", 4))
    assert placed(taken).rule == "full_row"
    assert rows(taken) == [(29,), (66, 71), (80,), (62,)]


def test_every_card_bears_the_heads_that_its_number_says() -> None:
    five = {11, 22, 33, 44, 66, 77, 88, 99}
    three = {10, 20, 30, 40, 50, 60, 70, 80, 90, 100}
    two = {5, 15, 25, 35, 45, 65, 75, 85, 95}

    for card in range(1, 105):
        expected = 7 if card == 55 else 5 if card in five else 3 if card in three else 2 if card in two else 1
        assert heads_on(card) == HEADS[card] == expected, card


def test_the_104_cards_bear_171_heads() -> None:
    assert sum(heads_on(card) for card in range(1, 105)) == 171


def test_ascending_is_named_where_only_one_row_ends_below_the_card() -> None:
    event = placed(FIRST_TURN.play(Place("ana", 1)))

    assert (event.rule, event.card, event.row) == ("ascending", 14, 1)
    assert (event.nearest, event.further, event.above) == (12, (), (37, 43, 58))
    assert (event.taken, event.heads) == ((), 0)


def test_smallest_difference_is_named_where_several_rows_end_below_the_card() -> None:
    event = placed(played(FIRST_TURN, Place("ana", 1), Place("bia", 1), Place("caio", 3)))

    assert (event.rule, event.card, event.row) == ("smallest_difference", 44, 3)
    assert (event.nearest, event.further, event.above) == (43, (37, 15), (58,))


def test_full_row_is_named_with_the_numbers_that_sent_the_card_there() -> None:
    event = placed(played(SECOND_TURN, Place("bia", 1), Place("duda", 1), Place("ana", 1)))

    assert (event.rule, event.card, event.row, event.heads) == ("full_row", 30, 1, 6)
    assert (event.nearest, event.further, event.above) == (26, (), (37, 44, 61))


def test_low_card_is_named_where_every_row_ends_above_the_card() -> None:
    event = placed(THIRD_TURN.play(Place("caio", 4)))

    assert (event.rule, event.card, event.row, event.heads) == ("low_card", 3, 4, 2)
    assert (event.nearest, event.further, event.above) == (None, (), (36, 37, 44, 61))


def test_a_row_with_four_cards_takes_a_fifth_without_harm() -> None:
    match = reveal(base((2, 3, 4, 5), (70,), (80,), (90,)), ana=6, bia=71).play(Place("ana", 1))

    assert rows(match)[0] == (2, 3, 4, 5, 6)
    assert piles(match)["ana"] == 0


def test_the_record_shows_the_rows_and_the_cards_still_to_place() -> None:
    record = played(FIRST_TURN, Place("ana", 1), Place("bia", 1)).as_record()

    assert record["rows"] == [
        {"cards": (12, 14, 15), "capacity": 5, "blocked": False},
        {"cards": (37,), "capacity": 5, "blocked": False},
        {"cards": (43,), "capacity": 5, "blocked": False},
        {"cards": (58,), "capacity": 5, "blocked": False},
    ]
    assert record["queue"] == [{"card": 44, "seat": "caio"}, {"card": 61, "seat": "duda"}]


def test_cards_are_placed_from_the_lowest_upward_whoever_sits_where() -> None:
    assert SECOND_TURN.events == (
        Revealed(2, (Committed(21, "bia"), Committed(26, "duda"), Committed(30, "ana"), Committed(36, "caio"))),
    )
    assert refusal(SECOND_TURN, Place("ana", 1)) == ("seat", "not_your_turn")
    assert refusal(SECOND_TURN.play(Place("bia", 1)), Place("bia", 1)) == ("seat", "not_your_turn")
    assert refusal(SECOND_TURN, Place("nobody", 1)) == ("seat", "unknown_seat")


@pytest.mark.parametrize(
    ("match", "wrong", "sentence"),
    [
        (FIRST_TURN, Place("ana", 2), "row_ascending"),
        (played(FIRST_TURN, Place("ana", 1), Place("bia", 1)), Place("caio", 2), "row_smallest_difference"),
        (played(SECOND_TURN, Place("bia", 1), Place("duda", 1)), Place("ana", 2), "row_full_row"),
        (FIRST_TURN, Place("ana", 5), "no_such_row"),
        (THIRD_TURN, Place("caio", 5), "no_such_row"),
        (THIRD_TURN, Place("caio", 0), "no_such_row"),
    ],
)
def test_any_other_row_than_the_rules_give_is_illegal(match: Match, wrong: Place, sentence: str) -> None:
    assert refusal(match, wrong) == ("row", sentence)
    assert wrong not in match.legal_moves


def test_what_is_no_move_of_the_game_is_malformed() -> None:
    assert refusal(EXAMPLE, "reveal") == ("malformed", "not_a_move")


def test_a_card_that_was_seen_this_round_cannot_be_revealed_again() -> None:
    after = settle(SECOND_TURN)

    on_a_row = Reveal({"ana": 36, "bia": 9, "caio": 3, "duda": 68})
    in_a_pile = Reveal({"ana": 14, "bia": 9, "caio": 3, "duda": 68})
    assert refusal(after, on_a_row) == ("card", "seen_before")
    assert refusal(after, in_a_pile) == ("card", "seen_before")


def test_two_seats_cannot_reveal_the_same_card() -> None:
    twice = Reveal({"ana": 14, "bia": 14, "caio": 44, "duda": 61})

    assert refusal(EXAMPLE, twice) == ("card", "revealed_twice")


@pytest.mark.parametrize("card", [0, -3, 105])
def test_a_number_outside_the_deck_is_no_card(card: int) -> None:
    assert refusal(opened(), Deal((12, 37, 43, card))) == ("card", "not_in_deck")
    assert refusal(base((12,), (37,), (43,), (58,)), Reveal({"ana": card, "bia": 15})) == ("card", "not_in_deck")


def test_the_same_card_cannot_open_two_rows() -> None:
    assert refusal(opened(), Deal((12, 37, 12, 58))) == ("card", "seen_before")


def test_a_reveal_names_every_seat_and_nobody_else() -> None:
    assert refusal(EXAMPLE, Reveal({"ana": 14, "bia": 15, "caio": 44})) == ("seat", "seat_missing")
    too_many = Reveal({"ana": 14, "bia": 15, "caio": 44, "duda": 61, "eva": 62})
    assert refusal(EXAMPLE, too_many) == ("seat", "unknown_seat")


def test_moves_out_of_their_phase_are_refused() -> None:
    reveal_now, deal_now = Reveal({"ana": 14, "bia": 15, "caio": 44, "duda": 61}), Deal((1, 2, 3, 4))

    assert refusal(opened(4), reveal_now) == ("phase", "not_now")
    assert refusal(opened(4), Place("ana", 1)) == ("phase", "not_now")
    assert refusal(EXAMPLE, deal_now) == ("phase", "not_now")
    assert refusal(EXAMPLE, Place("ana", 1)) == ("phase", "not_now")
    assert refusal(FIRST_TURN, deal_now) == ("phase", "not_now")
    assert refusal(FIRST_TURN, reveal_now) == ("phase", "not_now")


def test_the_base_game_knows_no_special_cards() -> None:
    dealt_specials = Deal((12, 37, 43, 58), specials=dict.fromkeys(SEATS[:4], ("block", "move", "insert")))

    assert refusal(opened(4), dealt_specials) == ("malformed", "specials_without_anniversary")
    assert refusal(FIRST_TURN, Special("ana", "insert")) == ("phase", "special_without_anniversary")
    assert refusal(FIRST_TURN, Exchange("ana", "insert")) == ("phase", "nobody_may_exchange")
    assert refusal(FIRST_TURN, Place("ana", 1, before=12)) == ("malformed", "before_without_insert")
    assert "special_count" not in EXAMPLE.as_record()


HANDS = {"ana": (1, 5, 11, 12, 13, 14, 15, 16, 17, 18), "bia": (2, 21, 22, 23, 31, 32, 33, 41, 42, 43)}
WITH_HANDS = opened().play(Deal((10, 20, 30, 40), hands=HANDS))


def test_where_hands_are_given_a_card_of_no_hand_is_illegal() -> None:
    assert refusal(WITH_HANDS, Reveal({"ana": 21, "bia": 2})) == ("hand", "not_in_hand")
    assert refusal(WITH_HANDS, Reveal({"ana": 77, "bia": 2})) == ("hand", "not_in_hand")
    assert Reveal({"ana": 1, "bia": 2}) in WITH_HANDS.legal_moves


def test_given_hands_are_ten_cards_of_the_deck_for_every_seat() -> None:
    def dealt(**changes: tuple[int, ...]) -> Deal:
        return Deal((10, 20, 30, 40), hands={**HANDS, **changes})

    assert refusal(opened(), dealt(bia=HANDS["bia"][1:])) == ("hand", "hand_size")
    assert refusal(opened(), dealt(bia=(1, *HANDS["bia"][1:]))) == ("card", "seen_before")
    assert refusal(opened(), dealt(bia=(10, *HANDS["bia"][1:]))) == ("card", "seen_before")
    assert refusal(opened(), dealt(bia=(105, *HANDS["bia"][1:]))) == ("card", "not_in_deck")
    assert refusal(opened(), dealt(eva=(51, 52))) == ("seat", "unknown_seat")
    assert refusal(opened(), Deal((10, 20, 30, 40), hands={"ana": HANDS["ana"]})) == ("seat", "seat_missing")


def test_a_round_has_ten_turns_and_is_scored_at_once() -> None:
    match = WITH_HANDS
    for turn, (ana, bia) in enumerate(zip(*HANDS.values(), strict=True), 1):
        assert (match.state.phase, match.state.turn) == ("reveal", turn)
        match = settle(reveal(match, ana=ana, bia=bia))

    state = match.state
    assert (state.phase, state.round, state.turn, state.rows) == ("deal", 2, 1, ())
    # The low 1 takes 10; row 1 is then full for 13, which takes 1 2 5 11 12, and for 18, which takes 13 to 17.
    assert scores(match) == {"ana": 3 + 10 + 6, "bia": 0}
    assert piles(match) == {"ana": 0, "bia": 0}


LAST_TURN = reveal(base((7, 8, 11, 18, 20), (60,), (70,), (80,), turn=10, pile=(4, 0), score=(20, 31)), ana=21, bia=61)


def test_scoring_a_round_adds_the_pile_to_the_score_and_tells_it() -> None:
    before = LAST_TURN.play(Place("ana", 1))
    assert (piles(before), scores(before)) == ({"ana": 15, "bia": 0}, {"ana": 20, "bia": 31})

    match = before.play(Place("bia", 2))
    assert match.events[1:] == (RoundScored(1, {"ana": 15, "bia": 0}, {"ana": 35, "bia": 31}),)
    assert (piles(match), scores(match)) == ({"ana": 0, "bia": 0}, {"ana": 35, "bia": 31})
    assert match.state.rows == ()
    assert match.state.winners == ()


def test_the_next_round_is_dealt_from_all_the_cards_again() -> None:
    match = settle(LAST_TURN).play(Deal((7, 60, 21, 61)))

    assert match.events == (Dealt(2, (7, 60, 21, 61)),)
    assert rows(settle(reveal(match, ana=8, bia=70))) == [(7, 8), (60,), (21,), (61, 70)]


@pytest.mark.parametrize(
    ("limit", "before", "over"),
    [
        (None, 50, False),
        (None, 51, True),
        ({"reach": 66}, 50, False),
        ({"reach": 66}, 51, True),
        ({"exceed": 66}, 51, False),
        ({"exceed": 66}, 52, True),
        ({"reach": 100}, 84, False),
        ({"reach": 100}, 85, True),
        ({"rounds": 3}, 0, True),
        ({"rounds": 4}, 90, False),
    ],
)
def test_a_third_round_in_which_ana_gets_15_heads_ends_the_match(
    limit: dict[str, int] | None, before: int, over: bool
) -> None:
    last = base((7, 8, 11, 18, 20), (60,), (70,), (80,), limit=limit, round=3, turn=10, pile=(4, 0), score=(before, 9))
    match = settle(reveal(last, ana=21, bia=61))

    assert scores(match) == {"ana": before + 15, "bia": 9}
    assert match.state.phase == ("over" if over else "deal")
    assert match.state.winners == (("bia",) if over else ())


def test_a_match_that_is_over_keeps_its_round_and_turn_and_takes_no_move() -> None:
    last = base((7, 8, 11, 18, 20), (60,), (70,), (80,), limit={"rounds": 2}, round=2, turn=10)
    match = settle(reveal(last, ana=21, bia=61))

    state = match.state
    assert (state.phase, state.round, state.turn, state.rows) == ("over", 2, 10, ())
    assert match.events[-1] == MatchOver(("bia",), {"ana": 11, "bia": 0})
    assert not match.legal_moves
    assert refusal(match, Deal((1, 2, 3, 4))) == ("phase", "not_now")


def test_equal_lowest_totals_share_the_win_in_the_order_of_seats() -> None:
    last = base((7,), (60,), (70,), (80,), seats=4, round=5, turn=10, score=(40, 12, 66, 12))
    match = settle(reveal(last, ana=90, bia=91, caio=92, duda=93))

    assert match.state.winners == ("bia", "duda")


def test_advice_before_a_deal_waits_for_the_table() -> None:
    advice = opened(4).advice()

    assert (advice.wants, advice.seats, advice.why, advice.choices) == (("deal",), (), "deal_rows", ())


def test_advice_before_a_reveal_waits_for_every_seat() -> None:
    advice = EXAMPLE.advice()

    assert (advice.wants, advice.seats, advice.why) == (("reveal",), ("ana", "bia", "caio", "duda"), "reveal_together")


def test_advice_for_a_card_with_one_place_is_the_placement_itself() -> None:
    advice = FIRST_TURN.advice()

    assert (advice.wants, advice.seats, advice.why) == (("place",), ("ana",), "ascending")
    assert advice.choices == (Placed("ana", 14, 1, "ascending", (12, 37, 43, 58)),)
    assert advice.choices == FIRST_TURN.play(Place("ana", 1)).events


def test_advice_for_a_low_card_says_what_each_row_costs() -> None:
    match = reveal(base((30, 36), (37,), (43, 44), (58, 61)), ana=3, bia=90)

    assert match.advice().why == "low_card"
    assert [(choice.row, choice.taken, choice.heads) for choice in choices(match)] == [
        (1, (30, 36), 4),
        (2, (37,), 1),
        (3, (43, 44), 6),
        (4, (58, 61), 2),
    ]


def test_advice_after_the_match_wants_nothing() -> None:
    last = base((7,), (60,), (70,), (80,), limit={"rounds": 1}, turn=10)
    advice = settle(reveal(last, ana=90, bia=91)).advice()

    assert (advice.wants, advice.seats, advice.why, advice.choices) == ((), (), "over", ())


def test_two_to_ten_seats_play() -> None:
    names = [f"seat {number}" for number in range(1, 12)]

    assert len(Match.open("take_six", names[:10]).header.seats) == 10
    for wrong in (names[:1], names):
        with pytest.raises(BadHeader, match="seat_count"):
            Match.open("take_six", wrong)


@pytest.mark.parametrize("limit", [66, None, {}, {"reach": 0}, {"reach": 66.0}, {"reach": True}, {"win": 3}])
def test_a_limit_is_one_of_three_kinds_with_a_number_from_1_up(limit: object) -> None:
    with pytest.raises(BadHeader, match="option_limit"):
        opened(limit=limit)
