"""Pictures of what is asked about."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np

from firmware_host.service import Service
from firmware_host.steward.effects import Ask, Effect, Object, Objection, PutRight, Question
from firmware_host.steward.inputs import Lying, Seen
from firmware_host.web.crops import HALF_MM, KEPT, Crops
from vision.frame import Frame

PER_MM = 2.0
CARD = (Lying(7, None, "up", "row/1", (300.0, 200.0)),)


def crops_over(frame: Frame | None, cards: tuple[Lying, ...], pose: bool = True) -> Crops:
    seen = Seen(0, 5, cards)
    scale = SimpleNamespace(pixels=lambda points: np.array(points) * PER_MM)
    watcher = SimpleNamespace(pose=scale if pose else None)
    programme = SimpleNamespace(coming=SimpleNamespace(seen=seen), watcher=watcher)
    crops = Crops()
    service: Any = SimpleNamespace(programme=programme, frame=lambda number: frame if number == 5 else None)
    crops.watch(cast(Service, service))
    return crops


def a_frame() -> Frame:
    picture = np.zeros((900, 1200, 3), np.uint8)
    picture[380:420, 580:620] = 255
    return Frame(picture, 0, 5, picture[..., 0])


def asked(number: int, *about: int) -> Ask:
    return Ask(Question(number, "unread", (), (), {}, about))


def test_the_card_that_is_meant_is_in_the_middle_of_its_picture() -> None:
    crops = crops_over(
        a_frame(), (Lying(7, None, "up", "row/1", (300.0, 200.0)), Lying(8, "9", "up", "", (10.0, 10.0)))
    )
    crops.heard(asked(3, 7))
    jpeg = crops.jpeg(3)
    assert jpeg is not None
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    size = int(2 * HALF_MM * PER_MM)
    assert picture.shape == (size, size)
    assert picture[size // 2, size // 2] > 200
    assert picture[10, 10] < 50


def test_a_card_at_the_edge_is_shown_as_far_as_the_picture_goes() -> None:
    crops = crops_over(a_frame(), (Lying(7, None, "up", "row/1", (0.0, 0.0)),))
    crops.heard(Object(Objection(4, "swapped", about=(7,))))
    jpeg = crops.jpeg(4)
    assert jpeg is not None
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).shape == (150, 150, 3)


def test_what_is_not_known_has_no_picture() -> None:
    card = (Lying(7, None, "up", "row/1", (300.0, 200.0)),)
    effects: tuple[Effect, ...] = (asked(3), asked(3, 99), PutRight(3))
    for frame, pose, told in (
        (None, True, (asked(3, 7),)),
        (a_frame(), False, (asked(3, 7),)),
        (a_frame(), True, effects),
    ):
        crops = crops_over(frame, card, pose)
        for effect in told:
            crops.heard(effect)
        assert crops.jpeg(3) is None
    Crops().heard(asked(3, 7))


def test_only_the_newest_are_kept() -> None:
    crops = crops_over(a_frame(), CARD)
    for number in range(10):
        crops.heard(asked(number, 7))
    assert [number for number in range(10) if crops.jpeg(number) is not None] == list(range(10 - KEPT, 10))
