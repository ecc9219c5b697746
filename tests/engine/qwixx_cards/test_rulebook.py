"""The Qwixx card game as its rulebook tells it: crossing, calling, playing, failing, ending, scoring."""

from __future__ import annotations

import pytest

from engine import Advice
from engine.players import seat_players
from engine.qwixx_cards.events import Called, CardsPlayed, MatchOver, MayMark, MustDraw, RowClosed, TurnFailed
from engine.qwixx_cards.moves import Call, Play
from engine.qwixx_cards.sheet import ROWS
from engine.qwixx_cards.terms import COLOURS
from tests.engine.qwixx_cards.tables import (
    FIVE_GREEN,
    FIVE_RED,
    at_call,
    at_draw,
    at_play,
    event,
    of,
    one_row,
    opened,
    played,
    refusal,
    row,
    sheet,
)

UP, DOWN = tuple(range(2, 13)), tuple(range(12, 1, -1))
ROW_OF_SIX = {"red": (2, 3, 4, 5, 6, 12), "green": (12, 11, 10, 9, 8, 2)}
NEARLY = sheet(red=ROW_OF_SIX["red"], yellow=FIVE_RED)
"""One row closed, and a 12 would close the second."""


# Crossing


@pytest.mark.parametrize(("colour", "numbers"), [("red", UP), ("yellow", UP), ("green", DOWN), ("blue", DOWN)])
def test_a_row_can_be_crossed_from_its_left_end_to_its_right_end(colour: str, numbers: tuple[int, ...]) -> None:
    crossed = sheet()
    for number in numbers:
        assert crossed.refusal(colour, number) is None
        crossed = crossed.crossing(colour, number)
    assert crossed.row(colour) == numbers
    assert crossed.locked == (colour,)


@pytest.mark.parametrize("lost", [2, 3, 4, 6])
def test_after_a_red_5_and_a_red_7_the_2_3_4_and_6_are_lost(lost: int) -> None:
    match = at_call(lost, ana=sheet(red=(5, 7)))
    assert refusal(match, Call(lost, {"ana": "red"})) == ("mark", "mark_passed")
    assert row(match.play(Call(lost, {"ana": "yellow"})), "ana", "yellow") == (lost,)


@pytest.mark.parametrize("crossed", [5, 7])
def test_a_number_is_crossed_once(crossed: int) -> None:
    match = at_call(crossed, ana=sheet(red=(5, 7)))
    assert refusal(match, Call(crossed, {"ana": "red"})) == ("mark", "mark_passed")


@pytest.mark.parametrize(
    ("colour", "crossed", "still_open"),
    [
        ("red", (5, 7), (8, 9, 10, 11)),
        ("yellow", (2, 4, 5, 9, 10), (11, 12)),
        ("green", (10, 6), (5, 4, 3)),
        ("blue", (10,), (9, 8, 7, 6, 5, 4, 3)),
        ("blue", (), (12, 11, 10, 9, 8, 7, 6, 5, 4, 3)),
    ],
)
def test_a_row_goes_on_to_the_right(colour: str, crossed: tuple[int, ...], still_open: tuple[int, ...]) -> None:
    before = one_row(colour, crossed)
    may = [number for number in UP if Call(number, {"ana": colour}) in at_call(number, ana=before).legal_moves]
    assert sorted(still_open) == may
    assert before.open_numbers(colour) == still_open


@pytest.mark.parametrize("colour", COLOURS)
def test_the_last_number_of_a_row_needs_five_crosses_before_it(colour: str) -> None:
    numbers, last = ROWS[colour], ROWS[colour][-1]
    four, five = (at_call(last, ana=one_row(colour, numbers[:count])) for count in (4, 5))
    assert refusal(four, Call(last, {"ana": colour})) == ("mark", "mark_last_too_soon")
    assert row(five.play(Call(last, {"ana": colour})), "ana", colour) == (*numbers[:5], last)


def test_crossing_the_last_number_closes_the_row_and_counts_its_lock() -> None:
    match = at_call(2, ana=sheet(green=FIVE_GREEN)).play(Call(2, {"ana": "green"}))
    assert event(match, RowClosed) == RowClosed("ana", "green")
    assert of(match, "ana").locked == ("green",)
    assert of(match, "ana").points == 1 + 2 + 3 + 4 + 5 + 6 + 7


def test_a_closed_row_takes_no_further_cross() -> None:
    match = at_call(5, ana=sheet(green=ROW_OF_SIX["green"]))
    assert refusal(match, Call(5, {"ana": "green"})) == ("mark", "mark_closed")


