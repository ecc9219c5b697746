"""Photographs are made aside, in their order, and never more than there is room for."""

from __future__ import annotations

import threading
from queue import Queue

import cv2
import numpy as np
import pytest

from firmware_host.darkroom import MOST_WAITING, REMEMBERED, Darkroom, Order, Photograph, as_jpeg
from vision.frame import Frame, Picture

PATIENCE = 20.0


def grey(value: int) -> Picture:
    return np.full((16, 24, 3), value, np.uint8)


def order(number: int) -> Order:
    return Order(1, number, "move", grey(number), {})


def test_orders_are_developed_in_their_order_and_the_last_ones_before_it_closes() -> None:
    made: Queue[Photograph] = Queue()
    darkroom = Darkroom(made.put)
    darkroom.start()
    assert all(darkroom.order(order(number)) for number in range(5))
    darkroom.close()
    photographs = [made.get_nowait() for _ in range(5)]
    assert [one.order.entry for one in photographs] == [0, 1, 2, 3, 4]
    pictures = [cv2.imdecode(np.frombuffer(one.jpeg, np.uint8), cv2.IMREAD_COLOR) for one in photographs]
    assert [round(float(picture.mean())) for picture in pictures] == [0, 1, 2, 3, 4]


def test_where_too_much_waits_the_rest_goes_and_nobody_else_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(picture: Picture) -> bytes:
        begun.set()
        assert go_on.wait(PATIENCE)
        return as_jpeg(picture)

    monkeypatch.setattr("firmware_host.darkroom.as_jpeg", slow)
    made: Queue[Photograph] = Queue()
    darkroom = Darkroom(made.put)
    darkroom.start()
    assert darkroom.order(order(0))
    assert begun.wait(PATIENCE)
    taken = [darkroom.order(order(number)) for number in range(1, MOST_WAITING + 4)]
    assert taken == [True] * MOST_WAITING + [False] * 3
    assert darkroom.refused == 3
    go_on.set()
    darkroom.close()
    assert made.qsize() == MOST_WAITING + 1


def test_only_the_newest_pictures_are_remembered() -> None:
    darkroom = Darkroom(lambda photograph: None)
    for number in range(100):
        darkroom.remember(Frame(grey(0), number, number, grey(0)[..., 1]))
    remembered = [number for number in range(100) if darkroom.frame(number) is not None]
    assert remembered == list(range(100 - REMEMBERED, 100))


def test_a_picture_that_is_held_outlives_the_newest_and_no_more_than_asked_for_are() -> None:
    darkroom = Darkroom(lambda photograph: None)
    for number in range(100):
        darkroom.remember(Frame(grey(0), number, number, grey(0)[..., 1]))
        darkroom.hold([7, number])
    assert darkroom.frame(7) is not None
    darkroom.hold([])
    assert darkroom.frame(7) is None


def test_a_picture_that_shows_several_moves_is_developed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    developed = []

    def once(picture: Picture) -> bytes:
        developed.append(picture)
        return b"jpeg"

    monkeypatch.setattr("firmware_host.darkroom.as_jpeg", once)
    made: Queue[Photograph] = Queue()
    darkroom = Darkroom(made.put)
    darkroom.start()
    picture = grey(3)
    for entry in (1, 2, 3):
        darkroom.order(Order(1, entry, "move", picture, {}))
    darkroom.close()
    assert len(developed) == 1
    assert [made.get_nowait().order.entry for _ in range(3)] == [1, 2, 3]


def test_one_that_was_never_started_can_be_closed() -> None:
    Darkroom(lambda photograph: None).close()
