"""What is drawn on a card is told from what lies on it, by how the card looked before anything did."""

from __future__ import annotations

import numpy as np
import pytest

from vision.bare import Bare, Place
from vision.cameras.simulated import SimulatedCamera
from vision.frame import Picture
from vision.mat.plan import plan
from vision.sighting import Quad
from vision.synthetic.designs import SPREAD, design_from
from vision.synthetic.faces import draw_back, draw_face
from vision.synthetic.photograph import Sensor
from vision.synthetic.table import Card, Table, View, chip
from vision.synthetic.typefaces import own_typeface

MAT = plan("no_thanks", 4)
MIDDLE = MAT.zone("active").slots[0].centre
RADIUS = 9.0
RED, IVORY = (40, 40, 190), (205, 225, 235)


def seen(table: Table, seed: int) -> tuple[Picture, Quad]:
    """The table through a camera, and its card's corners as the eyes give them, a little off."""
    camera = SimulatedCamera(table, View.of(table), sensor=Sensor(seed=seed))
    camera.open()
    picture = camera.read().picture
    return picture, camera.truth()[0].quad + np.random.default_rng(seed).normal(0, 0.4, (4, 2))


def table_with(design: int) -> Table:
    typefaces = [own_typeface()]
    look = design_from(design * SPREAD, typefaces, plain=1.0)
    card = Card("14", draw_face(look, typefaces, 14), draw_back(look, typefaces))
    return Table(mat=MAT, seed=design).with_card(card, "active")


def at(card: Quad, x: float, y: float) -> Place:
    """Where a place of a card, in millimetres from its middle, lies in the picture, and a chip's radius there."""
    across, down = (card[1] - card[0]) / 56, (card[3] - card[0]) / 87
    place = card.mean(axis=0) + x * across + y * down
    return (float(place[0]), float(place[1])), RADIUS * float(np.linalg.norm(down))


@pytest.mark.parametrize("design", range(6))
@pytest.mark.parametrize("colour", [RED, IVORY])
def test_a_chip_is_new_and_what_is_drawn_is_not(design: int, colour: tuple[int, int, int]) -> None:
    table = table_with(design)
    bare = Bare(*seen(table, 1))
    picture, card = seen(table.with_thing(chip((MIDDLE[0] - 8, MIDDLE[1] - 25), RADIUS, colour)), 2)
    assert bare.shows(picture, card, [at(card, -8, -25), at(card, 8, 22)]) == [False, True]


def test_in_another_light_the_card_is_the_same() -> None:
    table = table_with(1)
    bare = Bare(*seen(table, 1))
    picture, card = seen(table, 2)
    darker = (picture * np.array([0.6, 0.7, 0.8])).astype(np.uint8)
    assert bare.shows(darker, card, [at(card, 0, 0)]) == [True]


def test_a_place_off_the_card_is_not_new() -> None:
    picture, card = seen(table_with(1), 1)
    assert Bare(picture, card).shows(picture, card, [((-500.0, -500.0), 10.0)]) == [True]