def test_a_row_is_closed_for_its_own_seat_alone() -> None:
    match = at_call(2, seats=3, ana=sheet(green=ROW_OF_SIX["green"]), bia=sheet(green=FIVE_GREEN))
    after = match.play(Call(2, {"bia": "green"}))
    assert of(after, "bia").locked == ("green",)
    assert after.state.phase == "play"
    assert row(at_call(5, ana=match.state.sheets[0]).play(Call(5, {"bia": "green"})), "bia", "green") == (5,)


# The call


def test_the_number_called_is_for_all_seats_and_each_chooses_its_row() -> None:
    match = at_call(4, seats=4).play(Call(4, {"bia": "red", "ana": "yellow", "caio": "yellow"}))
    crossed = [(seat, colour) for seat in match.header.seats for colour in COLOURS if row(match, seat, colour)]
    assert crossed == [("ana", "yellow"), ("bia", "red"), ("caio", "yellow")]
    assert event(match, Called) == Called("ana", 4, {"bia": "red", "ana": "yellow", "caio": "yellow"})


def test_nobody_has_to_cross_the_number_called() -> None:
    match = at_call(4).play(Call(4, {}))
    assert (match.state.phase, match.state.sheets) == ("play", (sheet(), sheet()))


def test_one_wrong_cross_refuses_the_whole_call() -> None:
    match = at_call(4, ana=sheet(red=(5,)))
    assert refusal(match, Call(4, {"bia": "red", "ana": "red"})) == ("mark", "mark_passed")


def test_several_seats_may_close_rows_at_the_same_moment() -> None:
    match = at_call(12, seats=3, ana=sheet(red=FIVE_RED), bia=sheet(red=FIVE_RED), caio=sheet(yellow=FIVE_RED))
    after = match.play(Call(12, {"ana": "red", "bia": "red", "caio": "yellow"}))
    assert after.events[1:] == (RowClosed("ana", "red"), RowClosed("bia", "red"), RowClosed("caio", "yellow"))
    assert after.state.phase == "play"


# The play


@pytest.mark.parametrize(
    ("colour", "cards"),
    [("red", (2, 6, 11)), ("yellow", (3, 9)), ("green", (10, 9, 4)), ("blue", (8, 7)), ("red", (12,))],
)
def test_one_to_three_cards_of_a_colour_may_be_played_without_any_cross(colour: str, cards: tuple[int, ...]) -> None:
    match = at_play().play(Play("ana", colour, cards, ()))
    assert event(match, CardsPlayed) == CardsPlayed("ana", colour, cards, (), ())
    assert row(match, "ana", colour) == ()
    assert match.state.hands[0].size == 5 - len(cards)


def test_of_4_5_and_7_all_may_be_crossed() -> None:
    assert row(at_play().play(Play("ana", "red", (4, 5, 7), (4, 5, 7))), "ana", "red") == (4, 5, 7)


def test_of_2_4_and_6_not_all_may_be_crossed() -> None:
    assert refusal(at_play(), Play("ana", "yellow", (2, 4, 6), (2, 4, 6))) == ("mark", "marks_skip_two")


@pytest.mark.parametrize("marks", [(2, 4), (4, 6), (2,), (4,), (6,), ()])
def test_but_any_of_them_that_skip_one_number_at_most(marks: tuple[int, ...]) -> None:
    assert row(at_play().play(Play("ana", "yellow", (2, 4, 6), marks)), "ana", "yellow") == marks


@pytest.mark.parametrize(
    ("colour", "marks", "fits"),
    [
        ("red", (5, 7, 8), True),
        ("red", (5, 8), False),
        ("red", (2, 6), False),
        ("green", (7, 5, 4), True),
        ("green", (12, 11, 10), True),
        ("green", (9, 6), False),
        ("blue", (8, 6, 4), False),
    ],
)
def test_one_number_may_be_skipped_in_all_whatever_way_the_row_runs(
    colour: str, marks: tuple[int, ...], fits: bool
) -> None:
    assert (Play("ana", colour, marks, marks) in at_play().legal_moves) == fits


def test_numbers_skipped_before_the_first_cross_of_a_play_do_not_count() -> None:
    match = at_play(ana=sheet(red=(2,))).play(Play("ana", "red", (9, 10), (9, 10)))
    assert row(match, "ana", "red") == (2, 9, 10)


def test_cards_may_be_played_for_the_crosses_of_some_of_them() -> None:
    match = at_play().play(Play("ana", "green", (3, 11, 9), (11, 9)))
    assert row(match, "ana", "green") == (11, 9)


