"""Pictures of a simulated evening, for eyes that need some."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from firmware_host.simulator.people import People
from vision.cameras.simulated import SimulatedCamera
from vision.frame import Frame
from vision.synthetic.photograph import Sensor
from vision.synthetic.table import Table, Thing, View

CLOSEST = 2.9
"""Pixels a millimetre: over a small mat the camera hangs no lower than over one of A2."""


def film(
    people: People, *, size: tuple[int, int] = (2304, 1296), fps: float = 10.0, sensor: Sensor | None = None
) -> Iterator[Frame]:
    """The pictures that a camera above the table takes, until the match is over; knocks move what it sees.

    The people should draw their hands in full (`Habits(fine=True)`). What they hear between two pictures they
    react to in the next ones.
    """
    first = view_over(people.step(0), size)

    def scene(time: int) -> Table:
        return as_far_as_seen(people.step(time), people.view(first))

    with SimulatedCamera(scene, first, size=size, fps=fps, sensor=sensor) as camera:
        while not people.over:
            camera.view = people.view(first)
            yield camera.read()


def view_over(table: Table, size: tuple[int, int] = (2304, 1296)) -> View:
    """From where a camera sees all of a mat, and cards no larger than at home."""
    view = View.of(table, size)
    return replace(view, per_mm=min(view.per_mm, CLOSEST * size[1] / 1296))


def as_far_as_seen(table: Table, view: View) -> Table:
    """Without hands that are beyond the edge of the picture, on their way in or out."""
    things = tuple(thing for thing in table.things if _is_in(view, thing))
    return table if len(things) == len(table.things) else replace(table, things=things)


def _is_in(view: View, thing: Thing) -> bool:
    points = view.pixels([point for shape in thing.shapes for point in shape.outline])
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return bool(right > 0 and bottom > 0 and left < view.size[0] and top < view.size[1])
