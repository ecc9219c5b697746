"""6 or 9, 68 or 89: told apart by a mark or by where the number stands, or left open."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.cards import FLIPS, upside_down
from vision.flips import Plain, Standing, plain_on, settled, standing_on
from vision.read import NUMBERS, Chances, Look, Numeral, Place
from vision.spots import Layout

TOP, MIDDLE, BOTTOM = 15.0, 60.0, 105.0
QUAD = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)


def one(number: int | None, chance: float = 0.99) -> Chances:
    row = np.zeros(NUMBERS)
    if number is not None:
        row[number] = chance
    return row


def seen(number: int, y: float, marked: bool = False, upright: float = 0.5) -> Numeral:
    """A number as it stands in the cut. With a mark it can't be read the other way round."""
    other = upside_down(number)
    return Numeral(
        Place((40, y), 20, upright, 1 - upright), one(number), one(None if marked else other), other is not None
    )


def marked_upside_down(number: int, y: float) -> Numeral:
    """A marked number that stands upside down."""
    return Numeral(Place((40, y), 20, 0.5, 0.5), one(None), one(number), True)


def look_of(*numerals: Numeral) -> Look:
    return Look(QUAD, np.zeros((1, 1, 3), np.uint8), np.array([1.0, 0, 0]), 0.0, numerals)


USUAL = Standing(True, False, Layout(), Layout())
OPEN = replace(USUAL, top_upright=False)
ODD = replace(OPEN, otherwise=True)


def likeliest(*numerals: Numeral, first: int, standing: Standing = USUAL) -> set[int]:
    """What remains as likeliest, where the network was all for `first`."""
    scores = np.full(NUMBERS, -20.0)
    scores[first] = 0
    after = settled(look_of(*numerals), scores, standing)
    return {number for number in range(NUMBERS) if after[number] > after.max() - 0.5}


def test_seven_pairs_are_another_number_upside_down() -> None:
    assert {frozenset(pair) for pair in FLIPS.items()} == {
        frozenset(pair) for pair in ((6, 9), (66, 99), (68, 89), (86, 98), (16, 91), (18, 81), (19, 61))
    }


@pytest.mark.parametrize("number", sorted(FLIPS))
class TestEachNumberOfAPair:
    def test_alone_in_the_middle_it_stays_open(self, number: int) -> None:
        assert likeliest(seen(number, MIDDLE), first=number) == {number, FLIPS[number]}

    def test_marks_settle_it_both_ways_round(self, number: int) -> None:
        other = FLIPS[number]
        upright = [seen(number, y, marked=True) for y in (TOP, MIDDLE)]
        turned = [marked_upside_down(number, y) for y in (MIDDLE, BOTTOM)]
        for first in (number, other):
            assert likeliest(*upright, first=first) == {number}
            assert likeliest(*turned, first=first) == {number}

    def test_what_looks_marked_once_and_not_elsewhere_is_no_mark(self, number: int) -> None:
        odd = [seen(number, MIDDLE, marked=True), seen(number, MIDDLE - 5)]
        assert likeliest(*odd, first=number) == {number, FLIPS[number]}

    def test_one_corner_is_enough(self, number: int) -> None:
        assert likeliest(seen(number, TOP), first=number) == {number}
        assert likeliest(seen(FLIPS[number], BOTTOM), first=number) == {number}

    def test_one_corner_is_not_enough_while_nothing_is_known_of_the_deck(self, number: int) -> None:
        for y in (TOP, BOTTOM):
            assert likeliest(seen(number, y), first=number, standing=OPEN) == {number, FLIPS[number]}

    def test_both_ends_of_a_card_that_agree_say_it_by_themselves(self, number: int) -> None:
        ends = (seen(number, TOP), seen(FLIPS[number], BOTTOM))
        assert likeliest(*ends, first=number, standing=OPEN) == {number}
        assert likeliest(*ends, first=number, standing=ODD) == {number, FLIPS[number]}

    def test_corners_settle_what_the_middle_leaves_open(self, number: int) -> None:
        """The middle number of a card that lies upside down reads as the other one."""
        other = FLIPS[number]
        assert likeliest(seen(number, TOP), seen(other, MIDDLE), seen(other, BOTTOM), first=number) == {number}

    def test_a_network_that_says_otherwise_leaves_it_open(self, number: int) -> None:
        assert likeliest(seen(FLIPS[number], TOP), first=number) == {number, FLIPS[number]}

    def test_corners_that_all_stand_the_same_way_tell_nothing(self, number: int) -> None:
        assert likeliest(seen(number, TOP), seen(number, BOTTOM), first=number) == {number, FLIPS[number]}

    def test_corners_tell_nothing_on_a_deck_that_has_them_otherwise(self, number: int) -> None:
        assert likeliest(seen(number, TOP), first=number, standing=ODD) == {number, FLIPS[number]}


