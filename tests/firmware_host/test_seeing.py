"""From what the eyes observe to what the steward is told: where, and with a key that lasts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_host.seeing import Seeing
from tests.vision.watching import MAT, card
from vision.cameras.simulated import SimulatedCamera
from vision.mat.pose import locate
from vision.sighting import Reading, Sighting
from vision.synthetic.table import Table
from vision.watch import Observation

Read = str | tuple[tuple[str, float], ...]
"""A name that is sure, or what a card may be."""


def sighted(*names: str) -> tuple[SimulatedCamera, list[Sighting]]:
    """Cards in the first row of a mat, and what eyes without fault say of them."""
    table = Table(mat=MAT)
    for slot, name in enumerate(names):
        table = table.with_card(card(name), "row/1", slot=slot)
    camera = SimulatedCamera(table)
    camera.open()
    camera.read()
    return camera, [
        Sighting(true.quad, "up", true.card, 0.999, (), Reading(true.quad, 0.999), "row/1") for true in camera.truth()
    ]


def test_cards_are_told_in_millimetres_and_keep_their_keys() -> None:
    camera, sightings = sighted("14", "20")
    pose = locate(camera.read().picture, MAT)
    seeing = Seeing()
    first = seeing.seen(Observation(0, 0, tuple(sightings), steady=True), pose)
    slots = MAT.zone("row/1").slots
    for lying, slot in zip(first.cards, slots, strict=False):
        assert abs(lying.at[0] - slot.centre[0]) < 1
        assert abs(lying.at[1] - slot.centre[1]) < 1
    assert len({lying.key for lying in first.cards}) == 2
    hidden = seeing.seen(Observation(100, 1, (sightings[1],), (sightings[0],)), pose)
    assert [lying.key for lying in (*hidden.hidden, *hidden.cards)] == [lying.key for lying in first.cards]


def test_another_card_in_the_same_place_is_another_one() -> None:
    camera, (was,) = sighted("14")
    _, (now,) = sighted("20")
    pose = locate(camera.read().picture, MAT)
    seeing = Seeing()
    (first,) = seeing.seen(Observation(0, 0, (was,)), pose).cards
    (second,) = seeing.seen(Observation(100, 1, (now,)), pose).cards
    assert first.key != second.key


@pytest.mark.parametrize(
    ("was", "now", "same"),
    [
        ((("1", 0.7), ("7", 0.25)), (("7", 0.9), ("1", 0.08)), True),
        ((("1", 0.7), ("7", 0.25)), "7", True),
        ((("1", 0.7), ("7", 0.25)), "41", False),
        ((("1", 0.7), ("7", 0.25)), (("18", 0.5), ("81", 0.5)), False),
        ((("1", 0.3), ("7", 0.2)), "41", True),  # hardly read, it may have been anything
        ("41", (("1", 0.7), ("7", 0.25)), True),
    ],
)
def test_a_card_that_can_not_be_what_lay_there_is_another_one(was: Read, now: Read, same: bool) -> None:
    camera, (lying,) = sighted("14")
    pose = locate(camera.read().picture, MAT)
    seeing = Seeing()
    (first,), (second,) = (
        seeing.seen(Observation(at, at, (read_as(lying, what),)), pose).cards for at, what in enumerate((was, now))
    )
    assert (first.key == second.key) == same


def read_as(sighting: Sighting, what: Read) -> Sighting:
    if isinstance(what, str):
        return replace(sighting, card=what, alternatives=((what, 0.9995),))
    return replace(sighting, card=None, alternatives=what)


def test_without_a_mat_nothing_is_known_of_where_cards_lie() -> None:
    _, sightings = sighted("14")
    seen = Seeing().seen(Observation(0, 0, tuple(sightings), moved=True), None)
    assert (seen.cards, seen.hidden, seen.steady, seen.bumped) == ((), (), False, True)
