"""A camera over a table that is not there.

>>> from vision.synthetic.table import Table, hand
>>> camera = SimulatedCamera(Table(), size=(384, 216))
>>> with camera:
...     before = camera.read()
...     camera.table = camera.table.with_thing(hand((350, 250)))
...     after = camera.read()
>>> before.taken, after.taken, bool(abs(before.small.astype(int) - after.small).max() > 40)
(0, 100, True)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Condition

from vision.cameras.camera import BaseCamera, CameraLost, NoMorePictures, small_grey
from vision.cameras.clock import Clock
from vision.frame import Frame
from vision.synthetic.photograph import Photographer, Sensor
from vision.synthetic.table import Table, Truth, View, truth

Scene = Callable[[int], Table]
"""The table at a time, in milliseconds since the camera's first picture."""


def script(scenes: Sequence[tuple[int, Table]]) -> Scene:
    """A scene of tables and when each of them begins, the earliest first."""

    def at(time: int) -> Table:
        begun = [table for start, table in scenes if start <= time]
        return begun[-1] if begun else scenes[0][1]

    return at


class SimulatedCamera(BaseCamera):
    """Takes pictures of a table that its caller changes, through `table`, or that a `Scene` plays.

    Its time begins at 0 and goes on by the rate, so that every run is the same; with a `clock` it
    keeps the clock's time and waits for each picture, as a real camera does. `until` ends the
    recording. `view` may be set at any time: that is a bump.
    """

    def __init__(
        self,
        table: Table | Scene,
        view: View | None = None,
        *,
        size: tuple[int, int] = (2304, 1296),
        sensor: Sensor | None = None,
        fps: float = 10.0,
        until: int | None = None,
        clock: Clock | None = None,
    ) -> None:
        super().__init__("simulated")
        self._scene = None if isinstance(table, Table) else table
        self.table = table if isinstance(table, Table) else table(0)
        self.view = view or View.of(self.table, size)
        self._photographer = Photographer(self.view, sensor)
        self._fps = fps
        self._until = until
        self._clock = clock
        self._changed = Condition()
        self._opened_at: int | None = None
        self._cancelled = False
        self._number = 0
        self._taken: tuple[Table, View] | None = None

    def open(self) -> None:
        if self._opened_at is not None:
            return
        now = 0 if self._clock is None else self._clock.now()
        # Numbers go on over openings, and so does time where there is no clock.
        self._opened_at = now - self._due(self._number) if self._clock is not None else 0
        self._cancelled = False

    def close(self) -> None:
        self._opened_at = None

    def cancel(self) -> None:
        with self._changed:
            self._cancelled = True
            self._changed.notify_all()

    def play(self, scene: Scene) -> None:
        """From the next picture on, this is what is on the table."""
        self._scene = scene

    def truth(self) -> tuple[Truth, ...]:
        """The truth about the cards of the last picture."""
        return () if self._taken is None else truth(*self._taken)

    def _next(self, after: int | None) -> Frame:
        if self._opened_at is None:
            raise CameraLost("camera_closed", address=self.address)
        number = self._number if after is None else max(self._number, self._first_after(after - self._opened_at))
        if self._clock is not None:
            number = max(number, self._first_after(self._clock.now() - self._opened_at - 1))
        time = self._due(number)
        if self._until is not None and time > self._until:
            raise NoMorePictures("no_more_pictures", pictures=self._number)
        self._wait(self._opened_at + time)
        if self._scene is not None:
            self.table = self._scene(time)
        self._number = number + 1
        table, view = self._taken = self.table, self.view
        self._photographer.look_from(view)
        picture = self._photographer.photograph(table, number)
        return Frame(picture, self._opened_at + time, number, small_grey(picture))

    def _due(self, number: int) -> int:
        return round(number * 1000 / self._fps)

    def _first_after(self, time: int) -> int:
        """The first picture that is taken later than `time`."""
        number = max(0, int(time * self._fps / 1000))
        while self._due(number) <= time:
            number += 1
        return number

    def _wait(self, until: int) -> None:
        if self._clock is None:
            return
        with self._changed:
            while self._clock.now() < until and not self._cancelled:
                self._clock.wait(self._changed, until)
            if self._cancelled:
                raise CameraLost("cancelled", address=self.address)
