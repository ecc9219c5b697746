"""Special cards in hands: dealt, exchanged, kept for the second round, and what is known of them."""

from __future__ import annotations

from random import Random

import pytest

from engine import Match
from engine.take_six.events import Exchanged
from engine.take_six.moves import Deal, Exchange, Place, Reveal, Special
from engine.take_six.specials import lying
from tests.engine.take_six.tables import (
    SEATS,
    opened,
    party,
    played,
    refusal,
    reveal,
    scores,
    settle,
    specials,
    with_specials,
)

FOUR = ((12,), (37,), (43,), (58,))
FULL = (3, 5, 11, 13, 17)
ROWS = (12, 37, 43, 58)
OPENED = opened(2, variant="anniversary")
HAND = ("block", "move", "insert")

TAKER = reveal(party(*FOUR), ana=3, bia=44).play(Place("ana", 1))
"""Ana has just taken a row; bia is next."""


# The deal.


def test_every_seat_gets_twelve_number_cards_and_three_special_cards() -> None:
    hands = {"ana": tuple(range(1, 12)), "bia": tuple(range(60, 72))}
    assert OPENED.play(Deal(ROWS)).as_record()["special_count"] == {"ana": 3, "bia": 3}

    assert refusal(OPENED, Deal(ROWS, hands=hands)) == ("hand", "hand_size")
    assert Deal(ROWS, hands={**hands, "ana": (*hands["ana"], 13)}) in OPENED.legal_moves


def test_special_cards_are_given_for_all_seats_or_none() -> None:
    assert Deal(ROWS, specials={"ana": HAND, "bia": HAND}) in OPENED.legal_moves
    assert refusal(OPENED, Deal(ROWS, specials={"ana": HAND})) == ("seat", "seat_missing")
    short = Deal(ROWS, specials={"ana": HAND, "bia": ("block", "move")})
    assert refusal(OPENED, short) == ("special", "special_hand_size")


def test_no_deal_has_a_fifth_copy_of_a_special_card() -> None:
    four = {"ana": ("block", "block", "block"), "bia": ("block", "move", "insert")}
    five = {"ana": ("block", "block", "block"), "bia": ("block", "block", "insert")}

    assert Deal(ROWS, specials=four) in OPENED.legal_moves
    assert refusal(OPENED, Deal(ROWS, specials=five)) == ("special", "fifth_copy")


# What is known of number cards, because of replace.


def test_a_card_that_replace_took_back_is_in_that_hand_and_in_no_other() -> None:
    match = settle(reveal(party(*FOUR), ana=14, bia=44).play(Special("ana", "replace", with_=15)))

    assert Reveal({"ana": 14, "bia": 60}) in match.legal_moves
    assert refusal(match, Reveal({"ana": 60, "bia": 14})) == ("card", "seen_before")
    bias_turn = reveal(match, ana=60, bia=45)
    assert refusal(bias_turn, Special("bia", "replace", with_=14)) == ("card", "seen_before")


def test_replace_may_lay_a_card_that_an_earlier_replace_took_back() -> None:
    match = settle(reveal(party(*FOUR), ana=14, bia=44).play(Special("ana", "replace", with_=15)))
    match = played(reveal(match, ana=13, bia=60), Special("ana", "replace", with_=14))

    assert match.state.queue[0] == (14, "ana")
    assert refusal(settle(match), Reveal({"ana": 14, "bia": 61})) == ("card", "seen_before")
    assert Reveal({"ana": 13, "bia": 61}) in settle(match).legal_moves


def test_a_hand_whose_last_card_is_known_reveals_nothing_else() -> None:
    match = settle(reveal(party(*FOUR, turn=11), ana=14, bia=44).play(Special("ana", "replace", with_=15)))

    assert refusal(match, Reveal({"ana": 60, "bia": 61})) == ("hand", "not_in_hand")
    assert [move.cards["ana"] for move in match.legal_moves if isinstance(move, Reveal)] == [14] * (104 - 7)


