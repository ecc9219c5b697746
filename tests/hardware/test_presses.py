"""From contacts that bounce to presses: each is told exactly once, whatever the contact does in its first 5 ms."""

from __future__ import annotations

import random
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.presses import BUTTONS, LONG_MS, PAIR_MS, SETTLED_MS, Press, Presses

Move = tuple[int, bool]
"""When a contact closes (True) or opens."""

BOUNCE_MS = 5


def told_by(moves: list[tuple[int, str, bool]], until: int) -> list[Press]:
    """What is told of these moves by somebody who comes exactly when there is something to tell."""
    presses, told = Presses(), []
    for at, button, down in moves:
        told += all_due(presses, at)
        presses.edge(button, down, at)
        told += presses.told(at)
    return told + all_due(presses, until)


def all_due(presses: Presses, until: int) -> list[Press]:
    told = []
    while (due := presses.due()) is not None and due <= until:
        told += presses.told(due)
        assert presses.due() != due, "is due again and again"
    return told


@st.composite
def bounces(draw: st.DrawFn, at: int, down: bool) -> list[Move]:
    """A contact that moves at that time, and opens and closes as it likes for 5 ms, to stay in the end."""
    times = sorted(draw(st.lists(st.integers(at, at + BOUNCE_MS), max_size=6).filter(lambda some: len(some) % 2 == 0)))
    return [(at, down), *((time, down is (number % 2 == 1)) for number, time in enumerate(times))]


@st.composite
def fingers(draw: st.DrawFn, longest: int = LONG_MS - 2 * BOUNCE_MS) -> tuple[list[Move], list[Move]]:
    """What a finger does, and what the contact makes of it."""
    waits = st.integers(2 * BOUNCE_MS, longest)
    times = list(accumulate(draw(st.lists(waits, min_size=2, max_size=20).filter(lambda some: len(some) % 2 == 0))))
    wanted = [(time, number % 2 == 0) for number, time in enumerate(times)]
    return wanted, [move for at, down in wanted for move in draw(bounces(at, down))]


@given(fingers())
def test_every_short_press_is_told_once_whatever_the_contact_bounces(moves: tuple[list[Move], list[Move]]) -> None:
    wanted, real = moves
    told = told_by([(at, "confirm", down) for at, down in real], real[-1][0] + 10 * LONG_MS)
    downs = [at for at, down in wanted if down]
    assert len(told) == len(downs)
    assert all(press.button == "confirm" and not press.long for press in told)
    assert all(at <= press.at <= at + BOUNCE_MS for press, at in zip(told, downs, strict=True))


@given(fingers(3 * LONG_MS))
def test_every_press_is_told_once_however_long(moves: tuple[list[Move], list[Move]]) -> None:
    wanted, real = moves
    told = told_by([(at, "confirm", down) for at, down in real], real[-1][0] + 10 * LONG_MS)
    held = [up - down for (down, _), (up, _) in list(pairwise(wanted))[::2]]
    assert len(told) == len(held)
    for press, ms in zip(told, held, strict=True):
        if abs(ms - LONG_MS) > 2 * BOUNCE_MS:  # where the bounces decide, either is right
            assert press.long is (ms > LONG_MS)


@given(fingers(), st.lists(st.integers(0, 20_000), max_size=50))
def test_asking_at_other_times_changes_no_count(moves: tuple[list[Move], list[Move]], asked: list[int]) -> None:
    wanted, real = moves
    presses, told = Presses(), []
    # Sorting keeps what the contact does in its order.
    for at, down in sorted([*real, *((at, None) for at in asked)], key=lambda one: one[0]):
        if down is None:
            told += presses.told(at)
        else:
            presses.edge("undo", down, at)
    told += presses.told(10**6)
    assert len(told) == len(wanted) // 2


@given(st.lists(st.tuples(st.integers(0, 40), st.sampled_from(BUTTONS), st.booleans()), max_size=60))
def test_whatever_contacts_do_no_contact_is_told_more_often_than_it_closed(
    steps: list[tuple[int, str, bool]],
) -> None:
    times = accumulate(wait for wait, _, _ in steps)
    moves = [(at, button, down) for at, (_, button, down) in zip(times, steps, strict=True)]
    told = told_by(moves, 10**6)
    for button in BUTTONS:
        closed = sum(1 for _, name, down in moves if name == button and down)
        assert sum(button in press.button.split("+") for press in told) <= closed


def test_ten_presses_a_second_for_a_minute_are_six_hundred() -> None:
    rng = random.Random(4)
    moves: list[tuple[int, str, bool]] = []
    for press in range(600):
        for at, down in ((100 * press, True), (100 * press + rng.randint(15, 80), False)):
            extra = sorted(rng.randint(at, at + BOUNCE_MS) for _ in range(2 * rng.randint(0, 10)))
            moves.append((at, "confirm", down))
            moves += [(time, "confirm", down is (number % 2 == 1)) for number, time in enumerate(extra)]
    told = told_by(moves, 70_000)
    assert len(told) == 600
    assert all(100 * number <= press.at <= 100 * number + BOUNCE_MS for number, press in enumerate(told))
    assert not any(press.long for press in told)


