"""A deck from several pictures: every card is there once, so that their cards are judged together."""

from __future__ import annotations

from dataclasses import replace
from math import log

import numpy as np
import pytest

from tests.firmware_host.table_pictures import card
from vision.deck import BACK, SAMPLE, Deck
from vision.eyes import Eyes
from vision.frame import Picture
from vision.learn import MOST_SHOWN, Lesson, Shown, learn_many
from vision.sighting import Reading, Sighting
from vision.synthetic.own.known import own_deck
from vision.synthetic.photograph import Photographer
from vision.synthetic.table import Table, View
from vision.trust import AS_READ, NO_SIGNS, Signs, signs_of

EYES = Eyes("take_six", trust=AS_READ)
QUAD = np.array([(0, 0), (56, 0), (56, 87), (0, 87)], float)
EMPTY = Deck("mine", "take_six", {})


def shown(picture: int, chances: dict[int, float], free: bool = True) -> Shown:
    """A card that reads like this, and was judged by itself; its sample is as bright as the picture's number."""
    reading = Reading(QUAD, 0.999, {str(number): log(chance) for number, chance in chances.items()})
    sample = np.full((SAMPLE[1], SAMPLE[0], 3), picture, np.uint8)
    return Shown(picture, sample, EYES.conclude([reading])[0], free)


def face_down(sample: Picture, face_up: float, signs: Signs = NO_SIGNS) -> Shown:
    return Shown(1, sample, EYES.conclude([Reading(QUAD, face_up, signs=signs)])[0], True)


def test_one_card_read_twice_is_neither_and_both_are_asked_about() -> None:
    sure = [shown(0, {number: 0.99999}) for number in range(30, 60)]
    deck, doubts = learn_many(
        EMPTY, [*sure, shown(1, {10: 0.9999, 16: 0.0001}), shown(2, {10: 0.9999, 16: 0.0001})], EYES
    )
    assert set(deck.cards) == {str(number) for number in range(30, 60)}
    assert [(doubt.shown.picture, doubt.maybe[0]) for doubt in doubts] == [(1, "10"), (2, "10")]


def test_what_lies_in_another_picture_tells_which_of_two_it_is() -> None:
    either = shown(1, {10: 0.5, 16: 0.5})
    assert either.sighting.card is None
    deck, doubts = learn_many(EMPTY, [shown(0, {16: 0.999999}), either], EYES)
    assert {name: sample[0, 0, 0] for name, sample in deck.cards.items()} == {"16": 0, "10": 1}
    assert doubts == []


@pytest.mark.parametrize("times", [2, 3])
def test_pictures_of_the_same_cards_again_and_again_are_judged_one_by_one(times: int) -> None:
    again = [shown(at, {number: 0.99999}) for at in range(times) for number in (14, 27, 55)]
    deck, doubts = learn_many(EMPTY, again, EYES)
    assert set(deck.cards) == {"14", "27", "55"}
    assert {sample[0, 0, 0] for sample in deck.cards.values()} == {times - 1}  # the newest look counts
    assert doubts == []


def test_what_is_partly_covered_is_not_learned_though_it_tells_what_others_are() -> None:
    deck, doubts = learn_many(EMPTY, [shown(0, {16: 0.999999}, free=False), shown(1, {10: 0.5, 16: 0.5})], EYES)
    assert (set(deck.cards), doubts) == ({"10"}, [])


def test_a_face_that_is_taken_for_a_back_is_asked_about_where_it_looks_like_other_faces() -> None:
    faces = [own_deck("take_six").cards[name] for name in ("14", "17", "18", BACK)]
    named = [replace(shown(0, {number: 0.99999}), sample=face) for number, face in zip((14, 17), faces, strict=False)]
    deck, doubts = learn_many(EMPTY, [*named, *(face_down(sample, 0.001) for sample in faces[2:])], EYES)
    assert set(deck.cards) == {"14", "17", BACK}
    assert deck.cards[BACK] is faces[3]
    assert [doubt.shown.sample is faces[2] for doubt in doubts] == [True]


def test_what_is_rather_a_back_but_not_surely_is_asked_about() -> None:
    back = own_deck("take_six").cards[BACK]
    for rather in (face_down(back, 0.3), face_down(back, 0.001, signs_of([[(0.8, 0.0)]]))):
        deck, doubts = learn_many(EMPTY, [rather], EYES)
        assert (set(deck.cards), len(doubts)) == (set(), 1)


def test_what_somebody_names_is_learned_and_no_other_card_is() -> None:
    twins = [shown(picture, {10: 0.9999, 16: 0.0001}) for picture in (1, 2)]
    lesson = Lesson(EMPTY, EMPTY, EYES, {7: twins[0], 8: twins[1], 9: shown(3, {27: 0.99999})})
    named = lesson.with_name(7, "10")
    assert {name: sample[0, 0, 0] for name, sample in named.deck.cards.items()} == {"10": 1, "27": 3}
    assert [(number, doubt.maybe[0]) for number, doubt in named.doubts.items()] == [(8, "10")]
    settled = named.with_name(8, None)
    assert (set(settled.deck.cards), len(settled.doubts)) == ({"10", "27"}, 0)


def test_special_cards_of_which_there_are_several_are_learned_though_one_was_named() -> None:
    special = [Shown(at, shown(at, {}).sample, of_a_block(), True) for at in (1, 2)]
    lesson = Lesson(EMPTY, EMPTY, EYES, {1: shown(0, {27: 0.5}), 2: special[0], 3: special[1]}).with_name(1, "block")
    assert (set(lesson.deck.cards), len(lesson.doubts)) == ({"block"}, 0)


def of_a_block() -> Sighting:
    return EYES.conclude([Reading(QUAD, 0.999, {"block": 0.0})])[0]


def test_every_picture_is_read_with_what_the_ones_before_it_taught() -> None:
    table = Table(size=(700.0, 400.0), seed=3)
    for at, number in enumerate((14, 27, 55, 72)):
        table = table.with_card(card(str(number), "take_six"), (90.0 + 120 * at, 150.0), angle=3.0 * at)
    view = View.of(table)
    picture = Photographer(view).photograph(table, 1)
    lesson = Lesson.of(EMPTY).with_picture(picture)
    assert lesson.numbers == 4
    assert set(lesson.deck.cards) | {doubt.maybe[0] for doubt in lesson.doubts.values()} == {"14", "27", "55", "72"}
    assert len(lesson.deck.cards) >= 3
    again = lesson.with_picture(picture)
    assert again.numbers == 8
    assert lesson.deck.cards.keys() <= again.deck.cards.keys()
    long = replace(lesson, shown=dict.fromkeys(range(MOST_SHOWN), shown(0, {27: 0.5, 72: 0.5})))
    assert len(long.with_picture(picture).shown) < MOST_SHOWN
    assert lesson.deck.cards.keys() <= long.with_picture(picture).deck.cards.keys()
