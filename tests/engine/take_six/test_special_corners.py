"""Where special cards meet on the rows: blocks, five rows, rows of six, and rows taken by an insert or a move."""

from __future__ import annotations

import pytest

from engine import BadHeader
from engine.take_six.events import BlocksLifted, FifthRowGone, RowTakenByMove
from engine.take_six.moves import Exchange, Place, Special
from tests.engine.take_six.tables import (
    choices,
    opened,
    party,
    piles,
    placed,
    played,
    refusal,
    reveal,
    rows,
    scores,
    settle,
    specials,
)

FOUR = ((12,), (37,), (43,), (58,))
FULL = (3, 5, 11, 13, 17)
"""A full row of 10 heads."""
FIVE = (FULL, (24, 30), (41,), (58,), (70,))
"""Five rows, the first of them full."""


# Blocked rows.


def test_a_card_that_fits_only_behind_a_blocked_row_is_a_low_card() -> None:
    match = reveal(party(*FOUR, blocked=(1,)), ana=14, bia=90)

    assert match.advice().why == "low_card"
    assert [choice.row for choice in choices(match)] == [2, 3, 4]


def test_a_low_card_takes_any_row_but_a_blocked_one() -> None:
    match = reveal(party(*FOUR, blocked=(2, 3)), ana=1, bia=90)

    assert [choice.row for choice in choices(match)] == [1, 4]
    assert [choice.asides for choice in choices(match)] == [("blocked",), ("blocked",)]
    assert refusal(match, Place("ana", 2)) == ("row", "row_blocked")


def test_placing_ignores_a_blocked_row_even_if_its_difference_is_the_smallest() -> None:
    match = reveal(party(*FOUR, blocked=(3,)), ana=44, bia=90)

    event = placed(match.play(Place("ana", 2)))
    assert (event.rule, event.nearest, event.further, event.above) == ("smallest_difference", 37, (12,), (58,))
    assert (event.blocked, event.asides) == ((3,), ("above", "blocked"))
    assert refusal(match, Place("ana", 3)) == ("row", "row_blocked")


def test_blocks_stay_from_turn_to_turn_while_nobody_takes_a_row() -> None:
    match = settle(reveal(party(*FOUR, blocked=(1, 3)), ana=44, bia=90))

    assert [row.blocked for row in match.state.rows] == [True, False, True, False]


def test_all_blocks_leave_once_a_row_is_taken_so_that_the_next_card_finds_their_rows_open() -> None:
    match = reveal(party((12,), FULL, (43,), (58,), blocked=(1, 3)), ana=20, bia=44).play(Place("ana", 2))

    assert match.events[1:] == (BlocksLifted(2),)
    assert not any(row.blocked for row in match.state.rows)
    assert specials(match).discards == ("block", "block")
    assert rows(match.play(Place("bia", 3)))[2] == (43, 44)


def test_a_block_leaves_with_the_row_that_its_own_number_card_takes() -> None:
    match = reveal(party(*FOUR), ana=1, bia=90).play(Special("ana", "block", row=1))
    assert [choice.row for choice in choices(match)] == [2, 3, 4]

    match = match.play(Place("ana", 2))
    assert not any(row.blocked for row in match.state.rows)


def test_a_blocked_row_gives_no_card_to_move_and_receives_none() -> None:
    match = reveal(party(*FOUR, blocked=(2,)), ana=14, bia=90)

    assert refusal(match, Special("ana", "move", card=37, row=3)) == ("row", "row_blocked")
    assert refusal(match, Special("ana", "move", card=12, row=2)) == ("row", "row_blocked")
    assert Special("ana", "move", card=12, row=3) in match.legal_moves


def test_a_blocked_row_receives_no_insert() -> None:
    match = reveal(party(*FOUR, blocked=(2,)), ana=14, bia=90).play(Special("ana", "insert"))
    assert [choice.row for choice in choices(match)] == [3, 4]
    assert refusal(match, Place("ana", 2, before=37)) == ("row", "row_blocked")

    only_blocked = reveal(party((12,), (13,), (14,), (58,), blocked=(4,)), ana=20, bia=90)
    assert refusal(only_blocked, Special("ana", "insert")) == ("special", "no_place_insert")


