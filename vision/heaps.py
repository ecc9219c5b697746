"""Cards that lie on one another and are seen as one, which is too large: single ones are tried in its corners."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.detect import SURELY, Found, Quad

LEAST_CARDS = 3
"""From so many cards on it is known how large they are in a picture."""

LARGER, NOT_SMALLER, AT_MOST = 1.1, 0.92, 1.5
"""Along one side at least it is larger by so much, along neither smaller, and no larger than two that lie together."""


def usual_size(found: Sequence[Found]) -> tuple[float, float] | None:
    """How wide and high most of the cards are, as far as that can be told."""
    sure = [one.quad for one in found if one.chance > SURELY]
    if len(sure) < LEAST_CARDS:
        return None
    wide, high = np.median([_size(quad) for quad in sure], axis=0)
    return float(wide), float(high)


def single_ones(quad: Quad, usual: tuple[float, float]) -> list[Quad]:
    """Where single cards would lie in what is too large for one: in each of its corners; nowhere if it is not."""
    larger = np.divide(_size(quad), usual)
    if not LARGER < larger.max() < AT_MOST or larger.min() < NOT_SMALLER:
        return []
    across, down = quad[1] - quad[0] + quad[2] - quad[3], quad[3] - quad[0] + quad[2] - quad[1]
    across, down = across / np.linalg.norm(across) * usual[0], down / np.linalg.norm(down) * usual[1]
    first = (quad[0], quad[1] - across, quad[2] - across - down, quad[3] - down)
    return [np.stack([corner, corner + across, corner + across + down, corner + down]) for corner in first]


def _size(quad: Quad) -> tuple[float, float]:
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
