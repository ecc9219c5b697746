"""Learns the weights with which chips are counted: `python -m vision.training.chips [SCENES]`, seeded.

Two logistic regressions: what makes a circle a chip by itself, and beside the others. Prints the
module `vision/chip_weights.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.chips import CHIP_MM, chance, flattened, look_alone, look_among, through
from vision.circles import Circles, find_circles
from vision.synthetic.chips import ChipScene, draw_chips

Floats = NDArray[np.floating[Any]]
SCENES = 1600
_STEPS = 30
_HOLD = 0.02
"""How much weights are held near zero."""

_NEAR, _FAR = 0.3, 0.5
"""Parts of the radius: a circle nearer to a chip is one, farther it is none, between it does not count."""


def main() -> None:
    scenes = int(sys.argv[1]) if len(sys.argv) > 1 else SCENES
    seen = [example for seed in range(scenes) if (example := _example(draw_chips(seed))) is not None]
    alone = _learned(seen, look_alone)
    among = _learned(seen, lambda circles: look_among(circles, chance(look_alone(circles), alone)))
    print('"""How much each look counts for a chip: made by `python -m vision.training.chips`."""\n')
    for name, weights in (("ALONE", alone), ("AMONG", among)):
        print(f"{name} = (")
        for weight in weights:
            print(f"    {weight:.4f},")
        print(")")


def _example(scene: ChipScene) -> tuple[Circles, NDArray[np.bool_], NDArray[np.bool_]] | None:
    """The circles of a scene, which are chips, and which say anything."""
    flat, to_flat = flattened(scene.picture, scene.quad, scene.zone)
    circles = find_circles(flat, (CHIP_MM[0] / 2 - 0.25, CHIP_MM[1] / 2 + 0.25))
    if not len(circles):
        return None
    polygon = through(to_flat, scene.zone).astype(np.float32)[:, None]
    inside = [cv2.pointPolygonTest(polygon, (float(x), float(y)), True) > 2 for x, y, _ in circles.found]
    nearest = np.full(len(circles), np.inf)
    if scene.count:
        true = through(to_flat, scene.centres)
        nearest = np.linalg.norm(circles.found[:, None, :2] - true, axis=2).min(1) / circles.found[:, 2]
    return circles, nearest < _NEAR, np.array(inside) & ((nearest < _NEAR) | (nearest > _FAR))


def _learned(
    seen: list[tuple[Circles, NDArray[np.bool_], NDArray[np.bool_]]], look: Callable[[Circles], Floats]
) -> tuple[float, ...]:
    looks = np.vstack([look(circles)[says] for circles, _, says in seen])
    chips = np.concatenate([truth[says] for _, truth, says in seen]).astype(np.float64)
    weights = np.zeros(looks.shape[1])
    for _ in range(_STEPS):
        expected = chance(looks, tuple(weights))
        curve = looks.T @ (looks * (expected * (1 - expected) + 1e-6)[:, None]) + _HOLD * np.eye(len(weights))
        weights += np.linalg.solve(curve, looks.T @ (chips - expected) - _HOLD * weights)
    return tuple(weights.tolist())


if __name__ == "__main__":
    main()
