"""Where things go on the mat: slots as people use them, and from where hands reach in."""

from __future__ import annotations

from math import atan2, degrees
from random import Random

from firmware_host.simulator.rates import Habits
from vision.mat.model import CARD, Mat, Point, Slot, box_around

BEHIND = 26.0
"""A card behind the last slot of a zone lies so far over the card in it: half of that still shows."""

OUTSIDE = 160.0
"""So far from the edge of the mat people sit."""

Spot = tuple[Point, float]


def slot_of(mat: Mat, zone: str, index: int) -> Slot:
    """A slot of a zone; behind the last one there are more, each over the one before."""
    slots = mat.zone(zone).slots
    if index < len(slots):
        return slots[index]
    last = slots[-1]
    extra = index - len(slots)
    return Slot((last.centre[0] + BEHIND, last.centre[1] + min(extra, 3) * 6.0), last.angle, last.use)


def crooked(slot: Slot, random: Random, habits: Habits) -> Spot:
    """As somebody lays a card there."""
    off, turn = habits.crooked_mm, habits.crooked_degrees
    x = slot.centre[0] + _about(random, off, 3.0)
    y = slot.centre[1] + _about(random, off, 3.0)
    over = 180 if random.random() < habits.upside_down else 0
    return (round(x, 1), round(y, 1)), round(slot.angle + over + _about(random, turn, 6.0), 1)


def _about(random: Random, spread: float, most: float) -> float:
    return max(-most, min(most, random.gauss(0, spread)))


def body(mat: Mat, seat: int, seats: int) -> Point:
    """Where the shoulder of the seat of that number, from 1, is: beside the mat, next to what is the seat's."""
    wide = mat.size[0]
    try:
        box = box_around(mat.zone(f"seat/{seat}").polygon)
    except KeyError:
        return _around(mat.size, seat, seats)
    x, y = box.centre
    away = {(-OUTSIDE, y): x, (wide + OUTSIDE, y): wide - x, (x, -OUTSIDE): y + CARD[1]}
    return min(away, key=lambda place: away[place])


def _around(size: Point, seat: int, seats: int) -> Point:
    """Clockwise from the left edge, where the mat has no places of seats."""
    wide, high = size
    places = ((-OUTSIDE, high / 2), (wide / 3, -OUTSIDE), (wide + OUTSIDE, high / 2))
    below = ((wide * 2 / 3, high + OUTSIDE), (wide / 3, high + OUTSIDE))
    return (*places, *below)[(seat - 1) % 5] if seats > 2 else places[(seat - 1) * 2]


def reaching(at: Point, shoulder: Point) -> float:
    """By how many degrees a hand is turned that reaches there from a shoulder; from below it is 0."""
    return round(degrees(atan2(at[0] - shoulder[0], shoulder[1] - at[1])), 1)
