"""Face or back: what reader and finder make of a card is weighed together."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cut import CUT
from vision.detect import Found
from vision.facing import NEITHER, evidence_of_faces, facing
from vision.read import NO_CARD, NUMBERS, Look, Numeral, Place

QUAD = np.array([(0, 0), (80, 0), (80, 120), (0, 120)], float)
WEIGHTS = (0.6, 0.3, 0.3, 0.0)


def look(face_up: float, number: float = 0.5) -> Look:
    chances = np.zeros(NUMBERS)
    chances[14] = number
    numeral = Numeral(Place((40, 60), 20, 1.0, 0.0), chances, np.zeros(NUMBERS))
    kind = np.array([face_up, 1 - face_up, 0.0]) * 0.8 + (0, 0, 0.2)
    return Look(QUAD, np.zeros((*CUT[::-1], 3), np.uint8), kind, 0.0, (numeral,))


def found(face_up: float) -> Found:
    return Found(QUAD, 0.9, face_up)


def face_up(reader: float, finder: float, number: float = 0.5) -> float:
    return facing([found(finder)], [look(reader, number)], WEIGHTS)[0].face_up


def test_what_the_finder_and_a_number_say_counts_too() -> None:
    assert face_up(0.9, 0.99) > face_up(0.9, 0.5) > face_up(0.9, 0.01)
    assert face_up(0.9, 0.5, 0.99) > face_up(0.9, 0.5) > face_up(0.9, 0.5, 0.01)
    assert face_up(0.7, 0.1, 0.05) < 0.5 < face_up(0.7, 0.5, 0.5)


def test_nothing_is_surer_than_sure() -> None:
    (row,) = evidence_of_faces([found(1.0)], [look(0.0, 1.0)])
    assert row.tolist() == [-NEITHER, NEITHER, NEITHER, 1.0]


def test_whether_it_is_a_card_stays_as_it_was() -> None:
    before, after = look(0.9), facing([found(0.2)], [look(0.9)], WEIGHTS)[0]
    assert after.kind[NO_CARD] == pytest.approx(before.kind[NO_CARD])
    assert after.kind.sum() == pytest.approx(1)
    assert after.numerals


def test_of_nothing_nothing_is_said() -> None:
    assert facing([], [], WEIGHTS) == []
