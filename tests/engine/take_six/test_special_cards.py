"""What each special card of the anniversary variant does, by the examples of the rulebooks, and when it is refused."""

from __future__ import annotations

import pytest

from engine import Match
from engine.take_six.events import SpecialPlayed
from engine.take_six.moves import Place, Special
from tests.engine.take_six.tables import (
    choices,
    party,
    piles,
    placed,
    played,
    refusal,
    reveal,
    rows,
    settle,
    specials,
    with_specials,
)

FOUR = ((12,), (37,), (43,), (58,))
FULL = (3, 5, 11, 13, 17)
"""A full row of 10 heads, one of them on each card but 5 with two and 11 with five."""


# The fifth row.


GUSTAVO = reveal(party((8, 12), (30,), (41,), (13, 15, 18, 20, 22)), ana=23, bia=90)


def test_fifth_row_saves_23_from_taking_row_4() -> None:
    assert choices(GUSTAVO)[0].rule == "full_row"

    match = played(GUSTAVO, Special("ana", "fifth_row"), Place("ana", 5))
    assert rows(match) == [(8, 12), (30,), (41,), (13, 15, 18, 20, 22), (23,)]
    assert placed(match).rule == "fifth_row"
    assert piles(match)["ana"] == 0


def test_cards_go_behind_the_fifth_row_as_behind_any_other() -> None:
    match = settle(played(GUSTAVO, Special("ana", "fifth_row"), Place("ana", 5)))

    assert rows(settle(reveal(match, ana=24, bia=31)))[4] == (23, 24)


def test_while_five_rows_lie_whoever_takes_one_takes_the_number_card_just_played_too() -> None:
    five = party((8, 12), (30,), (41,), (13, 15, 18, 20, 22), (24,))
    match = reveal(five, ana=23, bia=90).play(Place("ana", 4))

    assert placed(match).taken == (13, 15, 18, 20, 22, 23)
    assert piles(match)["ana"] == 1 + 2 + 1 + 3 + 5 + 1
    assert rows(match) == [(8, 12), (30,), (41,), (24,)]


def test_fifth_row_is_refused_while_five_rows_lie() -> None:
    five = reveal(party(*FOUR, (80,)), ana=14, bia=90)

    assert refusal(five, Special("ana", "fifth_row")) == ("special", "five_rows")


def test_after_fifth_row_the_number_card_can_go_nowhere_else() -> None:
    match = GUSTAVO.play(Special("ana", "fifth_row"))

    assert refusal(match, Place("ana", 4)) == ("row", "row_fifth_row")
    assert [choice.row for choice in choices(match)] == [5]


# Take seven.


CLARA = reveal(party(FULL, (40,), (52,), (71,)), ana=20, bia=90)


def test_take_seven_lets_20_lie_sixth_in_a_full_row() -> None:
    assert choices(CLARA)[0].rule == "full_row"

    match = played(CLARA, Special("ana", "take_seven"), Place("ana", 1))
    assert rows(match)[0] == (*FULL, 20)
    assert match.state.rows[0].capacity == 6
    assert piles(match)["ana"] == 0


def test_the_seventh_card_takes_the_six_cards_and_starts_the_row_anew() -> None:
    six = settle(played(CLARA, Special("ana", "take_seven"), Place("ana", 1)))
    match = reveal(six, ana=21, bia=92).play(Place("ana", 1))

    assert placed(match).taken == (*FULL, 20)
    assert piles(match)["ana"] == 10 + 3
    assert rows(match)[0] == (21,)
    assert match.state.rows[0].capacity == 5


def test_take_seven_may_lie_in_a_row_that_is_not_full() -> None:
    match = reveal(party((3, 5), (40,), (52,), (71,)), ana=20, bia=90)
    match = settle(played(match, Special("ana", "take_seven"), Place("ana", 1)))
    assert match.state.rows[0] == ((3, 5, 20), 6, False)

    for ana in (21, 22, 23):
        match = settle(reveal(match, ana=ana, bia=ana + 60))
    assert rows(match)[0] == (3, 5, 20, 21, 22, 23)


def test_take_seven_is_refused_for_a_low_card() -> None:
    low = reveal(party(*FOUR), ana=3, bia=90)

    assert refusal(low, Special("ana", "take_seven")) == ("special", "no_place_take_seven")


@pytest.mark.parametrize("row", [(3, 5), (*FULL, 18)])
def test_a_row_holds_one_take_seven(row: tuple[int, ...]) -> None:
    match = reveal(party(row, (40,), (52,), (71,), sevens=(1,)), ana=20, bia=90)

    assert refusal(match, Special("ana", "take_seven")) == ("special", "no_place_take_seven")


# Insert.


CHRISTIAN = reveal(party((5, 11, 17), (22,), (31,), (48,)), ana=10, bia=90)


