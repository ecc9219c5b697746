"""Watching a table through a simulated camera, with eyes that know the truth and can be made to doubt it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
import pytest

from tests.vision.watching import MAT, SIZE, Watched, card, table_with
from vision.frame import Frame, Picture
from vision.sighting import Reading, Sighting
from vision.synthetic.table import Card, Glare, Light, Table, View, hand

MATS = pytest.mark.parametrize("mat", [MAT, None], ids=["mat", "no mat"])
ROW = ("14", "20", "35", "55", "7")


@dataclass(frozen=True)
class Untouchable:
    """Stands for a large picture that nobody may look at: it has a size and nothing else."""

    shape: tuple[int, ...]


@MATS
def test_cards_are_read_once_and_the_table_is_steady(mat: Table | None) -> None:
    watched = Watched(table_with(*ROW, mat=MAT if mat else None))
    first = watched.settle()
    assert watched.names == set(ROW)
    assert 400 <= first.taken <= 700
    assert {one.zone for one in first.sightings} == ({"row/1", "row/2"} if mat else {None})
    assert not first.hidden
    assert not first.moved


@MATS
def test_where_nothing_changes_the_large_picture_is_not_touched(mat: Table | None) -> None:
    watched = Watched(table_with(*ROW, mat=MAT if mat else None))
    watched.settle()
    before = len(watched.said)
    for _ in range(300):
        frame = watched.camera.read()
        picture = cast(Picture, Untouchable(frame.picture.shape))
        assert watched.watcher.step(replace(frame, picture=picture)) is None
        assert watched.now.taken == frame.taken, "it is still known to be so now"
    assert len(watched.said) == before
    assert watched.watcher.looks == 2


@MATS
def test_a_card_that_is_laid_is_read_and_no_other(mat: Table | None) -> None:
    watched = Watched(table_with(*ROW, mat=MAT if mat else None))
    watched.settle()
    laid_at = watched.now.taken
    after = watched.settle(watched.table.with_card(card("68"), (300, 300)))
    assert watched.names == {*ROW, "68"}
    assert {name for look in watched.eyes.read[2:] for name in look} == {"68"}
    assert 400 <= after.taken - laid_at <= 800


def test_nothing_is_read_before_it_has_lain_still() -> None:
    watched = Watched(table_with("14"))
    watched.settle()
    for at in range(20):
        watched.table = table_with("14").with_card(card("68"), (200 + 8 * at, 250))
        observed = watched.step()
        assert not observed.steady
        assert {one.card for one in observed.sightings} == {"14"}
    watched.settle()
    assert watched.names == {"14", "68"}


def test_stillness_is_counted_in_milliseconds_and_not_in_frames() -> None:
    for fps in (5, 10, 30):
        watched = Watched(table_with("14"), fps=fps)
        watched.settle()
        laid_at = watched.now.taken
        watched.table = watched.table.with_card(card("68"), "row/2")
        while "68" not in watched.names:
            watched.step()
        # The card came with the next frame.
        assert 400 <= round(watched.now.taken - laid_at - 1000 / fps) <= 400 + 1000 / fps


@MATS
def test_a_card_that_is_taken_away_is_gone(mat: Table | None) -> None:
    watched = Watched(table_with(*ROW, mat=MAT if mat else None))
    watched.settle()
    after = watched.settle(watched.table.without_card("20"))
    assert watched.names == set(ROW) - {"20"}
    assert not after.hidden
    assert not after.hidden_zones, "the bare mat that nobody had seen before is no hand"


def test_a_card_that_is_turned_over_is_read_again() -> None:
    watched = Watched(table_with("14", "20"))
    watched.settle()
    after = watched.settle(watched.table.with_card_turned_over("20"))
    assert [(one.face, one.card) for one in after.sightings] == [("up", "14"), ("down", None)]
    assert after.unsure == ()
    watched.settle(watched.table.with_card_turned_over("20"))
    assert watched.names == {"14", "20"}


def test_a_hand_that_passes_over_changes_no_name_and_has_nothing_read() -> None:
    watched = Watched(table_with(*ROW))
    watched.settle()
    bare = watched.table
    read = len(watched.eyes.read)
    for y in (400, 330, 260, 190, 120, 60, 120, 190, 260, 330, 400):
        watched.table = bare.with_thing(hand((260, y)))
        observed = watched.step()
        assert not observed.steady
        assert set(ROW) == {one.card for one in (*observed.sightings, *observed.hidden)}
    watched.settle(bare)
    assert watched.names == set(ROW)
    assert not any(watched.eyes.read[read:]), "every card still looks as it did"


def test_the_zones_under_a_resting_hand_are_hidden_and_the_rest_is_steady() -> None:
    watched = Watched(table_with(*ROW))
    watched.settle()
    bare = watched.table
    under = watched.settle(bare.with_thing(hand((110, 250))))
    assert {"row/3", "row/4"} & under.hidden_zones or {"seat/1", "pickup/1"} & under.hidden_zones
    assert not {"row/1", "seat/3", "seat/4"} & under.hidden_zones
    assert under.steady
    assert {one.card for one in under.in_zone("row/1")} == set(ROW[:4])
    laid = watched.settle(watched.table.with_card(card("68"), "seat/4"))
    assert [one.card for one in laid.in_zone("seat/4")] == ["68"]
    assert laid.hidden_zones == under.hidden_zones
    for observed in watched.pass_ms(15_000):
        assert observed.hidden_zones == under.hidden_zones
    gone = watched.settle(watched.table.without_thing())
    assert gone.hidden_zones == frozenset()


@MATS
def test_a_card_under_a_resting_hand_is_hidden_and_comes_back_unread(mat: Table | None) -> None:
    watched = Watched(table_with(*ROW, mat=MAT if mat else None))
    watched.settle()
    at = watched.table.card("14").at
    # The palm lies over the card, and the arm leads out of the picture.
    over = watched.settle(watched.table.with_thing(hand((at[0], at[1] - 118))))
    assert "14" in {one.card for one in over.hidden}
    assert "14" not in {one.card for one in over.sightings}
    read = len(watched.eyes.read)
    watched.settle(watched.table.without_thing())
    assert watched.names == set(ROW)
    assert watched.now.hidden == ()
    assert not any(watched.eyes.read[read:])


@MATS
def test_a_card_that_was_swapped_under_a_hand_is_read_again(mat: Table | None) -> None:
    watched = Watched(table_with("14", "20", "68", mat=MAT if mat else None))
    watched.settle()
    at = watched.table.card("68").at
    palm = hand((at[0], at[1] - 118))
    watched.settle(watched.table.with_thing(palm))
    watched.settle(watched.table.with_card_swapped("68", card("86")))
    assert "68" not in watched.names
    watched.settle(watched.table.without_thing())
    assert watched.names == {"14", "20", "86"}


@pytest.mark.parametrize("at", [(32, 48), (100, 20)])
def test_a_card_at_or_across_the_edge_of_the_mat_that_is_swapped_is_read_again(at: tuple[int, int]) -> None:
    watched = Watched(table_with("14"))
    watched.settle()
    watched.settle(watched.table.with_card(card("71"), at))
    watched.settle(watched.table.with_thing(hand(at)))
    after = watched.settle(watched.table.without_thing().with_card_swapped("71", card("91")))
    assert watched.names == {"14", "91"}
    assert after.hidden == ()


@pytest.mark.parametrize("design", range(12))
def test_of_no_deck_a_swap_goes_unnoticed(design: int) -> None:
    """The pairs that look most alike, swapped to a hair's breadth while a hand was there."""
    table = Table(mat=MAT)
    pairs = [("68", "89"), ("16", "91"), ("6", "9"), ("1", "2")]
    for at, (one, _) in enumerate(pairs):
        table = table.with_card(card(one, design), f"row/{at + 1}", slot=1)
    watched = Watched(table)
    watched.settle()
    for one, other in pairs:
        same = np.abs(card(one, design).face.astype(int) - card(other, design).face).mean() < 1
        bare = watched.table.with_card_swapped(one, card(other, design))
        watched.table = watched.table.with_thing(hand(bare.card(other).at))
        watched.step()
        watched.settle(bare)
        assert (other in watched.names and one not in watched.names) or same, (one, other)


