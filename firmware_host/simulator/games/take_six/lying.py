"""What lies where in Take Six: slots, and how the table lies after a placement."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from engine.match import Match
from engine.take_six.cards import SPECIALS, heads
from engine.take_six.events import Placed
from engine.take_six.moves import Special
from engine.take_six.rows import ROW, Row
from engine.take_six.state import State
from firmware_host.simulator.arranging import Names, arrange
from firmware_host.simulator.gestures import Stop
from firmware_host.simulator.places import slot_of
from firmware_host.simulator.scene import Scene
from firmware_host.simulator.sitting import Sitting
from vision.mat.model import Slot

FIVE_ROWS = 5
LAST_SLOT = 6
"""The special card of a fifth row lies at its end, the last of seven slots."""

IN_ROWS = ("take_seven", "fifth_row", "block")
"""Special cards that lie with a row from when they are played until a row is taken."""


@dataclass(frozen=True)
class Lies:
    """The names of the cards in each zone, and in which zones the rows lie, in the rules' order.

    Nobody moves rows up: a row that is gone leaves its zone free, and the next fifth row is laid there.
    """

    rows: tuple[str, ...]
    at: Mapping[str, Names]

    @classmethod
    def now(cls, sitting: Sitting) -> Lies:
        return cls(sitting.own or first_rows(sitting.scene), sitting.scene.snapshot())

    def having(self, **zones: Names) -> Lies:
        return replace(self, at={**self.at, **zones})

    @property
    def free(self) -> str:
        """Where a fifth row goes."""
        return next(zone for zone in reversed(list(self.at)) if zone.startswith("row/") and zone not in self.rows)


def first_rows(scene: Scene) -> tuple[str, ...]:
    return tuple(row_zones(scene)[:4])


def row_zones(scene: Scene) -> list[str]:
    return sorted(zone.name for zone in scene.mat.zones if zone.kind == "row")


def numbers(names: Iterable[str]) -> tuple[int, ...]:
    """The number cards among these names."""
    return tuple(int(name) for name in names if name not in SPECIALS)


def slots(scene: Scene, zone: str, names: Names, place: int) -> Slot:
    """Where the card with that place among the names of a zone goes."""
    name = names[place]
    if zone.startswith("row/") and name == "fifth_row":
        return slot_of(scene.mat, zone, max(LAST_SLOT, len(names) - 1))
    if zone.startswith("row/"):
        return slot_of(scene.mat, zone, sum(1 for other in names[:place] if other != "fifth_row"))
    if zone.startswith("seat/"):
        return slot_of(scene.mat, zone, int(name in SPECIALS))
    return slot_of(scene.mat, zone, 0)


def without(names: Names, *gone: str) -> Names:
    return tuple(name for name in names if name not in gone)


def arranged(sitting: Sitting, lies: Lies | Mapping[str, Names]) -> list[Stop]:
    """The stops of a hand that makes the table, or some zones of it, lie so."""
    target = lies.at if isinstance(lies, Lies) else lies
    scene = sitting.scene
    different = {zone: names for zone, names in target.items() if names != scene.names(zone)}
    return arrange(scene, different, partial(slots, scene), sitting.lies_open)


def after_placing(lies: Lies, placed: Placed, seat: int) -> Lies:
    """After a placement, with the special card that was played for it."""
    own = lies.at[f"seat/{seat}"]
    if placed.rule == "fifth_row":
        lies = replace(lies, rows=(*lies.rows, lies.free))
    zone = lies.rows[placed.row - 1]
    row = lies.at[zone]
    at = len(row) if placed.before is None else row.index(str(placed.before))
    staying = tuple(name for name in own if name in IN_ROWS)
    aside = () if placed.negated is None else (str(placed.negated),)
    used = tuple(name for name in own if name in SPECIALS and name not in IN_ROWS)
    lies = lies.having(**{zone: (*row[:at], str(placed.card), *row[at:], *staying), f"seat/{seat}": (*aside, *used)})
    return after_taking(lies, placed.row - 1, placed.taken, seat, aside) if placed.taken else lies


def after_move(lies: Lies, move: Special, taken: Sequence[int], seat: int) -> Lies:
    """After a number card moved to another row, which may be taken because of it."""
    card = str(move.card)
    source = next(zone for zone in lies.rows if card in lies.at[zone])
    target = lies.rows[(move.row or 1) - 1]
    row = lies.at[target]
    number = int(card)
    following = [name for name in row if name not in SPECIALS][bisect(numbers(row), number) :]
    at = row.index(following[0]) if following else len(row)
    lies = lies.having(**{source: without(lies.at[source], card), target: (*row[:at], card, *row[at:])})
    return after_taking(lies, (move.row or 1) - 1, taken, seat, ()) if taken else lies


def after_taking(lies: Lies, index: int, cards: Iterable[int], seat: int, aside: Names) -> Lies:
    """After a row was taken: blocks lift, and of five rows this one is gone. Cards set aside go into no pile."""
    taken = tuple(map(str, cards))
    five = len(lies.rows) == FIVE_ROWS
    zones = {zone: without(lies.at[zone], "block") for zone in lies.rows}
    zone = lies.rows[index]
    zones[zone] = without(zones[zone], *taken, "take_seven")
    pile = f"pickup/{seat}"
    if not five:
        return lies.having(**zones, **{pile: (*lies.at[pile], *without(taken, *aside))})
    zones = {zone: without(names, "fifth_row") for zone, names in zones.items()}
    lies = lies.having(**zones, **{pile: (*lies.at[pile], *without(taken, *aside))})
    return replace(lies, rows=(*lies.rows[:index], *lies.rows[index + 1 :]))


def pile_heads(scene: Scene, seats: int) -> list[int]:
    return [heads(numbers(scene.names(f"pickup/{seat}"))) for seat in range(1, seats + 1)]


def row_of(names: Names) -> Row:
    """The row that lies in a zone."""
    return Row(numbers(names), ROW + 1 if "take_seven" in names else ROW, "block" in names)


def disagreements(sitting: Sitting) -> list[str]:
    """What of the table is not as the match says."""
    scene, match, lies = sitting.scene, sitting.match, Lies.now(sitting)
    state: State = match.state
    said = dict(zip(lies.rows, state.rows, strict=False))
    found = []
    for zone in row_zones(scene):
        row, by_match = row_of(scene.names(zone)), said.get(zone, Row(()))
        if row != by_match:
            found.append(f"{zone}: {row}, by the match {by_match}")
    for seat, name in enumerate(sitting.seats, 1):
        lying, committed = scene.names(f"seat/{seat}"), [card for card, owner in state.queue if owner == name]
        # A card that was set aside by a `negate` lies with it until the turn is over.
        if state.phase == "place" and "negate" not in lying and list(numbers(lying)) != committed:
            found.append(f"seat/{seat}: {lying}, by the match {committed}")
    return found + _wrong_piles(scene, match)


def _wrong_piles(scene: Scene, match: Match) -> list[str]:
    state: State = match.state
    if state.specials is not None:
        return []  # what a `negate` cancels is in no card's place
    lie = pile_heads(scene, len(match.header.seats))
    return [
        f"pickup/{at + 1}: {lie[at]} heads, by the match {said}"
        for at, said in enumerate(state.pile)
        if lie[at] != said
    ]
