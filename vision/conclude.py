"""From what was read of each card to what lies there: all cards of a picture are judged together.

Every card exists so many times in a deck and no more. Two cards that both look like the 68
cannot both be it: each takes chance from the other, and where neither gives way both are doubts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards import copies
from vision.sighting import NAMED_FROM, Reading, Sighting

ROUNDS = 16
MOST_ALTERNATIVES = 5
LEAST_ALTERNATIVE = 0.0005
UNKNOWN = 1e-6
"""The chance that a card is none of those that its reading speaks of."""


@dataclass(frozen=True)
class Calibration:
    """What a chance is really worth: the logarithm of its odds times `slope`, plus `shift`."""

    slope: float = 1.0
    shift: float = 0.0

    def __call__(self, chance: float) -> float:
        chance = min(max(chance, 1e-7), 1 - 1e-7)
        return float(1 / (1 + np.exp(-(self.slope * np.log(chance / (1 - chance)) + self.shift))))


def conclude(
    readings: Sequence[Reading],
    game: str,
    impossible: Collection[str] = (),
    calibrations: Sequence[Calibration] = (),
    named_from: float = NAMED_FROM,
) -> list[Sighting]:
    """A sighting for each reading. What is `impossible` is not named; it leaves a doubt where it was read.

    There may be a calibration for readings that no number supports, one, two, and so on; the last one is for all
    that have more.
    """
    names = sorted({name for reading in readings for name in reading.chances})
    chances = _chances(readings, names)
    single = np.array([copies(game, name) == 1 for name in names], bool)
    judged = _each_once(chances, single)
    allowed = np.array([name not in impossible for name in names], bool)
    judged = judged * allowed
    by_support = tuple(calibrations) or (Calibration(),)
    return [
        _sighting(one, names, row, by_support[min(one.support, len(by_support) - 1)], named_from)
        for one, row in zip(readings, judged, strict=True)
    ]


def _chances(readings: Sequence[Reading], names: Sequence[str]) -> NDArray[np.float64]:
    """For each card the chance of each name; each row sums to the chance that it is a face that was read."""
    column = {name: at for at, name in enumerate(names)}
    chances = np.zeros((len(readings), len(names)))
    for at, reading in enumerate(readings):
        for name, value in reading.chances.items():
            chances[at, column[name]] = np.exp(value)
        total = chances[at].sum() + UNKNOWN
        chances[at] *= (1 if reading.face_up >= 0.5 else reading.face_up) / total
    return chances


def _each_once(chances: NDArray[np.float64], single: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The chances given that no name of which there is one card is held by two."""
    judged = chances
    for _ in range(ROUNDS):
        free = np.log(np.clip(1 - judged, 1e-6, 1))
        others = np.exp(free.sum(axis=0, keepdims=True) - free)
        weighed = chances * np.where(single, others, 1)
        # What a twin takes away goes to the other names only as far as the reading spoke for them too.
        left = weighed.sum(axis=1, keepdims=True)
        taken = (chances - weighed).sum(axis=1, keepdims=True)
        silent = taken * (1 - np.clip(left / np.maximum(taken, 1e-12), 0, 1))
        rest = 1 - chances.sum(axis=1, keepdims=True) + silent
        # Halfway, or twins would take turns at giving way.
        judged = (judged + weighed / np.maximum(left + rest, 1e-12)) / 2
    return judged


def _sighting(
    reading: Reading,
    names: Sequence[str],
    row: NDArray[np.float64],
    calibration: Calibration,
    named_from: float,
) -> Sighting:
    if reading.face_up < 0.5:
        return Sighting(reading.quad, "down", None, 1 - reading.face_up, (), reading)
    order = np.argsort(-row, kind="stable")[:MOST_ALTERNATIVES]
    likeliest = tuple((names[at], calibration(float(row[at]))) for at in order if row[at] >= LEAST_ALTERNATIVE)
    best = likeliest[0][1] if likeliest else 0.0
    card = likeliest[0][0] if best >= named_from else None
    return Sighting(reading.quad, "up", card, best, likeliest, reading)
