"""When and whose turn it is: the refusals that are the same in every game."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import IllegalMove


def check_phase(phase: str, wanted: str, move: str) -> None:
    if phase != wanted:
        raise IllegalMove("phase", "not_now", move=move, phase=phase)


def check_known_seat(index: Mapping[str, int], seat: str) -> None:
    if seat not in index:
        raise IllegalMove("seat", "unknown_seat", seat=seat)


def check_turn(index: Mapping[str, int], seat: str, wanted: str) -> None:
    check_known_seat(index, seat)
    if seat != wanted:
        raise IllegalMove("seat", "not_your_turn", seat=seat, wanted=wanted)


def check_all_seats(index: Mapping[str, int], given: Mapping[str, object]) -> None:
    """A map of seats must name every seat, and nobody else."""
    for seat in given:
        check_known_seat(index, seat)
    for seat in index:
        if seat not in given:
            raise IllegalMove("seat", "seat_missing", seat=seat)
