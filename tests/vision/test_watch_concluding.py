"""What is concluded of all cards that are held: of two of one name at most one has it."""

from __future__ import annotations

from dataclasses import replace
from math import log

import numpy as np
import pytest

from tests.vision.watching import Eyes, Watched, table_with
from vision.sighting import Reading, Sighting
from vision.watch.cards import ALL, Held, Likeness
from vision.watch.concluding import concluded, without_those_taken_away
from vision.watch.evidence import Evidence

NUMBER = 0.9996


@pytest.fixture
def eyes() -> Eyes:
    return Watched(table_with()).eyes


def read(name: str, left: float, since: int, chance: float = NUMBER) -> Held:
    """A card that was just read and is not settled yet."""
    quad = np.array([(left, 0), (left + 70, 0), (left + 70, 110), (left, 110)], float)
    likeness = Likeness(np.zeros((96, 64), np.float32))
    evidence = Evidence.of(Reading(quad, 0.999, {name: log(chance)}))
    return Held(evidence.and_of(evidence.looks[0]), likeness, since, since=since, as_it_was_at=since, whole_at=since)


def covered(name: str, left: float, whole_at: int) -> Held:
    """A card that was surely read, and of which something hides a part since."""
    card = read(name, left, 0)
    reading = card.evidence.together
    shown = ALL.copy()
    shown[:4] = False
    sighting = Sighting(reading.quad, "up", name, NUMBER, ((name, NUMBER),), reading)
    return replace(card, sighting=sighting, settled=True, as_it_was_at=900, whole_at=whole_at, shown=shown)


def names(eyes: Eyes, *held: Held, under_hands: int = 0) -> list[str | None]:
    """The names after a look at which hands lie over the first so many."""
    return [card.name for card in concluded(without_those_taken_away(held, held[under_hands:], eyes, 2), eyes, 2, ())]


def test_what_seemed_to_be_covered_and_is_read_elsewhere_was_taken_away(eyes: Eyes) -> None:
    """Cards that come to light on a heap look as if they were laid on the one that was taken."""
    assert names(eyes, covered("74", 0, whole_at=500), read("74", 400, since=900)) == ["74"]


def test_what_is_covered_stays_where_another_card_is_read(eyes: Eyes) -> None:
    assert names(eyes, covered("74", 0, whole_at=500), read("73", 400, since=900)) == ["74", "73"]
    assert names(eyes, covered("74", 0, whole_at=500), read("74", 400, since=900, chance=0.9)) == ["74", None]


def test_what_lay_there_before_the_other_was_covered_is_another_card(eyes: Eyes) -> None:
    assert names(eyes, covered("74", 0, whole_at=500), read("74", 400, since=300))[0] == "74"


def test_under_a_hand_it_may_lie_still(eyes: Eyes) -> None:
    assert names(eyes, covered("74", 0, whole_at=500), read("74", 400, since=900), under_hands=1)[0] == "74"


def test_of_a_card_that_is_whole_another_takes_no_name(eyes: Eyes) -> None:
    whole = replace(covered("74", 0, whole_at=900), shown=ALL)
    assert names(eyes, whole, read("74", 400, since=900))[0] == "74"