def test_a_hand_whose_two_cards_are_known_reveals_and_replaces_by_nothing_else() -> None:
    match = settle(reveal(party(*FOUR, turn=9), ana=14, bia=44).play(Special("ana", "replace", with_=15)))
    match = settle(reveal(match, ana=16, bia=45).play(Special("ana", "replace", with_=17)))
    assert match.state.turn == 11

    assert refusal(match, Reveal({"ana": 60, "bia": 61})) == ("hand", "not_in_hand")
    assert Reveal({"ana": 16, "bia": 61}) in match.legal_moves
    match = reveal(match, ana=14, bia=61)
    assert refusal(match, Special("ana", "replace", with_=60)) == ("hand", "not_in_hand")
    assert Special("ana", "replace", with_=16) in match.legal_moves


# Exchanging.


def test_whoever_takes_a_row_may_exchange_a_special_card_for_the_top_of_the_deck() -> None:
    match = TAKER.play(Exchange("ana", "block"))

    assert TAKER.advice().wants == ("place", "special", "exchange")
    assert match.events == (Exchanged("ana", "block"),)
    assert match.as_record()["special_count"] == {"ana": 3, "bia": 3}
    assert (specials(match).deck, specials(match).discards) == (specials(TAKER).deck - 1, ("block",))


def test_one_row_allows_one_exchange() -> None:
    assert refusal(TAKER.play(Exchange("ana", "block")), Exchange("ana", "move")) == ("phase", "nobody_may_exchange")


def test_only_the_seat_that_took_the_row_may_exchange() -> None:
    assert refusal(TAKER, Exchange("bia", "block")) == ("seat", "not_your_turn")
    assert refusal(TAKER, Exchange("eva", "block")) == ("seat", "unknown_seat")


def test_nobody_may_exchange_where_no_row_was_taken() -> None:
    match = reveal(party(*FOUR), ana=14, bia=44)

    assert refusal(match, Exchange("ana", "block")) == ("phase", "nobody_may_exchange")
    assert refusal(match.play(Place("ana", 1)), Exchange("ana", "block")) == ("phase", "nobody_may_exchange")


@pytest.mark.parametrize("next_move", [Place("bia", 3), Special("bia", "insert"), Special("bia", "block", row=1)])
def test_any_other_accepted_move_ends_the_chance(next_move: Place | Special) -> None:
    assert refusal(TAKER.play(next_move), Exchange("ana", "block")) == ("phase", "nobody_may_exchange")


def test_a_reveal_ends_the_chance() -> None:
    match = settle(reveal(party((12,), FULL, (43,), (58,)), ana=14, bia=20))
    assert match.advice().wants == ("reveal", "exchange")

    assert Exchange("bia", "block") in match.legal_moves
    assert refusal(reveal(match, ana=60, bia=61), Exchange("bia", "block")) == ("phase", "nobody_may_exchange")


def test_a_refused_move_does_not_end_the_chance() -> None:
    refusal(TAKER, Place("bia", 1))

    assert Exchange("ana", "block") in TAKER.legal_moves


def test_a_second_row_in_the_same_turn_gives_the_chance_to_its_taker() -> None:
    match = reveal(party((12,), FULL, (43,), (58,)), ana=1, bia=20)
    match = played(match, Place("ana", 1), Place("bia", 2))

    assert refusal(match, Exchange("ana", "block")) == ("seat", "not_your_turn")
    assert Exchange("bia", "block") in match.legal_moves


def test_a_row_taken_by_move_may_be_exchanged_for_before_the_placement_only() -> None:
    match = reveal(party(FULL, (37, 38), (43,), (58,)), ana=44, bia=90).play(Special("ana", "move", card=38, row=1))

    assert Exchange("ana", "block") in match.legal_moves
    assert refusal(match.play(Place("ana", 3)), Exchange("ana", "block")) == ("phase", "nobody_may_exchange")


def test_a_move_and_its_placement_that_both_take_a_row_allow_two_exchanges() -> None:
    match = reveal(party(FULL, (37, 38), (43,), (58,)), ana=1, bia=90)
    match = played(match, Special("ana", "move", card=38, row=1), Exchange("ana", "block"), Place("ana", 3))

    assert Exchange("ana", "insert") in match.legal_moves


def test_an_empty_hand_has_nothing_to_exchange() -> None:
    assert refusal(with_specials(TAKER, count=(0, 3)), Exchange("ana", "block")) == ("hand", "no_specials")


def test_a_known_hand_discards_only_what_is_in_it_and_then_holds_what_it_drew() -> None:
    match = with_specials(TAKER, known=(HAND, ()))
    assert refusal(match, Exchange("ana", "negate", draw="replace")) == ("hand", "special_not_in_hand")

    assert specials(match.play(Exchange("ana", "move", draw="replace"))).known[0] == ("block", "insert", "replace")