def test_insert_puts_a_low_10_between_5_and_11() -> None:
    assert choices(CHRISTIAN)[0].rule == "low_card"

    match = played(CHRISTIAN, Special("ana", "insert"), Place("ana", 1, before=11))
    assert rows(match)[0] == (5, 10, 11, 17)
    assert piles(match)["ana"] == 0


def test_insert_may_put_a_card_before_the_first_of_a_row() -> None:
    match = CHRISTIAN.play(Special("ana", "insert"))

    assert [(choice.row, choice.before) for choice in choices(match)] == [(1, 11), (2, 22), (3, 31), (4, 48)]
    assert rows(match.play(Place("ana", 3, before=31)))[2] == (10, 31)


def test_insert_as_the_sixth_card_takes_all_but_the_last_which_starts_the_row_anew() -> None:
    match = reveal(party(FULL, (22,), (31,), (48,)), ana=10, bia=90)
    match = played(match, Special("ana", "insert"), Place("ana", 1, before=11))

    assert placed(match).taken == (3, 5, 10, 11, 13)
    assert piles(match)["ana"] == 1 + 2 + 3 + 5 + 1
    assert rows(match)[0] == (17,)


def test_insert_into_a_row_with_take_seven_takes_it_only_as_the_seventh_card() -> None:
    five = reveal(party(FULL, (22,), (31,), (48,), sevens=(1,)), ana=10, bia=90)
    assert rows(played(five, Special("ana", "insert"), Place("ana", 1, before=11)))[0] == (3, 5, 10, 11, 13, 17)

    six = reveal(party((*FULL, 18), (22,), (31,), (48,), sevens=(1,)), ana=10, bia=90)
    match = played(six, Special("ana", "insert"), Place("ana", 1, before=11))
    assert placed(match).taken == (3, 5, 10, 11, 13, 17)
    assert match.state.rows[0] == ((18,), 5, False)


def test_insert_never_puts_a_card_at_the_end_of_a_row() -> None:
    match = reveal(party(*FOUR), ana=90, bia=91)

    assert refusal(match, Special("ana", "insert")) == ("special", "no_place_insert")


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        (Place("ana", 1, before=5), "row_insert"),
        (Place("ana", 1, before=17), "row_insert"),
        (Place("ana", 1, before=22), "insert_not_in_row"),
        (Place("ana", 1, before=10), "insert_not_in_row"),
        (Place("ana", 5, before=11), "no_such_row"),
    ],
)
def test_insert_keeps_the_row_ascending(place: Place, sentence: str) -> None:
    assert refusal(CHRISTIAN.play(Special("ana", "insert")), place) == ("row", sentence)


# Replace.


JOSE = reveal(party(FULL, (2, 10), (52,), (71,)), ana=25, bia=30)


def test_replace_takes_25_back_into_the_hand_and_lays_15_behind_10() -> None:
    assert choices(JOSE)[0].taken == FULL

    match = played(JOSE, Special("ana", "replace", with_=15), Place("ana", 2))
    assert rows(match) == [FULL, (2, 10, 15), (52,), (71,)]
    assert piles(match)["ana"] == 0


def test_replace_does_not_change_the_order_of_the_others() -> None:
    match = JOSE.play(Special("ana", "replace", with_=60))

    assert [(card, seat) for card, seat in match.state.queue] == [(60, "ana"), (30, "bia")]
    assert rows(match.play(Place("ana", 3)))[2] == (52, 60)


def test_the_card_that_replace_took_back_may_be_revealed_later() -> None:
    match = settle(JOSE.play(Special("ana", "replace", with_=15)))

    assert rows(settle(reveal(match, ana=25, bia=90)))[1] == (2, 10, 15, 25)


@pytest.mark.parametrize(
    ("with_", "rule", "sentence"),
    [
        (25, "card", "seen_before"),
        (30, "card", "seen_before"),
        (10, "card", "seen_before"),
        (105, "card", "not_in_deck"),
        (0, "card", "not_in_deck"),
    ],
)
def test_replace_needs_another_card_that_can_be_in_the_hand(with_: int, rule: str, sentence: str) -> None:
    assert refusal(JOSE, Special("ana", "replace", with_=with_)) == (rule, sentence)


def test_replace_takes_a_given_hand_at_its_word() -> None:
    hands = (frozenset({25, 15}), frozenset({30, 90}))
    match = reveal(party(FULL, (2, 10), (52,), (71,), hands=hands, turn=11), ana=25, bia=30)

    assert Special("ana", "replace", with_=15) in match.legal_moves
    assert refusal(match, Special("ana", "replace", with_=90)) == ("hand", "not_in_hand")
    assert refusal(match, Special("ana", "replace", with_=16)) == ("hand", "not_in_hand")


