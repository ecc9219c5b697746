"""What the guest's camera sees: a small table at which two people play Take Six, card by card, as the lights say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from firmware_host.simulator.filming import view_over
from vision.cameras.simulated import SimulatedCamera
from vision.frame import Picture
from vision.mat.plan import plan
from vision.synthetic.own import own_back, own_face
from vision.synthetic.table import Card, Table

SIZE = (1024, 576)
"""Small, since the guest is ten to thirty times slower than this machine."""

START = (12, 37, 43, 58)
TURNS = ((14, 61), (38, 45), (62, 16), (46, 39), (18, 63), (40, 47), (20, 64), (48, 41))
"""What the seats lay in each turn: cards that fit, and never a sixth one in a row."""


def card(number: int) -> Card:
    face, back = own_face("take_six", str(number)), own_back("take_six")
    return Card(str(number), face, face if back is None else back)


def told(line: Mapping[str, Any]) -> tuple[str, object]:
    """A line of the record, without what the seats are called."""
    match line["move"]:
        case "deal":
            return "deal", line["rows"]
        case "reveal":
            return "reveal", [*line["cards"].values()]
        case "place":
            return "place", line["row"]
    return str(line["move"]), None


@dataclass
class Play:
    """The table between two steps. `steps` plays on; each of them names the row that has to be lit then, or None."""

    table: Table = field(default_factory=lambda: Table(mat=plan("take_six", 2)))
    rows: list[list[int]] = field(default_factory=lambda: [[number] for number in START])
    lines: list[tuple[str, object]] = field(default_factory=list)
    """The record that the journal must have, as `told` tells it."""

    def lay_rows(self) -> None:
        for row, number in enumerate(START, 1):
            self.table = self.table.with_card(card(number), f"row/{row}")

    def steps(self) -> Iterator[int | None]:
        """One step after the other: the row whose light is to be steady after it, or None where it is another cue."""
        for turn, numbers in enumerate(TURNS):
            for seat, number in enumerate(numbers, 1):
                self.table = self.table.with_card(card(number), f"seat/{seat}", face_up=False)
            yield None
            for number in numbers:
                self.table = self.table.with_card_turned_over(str(number))
            if turn == 0:
                self.lines.append(("deal", list(START)))
            self.lines.append(("reveal", list(numbers)))
            for number in sorted(numbers):
                yield self.row_for(number)
                self._place(number)
            yield None

    def row_for(self, number: int) -> int:
        """Behind the highest card that is lower."""
        lower = [(row[-1], at) for at, row in enumerate(self.rows, 1) if row[-1] < number]
        return max(lower)[1]

    def _place(self, number: int) -> None:
        row = self.row_for(number)
        slot = len(self.rows[row - 1])
        self.table = self.table.with_card_moved(str(number), f"row/{row}", slot=slot)
        self.rows[row - 1].append(number)
        self.lines.append(("place", row))

    def pictures(self) -> list[Picture]:
        """Some, with the noise of a camera."""
        with SimulatedCamera(self.table, view_over(self.table, SIZE), size=SIZE) as camera:
            return [camera.read().picture.copy() for _ in range(5)]
