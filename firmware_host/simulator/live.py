"""People at a simulated table, in step with a clock: what a camera and a service need of them, from two threads."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from firmware_host.simulator.filming import as_far_as_seen, view_over
from firmware_host.simulator.people import People
from firmware_host.simulator.rates import Habits, Rates
from firmware_host.steward.effects import Effect
from firmware_host.steward.inputs import Input
from vision.cameras.clock import Clock
from vision.cameras.simulated import SimulatedCamera
from vision.synthetic.table import Table


class LivePeople:
    """They play from the moment in which they are made; the match they play ends once."""

    def __init__(
        self,
        game: str,
        seats: tuple[str, ...],
        options: Mapping[str, object],
        clock: Clock,
        seed: int = 0,
        rates: Rates | None = None,
    ) -> None:
        self._clock = clock
        self._began = clock.now()
        self._lock = threading.Lock()
        self.people = People(game, seats, options, seed=seed, rates=rates, habits=Habits(fine=True))
        self._table = self.people.step(0)

    def table(self) -> Table:
        """The table as it is now."""
        with self._lock:
            if not self.people.over:
                self._table = self.people.step(self._clock.now() - self._began)
            return self._table

    def hear(self, effect: Effect, now: int) -> None:
        with self._lock:
            # The people live a little ahead of what the camera shows.
            self.people.hear(effect, self._clock.now() - self._began)

    def inputs(self) -> list[Input]:
        """What they pressed and entered since this was last asked."""
        with self._lock:
            return self.people.inputs(self._clock.now() - self._began)

    def camera(self, size: tuple[int, int]) -> SimulatedCamera:
        """A camera over their table, which keeps the clock's time; knocks move what it sees."""
        first = view_over(self.table(), size)
        camera = SimulatedCamera(lambda time: self.table(), first, size=size, clock=self._clock)

        def scene(time: int) -> Table:
            table = self.table()
            with self._lock:
                camera.view = self.people.view(first)
            return as_far_as_seen(table, camera.view)

        camera.play(scene)
        return camera
