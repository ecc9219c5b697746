"""Simulated people beside a clock: match after match, and a match that was cut off is taken up where it was."""

from __future__ import annotations

import pytest

from firmware_host.simulator.live import BETWEEN_MS, GIVE_UP_MS, LivePeople
from firmware_host.simulator.truth import truth
from firmware_host.steward.effects import Close, Object, Objection, Open, PutRight
from tests.firmware_host.simulated import MATCHES, NAMES
from vision.cameras.clock import SystemClock


class Hand(SystemClock):
    """A clock that is turned by hand."""

    time = 0

    def now(self) -> int:
        return self.time


def live(match: str, clock: Hand, seed: int = 0) -> LivePeople:
    game, seats, options = MATCHES[match]
    return LivePeople(game, NAMES[:seats], options, clock, seed)


def until(people: LivePeople, clock: Hand, moves: int) -> list[dict[str, object]]:
    while len(truth(people.people)) <= moves:
        clock.time += 200
        people.table()
    return truth(people.people)


@pytest.mark.parametrize("match", ["take_six", "pro", "anniversary", "no_thanks", "hidden_tiger", "qwixx_cards"])
def test_a_match_that_was_cut_off_is_taken_up_as_its_record_has_it(match: str) -> None:
    first = Hand()
    before = live(match, first, seed=3)
    record = until(before, first, 25)
    clock = Hand()
    clock.time = 777_000
    again = live(match, clock)
    assert again.take_up(record)
    assert truth(again.people)[: len(record)] == record
    assert len(truth(again.people)) <= len(record) + 3
    assert again.inputs() == []
    assert until(again, clock, 35)[:35] == until(before, first, 35)[:35]


def test_a_match_that_they_would_not_play_so_is_begun_again() -> None:
    clock = Hand()
    people = live("take_six", clock)
    header = truth(people.people)[0]
    assert not people.take_up([header, {"move": "deal", "rows": [1, 2, 3, 4]}])
    assert people.inputs() == [people.people.start]
    assert people.inputs() == []


def over(clock: Hand) -> LivePeople:
    """People who have just finished their match."""
    people = live("take_six of two", clock)
    while not people.people.over:
        clock.time += 500
        people.table()
    people.table()
    return people


def test_after_a_match_they_sit_there_for_a_while_and_play_another() -> None:
    clock = Hand()
    people = over(clock)
    people.hear(Close("over"), clock.time)
    first = people.people
    clock.time += BETWEEN_MS - 1_000
    people.table()
    assert people.people is first
    clock.time += 2_000
    people.table()
    assert people.people is not first
    assert people.inputs() == []
    assert until(people, clock, 3)[1:] != truth(first)[1:4]


def test_they_wait_for_a_table_that_has_not_seen_the_end_yet_but_not_for_ever() -> None:
    clock = Hand()
    people = over(clock)
    first = people.people
    clock.time += GIVE_UP_MS - 1_000
    people.table()
    assert people.people is first
    clock.time += 2_000
    people.table()
    assert people.people is not first
    assert people.inputs() == [people.people.start]


def test_with_a_table_that_objects_and_objects_they_begin_anew() -> None:
    clock = Hand()
    people = live("take_six of two", clock)
    until(people, clock, 3)
    first = people.people
    for number in range(1, 40):
        people.hear(Object(Objection(number, "row_ascending")), clock.time)
        if number > 1:
            people.hear(PutRight(number - 1), clock.time)
        clock.time += 2_000
        people.table()
    assert people.people is not first
    assert people.people.start in people.inputs()
    people.hear(Open({}), clock.time)
    second = people.people
    until(people, clock, 3)
    assert people.people is second


def test_two_objections_that_take_turns_do_not_go_on_for_ever() -> None:
    clock = Hand()
    people = live("take_six of two", clock)
    until(people, clock, 3)
    first = people.people
    for number in range(1, 40):
        people.hear(Object(Objection(number, "row_ascending")), clock.time)
        clock.time += 1_500
        people.table()
        people.hear(PutRight(number), clock.time)
        clock.time += 1_500
        people.table()
    assert people.people is not first
    assert people.people.start in people.inputs()


def test_now_and_then_an_objection_is_no_reason_to_begin_anew() -> None:
    clock = Hand()
    people = live("take_six of two", clock)
    until(people, clock, 3)
    first = people.people
    for number in range(1, 4):
        people.hear(Object(Objection(number, "row_ascending")), clock.time)
        clock.time += 2_000
        people.table()
        people.hear(PutRight(number), clock.time)
        for _ in range(20):
            clock.time += 1_000
            people.table()
    assert people.people is first