def test_a_card_that_was_hidden_and_turns_up_elsewhere_is_not_hidden_any_more() -> None:
    watched = Watched(table_with("14", "20", "68"))
    watched.settle()
    at = watched.table.card("68").at
    hidden = watched.settle(watched.table.with_thing(hand((at[0], at[1] - 118))))
    assert "68" in {one.card for one in hidden.hidden}
    moved = watched.settle(watched.table.with_card_moved("68", "seat/4"))
    assert [one.card for one in moved.in_zone("seat/4")] == ["68"]
    assert "68" not in {one.card for one in moved.hidden}


def test_of_a_name_that_several_cards_have_one_may_be_hidden_while_another_turns_up() -> None:
    """Such as the neutral numbers of Qwixx: the pile's was lost when the same number came to the display."""
    watched = Watched(table_with("14", "20", "68"))
    watched.eyes.game = "qwixx_cards"
    watched.eyes.doubts["68"] = [{"neutral 8": 1.0}]
    watched.eyes.doubts["35"] = [{"neutral 8": 1.0}]
    watched.settle()
    at = watched.table.card("68").at
    watched.settle(watched.table.with_thing(hand((at[0], at[1] - 118))))
    after = watched.settle(watched.table.with_card(card("35"), "seat/4"))
    assert [one.card for one in after.in_zone("seat/4")] == ["neutral 8"]
    assert [one.card for one in after.hidden] == ["neutral 8"]


