"""Which place of the mat is whose: zones, the seats that they belong to, and their numbers."""

from __future__ import annotations

from collections.abc import Iterable

from engine.match import Match


def seat_numbers(match: Match, seats: Iterable[str]) -> tuple[int, ...]:
    """The numbers of these seats, from 1."""
    return tuple(match.header.seats.index(seat) + 1 for seat in seats)


def seat_zone(match: Match, seat: str) -> str:
    """Where that seat's cards lie."""
    (number,) = seat_numbers(match, (seat,))
    return f"seat/{number}"


def number_of(zone: str) -> int:
    """The number of a zone.

    >>> number_of("row/3")
    3
    """
    return int(zone.partition("/")[2])