def test_only_the_active_seat_crosses_what_it_plays() -> None:
    match = at_play(seats=3).play(Play("ana", "red", (4, 5), (4, 5)))
    assert match.state.sheets == (sheet(red=(4, 5)), sheet(), sheet())


def test_the_five_crosses_before_the_last_number_may_be_of_the_same_play() -> None:
    match = at_play(ana=sheet(red=(2, 3, 4))).play(Play("ana", "red", (10, 11, 12), (10, 11, 12)))
    assert of(match, "ana").locked == ("red",)
    assert of(match, "ana").points == 28


def test_four_crosses_are_not_enough_even_with_those_of_the_same_play() -> None:
    match = at_play(ana=sheet(red=(2, 3)))
    assert refusal(match, Play("ana", "red", (10, 11, 12), (10, 11, 12))) == ("mark", "mark_last_too_soon")


# Failed turns


def test_a_turn_without_any_cross_of_the_active_seat_fails() -> None:
    match = played(at_call(9), Call(9, {"bia": "red"}), Play("ana", "red", (3,), ()))
    assert event(match, TurnFailed) == TurnFailed("ana", failed=1)
    assert [crossed.failed for crossed in match.state.sheets] == [1, 0]


def test_a_cross_in_the_call_saves_the_turn() -> None:
    match = played(at_call(9), Call(9, {"ana": "red"}), Play("ana", "red", (3,), ()))
    assert of(match, "ana").failed == 0


def test_a_cross_in_the_play_saves_the_turn() -> None:
    match = played(at_call(9), Call(9, {}), Play("ana", "red", (3,), (3,)))
    assert of(match, "ana").failed == 0


def test_a_cross_of_the_turn_before_saves_nothing() -> None:
    match = played(at_call(9), Call(9, {"ana": "red", "bia": "red"}), Play("ana", "red", (3,), ()))
    (draw, *_) = match.legal_moves
    match = match.play(draw)
    match = played(match, Call(match.state.top, {}), Play("bia", "blue", (3,), ()))
    assert [crossed.failed for crossed in match.state.sheets] == [0, 1]


def test_after_the_play_the_next_seat_clockwise_is_active() -> None:
    match = at_play(seats=3).play(Play("ana", "red", (4,), (4,)))
    assert (match.state.phase, match.state.active) == ("draw", "bia")


# The end


def test_the_match_ends_within_the_call_that_closes_a_second_row() -> None:
    match = at_call(12, bia=NEARLY).play(Call(12, {"bia": "yellow"}))
    assert (match.state.phase, match.as_record()["winners"]) == ("over", ("bia",))
    assert match.events[1:] == (
        RowClosed("bia", "yellow"),
        MatchOver(("bia",), {"ana": 0, "bia": 28 + 28}, "two_rows"),
    )


def test_a_call_that_ends_the_match_gives_no_failed_turn_and_no_play() -> None:
    match = at_call(12, ana=sheet(failed=3), bia=NEARLY).play(Call(12, {"bia": "yellow"}))
    assert of(match, "ana").failed == 3
    assert refusal(match, Play("ana", "red", (3,), ())) == ("phase", "not_now")


def test_all_crosses_of_the_call_that_ends_the_match_count() -> None:
    match = at_call(12, seats=3, ana=NEARLY, bia=NEARLY, caio=sheet(red=FIVE_RED))
    after = match.play(Call(12, {"caio": "red", "bia": "yellow", "ana": "yellow"}))
    assert after.as_record()["score"] == {"ana": 56, "bia": 56, "caio": 28}
    assert after.as_record()["winners"] == ("ana", "bia")


def test_the_match_ends_with_the_play_that_closes_a_second_row() -> None:
    match = at_play(ana=NEARLY).play(Play("ana", "yellow", (12,), (12,)))
    assert (match.state.phase, match.state.active) == ("over", "ana")
    assert event(match, MatchOver).why == "two_rows"


def test_rows_closed_on_different_sheets_do_not_end_the_match() -> None:
    one = sheet(red=ROW_OF_SIX["red"])
    match = at_call(2, ana=one, bia=sheet(green=FIVE_GREEN)).play(Call(2, {"bia": "green"}))
    assert match.state.phase == "play"


def test_a_fourth_failed_turn_ends_the_match() -> None:
    match = at_play(ana=sheet(failed=3), bia=sheet(failed=3)).play(Play("ana", "red", (3,), ()))
    assert match.state.phase == "over"
    assert event(match, MatchOver) == MatchOver(("bia",), {"ana": -20, "bia": -15}, "four_failed")


