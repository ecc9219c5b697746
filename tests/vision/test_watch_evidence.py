"""Adding up what several looks at one card say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import exp, log

import numpy as np
import pytest

from vision.sighting import Reading
from vision.watch.evidence import Evidence

QUAD = np.array([(0, 0), (56, 0), (56, 87), (0, 87)], np.float64)


def reading(chances: Mapping[str, float], roll: int = 0, compared: bool = True) -> Reading:
    logs = {name: log(chance) for name, chance in chances.items()}
    return Reading(np.roll(QUAD, roll, axis=0), 0.99, logs, compared=compared)


def test_what_speaks_for_a_name_in_one_look_speaks_for_it_in_all() -> None:
    one, other = reading({"14": 0.9, "44": 0.1}), reading({"44": 0.6, "14": 0.4})
    looks = (replace(one, signs=(2.0,)), replace(other, signs=(3.0,)), replace(one, signs=(1.0,)))
    said = together(*looks)
    assert max(said.chances, key=lambda name: said.chances[name]) == "14"
    assert said.signs == (2.0,)


def together(*readings: Reading) -> Reading:
    evidence = Evidence.of(readings[0])
    for one in readings[1:]:
        evidence = evidence.and_of(one)
    return evidence.together


def chance(said: Reading, name: str) -> float:
    return exp(said.chances[name])


def test_one_look_is_what_it_says() -> None:
    one = reading({"68": 0.9, "89": 0.1})
    assert together(one) is one


def test_looks_that_agree_make_surer_but_less_than_if_they_were_independent() -> None:
    doubtful = {"68": 0.9, "89": 0.1}
    said = [chance(together(*[reading(doubtful)] * count), "68") for count in range(1, 6)]
    assert said == sorted(said)
    assert said[2] == pytest.approx(1 / (1 + 9 ** -(3**0.5)))
    assert said[4] == said[3] == pytest.approx(1 / (1 + 9**-2))
    assert said[4] < 1 - 0.1**5


def test_looks_at_letters_of_which_nothing_is_known_make_no_surer() -> None:
    said = together(*[reading({"22": 0.98, "12": 0.02}, compared=False)] * 20)
    assert chance(said, "22") == pytest.approx(0.98)


def test_looks_that_disagree_make_neither_sure() -> None:
    said = together(reading({"68": 0.9995, "89": 0.0005}), reading({"89": 0.9995, "68": 0.0005}))
    assert chance(said, "68") == pytest.approx(0.5)


def test_a_name_that_one_look_did_not_mention_is_nearly_ruled_out_by_it() -> None:
    said = together(reading({"68": 0.6, "89": 0.4}), reading({"68": 0.9999}))
    assert chance(said, "68") > 0.99
    assert sum(map(exp, said.chances.values())) == pytest.approx(1, abs=1e-3)


def test_a_look_that_found_the_card_the_other_way_round_speaks_of_the_same_card() -> None:
    said = together(reading({"68": 0.7, "89": 0.3}), reading({"68": 0.7, "89": 0.3}, roll=2))
    assert np.abs(said.quad - QUAD).max() < 1e-9
    assert chance(said, "68") > 0.7


def test_what_may_be_one_of_two_stays_so_whichever_way_round_it_is_found() -> None:
    either = {"86": 0.5, "98": 0.5}
    said = together(*(reading(either, roll=roll) for roll in (0, 2, 2, 0, 2, 2, 2, 2)))
    assert chance(said, "86") == pytest.approx(0.5)
    assert chance(said, "98") == pytest.approx(0.5)


def test_a_look_in_which_a_hand_hid_the_numbers_takes_nothing_away() -> None:
    said = together(reading({}), reading({"14": 0.9, "44": 0.1}), reading({}))
    assert chance(said, "14") == pytest.approx(0.9)


def test_backs_have_nothing_to_add_up_but_themselves() -> None:
    back = Reading(QUAD, 0.02)
    said = together(back, back, back)
    assert not said.chances
    assert 0 < said.face_up < 0.02