def test_a_press_is_told_as_soon_as_the_contact_that_opened_has_settled() -> None:
    presses = Presses()
    presses.edge("undo", True, 1000)
    presses.edge("undo", False, 1080)
    assert presses.due() == 1080 + SETTLED_MS
    assert presses.told(1084) == []
    assert presses.told(1085) == [Press("undo", at=1000)]
    assert presses.due() is None


def test_a_spark_is_no_press() -> None:
    assert told_by([(0, "undo", True), (SETTLED_MS - 1, "undo", False)], 5000) == []
    assert told_by([(0, "undo", True), (SETTLED_MS, "undo", False)], 5000) == [Press("undo", at=0)]


def test_a_contact_that_opens_for_a_moment_while_held_is_one_press() -> None:
    moves = [(0, "undo", True), (200, "undo", False), (200 + SETTLED_MS - 1, "undo", True), (400, "undo", False)]
    assert told_by(moves, 5000) == [Press("undo", at=0)]


def test_a_long_press_is_told_while_it_is_held_and_not_again() -> None:
    presses = Presses()
    presses.edge("referee", True, 0)
    assert presses.told(SETTLED_MS) == []
    assert presses.due() == LONG_MS
    assert presses.told(LONG_MS - 1) == []
    assert presses.told(LONG_MS) == [Press("referee", long=True, at=0)]
    presses.edge("referee", False, 2000)
    assert presses.told(9000) == []


def test_a_long_press_is_long_also_where_nobody_asked_meanwhile() -> None:
    presses = Presses()
    presses.edge("referee", True, 0)
    presses.edge("referee", False, LONG_MS + 100)
    assert presses.told(9000) == [Press("referee", long=True, at=0)]


def test_two_that_go_down_together_are_a_pair_and_nothing_else() -> None:
    down = [(0, "undo", True), (PAIR_MS, "confirm", True)]
    up = [(1000, "undo", False), (2000, "confirm", False)]
    assert told_by(down + up, 9000) == [Press("confirm+undo", at=0)]


def test_two_that_go_down_one_after_the_other_are_two_presses() -> None:
    down = [(0, "undo", True), (PAIR_MS + 1, "confirm", True)]
    up = [(300, "confirm", False), (400, "undo", False)]
    assert told_by(down + up, 9000) == [Press("confirm", at=PAIR_MS + 1), Press("undo", at=0)]


def test_one_that_was_let_go_before_the_other_went_down_is_no_pair() -> None:
    moves = [(0, "undo", True), (50, "undo", False), (60, "confirm", True), (120, "confirm", False)]
    assert told_by(moves, 9000) == [Press("undo", at=0), Press("confirm", at=60)]


@given(st.permutations(["confirm", "undo"]), st.integers(0, PAIR_MS - BOUNCE_MS), st.data())
def test_a_pair_is_told_once_whatever_both_bounce(order: list[str], apart: int, data: st.DataObject) -> None:
    moves = []
    for at, down, button in (
        *((0, True, order[0]), (apart, True, order[1])),
        *((500, False, order[0]), (500 + apart, False, order[1])),
    ):
        moves += [(time, button, closed) for time, closed in data.draw(bounces(at, down))]
    moves.sort(key=lambda one: one[0])
    (told,) = told_by(moves, 9000)
    assert (told.button, told.long) == ("confirm+undo", False)


def test_edges_that_are_told_late_and_together_are_judged_in_their_order() -> None:
    presses = Presses()
    for button, at in (("confirm", 0), ("undo", 1000)):
        presses.edge(button, True, at)
        presses.edge(button, False, at + 100)
    assert len(presses.told(1900)) == 2
    presses.edge("undo", True, 2000)
    presses.edge("undo", False, 2050)
    presses.edge("confirm", True, 2053)
    presses.edge("confirm", False, 2100)
    assert presses.told(9000) == [Press("undo", at=2000), Press("confirm", at=2053)]


def test_a_third_button_beside_a_pair_is_a_press_of_its_own() -> None:
    moves = [(0, "confirm", True), (20, "undo", True), (40, "referee", True)]
    moves += [(200, button, False) for button in ("confirm", "undo", "referee")]
    assert told_by(moves, 9000) == [Press("confirm+undo", at=0), Press("referee", at=40)]


@pytest.mark.parametrize("held", [20, LONG_MS + 100])
def test_what_is_held_when_its_part_goes_is_no_press(held: int) -> None:
    presses = Presses()
    presses.edge("undo", True, 0)
    presses.told(SETTLED_MS)
    presses.forget()
    assert presses.due() is None
    presses.edge("undo", False, held)  # as a part says that came back while the button was held
    assert presses.told(9000) == []
    presses.edge("undo", True, 10_000)
    presses.edge("undo", False, 10_100)
    assert presses.told(20_000) == [Press("undo", at=10_000)]


def test_a_press_that_was_over_when_its_part_went_is_still_told() -> None:
    presses = Presses()
    presses.edge("undo", True, 0)
    presses.edge("undo", False, 100)
    presses.edge("undo", True, 200)
    presses.forget()
    assert presses.told(9000) == [Press("undo", at=0)]