def test_replace_is_refused_for_the_last_card_of_a_hand() -> None:
    match = reveal(party(FULL, (2, 10), (52,), (71,), turn=12), ana=25, bia=30)

    assert refusal(match, Special("ana", "replace", with_=15)) == ("hand", "not_in_hand")


# Move.


MARIA = reveal(party((4, 13, 18, 20, 22), (10, 17), (30,), (48,)), ana=24, bia=90)


def test_move_takes_13_from_between_and_puts_it_between_10_and_17() -> None:
    assert choices(MARIA)[0].taken == (4, 13, 18, 20, 22)

    match = MARIA.play(Special("ana", "move", card=13, row=2))
    assert rows(match) == [(4, 18, 20, 22), (10, 13, 17), (30,), (48,)]
    assert rows(match.play(Place("ana", 1)))[0] == (4, 18, 20, 22, 24)


def test_move_may_empty_a_row_which_the_number_card_then_starts() -> None:
    match = MARIA.play(Special("ana", "move", card=30, row=4))
    assert rows(match) == [(4, 13, 18, 20, 22), (10, 17), (), (30, 48)]

    assert refusal(match, Place("ana", 1)) == ("row", "row_emptied_row")
    assert choices(match)[0].blocked == ()
    assert rows(match.play(Place("ana", 3))) == [(4, 13, 18, 20, 22), (10, 17), (24,), (30, 48)]


def test_a_card_may_move_to_the_beginning_the_middle_or_the_end_of_a_row() -> None:
    assert rows(MARIA.play(Special("ana", "move", card=4, row=2)))[1] == (4, 10, 17)
    assert rows(MARIA.play(Special("ana", "move", card=13, row=2)))[1] == (10, 13, 17)
    assert rows(MARIA.play(Special("ana", "move", card=18, row=2)))[1] == (10, 17, 18)


def test_move_as_the_sixth_card_takes_all_but_the_last_which_starts_the_row_anew() -> None:
    match = MARIA.play(Special("ana", "move", card=10, row=1))

    assert piles(match)["ana"] == 1 + 3 + 1 + 1 + 3
    assert rows(match) == [(22,), (17,), (30,), (48,)]
    assert rows(match.play(Place("ana", 1)))[0] == (22, 24)


def test_a_card_that_moves_to_the_end_of_a_full_row_starts_it_anew() -> None:
    match = MARIA.play(Special("ana", "move", card=30, row=1))

    assert piles(match)["ana"] == 1 + 1 + 1 + 3 + 5
    assert rows(match) == [(30,), (10, 17), (), (48,)]
    assert rows(match.play(Place("ana", 3))) == [(30,), (10, 17), (24,), (48,)]


def test_a_card_may_move_into_a_row_with_take_seven() -> None:
    match = reveal(party(FULL, (10, 16), (30,), (48,), sevens=(1,)), ana=24, bia=90)
    match = match.play(Special("ana", "move", card=10, row=1))

    assert match.state.rows[0] == ((3, 5, 10, 11, 13, 17), 6, False)
    assert piles(match)["ana"] == 0


@pytest.mark.parametrize(
    ("card", "row", "rule", "sentence"),
    [
        (13, 1, "row", "move_same_row"),
        (13, 5, "row", "no_such_row"),
        (13, 0, "row", "no_such_row"),
        (14, 2, "special", "move_not_in_rows"),
        (24, 2, "special", "move_not_in_rows"),
        (105, 2, "card", "not_in_deck"),
    ],
)
def test_move_needs_a_card_that_lies_and_another_row(card: int, row: int, rule: str, sentence: str) -> None:
    assert refusal(MARIA, Special("ana", "move", card=card, row=row)) == (rule, sentence)


# Block.


PAULO = reveal(party(FULL, (2, 10), (52,), (71,)), ana=22, bia=90)


def test_block_on_the_full_row_lets_22_go_behind_10() -> None:
    assert choices(PAULO)[0].taken == FULL

    match = PAULO.play(Special("ana", "block", row=1))
    assert match.state.rows[0] == (FULL, 5, True)
    assert rows(match.play(Place("ana", 2))) == [FULL, (2, 10, 22), (52,), (71,)]


def test_two_rows_may_be_blocked_at_once_but_not_three() -> None:
    one = reveal(party(*FOUR, blocked=(1,)), ana=59, bia=90)
    assert [row.blocked for row in one.play(Special("ana", "block", row=3)).state.rows] == [True, False, True, False]

    two = reveal(party(*FOUR, blocked=(1, 3)), ana=59, bia=90)
    assert refusal(two, Special("ana", "block", row=2)) == ("special", "two_blocks")


def test_a_row_bears_one_block() -> None:
    match = reveal(party(*FOUR, blocked=(1,)), ana=59, bia=90)

    assert refusal(match, Special("ana", "block", row=1)) == ("row", "blocked_already")


