"""The professional variant: a deck that everybody knows, and hands that are picked from open cards."""

from __future__ import annotations

import pytest

from engine import BadHeader, Match
from engine.take_six.events import Drafted
from engine.take_six.moves import Deal, Draft, Place, Reveal
from tests.engine.take_six.tables import SEATS, opened, played, refusal, reveal, rows, settle


def drafted(match: Match, first: int = 1) -> Match:
    """All hands picked, by whoever's turn it is, the cards in ascending order from `first` up."""
    for card in range(first, first + 10 * len(match.header.seats)):
        match = match.play(Draft(match.advice().seats[0], card))
    return match


PRO = opened(2, variant="pro")
PRO_DRAFTED = drafted(PRO)
HANDS = {"ana": tuple(range(1, 20, 2)), "bia": tuple(range(2, 21, 2))}


@pytest.mark.parametrize(("seats", "highest"), [(2, 24), (3, 34), (4, 44), (5, 54), (6, 64)])
def test_the_known_deck_has_ten_cards_for_each_seat_and_four_more(seats: int, highest: int) -> None:
    match = opened(seats, known_deck=True)

    assert Deal((1, 2, 3, highest)) in match.legal_moves
    assert refusal(match, Deal((1, 2, 3, highest + 1))) == ("card", "not_in_deck")


def test_a_higher_number_than_the_known_deck_has_cannot_be_revealed_either() -> None:
    match = opened(3, known_deck=True).play(Deal((1, 2, 3, 4)))

    assert Reveal({"ana": 33, "bia": 34, "caio": 5}) in match.legal_moves
    assert refusal(match, Reveal({"ana": 33, "bia": 34, "caio": 35})) == ("card", "not_in_deck")


def test_seats_pick_in_turn_from_seat_1_until_each_has_ten_cards() -> None:
    match = opened(3, variant="pro")
    seats = []
    for card in range(1, 31):
        assert match.state.phase == "draft"
        seats.append(match.advice().seats[0])
        match = match.play(Draft(seats[-1], card))
        assert match.events == (Drafted(seats[-1], card),)

    assert seats == ["ana", "bia", "caio"] * 10
    assert match.state.phase == "deal"
    assert refusal(match, Draft("ana", 31)) == ("phase", "not_now")


def test_advice_during_a_draft_names_the_seat_that_picks_next() -> None:
    advice = PRO.play(Draft("ana", 7)).advice()

    assert (advice.wants, advice.seats, advice.why) == (("draft",), ("bia",), "draft_in_turn")


def test_a_seat_cannot_pick_out_of_turn_nor_a_card_that_is_gone_or_not_there() -> None:
    match = PRO.play(Draft("ana", 7))

    assert refusal(match, Draft("ana", 8)) == ("seat", "not_your_turn")
    assert refusal(match, Draft("eva", 8)) == ("seat", "unknown_seat")
    assert refusal(match, Draft("bia", 7)) == ("card", "drafted_before")
    assert refusal(match, Draft("bia", 25)) == ("card", "not_in_deck")


def test_the_first_move_of_a_draft_is_no_deal() -> None:
    assert refusal(PRO, Deal((21, 22, 23, 24))) == ("phase", "not_now")


def test_the_four_cards_that_are_left_open_the_rows_as_the_table_lays_them() -> None:
    assert rows(PRO_DRAFTED.play(Deal((23, 21, 24, 22)))) == [(23,), (21,), (24,), (22,)]
    assert refusal(PRO_DRAFTED, Deal((23, 21, 24, 20))) == ("card", "drafted_before")


def test_without_the_known_deck_any_four_cards_of_those_left_open_the_rows() -> None:
    match = drafted(opened(2, draft=True), first=61)

    assert Deal((1, 60, 81, 104)) in match.legal_moves
    assert refusal(match, Deal((1, 60, 80, 104))) == ("card", "drafted_before")


def test_the_known_deck_without_a_draft_starts_with_the_deal() -> None:
    match = opened(2, known_deck=True)

    assert match.state.phase == "deal"
    assert refusal(match, Draft("ana", 7)) == ("phase", "not_now")


def test_drafted_hands_are_public_so_that_another_card_is_refused() -> None:
    match = PRO_DRAFTED.play(Deal((21, 22, 23, 24)))

    assert Reveal({"ana": 1, "bia": 2}) in match.legal_moves
    assert refusal(match, Reveal({"ana": 2, "bia": 4})) == ("hand", "not_in_hand")
    assert refusal(match, Reveal({"ana": 1, "bia": 21})) == ("card", "seen_before")


def test_hands_that_a_deal_gives_after_a_draft_are_those_that_were_drafted() -> None:
    def deal(ana: tuple[int, ...], bia: tuple[int, ...]) -> Deal:
        return Deal((21, 22, 23, 24), hands={"ana": ana, "bia": bia})

    as_drafted = PRO_DRAFTED.play(deal(HANDS["ana"][::-1], HANDS["bia"]))
    assert as_drafted.state == PRO_DRAFTED.play(Deal((21, 22, 23, 24))).state
    assert refusal(PRO_DRAFTED, deal(HANDS["bia"], HANDS["ana"])) == ("hand", "not_as_drafted")


def test_the_draft_of_the_next_round_starts_with_the_next_seat() -> None:
    match = PRO_DRAFTED.play(Deal((21, 22, 23, 24)))
    for ana, bia in zip(HANDS["ana"], HANDS["bia"], strict=True):
        match = settle(reveal(match, ana=ana, bia=bia))
    assert (match.state.phase, match.state.round) == ("draft", 2)

    assert refusal(match, Draft("ana", 1)) == ("seat", "not_your_turn")
    assert played(match, Draft("bia", 1), Draft("ana", 24), Draft("bia", 2)).state.phase == "draft"


def test_a_card_goes_where_the_base_game_sends_it() -> None:
    match = reveal(PRO_DRAFTED.play(Deal((21, 22, 23, 24))), ana=1, bia=2)

    assert match.advice().why == "low_card"
    assert rows(settle(match.play(Place("ana", 3)))) == [(21,), (22,), (1, 2), (24,)]


@pytest.mark.parametrize("options", [{"variant": "pro"}, {"known_deck": True}, {"draft": True}])
def test_either_option_is_for_two_to_six_seats(options: dict[str, object]) -> None:
    assert opened(6, **options).header.seats == SEATS[:6]
    with pytest.raises(BadHeader, match=r"seat_count \(least=2, most=6, seats=7\)"):
        opened(7, **options)


@pytest.mark.parametrize(
    ("options", "phase", "highest"),
    [
        ({"variant": "pro"}, "draft", 24),
        ({"variant": "pro", "draft": False}, "deal", 24),
        ({"variant": "pro", "known_deck": False}, "draft", 104),
        ({"variant": "base", "draft": True}, "draft", 104),
        ({"variant": "base", "known_deck": True}, "deal", 24),
        ({"variant": "base"}, "deal", 104),
    ],
)
def test_the_two_options_are_set_by_the_variant_or_one_by_one(
    options: dict[str, object], phase: str, highest: int
) -> None:
    match = opened(2, **options)

    assert match.state.phase == phase
    assert match.header.terms.highest == highest


@pytest.mark.parametrize("options", [{"known_deck": 1}, {"draft": "yes"}, {"variant": "expert"}, {"deck": True}])
def test_any_other_option_or_value_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadHeader, match="option"):
        opened(2, **options)