@MATS
def test_a_card_keeps_its_name_when_another_covers_part_of_it(mat: Table | None) -> None:
    watched = Watched(table_with("14", "20", mat=MAT if mat else None))
    watched.settle()
    x, y = watched.table.card("14").at
    read = len(watched.eyes.read)
    covered = watched.settle(watched.table.with_card(card("68"), (x + 10, y + 48)))
    assert watched.names == {"14", "20", "68"}
    assert "14" not in {name for look in watched.eyes.read[read + 1 :] for name in look}
    assert covered.hidden == ()
    # It lies on while a third one comes, and when it is free again.
    watched.settle(watched.table.with_card(card("35"), (x, y + 200)))
    assert watched.names == {"14", "20", "68", "35"}
    watched.settle(watched.table.without_card("68"))
    assert watched.names == {"14", "20", "35"}
    watched.pass_ms(1_000)
    watched.settle(watched.table.without_card("14"))
    assert watched.names == {"20", "35"}


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_card_that_is_taken_off_a_heap_is_gone_though_others_come_to_light_where_it_lay(by_hand: bool) -> None:
    heap = Table(mat=MAT)
    for name, at in (("7", (250, 150)), ("55", (300, 150)), ("14", (290, 165)), ("20", (270, 215)), ("68", (320, 215))):
        heap = heap.with_card(card(name), at)
    watched = Watched(heap)
    watched.eyes.found_from, watched.eyes.read_from = 0.5, 0.5
    watched.settle()
    assert "14" in watched.names
    if by_hand:
        watched.table = heap.with_thing(hand((290, 165)))
        watched.pass_ms(600)
    watched.settle(heap.without_card("14").with_card(card("14"), "seat/1"))
    assert [one.zone for one in watched.now.sightings if one.card == "14"] == ["seat/1"]


def test_a_card_that_another_covers_wholly_is_no_longer_seen() -> None:
    watched = Watched(table_with("14", "20"))
    watched.settle()
    watched.settle(watched.table.with_card(card("68"), watched.table.card("14").at))
    assert watched.names == {"20", "68"}


def test_evidence_adds_up_over_looks() -> None:
    watched = Watched(Table(mat=MAT))
    watched.settle()
    watched.eyes.doubts["68"] = [{"68": 0.97, "89": 0.03}]
    laid = watched.settle(watched.table.with_card(card("68"), "row/1"))
    assert [one.card for one in laid.sightings] == ["68"]
    (together,) = watched.eyes.concluded[-1]
    assert np.exp(together.chances["68"]) > 0.999
    looks = sum("68" in look for look in watched.eyes.read)
    assert 2 < looks <= 5, "one look would not have been enough"
    assert laid.sightings[0].confidence < 1 - 0.03**looks, "looks that are alike are not as good as different ones"


def test_looks_that_contradict_each_other_make_no_name() -> None:
    watched = Watched(Table(mat=MAT))
    watched.settle()
    watched.eyes.doubts["68"] = [{"68": 0.9995, "89": 0.0005}, {"89": 0.9995, "68": 0.0005}]
    laid = watched.settle(watched.table.with_card(card("68"), "row/1"))
    named = [one.card for said in watched.said for one in said.sightings if said.steady]
    assert "68" not in named, "one look that was sure and one that was not are not sure"
    assert len(laid.sightings) == 1


