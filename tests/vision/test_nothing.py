"""What is no card though the finder saw one: what speaks for a card, and what that comes to."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.company import ALONE
from vision.cut import Pyramid
from vision.detect import Found, Quad
from vision.frame import Picture
from vision.nothing import COLUMNS, COMPANY, SIDES, are_cards, evidence_of_cards
from vision.read import Look

QUAD: Quad = np.array([(100, 80), (180, 80), (180, 200), (100, 200)], float)
FINDER, NEARBY, READER, NUMBER, COVERED, SIZE = range(6)


def table(inside: int | None = None) -> Picture:
    """A noisy table of one colour with the outline of a place on it, or with a card there of another grey."""
    noise = np.random.default_rng(1).normal(90, 4, (300, 300, 3))
    picture = np.clip(noise, 0, 255).astype(np.uint8)
    if inside is not None:
        cv2.fillConvexPoly(picture, QUAD.astype(np.int32), (inside,) * 3)
    cv2.polylines(picture, [QUAD.astype(np.int32)], True, (240, 240, 240), 2)
    return picture


def look(no_card: float = 0.5, colour: tuple[int, int, int] = (0, 0, 0)) -> Look:
    cut = np.full((120, 80, 3), colour, np.uint8)
    return Look(QUAD, cut, np.array([1 - no_card, 0.0, no_card]), 0.0, ())


def weights(**given: float) -> list[float]:
    names = ("finder", "nearby", "reader", "number", "covered", "size", "sides", "company", "always")
    assert len(names) == COLUMNS
    return [given.get(name, 0.0) for name in names]


@pytest.mark.parametrize(
    ("inside", "chance", "no_card", "is_card"),
    [
        (None, 0.6, 0.9, False),
        (None, 0.6, 0.1, True),  # the reader sees a card there
        (None, 0.99, 0.9, True),  # the finder is sure of it
        (200, 0.6, 0.9, True),  # something lies there
        (200, 0.6, 0.99, False),  # … of which the reader is sure that it is no card
    ],
)
def test_finder_reader_and_the_table_that_goes_on_are_weighed(
    inside: int | None, chance: float, no_card: float, is_card: bool
) -> None:
    found = [Found(QUAD, chance, 0.5)]
    given = weights(finder=1, reader=1, sides=-2, always=2.2)
    assert are_cards(Pyramid(table(inside)), found, [look(no_card)], found, given).tolist() == [is_card]


@pytest.mark.parametrize(("colour", "is_card"), [((40, 40, 200), True), ((40, 200, 40), False)])
def test_what_has_the_colours_of_a_plain_card_is_rather_one(colour: tuple[int, int, int], is_card: bool) -> None:
    red = (40, 40, 200)
    found = [Found(QUAD, 0.99, 0.5), Found(QUAD + 300.0, 0.5, 0.5)]
    looks = [look(0.01, red), look(0.5, colour)]
    given = weights(finder=1, company=3, always=-1.5)
    assert are_cards(Pyramid(table()), found, looks, found, given).tolist() == [True, is_card]


def test_a_card_that_was_known_before_is_company_too() -> None:
    picture = table(200)
    found = [Found(QUAD + 300.0, 0.5, 0.5)]
    given = weights(company=3, always=-2)
    alone = are_cards(Pyramid(picture), found, [look(colour=(200, 200, 200))], found, given)
    beside = are_cards(Pyramid(picture), found, [look(colour=(200, 200, 200))], found, given, [QUAD])
    assert (alone.tolist(), beside.tolist()) == ([False], [True])


def test_nothing_is_its_own_company() -> None:
    found, looks = [Found(QUAD, 0.99, 0.5), Found(QUAD + 300.0, 0.99, 0.5)], [look(0.01), look(0.01, (9, 99, 250))]
    alone = evidence_of_cards(table(200), found[:1], looks[:1])[0, COMPANY]
    both = evidence_of_cards(table(200), found, looks)[:, COMPANY]
    assert alone == ALONE
    assert both.tolist() == [0, 0]


def test_an_outline_has_the_same_on_both_sides_and_a_card_has_not() -> None:
    found, looks = [Found(QUAD, 0.6, 0.5)], [look()]
    assert evidence_of_cards(table(), found, looks)[0, SIDES] == 1
    assert evidence_of_cards(table(200), found, looks)[0, SIDES] == 0


def test_at_the_edge_of_the_picture_what_can_not_be_seen_differs() -> None:
    found = [Found(QUAD - np.array((100.0, 80.0)), 0.6, 0.5)]
    assert evidence_of_cards(table()[80:201, 100:181], found, [look()])[0, SIDES] == 0


def test_what_lies_where_a_surer_card_lies_and_what_is_smaller_is_told() -> None:
    sure = Found(QUAD, 0.9, 0.5)
    same_place = Found(QUAD + np.array((40.0, 0.0)), 0.4, 0.5)
    small = Found(QUAD[0] + (QUAD - QUAD[0]) * 0.5 + np.array((0.0, 130.0)), 0.4, 0.5)
    evidence = evidence_of_cards(table(), [sure, same_place, small], [look()] * 3)
    assert evidence[:, COVERED] == pytest.approx([0, 1 / 3, 0], abs=0.01)
    assert evidence[:, SIZE] == pytest.approx([0, 0, np.log(2)], abs=0.01)


def test_what_was_seen_from_nearby_counts_beside_what_the_finder_said() -> None:
    found = [Found(QUAD, 0.3, 0.5, nearby) for nearby in (0.05, 0.95, None)]
    rows = evidence_of_cards(table(200), found, [look()] * 3)
    assert rows[0, NEARBY] < rows[0, FINDER] < rows[1, NEARBY]
    assert rows[2, NEARBY] == rows[2, FINDER]
    given = weights(finder=1, nearby=1)
    assert are_cards(Pyramid(table(200)), found, [look()] * 3, found, given).tolist() == [False, True, False]


def test_where_nothing_was_found_nothing_is_a_card() -> None:
    assert evidence_of_cards(table(), [], []).shape == (0, COLUMNS)
    assert are_cards(Pyramid(table()), [], [], [], weights()).tolist() == []
