"""The plane of the table: all cards of a deck have one size, so each is a known rectangle lying somewhere on it.

From the cards that were found the way the camera looks at the table follows, without markers.
That puts right corners that an edge nearby led astray, and shows what is too large or too small
to be a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Quad = NDArray[np.float64]
Floats = NDArray[np.float64]

RATIO = 56 / 87
LEAST_CARDS = 4
ROUNDS = 12
LEAST_AGREEING = 0.6
"""Of the cards so many must lie in one plane, or there is none to be relied on."""

AGREES = 0.05
"""A card lies in the plane if its corners are this near to where they should be, by its height."""

_TEMPLATE = np.array([(-RATIO, -1), (RATIO, -1), (RATIO, 1), (-RATIO, 1)]) / 2


@dataclass(frozen=True, eq=False)
class Plane:
    """How the table lies: from pixels to a plane in which all cards are upright rectangles of one size."""

    middle: Floats
    unit: float
    lean: Floats
    """Two for the perspective, one for the shear, one for the stretch."""

    size: float
    """The height of a card in the plane."""

    def flat(self, points: Floats) -> Floats:
        """From pixels to the plane."""
        at = (points - self.middle) / self.unit
        return _flat(at, self.lean)

    def pixels(self, flat: Floats) -> Floats:
        """From the plane to pixels."""
        across, along, shear, stretch = self.lean
        y = flat[..., 1] * np.exp(-stretch)
        at = np.stack([flat[..., 0] - shear * y, y], axis=-1)
        return np.asarray(at / (1 - at @ (across, along))[..., None] * self.unit + self.middle)

    def fitted(self, quads: Floats) -> tuple[Floats, Floats, Floats]:
        """The nearest card to each quad, how far its corners are from it, and how large the quad is, by a card."""
        flat = self.flat(quads)
        placed, scale = _placed(flat, self.size)
        away = np.linalg.norm(flat - placed, axis=2).mean(axis=1) / self.size
        return self.pixels(placed), away, scale / self.size


def plane_of(quads: Sequence[Quad]) -> Plane | None:
    """The plane in which most of these quads are cards, or None where there is no such plane."""
    if len(quads) < LEAST_CARDS:
        return None
    corners = np.stack(quads)
    middle = corners.mean(axis=(0, 1))
    unit = max(1.0, float(np.abs(corners - middle).max()))
    at = (corners - middle) / unit
    lean, size = np.zeros(4), float(np.median(_placed(at, None)[1]))
    for _ in range(ROUNDS):
        lean = lean - _step(at, lean, size)
        size = float(np.median(_placed(_flat(at, lean), None)[1]))
    plane = Plane(middle, unit, lean, size)
    _, away, _ = plane.fitted(corners)
    if np.abs(lean[:2]).max() > 0.6 or float(np.mean(away < AGREES)) < LEAST_AGREEING:
        return None
    return plane


def _step(at: Floats, lean: Floats, size: float) -> Floats:
    """How much to change the lean by, so that the quads come nearer to cards; those far from it count little."""
    base = _errors(at, lean, size)
    tiny = 1e-4
    slopes = np.stack([(_errors(at, lean + tiny * way, size) - base) / tiny for way in np.eye(4)], axis=-1)
    away = np.linalg.norm(base.reshape(len(at), -1), axis=1)
    weight = 1 / (1 + (away / max(float(np.median(away)), 0.01)) ** 4)
    weighed = slopes * weight[:, None, None, None]
    # A weak pull toward a camera that looks straight down: few cards say little.
    matrix = np.einsum("ncdi,ncdj->ij", weighed, slopes) + np.diag([0.02, 0.02, 0.05, 0.05])
    return np.asarray(
        np.linalg.solve(matrix, np.einsum("ncdi,ncd->i", weighed, base) + np.diag([0.02, 0.02, 0.05, 0.05]) @ lean)
    )


def _errors(at: Floats, lean: Floats, size: float) -> Floats:
    """How far each corner is from where the nearest card has it, by the card's height."""
    flat = _flat(at, lean)
    return (flat - _placed(flat, size)[0]) / size


def _flat(at: Floats, lean: Floats) -> Floats:
    across, along, shear, stretch = lean
    straight = at / (1 + at @ (across, along))[..., None]
    x = straight[..., 0] + shear * straight[..., 1]
    return np.stack([x, straight[..., 1] * np.exp(stretch)], axis=-1)


def _placed(flat: Floats, size: float | None) -> tuple[Floats, Floats]:
    """The nearest card of that size to each quad, and the size of the nearest one of any size."""
    middle = flat.mean(axis=1, keepdims=True)
    off = flat - middle
    along = np.einsum("nij,ij->n", off, _TEMPLATE)
    across = (off[..., 1] * _TEMPLATE[:, 0] - off[..., 0] * _TEMPLATE[:, 1]).sum(axis=1)
    length = np.hypot(along, across)
    scale = length / np.square(_TEMPLATE).sum()
    cos, sin = along / np.maximum(length, 1e-12), across / np.maximum(length, 1e-12)
    turn = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], -2)
    card = np.einsum("nij,kj->nki", turn, _TEMPLATE)
    return card * (scale if size is None else np.full(len(flat), size))[:, None, None] + middle, scale
