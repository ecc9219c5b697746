"""What was found and is no card: an empty printed place, a screen, a sheet of paper.

For each thing that was found it is weighed how sure the finder was, and the closer look; what the reader makes of its
cut-out; whether a number can be read on it; on how many sides the table goes on unchanged where its edge would be (an
outline around a piece of table is a place for a card); how much of a surer card lies in the same place; whether it is
as large as the others; and how much of its colours one of those has that are plainly cards. The weights were found by
logistic regression on drawn pictures (`models/trust.json`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.company import company
from vision.cut import Pyramid, cut_card
from vision.detect import SURELY, Found, Quad, middles_and_sizes, overlap
from vision.frame import Picture
from vision.read import NO_CARD, Look
from vision.sampling import sampled
from vision.trust import log_odds

LEVELS = 20.0
"""So alike are the two sides of an edge that is a line on the table."""

RINGS = ((0.75, 0.82), (1.18, 1.26))
ALONG = np.array((0.2, 0.4, 0.5, 0.6, 0.8))
AROUND = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], float)
"""Where a card's inside and outside are looked at: by how far from its middle, where along a side, and what is near."""

COLUMNS, SIDES, COMPANY = 9, 6, 7
"""How many signs are weighed, and which of them are those of the sides and of the company."""

SAY = 4
"""So many of them, the first ones, say themselves that something is a card."""

PLAINLY, BY_FINDER, BY_OTHERS = 3.5, 1.8, 0.2
"""The log-odds from which something is plainly a card, by what the finder says, and the closer look, the reader and a
number."""

NEITHER = 6.0
"""The log-odds beyond which surer says nothing more."""

LEAST = 0.3
"""The log-odds from which it is a card: to see one where there is none is a little worse than to overlook one."""

Evidence = NDArray[np.float64]


def evidence_of_cards(picture: Picture, found: Sequence[Found], looks: Sequence[Look]) -> Evidence:
    """What speaks for each of these being a card, a row each."""
    evidence = _as_found(found, looks, found)
    evidence[:, SIDES] = _sides_alike(picture, found)
    evidence[:, COMPANY] = company([look.cut for look in looks], _plain_ones(evidence, looks))
    return evidence


def are_cards(
    pyramid: Pyramid,
    found: Sequence[Found],
    looks: Sequence[Look],
    among: Sequence[Found],
    weights: Sequence[float],
    known: Sequence[Quad] = (),
) -> NDArray[np.bool_]:
    """Which of these are cards, `among` all that was found, where at `known` places lie cards.

    Company and table are looked at only where that can change it.
    """
    evidence = _as_found(found, looks, among)
    odds = evidence @ weights
    if len(at := _open(odds, weights[SIDES], weights[COMPANY])):
        others = [*_plain_ones(evidence, looks), *(cut_card(pyramid, quad)[0] for quad in known)]
        odds[at] += weights[COMPANY] * company([looks[one].cut for one in at], others)
        at = at[_open(odds[at], weights[SIDES])]
        odds[at] += weights[SIDES] * _sides_alike(pyramid.whole, [found[one] for one in at])
    return np.asarray(odds > LEAST)


def _open(odds: NDArray[np.float64], *weights: float) -> NDArray[np.intp]:
    """For which of them signs between 0 and 1 with these weights can still decide."""
    least, most = sum(min(one, 0.0) for one in weights), sum(max(one, 0.0) for one in weights)
    return np.flatnonzero((odds + least > LEAST) != (odds + most > LEAST))


def _plain_ones(evidence: Evidence, looks: Sequence[Look]) -> list[Picture]:
    """The cut-outs of what is plainly a card."""
    plain = evidence[:, :SAY] @ (BY_FINDER, *(BY_OTHERS,) * (SAY - 1)) > PLAINLY
    return [look.cut for look, is_one in zip(looks, plain, strict=True) if is_one]


def _as_found(found: Sequence[Found], looks: Sequence[Look], among: Sequence[Found]) -> Evidence:
    middles, sizes = middles_and_sizes(among)
    sure = np.array([other.chance > SURELY for other in among], bool)
    usual = float(np.median(sizes[sure] if sure.any() else sizes)) if len(sizes) else 1.0
    own, own_sizes = middles_and_sizes(found)
    near = np.linalg.norm(own[:, None] - middles, axis=2) < usual
    larger = np.abs(np.log(own_sizes / usual))
    rows = [
        (
            _within(log_odds(one.chance)),
            _within(log_odds(one.chance if one.nearby is None else one.nearby)),
            _within(log_odds(1 - float(look.kind[NO_CARD]))),
            _within(log_odds(look.surest)),
            _covered(one, [among[at] for at in np.flatnonzero(around)]),
            float(by),
            0.0,
            0.0,
            1.0,
        )
        for one, look, around, by in zip(found, looks, near, larger, strict=True)
    ]
    return np.array(rows, float).reshape(-1, COLUMNS)


def _within(odds: float) -> float:
    return min(max(odds, -NEITHER), NEITHER)


def _covered(one: Found, near: Sequence[Found]) -> float:
    """The most that it shares with one of which the finder is surer."""
    return max((overlap(one.quad, other.quad) for other in near if other.chance > one.chance), default=0.0)


def _sides_alike(picture: Picture, found: Sequence[Found]) -> NDArray[np.float64]:
    """The part of each one's sides that look the same on both sides of the edge. What is not in the picture differs."""
    if not found:
        return np.zeros(0)
    quads = np.stack([one.quad for one in found])
    middle = quads.mean(axis=1)[:, None, None, None]
    start, end = quads, np.roll(quads, -1, axis=1)
    edge = start[:, :, None] + (end - start)[:, :, None] * ALONG[:, None]
    # By card, side, inside or outside, how far out, along the side.
    points = middle[:, None] + np.array(RINGS)[:, :, None, None] * (edge[:, :, None, None] - middle[:, None])
    around = points[..., None, :] + AROUND
    flat = around.reshape(len(quads), -1, 2)
    colours = sampled(picture, flat.astype(np.float32)).reshape(*around.shape[:-1], 3).mean(axis=5, dtype=np.float32)
    inside, outside = np.moveaxis(np.median(colours.reshape(len(quads), 4, 2, -1, 3), axis=3), 2, 0)
    within = ((flat >= 0) & (flat < np.array(picture.shape[1::-1]) - 1)).reshape(len(quads), 4, -1).all(axis=2)
    alike = (np.abs(inside - outside).max(axis=2) < LEVELS) & within
    return np.asarray(alike.mean(axis=1))
