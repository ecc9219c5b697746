"""Buttons on pins, through the real keeper: one press for each, whatever the contact does."""

from __future__ import annotations

import gc
import logging
import random

import pytest

from hardware.gpio import open_gpio
from hardware.presses import Press
from tests.hardware.parts import Header
from tests.hardware.wired import (
    BUTTONS,
    FULL,
    Keep,
    kept,
    moves,
)


def test_a_button_is_pressed_when_its_contact_closes_to_ground(keep: Keep) -> None:
    one = kept(keep, FULL, header := Header())
    assert {header.pin(pin).pull for pin in BUTTONS.values()} == {"up"}
    moves(one, header, [(0, "undo", True), (80, "undo", False)])
    assert one.presses == [Press("undo", at=100_000)]


@pytest.mark.parametrize("button", BUTTONS)
def test_every_button_tells_its_own_name(keep: Keep, button: str) -> None:
    one = kept(keep, FULL, header := Header())
    moves(one, header, [(0, button, True), (80, button, False)])
    assert [press.button for press in one.presses] == [button]


def test_long_presses_and_pairs_come_through(keep: Keep) -> None:
    one = kept(keep, FULL, header := Header())
    moves(one, header, [(0, "referee", True), (900, "referee", False)])
    moves(one, header, [(0, "undo", True), (30, "confirm", True), (200, "undo", False), (220, "confirm", False)])
    assert [(press.button, press.long) for press in one.presses] == [("referee", True), ("confirm+undo", False)]


def test_ten_bouncing_presses_a_second_for_a_minute_are_six_hundred(keep: Keep) -> None:
    one = kept(keep, FULL, header := Header())
    rng = random.Random(4)
    contacts = []
    for press in range(600):
        for at, down in ((100 * press, True), (100 * press + rng.randint(15, 80), False)):
            extra = sorted(rng.randint(at, at + 5) for _ in range(2 * rng.randint(0, 8)))
            contacts.append((at, "confirm", down))
            contacts += [(time, "confirm", down is (number % 2 == 1)) for number, time in enumerate(extra)]
    moves(one, header, contacts)
    assert len(one.presses) == 600
    assert all(0 <= press.at - 100_000 - 100 * number <= 5 for number, press in enumerate(one.presses))


def test_a_press_that_python_hears_of_late_is_no_shorter_for_it(keep: Keep) -> None:
    """Both edges arrive together, after 200 ms in which Python was busy: the kernel's times tell them apart."""
    one = kept(keep, FULL, header := Header())
    one.run(200)
    header.late_s = 0.180
    header.pin(BUTTONS["undo"]).drive_low()
    header.late_s = 0.100
    header.pin(BUTTONS["undo"]).drive_high()
    one.step()
    assert one.presses == [Press("undo", at=100_020)]


@pytest.mark.parametrize("late_s", [-5.0, 1.7e9])
def test_edges_dated_by_another_clock_happened_when_they_arrived(keep: Keep, late_s: float) -> None:
    one = kept(keep, FULL, header := Header())
    header.late_s = late_s
    moves(one, header, [(0, "undo", True), (80, "undo", False)])
    assert one.presses == [Press("undo", at=100_000)]


def test_a_button_that_is_held_while_the_part_opens_is_no_press(keep: Keep) -> None:
    header = Header()
    header.pin(BUTTONS["undo"]).pull = "up"
    header.pin(BUTTONS["undo"]).drive_low()
    one = kept(keep, FULL, header)
    moves(one, header, [(0, "undo", False), (1000, "undo", True), (1080, "undo", False)])
    assert one.presses == [Press("undo", at=101_000)]


def test_an_error_in_what_hears_of_a_button_stays_there(caplog: pytest.LogCaptureFixture) -> None:
    """It would end lgpio's one thread, and every button with it."""
    heard_of = []

    def edge(button: str, down: bool, age_ms: int) -> None:
        heard_of.append((button, down))
        raise OSError("nobody listens")

    header = Header()
    part = open_gpio(FULL, edge, header)
    with caplog.at_level(logging.ERROR):
        header.pin(BUTTONS["undo"]).drive_low()
        header.pin(BUTTONS["undo"]).drive_high()
    part.close()
    assert heard_of == [("undo", True), ("undo", False)]
    assert len(caplog.records) == 2


def test_buttons_are_listened_to_although_nobody_holds_them_and_not_after_closing() -> None:
    heard_of = []
    header = Header()
    part = open_gpio(FULL, lambda button, down, age: heard_of.append(button), header)
    gc.collect()
    pin = header.pin(BUTTONS["undo"])
    pin.drive_low()
    assert heard_of == ["undo"]
    assert pin.listening
    part.close()
    assert not pin.listening
    pin.drive_low()
    pin.drive_high()
    assert heard_of == ["undo"]
