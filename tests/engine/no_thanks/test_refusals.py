"""Everything that No Thanks! refuses, and which rule it names."""

from __future__ import annotations

import json

import pytest

from engine import BadHeader, IllegalMove, Match
from engine.no_thanks.moves import Deal, Pass, Take, Tiger, TurnUp
from engine.record import read_line
from engine.take_six.moves import Place
from tests.engine.no_thanks.tables import (
    RUN_OF_24,
    all_chips_on,
    dealt,
    opened,
    passing_until,
    played,
    refusal,
    taking_each,
)

TO_DEAL = opened(variant="hidden_tiger")
TO_TURN_UP = dealt(variant="hidden_tiger")
TO_DECIDE = TO_TURN_UP.play(TurnUp(20))
OVER = taking_each(dealt(variant="hidden_tiger", rounds=1), RUN_OF_24)


# Openings


@pytest.mark.parametrize("variant", ["base", "hidden_tiger"])
@pytest.mark.parametrize("seats", [["ana", "bia"], list("abcdefgh")])
def test_three_to_seven_seats_play(variant: str, seats: list[str]) -> None:
    with pytest.raises(BadHeader, match=r"seat_count \(least=3, most=7"):
        Match.open("no_thanks", seats, variant=variant)


@pytest.mark.parametrize("rounds", [0, -1, 1.0, "4", True, None])
def test_the_number_of_rounds_is_a_whole_number_from_1_up(rounds: object) -> None:
    with pytest.raises(BadHeader, match="option_count"):
        opened(rounds=rounds)


@pytest.mark.parametrize("variant", ["pro", "joker", "", None, 1])
def test_only_its_own_variants_are_known(variant: object) -> None:
    with pytest.raises(BadHeader, match="option_words"):
        opened(variant=variant)


@pytest.mark.parametrize("variant", ["base", "hidden_tiger"])
def test_gaps_need_a_tactical_variant(variant: str) -> None:
    with pytest.raises(BadHeader, match="option_of_another_variant"):
        opened(variant=variant, gaps=[10, 20, 30])


def test_an_option_of_another_game_is_unknown() -> None:
    with pytest.raises(BadHeader, match="unknown_option"):
        opened(limit={"reach": 66})


# Not now


@pytest.mark.parametrize(
    ("match", "moves"),
    [
        (TO_DEAL, [TurnUp(20), Pass("ana"), Take("ana"), Tiger("ana", 5)]),
        (TO_TURN_UP, [Deal(), Pass("ana"), Take("ana"), Tiger("ana", 5)]),
        (TO_DECIDE, [Deal(), TurnUp(21)]),
        (OVER, [Deal(), TurnUp(35), Pass("bia"), Take("bia"), Tiger("bia", 35)]),
    ],
    ids=["deal", "turn_up", "decide", "over"],
)
def test_each_phase_refuses_the_moves_of_the_others(match: Match, moves: list[object]) -> None:
    assert [refusal(match, move) for move in moves] == [("phase", "not_now")] * len(moves)


def test_the_phase_is_looked_at_before_the_seat_and_the_card() -> None:
    assert refusal(TO_TURN_UP, Pass("zeca")) == ("phase", "not_now")
    assert refusal(TO_DECIDE, TurnUp(99)) == ("phase", "not_now")


def test_the_seat_is_looked_at_before_the_card_and_the_chips() -> None:
    assert refusal(TO_DECIDE, Tiger("bia", 99)) == ("seat", "not_your_turn")
    broke = all_chips_on(dealt(), 35)
    assert refusal(broke, Pass("bia")) == ("seat", "not_your_turn")


# Seats


@pytest.mark.parametrize("move", [Pass("bia"), Take("caio"), Tiger("bia", 5)])
def test_only_the_seat_whose_turn_it_is_decides(move: object) -> None:
    assert refusal(TO_DECIDE, move) == ("seat", "not_your_turn")


@pytest.mark.parametrize("move", [Pass("zeca"), Take("zeca"), Tiger("zeca", 5)])
def test_only_seats_of_the_match_decide(move: object) -> None:
    assert refusal(TO_DECIDE, move) == ("seat", "unknown_seat")


def test_whoever_passed_has_to_wait() -> None:
    assert refusal(TO_DECIDE.play(Pass("ana")), Take("ana")) == ("seat", "not_your_turn")


def test_the_starter_sits_at_the_table() -> None:
    assert refusal(TO_DEAL, Deal(starter="zeca")) == ("seat", "unknown_seat")


@pytest.mark.parametrize(
    ("tigers", "reason"),
    [
        ({"ana": 3, "bia": 4}, "seat_missing"),
        ({}, "seat_missing"),
        ({"ana": 3, "bia": 4, "caio": 5, "zeca": 6}, "unknown_seat"),
    ],
)
def test_tigers_are_told_for_all_seats_or_for_none(tigers: dict[str, int], reason: str) -> None:
    assert refusal(TO_DEAL, Deal(tigers=tigers)) == ("seat", reason)


# Cards


@pytest.mark.parametrize("card", [2, 36, 0, -3])
def test_only_3_to_35_are_in_the_deck(card: int) -> None:
    assert refusal(TO_TURN_UP, TurnUp(card)) == ("card", "not_in_deck")
    assert refusal(TO_DECIDE, Tiger("ana", card)) == ("card", "not_in_deck")
    assert refusal(TO_DEAL, Deal(tigers={"ana": 3, "bia": 4, "caio": card})) == ("card", "not_in_deck")