def test_an_exchange_without_a_draw_puts_an_unknown_card_into_a_known_hand() -> None:
    dealt = reveal(party(*FOUR, specials={"ana": HAND, "bia": HAND}), ana=3, bia=44).play(Place("ana", 1))
    match = settle(dealt.play(Exchange("ana", "move")))
    assert (specials(match).count[0], specials(match).known[0]) == (3, ("block", "insert"))

    match = reveal(match, ana=60, bia=90)
    assert Special("ana", "fifth_row") in match.legal_moves
    match = settle(match.play(Special("ana", "block", row=1)))
    match = settle(reveal(match, ana=61, bia=91).play(Special("ana", "take_seven")))
    assert refusal(reveal(match, ana=36, bia=92), Special("ana", "fifth_row")) == ("hand", "special_not_in_hand")


def test_an_empty_deck_is_the_discards_shuffled_the_card_just_discarded_included() -> None:
    match = with_specials(TAKER, deck=0, discards=("insert", "move"))
    match = match.play(Exchange("ana", "block", draw="block"))

    assert (specials(match).deck, specials(match).discards) == (2, ())


def test_the_last_card_of_the_deck_is_drawn_before_the_discards_are_shuffled() -> None:
    match = with_specials(TAKER, deck=1, discards=("insert", "move")).play(Exchange("ana", "block"))

    assert (specials(match).deck, specials(match).discards) == (0, ("insert", "move", "block"))


# All four copies in sight.


FOUR_BLOCKS = {
    "among the discards": with_specials(TAKER, discards=("block",) * 4),
    "in a known hand": with_specials(TAKER, known=((), ("block",) * 4), count=(3, 4)),
    "here and there": with_specials(TAKER, discards=("block",) * 3, known=((), ("block",))),
}


@pytest.mark.parametrize("where", FOUR_BLOCKS)
def test_what_lies_in_sight_four_times_can_be_neither_discarded_nor_drawn(where: str) -> None:
    match = FOUR_BLOCKS[where]

    assert refusal(match, Exchange("ana", "block")) == ("special", "all_in_sight")
    assert refusal(match, Exchange("ana", "move", draw="block")) == ("special", "all_in_sight")
    assert Exchange("ana", "move", draw="insert") in match.legal_moves


def test_what_lies_in_sight_four_times_cannot_be_played_from_an_unknown_hand() -> None:
    two_lie = reveal(party(*FOUR, (70,), blocked=(1,), sevens=(2,)), ana=71, bia=90)

    for kind in ("take_seven", "block"):
        some = with_specials(two_lie, discards=(kind,) * 2)
        all_four = with_specials(two_lie, discards=(kind,) * 3)
        card = Special("ana", kind, row=2 if kind == "block" else None)
        assert card in some.legal_moves, kind
        assert refusal(all_four, card) == ("special", "all_in_sight")


def test_a_known_fourth_copy_may_be_played() -> None:
    match = with_specials(reveal(party(*FOUR), ana=14, bia=90), discards=("insert",) * 3)

    known_here = with_specials(match, known=(("insert",), ()))
    known_there = with_specials(match, known=((), ("insert",)))
    assert Special("ana", "insert") in known_here.legal_moves
    assert refusal(known_there, Special("ana", "insert")) == ("special", "all_in_sight")


def test_shuffled_discards_are_out_of_sight_again() -> None:
    match = with_specials(TAKER, deck=0, discards=("block",) * 4)

    assert Exchange("ana", "move", draw="block") in match.legal_moves


# The end of the first round, and the second.


def test_the_first_round_ends_after_twelve_turns() -> None:
    match = settle(reveal(party(*FOUR, turn=11), ana=13, bia=90))
    assert (match.state.phase, match.state.turn) == ("reveal", 12)

    match = settle(reveal(match, ana=14, bia=91))
    assert (match.state.phase, match.state.round, match.state.turn) == ("deal", 2, 1)


def test_special_cards_that_lie_when_a_round_is_scored_are_discarded() -> None:
    match = party(*FOUR, (70,), blocked=(1, 2), sevens=(2, 3), turn=12)
    match = settle(reveal(match, ana=71, bia=90))

    assert sorted(specials(match).discards) == ["block", "block", "fifth_row", "take_seven", "take_seven"]


