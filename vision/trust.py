"""How far a likeliest name can be trusted.

Numbers on one card are written by one hand and seen in one light: where one of them is misread, the next is
too, above all one of the same size. So what all of them say together is believed the more, the more clearly numbers
of one size and of another speak for the card's name, and the less any speaks against it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

UNREAD = -4.0
"""The log-odds of a number that is not there to speak."""

LOWEST, HIGHEST = -3.0, 9.0
SURE = float(np.log(999))
"""The log-odds of one mistake in a thousand."""

DOUBTFUL = 3.0
"""Up to here log-odds are what they say."""

CONTRADICTED = 0.95
"""Where a number on the card is so surely another one, its name is a doubt, whatever else speaks for it. With a learned
deck it must be surer: there the card's looks speak, too."""

SPEAKS = 0.3
"""From this chance on a number speaks for a name, or for another one."""

Signs = tuple[float, ...]
"""The log-odds with which the clearest of a card's largest numbers speaks for its name, the clearest of the others, and
the second of all; the chance that one is another number, of a size that does not speak for the name, and of any."""

NO_SIGNS: Signs = (UNREAD, UNREAD, UNREAD, 0.0, 0.0)


@dataclass(frozen=True)
class Trust:
    """Makes of a chance what it is worth: a weighted sum of all `evidence`; the last weight is always added.

    Without weights every chance is taken for what it says. From the log-odds `bar` on a name is sure: of all
    that reach it so few are wrong as a sure name may be, though those that just do are wrong more often.
    """

    weights: tuple[float, ...] = ()
    bar: float = SURE
    contradicted: float = CONTRADICTED

    def __call__(self, chance: float, second: float, signs: Signs) -> float:
        """What the chance of the likeliest name is worth; `second` is that of the next."""
        if not self.weights:
            return chance
        worth = float(np.dot(self.weights, [*evidence(chance, second, signs), 1.0]))
        if signs[-1] >= self.contradicted:
            worth = min(worth, DOUBTFUL)
        near = min(max((worth - DOUBTFUL) / (self.bar - DOUBTFUL), 0.0), 1.0)
        return likely(worth + near * (SURE - self.bar))


AS_READ = Trust()


def evidence(chance: float, second: float, signs: Signs) -> list[float]:
    """What is weighed."""
    return [
        min(max(log_odds(chance), -2.0), 12.0),
        max(log_odds(second), -8.0),
        *signs,
    ]


def signs_of(sizes: Sequence[Sequence[tuple[float, float]]]) -> Signs:
    """The signs of a card: of its numbers, the largest first, with what chance each is its name, and another one."""
    if not sizes:
        return NO_SIGNS
    speaking = [max(own for own, _ in size) for size in sizes]
    against = [max(other for _, other in size) for size in sizes]
    every = sorted((own for size in sizes for own, _ in size), reverse=True)
    others = [other for other, own in zip(against, speaking, strict=True) if own < SPEAKS]
    clearest = (speaking[0], max(speaking[1:], default=None), every[1] if len(every) > 1 else None)
    odds = (UNREAD if one is None else min(max(log_odds(one), LOWEST), HIGHEST) for one in clearest)
    return (*odds, max(others, default=0.0), max(against))


def log_odds(chance: float) -> float:
    within = min(max(chance, 1e-6), 1 - 1e-6)
    return log(within / (1 - within))


def likely(odds: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def read_trusts(file: Path) -> dict[str, Trust]:
    """For each way of reading how its chances are to be trusted."""
    told: Mapping[str, Mapping[str, Any]] = json.loads(file.read_text())
    return {
        way: Trust(tuple(of_way["weights"]), of_way["bar"], of_way.get("contradicted", CONTRADICTED))
        for way, of_way in told.items()
    }


Claims = Sequence[tuple[Sequence[float], bool]]
"""The evidence of names, and whether they were right."""

MOST_WRONG: Mapping[str, float] = {"numbers": 1 / 400, "deck": 1 / 2000}
"""Of the names that are sure so many may be wrong: of a deck that is known fewer than of one never seen."""

LOWEST_BAR = float(np.log(119))
"""What is wrong once in 120 times is never sure, though of all that reach the bar far fewer are wrong."""

DRAWN = 5.0
MOST_STEPS, SMALLEST_STEP = 30, 1e-6


def fitted(claims: Claims, most_wrong: float) -> Trust:
    """The trust under which these claims are likeliest to have turned out as they did.

    It is drawn a little toward taking chances for what they say. Of what reaches its bar so many are wrong.
    """
    weighed = np.array([[*weights, 1.0] for weights, _ in claims])
    right = np.array([float(was) for _, was in claims])
    as_read = np.zeros(weighed.shape[1])
    as_read[0] = 1.0
    weights = regressed(weighed, right, as_read)
    return Trust(tuple(weights.round(4).tolist()), round(_bar(weighed @ weights, right, most_wrong), 3))


def regressed(
    weighed: NDArray[np.float64], right: NDArray[np.float64], toward: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The weights under which what is right and wrong is likeliest, drawn a little toward some."""

    def unlikely(weights: NDArray[np.float64]) -> float:
        odds = weighed @ weights
        drawn = DRAWN / 2 * np.square(weights - toward).sum()
        return float((np.logaddexp(0, odds) - right * odds).sum() + drawn)

    weights = toward.copy()
    for _ in range(MOST_STEPS):
        said = 1 / (1 + np.exp(-weighed @ weights))
        slope = weighed.T @ (said - right) + DRAWN * (weights - toward)
        bend = (weighed * (said * (1 - said))[:, None]).T @ weighed + DRAWN * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        while unlikely(weights - step) > unlikely(weights) and np.abs(step).max() > SMALLEST_STEP:
            step = step / 2
        weights = weights - step
    return weights


def _bar(worth: NDArray[np.float64], right: NDArray[np.float64], most_wrong: float) -> float:
    """The lowest log-odds of which all that reach them are right, but for so many."""
    order = np.argsort(-worth, kind="stable")
    wrong = np.cumsum(1 - right[order])
    few = np.flatnonzero(wrong <= most_wrong * np.arange(1, len(order) + 1))
    reached = float(worth[order[few[-1]]]) if len(few) else SURE
    return min(max(reached, LOWEST_BAR), SURE)
