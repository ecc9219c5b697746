"""Moves of the Qwixx card game that are refused for their moment, their seat, their cards or their shape."""

from __future__ import annotations

import json

import pytest

from engine import BadHeader, IllegalMove, Match
from engine.no_thanks.moves import Pass
from engine.qwixx_cards.moves import Call, Draw, Play, Setup
from engine.qwixx_cards.sheet import Sheet
from engine.record import read_line
from tests.engine.qwixx_cards.tables import FIVE_RED, SETUP, at_call, at_draw, at_play, opened, refusal, sheet

A_DRAW = Draw("ana", (11,), (3, 4, 6, 8), 9)
A_CALL = Call(9, {})
A_PLAY = Play("ana", "red", (3,), ())
OVER = at_call(12, ana=sheet(red=(*FIVE_RED, 12), yellow=FIVE_RED)).play(Call(12, {"ana": "yellow"}))


# Openings


@pytest.mark.parametrize("variant", ["base", "joker"])
@pytest.mark.parametrize("seats", [["ana"], list("abcdef")])
def test_two_to_five_seats_play(variant: str, seats: list[str]) -> None:
    with pytest.raises(BadHeader, match=r"seat_count \(least=2, most=5"):
        Match.open("qwixx_cards", seats, variant=variant)


@pytest.mark.parametrize("variant", ["jokers", "pro", "", None, True])
def test_only_its_own_variants_are_known(variant: object) -> None:
    with pytest.raises(BadHeader, match="option_words"):
        opened(variant=variant)


@pytest.mark.parametrize("option", ["rounds", "limit", "gaps"])
def test_options_of_other_games_are_unknown(option: str) -> None:
    with pytest.raises(BadHeader, match="unknown_option"):
        opened(**{option: 4})


# Not now


@pytest.mark.parametrize(
    ("match", "moves"),
    [
        (opened(), [A_DRAW, A_CALL, A_PLAY]),
        (at_draw(), [SETUP, A_CALL, A_PLAY]),
        (at_call(9), [SETUP, A_DRAW, A_PLAY]),
        (at_play(), [SETUP, A_DRAW, A_CALL]),
        (OVER, [SETUP, A_DRAW, A_CALL, A_PLAY]),
    ],
    ids=["setup", "draw", "call", "play", "over"],
)
def test_each_phase_refuses_the_moves_of_the_others(match: Match, moves: list[object]) -> None:
    assert [refusal(match, move) for move in moves] == [("phase", "not_now")] * len(moves)


@pytest.mark.parametrize(
    "move",
    [
        Setup((1, 2, 3, 4), 13),
        Draw("zeca", (99,), (3, 4, 6, 8), 9),
        Call(99, {"zeca": "red"}),
        Play("zeca", "red", (99,), ()),
    ],
)
def test_the_phase_is_looked_at_before_anything_else(move: object) -> None:
    assert refusal(OVER, move) == ("phase", "not_now")


# Seats


@pytest.mark.parametrize(("seat", "reason"), [("bia", "not_your_turn"), ("zeca", "unknown_seat")])
def test_only_the_active_seat_draws_and_plays(seat: str, reason: str) -> None:
    assert refusal(at_draw(), Draw(seat, (11,), (3, 4, 6, 8), 9)) == ("seat", reason)
    assert refusal(at_play(), Play(seat, "red", (3,), ())) == ("seat", reason)


def test_only_seats_of_the_match_cross_the_number_called() -> None:
    assert refusal(at_call(9), Call(9, {"ana": "red", "zeca": "red"})) == ("seat", "unknown_seat")


def test_the_seat_is_looked_at_before_cards_and_crosses() -> None:
    assert refusal(at_draw(), Draw("bia", (99,), (3, 4, 6, 8), 9)) == ("seat", "not_your_turn")
    assert refusal(at_call(9), Call(8, {"zeca": "red"})) == ("seat", "unknown_seat")
    assert refusal(at_play(), Play("bia", "red", (99,), (98,))) == ("seat", "not_your_turn")


# Cards


@pytest.mark.parametrize("number", [1, 13, 0, -2])
def test_only_2_to_12_are_in_the_deck(number: int) -> None:
    refused = ("card", "not_in_deck")
    assert refusal(opened(), Setup((3, 6, 8, number), 4)) == refused
    assert refusal(opened(), Setup((3, 6, 8, 11), number)) == refused
    assert refusal(at_draw(), Draw("ana", (number,), (3, 4, 6, 8), 9)) == refused
    assert refusal(at_draw(), Draw("ana", (11,), (3, 4, 6, number), 9)) == refused
    assert refusal(at_draw(), Draw("ana", (11,), (3, 4, 6, 8), number)) == refused
    assert refusal(at_play(), Play("ana", "red", (3, number), ())) == refused
    assert refusal(at_play(variant="joker"), Play("ana", "red", (3,), (), (number,))) == refused


def test_what_is_called_is_the_top_of_the_pile() -> None:
    assert refusal(at_call(9), Call(8, {})) == ("card", "call_the_top")


# Crosses


@pytest.mark.parametrize("mark", [4, 9, 99])
def test_only_numbers_that_were_played_are_crossed(mark: int) -> None:
    assert refusal(at_play(), Play("ana", "red", (3,), (mark,))) == ("mark", "mark_not_played")


@pytest.mark.parametrize(("colour", "marks"), [("red", (5, 4)), ("green", (4, 5)), ("red", (4, 4))])
def test_crosses_are_told_in_row_order_each_once(colour: str, marks: tuple[int, ...]) -> None:
    assert refusal(at_play(), Play("ana", colour, (4, 5), marks)) == ("mark", "marks_in_row_order")


