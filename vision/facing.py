"""Whether a card shows its face or its back.

What the reader makes of its cut-out and what those made of it that found it are weighed, and how surely a number can be
read on it: backs of decks never seen may look like faces to one of them. The weights were found by logistic regression
on drawn pictures (`models/trust.json`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.detect import Found
from vision.read import NO_CARD, Look
from vision.trust import likely, log_odds

NEITHER = 8.0
"""The log-odds beyond which surer says nothing more."""

Evidence = NDArray[np.float64]


def evidence_of_faces(found: Sequence[Found], looks: Sequence[Look]) -> Evidence:
    """What speaks for each of these showing its face, a row each."""
    rows = [
        (log_odds(look.face_up), log_odds(one.face_up), log_odds(look.surest), 1.0)
        for one, look in zip(found, looks, strict=True)
    ]
    return np.clip(np.array(rows, float).reshape(-1, 4), -NEITHER, NEITHER)


def facing(found: Sequence[Found], looks: Sequence[Look], weights: Sequence[float]) -> list[Look]:
    """The looks at these cards, with all that speaks for face or back."""
    odds = evidence_of_faces(found, looks) @ weights
    return [_facing(look, likely(float(one))) for look, one in zip(looks, odds, strict=True)]


def _facing(look: Look, face_up: float) -> Look:
    none = float(look.kind[NO_CARD])
    return replace(look, kind=np.array((face_up * (1 - none), (1 - face_up) * (1 - none), none)))
