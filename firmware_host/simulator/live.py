"""People at a simulated table, in step with a clock: what a camera and a service need of them, from two threads."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import partial

from firmware_host.simulator.filming import as_far_as_seen, view_over
from firmware_host.simulator.people import People
from firmware_host.simulator.rates import Habits, Rates
from firmware_host.simulator.truth import truth, would_play
from firmware_host.steward.effects import Close, Effect, Open, Write
from firmware_host.steward.inputs import Input
from vision.cameras.clock import Clock
from vision.cameras.simulated import SimulatedCamera
from vision.synthetic.table import Table

MOST_SEEDS = 200
"""So many evenings are thought of when a match is to be taken up: one whose players would have played it so."""

BETWEEN_MS = 4_000
"""So long after a match people sit there before they deal the next one."""

GIVE_UP_MS = 60_000
"""So long they put up with a table that asks, objects, or does not see that the match is over; then they begin anew."""

CALM_MS = 10_000
"""So long nothing must be asked or objected to: between two objections that take turns it is quiet for a moment."""

STEP_MS = 50

Lines = Sequence[Mapping[str, object]]


class LivePeople:
    """They play match after match, from the moment in which they are made."""

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
        self._lock = threading.Lock()
        self._sat_down = partial(People, game, seats, options, rates=rates, habits=Habits(fine=True))
        self._seed = seed
        self._wishes: list[Input] = []
        self._sit_down(seed)

    def _sit_down(self, seed: int, to: int = 0) -> None:
        """Those of that seed begin a match, or are at that move of it already."""
        self._seed = seed
        self._over_at: int | None = None
        self._closed = False
        self.people = self._sat_down(seed=seed)
        time, self._table = 0, self.people.step(0)
        while len(truth(self.people)) - 1 < to:
            time += STEP_MS
            self._table = self.people.step(time)
        self.people.inputs(time)  # those were heard in their time
        self._began = self._clock.now() - time
        self._in_step_at = self._clock.now()
        self._differed_at = self._in_step_at - CALM_MS

    def take_up(self, record: Lines) -> bool:
        """Be the people who have played that record so far; who can't be they begin anew, and say so."""
        with self._lock:
            for seed in range(self._seed, self._seed + MOST_SEEDS):
                if would_play(self._sat_down(seed=seed), record):
                    self._sit_down(seed, len(record) - 1)
                    return True
            self._wishes.append(self.people.start)
            return False

    def _go_on(self) -> int:
        """The time of the evening; some time after a match the next one begins."""
        now = self._clock.now()
        if self.people.over and self._over_at is None:
            self._over_at = now
        if self._over_at is not None and self._closed and now - self._over_at >= BETWEEN_MS:
            self._sit_down(self._seed + 1)
        if self._differ:
            self._differed_at = now
        if now - self._differed_at >= CALM_MS:
            self._in_step_at = now
        elif now - self._in_step_at >= GIVE_UP_MS:
            self._sit_down(self._seed + 1)
            self._wishes.append(self.people.start)
        return self._clock.now() - self._began

    @property
    def _differ(self) -> bool:
        """Whether the table has seen something else than what they did: on a busy machine it misses things."""
        ears = self.people.sitting.ears
        return bool(ears.objections or ears.questions) or (self.people.over and not self._closed)

    def table(self) -> Table:
        """The table as it is now."""
        with self._lock:
            now = self._go_on()
            if not self.people.over:
                self._table = self.people.step(now)
            return self._table

    def hear(self, effect: Effect, now: int) -> None:
        with self._lock:
            # The people live a little ahead of what the camera shows.
            self.people.hear(effect, self._go_on())
            if isinstance(effect, Close):
                self._closed = True
            elif isinstance(effect, Open):
                self._closed = False
            elif isinstance(effect, Write):
                self._in_step_at = self._clock.now()

    def inputs(self) -> list[Input]:
        """What they pressed and entered since this was last asked."""
        with self._lock:
            wishes, self._wishes = self._wishes, []
            return wishes + self.people.inputs(self._go_on())

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