@pytest.mark.parametrize(
    ("before", "number", "reason"),
    [
        (sheet(red=(8,)), 7, "mark_passed"),
        (sheet(red=(7,)), 7, "mark_passed"),
        (sheet(red=(2, 3, 4, 5)), 12, "mark_last_too_soon"),
        (sheet(red=(*FIVE_RED, 12)), 7, "mark_closed"),
        (sheet(red=(*FIVE_RED, 12)), 12, "mark_closed"),
    ],
)
def test_a_play_crosses_by_the_rules_of_a_row(before: Sheet, number: int, reason: str) -> None:
    match = at_play(ana=before)
    assert refusal(match, Play("ana", "red", (number,), (number,))) == ("mark", reason)
    assert Play("ana", "red", (number,), ()) in match.legal_moves


def test_a_refusal_says_whose_cross_it_was() -> None:
    with pytest.raises(IllegalMove) as caught:
        at_call(7, bia=sheet(blue=(6,))).play(Call(7, {"ana": "red", "bia": "blue"}))
    assert caught.value.facts == {"seat": "bia", "colour": "blue", "card": 7}


@pytest.mark.parametrize(
    ("match", "move", "facts"),
    [
        (opened(), Setup((3, 6, 8, 13), 4), {"card": 13, "lowest": 2, "highest": 12}),
        (opened(), Setup((7, 7, 7, 7), 7), {"card": 7, "copies": 4}),
        (at_draw(), Draw("ana", (7,), (3, 4, 6, 8), 9), {"cards": (7,)}),
        (at_draw(), Draw("ana", (3, 6), (4, 8, 11, 12), 9), {"seat": "ana", "count": 2, "right": 1}),
        (at_draw(), Draw("ana", (11,), (3, 4, 6, 9), 9), {"cards": (8,)}),
        (at_draw(), Draw("ana", (11,), (3, 6, 8, 9), 9), {"card": 4}),
        (at_call(9), Call(8, {}), {"card": 8, "top": 9}),
        (at_play(variant="joker"), Play("ana", "red", (7,), (), (7, 8)), {"cards": (8,)}),
        (at_play(), Play("ana", "red", (7, 7), ()), {"card": 7, "colour": "red"}),
        (at_play(), Play("ana", "red", (2, 4, 6), (2, 4, 6)), {"colour": "red", "most": 1}),
    ],
)
def test_a_refusal_says_what_decided_it(match: Match, move: object, facts: dict[str, object]) -> None:
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert caught.value.facts == facts


# Shapes


@pytest.mark.parametrize("move", [Pass("ana"), None, "draw", {"move": "call"}])
def test_what_is_no_move_of_this_game_is_malformed(move: object) -> None:
    assert refusal(at_draw(), move) == ("malformed", "not_a_move")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"move": "setup", "display": [3, 6, 8]}, "list_length"),
        ({"move": "setup", "display": [3, 6, 8, 11]}, "missing_key"),
        ({"move": "setup", "display": [3, 6, 8, 11, 12], "top": 4}, "list_length"),
        ({"move": "setup", "display": [3, 6, 8, "11"], "top": 4}, "not_a_number"),
        ({"move": "setup", "display": 3, "top": 4}, "not_a_list"),
        ({"move": "setup", "display": [3, 6, 8, 11], "top": 4, "starter": "bia"}, "unknown_key"),
        ({"move": "draw", "seat": "ana", "numbers": [11], "display": [3, 4, 6], "top": 9}, "list_length"),
        ({"move": "draw", "seat": "ana", "numbers": 11, "display": [3, 4, 6, 8], "top": 9}, "not_a_list"),
        ({"move": "draw", "seat": "ana", "numbers": [11], "display": [3, 4, 6, 8], "top": None}, "not_a_number"),
        ({"move": "call", "number": 4.0, "marks": {}}, "not_a_number"),
        ({"move": "call", "number": 4}, "missing_key"),
        ({"move": "call", "number": 4, "marks": ["red"]}, "not_by_seat"),
        ({"move": "call", "number": 4, "marks": {"ana": "pink"}}, "not_one_of"),
        ({"move": "call", "number": 4, "marks": {"ana": ["red", "blue"]}}, "not_one_of"),
        ({"move": "play", "seat": "ana", "colour": "red", "cards": [], "marks": []}, "list_length"),
        ({"move": "play", "seat": "ana", "colour": "red", "cards": [3, 4, 5, 6], "marks": []}, "list_length"),
        ({"move": "play", "seat": "ana", "colour": "joker", "cards": [3], "marks": []}, "not_one_of"),
        ({"move": "play", "seat": "ana", "colour": "red", "cards": [3]}, "missing_key"),
        ({"move": "play", "seat": "ana", "colour": "red", "cards": [True], "marks": []}, "not_a_number"),
        ({"move": "play", "seat": "ana", "colour": "red", "cards": [3], "marks": [], "jokers": 3}, "not_a_list"),
        ({"move": "take", "seat": "ana"}, "unknown_move"),
    ],
)
def test_a_line_of_the_wrong_shape_is_malformed(line: dict[str, object], reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        read_line(opened().header, json.dumps(line))
    assert (caught.value.rule, caught.value.reason) == ("malformed", reason)


def test_a_refused_move_changes_nothing() -> None:
    match = at_play(ana=sheet(red=(8,)))
    state = match.state
    refusal(match, Play("ana", "red", (9, 10, 12), (9, 10, 12)))
    assert match.state == state
    assert match.record() == []