def test_negate_names_no_card_of_a_blocked_row() -> None:
    match = reveal(party(*FOUR, blocked=(2,)), ana=1, bia=90)

    assert refusal(match, Special("ana", "negate", card=37)) == ("special", "negate_not_in_row")
    assert Special("ana", "negate", card=12) in match.legal_moves


def test_a_fifth_row_may_be_opened_beside_blocks_and_blocked_itself() -> None:
    beside = reveal(party(*FOUR, blocked=(1, 2)), ana=14, bia=90)
    assert len(rows(played(beside, Special("ana", "fifth_row"), Place("ana", 5)))) == 5

    five = reveal(party(*FOUR, (70,)), ana=71, bia=90).play(Special("ana", "block", row=5))
    assert [choice.row for choice in choices(five)] == [4]


# Five rows.


def test_a_low_card_that_takes_one_of_five_rows_is_taken_along_and_four_rows_are_renumbered() -> None:
    match = reveal(party(*FIVE), ana=1, bia=71)
    assert [choice.heads for choice in choices(match)] == [10 + 1, 4 + 1, 1 + 1, 1 + 1, 3 + 1]

    match = match.play(Place("ana", 3))
    assert (placed(match).taken, piles(match)["ana"]) == ((41, 1), 2)
    assert match.events[1:] == (FifthRowGone(3),)
    assert rows(match) == [FULL, (24, 30), (58,), (70,)]
    assert rows(match.play(Place("bia", 4)))[3] == (70, 71)


def test_the_special_card_lies_beside_the_fifth_row_until_a_row_is_taken() -> None:
    match = played(reveal(party(*FIVE[:4]), ana=20, bia=21), Special("ana", "fifth_row"), Place("ana", 5))
    assert specials(match).discards == ()

    match = settle(match)
    assert rows(match)[4] == (20, 21)
    match = settle(reveal(match, ana=18, bia=90))
    assert specials(match).discards == ("fifth_row",)
    assert rows(match) == [(24, 30), (41,), (58, 90), (20, 21)]


def test_a_fifth_row_may_be_opened_again_when_four_rows_are_left() -> None:
    match = reveal(party(*FIVE), ana=1, bia=71).play(Place("ana", 3))

    assert rows(played(match, Special("bia", "fifth_row"), Place("bia", 5)))[4] == (71,)


def test_insert_that_takes_one_of_five_rows_takes_all_six_cards() -> None:
    match = reveal(party(*FIVE), ana=4, bia=90)
    match = played(match, Special("ana", "insert"), Place("ana", 1, before=5))

    assert (placed(match).taken, piles(match)["ana"]) == ((3, 4, 5, 11, 13, 17), 11)
    assert rows(match) == [(24, 30), (41,), (58,), (70,)]


def test_insert_that_takes_no_row_leaves_five() -> None:
    match = reveal(party(*FIVE), ana=4, bia=90)

    match = played(match, Special("ana", "insert"), Place("ana", 2, before=24))
    assert rows(match)[1] == (4, 24, 30)
    assert (placed(match).case, placed(match).asides) == ("insert", ())


def test_move_that_takes_one_of_five_rows_takes_all_six_and_the_number_card_goes_by_the_rules_on_four() -> None:
    match = reveal(party(*FIVE, blocked=(5,)), ana=31, bia=90).play(Special("ana", "move", card=24, row=1))

    assert match.events[1:] == (RowTakenByMove("ana", 1, (*FULL, 24), 11), BlocksLifted(1), FifthRowGone(1))
    assert rows(match) == [(30,), (41,), (58,), (70,)]
    match = match.play(Place("ana", 1))
    assert (placed(match).rule, rows(match)[0]) == ("ascending", (30, 31))
    assert piles(match)["ana"] == 11


def test_after_a_move_took_one_of_five_rows_the_number_card_may_take_another_without_being_taken() -> None:
    match = reveal(party(*FIVE), ana=1, bia=90).play(Special("ana", "move", card=24, row=1))
    match = match.play(Place("ana", 2))

    assert placed(match).taken == (41,)
    assert rows(match) == [(30,), (1,), (58,), (70,)]
    assert piles(match)["ana"] == 11 + 1


