"""Numbers that read as another one upside down: which of the two it is follows where the other one lies elsewhere."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from firmware_host.steward.inputs import Lying
from vision.cards import FLIPS

A_RIVAL = 0.01
"""A card that may be a third number as well is not one of two."""

TOGETHER = 0.6
"""So sure must it be that it is one of the two."""


def told_apart(card: Lying, elsewhere: Container[str]) -> Lying:
    """The card, by its name where it may be one of two, and the other one lies elsewhere.

    >>> card = Lying(1, None, "up", "seat/1", (0, 0), 0.5, (("6", 0.5), ("9", 0.5)))
    >>> told_apart(card, {"6"}).name, told_apart(card, {"14"}).name, told_apart(card, {"6", "9"}).name
    ('9', None, None)
    """
    if card.name is not None or card.face != "up" or len(card.maybe) < 2:
        return card
    (first, chance), (second, other), *rest = card.maybe
    if not first.isdecimal() or str(FLIPS.get(int(first))) != second:
        return card
    if chance + other < TOGETHER or any(rival > A_RIVAL for _, rival in rest):
        return card
    left = [name for name in (first, second) if name not in elsewhere]
    return replace(card, name=left[0]) if len(left) == 1 else card
