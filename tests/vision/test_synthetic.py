"""Drawn pictures: the same seed gives the same one, and the truth about them is true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cut import CUT, cut_number
from vision.read import BACK, FACE, NO_CARD
from vision.synthetic.artwork import HEIGHT, WIDTH, heads_on
from vision.synthetic.backs import PATTERNS
from vision.synthetic.closeups import draw_closeup
from vision.synthetic.cloths import Colours, carpet, patchwork
from vision.synthetic.decoys import draw_decoy
from vision.synthetic.designs import PIPS, Design, Lettering, brightness, design_from, tells
from vision.synthetic.faces import draw_back, draw_face, written_on
from vision.synthetic.layout import laid_out
from vision.synthetic.letters import contrasted
from vision.synthetic.scenes import EASY, HARD, MEDIUM, Difficulty, draw_scene
from vision.synthetic.surroundings import CLUTTER, GROUNDS, add_clutter, ground
from vision.synthetic.typefaces import own_typeface
from vision.synthetic.writing import KINDS, write_on

TYPEFACES = [own_typeface(), own_typeface(0.1)]
SMALL = (768, 432)


def difference(one: NDArray[Any], other: NDArray[Any]) -> float:
    return float(np.abs(one.astype(int) - other).mean())


@pytest.mark.parametrize(
    ("layout", "mark", "artwork", "card", "told"),
    [
        ("centre", "none", "rings", 68, False),
        ("all_upright", "dot", "none", 68, False),
        ("all_upright", "dot", "none", 66, True),
        ("centre", "none", "ox", 68, True),
        ("published", "none", "none", 68, True),
        ("top_corners", "none", "none", 9, True),
        ("centre", "none", "none", 67, True),
    ],
)
def test_a_card_is_told_from_another_one_upside_down_by_a_mark_by_its_places_or_by_an_ox(
    layout: str, mark: str, artwork: str, card: int, told: bool
) -> None:
    design: Design = replace(design_from(3, TYPEFACES), layout=layout, mark=mark, artwork=artwork)
    assert tells(design, card) == told


def test_the_projects_own_digits_can_be_told_apart() -> None:
    digits = [cv2.resize(digit, (24, 36)) for digit in own_typeface().digits]
    for one in range(10):
        for other in range(one):
            assert difference(digits[one], digits[other]) > 12
    six, nine = own_typeface().digits[6], own_typeface().digits[9]
    turned = cv2.resize(cv2.rotate(nine, cv2.ROTATE_180), (six.shape[1], six.shape[0]))
    assert difference(six, turned) > 0  # alike but for the dot or bar that faces have


def test_a_number_is_as_wide_as_its_digits() -> None:
    typeface = own_typeface()
    assert typeface.number(7, 48).shape[0] == 48
    assert typeface.number(104, 48).shape[1] > typeface.number(14, 48).shape[1] > typeface.number(4, 48).shape[1]
    assert typeface.number(14, 48, squeeze=0.5).shape[1] < typeface.number(14, 48).shape[1]


@pytest.mark.parametrize("seed", range(40))
def test_a_design_shows_every_number_on_readable_ink(seed: int) -> None:
    design = design_from(seed, TYPEFACES)
    assert design == design_from(seed, TYPEFACES)
    assert design.centre is not None or design.corner is not None
    faces = [draw_face(design, TYPEFACES, card) for card in (1, 55, 68, 86)]
    assert {face.shape for face in faces} == {(HEIGHT, WIDTH, 3)}
    assert difference(faces[0], faces[2]) > 0.2
    assert difference(draw_back(design, TYPEFACES), faces[0]) > 1
    for family in design.families:
        assert abs(brightness(family.ink) - brightness(family.paper)) > 20


def test_designs_differ() -> None:
    assert len({design_from(seed, TYPEFACES) for seed in range(200)}) == 200


@pytest.mark.parametrize("back", sorted(PATTERNS))
def test_all_backs_of_a_deck_are_alike_and_those_of_another_colour_are_not(back: str) -> None:
    design = replace(design_from(3, TYPEFACES), back=back, back_colours=((200, 210, 220), (90, 20, 30)))
    other = replace(design, back_colours=((200, 210, 220), (30, 20, 90)))
    assert np.array_equal(draw_back(design, TYPEFACES), draw_back(design, TYPEFACES))
    assert difference(draw_back(design, TYPEFACES), draw_back(other, TYPEFACES)) > 0.3
    assert draw_back(design, TYPEFACES).std() > 5


@pytest.mark.parametrize("kind", sorted(set(PIPS)))
def test_pips_stand_right_under_the_numbers_as_one_reads_them(kind: str) -> None:
    lettering = Lettering(0, 0.3)
    bare = replace(
        design_from(3, TYPEFACES), layout="published", artwork="none", grain=0.0, heads_row=False, border=0.0
    )
    bare = replace(bare, centre=lettering, corner=replace(lettering, height=0.1))
    numbers = written_on(bare, TYPEFACES, 55)
    for large, design in ((False, replace(bare, pips=kind)), (True, replace(bare, counted=kind))):
        changed = (draw_face(design, TYPEFACES, 55) != draw_face(bare, TYPEFACES, 55)).any(axis=2)
        assert changed.any()
        under = np.zeros(changed.shape, bool)
        for one in (one for one in numbers if (one.lettering is bare.centre) is large):
            top, low = (round(float(edge)) for edge in (one.corners[:, 1].min(), one.corners[:, 1].max()))
            room = round(0.9 * (low - top))
            under[(slice(top - room, top) if one.turned else slice(low, low + room))] = True
        assert not (changed & ~under).any()


def test_heads_are_those_of_the_game() -> None:
    assert sum(heads_on(card) for card in range(1, 105)) == 171


@pytest.mark.parametrize("difficulty", [EASY, MEDIUM, HARD], ids=lambda difficulty: difficulty.name)
@pytest.mark.parametrize("seed", range(6))
def test_a_scene_tells_the_truth_about_its_cards(difficulty: Difficulty, seed: int) -> None:
    scene = draw_scene(seed, TYPEFACES, difficulty, SMALL)
    assert scene.picture.shape == (SMALL[1], SMALL[0], 3)
    assert 1 <= len(scene.cards) <= 40
    numbers = [card.card for card in scene.cards if card.card is not None]
    assert len(set(numbers)) == len(numbers)
    for card in scene.cards:
        assert np.all(card.quad > 0)
        assert np.all(card.quad < SMALL)
        assert 0 <= card.visible <= 1
        assert cv2.isContourConvex(card.quad.astype(np.float32))
        high = np.linalg.norm(card.quad[3] - card.quad[0])
        assert SMALL[1] / 12 < high < SMALL[1] / 4.4
    if difficulty is EASY:
        assert all(card.visible > 0.88 for card in scene.cards)  # edges are counted in whole pixels


def test_the_same_seed_draws_the_same_scene() -> None:
    one, again, other = (draw_scene(seed, TYPEFACES, MEDIUM, SMALL) for seed in (3, 3, 4))
    assert np.array_equal(one.picture, again.picture)
    assert not np.array_equal(one.picture, other.picture)


def test_a_card_lies_where_its_quad_says() -> None:
    """Cut out along its quad, a card looks like its own face and not like another."""
    plain = Difficulty("plain", 0, 0.0, 0, 0.0)
    design = design_from(7, TYPEFACES)
    scene = draw_scene(11, TYPEFACES, plain, (2304, 1296), design)
    wanted = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)
    open_cards = [card for card in scene.cards if card.card is not None]
    right = 0
    for card in open_cards:
        assert card.card is not None
        warp = cv2.getPerspectiveTransform(card.quad.astype(np.float32), wanted)
        cut = cv2.GaussianBlur(cv2.warpPerspective(scene.picture, warp, (WIDTH, HEIGHT)), (0, 0), 3)
        faces = {
            number: cv2.GaussianBlur(draw_face(design, TYPEFACES, number), (0, 0), 3)
            for number in (card.card, card.card % 104 + 1, (card.card + 30) % 104 + 1)
        }
        centred = {number: difference(cut - cut.mean(), face - face.mean()) for number, face in faces.items()}
        right += min(centred, key=lambda number: centred[number]) == card.card
    assert open_cards
    assert right >= 0.9 * len(open_cards)


@pytest.mark.parametrize("seed", range(12))
def test_a_closeup_is_cut_to_size_and_repeats(seed: int) -> None:
    closeup = draw_closeup(seed, TYPEFACES)
    assert closeup.cut.shape == (CUT[1], CUT[0], 3)
    assert np.array_equal(closeup.cut, draw_closeup(seed, TYPEFACES).cut)
    assert 1 <= closeup.card <= 104


def test_closeups_lie_both_ways_and_show_backs_too() -> None:
    closeups = [draw_closeup(seed, TYPEFACES) for seed in range(100)]
    assert 25 < sum(closeup.turned for closeup in closeups) < 75
    kinds = [closeup.kind for closeup in closeups]
    assert kinds.count(FACE) > 60
    assert 0 < kinds.count(BACK) < 25
    assert 0 < kinds.count(NO_CARD) < 25


def test_the_numbers_of_a_closeup_stand_where_it_says() -> None:
    """Cut out by what is said of it, a number looks like itself and not like what stands beside it."""
    seen = [
        (closeup, number)
        for seed in range(60)
        for closeup in [draw_closeup(seed, TYPEFACES)]
        for number in closeup.numbers
    ]
    whole = [(closeup, number) for closeup, number in seen if number.visible > 0.99 and number.height > 9]
    assert len(whole) > 40
    contrasts = []
    for closeup, number in whole:
        on = cut_number(closeup.pyramid, closeup.to_picture, number.middle, number.height, number.turned)
        contrasts.append(float(on[7:25, 14:42].std()))
    assert np.median(contrasts) > 15


def test_a_card_without_a_number_to_be_seen_is_not_readable() -> None:
    scene = draw_scene(3, TYPEFACES, HARD)
    assert any(card.readable for card in scene.cards)
    assert all(card.visible > 0.3 for card in scene.cards if card.readable)


@pytest.mark.parametrize("kind", GROUNDS)
def test_every_ground_is_drawn_to_size(kind: str) -> None:
    assert ground(kind, (320, 180), np.random.default_rng(1)).shape == (180, 320, 3)


@pytest.mark.parametrize("cloth", [patchwork, carpet])
def test_a_cloth_is_drawn_to_size_and_has_more_on_it_than_its_colours(cloth: Callable[..., Colours]) -> None:
    for seed in range(6):
        rng = np.random.default_rng(seed)
        drawn = cloth((320, 180), np.array([(20, 40, 200), (220, 220, 220)], np.float32), rng)
        assert drawn.shape == (180, 320, 3)
        assert 0 <= drawn.min() <= drawn.max() <= 255
        assert drawn.std(axis=(0, 1)).max() > 8


@pytest.mark.parametrize("kind", CLUTTER)
def test_all_clutter_changes_the_picture(kind: str) -> None:
    picture = np.full((432, 768, 3), 128, np.uint8)
    for seed in range(6):
        add_clutter(kind, picture, np.random.default_rng(seed))
    assert not np.all(picture == 128)


def test_a_deck_laid_out_shows_each_card_once_and_a_back_in_five_pictures() -> None:
    pictures = list(laid_out(design_from(5, TYPEFACES), TYPEFACES, 1))
    assert len(pictures) == 5
    lying = [one for _, truths in pictures for one in truths]
    assert sorted(int(one.card) for one in lying if one.card is not None) == list(range(1, 105))
    assert sum(one.card is None for one in lying) == 1
    assert min(one.visible for one in lying) > 0.98


def test_what_is_no_card_is_drawn_where_one_might_be_seen() -> None:
    rng = np.random.default_rng(4)
    quad = np.array([(60, 40), (140, 40), (140, 160), (60, 160)], float)
    inside = np.zeros((200, 200), np.uint8)
    cv2.fillConvexPoly(inside, quad.astype(np.int32), 1)
    for _ in range(12):
        plain = np.full((200, 200, 3), 90, np.uint8)
        draw_decoy(plain, quad, rng)
        assert (plain != 90).any(axis=2)[inside == 1].mean() > 0.01


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_writing_stays_on_its_sheet_also_where_that_lies_half_out_of_the_picture(kind: int) -> None:
    table = np.full((400, 400, 3), 200, np.uint8)
    for middle in ((200, 200), (0, 390), (-300, -300)):
        written = table.copy()
        write_on(written, middle, (160, 100), np.pi / 2, np.random.default_rng(4), KINDS[kind], 1296)
        changed = np.argwhere((written != table).any(axis=2))
        assert (len(changed) > 50) == (middle[0] >= 0)
        far = np.abs(changed - middle[::-1]).max(axis=0, initial=0)
        assert (far <= (81, 51)).all()


def test_letters_with_contrast_have_bars_like_hairs_and_stems_as_thick_as_before() -> None:
    """A 7 so is read by its stem where its bar can hardly be seen."""
    seven = own_typeface(0.17).digits[7]
    pen = 0.085 * seven.shape[0]
    changed = contrasted(seven, pen, 4.0, across=False)
    bar, stem = seven.shape[1] // 3, seven.shape[0] * 3 // 4
    assert np.count_nonzero(seven[: seven.shape[0] // 3, bar] > 127) > 12
    assert 3 <= np.count_nonzero(changed[: seven.shape[0] // 3, bar] > 127) <= 5
    before, now = (np.count_nonzero(mask[stem] > 127) for mask in (seven, changed))
    assert 0.6 * before < now <= before


@pytest.mark.parametrize("degrees", [-25.0, 25.0])
def test_a_number_askew_rises_to_its_right_by_so_many_degrees(degrees: float) -> None:
    plain = replace(design_from(5, TYPEFACES), layout="centre", mark="none", centre=Lettering(0, 0.2))
    askew = replace(plain, centre=Lettering(0, 0.2, tilt=degrees))
    (number,) = written_on(askew, TYPEFACES, 77)
    y, x = np.nonzero(number.mask > 127)
    halves = [y[x < x.mean()].mean(), y[x >= x.mean()].mean()]
    assert (halves[0] - halves[1]) * degrees > 0
    (straight,) = written_on(plain, TYPEFACES, 77)
    assert np.ptp(number.corners[:, 1]) > 1.15 * np.ptp(straight.corners[:, 1])
