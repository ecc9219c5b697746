"""What lies where in Take Six: slots, and the table that a placement leaves behind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from engine.match import Match
from engine.take_six.cards import SPECIALS, heads
from engine.take_six.events import Placed
from engine.take_six.rows import ROW, Row
from engine.take_six.state import State
from engine.values import changed
from firmware_host.simulator.arranging import Names, Target, arrange
from firmware_host.simulator.gestures import Stop
from firmware_host.simulator.places import slot_of
from firmware_host.simulator.scene import Scene
from firmware_host.simulator.sitting import Sitting
from vision.mat.model import Slot

FIVE_ROWS = 5
LAST_SLOT = 6
"""The special card of a fifth row lies at its end, the last of seven slots."""


def row_zones(scene: Scene) -> list[str]:
    return [zone.name for zone in scene.mat.zones if zone.kind == "row"]


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


def arranged(sitting: Sitting, target: Mapping[str, Names]) -> list[Stop]:
    """The stops of a hand that brings zones to that target."""
    return arrange(sitting.scene, target, partial(slots, sitting.scene), sitting.lies_open)


def after_placing(lies: Mapping[str, Names], placed: Placed, seat: int) -> Target:
    """What the zones hold after a placement, with the special card that was played for it."""
    zones = [zone for zone in lies if zone.startswith("row/")]
    rows = [lies[zone] for zone in zones]
    own = lies[f"seat/{seat}"]
    rows[placed.row - 1] = _joined(rows[placed.row - 1], placed, [name for name in own if name in SPECIALS])
    target: dict[str, Names] = {f"seat/{seat}": ()}
    if placed.taken:
        rows, taken = _taken(rows, placed.row - 1, placed.taken)
        target[f"pickup/{seat}"] = (*lies[f"pickup/{seat}"], *taken)
    return target | {zone: names for zone, names in zip(zones, rows, strict=True) if names != lies[zone]}


def _joined(row: Names, placed: Placed, specials: Sequence[str]) -> Names:
    """A row with one more card, and the special card that lies in a row from now on."""
    at = len(row) if placed.before is None else row.index(str(placed.before))
    staying = tuple(name for name in specials if name in ("take_seven", "fifth_row"))
    return (*row[:at], str(placed.card), *row[at:], *staying)


def _taken(rows: list[Names], index: int, cards: Iterable[int]) -> tuple[list[Names], Names]:
    """The rows after one was taken, and what went into the pile. Of five rows four stay, and those below move up."""
    taken = tuple(map(str, cards))
    five = sum(1 for row in rows if numbers(row)) == FIVE_ROWS
    rows = [without(row, "block") for row in rows]
    rows[index] = without(rows[index], *taken, "take_seven", "fifth_row")
    if five:
        rows = [without(row, "fifth_row") for row in rows]
        rows = [*rows[:index], *rows[index + 1 :], ()]
    return rows, taken


def as_it_lies(scene: Scene, state: State, before: State, piles: Sequence[int]) -> State:
    """The state with the rows and the piles that really lie on the table.

    `before` is the state and `piles` are the heads that lay in the piles before the mistake was made.
    """
    rows = [_row(scene.names(zone)) for zone in row_zones(scene)]
    rows = [row for row in rows if row.cards]
    pile = [
        max(0, old + now - then)
        for old, then, now in zip(before.pile, piles, pile_heads(scene, len(piles)), strict=True)
    ]
    return changed(state, rows=tuple(rows), pile=tuple(pile))


def pile_heads(scene: Scene, seats: int) -> list[int]:
    return [heads(numbers(scene.names(f"pickup/{seat}"))) for seat in range(1, seats + 1)]


def heads_taken(match: Match) -> int:
    """How many heads the last placement of a match cost."""
    return next(event.heads for event in match.events if isinstance(event, Placed))


def _row(names: Names) -> Row:
    return Row(numbers(names), ROW + 1 if "take_seven" in names else ROW, "block" in names)


def disagreements(sitting: Sitting) -> list[str]:
    """What of the table is not as the match says."""
    scene, match = sitting.scene, sitting.match
    state: State = match.state
    found = []
    for place, zone in enumerate(row_zones(scene)):
        lies, said = _row(scene.names(zone)), state.rows[place] if place < len(state.rows) else Row(())
        if lies != said:
            found.append(f"{zone}: {lies}, by the match {said}")
    for seat, name in enumerate(sitting.seats, 1):
        committed = tuple(card for card, owner in state.queue if owner == name)
        if state.phase == "place" and numbers(scene.names(f"seat/{seat}")) != committed:
            found.append(f"seat/{seat}: {scene.names(f'seat/{seat}')}, by the match {committed}")
    return found + _wrong_piles(scene, match)


def _wrong_piles(scene: Scene, match: Match) -> list[str]:
    state: State = match.state
    if state.specials is not None:
        return []  # a `negate` counts heads that no card shows
    lie = pile_heads(scene, len(match.header.seats))
    return [
        f"pickup/{at + 1}: {lie[at]} heads, by the match {said}"
        for at, said in enumerate(state.pile)
        if lie[at] != said
    ]
