"""What backs look like is learned from the table: two alike, and then each that looks like them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.backs import Backs
from vision.cut import Pyramid, cut_card
from vision.eyes import Eyes
from vision.frame import Picture
from vision.read import NUMBERS, Look, Numeral, Place
from vision.synthetic.designs import Design, design_from
from vision.synthetic.faces import draw_back, draw_face
from vision.synthetic.lens import photographed
from vision.synthetic.typefaces import shipped_typefaces

TYPEFACES = shipped_typefaces()
DESIGN = replace(design_from(5, TYPEFACES), back="six")
QUAD = np.array([(40, 40), (152, 40), (152, 214), (40, 214)], float)


def numerals_of(number: int, chance: float = 0.99) -> tuple[Numeral, ...]:
    """One number that is read, surely if nothing else is said."""
    chances = np.zeros(NUMBERS)
    chances[number] = chance
    return (Numeral(Place((40, 60), 20, 1.0, 0.0), chances, np.zeros(NUMBERS)),)


def look_at(face: Picture, seed: int, face_up: float, turned: bool = False, number: int | None = None) -> Look:
    """A card as a camera sees it lie somewhere, with what the networks make of it."""
    rng = np.random.default_rng(seed)
    picture = np.full((260, 200, 3), 90, np.uint8)
    picture[40:214, 40:152] = cv2.resize(face, (112, 174), interpolation=cv2.INTER_AREA)
    taken = photographed(picture, 0.4, np.random.default_rng(7))  # on one table they lie in one light
    cut, _ = cut_card(Pyramid(taken), QUAD + rng.normal(0, 0.5, (4, 2)))
    cut = np.rot90(cut, 2).copy() if turned else cut
    read = () if number is None else numerals_of(number)
    return Look(QUAD, cut, np.array([face_up, 1 - face_up, 0.0]), 0.0, read)


def back(seed: int, face_up: float, turned: bool = False, design: Design = DESIGN) -> Look:
    return look_at(draw_back(design, TYPEFACES), seed, face_up, turned, number=6)


def face(card: int, seed: int, face_up: float) -> Look:
    return look_at(draw_face(DESIGN, TYPEFACES, card), seed, face_up, number=card)


def test_two_that_are_alike_and_no_plain_faces_are_backs_and_so_is_each_that_looks_like_them() -> None:
    backs = Backs()
    assert backs.face_down([back(1, 0.6), face(23, 2, 0.97), back(3, 0.55, turned=True)]) == [True, False, True]
    assert backs.face_down([back(4, 0.7)]) == [True]
    assert backs.face_down([face(card, card, 0.6) for card in (24, 25, 27)]) == [False] * 3


def test_one_alone_says_nothing_before_backs_were_seen() -> None:
    assert Backs().face_down([back(1, 0.6), face(23, 2, 0.97)]) == [False, False]


def test_a_plain_back_shows_what_others_look_like() -> None:
    assert Backs().face_down([back(1, 0.001), back(2, 0.98)]) == [True, True]


def hardly_read(look: Look) -> Look:
    """The same with a number that may be any."""
    return replace(look, numerals=(Numeral(Place((40, 60), 20, 1.0, 0.0), np.full(NUMBERS, 0.007), np.zeros(NUMBERS)),))


def test_patterned_backs_that_look_like_faces_are_backs_all_the_same() -> None:
    """Nothing on them is a number, whatever else they seem to be."""
    pattern = replace(DESIGN, back="rings")
    looks = [look_at(draw_back(pattern, TYPEFACES), seed, 0.999) for seed in (1, 2, 3)]
    assert Backs().face_down([*looks, face(23, 4, 0.999)]) == [True] * 3 + [False]


@pytest.mark.parametrize("number", [23, 6])
def test_three_that_look_the_same_and_read_as_one_number_are_backs_however_much_they_seem_to_be_faces(
    number: int,
) -> None:
    looks = [replace(back(seed, 0.999, turned=seed == 2), numerals=numerals_of(number)) for seed in (1, 2, 3, 4)]
    table = Backs()
    assert table.face_down(looks[:2]) == [False, False], "of two faces one may be misread"
    assert table.face_down([*looks[:3], face(24, 4, 0.999)]) == [True] * 3 + [False]
    assert table.face_down(looks[3:]) == [True], "what three show is remembered"


@pytest.mark.parametrize("chance", [0.3, 0.999])
def test_what_reads_as_different_numbers_are_faces_however_alike_they_look(chance: float) -> None:
    looks = [
        replace(back(seed, 0.6), numerals=numerals_of(number, chance)) for seed, number in ((1, 6), (2, 5), (3, 8))
    ]
    assert Backs().face_down(looks) == [False] * 3


@pytest.mark.parametrize("seed", range(12))
def test_faces_that_are_hardly_read_are_no_backs(seed: int) -> None:
    design = design_from(40 + seed, TYPEFACES)
    looks = [hardly_read(look_at(draw_face(design, TYPEFACES, card), card, 0.95)) for card in (2, 3, 17, 34, 68)]
    other = look_at(draw_back(design, TYPEFACES), seed, 0.001)
    assert Backs().face_down([*looks, other]) == [False] * 5 + [True]


def test_a_six_that_is_drawn_on_backs_is_no_card() -> None:
    eyes, table = Eyes("take_six"), Backs()
    first = eyes.conclude(eyes.readings([back(1, 0.6), back(2, 0.6)], backs=table))
    last = eyes.conclude(eyes.readings([back(3, 0.8)], backs=table))
    assert [one.face for one in (*first, *last)] == ["down"] * 3
    assert eyes.conclude(eyes.readings([back(3, 0.8)]))[0].face == "up"  # by itself, it may be a card
