"""What several looks at the same card say together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log, log1p, sqrt

import numpy as np

from vision.sighting import Quad, Reading
from vision.trust import NO_SIGNS

UNLIKELY = -9.0
"""The logarithm of a chance that was not worth mentioning, at the most."""

MOST_WORTH, MOST_WORTH_UNKNOWN = 2.0, 1.0
"""However often a card is looked at where it lies, it is no more than so many looks: a letter that reads as
another one does so in every picture. Where nothing is known of the letters, looks are no more than one: the noise
of each is gone from it, and that is all. (Counted as two they named 85% of the cards of such decks instead of 77%,
and 13 names in a thousand were wrong instead of 2.)"""


@dataclass(frozen=True, eq=False)
class Evidence:
    """The looks that were taken at a card, all of them with the corners in the order of the first."""

    looks: tuple[Reading, ...]

    @classmethod
    def of(cls, reading: Reading) -> Evidence:
        return cls((reading,))

    def and_of(self, reading: Reading) -> Evidence:
        return Evidence((*self.looks, _as_laid(reading, self.looks[0].quad)))

    @property
    def together(self) -> Reading:
        """One reading from all of them.

        Pictures of a card that lies still are alike, and so are the mistakes that are made on them: n looks
        count as much as √n that know nothing of each other, and never as more than `MOST_WORTH`, or as
        `MOST_WORTH_UNKNOWN` where no samples of the deck had a say. One look is what it says.
        """
        if len(self.looks) == 1:
            return self.looks[0]
        compared = all(look.compared for look in self.looks)
        chances = _summed([look.chances for look in self.looks], MOST_WORTH if compared else MOST_WORTH_UNKNOWN)
        return Reading(
            quad=np.mean([look.quad for look in self.looks], axis=0),
            face_up=_likely(
                _worth(len(self.looks), MOST_WORTH) * float(np.mean([_logit(look.face_up) for look in self.looks]))
            ),
            chances=chances,
            signs=max((one.signs for one in self.looks if _first(one.chances) == _first(chances)), default=NO_SIGNS),
            compared=compared,
            plain=self.looks[-1].plain,
        )


def _as_laid(reading: Reading, quad: Quad) -> Reading:
    """The reading with the corners in this order. Its names stay: a card that may be 68 or 89 is found now one way
    round, now the other, and each time it may be either."""
    other_way = np.roll(reading.quad, 2, axis=0)
    if np.linalg.norm(reading.quad - quad) <= np.linalg.norm(other_way - quad):
        return reading
    return replace(reading, quad=other_way)


def _summed(chances: Sequence[Mapping[str, float]], most_worth: float) -> dict[str, float]:
    """The names' chances over several looks. Looks that saw no number say nothing of it; what the others took for
    the card being any of these stays.
    """
    said = [look for look in chances if look]
    if not said:
        return {}
    names = dict.fromkeys(name for look in said for name in look)
    worth = _worth(len(said), most_worth)
    # Whoever did not mention a name held it to be less likely than all that were mentioned.
    unmentioned = [min(UNLIKELY, min(look.values()) - 1) for look in said]
    total = {
        name: worth * sum(look.get(name, other) for look, other in zip(said, unmentioned, strict=True)) / len(said)
        for name in names
    }
    most = max(total.values())
    mass = most + log(sum(exp(value - most) for value in total.values()))
    whole = log(sum(sum(map(exp, look.values())) for look in said) / len(said))
    return {name: value - mass + whole for name, value in total.items()}


def _worth(looks: int, most: float) -> float:
    return min(sqrt(looks), most)


def _first(chances: Mapping[str, float]) -> str:
    return max(chances, key=lambda name: chances[name], default="")


def _logit(chance: float) -> float:
    within = min(max(chance, 1e-6), 1 - 1e-6)
    return log(within) - log1p(-within)


def _likely(logit: float) -> float:
    return 1 / (1 + exp(-max(-60.0, min(60.0, logit))))
