"""The hidden tiger, the tactical variant, and both at once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine import Advice, BadHeader, Match
from engine.no_thanks.events import Passed, RoundScored, Taken, TigerPlayed
from engine.no_thanks.moves import Deal, Pass, Take, Tiger, TurnUp
from tests.engine.no_thanks.tables import (
    RUN_OF_24,
    SEATS,
    all_chips_on,
    cards,
    chips,
    dealt,
    event,
    opened,
    passing_until,
    played,
    refusal,
    taking_each,
)

TIGERS = {"ana": 33, "bia": 34, "caio": 35}
WITH_TIGERS = ("hidden_tiger", "tactical_tiger")
TACTICAL = ("tactical", "tactical_tiger")


def unknown_tigers(card: int = 20) -> Match:
    """Ana is to decide about a card; what the seats hold is not known."""
    return dealt(variant="hidden_tiger").play(TurnUp(card))


def known_tigers(card: int = 20) -> Match:
    return dealt(variant="hidden_tiger", deal=Deal(tigers=TIGERS)).play(TurnUp(card))


def playable(match: Match) -> list[int]:
    """The cards that may be played as a tiger now."""
    return [move.card for move in match.legal_moves if isinstance(move, Tiger)]


def may_turn_up(match: Match) -> list[int]:
    return [move.card for move in match.legal_moves if isinstance(move, TurnUp)]


# The hidden tiger


def test_a_tiger_joins_the_open_cards_and_the_turn_goes_on() -> None:
    match = known_tigers().play(Tiger("ana", 33))
    assert cards(match, "ana") == (33,)
    assert (match.state.phase, match.state.active, match.state.to_decide) == ("decide", 20, "ana")
    assert match.events == (TigerPlayed("ana", 33, cost=33),)


def test_after_its_tiger_a_seat_still_passes_or_takes() -> None:
    match = known_tigers().play(Tiger("ana", 33))
    assert list(match.legal_moves) == [Pass("ana"), Take("ana")]


def test_a_tiger_costs_no_chip_and_wins_none() -> None:
    match = played(known_tigers(), Pass("ana"), Tiger("bia", 34))
    assert (chips(match), match.state.on_card) == ({"ana": 10, "bia": 11, "caio": 11}, 1)


def test_a_tiger_may_close_a_gap() -> None:
    match = taking_each(dealt(variant="hidden_tiger"), (20, 22)).play(TurnUp(30))
    assert event(match.play(Tiger("ana", 21)), TigerPlayed).cost == -22


def test_all_seats_may_play_theirs_in_one_round() -> None:
    match = played(known_tigers(), Tiger("ana", 33), Pass("ana"), Tiger("bia", 34), Pass("bia"), Tiger("caio", 35))
    assert match.as_record()["cards"] == {"ana": (33,), "bia": (34,), "caio": (35,)}


def test_a_seat_has_one_tiger_a_round() -> None:
    assert playable(known_tigers().play(Tiger("ana", 33))) == []
    assert refusal(unknown_tigers().play(Tiger("ana", 5)), Tiger("ana", 6)) == ("hand", "tiger_played_before")


def test_every_round_brings_new_tigers() -> None:
    match = taking_each(known_tigers(RUN_OF_24[0]).play(Tiger("ana", 33)).play(Take("ana")), RUN_OF_24[1:])
    match = played(match, Deal(starter="ana", tigers={"ana": 3, "bia": 4, "caio": 5}), TurnUp(20))
    assert playable(match) == [3]


def test_a_tiger_is_played_on_its_own_seats_turn_only() -> None:
    assert refusal(known_tigers(), Tiger("bia", 34)) == ("seat", "not_your_turn")
    assert playable(passing_until(known_tigers(), "bia")) == [34]


def test_a_tiger_waits_until_a_card_is_turned_up() -> None:
    assert refusal(dealt(variant="hidden_tiger"), Tiger("ana", 5)) == ("phase", "not_now")


def test_a_known_tiger_is_the_only_card_that_its_seat_can_play() -> None:
    assert playable(known_tigers()) == [33]


def test_an_unknown_tiger_may_be_any_card_not_seen_yet() -> None:
    match = taking_each(dealt(variant="hidden_tiger"), (3, 4)).play(TurnUp(5))
    assert playable(match) == list(range(6, 36))


def test_a_known_tiger_cannot_be_turned_up() -> None:
    assert may_turn_up(dealt(variant="hidden_tiger", deal=Deal(tigers=TIGERS))) == list(range(3, 33))


def test_a_tiger_that_was_played_can_neither_be_turned_up_nor_played_again() -> None:
    match = played(unknown_tigers(), Tiger("ana", 25), Pass("ana"))
    assert 25 not in playable(match)
    assert refusal(match.play(Take("bia")), TurnUp(25)) == ("card", "seen_before")


def test_a_tiger_left_in_the_hand_counts_nothing() -> None:
    scored = event(taking_each(dealt(variant="hidden_tiger", deal=Deal(tigers=TIGERS)), RUN_OF_24), RoundScored)
    assert scored.result == {"ana": 3 - 11, "bia": -11, "caio": -11}


def test_a_tiger_that_was_played_counts_like_any_card() -> None:
    match = taking_each(unknown_tigers(3).play(Tiger("ana", 35)).play(Take("ana")), RUN_OF_24[1:])
    assert event(match, RoundScored).result["ana"] == 3 + 35 - 11


def test_a_tiger_is_none_of_the_24_cards() -> None:
    assert unknown_tigers().state.left == 23
    assert unknown_tigers().play(Tiger("ana", 25)).state.left == 23


def test_a_seat_without_a_chip_may_still_play_its_tiger_before_it_takes() -> None:
    match = all_chips_on(dealt(variant="hidden_tiger", deal=Deal(tigers=TIGERS)), 32)
    assert list(match.legal_moves) == [Take("ana"), Tiger("ana", 33)]
    assert event(played(match, Tiger("ana", 33), Take("ana")), Taken).cost == -1


def test_the_tiger_is_advised_until_it_is_played() -> None:
    match = unknown_tigers()
    either = (Passed("ana", 20, on_card=1), Taken("ana", 20, chips=0, cost=20))
    assert match.advice() == Advice(("pass", "take", "tiger"), ("ana",), "pass_or_take", either)
    assert match.play(Tiger("ana", 5)).advice() == Advice(("pass", "take"), ("ana",), "pass_or_take", either)


def test_what_a_tiger_is_stays_secret() -> None:
    told = opened(variant="hidden_tiger").play(Deal(tigers=TIGERS))
    untold = opened(variant="hidden_tiger").play(Deal())
    assert told.events == untold.events
    for known, unknown in ((told, untold), (told.play(TurnUp(20)), untold.play(TurnUp(20)))):
        assert known.as_record(secret=True) == unknown.as_record(secret=True)
        assert known.advice() == unknown.advice()


@pytest.mark.parametrize("variant", ["base", "tactical"])
def test_without_the_variant_there_are_no_tigers(variant: str) -> None:
    assert refusal(opened(variant=variant), Deal(tigers=TIGERS)) == ("malformed", "tigers_without_variant")
    assert refusal(dealt(variant=variant).play(TurnUp(19)), Tiger("ana", 33)) == ("phase", "tiger_without_variant")


@pytest.mark.parametrize("seats", [3, 7])
@pytest.mark.parametrize("known", [True, False])
def test_every_seat_is_dealt_a_tiger(seats: int, known: bool) -> None:
    tigers = dict(zip(SEATS[:seats], range(35, 0, -1), strict=False)) if known else None
    match = dealt(seats, variant="hidden_tiger", deal=Deal(tigers=tigers)).play(TurnUp(3))
    for seat, card in zip(SEATS[:seats], range(35, 0, -1), strict=False):
        match = played(match, Tiger(seat, card), Pass(seat))
    assert match.state.to_decide == "ana"
    assert playable(match) == []


# The tactical variant


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("variant", TACTICAL)
def test_tactical_seats_have_ten_chips_each(variant: str, seats: int) -> None:
    match = dealt(seats, variant=variant)
    assert set(chips(match).values()) == {10}
    assert match.state.left == 24


@pytest.mark.parametrize("variant", TACTICAL)
def test_10_20_and_30_are_out_unless_told_otherwise(variant: str) -> None:
    missing = set(range(3, 36)) - set(may_turn_up(dealt(variant=variant)))
    assert missing == {10, 20, 30}


@pytest.mark.parametrize("gaps", [[10, 20, 30], [10, 19, 28]])
def test_either_list_of_gaps_may_be_agreed(gaps: list[int]) -> None:
    match = dealt(variant="tactical", gaps=gaps)
    assert set(range(3, 36)) - set(may_turn_up(match)) == set(gaps)
    assert [refusal(match, TurnUp(gap)) for gap in gaps] == [("card", "open_gap")] * 3


def test_a_gap_of_the_other_list_is_a_card_like_any_other() -> None:
    assert dealt(variant="tactical", gaps=[10, 19, 28]).play(TurnUp(20)).state.active == 20
    assert dealt(variant="tactical").play(TurnUp(19)).state.active == 19


def test_a_gap_breaks_a_run() -> None:
    match = taking_each(dealt(variant="tactical"), (9, 11))
    assert event(match, Taken).cost == 11


@pytest.mark.parametrize("gaps", [[10, 19, 30], [30, 20, 10], [10, 20], [], [10.0, 20, 30], (10, 20, 30), None])
def test_no_other_gaps_are_known(gaps: object) -> None:
    with pytest.raises(BadHeader, match="option_gaps"):
        opened(variant="tactical", gaps=gaps)


@pytest.mark.parametrize("variant", TACTICAL)
@pytest.mark.parametrize("seats", [2, 6, 7])
def test_the_tactical_variant_is_for_three_to_five(variant: str, seats: int) -> None:
    with pytest.raises(BadHeader, match=r"seat_count \(least=3, most=5"):
        opened(seats, variant=variant)


# Both at once


def test_a_tactical_tiger_is_never_a_gap() -> None:
    match = dealt(variant="tactical_tiger").play(TurnUp(3))
    assert playable(match) == [card for card in range(4, 36) if card not in (10, 20, 30)]
    assert refusal(match, Tiger("ana", 20)) == ("card", "open_gap")
    given = Deal(tigers={"ana": 10, "bia": 34, "caio": 35})
    assert refusal(opened(variant="tactical_tiger"), given) == ("card", "open_gap")


def test_five_tigers_and_a_card_that_nobody_sees_are_left_beside_the_24() -> None:
    tigers = {"ana": 3, "bia": 4, "caio": 5, "davi": 6, "eva": 7}
    match = dealt(5, variant="tactical_tiger", deal=Deal(tigers=tigers), gaps=[10, 19, 28])
    free: Sequence[int] = may_turn_up(match)
    assert len(free) == 25
    last = taking_each(match, free[:23])
    assert may_turn_up(last) == list(free[23:])


def test_both_variants_make_one_round() -> None:
    match = dealt(variant="tactical_tiger", deal=Deal(tigers=TIGERS)).play(TurnUp(4))
    match = played(match, Pass("ana"), Tiger("bia", 34), Take("bia"))
    rest = [card for card in range(5, 30) if card not in (10, 20)]
    scored = event(taking_each(match, rest), RoundScored)
    assert scored.result == {"ana": -9, "bia": 4 + 11 + 21 + 34 - 11, "caio": -10}


@pytest.mark.parametrize("variant", WITH_TIGERS)
def test_unknown_tigers_may_hide_any_card_that_may_turn_up(variant: str) -> None:
    match = dealt(variant=variant)
    first, *others = may_turn_up(match)
    assert playable(match.play(TurnUp(first))) == others


def test_secret_advice_says_that_a_seat_without_a_chip_may_still_show_its_tiger() -> None:
    match = all_chips_on(dealt(variant="hidden_tiger"), 20)
    assert match.advice(secret=True).wants == ("take", "tiger")
    assert match.advice().wants == ("pass", "take", "tiger")
