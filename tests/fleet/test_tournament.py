"""Tournaments: drawn fairly, scored by rule, whatever the tables call their seats."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.fleet.store import Played
from firmware_host.fleet.tournament import Round, Tournament, begun, collected, draw, scores, standings

THREE = ("Ana", "Bia", "Caio")


def played(table: str, name: str, score: dict[str, int], winners: tuple[str, ...], ended: str = "1") -> Played:
    return Played(table, name, "take_six", "base", tuple(score), "0", ended, "over", score, winners)


@given(st.integers(2, 40), st.integers(1, 12), st.integers(0, 9))
def test_everybody_sits_at_one_table_and_tables_are_even(players: int, tables: int, seed: int) -> None:
    cup = Tournament("Cup", tuple(f"p{at}" for at in range(players)), tuple(f"t{at}" for at in range(tables)))
    drawn = draw(cup, seed)
    assert sorted(chain(*drawn.values())) == sorted(cup.players)
    sizes = [len(seats) for seats in drawn.values()]
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 2 or players < 4


def test_who_met_before_meets_seldom() -> None:
    cup = Tournament("Cup", tuple("abcdefgh"), ("x", "y", "z", "w"))
    met = set()
    for seed in range(4):
        cup = begun(cup, seed, {})
        met |= {frozenset(seats) for seats in cup.rounds[-1].seats.values()}
    assert len(met) == 16


@pytest.mark.parametrize(
    ("score", "winners", "wanted"),
    [
        ({"Ana": 3, "Bia": 9, "Caio": 20}, ("Ana",), (100, 50, 0)),
        ({"Ana": 3, "Bia": 9, "Caio": 20}, ("Caio",), (0, 50, 100)),
        ({"Ana": 3, "Bia": 3, "Caio": 20}, ("Ana", "Bia"), (75, 75, 0)),
        ({"Ana": 5, "Bia": 5, "Caio": 5}, THREE, (50, 50, 50)),
        ({"Seat 1": 3, "Seat 2": 9, "Seat 3": 20}, ("Seat 1",), (100, 50, 0)),
        ({"Caio": 20, "Ana": 3, "Bia": 9}, ("Ana",), (100, 50, 0)),
    ],
)
def test_points_are_shares_of_those_left_behind(
    score: dict[str, int], winners: tuple[str, ...], wanted: tuple[float, ...]
) -> None:
    found = scores(THREE, played("x", "m", score, winners))
    assert tuple(found[player][0] for player in THREE) == wanted


def test_only_the_first_match_after_the_draw_by_as_many_counts() -> None:
    old = played("x", "old", {"1": 1, "2": 2, "3": 3}, ("1",))
    cup = begun(Tournament("Cup", THREE, ("x",)), 1, {"x": ["old"]})
    few = played("x", "few", {"1": 1, "2": 2}, ("1",), "2")
    right = played("x", "right", {"1": 1, "2": 2, "3": 3}, ("1",), "3")
    late = played("x", "late", {"1": 9, "2": 2, "3": 3}, ("2",), "4")
    cup = collected(cup, [late, right, few, old])
    assert cup.rounds[0].results == {"x": "right"}
    assert collected(cup, [late]) == cup
    first = cup.rounds[0].seats["x"][0]
    rows = standings(cup, {("x", "right"): right})
    assert [(row.place, row.points) for row in rows] == [(1, 100), (2, 50), (3, 0)]
    assert rows[0].player == first


def test_a_tournament_is_read_as_it_was_written() -> None:
    cup = Tournament("Cup", THREE, ("x",), (Round({"x": THREE}, {"x": ("old",)}, {"x": "m"}),))
    assert Tournament.of(cup.as_json()) == cup
