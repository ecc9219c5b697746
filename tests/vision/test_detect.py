"""Finding cards: what the network said, read; edges, found; whole pictures, in good light."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cut import Pyramid
from vision.detect import (
    CELL,
    INPUT,
    Finder,
    Found,
    Quad,
    _of_one_size,
    decode,
    overlap,
    whole_view,
)
from vision.edges import on_edges, sharpened
from vision.synthetic.scenes import EASY, SIZE, Scene, draw_scene
from vision.synthetic.typefaces import own_typeface

EMPTY = np.full((1296, 2304, 3), 90, np.uint8)
CARD: Quad = np.array([(100, 80), (180, 90), (165, 210), (85, 200)], np.float64)


def doubled(vector: Quad) -> tuple[float, float]:
    length, angle = np.hypot(*vector), np.arctan2(vector[1], vector[0])
    return float(length * np.cos(2 * angle)), float(length * np.sin(2 * angle))


def said_of(quad: Quad, chance: float, face_up: bool) -> NDArray[np.float32]:
    """What a network that knows everything says of one card."""
    said = np.zeros((10, INPUT[1] // CELL, INPUT[0] // CELL), np.float32)
    said[0] = -8.0
    cells = quad / CELL
    middle = cells.mean(0)
    high = (cells[3] + cells[2] - cells[0] - cells[1]) / 4
    wide = (cells[1] + cells[2] - cells[0] - cells[3]) / 4
    column, row = int(middle[0]), int(middle[1])
    logit = np.log(chance / (1 - chance))
    at = (column + 0.5, row + 0.5)
    said[:9, row, column] = (logit, *(middle - at), *doubled(high), *doubled(wide), 4.0 if face_up else -4.0, 1.0)
    return said


def error(quad: Quad, truth: Quad) -> float:
    """The mean distance of the corners, whichever end is called the top, by the card's height."""
    high = np.linalg.norm(truth[3] - truth[0])
    ways = (np.linalg.norm(np.roll(quad, turn, axis=0) - truth, axis=1).mean() for turn in (0, 2))
    return float(min(ways) / high)


@pytest.mark.parametrize("angle", [0, 20, 45, 89, 91, 135, 179])
@pytest.mark.parametrize("face_up", [True, False])
def test_what_is_said_of_a_card_is_read_back(angle: int, face_up: bool) -> None:
    turn = cv2.getRotationMatrix2D((132, 145), angle, 1)
    quad = cv2.transform(np.array([[(106, 101), (158, 101), (158, 189), (106, 189)]], np.float64), turn)[0]
    (found,) = decode(said_of(quad, 0.9, face_up), 0.5)
    assert error(found.quad, quad) < 0.001
    assert found.chance == pytest.approx(0.9, abs=0.001)
    assert (found.face_up > 0.5) == face_up


def test_what_is_less_sure_than_asked_for_is_left_out() -> None:
    assert decode(said_of(CARD, 0.4, True), 0.5) == []


def test_overlap_is_the_shared_part() -> None:
    square = np.array([(0, 0), (10, 0), (10, 10), (0, 10)], np.float64)
    assert overlap(square, square) == pytest.approx(1)
    assert overlap(square, square + np.array([5, 0])) == pytest.approx(1 / 3)
    assert overlap(square, square + np.array([20, 0])) == 0


@pytest.mark.parametrize("shift", [(3, 0), (0, -4), (2, 3), (0, 0)])
def test_sides_are_moved_onto_the_edges(shift: tuple[int, int]) -> None:
    large = np.full((2400, 2400), 60, np.uint8)  # drawn large, since OpenCV fills half a pixel too far
    cv2.fillConvexPoly(large, np.round(CARD * 8 + 3.5).astype(np.int32), 220)
    picture = cv2.resize(large, (300, 300), interpolation=cv2.INTER_AREA)
    rough = CARD + shift + np.array([(1.5, 0), (0, 1), (-1, 0), (0, -1.5)])
    (sharp,) = sharpened(picture, [rough], 0.045)
    assert np.linalg.norm(sharp - CARD, axis=1).max() < 0.7  # pixels


