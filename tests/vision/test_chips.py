"""Chips on a card and beside it are counted, or the count says that it is not sure."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.chips import Chip, ChipCount, count_chips
from vision.synthetic.chips import ChipScene, draw_chips
from vision.synthetic.own import own_face

FIRST, SCENES = 30_000, 12
"""Scenes that nothing was learned from."""

CARD = np.array([(500.0, 300.0), (612.0, 300.0), (612.0, 474.0), (500.0, 474.0)])
"""Corners of a card two pixels a millimetre large."""

PLACE = np.array([(450.0, 270.0), (760.0, 270.0), (760.0, 500.0), (450.0, 500.0)])
RED, IVORY = (40, 30, 190), (205, 225, 235)


@cache
def scenes() -> tuple[tuple[ChipScene, ChipCount], ...]:
    drawn = [draw_chips(FIRST + number) for number in range(SCENES)]
    return tuple((scene, count_chips(scene.picture, scene.quad, scene.zone)) for scene in drawn)


def test_nearly_all_scenes_are_counted_exactly() -> None:
    wrong = [place for place, (scene, seen) in enumerate(scenes()) if seen.count != scene.count]
    assert len(wrong) <= 1, wrong
    counts = {scene.count for scene, _ in scenes()}
    assert min(counts) == 0
    assert max(counts) >= 10


def test_a_count_that_is_called_sure_is_right() -> None:
    sure = [(scene, seen) for scene, seen in scenes() if seen.confidence > 0.99]
    assert len(sure) >= SCENES // 3
    assert all(seen.count == scene.count for scene, seen in sure)


def test_the_circles_lie_on_the_chips() -> None:
    for scene, seen in scenes():
        if seen.count != scene.count:
            continue
        middles = np.array([chip.centre for chip in seen.circles if chip.chance > 0.5]).reshape(-1, 2)
        for true in scene.centres:
            # A tilted camera sees the top of a chip beside the middle of its lower side.
            assert np.linalg.norm(middles - true, axis=1).min() < 4


def test_the_same_scene_is_the_same_picture_and_the_same_count() -> None:
    scene, seen = scenes()[3]
    again = draw_chips(FIRST + 3)
    assert (again.picture == scene.picture).all()
    assert count_chips(again.picture, again.quad, again.zone) == seen


def test_a_scene_has_as_many_chips_as_asked_for_and_none_on_another() -> None:
    scene = draw_chips(7, count=5)
    assert scene.count == 5
    assert scene.picture.shape == (1296, 2304, 3)
    between = np.linalg.norm(scene.centres[:, None] - scene.centres, axis=2) + np.eye(5) * 1e3
    assert between.min() > 20


def table(
    card: str = "28", chips: tuple[tuple[float, float], ...] = (), colour: tuple[int, ...] = RED
) -> NDArray[np.uint8]:
    """A card of the own deck on a grey table, with chips of 19 mm."""
    rng = np.random.default_rng(1)
    picture = np.full((700, 1000, 3), (120, 125, 118), np.uint8)
    picture[300:474, 500:612] = cv2.resize(own_face("no_thanks", card), (112, 174), interpolation=cv2.INTER_AREA)
    for x, y in chips:
        middle = (round(x * 16), round(y * 16))
        cv2.circle(picture, middle, 19 * 16, tuple(part * 0.8 for part in colour), -1, cv2.LINE_AA, 4)
        cv2.circle(picture, middle, 17 * 16, colour, -1, cv2.LINE_AA, 4)
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.7) + rng.normal(0, 2, picture.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


@pytest.mark.parametrize("card", ["3", "6", "10", "20", "30", "35"])
def test_a_card_alone_has_no_chip(card: str) -> None:
    seen = count_chips(table(card), CARD, PLACE)
    assert seen.count == 0
    assert seen.confidence > 0.9


@pytest.mark.parametrize("card", ["8", "18", "28"])
def test_the_hole_of_an_8_is_like_a_small_chip_but_not_like_a_large_one(card: str) -> None:
    assert count_chips(table(card), CARD, PLACE).count == 0
    seen = count_chips(table(card), CARD, PLACE, chip_mm=(18, 20))
    assert seen.count == 0
    assert seen.confidence > 0.9


@pytest.mark.parametrize("colour", [IVORY, RED, (160, 70, 20), (30, 30, 30)])
def test_touching_chips_are_counted_one_by_one(colour: tuple[int, ...]) -> None:
    row = tuple((530.0 + 38 * step, 360.0) for step in range(5))
    below = tuple((549.0 + 38 * step, 360.0 + 38 * 3**0.5 / 2) for step in range(4))
    seen = count_chips(table("14", (*row, *below), colour), CARD, PLACE)
    assert seen.count == 9
    assert seen.confidence > 0.8


def test_only_chips_whose_middle_lies_in_the_place_count() -> None:
    picture = table("14", ((540, 380), (660, 380), (900, 380)))
    assert count_chips(picture, CARD).count == 1
    assert count_chips(picture, CARD, PLACE).count == 2
    assert count_chips(picture, CARD, np.array([(480, 250), (960, 250), (960, 500), (480, 500)])).count == 3


def test_a_chip_on_the_edge_of_the_place_is_not_sure() -> None:
    picture = table("14", ((760, 380),))
    assert count_chips(picture, CARD, PLACE).confidence < 0.75
    assert count_chips(table("14", ((735, 380),)), CARD, PLACE).confidence > 0.95


def test_a_card_lying_upside_down_changes_nothing() -> None:
    picture = table("14", ((540, 380), (578, 380)))
    assert count_chips(picture, np.roll(CARD, 2, axis=0), PLACE).count == 2


def test_a_circle_says_where_a_chip_is_and_how_large() -> None:
    (chip,) = count_chips(table("14", ((660, 380),)), CARD, PLACE).circles
    assert isinstance(chip, Chip)
    assert chip.centre == pytest.approx((660, 380), abs=1)
    assert chip.radius == pytest.approx(19, abs=2.5)
    assert chip.chance > 0.95


def test_who_knows_the_chips_says_how_large_they_are() -> None:
    picture = table("14", ((540, 380), (578, 380), (660, 380)))
    assert count_chips(picture, CARD, PLACE, chip_mm=(18, 20)).count == 3
    assert count_chips(picture, CARD, PLACE, chip_mm=(19, 19)).count == 3


def test_nothing_but_one_colour_has_no_chip() -> None:
    seen = count_chips(np.full((700, 1000, 3), 90, np.uint8), CARD, PLACE)
    assert (seen.count, seen.circles) == (0, ())
