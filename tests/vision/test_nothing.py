"""What is no card though the finder saw one: the table that goes on, and what the reader is sure of."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detect import Found, Quad
from vision.frame import Picture
from vision.nothing import is_nothing

QUAD: Quad = np.array([(100, 80), (180, 80), (180, 200), (100, 200)], float)


def table(inside: int | None = None) -> Picture:
    """A noisy table of one colour with the outline of a place on it, or with a card there of another grey."""
    noise = np.random.default_rng(1).normal(90, 4, (300, 300, 3))
    picture = np.clip(noise, 0, 255).astype(np.uint8)
    if inside is not None:
        cv2.fillConvexPoly(picture, QUAD.astype(np.int32), (inside,) * 3)
    cv2.polylines(picture, [QUAD.astype(np.int32)], True, (240, 240, 240), 2)
    return picture


@pytest.mark.parametrize(
    ("inside", "chance", "no_card", "nothing"),
    [
        (None, 0.6, 0.9, True),
        (None, 0.6, 0.1, False),  # the reader sees a card there
        (None, 0.99, 0.9, False),  # the finder is sure of it
        (200, 0.6, 0.9, False),  # something lies there
        (200, 0.6, 0.99, True),  # … of which the reader is sure that it is no card
    ],
)
def test_an_empty_place_is_nothing_and_a_card_is_one(
    inside: int | None, chance: float, no_card: float, nothing: bool
) -> None:
    assert is_nothing(table(inside), Found(QUAD, chance, 0.5), no_card) is nothing


def test_at_the_edge_of_the_picture_what_can_not_be_seen_speaks_for_nothing() -> None:
    picture = table()[80:201, 100:181]
    assert not is_nothing(picture, Found(QUAD - np.array((100.0, 80.0)), 0.6, 0.5), 0.8)
