"""All cards of a picture are judged together, and what is not sure is not named."""

from __future__ import annotations

from math import log

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.conclude import conclude
from vision.sighting import Reading

QUAD = np.array([(0, 0), (56, 0), (56, 87), (0, 87)], float)


def reading(face_up: float = 0.999, **chances: float) -> Reading:
    """A reading of `c14=0.9, c44=0.1`."""
    return Reading(QUAD, face_up, {name.removeprefix("c"): log(value) for name, value in chances.items()})


def test_a_card_that_is_surely_read_is_named() -> None:
    (sighting,) = conclude([reading(c14=0.99995, c44=0.00002)], "take_six")
    assert (sighting.face, sighting.card) == ("up", "14")
    assert sighting.alternatives[0][0] == "14"
    assert sighting.confidence == sighting.alternatives[0][1] >= 0.999


def test_a_doubt_is_not_named_and_says_what_it_may_be() -> None:
    (sighting,) = conclude([reading(c68=0.6, c89=0.4)], "take_six")
    assert sighting.card is None
    assert [name for name, _ in sighting.alternatives] == ["68", "89"]


def test_a_back_has_no_name_whatever_was_read_on_it() -> None:
    (sighting,) = conclude([reading(face_up=0.02, c6=0.9999)], "take_six")
    assert (sighting.face, sighting.card, sighting.alternatives) == ("down", None, ())
    assert sighting.confidence > 0.9


def test_two_cards_cannot_both_be_the_14() -> None:
    twins = conclude([reading(c14=0.9999), reading(c14=0.9999)], "take_six")
    assert [one.card for one in twins] == [None, None]


def test_a_doubt_is_settled_by_where_the_other_card_surely_lies() -> None:
    sure, doubt = conclude([reading(c68=0.99999), reading(c68=0.5, c89=0.4999)], "take_six")
    assert sure.card == "68"
    assert doubt.alternatives[0][0] == "89"


def test_a_twin_does_not_make_the_next_best_name_sure() -> None:
    """The reading never spoke for the 44; that the 14 lies elsewhere is no reason to name it."""
    _, other = conclude([reading(c14=0.99999), reading(c14=0.999, c44=0.0009)], "take_six")
    assert other.card is None


def test_what_is_impossible_settles_what_may_be_one_of_two() -> None:
    either = reading(c68=0.5, c89=0.4999)
    assert conclude([either], "take_six")[0].card is None
    assert conclude([either], "take_six", impossible={"68"})[0].card == "89"
    assert conclude([either], "take_six", impossible={"89"})[0].card == "68"
    assert conclude([either], "take_six", impossible={"68", "89"})[0].card is None


def test_what_is_impossible_does_not_make_the_next_best_name_sure() -> None:
    (sighting,) = conclude([reading(c14=0.99, c44=0.009)], "take_six", impossible={"14"})
    assert sighting.card is None


def test_what_is_surely_read_is_named_though_it_is_impossible() -> None:
    """It is for the rules to object to it."""
    (sighting,) = conclude([reading(c14=0.9999, c44=0.00005)], "take_six", impossible={"14"})
    assert sighting.card == "14"


def test_special_cards_and_neutral_backs_exist_more_than_once() -> None:
    blocks = conclude([reading(block=0.99995), reading(block=0.99995)], "take_six")
    assert [one.card for one in blocks] == ["block", "block"]


def test_nothing_read_is_a_card_without_a_name() -> None:
    (sighting,) = conclude([reading()], "take_six")
    assert (sighting.face, sighting.card, sighting.confidence) == ("up", None, 0.0)
    assert conclude([], "take_six") == []


chance = st.floats(0.0001, 1.0)


@given(st.lists(st.tuples(chance, chance, chance), min_size=1, max_size=6))
def test_chances_never_add_up_to_more_than_one_and_no_number_is_named_twice(rows: list[tuple[float, ...]]) -> None:
    readings = []
    for row in rows:
        total = sum(row)
        readings.append(reading(c6=row[0] / total, c9=row[1] / total, c66=row[2] / total))
    sightings = conclude(readings, "take_six")
    for sighting in sightings:
        assert sum(value for _, value in sighting.alternatives) <= 1.0001
    named = [sighting.card for sighting in sightings if sighting.card is not None]
    assert len(named) == len(set(named))
