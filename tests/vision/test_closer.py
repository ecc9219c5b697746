"""A closer look at what the finder is in doubt about: what is cut out, what was said of it, and how it is learned."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.closer import DOUBTFUL, HIGH, PATCH, Closer, corners_said, cut_patch, patch_to_picture
from vision.cut import Pyramid
from vision.detect import Found, Quad, overlap
from vision.synthetic.scenes import MEDIUM, SceneCard, draw_scene
from vision.synthetic.typefaces import own_typeface
from vision.training.patches import mirrored, truth_of

MIDDLE = (np.array(PATCH) - 1) / 2
TABLE = np.full((600, 800, 3), 70, np.uint8)


def card(angle: float = 0.0, high: float = 150.0, middle: tuple[float, float] = (400, 300)) -> Quad:
    """The corners of a card that lies there."""
    half = np.array([(-0.322, -0.5), (0.322, -0.5), (0.322, 0.5), (-0.322, 0.5)]) * high
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(half @ turn.T + middle)


def in_patch(quad: Quad, at: Quad) -> Quad:
    """The corners in pixels of the patch that was cut out at another quad."""
    return np.asarray(cv2.perspectiveTransform(quad[None], np.linalg.inv(patch_to_picture(at)))[0])


@pytest.mark.parametrize("angle", [0.0, 0.7, 2.0, -2.5])
def test_a_card_stands_upright_in_the_middle_of_its_patch(angle: float) -> None:
    corners = in_patch(card(angle), card(angle))
    assert corners == pytest.approx(card(0, HIGH, (MIDDLE[0], MIDDLE[1])), abs=1e-6)


def test_a_patch_shows_what_lies_around_the_card_too() -> None:
    picture = TABLE.copy()
    cv2.fillConvexPoly(picture, np.round(card(0.5)).astype(np.int32), (220, 220, 220))
    patch, _ = cut_patch(Pyramid(picture), card(0.5))
    assert patch.shape == (PATCH[1], PATCH[0], 3)
    assert patch[PATCH[1] // 2, PATCH[0] // 2].tolist() == [220] * 3
    assert patch[4, 4].tolist() == patch[-5, -5].tolist() == [70] * 3


def test_what_is_said_of_the_corners_is_read_back() -> None:
    truth = truth_of(card(0.1), [SceneCard(14, card(0.15, 140), 0.9)])
    said = np.concatenate([[3.0, 2.0], truth[4:]]).astype(np.float32)
    assert corners_said(said[None])[0] == pytest.approx(in_patch(card(0.15, 140), card(0.1)), abs=1e-3)


@pytest.mark.parametrize(("beside", "is_card", "counts"), [(0.0, 1, 1), (0.35, 0, 0), (0.9, 0, 1)])
def test_what_lies_half_beside_a_card_is_neither_one_nor_none(beside: float, is_card: int, counts: int) -> None:
    lying = SceneCard(14, card(middle=(400 + beside * 150, 300)), 0.9)
    assert truth_of(card(), [lying])[:2].tolist() == [is_card, counts]


def test_a_card_of_which_next_to_nothing_shows_is_none() -> None:
    assert truth_of(card(), [SceneCard(14, card(), 0.1)])[0] == 0
    assert truth_of(card(), [])[:2].tolist() == [0, 1]


def test_the_end_that_is_up_in_the_patch_comes_first_whichever_it_is() -> None:
    upright, turned = (truth_of(card(), [SceneCard(14, card(angle), 0.9)]) for angle in (0.0, np.pi))
    assert upright == pytest.approx(turned, abs=1e-5)


@pytest.mark.parametrize(("across", "down"), [(True, False), (False, True), (True, True)])
def test_in_a_mirror_the_corners_lie_where_the_card_does(across: bool, down: bool) -> None:
    picture = TABLE.copy()
    cv2.fillConvexPoly(picture, np.round(card(0.3)).astype(np.int32), (220, 220, 220))
    patch, _ = cut_patch(Pyramid(picture), card(0.1))
    patches, truths = mirrored(patch[None], truth_of(card(0.1), [SceneCard(14, card(0.3), 0.9)])[None], across, down)
    corners = corners_said(truths[:, 2:])[0]
    shown = np.zeros(patch.shape[:2], np.uint8)
    cv2.fillConvexPoly(shown, np.round(corners).astype(np.int32), 1)
    bright = patches[0, ..., 0] > 150
    assert np.count_nonzero(bright != shown.astype(bool)) < 0.04 * np.count_nonzero(bright)
    assert corners[0, 0] < corners[1, 0]
    assert corners[0, 1] < corners[3, 1]


def test_what_is_surely_found_is_not_looked_at_again() -> None:
    sure = [Found(card(), DOUBTFUL, 0.9)]
    assert Closer().look(Pyramid(TABLE), sure) == sure
    assert Closer().look(Pyramid(TABLE), []) == []


def test_a_piece_of_bare_table_is_no_card_and_a_card_is_put_where_it_lies() -> None:
    """In good light, on a deck that was not trained on; harder pictures are measured in docs/eyes.md."""
    scenes = [draw_scene(seed, [own_typeface()], MEDIUM) for seed in range(600, 606)]
    cards = [(scene, one) for scene in scenes for one in scene.cards if one.visible > 0.9 and one.card is not None]
    assert len(cards) > 30
    hits = 0
    for scene, one in cards:
        high = float(np.linalg.norm(one.quad[3] - one.quad[0]))
        near = Found(one.quad + np.array((0.06, -0.05)) * high, 0.5, 0.5)
        seen = Closer().look(Pyramid(scene.picture), [near])
        hits += bool(seen) and (seen[0].nearby or 0) > 0.5 and overlap(seen[0].quad, one.quad) > 0.85
    assert hits >= 0.9 * len(cards)
    assert all((one.nearby or 0) < 0.3 for one in Closer().look(Pyramid(TABLE), [Found(card(), 0.5, 0.5)]))
