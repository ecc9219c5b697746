"""A draft: the cards in play lie open all over the rows, and each seat takes one in its turn.

There are far more of them than slots, so they lie in lines, each over the one before; corners show. A card that
is picked is laid open at its seat's place for a moment, so that all can see it, and then goes into the hand.
"""

from __future__ import annotations

from functools import partial

from engine.take_six.moves import Draft
from engine.take_six.state import State
from firmware_host.simulator.clockwork import Script
from firmware_host.simulator.gestures import Stop
from firmware_host.simulator.places import slot_of
from firmware_host.simulator.scene import Scene
from firmware_host.simulator.sitting import Sitting
from vision.mat.model import CARD, Mat, Slot, box_around

DRAFT = "draft"
"""Under this name the scene keeps the open cards. The mat has no such zone."""


OFF = 25.0
"""No card to draft lies in the first slot of a row, as if it opened it."""


def draft(sitting: Sitting, move: Draft) -> Script:
    scene, number = sitting.scene, sitting.number(move.seat)
    state: State = sitting.match.state
    if not any(state.hands):
        yield from _lay_out(sitting)
    yield sitting.gestures.between(sitting.pace.think)
    picked = scene.find(str(move.card), DRAFT)
    zone = f"seat/{number}"
    slot = slot_of(scene.mat, zone, 0)
    stops: list[Stop] = [
        (picked.at, partial(scene.lift, picked)),
        (slot.centre, partial(scene.lay, str(move.card), zone, slot)),
    ]
    yield from sitting.gestures.reach(number, stops)
    yield sitting.gestures.between(sitting.pace.look)
    shown = scene.at(zone)[0]
    yield from sitting.gestures.reach(number, [(shown.at, partial(scene.lift, shown))])
    sitting.play(move)


def swept(scene: Scene) -> list[Stop]:
    """The stop of a hand that takes up what is left of the draft."""
    left = scene.at(DRAFT)
    return [(left[0].at, partial(_lift_all, scene))] if left else []


def _lift_all(scene: Scene) -> None:
    for card in scene.at(DRAFT):
        scene.lift(card)


def _lay_out(sitting: Sitting) -> Script:
    """All cards in play, in lines."""
    scene, highest = sitting.scene, sitting.match.header.terms.highest
    cards = list(range(1, highest + 1))
    sitting.random.shuffle(cards)
    lines = _lines(scene.mat, len(cards))
    stops: list[Stop] = []
    for line in lines:
        names = [str(cards.pop()) for _ in line[: len(cards)]]
        if names:
            stops.append((line[len(line) // 2].centre, partial(_lay_line, scene, names, line)))
    yield from sitting.gestures.reach(1, stops)


def _lay_line(scene: Scene, names: list[str], line: list[Slot]) -> None:
    for name, slot in zip(names, line, strict=False):
        scene.lay(name, DRAFT, slot)


def _lines(mat: Mat, count: int) -> list[list[Slot]]:
    """Places for so many cards all over the rows, so that they cover as little of each other as can be."""
    box = box_around([corner for zone in mat.zones if zone.kind == "row" for corner in zone.polygon])
    wide, high = box.width - CARD[0] - OFF, box.height - CARD[1]

    def pitch(columns: int) -> tuple[float, float]:
        lines = -(-count // columns)
        return min(wide / (columns - 1), CARD[0] + 3), min(high / (lines - 1), CARD[1] + 3)

    columns = max(range(2, count // 2 + 1), key=lambda many: min(pitch(many)[0] / CARD[0], pitch(many)[1] / CARD[1]))
    across, down = pitch(columns)
    left, top = box.x + CARD[0] / 2 + OFF, box.y + CARD[1] / 2
    return [
        [Slot((left + column * across, top + line * down)) for column in range(columns)]
        for line in range(-(-count // columns))
    ]
