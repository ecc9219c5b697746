"""From what was read of each card to what lies there: all cards of a picture are judged together.

Every card exists so many times in a deck and no more. Two cards that both look like the 68
cannot both be it: each takes chance from the other, and where neither gives way both are doubts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.cards import copies
from vision.sighting import NAMED_FROM, Reading, Sighting
from vision.trust import AS_READ, Trust

ROUNDS = 16
MOST_ALTERNATIVES = 5
LEAST_ALTERNATIVE = 0.0005
FACE_FROM = 0.5
ELSEWHERE = 1e-4
"""The chance that a card has a name that it can't have: another card was misread before."""

UNKNOWN = 1e-6
"""The chance that a card is none of those that its reading speaks of."""


def conclude(
    readings: Sequence[Reading],
    game: str,
    impossible: Collection[str] = (),
    trust_in: Callable[[Reading], Trust] = lambda _: AS_READ,
    named_from: float = NAMED_FROM,
) -> list[Sighting]:
    """A sighting for each reading.

    What is `impossible` is as good as seen elsewhere. It settles what may be one of two; what is surely read keeps
    its name all the same, since the rules may be told wrong, or the table played wrong.
    """
    names = sorted({name for reading in readings for name in reading.chances})
    chances = _chances(readings, names)
    single = np.array([copies(game, name) == 1 for name in names], bool)

    def sightings(judged: NDArray[np.float64]) -> list[Sighting]:
        return [
            _sighting(one, names, row, partial(trust_in(one), signs=one.signs), named_from)
            for one, row in zip(readings, judged, strict=True)
        ]

    seen = sightings(_each_once(chances, single, np.ones(len(names))))
    gone = np.array([name in impossible for name in names], bool)
    if not gone.any():
        return seen
    allowed = sightings(_each_once(chances, single, np.where(gone, ELSEWHERE, 1.0)))
    return [one if one.card is not None else other for one, other in zip(seen, allowed, strict=True)]


def _chances(readings: Sequence[Reading], names: Sequence[str]) -> NDArray[np.float64]:
    """For each card the chance of each name; each row sums to the chance that it is a face that was read."""
    column = {name: at for at, name in enumerate(names)}
    chances = np.zeros((len(readings), len(names)))
    for at, reading in enumerate(readings):
        for name, value in reading.chances.items():
            chances[at, column[name]] = np.exp(value)
        total = chances[at].sum() + UNKNOWN
        chances[at] *= (1 if reading.face_up >= FACE_FROM else reading.face_up) / total
    return chances


def _each_once(
    chances: NDArray[np.float64], single: NDArray[np.bool_], free_elsewhere: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The chances given that no name of which there is one card is held by two, nor by a card that is not seen."""
    judged = chances
    for _ in range(ROUNDS):
        free = np.log(np.clip(1 - judged, 1e-6, 1))
        others = np.exp(free.sum(axis=0, keepdims=True) - free) * free_elsewhere
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
    trust: Callable[[float, float], float],
    named_from: float,
) -> Sighting:
    if reading.face_up < FACE_FROM:
        return Sighting(reading.quad, "down", None, 1 - reading.face_up, (), reading)
    order = np.argsort(-row, kind="stable")[:MOST_ALTERNATIVES]
    likeliest = [(names[at], float(row[at])) for at in order if row[at] >= LEAST_ALTERNATIVE]
    if not likeliest:
        return Sighting(reading.quad, "up", None, 0.0, (), reading)
    (first, chance), *rest = likeliest
    best = trust(chance, rest[0][1] if rest else 0.0)
    # What the first does not have is left to the others, as far as they were read.
    left = (1 - best) / max(1 - chance, 1e-9)
    alternatives = ((first, best), *((name, min(best, value * left)) for name, value in rest))
    return Sighting(reading.quad, "up", first if best >= named_from else None, best, alternatives, reading)