def test_a_plain_number_is_left_as_it_is() -> None:
    scores = np.linspace(-5, -4, NUMBERS)
    scores[27] = 0
    assert np.array_equal(settled(look_of(seen(27, BOTTOM, upright=1.0)), scores, USUAL), scores)


def plain(number: int, y: float, upright: bool) -> Numeral:
    return Numeral(Place((40, y), 20, float(upright), float(not upright)), one(number), one(number), False)


def test_plain_numbers_show_how_a_deck_has_its_corners() -> None:
    usual = plain_on(look_of(plain(27, TOP, True), plain(27, BOTTOM, False), plain(27, MIDDLE, False)), True)
    odd = plain_on(look_of(plain(35, TOP, True), plain(35, BOTTOM, True)), True)
    assert standing_on([usual] * 2).top_upright
    assert not standing_on([usual]).top_upright  # one may be misread
    for cards in ([usual, usual, odd], [odd]):
        assert not standing_on(cards).top_upright
        assert standing_on(cards).otherwise


def test_numbers_at_the_top_alone_do_not_show_how_those_at_the_bottom_stand() -> None:
    top = [plain_on(look_of(plain(27, TOP, True)), True)] * 5
    assert not standing_on(top).top_upright
    assert not standing_on(top).otherwise
    assert not standing_on([]).top_upright


def all_upright_at(*spots: float, bare: bool = True) -> Plain:
    """A plain card that lies as one reads it, with upright numbers at these heights."""
    return plain_on(look_of(*(plain(27, y, True) for y in spots)), bare)


@pytest.mark.parametrize("number", sorted(FLIPS))
class TestNumbersThatAllStandUpright:
    def test_a_place_that_only_upright_numbers_have_settles_it(self, number: int) -> None:
        deck = standing_on([all_upright_at(TOP, MIDDLE + 20)] * 4)
        assert likeliest(seen(number, TOP), first=number, standing=deck) == {number}
        assert likeliest(seen(FLIPS[number], BOTTOM), first=number, standing=deck) == {number}

    def test_places_that_are_the_same_both_ways_round_leave_it_open(self, number: int) -> None:
        deck = standing_on([all_upright_at(TOP, BOTTOM)] * 4)
        assert likeliest(seen(number, TOP), seen(number, BOTTOM), first=number, standing=deck) == {
            *(number, FLIPS[number])
        }

    def test_one_card_that_has_numbers_in_both_places_is_enough_for_a_doubt(self, number: int) -> None:
        deck = standing_on([*[all_upright_at(TOP, MIDDLE + 20)] * 4, all_upright_at(TOP, BOTTOM)])
        assert likeliest(seen(number, TOP), first=number, standing=deck) == {number, FLIPS[number]}

    def test_cards_of_which_others_may_cover_a_part_do_not_say_where_no_number_stands(self, number: int) -> None:
        cards = [all_upright_at(TOP, MIDDLE + 20, bare=at < 2) for at in range(5)]
        deck = standing_on(cards)
        assert likeliest(seen(number, TOP), first=number, standing=deck) == {number, FLIPS[number]}

    def test_what_can_not_be_read_may_be_a_number_too(self, number: int) -> None:
        worn = look_of(plain(27, TOP, True), Numeral(Place((40, BOTTOM), 20, 0.3, 0.1), one(27, 0.2), one(None), False))
        deck = standing_on([all_upright_at(TOP, MIDDLE + 20)] * 4 + [plain_on(worn, True)])
        assert likeliest(seen(number, TOP), first=number, standing=deck) == {number, FLIPS[number]}
