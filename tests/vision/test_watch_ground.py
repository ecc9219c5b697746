"""What the bare table looks like, and so what is no card: hands and things, printed places, in any light."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.watching import MAT, Watched, card, table_with
from vision.sighting import Reading
from vision.synthetic.table import Light, Table, cup, hand
from vision.watch.ground import Ground

MATS = pytest.mark.parametrize("mat", [MAT, None], ids=["mat", "no mat"])
ROW = ("14", "20", "35", "55", "7")


@MATS
@pytest.mark.parametrize("at", [(110, 250), (400, 300)])
def test_a_hand_that_lies_there_in_the_first_picture_hides_nothing_once_it_is_gone(
    at: tuple[int, int], mat: Table | None
) -> None:
    bare = table_with(*ROW, mat=MAT if mat else None)
    watched = Watched(bare.with_thing(hand(at)))
    watched.pass_ms(1_500)
    after = watched.settle(bare, within=1_500)
    assert watched.names == set(ROW)
    assert not after.hidden
    assert not after.hidden_zones, "what the hand hid is the table, though nobody had seen it before"
    assert (MAT.zone("seat/1").name in watched.settle(bare.with_thing(hand((110, 250)))).hidden_zones) == bool(mat)


@pytest.mark.parametrize(("at", "angle"), [((300, 200), 90), ((220, 100), 60), ((250, 150), 0)])
def test_a_hand_that_was_taken_for_the_table_is_told_from_parts_of_cards_beside_it(
    at: tuple[int, int], angle: float
) -> None:
    """What shows of a card in a heap is not as large as a card: it is none to follow, but no hand either."""
    bare = table_with(mat=MAT)
    watched = Watched(bare.with_thing(hand(at, angle)))
    watched.pass_ms(1_500)
    watched.eyes.upper = 0.6
    heap = bare
    for name in range(1, 25):
        row, column = divmod(name - 1, 6)
        heap = heap.with_card(card(str(name)), (240 + 60 * column, 100 + 53 * row), 0)
    after = watched.settle(heap, within=1_500)
    assert watched.names == set(map(str, range(19, 25)))
    assert not after.hand_zones


def test_a_card_that_was_taken_for_the_table_is_gone_once_it_is_taken_away() -> None:
    """It lay there in the first pictures and nobody found it; the place where it lay is no thing that hides it."""
    watched = Watched(table_with("14", "20"))
    watched.eyes.found_from = 2.0
    watched.pass_ms(2_000)
    watched.eyes.found_from = 0.35
    bare = watched.table
    watched.settle(bare.with_card(card("68"), "row/3"))
    assert watched.names == {"14", "20", "68"}
    after = watched.settle(bare.without_card("14"))
    assert watched.names == {"20"}
    assert not after.hidden
    assert not after.hidden_zones


@MATS
def test_a_printed_place_beside_a_card_is_no_card(mat: Table | None) -> None:
    bare = table_with("14", mat=MAT if mat else None)
    watched = Watched(bare)
    watched.settle()
    places = [np.array(corners) for corners in (place_of((230, 250)), place_of((360, 250)))]
    printed = [Reading(watched.camera.view.pixels(place), 0.9, {"28": -2.0, "29": -2.5}) for place in places]
    watched.eyes.phantoms = [printed[0], printed[1]] * 10
    watched.settle(bare.with_card(card("68"), (289, 250)))
    assert watched.names == {"14", "68"}


@MATS
@pytest.mark.parametrize("beside", [(28.0, 20.0), (50.0, 4.0), (-6.0, 70.0)])
@pytest.mark.parametrize("face_up", [0.001, 0.9])
def test_half_of_a_card_and_half_of_the_table_is_no_card(
    mat: Table | None, beside: tuple[float, float], face_up: float
) -> None:
    watched = Watched(table_with("14", mat=MAT if mat else None))
    watched.settle()
    x, y = watched.table.card("14").at
    place = watched.camera.view.pixels(np.array(place_of((x + beside[0], y + beside[1]))))
    watched.eyes.phantoms = [Reading(place, face_up, {"28": -2.0})] * 3
    watched.settle(watched.table.with_card(card("68"), (330, 330)))
    assert watched.names == {"14", "68"}


def test_what_was_taken_for_a_back_while_a_hand_was_near_is_none_once_it_is_gone() -> None:
    watched = Watched(table_with("14"))
    watched.settle()
    bare = watched.table
    x, y = bare.card("14").at
    place = watched.camera.view.pixels(np.array(place_of((x + 28, y + 20))))
    watched.table = bare.with_thing(hand((x + 40, y + 60)))
    watched.pass_ms(800)
    watched.eyes.phantoms = [Reading(place, 0.001)] * 3
    watched.settle(bare)
    assert watched.names == {"14"}


def place_of(middle: tuple[float, float]) -> list[tuple[float, float]]:
    """The corners of a place for a card."""
    return [(middle[0] + x, middle[1] + y) for x, y in ((-28, -43.5), (28, -43.5), (28, 43.5), (-28, 43.5))]


def test_a_lamp_that_is_switched_while_a_hand_is_there_hides_nothing_afterwards() -> None:
    bare = table_with(*ROW).with_light(Light(0.7))
    watched = Watched(bare)
    watched.settle()
    watched.settle(bare.with_thing(hand((110, 250))))
    lit = bare.with_light(Light(1.2, warmth=0.8))
    for x in (110, 110, 110, 60):
        watched.table = lit.with_thing(hand((x, 250)))
        watched.step()
    after = watched.settle(lit, within=1_500)
    assert watched.names == set(ROW)
    assert not after.hidden
    assert not after.hidden_zones


@MATS
def test_a_printed_place_in_another_light_is_no_card(mat: Table | None) -> None:
    bare = replace(table_with("14", mat=MAT if mat else None), ground="felt", seed=6)
    watched = Watched(bare)
    watched.settle()
    printed = watched.camera.view.pixels(np.array(place_of((230, 250))))
    watched.eyes.phantoms = [Reading(printed, 0.001)] * 20
    lit = bare.with_light(Light(1.5, warmth=1))
    watched.table = lit
    watched.step()
    watched.settle(lit.with_card(card("68"), (330, 330)))
    assert watched.names == {"14", "68"}


def test_a_cup_that_stays_belongs_to_the_table_after_a_while() -> None:
    watched = Watched(table_with("14"))
    watched.settle()
    with_cup = watched.settle(watched.table.with_thing(cup(MAT.zone("seat/3").slots[0].centre)))
    assert with_cup.hidden_zones == {"seat/3"}
    watched.pass_ms(12_000)
    assert watched.now.hidden_zones == frozenset()
    assert watched.now.steady


@pytest.mark.parametrize("brightness", [0.6, 1.9])
def test_cards_that_can_not_be_read_in_another_light_keep_their_names(brightness: float) -> None:
    watched = Watched(replace(table_with(*ROW, mat=MAT), ground="felt", seed=6))
    watched.settle()
    for name in ROW:
        watched.eyes.doubts[name] = [{name: 0.4, "103": 0.3}]
    watched.settle(watched.table.with_light(Light(brightness)))
    assert watched.names == set(ROW)
    watched.eyes.doubts.clear()
    watched.settle(watched.table.with_card_swapped("14", card("41")))
    assert watched.names == {*ROW, "41"} - {"14"}


def test_an_arm_as_dark_as_what_the_mat_lies_on_is_not_learned_as_the_table() -> None:
    """It hides the mat's edge, and lies beside a card: as if something had been taken away."""
    table = np.full((120, 160), 184, np.uint8)
    table[:, 120:], table[:30] = 85, 85
    nothing = np.zeros(table.shape, np.bool_)
    ground = Ground(table.shape)
    ground.learn(table, ~nothing, nothing, nothing)
    arm, card = table.copy(), nothing.copy()
    arm[30:110, 80:106] = 115
    card[28:112, 78:106] = True
    arm[30:110, 106:120] = 82
    assert ground.strange(arm, nothing)[70, 112]
    assert not ground.left(arm, ground.strange(arm, nothing), card, ~nothing).any()
    bare = np.full(table.shape, 184, np.uint8)
    learned = Ground(table.shape)
    something = bare.copy()
    something[40:70, 40:80] = 90
    learned.learn(something, ~nothing, nothing, nothing)
    assert learned.left(bare, learned.strange(bare, nothing), nothing, ~nothing)[55, 60], "what lay there and is gone"