@pytest.mark.parametrize("row", [0, 5])
def test_block_needs_a_row_that_lies(row: int) -> None:
    assert refusal(PAULO, Special("ana", "block", row=row)) == ("row", "no_such_row")


def test_a_block_may_lie_beside_a_take_seven() -> None:
    match = reveal(party((*FULL, 18), (2, 10), (52,), (71,), sevens=(1,)), ana=22, bia=90)

    assert match.play(Special("ana", "block", row=1)).state.rows[0] == ((*FULL, 18), 6, True)


# Negate.


GABI = reveal(party(FULL, (40,), (52,), (71,)), ana=20, bia=90)
PEDRO = reveal(party((11, 13), (40, 44), (52,), (71,), pile=(6, 0)), ana=3, bia=90)


def test_negate_on_11_cancels_the_five_heads_of_the_other_cards() -> None:
    assert piles(GABI.play(Place("ana", 1)))["ana"] == 10

    match = played(GABI, Special("ana", "negate", card=11), Place("ana", 1))
    assert (placed(match).taken, placed(match).negated) == (FULL, 11)
    assert piles(match)["ana"] == 0
    assert rows(match)[0] == (20,)


def test_negate_for_a_low_card_cancels_13_and_four_heads_of_the_pile() -> None:
    match = played(PEDRO, Special("ana", "negate", card=11), Place("ana", 1))

    assert piles(match)["ana"] == 6 - 4
    assert rows(match)[0] == (3,)


def test_negate_leaves_no_choice_of_another_row() -> None:
    match = PEDRO.play(Special("ana", "negate", card=11))

    assert [choice.row for choice in choices(match)] == [1]
    assert refusal(match, Place("ana", 2)) == ("row", "row_negate")


def test_negate_is_refused_where_no_row_will_be_taken() -> None:
    match = reveal(party((3, 5), (40,), (52,), (71,)), ana=20, bia=90)

    assert refusal(match, Special("ana", "negate", card=5)) == ("special", "no_place_negate")


@pytest.mark.parametrize(
    ("match", "card", "rule", "sentence"),
    [
        (GABI, 40, "special", "negate_not_in_row"),
        (GABI, 20, "special", "negate_not_in_row"),
        (GABI, 6, "special", "negate_not_in_row"),
        (GABI, 105, "card", "not_in_deck"),
        (PEDRO, 3, "special", "negate_not_in_row"),
    ],
)
def test_negate_names_a_card_of_a_row_that_may_be_taken(match: Match, card: int, rule: str, sentence: str) -> None:
    assert refusal(match, Special("ana", "negate", card=card)) == (rule, sentence)


# Every special card.


def test_a_special_card_is_played_by_the_seat_whose_turn_it_is() -> None:
    assert refusal(GABI, Special("bia", "insert")) == ("seat", "not_your_turn")
    assert refusal(GABI, Special("eva", "insert")) == ("seat", "unknown_seat")
    assert Special("bia", "insert") not in GABI.play(Place("ana", 1)).legal_moves
    assert Special("bia", "fifth_row") in GABI.play(Place("ana", 1)).legal_moves


def test_a_special_card_is_played_between_the_reveal_and_the_placement() -> None:
    assert refusal(party(*FOUR), Special("ana", "fifth_row")) == ("phase", "not_now")
    assert refusal(settle(GABI), Special("ana", "fifth_row")) == ("phase", "not_now")


@pytest.mark.parametrize("second", [Special("ana", "fifth_row"), Special("ana", "block", row=2)])
def test_one_special_card_goes_with_one_number_card(second: Special) -> None:
    match = GABI.play(Special("ana", "block", row=3))

    assert refusal(match, second) == ("special", "special_twice")


def test_a_refused_special_card_is_still_in_the_hand() -> None:
    refusal(GABI, Special("ana", "negate", card=40))

    assert specials(GABI).count == (3, 3)
    assert Special("ana", "negate", card=11) in GABI.legal_moves


def test_each_special_card_is_told_and_leaves_the_hand() -> None:
    match = GABI.play(Special("ana", "negate", card=11))

    assert match.events == (SpecialPlayed("ana", "negate", card=11),)
    assert match.as_record()["special_count"] == {"ana": 2, "bia": 3}


def test_an_empty_hand_plays_no_special_card() -> None:
    match = with_specials(GABI, count=(0, 3))

    assert refusal(match, Special("ana", "fifth_row")) == ("hand", "no_specials")
    assert match.advice().wants == ("place",)
    assert GABI.advice().wants == ("place", "special")


def test_a_hand_that_is_known_plays_what_is_in_it() -> None:
    match = with_specials(GABI, known=(("block", "move", "move"), ()))

    assert Special("ana", "move", card=3, row=2) in match.legal_moves
    assert refusal(match, Special("ana", "fifth_row")) == ("hand", "special_not_in_hand")
