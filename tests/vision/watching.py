"""What tests of watching share: a drawn deck, a table that is watched, and eyes that know the truth."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import exp, log

import numpy as np

from vision.backs import Backs
from vision.cameras.simulated import SimulatedCamera
from vision.detect import overlap
from vision.frame import Frame, Picture
from vision.mat.model import Mat
from vision.mat.plan import plan
from vision.sighting import NAMED_FROM, Quad, Reading, Sighting
from vision.synthetic.designs import design_from
from vision.synthetic.faces import draw_back, draw_face
from vision.synthetic.table import Card, Table, View
from vision.synthetic.typefaces import own_typeface
from vision.watch import Observation, Pace, Watcher

SIZE = (1152, 648)
MAT = plan("take_six", seats=4, paper="a2")
SURE: Mapping[str, float] = {}
"""A doubt that is none."""


@cache
def card(name: str, design: int = 3) -> Card:
    """A card of a drawn deck."""
    typefaces = [own_typeface()]
    look = design_from(design, typefaces)
    return Card(name, draw_face(look, typefaces, int(name)), draw_back(look, typefaces))


@dataclass
class Eyes:
    """Reads what the camera knows to lie there.

    `doubts` scripts, for a card, what its first looks say, the last one again and again: chances by
    name. Nobody finds a card of which less than `found_from` shows, and nobody reads one of which
    less than `read_from` does. Of one that is partly covered they see its `upper` part.
    """

    camera: SimulatedCamera
    game: str = "take_six"
    doubts: dict[str, list[Mapping[str, float]]] = field(default_factory=dict)
    found_from: float = 0.35
    read_from: float = 0.6
    upper: float = 1.0
    looks: int = 0
    read: list[list[str]] = field(default_factory=list)
    concluded: list[Sequence[Reading]] = field(default_factory=list)
    phantoms: list[Reading] = field(default_factory=list)
    impossible: Collection[str] = ()

    def look(
        self,
        picture: Picture,
        known: Sequence[Sighting] = (),
        places: Sequence[Quad] = (),
        backs: Backs | None = None,
    ) -> list[Reading]:
        assert picture.shape == (self.camera.view.size[1], self.camera.view.size[0], 3)
        self.looks += 1
        self.read.append([])
        readings = []
        rng = np.random.default_rng(self.looks)
        for true in self.camera.truth():
            if true.visible < self.found_from:
                continue
            quad = true.quad + rng.normal(0, 0.3, (4, 2))
            if true.visible < 1:
                quad[2:] = quad[[1, 0]] + self.upper * (quad[2:] - quad[[1, 0]])
            before = next((one for one in known if overlap(one.quad, quad) > 0.85), None)
            if before is not None:
                readings.append(before.reading)
                continue
            name = true.lying.card.name
            self.read[-1].append(name)
            if true.card is None:
                readings.append(Reading(quad, 0.001))
                continue
            chances = self._chances(name) if true.visible >= self.read_from else {name: 0.5, "104": 0.3}
            readings.append(Reading(quad, 0.999, {one: log(chance) for one, chance in chances.items()}, compared=True))
        if self.phantoms:
            readings.append(self.phantoms.pop(0))
        return readings

    def _chances(self, name: str) -> Mapping[str, float]:
        script = self.doubts.get(name, [])
        said = SURE if not script else script[0] if len(script) == 1 else script.pop(0)
        return said or {name: 0.9996, "103": 0.0002}

    def conclude(self, readings: Sequence[Reading], impossible: Collection[str] = ()) -> list[Sighting]:
        self.concluded.append(readings)
        self.impossible = impossible
        return [_concluded(reading, impossible) for reading in readings]


def _concluded(reading: Reading, impossible: Collection[str]) -> Sighting:
    ranked = sorted(reading.chances.items(), key=lambda pair: -pair[1])
    alternatives = tuple((name, exp(chance)) for name, chance in ranked)
    if reading.face_up < 0.5:
        return Sighting(reading.quad, "down", None, 1 - reading.face_up, (), reading)
    sure = bool(alternatives) and alternatives[0][1] >= NAMED_FROM and alternatives[0][0] not in impossible
    name = alternatives[0][0] if sure else None
    return Sighting(reading.quad, "up", name, alternatives[0][1] if alternatives else 0.0, alternatives, reading)


class Watched:
    """A table under a simulated camera, with a watcher that looks through it ten times a second."""

    def __init__(self, table: Table, *, pace: Pace | None = None, view: View | None = None, fps: float = 10) -> None:
        self.camera = SimulatedCamera(table, view or View.of(table, SIZE), fps=fps)
        self.camera.open()
        self.eyes = Eyes(self.camera)
        self.watcher = Watcher(self.eyes, table.mat, pace=pace)
        self.said: list[Observation] = []
        self.frame: Frame | None = None

    @property
    def table(self) -> Table:
        return self.camera.table

    @table.setter
    def table(self, table: Table) -> None:
        self.camera.table = table

    @property
    def now(self) -> Observation:
        assert self.watcher.now is not None
        return self.watcher.now

    @property
    def names(self) -> set[str | None]:
        """The names of the cards that are seen."""
        return {sighting.card for sighting in self.now.sightings}

    def step(self) -> Observation:
        self.frame = self.camera.read()
        if (said := self.watcher.step(self.frame)) is not None:
            self.said.append(said)
        return self.now

    def pass_ms(self, milliseconds: int) -> list[Observation]:
        """What was observed in so much time, frame by frame."""
        until = (self.frame.taken if self.frame is not None else -1) + milliseconds
        observed = []
        while self.frame is None or self.frame.taken < until:
            observed.append(self.step())
        return observed

    def settle(self, table: Table | None = None, within: int = 3_000) -> Observation:
        """The first steady observation after the table became this one."""
        if table is not None:
            self.table = table
            self.step()
        begun = self.frame.taken if self.frame is not None else 0
        while not (self.said and self.now.steady):
            assert self.step().taken - begun <= within, "it never came to rest"
        return self.now


def table_with(*names: str, mat: Mat | None = MAT) -> Table:
    """A table with these cards in the rows, four in each."""
    table = Table(mat=mat, seed=1)
    for at, name in enumerate(names):
        if mat is not None:
            table = table.with_card(card(name), f"row/{at // 4 + 1}", slot=at % 4)
        else:
            table = table.with_card(card(name), (150 + 90 * (at % 5), 120 + 120 * (at // 5)), 5 * at)
    return table
