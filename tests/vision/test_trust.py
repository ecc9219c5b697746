"""What a likeliest name is worth, by what speaks for it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.conclude import conclude
from vision.eyes import TRUST
from vision.read import MODELS
from vision.sighting import NAMED_FROM, Reading
from vision.trust import AS_READ, NO_SIGNS, Trust, evidence, fitted, read_trusts, signs_of

QUAD = np.array([(0, 0), (56, 0), (56, 87), (0, 87)], float)
CLEAR, FAINT = signs_of([[(0.999, 0.0)], [(0.999, 0.0)]]), signs_of([[(0.5, 0.0)]])
ONE = signs_of([[(0.999, 0.0)]])


def reading(number: str, signs: tuple[float, ...], chance: float = 0.999) -> Reading:
    other = str(int(number) + 1)
    return Reading(QUAD, 0.999, {number: math.log(chance), other: math.log(1 - chance)}, signs=signs)


def test_without_weights_a_chance_is_what_it_says() -> None:
    assert AS_READ(0.7, 0.2, NO_SIGNS) == 0.7


@pytest.mark.parametrize("way", ["numbers", "deck"])
def test_the_same_chance_is_worth_more_where_a_single_number_is_clear(way: str) -> None:
    trust = read_trusts(MODELS / TRUST)[way]
    assert trust(0.99, 0.005, ONE) > trust(0.99, 0.005, FAINT)
    assert trust(0.999, 0.001, CLEAR) > trust(0.9, 0.1, CLEAR)


@pytest.mark.parametrize("way", ["numbers", "deck"])
def test_where_one_number_is_surely_another_the_name_is_a_doubt(way: str) -> None:
    """As on a card whose worn corners all read as 93, and whose large number says 98."""
    trust = read_trusts(MODELS / TRUST)[way]
    copies = [(0.999, 0.0)] * 4
    assert trust(0.99999, 0.0, signs_of([[(0.99, 0.0)], copies])) >= NAMED_FROM
    assert trust(0.99999, 0.0, signs_of([[(0.001, 0.999)], copies])) < NAMED_FROM


def test_what_is_taken_from_the_first_name_goes_to_the_others() -> None:
    humble = Trust((0.5, *[0.0] * 6, -1.0))
    (sighting,) = conclude([reading("14", CLEAR, 0.99)], "take_six", trust_in=lambda _: humble)
    assert sighting.card is None
    names, chances = zip(*sighting.alternatives, strict=True)
    assert names == ("14", "15")
    assert chances[0] < 0.9
    assert chances[1] > 0.01
    assert sum(chances) <= 1.0001


def test_what_reaches_the_bar_is_sure_and_what_is_doubtful_stays_so() -> None:
    plain, lower = Trust((1.0, *[0.0] * 7)), Trust((1.0, *[0.0] * 7), bar=5.3)
    chances = [0.5, 0.9, 0.99, 0.996, 0.999, 0.9999]
    lifted = [lower(chance, 0.0, NO_SIGNS) for chance in chances]
    assert lifted[:2] == pytest.approx([plain(chance, 0.0, NO_SIGNS) for chance in chances[:2]])
    assert lifted == sorted(lifted)
    assert lifted[2] < 0.999 <= lifted[3]


def test_a_fit_finds_out_what_claims_are_worth() -> None:
    """Of claims of 99 in 100 with a faint number one in five is wrong here, and of those with a clear one none."""
    faint = [(evidence(0.99, 0.005, FAINT), at % 5 != 0) for at in range(1000)]
    clear = [(evidence(0.99, 0.005, CLEAR), True) for _ in range(1000)]
    trust = fitted([*faint, *clear], 1 / 1000)
    assert trust(0.99, 0.005, FAINT) == pytest.approx(0.8, abs=0.03)
    assert trust(0.99, 0.005, CLEAR) > 0.99
