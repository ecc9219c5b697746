"""Special cards: they have no number, and are known by their looks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.likeness import Floats, Likeness
from vision.read import Look

LIKE, SOME_NUMBER = ((0.82, 0.1), (0.77, 0.2)), 0.15
PLAINLY_LIKE = ((0.94, 0.1),)
"""So like its sample a special card looks, and so much less like the next: the clearer, the less it need be like. Where
a number is read on it, it is told by its looks alone: two bars that are drawn on it may well read as 11."""

EITHER_WAY = (0.77, 0.45)
"""The same for one that looks nearly alike upside down: so much less like is any other card."""

HARDLY_LIKE, WITHOUT_RIM = 0.45, (0.94, 0.1)
"""On a white table a white rim is lost, and a card is found as what is drawn inside. Then it is somewhat like its
sample, and like enough where all of its cut-out is compared: that has the rim."""


def special_cards(specials: Likeness, looks: Sequence[Look]) -> list[tuple[str, int] | None]:
    """For each card the special card that it surely is, and which way up."""
    if not specials.names:
        return [None] * len(looks)
    of_each = zip(looks, specials.like([look.cut for look in looks]), strict=True)
    return [_special_card(specials, *one) for one in of_each]


def _special_card(specials: Likeness, look: Look, alike: Floats) -> tuple[str, int] | None:
    names = specials.names
    if not _is_clear(alike, look) and not _stands_out(alike, len(names), EITHER_WAY):
        if alike.max() < HARDLY_LIKE:
            return None
        alike = specials.like([look.cut], rim=0)[0]
        if not _stands_out(alike, len(names), WITHOUT_RIM):
            return None
    turned, which = divmod(int(np.argmax(alike)), len(names))
    return names[which], turned


def _is_clear(alike: Floats, look: Look) -> bool:
    second, first = np.partition(alike, -2)[-2:]
    if first < LIKE[-1][0]:
        return False
    numbered = any(max(one.upright.max(), one.turned.max()) > SOME_NUMBER for one in look.numerals)
    wanted = PLAINLY_LIKE if numbered else LIKE
    return any(first >= like and first - second >= clearer for like, clearer in wanted)


def _stands_out(alike: Floats, count: int, wanted: tuple[float, float]) -> bool:
    """Whether one of so many samples, either way up, is like enough and all others are so much less so."""
    first = int(np.argmax(alike))
    if alike[first] < wanted[0]:
        return False
    others = np.delete(alike, slice(first % count, None, count))
    return bool(alike[first] - others.max(initial=-1.0) >= wanted[1])
