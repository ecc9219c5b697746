"""Reading a card that was cut out: where numbers stand, which they are, and both ways round."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cut import CUT, DIGIT, RIM, WINDOW, Pyramid, card_to_picture, cut_card, cut_number
from vision.read import (
    CELL,
    DIGITS,
    NUMBERS,
    ONES,
    TENS,
    Look,
    Numeral,
    Place,
    in_one_light,
    numbers_said,
    places_on,
    reading_order,
)

GRID = (CUT[0] // CELL, CUT[1] // CELL)


def nothing() -> NDArray[np.float32]:
    cells = np.zeros((5, GRID[1], GRID[0]), np.float32)
    cells[:2] = -9
    return cells


def put(cells: NDArray[np.float32], at: tuple[float, float], high: float, upright: float, turned: float) -> None:
    """What a network that knows everything says of a number."""
    column, row = int(at[0] / CELL), int(at[1] / CELL)
    cells[:2, row, column] = [np.log(chance / (1 - chance)) for chance in (upright, turned)]
    cells[2:, row, column] = at[0] / CELL - column - 0.5, at[1] / CELL - row - 0.5, np.log(high / 16)


def test_where_a_number_stands_is_read_back() -> None:
    cells = nothing()
    put(cells, (41.5, 60.25), 40, 0.98, 0.001)
    put(cells, (12, 14), 11, 0.001, 0.9)
    first, second = places_on(cells[None])[0]
    assert first.middle == pytest.approx((41.5, 60.25))
    assert first.height == pytest.approx(40, rel=0.01)
    assert first.upright > 0.97
    assert first.turned < 0.01
    assert second.turned > 0.89
    assert second.upright < 0.01


def test_upright_and_turned_share_one_chance() -> None:
    cells = nothing()
    put(cells, (40, 60), 40, 0.9, 0.9)
    (place,) = places_on(cells[None])[0]
    assert place.upright == pytest.approx(place.turned)
    assert place.upright + place.turned <= 1


def test_no_number_is_found_on_nothing() -> None:
    assert places_on(nothing()[None]) == [[]]


def test_the_largest_number_is_among_the_first_that_are_read() -> None:
    corners = [Place((15.0 + 50 * (at % 2), 15.0 + 90 * (at // 2)), 11.0, 1.0, 0.0) for at in range(4)]
    middle = Place((40.0, 60.0), 41.0, 0.9, 0.0)
    assert reading_order([*corners, middle]) == [0, 4, 2, 3, 1]
    assert reading_order([middle, *corners]) == [0, 1, 2, 3, 4]
    assert reading_order(corners[:2]) == [0, 1]


def test_two_cells_of_one_number_are_one_place() -> None:
    cells = nothing()
    put(cells, (39.9, 60), 40, 0.98, 0.001)
    put(cells, (56.1, 60), 40, 0.9, 0.001)
    cells[2, 7, 7] = -1.9  # says that the middle lies where the other cell says, too
    assert len(places_on(cells[None])[0]) == 1


@pytest.mark.parametrize("number", [1, 9, 14, 55, 99, 100, 104])
def test_tens_and_ones_make_a_number(number: int) -> None:
    said = np.full((1, TENS + ONES + 1), -6.0, np.float32)
    said[0, number // 10] = said[0, TENS + number % 10] = 6
    said[0, -1] = 6
    (chances,) = numbers_said(said)
    assert chances.argmax() == number
    assert 0.98 < chances.sum() < 1
    said[0, -1] = -6
    assert numbers_said(said).sum() < 0.01


def look_of(*chances: dict[int, float], heights: Sequence[float] = ()) -> Look:
    """A card on which these are read, each as high as it says or each of a size of its own."""
    numerals = []
    for at, one in enumerate(chances):
        high = heights[at] if heights else 20 * 1.5**at
        row = np.zeros(NUMBERS)
        for number, chance in one.items():
            row[number] = chance
        numerals.append(Numeral(Place((40, 60), high, 1.0, 0.0), row, np.zeros(NUMBERS)))
    quad = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)
    return Look(quad, np.zeros((1, 1, 3), np.uint8), np.array([1.0, 0, 0]), 0.0, tuple(numerals))


def test_numbers_on_one_card_speak_together() -> None:
    scores = look_of({68: 0.6, 89: 0.35}, {68: 0.9}).scores
    assert scores.argmax() == 68
    assert scores[68] - scores[89] > 5


def test_one_number_that_is_misread_does_not_outweigh_two() -> None:
    scores = look_of({27: 0.95}, {21: 0.97}, {27: 0.9}).scores
    assert scores.argmax() == 27


def test_however_many_copies_are_misread_alike_they_do_not_outvote_a_number_of_another_size() -> None:
    """As on a card with four small dark 29 in its corners, in which the 9 is lost, and a large one."""
    small, large = {20: 0.9, 29: 0.02}, {29: 0.9, 20: 0.02}
    scores = look_of(large, *[small] * 4, heights=(36, 10, 10.4, 9.8, 10)).scores
    assert abs(scores[20] - scores[29]) < 0.5
    agreeing = look_of(large, *[large] * 4, heights=(36, 10, 10.4, 9.8, 10)).scores
    assert agreeing[29] - agreeing[20] > 5


def test_a_card_is_cut_out_upright_with_its_rim() -> None:
    picture = np.zeros((400, 600, 3), np.uint8)
    picture[100:300, 200:330] = (0, 0, 255)
    picture[100:140, 200:330] = (0, 255, 0)
    quad = np.array([(200, 100), (330, 100), (330, 300), (200, 300)], float)
    cut, _ = cut_card(Pyramid(picture), quad)
    assert cut.shape == (CUT[1], CUT[0], 3)
    assert cut[RIM + 5, 40].argmax() == 1
    assert cut[-RIM - 5, 40].argmax() == 2
    assert cut[1].max() < 60
    turned, _ = cut_card(Pyramid(picture), np.roll(quad, 2, axis=0))
    assert turned[-RIM - 5, 40].argmax() == 1


@pytest.mark.parametrize("times", [1, 3, 6])
@pytest.mark.parametrize("turned", [False, True])
def test_a_number_is_cut_out_at_one_size_however_large_it_is(times: int, turned: bool) -> None:
    """A block of the height of the digits fills the same part of the window from any picture."""
    high, wide = 112 * times, 72 * times
    picture = np.zeros((high + 80, wide + 80, 3), np.uint8)
    quad = np.array([(40, 40), (40 + wide, 40), (40 + wide, 40 + high), (40, 40 + high)], float)
    across, down = 40 + wide // 2, 40 + high // 4
    half = 9 * times
    picture[down - half : down + half, across - half : across + half] = 255
    to_picture = card_to_picture(quad)
    window = cut_number(Pyramid(picture), to_picture, (40, RIM + 28), 18, turned)
    assert window.shape == (WINDOW[1], WINDOW[0], 3)
    lit = window[:, :, 0] > 127
    assert lit.any(axis=1).sum() == pytest.approx(DIGIT, abs=1)
    assert np.flatnonzero(lit.any(axis=1)).mean() == pytest.approx((WINDOW[1] - 1) / 2, abs=1)


def test_a_window_reads_the_same_in_another_light() -> None:
    window = np.random.default_rng(3).integers(80, 140, (1, 32, 56, 3)).astype(np.uint8)
    brighter = (window.astype(int) * 3 // 2 + 20).astype(np.uint8)
    one, other = (in_one_light(picture, DIGITS) for picture in (window, brighter))
    assert np.abs(one).max() > 1
    assert np.abs(one - other).mean() < 0.15 * np.abs(one).mean()


def test_where_there_is_nothing_to_see_nothing_is_made_more_of() -> None:
    assert np.abs(in_one_light(np.full((2, 32, 56, 3), 7, np.uint8), DIGITS)).max() == 0
    noise = np.random.default_rng(3).integers(100, 102, (1, 32, 56, 3)).astype(np.uint8)
    assert np.abs(in_one_light(noise, DIGITS)).max() < 0.2
