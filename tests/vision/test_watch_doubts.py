"""Cards that are not surely read, or not found again: what becomes of them while hands come and go."""

from __future__ import annotations

from collections.abc import Callable
from math import log

import numpy as np
import pytest

from tests.vision.watching import Watched, card, table_with
from vision.detect import overlap
from vision.sighting import Quad, Reading
from vision.synthetic.table import hand, truth
from vision.watch import Pace


def with_a_doubtful_card() -> tuple[Watched, tuple[float, float]]:
    """A table with a 14 and, where it says, a card that may be 68 or 89."""
    watched = Watched(table_with("14"))
    watched.settle()
    watched.eyes.doubts["68"] = [{"68": 0.5, "89": 0.5}]
    watched.settle(watched.table.with_card(card("68"), "row/2"))
    return watched, watched.table.card("68").at


def test_a_doubtful_card_stays_null_and_is_looked_at_a_few_times_more() -> None:
    watched = Watched(table_with("14"))
    watched.settle()
    watched.eyes.doubts["68"] = [{"68": 0.5, "89": 0.5}]
    laid = watched.settle(watched.table.with_card(card("68"), "row/2"))
    assert [(one.card, one.zone) for one in laid.unsure] == [(None, "row/2")]
    assert sum("68" in look for look in watched.eyes.read) == Pace().most_looks
    assert {name for name, _ in laid.unsure[0].alternatives} == {"68", "89"}
    watched.pass_ms(120_000)
    assert sum("68" in look for look in watched.eyes.read) == Pace().most_looks + len(Pace().later_looks)
    assert all(observed.steady for observed in watched.said[-3:])
    assert watched.names == {"14", None}
    # Somebody moves it to where it can be read.
    watched.eyes.doubts.clear()
    watched.settle(watched.table.with_card_moved("68", "row/3"))
    assert watched.names == {"14", "68"}


def test_a_doubtful_card_over_which_a_hand_passes_is_still_that_card_and_what_was_seen_of_it_counts() -> None:
    watched = Watched(table_with("14"))
    watched.settle()
    watched.eyes.doubts["68"] = [{"68": 0.5, "89": 0.5}]
    laid = watched.settle(watched.table.with_card(card("68"), "row/2"))
    bare, at = watched.table, watched.table.card("68").at
    for observed in (*watched.pass_ms(500), watched.settle(bare.with_thing(hand((at[0], at[1] - 118))))):
        assert [one.alternatives for one in (*observed.sightings, *observed.hidden) if one.card is None]
    assert None in {one.card for one in watched.now.hidden}
    read = sum("68" in look for look in watched.eyes.read)
    watched.eyes.doubts["68"] = [{"68": 0.97, "89": 0.03}]
    back = watched.settle(bare)
    assert sum("68" in look for look in watched.eyes.read) > read, "it may be read better now"
    assert back.unsure[0].alternatives != laid.unsure[0].alternatives
    assert "68" not in watched.names, "looks that could not tell speak against one that can"


def test_a_doubtful_card_that_is_swapped_under_a_hand_is_read_afresh() -> None:
    watched, at = with_a_doubtful_card()
    watched.settle(watched.table.with_thing(hand((at[0], at[1] - 118))))
    watched.settle(watched.table.without_thing().with_card_swapped("68", card("41")))
    assert watched.names == {"14", "41"}


def test_a_doubtful_card_that_a_resting_hand_half_covers_is_looked_at_no_more_often_than_others() -> None:
    watched, at = with_a_doubtful_card()
    half = watched.settle(watched.table.with_thing(hand((at[0], at[1] + 20))))
    assert [one.card for one in (*half.in_zone("row/2"), *half.hidden)] == [None]
    looks = watched.eyes.looks
    watched.pass_ms(15_000)
    assert watched.eyes.looks - looks <= Pace().most_looks + len(Pace().later_looks)


def test_what_was_surely_read_once_is_a_card_though_it_is_not_found_again() -> None:
    watched = Watched(table_with("14"))
    watched.settle()
    watched.table = watched.table.with_card(card("20"), "row/2")
    while "20" not in watched.names:
        watched.step()
    watched.eyes.found_from = 2.0
    watched.pass_ms(2_000)
    assert watched.names == {"14", "20"}
    watched.settle(watched.table.without_card("20"))
    assert watched.names == {"14"}


def a_part_of(whole: Quad) -> Quad:
    part: Quad = whole[0] + np.array(((0.0, 0.0), (0.77, 0.0), (0.77, 0.77), (0.0, 0.77))) * (whole[2] - whole[0])
    return part


def not_yet_in_place(whole: Quad) -> Quad:
    beside: Quad = whole - 0.25 * (whole[3] - whole[0]) - 0.15 * (whole[1] - whole[0])
    return beside


@pytest.mark.parametrize("as_seen_first", [a_part_of, not_yet_in_place])
def test_what_was_read_beside_a_hand_is_the_card_that_is_seen_there_later(
    as_seen_first: Callable[[Quad], Quad],
) -> None:
    """A part of a card, or a card that was still being pushed, was surely read: it is no second card of that name."""
    watched = Watched(table_with("20"))
    watched.settle()
    bare = watched.table.with_card(card("14"), "row/2")
    (whole,) = (one.quad for one in truth(bare, watched.camera.view) if one.card == "14")
    first = as_seen_first(whole)
    watched.eyes.found_from = 2.0
    watched.eyes.phantoms = [Reading(first, 0.999, {"14": log(0.9996)}) for _ in range(2)]
    watched.settle(bare)
    assert watched.names == {"20", "14"}
    watched.eyes.found_from = 0.35
    watched.settle(bare.with_thing(hand((500, 380))))
    watched.settle(bare)
    assert sorted(str(one.card) for one in watched.now.sightings) == ["14", "20"]
    (seen,) = (one.quad for one in watched.now.sightings if one.card == "14")
    assert overlap(seen, whole) > 0.9