def first_round_over(seats: int = 2, **fields: object) -> Match:
    """Nobody took a row at last; `fields` say where the special cards are."""
    cards = dict(zip(SEATS, (13, 38, 44, 59, 14, 39, 45, 60)[:seats], strict=False))
    match = settle(reveal(party(*FOUR, seats=seats, turn=12), **cards))
    return with_specials(match, **fields)


@pytest.mark.parametrize(
    ("seats", "kept", "dealt"),
    [(2, 3, 3), (8, 0, 3), (8, 4, 3), (8, 5, 2), (8, 12, 2), (8, 13, 1), (8, 20, 1), (8, 21, 0), (8, 24, 0)],
)
def test_the_second_round_deals_three_special_cards_or_as_many_as_there_are_for_all(
    seats: int, kept: int, dealt: int
) -> None:
    hands = tuple([kept // seats + (seat < kept % seats) for seat in range(seats)])
    match = first_round_over(seats, count=hands, deck=28 - kept, discards=())

    after = specials(match.play(Deal(ROWS)))
    assert after.count == tuple([held + dealt for held in hands])
    assert after.deck == 28 - kept - seats * dealt


def test_the_discards_are_shuffled_back_before_the_second_round_is_dealt() -> None:
    match = first_round_over(count=(1, 2), deck=1, discards=("block",) * 4 + ("move",) * 4)

    after = match.play(Deal(ROWS))
    assert (specials(after).count, specials(after).discards) == ((4, 5), ())
    assert Special("ana", "block", row=1) in reveal(after, ana=13, bia=90).legal_moves


def test_kept_special_cards_stay_known_in_the_second_round() -> None:
    match = first_round_over(count=(1, 0), known=(("block",), ()))

    after = match.play(Deal(ROWS))
    assert specials(after).known == (("block",), ())


def test_special_cards_given_for_the_second_round_are_the_whole_hand() -> None:
    match = first_round_over(count=(1, 0), known=(("block",), ()))

    def deal(*ana: str) -> Deal:
        return Deal(ROWS, specials={"ana": ana, "bia": HAND})

    assert specials(match.play(deal("move", "block", "negate", "insert"))).count == (4, 3)
    assert refusal(match, deal("move", "negate", "insert")) == ("special", "special_hand_size")
    assert refusal(match, deal("move", "move", "negate", "insert")) == ("special", "special_kept")


def test_after_the_last_placement_of_round_1_its_taker_may_exchange_until_the_deal() -> None:
    last = reveal(party((12,), FULL, (43,), (58,), turn=12), ana=14, bia=20)
    match = settle(last)
    assert match.state.phase == "deal"
    assert match.advice().wants == ("deal", "exchange")

    exchanged = match.play(Exchange("bia", "block", draw="negate"))
    assert specials(exchanged.play(Deal(ROWS))).known == ((), ("negate",))
    assert refusal(match.play(Deal(ROWS)), Exchange("bia", "block")) == ("phase", "nobody_may_exchange")


def test_the_second_round_is_the_last_and_unplayed_special_cards_count_nothing() -> None:
    last = party((12,), FULL, (43,), (58,), round=2, turn=12, score=(9, 80))
    match = settle(reveal(last, ana=14, bia=20))

    assert (match.state.phase, match.state.winners) == ("over", ("ana",))
    assert scores(match) == {"ana": 9, "bia": 90}
    assert specials(match).count == (3, 3)
    assert refusal(match, Exchange("bia", "block")) == ("phase", "nobody_may_exchange")
    assert not match.legal_moves


# A law.


@pytest.mark.parametrize("seed", range(6))
def test_wherever_they_go_there_are_always_28_special_cards(seed: int) -> None:
    random = Random(seed)
    deck = random.sample(range(1, 105), 28)
    hands = {seat: tuple(deck.pop() for _ in range(12)) for seat in SEATS[:2]}
    match = OPENED.play(Deal(tuple(deck), hands=hands))
    while match.state.phase != "deal":
        match = match.play(random.choice(list(match.legal_moves)))
        held = specials(match)
        assert sum(held.count) + held.deck + len(held.discards) + lying(match.state).total() == 28
