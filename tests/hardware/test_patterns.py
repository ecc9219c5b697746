"""Rhythms alone tell the meanings apart, for whoever sees no colours and on lights that have none."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.pico import patterns
from hardware.pico.patterns import (
    ALL,
    CHASE,
    FAULT,
    FULL,
    HALF,
    IDLE,
    OFF,
    PULSE,
    QUESTION,
    STEADY,
    TROUBLE,
    WAIT,
    WRONG,
)

KNOWN = {
    name: value
    for name, value in vars(patterns).items()
    if name[0].isalpha() and isinstance(value, int) and name not in ("FULL", "HALF")
}
PLACES = 4
GLANCE_MS = 4000
FINE_MS = 10


def lit(pattern: int, place: int = 0, until: int = 12_000) -> list[bool]:
    """Whether a light that can only be on or off is on, every `FINE_MS`."""
    return [patterns.level(pattern, ms, place, PLACES) >= HALF for ms in range(0, until, FINE_MS)]


def flashes(pattern: int, place: int = 0, until: int = 12_000) -> list[int]:
    """When a light goes on, to the millisecond."""
    light = [False] + [patterns.level(pattern, ms, place, PLACES) >= HALF for ms in range(until)]
    return [ms for ms, (before, now) in enumerate(pairwise(light)) if now and not before]


def test_all_patterns_are_looked_at() -> None:
    assert sorted(KNOWN.values()) == list(range(12))


@pytest.mark.parametrize(("one", "other"), list(combinations(sorted(KNOWN), 2)))
def test_every_two_rhythms_differ_within_four_seconds(one: str, other: str) -> None:
    first, second = lit(KNOWN[one], until=GLANCE_MS), lit(KNOWN[other], until=GLANCE_MS)
    differs_ms = FINE_MS * sum(a is not b for a, b in zip(first, second, strict=True))
    assert differs_ms >= 100  # shorter than that is not surely seen


SEEN_AT_ONCE = ("STEADY", "PULSE", "CHASE", "WAIT", "ALL", "WRONG", "QUESTION", "FAULT")


@pytest.mark.parametrize(("one", "other"), list(combinations(SEEN_AT_ONCE, 2)))
def test_rhythms_of_a_game_differ_whenever_one_looks(one: str, other: str) -> None:
    """Nobody sees when a cue began: no shift in time makes two of them look alike."""
    glance = GLANCE_MS // FINE_MS
    first, second = lit(KNOWN[one], until=GLANCE_MS), lit(KNOWN[other], until=3 * GLANCE_MS)
    for shift in range(len(second) - glance):
        differs = sum(a is not b for a, b in zip(first, second[shift : shift + glance], strict=True))
        assert FINE_MS * differs >= 400, f"shifted by {shift * FINE_MS} ms"


@pytest.mark.parametrize("place", range(PLACES))
@pytest.mark.parametrize("name", sorted(KNOWN))
def test_nothing_flashes_more_than_three_times_in_any_second(name: str, place: int) -> None:
    begins = flashes(KNOWN[name], place, 25_000)
    assert all(fourth - first >= 1000 for first, fourth in zip(begins, begins[3:], strict=False))


@pytest.mark.parametrize("name", sorted(set(KNOWN) - {"OFF", "CHASE", "IDLE"}))
def test_a_light_is_lit_at_its_first_moment(name: str) -> None:
    assert all(patterns.level(KNOWN[name], 0, place, PLACES) >= HALF for place in range(PLACES))


@pytest.mark.parametrize("name", ["CHASE", "IDLE"])
def test_where_lights_go_one_after_another_the_first_is_lit_at_once(name: str) -> None:
    assert [patterns.level(KNOWN[name], 0, place, PLACES) >= HALF for place in range(PLACES)] == [True] + [False] * 3


def test_a_chase_goes_from_row_to_row_and_only_one_is_bright() -> None:
    for ms in range(0, 3000, 10):
        assert [patterns.level(CHASE, ms, place, PLACES) for place in range(PLACES)].count(FULL) == 1
    bright = [
        next(place for place in range(PLACES) if patterns.level(CHASE, ms, place, PLACES) == FULL)
        for ms in range(0, 1100, 220)
    ]
    assert bright == [0, 1, 2, 3, 0]


@given(st.integers(0, 255), st.integers(0, 2**31), st.integers(0, 9), st.integers(0, 10))
def test_whatever_is_asked_a_brightness_is_the_answer(pattern: int, ms: int, place: int, places: int) -> None:
    level = patterns.level(pattern, ms, place, places)
    assert isinstance(level, int)
    assert 0 <= level <= FULL


@given(st.sampled_from([OFF, STEADY]), st.integers(0, 10**6), st.integers(0, 9))
def test_what_does_not_move_looks_alike_at_all_times(pattern: int, ms: int, place: int) -> None:
    assert not patterns.moves(pattern)
    assert patterns.level(pattern, ms, place, 10) == patterns.level(pattern, 0, place, 10)


@pytest.mark.parametrize("pattern", [PULSE, CHASE, WAIT, ALL, WRONG, QUESTION, IDLE, FAULT, TROUBLE])
def test_what_moves_does(pattern: int) -> None:
    assert patterns.moves(pattern)
    assert len(set(lit(pattern))) == 2


def test_a_pattern_of_a_newer_host_is_at_least_seen() -> None:
    assert patterns.level(200, 0, 0, 4) == FULL
