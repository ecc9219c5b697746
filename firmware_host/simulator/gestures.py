"""What a hand does over the table: it comes, stops at places, does something at each, and goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import hypot
from random import Random

from firmware_host.simulator.clockwork import Script
from firmware_host.simulator.rates import Habits, Pace
from firmware_host.simulator.scene import Scene
from vision.mat.model import Point

Stop = tuple[Point, Callable[[], object]]
"""Where a hand goes, and what it does there."""

NEAR = 140.0
"""A hand that is drawn in full moves on by so many millimetres at a time."""


@dataclass
class Gestures:
    """Each takes its time, and in the end the hand is gone."""

    scene: Scene
    pace: Pace
    habits: Habits
    random: Random
    _at: dict[int, Point] = field(default_factory=dict)

    def between(self, least_and_most: tuple[int, int]) -> int:
        """Some time between these, in tens of milliseconds."""
        return self.random.randint(least_and_most[0] // 10, least_and_most[1] // 10) * 10

    def reach(self, seat: int, stops: Iterable[Stop], stay: bool = False) -> Script:
        """A hand comes in and does what there is to do; then it goes, unless it is to `stay` until it must `leave`."""
        at = self._at.get(seat, self.scene.body(seat))
        for place, act in stops:
            yield from self._move(seat, at, place)
            yield self.between(self.pace.touch)
            with self.scene.hand_of(seat):
                act()
            self._at[seat] = at = place
        yield self.between(self.pace.touch)
        if not stay:
            yield from self.leave(seat)

    def hover(self, seat: int, at: Point) -> Script:
        """A hand comes in, and is only there."""
        yield from self._move(seat, self.scene.body(seat), at)
        self._at[seat] = at

    def leave(self, seat: int) -> Script:
        body = self.scene.body(seat)
        yield from self._move(seat, self._at.pop(seat, body), body)
        self.scene.no_hand(seat)

    def _move(self, seat: int, start: Point, end: Point) -> Script:
        if not self.habits.fine:
            yield self.between(self.pace.reach)
            if end != self.scene.body(seat):
                self.scene.hand(seat, end)
            return
        steps = max(1, round(hypot(end[0] - start[0], end[1] - start[1]) / NEAR))
        for step in range(1, steps + 1):
            part = step / steps
            self.scene.hand(seat, (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])))
            yield self.pace.step