def test_after_a_move_that_took_nothing_one_of_five_rows_is_taken_with_the_number_card() -> None:
    match = reveal(party(*FIVE), ana=20, bia=90)
    match = played(match, Special("ana", "move", card=24, row=3), Place("ana", 1))

    assert placed(match).taken == (*FULL, 20)
    assert rows(match) == [(30,), (24, 41), (58,), (70,)]


def test_one_of_five_rows_that_a_move_emptied_is_started_by_the_number_card() -> None:
    match = reveal(party(*FIVE), ana=2, bia=90).play(Special("ana", "move", card=70, row=4))

    assert rows(match) == [FULL, (24, 30), (41,), (58, 70), ()]
    assert rows(match.play(Place("ana", 5))) == [FULL, (24, 30), (41,), (58, 70), (2,)]


def test_a_move_may_empty_one_of_five_rows_and_take_another() -> None:
    match = reveal(party(*FIVE), ana=2, bia=90).play(Special("ana", "move", card=70, row=1))

    assert rows(match) == [(24, 30), (41,), (58,), ()]
    assert rows(match.play(Place("ana", 4))) == [(24, 30), (41,), (58,), (2,)]
    assert piles(match)["ana"] == 10 + 3


def test_with_five_rows_negate_cannot_name_the_number_card_but_cancels_its_heads() -> None:
    match = reveal(party(*FIVE), ana=20, bia=90)
    assert refusal(match, Special("ana", "negate", card=20)) == ("special", "negate_not_in_row")

    match = played(match, Special("ana", "negate", card=11), Place("ana", 1))
    # 13 heads without the negated card's five: 8, of which five more go.
    assert piles(match)["ana"] == (10 + 3 - 5) - 5


# Rows that an insert or a move takes are taken like any other.


def test_a_row_taken_by_insert_lifts_the_blocks_and_allows_an_exchange() -> None:
    match = reveal(party(FULL, (24,), (41,), (58,), blocked=(3,)), ana=4, bia=90)
    match = played(match, Special("ana", "insert"), Place("ana", 1, before=5))

    assert (placed(match).rule, placed(match).case) == ("insert", "insert_taking")
    assert match.events[1:] == (BlocksLifted(1),)
    assert Exchange("ana", "block") in match.legal_moves


def test_a_row_taken_by_move_lifts_the_blocks_and_allows_an_exchange() -> None:
    match = reveal(party(FULL, (24,), (41,), (58,), blocked=(3,)), ana=42, bia=90)
    match = match.play(Special("ana", "move", card=24, row=1))

    assert match.events[1:] == (RowTakenByMove("ana", 1, FULL, 10), BlocksLifted(1))
    assert match.advice().wants == ("place", "exchange")
    assert Exchange("ana", "block") in match.legal_moves


@pytest.mark.parametrize("first", [Special("ana", "insert"), Special("ana", "move", card=24, row=1)])
def test_negate_cannot_go_with_a_row_that_insert_or_move_takes(first: Special) -> None:
    match = reveal(party(FULL, (24,), (41,), (58,)), ana=4, bia=90).play(first)

    assert refusal(match, Special("ana", "negate", card=11)) == ("special", "special_twice")


@pytest.mark.parametrize("special", ["fifth_row", "take_seven", "move", "block", "negate", "replace"])
def test_before_goes_with_insert_alone(special: str) -> None:
    arguments: dict[str, dict[str, int]] = {
        "move": {"card": 24, "row": 3},
        "block": {"row": 3},
        "negate": {"card": 11},
        "replace": {"with_": 20},
    }
    match = reveal(party(FULL, (24,), (41,), (58,)), ana=18, bia=90)
    match = match.play(Special("ana", special, **arguments.get(special, {})))

    row = choices(match)[0].row
    assert refusal(match, Place("ana", row, before=24)) == ("malformed", "before_without_insert")
    assert Place("ana", row) in match.legal_moves


def test_after_insert_before_is_not_left_out() -> None:
    match = reveal(party(FULL, (24,), (41,), (58,)), ana=18, bia=90).play(Special("ana", "insert"))

    assert refusal(match, Place("ana", 2)) == ("malformed", "before_missing")


# Rows of six, and rows that a move emptied.


