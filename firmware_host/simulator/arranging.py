"""From what lies on the table to what shall lie there: a hand takes up what is wrong and lays it where it belongs.

Placing a card, taking a row, moving rows up and putting a mistake right are all the same to a hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import hypot

from firmware_host.simulator.gestures import Stop
from firmware_host.simulator.scene import Scene
from vision.mat.model import Point, Slot
from vision.synthetic.table import Lying

Names = tuple[str, ...]
Target = Mapping[str, Names]
"""For each zone that changes, the names of the cards that shall lie there, in their order."""

Slots = Callable[[str, Names, int], Slot]
"""Where the card with this place among the names of a zone goes."""

SHIFTED = 15.0
"""Millimetres from its slot from which a card lies in another one."""


def arrange(scene: Scene, target: Target, slots: Slots, face_up: Callable[[str], bool]) -> list[Stop]:
    """The stops of a hand that brings the zones to their target: first it takes up, then it lays down.

    What lies there already, in its slot, is not touched. What is left over goes with the hand, what is missing
    comes out of it. Cards in piles have no slots of their own: they lie where they lie.
    """
    lifting: list[Stop] = []
    laying: list[Stop] = []
    for zone, names in target.items():
        kept, missing = _piled(scene, zone, names) if is_pile(scene, zone) else _in_slots(scene, zone, names, slots)
        gone = [lying for lying in scene.at(zone) if lying not in kept]
        if gone:
            lifting.append((_middle(gone), partial(_lift, scene, gone)))
        if missing:
            cards = [(place, name, slots(zone, names, place)) for place, name in missing]
            laying.append((cards[-1][2].centre, partial(_lay, scene, zone, cards, face_up(zone))))
    return lifting + laying


def is_pile(scene: Scene, zone: str) -> bool:
    return scene.mat.zone(zone).slots[0].use == "pile"


def _piled(scene: Scene, zone: str, names: Names) -> tuple[list[Lying], list[tuple[int, str]]]:
    """The cards of a pile that stay, and those that come on top of them."""
    wanted = Counter(names)
    kept = []
    for lying in scene.at(zone):
        if wanted[lying.card.name]:
            wanted[lying.card.name] -= 1
            kept.append(lying)
    return kept, [(len(kept) + place, name) for place, name in enumerate(wanted.elements())]


def _in_slots(scene: Scene, zone: str, names: Names, slots: Slots) -> tuple[list[Lying], list[tuple[int, str]]]:
    """The cards that lie in their slots, and those that do not, with their places."""
    kept: list[Lying] = []
    missing = []
    for place, name in enumerate(names):
        there = next((lying for lying in scene.at(zone) if _fits(lying, name, slots(zone, names, place))), None)
        if there is None or there in kept:
            missing.append((place, name))
        else:
            kept.append(there)
    return kept, missing


def _fits(lying: Lying, name: str, slot: Slot) -> bool:
    (x, y), (right_x, right_y) = lying.at, slot.centre
    return lying.card.name == name and hypot(x - right_x, y - right_y) < SHIFTED


def _lift(scene: Scene, cards: Sequence[Lying]) -> None:
    for lying in cards:
        scene.lift(lying)


def _lay(scene: Scene, zone: str, cards: Sequence[tuple[int, str, Slot]], face_up: bool) -> None:
    for place, name, slot in cards:
        scene.lay(name, zone, slot, face_up=face_up, place=place)


def _middle(cards: Sequence[Lying]) -> Point:
    return (sum(lying.at[0] for lying in cards) / len(cards), sum(lying.at[1] for lying in cards) / len(cards))
