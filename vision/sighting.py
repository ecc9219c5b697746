"""What the eyes say: what was read of each card, and what was concluded from all of it together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.flips import UNREAD, Plain
from vision.trust import NO_SIGNS, Signs

Quad = NDArray[np.float64]
"""Four corners in pixels: top-left, top-right, bottom-right, bottom-left as one reads the card; clockwise."""

NAMED_FROM = 0.999
"""A card is named only where the chance of being wrong is below one in a thousand."""


@dataclass(frozen=True, eq=False)
class Reading:
    """What one look at one card gave, before anything was concluded from it.

    `chances` are of the names that the card may have if its face shows, those that are worth
    mentioning, as natural logarithms; a name that is not in it is less likely than all that are.
    """

    quad: Quad
    face_up: float
    chances: Mapping[str, float] = field(default_factory=dict)
    signs: Signs = NO_SIGNS
    """How clearly single numbers on the card speak for the likeliest name."""

    compared: bool = False
    """Whether the likeliest name's own sample had a say: how that number is written is known then."""

    plain: Plain = UNREAD
    """How its numbers stand, which other cards of the deck may be read by."""


@dataclass(frozen=True, eq=False)
class Sighting:
    """A card on the table and what is concluded of it. `card` is None where it is not surely read.

    `confidence` is the chance that this is right; `alternatives` are the likeliest names, the
    likeliest first. `reading` keeps what was seen beside what was concluded.
    """

    quad: Quad
    face: str
    card: str | None
    confidence: float
    alternatives: tuple[tuple[str, float], ...]
    reading: Reading
    zone: str | None = None
