"""The eyes as a whole, on cards that training never saw: finding, reading, concluding, and watching a turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import cast

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cameras.simulated import SimulatedCamera
from vision.cards import FLIPS, SPECIALS
from vision.cut import CUT, RIM, Pyramid
from vision.detect import Quad, overlap
from vision.eyes import Eyes, _bare
from vision.frame import Picture
from vision.likeness import Likeness
from vision.mat.plan import plan
from vision.mat.pose import locate
from vision.read import NUMBERS, Look, Numeral, Place
from vision.sighting import Sighting
from vision.specials import special_cards
from vision.synthetic import bench
from vision.synthetic.designs import Family, Lettering, design_from
from vision.synthetic.faces import draw_back, draw_face
from vision.synthetic.lens import photographed
from vision.synthetic.own import own_back, own_cards, own_face
from vision.synthetic.own.known import own_deck
from vision.synthetic.photograph import Photographer
from vision.synthetic.scenes import EASY, draw_scene
from vision.synthetic.table import Card, Table, View, hand
from vision.synthetic.typefaces import shipped_typefaces
from vision.watch import Watcher

CORNERS = {"top left": (slice(0, 78), slice(0, 75)), "bottom right": (slice(-78, None), slice(-75, None))}


@cache
def eyes(game: str = "take_six", learned: bool = False) -> Eyes:
    return Eyes(game, own_deck(game) if learned else None)


def on_a_table(face: Picture, seed: int, hardness: float = 0.3) -> tuple[Picture, Quad]:
    """A photograph of a card, and its corners as the finder gives them, a little off."""
    rng = np.random.default_rng(seed)
    high = int(rng.uniform(145, 185))
    wide = round(high * 56 / 87)
    card = cv2.resize(face, (wide, high), interpolation=cv2.INTER_AREA)
    table = cv2.copyMakeBorder(card, 60, 60, 80, 80, cv2.BORDER_CONSTANT, value=(60.0, 80.0, 50.0))
    quad = np.array([(80, 60), (80 + wide, 60), (80 + wide, 60 + high), (80, 60 + high)], float)
    return photographed(table, hardness, rng, full_height=1296), quad + rng.normal(0, 0.006 * high, (4, 2))


def seen_at(looker: Eyes, picture: Picture, quad: Quad) -> Sighting:
    return looker.conclude(looker.readings(looker.look_at(picture, [quad])))[0]


def test_a_face_with_one_sure_number_is_no_back_however_like_the_projects_own() -> None:
    cut = cv2.resize(own_back("take_six"), CUT, interpolation=cv2.INTER_AREA)
    chances = np.zeros(NUMBERS)
    chances[59] = 0.99
    number = Numeral(Place((40.0, 60.0), 30.0, 0.98, 0.01), chances, np.zeros(NUMBERS))
    plainly_a_face, quad = np.array([1.0, 0.0, 0.0]), np.array([(0, 0), (56, 0), (56, 87), (0, 87)], float)
    face, back = (Look(quad, cut, plainly_a_face, 0.0, numerals) for numerals in ((number,), ()))
    assert eyes().readings([face])[0].face_up > 0.9
    assert eyes().readings([back])[0].face_up < 0.1


def only(face: Picture, corner: str) -> Picture:
    """The face with all but a corner covered."""
    covered = np.full_like(face, (70, 110, 160))
    covered[CORNERS[corner]] = face[CORNERS[corner]]
    return covered


@pytest.mark.parametrize("learned", [False, True], ids=["never seen", "learned"])
@pytest.mark.parametrize("number", sorted(FLIPS))
def test_numbers_that_flip_are_never_taken_for_each_other(number: int, learned: bool) -> None:
    """Upright and upside down, whole and with one corner to be seen; a question is allowed."""
    face = own_face("take_six", str(number))
    for at, shown in enumerate((face, only(face, "top left"), only(face, "bottom right"))):
        picture, quad = on_a_table(shown, 100 * number + at)
        for turn in (0, 2):
            sighting = seen_at(eyes("take_six", learned), picture, np.roll(quad, turn, axis=0))
            assert sighting.card in (str(number), None)


def test_on_the_own_deck_nearly_all_of_them_are_named() -> None:
    named = 0
    for number in FLIPS:
        picture, quad = on_a_table(own_face("take_six", str(number)), 100 * number)
        named += sum(
            seen_at(eyes("take_six", True), picture, np.roll(quad, turn, axis=0)).card is not None for turn in (0, 2)
        )
    assert named >= 24  # of 28


@pytest.mark.parametrize("name", ["insert", "block", "14"])
def test_a_special_card_on_which_a_number_seems_to_stand_is_still_the_special_card(name: str) -> None:
    chances = np.zeros(NUMBERS)
    chances[11] = 0.99
    bars = Numeral(Place((20.0, 20.0), 14.0, 0.98, 0.01), chances, np.zeros(NUMBERS))
    face = cv2.resize(own_face("take_six", name), (CUT[0] - 2 * RIM, CUT[1] - 2 * RIM), interpolation=cv2.INTER_AREA)
    cut = cv2.copyMakeBorder(face, RIM, RIM, RIM, RIM, cv2.BORDER_CONSTANT, value=(60, 90, 120))
    eyes = Eyes("take_six")
    quad = np.array([(0, 0), (72, 0), (72, 112), (0, 112)], float)
    (seen,) = eyes.conclude(eyes.readings([Look(quad, cut, np.array([1.0, 0.0, 0.0]), 0.0, (bars, bars))]))
    assert seen.card == (name if name in SPECIALS else "11")


@pytest.mark.parametrize("name", ["negate", "insert", "block", "20", "64"])
@pytest.mark.parametrize("turned", [0, 1])
def test_a_special_card_is_known_without_its_white_rim(name: str, turned: int) -> None:
    cut = cv2.resize(own_face("take_six", name), CUT, interpolation=cv2.INTER_AREA)
    look = Look(np.zeros((4, 2)), np.rot90(cut, 2 * turned).copy(), np.array([1.0, 0.0, 0.0]), 0.0, ())
    assert special_cards(eyes()._unnumbered, [look]) == [(name, turned) if name in SPECIALS else None]


class Alike:
    """Samples that a card is like so much: each of them upright, then each of them upside down."""

    names = ("insert", "move")

    def __init__(self, *alike: float) -> None:
        self._alike = np.array(alike)

    def like(self, cuts: Sequence[Picture], rim: int = RIM) -> NDArray[np.float64]:
        return np.array([self._alike for _ in cuts])


@pytest.mark.parametrize(
    ("alike", "read", "special"),
    [
        ((0.78, 0.24, 0.60, 0.2), 0.7, ("insert", 0)),  # upside down it looks nearly the same
        ((0.60, 0.24, 0.78, 0.2), 0.7, ("insert", 1)),
        ((0.78, 0.24, 0.60, 0.2), 0.95, ("insert", 0)),
        ((0.78, 0.65, 0.60, 0.2), 0.7, None),
        ((0.30, 0.77, 0.41, 0.5), 0.99, None),  # a 64 on green is like a `move` with a number on it
    ],
)
def test_a_special_card_must_only_look_unlike_other_special_cards(
    alike: tuple[float, ...], read: float, special: tuple[str, int] | None
) -> None:
    chances = np.zeros(NUMBERS)
    chances[64] = read
    numeral = Numeral(Place((20.0, 20.0), 14.0, 0.98, 0.01), chances, np.zeros(NUMBERS))
    cut = np.zeros((CUT[1], CUT[0], 3), np.uint8)
    look = Look(np.zeros((4, 2)), cut, np.array([1.0, 0.0, 0.0]), 0.0, (numeral,))
    assert special_cards(cast(Likeness, Alike(*alike)), [look]) == [special]


def test_what_has_no_number_is_rather_a_back_unless_those_are_known_to_look_otherwise() -> None:
    typefaces = shipped_typefaces()
    one, other = (cv2.resize(draw_back(design_from(seed, typefaces), typefaces), CUT) for seed in (3, 9))
    nameless = Look(np.zeros((4, 2)), one, np.array([0.7, 0.3, 0.0]), 0.0, ())
    back = Look(np.full((4, 2), 300.0), other, np.array([0.001, 0.999, 0.0]), 0.0, ())
    alone, (beside, _) = eyes().readings([nameless])[0], eyes().readings([nameless, back])
    assert alone.face_up < 0.5 <= beside.face_up


@pytest.mark.parametrize("game", ["take_six", "no_thanks", "qwixx_cards"])
def test_the_own_deck_is_read_and_none_of_it_wrongly(game: str) -> None:
    named = {False: 0, True: 0}
    names = own_cards(game)[::3]
    for at, name in enumerate(names):
        picture, quad = on_a_table(own_face(game, name), at)
        for learned in named:
            sighting = seen_at(eyes(game, learned), picture, np.roll(quad, 2 * (at % 2), axis=0))
            assert sighting.card in (name, None)
            named[learned] += sighting.card == name
    # One look at a lone card in poor light: what is left is asked about, or named by the next looks.
    assert named[True] >= 0.7 * len(names)
    assert named[True] >= named[False] >= 0.6 * len(names)


@pytest.mark.parametrize("game", ["take_six", "no_thanks"])
def test_the_own_backs_lie_face_down(game: str) -> None:
    back = own_back(game)
    assert back is not None
    sighting = seen_at(eyes(game), *on_a_table(back, 1))
    assert (sighting.face, sighting.card) == ("down", None)


def test_neutral_cards_that_look_the_same_are_no_backs() -> None:
    """Up to five of them do, and each has a number on both sides."""
    looker = eyes("qwixx_cards")
    picture, quad = on_a_table(own_face("qwixx_cards", "neutral 8"), 1, 0.1)
    seen = looker.conclude(looker.readings(looker.look_at(np.hstack([picture] * 3), [quad] * 3)))
    assert [(one.face, one.card) for one in seen] == [("up", "neutral 8")] * 3


@pytest.mark.parametrize("colour", [(250, 250, 250), (40, 40, 180), (30, 30, 30)])
def test_a_card_without_a_number_is_never_a_number(colour: tuple[int, int, int]) -> None:
    blank = np.full((261, 168, 3), colour, np.uint8)
    sighting = seen_at(eyes(), *on_a_table(blank, 2))
    assert (sighting.face, sighting.card) == ("down", None)


def test_decks_never_seen_are_read_in_good_light() -> None:
    """What harder pictures give is measured in docs/eyes.md."""
    typefaces = shipped_typefaces()
    total = bench.score(eyes().see, (draw_scene(seed, typefaces, EASY) for seed in range(600, 608)))
    assert total.cards > 60
    assert total.found >= 0.97 * total.cards
    assert total.named >= 0.5 * total.faces
    assert total.wrong == 0
    assert np.median(total.corner_errors) < 0.015


def test_an_empty_mat_and_an_empty_table_have_no_card_with_a_name() -> None:
    for table in (Table(mat=plan("take_six", 4, "a2")), Table(ground="cloth"), Table(ground="wood", seed=3)):
        with SimulatedCamera(table) as camera:
            assert [one.card for one in eyes().see(camera.read().picture) if one.card is not None] == []


def card(name: str) -> Card:
    back = own_back("take_six")
    assert back is not None
    return Card(name, own_face("take_six", name), back)


@pytest.mark.parametrize("learned", [False, True], ids=["never seen", "learned"])
def test_a_turn_is_watched_from_picture_to_zones(learned: bool) -> None:
    """Rows lie open; four cards are laid face down, a hand comes, and they are turned over."""
    mat = plan("take_six", 4, "a2")
    rows, hands = ("12", "37", "43", "58"), ("14", "27", "72", "100")
    before = Table(mat=mat)
    for at, name in enumerate(rows, 1):
        before = before.with_card(card(name), f"row/{at}")
    down = up = before
    for at, name in enumerate(hands, 1):
        down = down.with_card(card(name), f"seat/{at}", face_up=False)
        up = up.with_card(card(name), f"seat/{at}")
    camera, watcher = SimulatedCamera(before), Watcher(eyes("take_six", learned), mat)

    def watched(table: Table, frames: int) -> None:
        camera.table = table
        for _ in range(frames):
            watcher.step(camera.read())

    with camera:
        watched(before, 12)
        watched(down.with_thing(hand((300, 300))), 4)
        watched(down, 12)
        assert watcher.now is not None
        assert watcher.now.steady
        faces = {one.zone: one.face for one in watcher.now.sightings if one.zone and one.zone.startswith("seat/")}
        assert faces == {f"seat/{at}": "down" for at in range(1, 5)}
        watched(up.with_thing(hand((200, 350))), 4)
        watched(up, 14)
    assert watcher.now.steady
    named = {one.zone: one.card for one in watcher.now.sightings if one.card is not None}
    expected = {f"row/{at}": name for at, name in enumerate(rows, 1)}
    expected |= {f"seat/{at}": name for at, name in enumerate(hands, 1)}
    assert named == expected


def test_of_a_deck_learned_in_part_only_the_learned_cards_count_as_such() -> None:
    half = Eyes("take_six", own_deck("take_six", {"14"}))
    compared = []
    for name in ("14", "77"):
        picture, quad = on_a_table(own_face("take_six", name), 5)
        (reading,) = half.readings(half.look_at(picture, [quad]))
        compared.append(reading.compared)
        assert half.conclude([reading])[0].card == name
    assert compared == [True, False]


def test_where_numbers_stand_is_known_of_a_card_that_lies_alone_from_those_that_lie_there_already() -> None:
    """A deck with upright numbers at the top and in the corner at the bottom right, without marks."""
    typefaces = shipped_typefaces()
    design = replace(design_from(23 * 7919, typefaces, plain=1.0), layout="top_and_corner", mark="none")

    def card(number: int) -> Card:
        return Card(str(number), draw_face(design, typefaces, number), draw_back(design, typefaces))

    table = Table()
    for at, number in enumerate((23, 45, 57, 72, 34)):
        table = table.with_card(card(number), (90.0 + 110 * at, 120.0))
    view = View.of(table)
    known = eyes().see(Photographer(view).photograph(table, 1))
    picture = Photographer(view).photograph(table.with_card(card(19), (200.0, 330.0), 180.0), 2)
    alone = Photographer(view).photograph(Table().with_card(card(19), (200.0, 330.0), 180.0), 3)
    assert [one.card for one in eyes().see(alone)] == [None]
    settled = [one for one in known if one.card is not None]
    assert "19" in [one.card for one in eyes().conclude(eyes().look(picture, settled))]


def test_a_white_card_that_is_not_found_on_white_is_read_where_a_mat_has_a_place_for_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its digits look as much like cards as it does itself."""
    typefaces = shipped_typefaces()
    design = design_from(88_005 * 7919, typefaces, plain=1.0)
    mat = plan("take_six", 4, "a2")
    table = Table(mat=mat)
    for number, zone in ((18, "row/1"), (94, "row/2"), (69, "row/3"), (7, "row/4"), (14, "seat/3")):
        card = Card(str(number), draw_face(design, typefaces, number), draw_back(design, typefaces))
        table = table.with_card(card, zone, 3.0)
    view = View.of(table)
    picture = Photographer(view).photograph(table, 1)
    pose = locate(picture, mat)
    assert pose is not None
    at = view.pixels(table.card("14").corners)
    found = eyes()._found(Pyramid(picture))
    monkeypatch.setattr(eyes(), "_found", lambda _: [one for one in found if overlap(one.quad, at) < 0.5])
    assert not [one for one in eyes().see(picture) if overlap(one.quad, at) > 0.5]
    (seen,) = (
        one for one in eyes().conclude(eyes().look(picture, places=pose.slots(mat))) if overlap(one.quad, at) > 0.5
    )
    assert seen.card == "14"
    assert overlap(seen.quad, at) > 0.9