def test_what_is_found_once_and_never_again_is_no_card() -> None:
    watched = Watched(table_with("14"))
    watched.settle()
    nowhere = np.array([(700, 400), (760, 400), (760, 490), (700, 490)], np.float64)
    watched.eyes.phantoms = [Reading(nowhere, 0.9, {"99": np.log(0.6)})]
    watched.settle(watched.table.with_card(card("20"), "row/2"))
    assert watched.names == {"14", "20"}


def test_a_settled_name_is_not_given_away() -> None:
    watched = Watched(table_with("14"))
    watched.settle()
    watched.eyes.doubts["41"] = [{"14": 0.9998, "41": 0.0002}]
    watched.settle(watched.table.with_card(card("41"), "row/2"))
    # These eyes name both cards 14: whether that can be is theirs to say, and the first one keeps its name.
    assert watched.now.in_zone("row/1")[0].card == "14"


def test_a_card_that_would_take_a_settled_name_away_is_not_surely_read() -> None:
    watched = Watched(table_with("14"))
    watched.settle()
    watched.eyes.doubts["41"] = [{"14": 0.9999, "41": 0.0001}]
    as_told = watched.eyes.conclude

    def only_one(readings: Sequence[Reading], impossible: Collection[str] = ()) -> list[Sighting]:
        """Every name once, and the last card that has it gets it."""
        said = as_told(readings, impossible)
        names = [one.card for one in said]
        return [replace(one, card=None) if one.card in names[at + 1 :] else one for at, one in enumerate(said)]

    watched.eyes.conclude = only_one  # type: ignore[method-assign]
    watched.settle(watched.table.with_card(card("41"), "row/2"))
    assert watched.now.in_zone("row/1")[0].card == "14"
    assert watched.now.in_zone("row/2")[0].card is None


def test_what_cannot_be_is_passed_on() -> None:
    watched = Watched(table_with("14"))
    for _ in range(8):
        watched.watcher.step(watched.camera.read(), impossible={"14"})
    assert watched.eyes.impossible == {"14"}
    assert watched.names == {None}


@MATS
@pytest.mark.parametrize(
    ("by", "turn"), [((6.0, 0.0), 0.0), ((0.0, -4.0), 0.5), ((0.0, 0.0), 2.0), ((40.0, 20.0), 5.0)]
)
def test_a_bump_is_noticed_within_a_second_and_all_is_read_again(
    mat: Table | None, by: tuple[float, float], turn: float
) -> None:
    watched = Watched(table_with(*ROW, mat=MAT if mat else None))
    watched.settle()
    read = len(watched.eyes.read)
    watched.camera.view = watched.camera.view.bumped(by, turn)
    after = watched.pass_ms(1_000)
    assert any(observed.moved for observed in after)
    watched.settle()
    assert {name for look in watched.eyes.read[read:] for name in look} == set(ROW)
    assert watched.names == set(ROW)
    assert not watched.now.moved
    true = {str(one.card): one.quad for one in watched.camera.truth()}
    for seen in watched.now.sightings:
        assert np.abs(seen.quad - true[str(seen.card)]).max() < 2
    if mat:
        assert {one.zone for one in watched.now.sightings} == {"row/1", "row/2"}


@MATS
def test_a_light_that_changes_is_no_motion(mat: Table | None) -> None:
    watched = Watched(table_with(*ROW, mat=MAT if mat else None))
    watched.settle()
    for brightness in (1.0, 0.9, 0.75, 0.9, 0.6, 0.85, 1.0):
        watched.table = watched.table.with_light(Light(brightness))
        assert all(observed.steady for observed in watched.pass_ms(500))
    for strength in range(0, 12, 3):
        watched.table = watched.table.with_light(Light(glare=(Glare((250, 150), 60, strength),)))
        assert all(observed.steady for observed in watched.pass_ms(500))
    assert watched.watcher.looks == 2


