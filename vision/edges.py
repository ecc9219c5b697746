"""Moves the sides of what was found onto the edges of the picture, to where they lie exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from vision.detect import LEAST_TO_COMPARE, Found, Quad
from vision.frame import Picture
from vision.sampling import rounded, sampled

ALONG = np.linspace(0.1, 0.9, 20)
ROUGHLY, FINELY = 0.07, 0.03
"""How far from a side its edge is looked for, by the card's height: first, and then again."""

STEPS = 19
AS_STEEP = 0.7
LEAST_EDGE, LEAST_POINTS = 2.0, 6
"""A side moves where so many of its points find an edge of so many steps of brightness."""

ODD_SHAPE = 0.08
"""So much narrower or wider than most of the cards in a picture hardly one is, as a logarithm."""

UNKNOWN = 0.5
"""The chance of what no network says anything of."""


def maybe_at(places: Sequence[Quad], picture: Picture) -> list[Found]:
    """What may lie in places where cards do, although nothing was found there."""
    return on_edges([Found(quad, UNKNOWN, UNKNOWN) for quad in places], picture)


def on_edges(found: Sequence[Found], picture: Picture) -> list[Found]:
    """The same, their sides on edges of the picture."""
    said = [one.quad for one in found]
    # What the network said may be off by more than the nearest edge that is not the card's.
    quads = sharpened(picture, sharpened(picture, said, ROUGHLY), FINELY)
    if len(quads) >= LEAST_TO_COMPARE:
        shapes = _shapes(quads)
        usual = np.median(shapes)
        odd = np.flatnonzero(np.abs(shapes - usual) > ODD_SHAPE)
        for at, near in zip(odd, sharpened(picture, [said[at] for at in odd], FINELY), strict=True):
            # Perhaps an edge further away was another card's; one nearer by must make it like all others.
            if np.abs(_shapes([near]) - usual) < ODD_SHAPE / 2:
                quads[at] = near
    return [replace(one, quad=rounded(quad)) for quad, one in zip(quads, found, strict=True)]


def _shapes(quads: Sequence[Quad]) -> NDArray[np.float64]:
    """How wide each is by its height, as a logarithm."""
    sides = np.linalg.norm(np.stack(quads) - np.roll(quads, -1, axis=1), axis=2)
    return np.asarray(np.log((sides[:, 0] + sides[:, 2]) / (sides[:, 1] + sides[:, 3])))


def sharpened(picture: Picture, quads: list[Quad], reach_by_height: float) -> list[Quad]:
    """The quads with their sides moved onto the edges that lie near them.

    An edge is where any of the colours changes: a red card on a green cloth may be as bright as it.
    """
    if not quads:
        return []
    corners = np.stack(quads)
    start, end = corners, np.roll(corners, -1, axis=1)
    side = end - start
    length = np.linalg.norm(side, axis=2, keepdims=True)
    out = np.stack([side[..., 1], -side[..., 0]], axis=2) / length
    reach = reach_by_height * length[:, [1, 0, 1, 0]].max(axis=1, keepdims=True)
    across = np.linspace(-1, 1, STEPS) * reach
    points = np.empty((*corners.shape[:2], len(ALONG), STEPS, 2), np.float32)
    for axis in (0, 1):
        on_side = start[..., axis, None] + side[..., axis, None] * ALONG
        points[..., axis] = on_side[..., None] + out[..., axis, None, None] * across[:, :, None]
    profile = sampled(picture, points.reshape(-1, STEPS * len(ALONG), 2))
    profile = profile.reshape(*corners.shape[:2], len(ALONG), STEPS, -1).astype(np.int16)
    step = np.abs(profile[..., 2:, :] - profile[..., :-2, :])
    # By channels: numpy takes ten times as long to find the most along so short an axis.
    step = reduce(np.maximum, np.moveaxis(step, 4, 0)).astype(np.float32) / 2
    step[:, :, 1:-1] = (step[:, :, :-2] + 2 * step[:, :, 1:-1] + step[:, :, 2:]) / 4
    slope = step * np.exp(-((np.arange(STEPS - 2) - (STEPS - 3) / 2) ** 2) / 60)
    best = _outermost(slope).clip(1, STEPS - 4)
    before, strength, after = (np.take_along_axis(slope, (best + by)[..., None], 3)[..., 0] for by in (-1, 0, 1))
    between = 0.5 * (before - after) / np.minimum(before + after - 2 * strength, -1e-3)
    moved = ((best + 1 + between.clip(-0.5, 0.5)) / (STEPS - 1) * 2 - 1) * reach
    level, lean = _lines(moved, strength)
    first = start + out * (level - lean / 2)[..., None]
    last = end + out * (level + lean / 2)[..., None]
    new = _crossings(np.roll(first, 1, axis=1), np.roll(last, 1, axis=1), first, last)
    far = np.linalg.norm(new - corners, axis=2).max(axis=1)
    size = np.linalg.norm(corners[:, 0] - corners[:, 2], axis=1)
    kept = np.where((far > 0.15 * size)[:, None, None], corners, new)
    return list(kept)


def _outermost(slope: Quad) -> NDArray[np.intp]:
    """Along each line outward the last peak that is not much less steep than the steepest: within are frames."""
    peak = slope >= AS_STEEP * slope.max(axis=3, keepdims=True)
    peak[..., 1:] &= slope[..., 1:] >= slope[..., :-1]
    peak[..., :-1] &= slope[..., :-1] >= slope[..., 1:]
    return np.asarray(slope.shape[3] - 1 - peak[..., ::-1].argmax(axis=3))


def _lines(moved: Quad, strength: Quad) -> tuple[Quad, Quad]:
    """How far each side moves and how much it leans, by edge points of which some are wrong."""
    along = ALONG - 0.5
    level, lean = np.median(moved, axis=-1), np.zeros(moved.shape[:2])
    enough = np.ones(moved.shape[:2], bool)
    spread = 3.0
    for _ in range(4):
        away = np.abs(moved - level[..., None] - lean[..., None] * along)
        weight = strength * (away < spread)
        enough &= np.count_nonzero(weight > LEAST_EDGE, axis=-1) >= LEAST_POINTS
        total = np.maximum(weight.sum(axis=-1), 1e-9)
        middle_x, middle_y = (weight * along).sum(axis=-1) / total, (weight * moved).sum(axis=-1) / total
        x = along - middle_x[..., None]
        lean = (weight * x * (moved - middle_y[..., None])).sum(axis=-1) / np.maximum(
            (weight * x * x).sum(axis=-1), 1e-9
        )
        level = middle_y - lean * middle_x
        spread = max(1.0, spread * 0.7)
    return np.where(enough, level, 0.0), np.where(enough, lean, 0.0)


def _crossings(a: Quad, b: Quad, c: Quad, d: Quad) -> Quad:
    """Where the lines from `a` to `b` and from `c` to `d` meet."""
    first, second = b - a, d - c
    across = first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]
    part = (c[..., 0] - a[..., 0]) * second[..., 1] - (c[..., 1] - a[..., 1]) * second[..., 0]
    flat = np.abs(across) < 1e-9
    met = a + first * (part / np.where(flat, 1.0, across))[..., None]
    return np.where(flat[..., None], (b + c) / 2, met)