def test_a_third_failed_turn_does_not() -> None:
    match = at_play(ana=sheet(failed=2)).play(Play("ana", "red", (3,), ()))
    assert match.state.phase == "draw"


def test_once_over_everything_stays_as_it_lay() -> None:
    before = at_call(12, bia=NEARLY)
    after = before.play(Call(12, {"bia": "yellow"}))
    kept = ("active", "display", "top", "hand_size")
    assert [after.as_record()[key] for key in kept] == [before.as_record()[key] for key in kept]
    assert list(after.legal_moves) == []


# Scoring


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(
    ("crosses", "points"),
    [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21), (7, 28), (8, 36), (9, 45), (10, 55)],
)
def test_the_more_crosses_in_a_row_the_more_each_counts(colour: str, crosses: int, points: int) -> None:
    assert one_row(colour, ROWS[colour][:crosses]).points == points


@pytest.mark.parametrize(("before_the_last", "points"), [(5, 28), (6, 36), (7, 45), (8, 55), (9, 66), (10, 78)])
def test_the_lock_counts_as_a_cross_of_its_own(before_the_last: int, points: int) -> None:
    assert sheet(red=(*UP[:before_the_last], 12)).points == points


def test_each_failed_turn_costs_five() -> None:
    assert [sheet(failed=failed, red=(2, 3)).points for failed in range(5)] == [3, -2, -7, -12, -17]


def test_rows_are_counted_one_by_one_and_added() -> None:
    assert sheet(failed=1, red=(2, 3, 4), yellow=(11,), green=(12, 7), blue=()).points == 6 + 1 + 3 - 5


def test_the_score_is_told_at_any_time() -> None:
    match = played(at_call(9), Call(9, {"bia": "red"}), Play("ana", "red", (3,), ()))
    assert match.as_record()["score"] == {"ana": -5, "bia": 1}


@pytest.mark.parametrize("seed", range(3))
def test_a_sheet_shows_what_was_called_and_played(seed: int) -> None:
    match = opened(4)
    table = seat_players(match, seed, style="sensible")
    crossed: dict[tuple[str, str], list[int]] = {}
    while (move := table.next_move(match)) is not None:
        match = match.play(move)
        if isinstance(move, Call):
            for seat, colour in move.marks.items():
                crossed.setdefault((seat, colour), []).append(move.number)
        elif isinstance(move, Play):
            crossed.setdefault((move.seat, move.colour), []).extend(move.marks)
    assert crossed
    for (seat, colour), numbers in crossed.items():
        assert row(match, seat, colour) == tuple(numbers)
        assert numbers == sorted(numbers, reverse=colour in ("green", "blue"))


# Advice


def test_the_table_is_waited_for_to_set_up() -> None:
    assert opened().advice() == Advice(("setup",), (), "set_up")


def test_the_active_seat_is_told_how_many_cards_to_draw() -> None:
    assert at_draw().advice() == Advice(("draw",), ("ana",), "draw_to_five", (MustDraw("ana", 1),))


def test_a_call_waits_for_all_seats_and_tells_where_each_may_cross() -> None:
    match = at_call(7, ana=sheet(red=(7,), blue=(8,)), bia=sheet(yellow=(12,), green=(6,)))
    may = [("ana", "yellow"), ("ana", "green"), ("ana", "blue"), ("bia", "red"), ("bia", "blue")]
    choices = tuple(MayMark(seat, colour, (7,)) for seat, colour in may)
    assert match.advice() == Advice(("call",), ("ana", "bia"), "call_the_top", choices)


def test_a_play_is_advised_with_the_numbers_still_open_in_each_row() -> None:
    match = at_play(ana=sheet(red=(9,), yellow=(2, 3, 4, 5, 10), green=(4,), blue=ROW_OF_SIX["green"]))
    choices = (MayMark("ana", "red", (10, 11)), MayMark("ana", "yellow", (11, 12)), MayMark("ana", "green", (3,)))
    assert match.advice() == Advice(("play",), ("ana",), "play_one_colour", choices)


def test_a_match_that_is_over_wants_nothing() -> None:
    assert at_call(12, bia=NEARLY).play(Call(12, {"bia": "yellow"})).advice() == Advice((), (), "over")


def test_hands_are_in_no_advice() -> None:
    for match in (at_draw(), at_call(7), at_play()):
        assert match.advice(secret=True) == match.advice()
