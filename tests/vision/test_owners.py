"""Whose number it is where two cards lie: that of the card on which it stands as on the other cards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.cut import CUT, RIM, Quad
from vision.owners import with_own_numbers
from vision.read import NUMBERS, Look, Numeral, Place

WIDE, HIGH = CUT[0] - 2 * RIM, CUT[1] - 2 * RIM
CORNER = (14.0, 16.0)
OTHER_CORNER = (CUT[0] - CORNER[0], CUT[1] - CORNER[1])


def card(x: float, y: float) -> Quad:
    """A card as large as its cut, so that a pixel of the cut is a pixel of the picture."""
    return np.array([(x, y), (x + WIDE, y), (x + WIDE, y + HIGH), (x, y + HIGH)], float)


def numeral(at: tuple[float, float], number: int, turned: bool = False) -> Numeral:
    chances = np.zeros(NUMBERS)
    chances[number] = 0.99
    none = np.zeros(NUMBERS)
    place = Place(at, 16.0, 0.01 if turned else 0.98, 0.98 if turned else 0.01)
    return Numeral(place, none if turned else chances, chances if turned else none)


def look(quad: Quad, *numerals: Numeral) -> Look:
    return Look(quad, np.zeros((CUT[1], CUT[0], 3), np.uint8), np.array([1.0, 0.0, 0.0]), 0.0, numerals)


def free(number: int, x: float) -> Look:
    """A card that lies by itself, with its number in two corners."""
    return look(card(x, 1000), numeral(CORNER, number), numeral(OTHER_CORNER, number, turned=True))


def names(one: Look) -> list[int]:
    return [int(numeral.chances.argmax()) for numeral in one.numerals]


FREE = [free(number, 200.0 * number) for number in (1, 2, 3)]
LOWER = card(0, 0)
UPPER = card(30, 40)


def fan(*others: Look) -> list[Look]:
    """One card on another. The upper one's corner is found on both: a corner here, amid the card there."""
    on_lower = (CORNER[0] + 30, CORNER[1] + 40)
    lower = look(LOWER, numeral(CORNER, 20), numeral(on_lower, 30))
    upper = look(UPPER, numeral(CORNER, 30), numeral(OTHER_CORNER, 30, turned=True))
    looks = [lower, upper, *others]
    return with_own_numbers(looks, [[UPPER], [LOWER], *([] for _ in others)])


def test_a_number_belongs_to_the_card_on_which_it_stands_as_on_others() -> None:
    lower, upper, *_ = fan(*FREE)
    assert names(lower) == [20]
    assert names(upper) == [30, 30]


def test_where_no_other_card_shows_where_numbers_stand_it_counts_for_neither() -> None:
    lower = look(LOWER, numeral((CORNER[0] + 30, CORNER[1] + 40), 30))
    upper = look(UPPER, numeral(CORNER, 30))
    lower, upper = with_own_numbers([lower, upper], [[UPPER], [LOWER]])
    assert (names(lower), names(upper)) == ([], [])
    assert upper.has_number


def test_a_card_lying_the_other_way_round_has_its_numbers_in_the_same_places() -> None:
    turned = look(UPPER, numeral(OTHER_CORNER, 30, turned=True), numeral(CORNER, 30))
    lower = look(LOWER, numeral(CORNER, 20))
    _, upper, *_ = with_own_numbers([lower, turned, *FREE], [[UPPER], [LOWER], [], [], []])
    assert names(upper) == [30, 30]


def test_what_would_fit_both_cards_counts_for_neither() -> None:
    moved = card(OTHER_CORNER[0] - CORNER[0], OTHER_CORNER[1] - CORNER[1])
    # The lower card's lower corner and the upper one's upper corner are the same place.
    lower = look(LOWER, numeral(CORNER, 20), numeral(OTHER_CORNER, 30))
    upper = look(moved, numeral(CORNER, 30))
    all_upright = [look(card(200.0 * n, 1000), numeral(CORNER, n), numeral(OTHER_CORNER, n)) for n in (1, 2, 3)]
    one, other, *_ = with_own_numbers([lower, upper, *all_upright], [[moved], [LOWER], [], [], []])
    assert names(one) == [20]
    assert names(other) == []


def test_cards_by_themselves_stay_as_they_are() -> None:
    assert with_own_numbers(FREE, [[], [], []]) == FREE
    assert with_own_numbers([], []) == []


LEFT, RIGHT, BETWEEN = card(0, 0), card(WIDE + 2, 0), card(WIDE / 2, 0)
BESIDE = [
    look(LEFT, numeral(CORNER, 20), numeral(OTHER_CORNER, 20, turned=True)),
    look(RIGHT, numeral(CORNER, 30), numeral(OTHER_CORNER, 30, turned=True)),
]
SEEN_BETWEEN = look(
    BETWEEN,
    numeral((OTHER_CORNER[0] - WIDE / 2, OTHER_CORNER[1]), 20, turned=True),
    numeral((CORNER[0] + WIDE / 2 + 2, CORNER[1]), 30),
)


def test_between_two_plain_cards_lies_no_third_one() -> None:
    looks = [*BESIDE, SEEN_BETWEEN]
    assert len(with_own_numbers(looks, [[BETWEEN], [BETWEEN], [LEFT, RIGHT]])) == 2
    assert with_own_numbers([SEEN_BETWEEN], [[LEFT, RIGHT]], [LEFT, RIGHT]) == []


def test_a_back_between_two_cards_is_one() -> None:
    back = replace(SEEN_BETWEEN, kind=np.array([0.1, 0.9, 0.0]))
    assert len(with_own_numbers([back], [[LEFT, RIGHT]], [LEFT, RIGHT])) == 1


def test_what_lies_on_two_cards_and_has_a_number_of_its_own_is_one() -> None:
    on_both = look(BETWEEN, numeral(CORNER, 40), numeral(OTHER_CORNER, 40, turned=True))
    (*_, top) = with_own_numbers([*FREE, on_both], [[], [], [], [LEFT, RIGHT]], [LEFT, RIGHT])
    assert names(top) == [40, 40]