def test_take_seven_gives_its_row_room_when_the_card_is_placed() -> None:
    match = reveal(party(FULL, (24,), (41,), (58,)), ana=20, bia=90).play(Special("ana", "take_seven"))
    assert match.state.rows[0].capacity == 5
    assert refusal(match, Place("ana", 2)) == ("row", "row_take_seven")

    assert match.play(Place("ana", 1)).state.rows[0].capacity == 6


def test_take_seven_lies_in_its_row_until_that_row_is_taken() -> None:
    match = settle(reveal(party(FULL, (24,), (41,), (58,)), ana=20, bia=59).play(Special("ana", "take_seven")))
    assert specials(match).discards == ()

    assert specials(settle(reveal(match, ana=21, bia=60))).discards == ("take_seven",)


def test_the_seventh_card_on_one_of_five_rows_makes_seven_in_the_pile() -> None:
    match = reveal(party((*FULL, 18), *FIVE[1:], sevens=(1,)), ana=20, bia=90).play(Place("ana", 1))

    assert placed(match).taken == (*FULL, 18, 20)
    assert sorted(specials(match).discards) == ["fifth_row", "take_seven"]


def test_a_row_emptied_by_move_keeps_its_take_seven() -> None:
    match = reveal(party(*FOUR, sevens=(2,)), ana=90, bia=91).play(Special("ana", "move", card=37, row=3))
    assert match.as_record()["rows"] == [
        {"cards": (12,), "capacity": 5, "blocked": False},
        {"cards": (), "capacity": 6, "blocked": False},
        {"cards": (37, 43), "capacity": 5, "blocked": False},
        {"cards": (58,), "capacity": 5, "blocked": False},
    ]

    match = match.play(Place("ana", 2))
    assert placed(match).rule == "emptied_row"
    assert match.state.rows[1] == ((90,), 6, False)


def test_a_row_taken_by_move_loses_its_take_seven() -> None:
    match = reveal(party((*FULL, 18), (24,), (41,), (58,), sevens=(1,)), ana=42, bia=90)
    match = match.play(Special("ana", "move", card=24, row=1))

    assert match.state.rows[0] == ((24,), 5, False)
    assert sorted(specials(match).discards) == ["move", "take_seven"]


# Heads that negate cancels.


def test_a_negate_tells_which_heads_it_cancelled() -> None:
    match = reveal(party(FULL, (24,), (41,), (58,)), ana=20, bia=90)
    plain = placed(match.play(Place("ana", 1)))
    negated = placed(played(match, Special("ana", "negate", card=11), Place("ana", 1)))

    assert (plain.heads, plain.negated, plain.negated_heads) == (10, None, 0)
    assert (negated.heads, negated.negated, negated.negated_heads) == (10, 11, 5)
    assert (plain.asides, negated.asides) == (("above",), ("above", "negated"))


def test_what_negate_cannot_cancel_is_lost_and_does_not_help_later() -> None:
    match = reveal(party((1, 2, 4, 6, 55), (90,), (91,), (92,)), ana=60, bia=93)
    match = settle(match.play(Special("ana", "negate", card=55)))
    assert piles(match)["ana"] == 0

    match = reveal(match, ana=3, bia=94).play(Place("ana", 2))
    assert piles(match)["ana"] == 3


def test_the_heads_of_a_round_are_never_below_zero() -> None:
    last = party((55,), (60,), (70,), (80,), turn=12, score=(5, 0))
    match = reveal(last, ana=1, bia=90).play(Special("ana", "negate", card=55))

    assert scores(settle(match)) == {"ana": 5, "bia": 0}


# The variant itself.


@pytest.mark.parametrize("option", ["known_deck", "draft", "limit"])
@pytest.mark.parametrize("value", [False, True, {"rounds": 2}])
def test_options_of_other_variants_are_refused_whatever_their_value(option: str, value: object) -> None:
    with pytest.raises(BadHeader, match="option_of_another_variant"):
        opened(2, **{"variant": "anniversary", option: value})


def test_two_to_eight_seats_play_with_special_cards() -> None:
    assert len(opened(8, variant="anniversary").header.seats) == 8
    with pytest.raises(BadHeader, match=r"seat_count \(least=2, most=8, seats=1\)"):
        opened(1, variant="anniversary")