def test_a_card_shows_up_once_a_round() -> None:
    match = TO_DECIDE.play(Take("ana"))
    assert refusal(match, TurnUp(20)) == ("card", "seen_before")
    assert refusal(match.play(TurnUp(21)), Tiger("ana", 20)) == ("card", "seen_before")
    assert refusal(TO_DECIDE, Tiger("ana", 20)) == ("card", "seen_before")


def test_a_new_round_has_the_whole_deck_again() -> None:
    match = taking_each(dealt(), RUN_OF_24).play(Deal())
    assert match.play(TurnUp(RUN_OF_24[0])).state.active == RUN_OF_24[0]


def test_two_seats_cannot_hold_the_same_tiger() -> None:
    assert refusal(TO_DEAL, Deal(tigers={"ana": 3, "bia": 4, "caio": 3})) == ("card", "seen_before")


def test_a_known_tiger_of_any_seat_cannot_be_turned_up_until_it_is_played() -> None:
    match = dealt(variant="hidden_tiger", deal=Deal(tigers={"ana": 33, "bia": 34, "caio": 35}))
    assert [refusal(match, TurnUp(card)) for card in (33, 34, 35)] == [("card", "is_a_tiger")] * 3


# Hands and chips


def test_a_seat_plays_the_tiger_that_it_is_known_to_hold() -> None:
    match = dealt(variant="hidden_tiger", deal=Deal(tigers={"ana": 33, "bia": 34, "caio": 35})).play(TurnUp(20))
    assert refusal(match, Tiger("ana", 32)) == ("hand", "another_tiger")
    assert refusal(match, Tiger("ana", 34)) == ("hand", "another_tiger")


def test_a_second_tiger_is_refused() -> None:
    match = TO_DECIDE.play(Tiger("ana", 5))
    later = passing_until(match.play(Pass("ana")), "ana")
    assert refusal(match, Tiger("ana", 6)) == ("hand", "tiger_played_before")
    assert refusal(later, Tiger("ana", 6)) == ("hand", "tiger_played_before")


def test_without_a_chip_nobody_passes() -> None:
    match = all_chips_on(dealt(), 35)
    assert refusal(match, Pass("ana")) == ("chips", "no_chip")
    after = played(match, Take("ana"), TurnUp(34), Pass("ana"))
    assert refusal(after, Pass("bia")) == ("chips", "no_chip")


@pytest.mark.parametrize(
    ("match", "move", "facts"),
    [
        (TO_TURN_UP, TurnUp(36), {"card": 36, "lowest": 3, "highest": 35}),
        (dealt(variant="tactical"), TurnUp(20), {"card": 20}),
        (TO_DECIDE, Take("caio"), {"seat": "caio", "wanted": "ana"}),
        (TO_DECIDE, TurnUp(21), {"move": "turn_up", "phase": "decide"}),
        (TO_DEAL, Deal(tigers={"ana": 3, "caio": 5}), {"seat": "bia"}),
        (all_chips_on(dealt(), 35), Pass("ana"), {"seat": "ana"}),
    ],
)
def test_a_refusal_says_what_decided_it(match: Match, move: object, facts: dict[str, object]) -> None:
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert caught.value.facts == facts


# Shapes


@pytest.mark.parametrize("move", [Place("ana", 1), None, "pass", {"move": "pass", "seat": "ana"}])
def test_what_is_no_move_of_this_game_is_malformed(move: object) -> None:
    assert refusal(TO_DECIDE, move) == ("malformed", "not_a_move")


def test_tigers_without_the_variant_are_malformed_whatever_the_phase() -> None:
    assert refusal(dealt(), Deal(tigers={"ana": 3, "bia": 4, "caio": 5})) == ("malformed", "tigers_without_variant")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"move": "turn_up"}, "missing_key"),
        ({"move": "turn_up", "card": "20"}, "not_a_number"),
        ({"move": "turn_up", "card": 20.0}, "not_a_number"),
        ({"move": "turn_up", "card": True}, "not_a_number"),
        ({"move": "turn_up", "card": 20, "seat": "ana"}, "unknown_key"),
        ({"move": "pass"}, "missing_key"),
        ({"move": "pass", "seat": 1}, "not_a_text"),
        ({"move": "take", "seat": "ana", "card": 20}, "unknown_key"),
        ({"move": "tiger", "seat": "ana"}, "missing_key"),
        ({"move": "deal", "starter": None}, "not_a_text"),
        ({"move": "deal", "tigers": [3, 4, 5]}, "not_by_seat"),
        ({"move": "deal", "tigers": {"ana": "3"}}, "not_a_number"),
        ({"move": "deal", "hands": {}}, "unknown_key"),
        ({"move": "call", "number": 4, "marks": {}}, "unknown_move"),
        ({"seat": "ana"}, "missing_key"),
    ],
)
def test_a_line_of_the_wrong_shape_is_malformed(line: dict[str, object], reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        read_line(TO_DEAL.header, json.dumps(line))
    assert (caught.value.rule, caught.value.reason) == ("malformed", reason)


def test_a_refused_move_changes_nothing() -> None:
    state, written = TO_DECIDE.state, TO_DECIDE.record()
    refusal(TO_DECIDE, Take("bia"))
    assert (TO_DECIDE.state, TO_DECIDE.record()) == (state, written)