def test_light_that_flickers_and_wanders_does_not_cause_reading() -> None:
    watched = Watched(table_with(*ROW))
    watched.settle()
    table = watched.table
    for step in range(200):
        flicker = 0.03 * (step % 2)
        watched.table = table.with_light(Light(1.0 - step / 500 - flicker))
        watched.step()
    for step in range(30):
        watched.table = table.with_light(Light(0.6, slope=0.3 * step / 30, warmth=step / 60))
        watched.pass_ms(500)
    assert watched.watcher.looks <= 4
    assert watched.names == set(ROW)
    watched.settle(watched.table.with_card(card("68"), "row/3"))
    assert watched.names == {*ROW, "68"}


def test_a_lamp_that_is_switched_gives_no_wrong_names_and_no_bump() -> None:
    watched = Watched(table_with(*ROW, mat=None))
    watched.settle()
    watched.table = watched.table.with_light(Light(0.7, warmth=1, slope=1.2))
    watched.pass_ms(1_500)
    watched.settle()
    assert watched.names == set(ROW)
    assert not any(observed.moved for observed in watched.said)


def test_a_frame_that_is_not_newer_is_passed_over() -> None:
    watched = Watched(table_with("14"))
    watched.settle()
    before = watched.now
    assert watched.frame is not None
    other = watched.camera.read()
    for taken in (before.taken, before.taken - 100):
        assert watched.watcher.step(replace(other, taken=taken)) is None
    assert watched.now is before
    assert watched.watcher.late == 2


def test_after_a_gap_stillness_is_counted_anew_and_what_was_swapped_is_seen() -> None:
    watched = Watched(table_with("14", "68"))
    watched.settle()
    watched.camera.read(after=watched.now.taken + 20_000)
    watched.table = watched.table.with_card_swapped("68", card("86"))
    observed = watched.step()
    assert not observed.steady
    watched.settle()
    assert watched.names == {"14", "86"}


def test_a_camera_that_shows_another_size_starts_anew() -> None:
    watched = Watched(table_with("14", "20"))
    watched.settle()
    smaller = Watched(watched.table, view=View.of(watched.table, (SIZE[0] * 3 // 4, SIZE[1] * 3 // 4)))
    smaller.camera.read(after=watched.now.taken + 100)
    watched.camera, watched.eyes.camera = smaller.camera, smaller.camera
    observed = watched.step()
    assert not observed.steady
    watched.settle()
    assert watched.names == {"14", "20"}


def test_the_same_frames_give_the_same_observations() -> None:
    def evening() -> list[tuple[object, ...]]:
        watched = Watched(table_with(*ROW))
        watched.settle()
        watched.settle(watched.table.with_thing(hand((110, 250))).with_card(card("68"), "seat/4"))
        watched.settle(watched.table.without_thing())
        return [
            (
                said.taken,
                said.steady,
                said.hidden_zones,
                [(one.card, one.zone, one.confidence) for one in said.sightings],
            )
            for said in watched.said
        ]

    assert evening() == evening()


def test_frames_of_other_sizes_of_small_pictures_are_fine() -> None:
    """The Pi's small picture is made by its camera, in a size of its own."""
    watched = Watched(table_with("14", "20"))
    import cv2

    while not (watched.said and watched.now.steady):
        frame = watched.camera.read()
        small = np.asarray(cv2.resize(frame.small, (320, 180), interpolation=cv2.INTER_AREA), np.uint8)
        shown = Frame(frame.picture, frame.taken, frame.number, small)
        if (said := watched.watcher.step(shown)) is not None:
            watched.said.append(said)
        assert frame.taken < 2_000
    assert watched.names == {"14", "20"}


def test_a_card_of_which_a_hand_leaves_only_a_plain_part_may_be_gone() -> None:
    """Nobody has seen the table under it, which may be as plain and as bright."""
    face = np.full((261, 168, 3), (218, 228, 222), np.uint8)
    face[120:] = card("14").face[120:]
    plain = Card("14", face, card("14").back)
    watched = Watched(table_with("68").with_card(plain, "row/3", slot=2))
    watched.settle()
    x, y = watched.table.card("14").at
    over = watched.table.with_thing(hand((x, y + 2)))
    for table in (over, over.without_card("14")):
        watched.settle(table)
        assert watched.names == {"68"}
        assert [one.card for one in watched.now.hidden] == ["14"]
    watched.settle(over.without_thing())
    assert watched.names == {"68", "14"}
