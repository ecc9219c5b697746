"""Chips on the active card of No Thanks!: counted while nothing moves there, and never taken for cards."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware_host.counting import ACTIVE, Counting
from tests.vision.watching import Watched, card
from vision.chips import Chip, ChipCount
from vision.frame import Picture
from vision.mat.model import Point
from vision.mat.plan import plan
from vision.sighting import Quad, Reading
from vision.synthetic.table import Card, Table, View, chip, hand, sheet
from vision.watch import Observation

SIZE = (1536, 864)
MAT = plan("no_thanks", 4)
BESIDE = MAT.zone(ACTIVE).slots[1].centre
ON_CARD = MAT.zone(ACTIVE).slots[0].centre
FAR = (30.0, 200.0)


class Counted:
    """A table that is watched, and the chips that are counted there."""

    def __init__(self, table: Table) -> None:
        self.watched = Watched(table, view=View.of(table, SIZE))
        self.counting = Counting(self.watched.watcher)
        self.steps()

    def steps(self, table: Table | None = None, count: int = 12) -> int | None:
        """What is counted once there was time for it."""
        if table is not None:
            self.watched.table = table
        for _ in range(count):
            self.watched.step()
            assert self.watched.frame is not None
            self.counting.look(self.watched.frame)
        return self.counting.chips

    @property
    def told(self) -> Observation:
        return self.counting.told(self.watched.now)


def with_chips(table: Table, middle: Point, *offsets: Point) -> Table:
    for x, y in offsets:
        table = table.with_thing(chip((middle[0] + x, middle[1] + y)))
    return table


def test_chips_beside_the_card_and_on_it_are_counted_and_cover_nothing() -> None:
    empty = Table(mat=MAT, seed=1)
    counted = Counted(empty)
    assert counted.counting.chips is None, "without a card there is nothing to be counted"
    bare = empty.with_card(card("14"), ACTIVE)
    assert counted.steps(bare) == 0
    beside = with_chips(bare, BESIDE, (-11, -30), (11, -30), (-11, -8))
    assert counted.steps(beside) == 3
    assert ACTIVE in counted.watched.now.hidden_zones
    assert ACTIVE not in counted.told.hidden_zones
    on_it = with_chips(beside, ON_CARD, (-12, 25), (12, 25), (-12, -25))
    assert counted.steps(on_it) == 6
    assert [one.card for one in counted.told.in_zone(ACTIVE)] == ["14"]


def test_between_two_hands_and_while_one_moves_elsewhere_chips_are_counted() -> None:
    bare = Table(mat=MAT, seed=1).with_card(card("14"), ACTIVE)
    counted = Counted(bare)
    laid = with_chips(bare, BESIDE, (-11, -30))
    assert counted.steps(laid.with_thing(hand(BESIDE)), 8) is None
    for step in range(8):
        counted.steps(laid.with_thing(hand((FAR[0], FAR[1] + 9 * step))), 1)
        assert not counted.watched.now.steady
    assert counted.counting.chips == 1


def test_what_chips_were_taken_for_is_no_card() -> None:
    bare = Table(mat=MAT, seed=1).with_card(card("14"), ACTIVE)
    counted = Counted(bare)
    table = with_chips(bare, BESIDE, (-11, -30), (11, -30), (-11, -8), (11, -8))
    corners = np.add([(-28, -43), (28, -43), (28, 43), (-28, 43)], (BESIDE[0], BESIDE[1] - 15))
    phantom = Reading(counted.watched.camera.view.pixels(corners), 0.9, {"28": -2.0})
    counted.watched.eyes.phantoms = [phantom] * 20
    assert counted.steps(table) == 4
    assert len(counted.watched.now.in_zone(ACTIVE)) == 2
    assert [one.card for one in counted.told.in_zone(ACTIVE)] == ["14"]


@pytest.mark.parametrize("chips", [0, 2])
def test_what_is_drawn_on_a_card_like_a_chip_is_none(chips: int) -> None:
    plain = card("14")
    face = plain.face.copy()
    face[:] = 255
    cv2.circle(face, (84, 190), 27, (40, 40, 190), -1, cv2.LINE_AA)
    empty = Table(mat=MAT, seed=1)
    counted = Counted(empty)
    bare = empty.with_card(Card("14", face, plain.back), ACTIVE)
    assert counted.steps(bare) == 0
    table = with_chips(bare, ON_CARD, *((-12.0, -25.0), (12.0, -25.0))[:chips])
    assert counted.steps(table.with_thing(hand((ON_CARD[0], ON_CARD[1] + 20))), 6) is None
    assert counted.steps(table) == chips


@pytest.mark.parametrize("chance", [[0.3, 0.4, 0.7, 0.7], [0.05, 0.6, 0.9, 0.9]])
def test_what_hardly_looks_like_a_chip_when_its_card_comes_is_none_later(
    chance: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ring of a card's drawing is half a chip in one picture, or none at all, and more than that in others."""
    chance = list(chance)

    def counted_so(picture: Picture, card: Quad, place: Quad) -> ChipCount:
        now = chance.pop(0) if len(chance) > 1 else chance[0]
        middle = card.mean(axis=0)
        ring = Chip((float(middle[0]), float(middle[1])), 10.0, now)
        return ChipCount(int(now > 0.5), max(now, 1 - now), (ring,))

    monkeypatch.setattr("firmware_host.counting.count_chips", counted_so)
    empty = Table(mat=MAT, seed=1)
    counted = Counted(empty)
    assert counted.steps(empty.with_card(card("14"), ACTIVE)) == 0
    assert counted.steps(counted.watched.table.with_thing(hand((ON_CARD[0], ON_CARD[1] + 20))), 6) is None
    assert counted.steps(empty.with_card(card("14"), ACTIVE)) == 0


def test_where_something_lies_that_is_no_chip_nobody_knows_how_many_there_are() -> None:
    """Whoever plays with matchsticks is asked, until the next card."""
    empty = Table(mat=MAT, seed=1)
    counted = Counted(empty)
    bare = empty.with_card(card("14"), ACTIVE)
    assert counted.steps(bare) == 0
    stick = sheet(BESIDE, (9.0, 40.0), 20.0, (60, 120, 170))
    assert counted.steps(bare.with_thing(stick), 25) is None
    assert counted.steps(bare.with_thing(stick).with_thing(hand((ON_CARD[0], ON_CARD[1] + 20))), 6) is None
    assert counted.steps(bare, 25) is None, "what lay there may have been taken back"
    assert counted.steps(empty) is None
    assert counted.steps(bare) == 0


def test_a_table_without_a_place_for_an_active_card_has_no_chips() -> None:
    table = Table(mat=replace(MAT, zones=tuple(zone for zone in MAT.zones if zone.name != ACTIVE)))
    counted = Counted(table.with_card(card("14"), "seat/1"))
    assert counted.counting.chips is None
    assert counted.told is counted.watched.now