@pytest.mark.parametrize(("across", "bare"), [(57.0, True), (40.0, False)])
def test_what_is_not_read_on_a_card_may_lie_under_one_that_is_known(across: float, bare: bool) -> None:
    quad = np.array([(0, 0), (56, 0), (56, 87), (0, 87)], float)
    assert _bare([quad], [quad + np.array((across, 0.0))]) == [bare]


def test_white_faces_of_a_learned_deck_with_a_blue_back_are_faces_in_blue_light_too() -> None:
    typefaces = shipped_typefaces()
    white = Family((255, 255, 255), (150, 60, 60), (20, 20, 20), (255, 255, 255))
    design = replace(
        design_from(11 * 7919, typefaces, plain=1.0),
        layout="two_corners",
        corner=Lettering(0, 0.12),
        families=(white,) * 5,
        artwork="none",
        back="dots",
        back_colours=((170, 90, 30), (220, 160, 90)),
    )
    scene = draw_scene(902, typefaces, EASY, design=design)
    blue = np.clip(scene.picture * np.array((1.0, 0.76, 0.56)), 0, 255).astype(np.uint8)
    faces = [card for card in scene.cards if card.card is not None]
    assert len(faces) > 5
    for sighting in Eyes("take_six", bench.learned(design, typefaces, 3)).see(blue):
        card = max(scene.cards, key=lambda one: overlap(one.quad, sighting.quad))
        assert (sighting.face == "up") == (card.card is not None)
