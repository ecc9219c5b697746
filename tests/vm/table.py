"""What the guest's camera sees: a small table at which two people play Take Six, card by card, as the lights say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from firmware_host.simulator.filming import view_over
from vision.cameras.simulated import SimulatedCamera
from vision.frame import Picture
from vision.mat.plan import plan
from vision.synthetic.own import own_back, own_face
from vision.synthetic.table import Card, Table

SIZE = (1024, 576)
"""Small, since the guest is ten to thirty times slower than this machine."""

FULL = 5
ROUNDS = (
    (
        (12, 37, 43, 58),
        *(((14, 61), (38, 45), (62, 16), (46, 39), (18, 63), (40, 47), (20, 64), (48, 41)), ((21, 42), (22, 49))),
    ),
    (
        (10, 30, 50, 70),
        *(((11, 71), (31, 51), (72, 12), (52, 32), (13, 73), (33, 53), (14, 74), (54, 34)), ((15, 35), (36, 55))),
    ),
)
"""For each round the cards that open the rows, and what the seats lay in eight turns that fill them and two more.

No card is lower than all rows; the sixth cards of rows take them.
"""


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


@dataclass(frozen=True)
class Light:
    """A row that has to be lit: steadily, or, where it is to be taken, by turns."""

    row: int
    takes: bool = False


@dataclass
class Play:
    """The table between two steps. `steps` plays on; each of them names the light that has to be on then, if any."""

    table: Table = field(default_factory=lambda: Table(mat=plan("take_six", 2)))
    rows: list[list[int]] = field(default_factory=list)
    lines: list[tuple[str, object]] = field(default_factory=list)
    """The record that the journal must have, as `told` tells it."""

    def lay_rows(self, numbers: Sequence[int] = ROUNDS[0][0]) -> None:
        self.rows = [[number] for number in numbers]
        for row, number in enumerate(numbers, 1):
            self.table = self.table.with_card(card(number), f"row/{row}")

    def steps(self) -> Iterator[Light | None]:
        """One step after the other: the light that is on after it, or None where it is another cue."""
        for number, (start, filling, taking) in enumerate(ROUNDS):
            if number:
                self.table = replace(self.table, cards=())
                yield None
                self.lay_rows(start)
                self.lines.append(("deal", list(start)))
                yield None
            for turn, numbers in enumerate((*filling, *taking)):
                if not number and not turn:
                    # Who plays shows when cards are turned up: the first rows are written only then.
                    yield from self._turn(numbers, ("deal", list(start)))
                else:
                    yield from self._turn(numbers)

    def _turn(self, numbers: Sequence[int], *before: tuple[str, object]) -> Iterator[Light | None]:
        for seat, number in enumerate(numbers, 1):
            self.table = self.table.with_card(card(number), f"seat/{seat}", face_up=False)
        yield None
        for number in numbers:
            self.table = self.table.with_card_turned_over(str(number))
        self.lines += [*before, ("reveal", list(numbers))]
        for number in sorted(numbers):
            row = self.row_for(number)
            yield Light(row, takes=len(self.rows[row - 1]) == FULL)
            self._place(number)
        yield None

    def row_for(self, number: int) -> int:
        """Behind the highest card that is lower."""
        lower = [(row[-1], at) for at, row in enumerate(self.rows, 1) if row[-1] < number]
        return max(lower)[1]

    def _place(self, number: int) -> None:
        row = self.row_for(number)
        if len(self.rows[row - 1]) == FULL:
            taken = {str(one) for one in self.rows[row - 1]}
            self.table = replace(self.table, cards=tuple(one for one in self.table.cards if one.card.name not in taken))
            self.rows[row - 1] = []
        self.table = self.table.with_card_moved(str(number), f"row/{row}", slot=len(self.rows[row - 1]))
        self.rows[row - 1].append(number)
        self.lines.append(("place", row))

    def pictures(self) -> list[Picture]:
        """Some, with the noise of a camera."""
        with SimulatedCamera(self.table, view_over(self.table, SIZE), size=SIZE) as camera:
            return [camera.read().picture.copy() for _ in range(5)]
