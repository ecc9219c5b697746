"""The plane of the table follows from the cards on it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.detect import Quad
from vision.plane import LEAST_CARDS, plane_of
from vision.synthetic.bench import corner_error
from vision.synthetic.scenes import HARD, draw_scene
from vision.synthetic.typefaces import own_typeface


def true_quads(seed: int) -> list[Quad]:
    """The cards of a scene that is seen from the side by up to twenty degrees."""
    scene = draw_scene(seed, [own_typeface()], HARD, (640, 360))
    return [card.quad * 3.6 for card in scene.cards]


@pytest.mark.parametrize("seed", range(100, 116))
def test_cards_that_lie_on_a_table_lie_in_its_plane(seed: int) -> None:
    quads = true_quads(seed)
    if len(quads) < 6:
        quads = [*quads, *(quad + 3 for quad in quads), *(quad - 4 for quad in quads)]
    plane = plane_of(quads)
    assert plane is not None
    fitted, away, size = plane.fitted(np.stack(quads))
    assert max(corner_error(new, old) for new, old in zip(fitted, quads, strict=True)) < 0.012
    assert away.max() < 0.015
    assert np.abs(size - 1).max() < 0.03


@pytest.mark.parametrize("seed", range(200, 208))
def test_noise_on_the_corners_becomes_less_in_the_plane(seed: int) -> None:
    quads = true_quads(seed)
    rng = np.random.default_rng(seed)
    noisy = [quad + rng.normal(0, 3, quad.shape) for quad in quads]
    plane = plane_of(noisy)
    assert plane is not None or len(quads) < LEAST_CARDS
    if plane is not None:
        fitted, _, _ = plane.fitted(np.stack(noisy))
        before = np.mean([corner_error(one, truth) for one, truth in zip(noisy, quads, strict=True)])
        after = np.mean([corner_error(one, truth) for one, truth in zip(fitted, quads, strict=True)])
        assert after < 0.85 * before


def test_what_is_no_card_stands_out() -> None:
    quads = true_quads(104)
    middle = quads[0].mean(axis=0)
    paper = (quads[0] - middle) * 2.2 + middle
    plane = plane_of([*quads, paper])
    assert plane is not None
    _, away, size = plane.fitted(np.stack([*quads, paper]))
    assert size[-1] > 1.8
    assert np.abs(size[:-1] - 1).max() < 0.1
    assert away[-1] > 3 * away[:-1].max()


def test_too_few_cards_or_rubbish_have_no_plane() -> None:
    quads = true_quads(104)
    assert plane_of(quads[: LEAST_CARDS - 1]) is None
    rng = np.random.default_rng(1)
    assert plane_of([rng.uniform(0, 1000, (4, 2)) for _ in range(12)]) is None


def test_there_and_back() -> None:
    plane = plane_of(true_quads(110))
    assert plane is not None
    points = np.random.default_rng(2).uniform(0, 1200, (30, 2))
    assert np.allclose(plane.pixels(plane.flat(points)), points)