def test_where_there_is_no_edge_a_quad_stays_as_it_is() -> None:
    (same,) = sharpened(np.full((300, 300), 128, np.uint8), [CARD], 0.045)
    assert np.allclose(same, CARD, atol=0.01)
    assert sharpened(np.full((300, 300), 128, np.uint8), [], 0.045) == []


def matched(found: list[Found], scene: Scene) -> list[float]:
    """The corner error of each card that was found."""
    errors = []
    for card in scene.cards:
        best = max(found, key=lambda one: overlap(one.quad, card.quad), default=None)
        if best is not None and overlap(best.quad, card.quad) >= 0.5:
            errors.append(error(best.quad, card.quad))
    return errors


def test_cards_in_good_light_are_found_with_their_corners() -> None:
    """On decks that were not trained on; harder pictures are measured in docs/eyes.md."""
    finder, typefaces = Finder(), [own_typeface(), own_typeface(0.11)]
    scenes = [draw_scene(seed, typefaces, EASY, SIZE) for seed in range(500, 508)]
    errors = [
        one for scene in scenes for one in matched(on_edges(finder.find(Pyramid(scene.picture)), scene.picture), scene)
    ]
    assert len(errors) >= 0.97 * sum(len(scene.cards) for scene in scenes)
    assert np.median(errors) < 0.015


def test_an_empty_table_has_no_surely_found_card() -> None:
    assert [one for one in Finder().find(Pyramid(EMPTY)) if one.chance > 0.5] == []


@pytest.mark.parametrize(("high", "taken"), [(279, False), (400, True)])
def test_only_cards_too_large_to_be_seen_whole_are_looked_at_from_afar(
    high: float, taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    near, far = Found(box(100, 100, 180, 261), 0.79, 0.9), Found(box(110, 90, 0.7 * high, high), 0.92, 0.9)
    views = {whole_view(EMPTY, shrink)[0, 0]: [one] for shrink, one in ((1.0, near), (0.5, far))}
    monkeypatch.setattr(Finder, "_seen_by", lambda finder, view, *rest: views.get(view[0, 0], []))
    (found,) = Finder().find(Pyramid(EMPTY))
    assert found.chance == (far if taken else near).chance


def cards_of(*heights: float) -> list[Found]:
    return [Found(CARD * height / 121 + 300 * at, 0.9, 0.9) for at, height in enumerate(heights)]


def test_what_is_far_too_large_or_small_is_no_card() -> None:
    assert len(_of_one_size(cards_of(100, 104, 96, 111, 90, 180, 55))) == 5
    assert len(_of_one_size(cards_of(100, 180, 60))) == 3  # too few to say which are the cards
    assert len(_of_one_size(cards_of(100, 100, 180, 180, 50, 55))) == 6


def test_a_whole_card_beside_many_that_are_partly_covered_is_one() -> None:
    covered = (92, 94, 95, 96, 97, 98, 99, 100, 103, 106, 110, 111, 115, 120)
    assert len(_of_one_size(cards_of(*covered, 136))) == len(covered) + 1


def test_an_edge_beside_a_card_that_would_make_it_wider_than_all_others_is_another_cards() -> None:
    picture = np.full((400, 1200, 3), 200, np.uint8)
    truths = [box(60 + 220 * at, 100, 130, 200) for at in range(5)]
    for truth in truths[:4]:
        cv2.fillPoly(picture, [truth.astype(np.int32)], (60, 60, 60))
    cv2.fillPoly(picture, [truths[4].astype(np.int32)], (215, 215, 215))
    cv2.line(picture, (940 + 130 + 17, 80), (940 + 130 + 17, 320), (20, 20, 20), 3)
    said = [*truths[:4], truths[4] + [(0, 0), (5, 0), (5, 0), (0, 0)]]
    found = on_edges([Found(quad, 0.9, 0.9) for quad in said], picture)
    assert all(error(one.quad, truth) < 0.01 for one, truth in zip(found, truths, strict=True))


def box(left: float, top: float, wide: float, high: float) -> Quad:
    return np.array([(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)], np.float64)
