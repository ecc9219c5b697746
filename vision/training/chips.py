"""Learns how chips are counted: `python -m vision.training.chips MODELS [SCENES]`, seeded, in a quarter of an hour.

A small network says what makes a circle a chip by itself (`chips.onnx`); a logistic regression, on scenes that it has
not learned from, what the others say about it (`chips.json`).
"""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.chips import (
    CHIP_MM,
    MODEL,
    PATCH,
    WEIGHTS,
    cut_circles,
    flattened,
    logistic,
    look_among,
    moved,
    through,
)
from vision.circles import PER_MM, Circles, find_circles
from vision.synthetic.chips import draw_chips
from vision.training.export import export
from vision.training.layers import Whole, down

Floats = NDArray[np.floating[Any]]
SCENES = 6000
APART = 5
"""Every fifth scene is kept from the network, for the regression."""

ROUNDS, AT_ONCE, RATE = 14, 256, 3e-3
_STEPS = 30
_HOLD = 0.02
"""How much weights are held near zero."""

_NEAR, _FAR = 0.5, 0.65
"""Parts of the radius: a circle nearer to a chip is one, farther it is none, between it does not count."""

_ASIDE = 4
"""So many circles a chip are thought up beside those that were found: what was found may be a part of one."""


@dataclass(frozen=True, eq=False)
class Example:
    """The circles of a scene as they are cut out, which are chips, which say anything, and where their chips are.

    The first ones are those that were found; others were thought up beside the chips.
    """

    flat: NDArray[np.uint8] | None
    circles: Circles
    patches: NDArray[np.uint8]
    chips: NDArray[np.bool_]
    says: NDArray[np.bool_]
    aside: NDArray[np.float32]


class Chips(nn.Module):
    """The log-odds that a circle is a chip, or a part of one, and where that is: aside, below, how much larger."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(down(3, 16), down(16, 32), Whole(32), down(32, 48), Whole(48), nn.Flatten())
        self.head = nn.Sequential(nn.Linear(48 * (PATCH // 8) ** 2, 32), nn.ReLU(inplace=True), nn.Linear(32, 4))

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.head(self.body(x / 64 - 2))
        return out


def main() -> None:
    models, scenes = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else SCENES
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        seen = [one for one in pool.map(_example, range(scenes), chunksize=16) if one is not None]
    net = _trained([one for one in seen if one.flat is None])
    export(net, (PATCH, PATCH), models / MODEL, ("said",))
    among = _learned([_looked_at(net, one) for one in seen if one.flat is not None])
    text = json.dumps({"among": [round(weight, 4) for weight in among]})
    (models / WEIGHTS).write_text(text + "\n", encoding="utf-8")


def _example(seed: int) -> Example | None:
    cv2.setNumThreads(1)
    scene, rng = draw_chips(seed), np.random.default_rng(seed)
    flat, to_flat = flattened(scene.picture, scene.quad, scene.zone)
    circles = find_circles(flat, (CHIP_MM[0] / 2 - 0.25, CHIP_MM[1] / 2 + 0.25))
    if not len(circles):
        return None
    radius = scene.diameter / 2 * PER_MM
    true = through(to_flat, scene.tops) if scene.count else np.full((1, 2), 1e6)
    found = circles.found
    if scene.count:
        found = np.vstack([found, *(_thought_up(true, radius, rng) for _ in range(_ASIDE))])
    polygon = through(to_flat, scene.zone).astype(np.float32)[:, None]
    inside = [cv2.pointPolygonTest(polygon, (float(x), float(y)), True) > 2 for x, y, _ in found]
    far = np.linalg.norm(found[:, None, :2] - true, axis=2)
    whose = far.argmin(1)
    nearest = far.min(1) / radius
    aside = np.hstack([(true[whose] - found[:, :2]) / found[:, 2:], np.log(radius / found[:, 2:])])
    says = np.array(inside) & ((nearest < _NEAR) | (nearest > _FAR))
    kept = flat if seed % APART == 0 else None
    return Example(kept, circles, cut_circles(flat, found), nearest < _NEAR, says, aside.astype(np.float32))


def _thought_up(true: Floats, radius: float, rng: np.random.Generator) -> Floats:
    """A circle beside each chip, larger or smaller."""
    return np.hstack(
        [true + rng.uniform(-0.4, 0.4, true.shape) * radius, radius * rng.uniform(0.65, 1.3, (len(true), 1))]
    )


def _trained(seen: list[Example]) -> Chips:
    torch.manual_seed(1)
    patches = torch.from_numpy(np.concatenate([one.patches[one.says] for one in seen])).permute(0, 3, 1, 2)
    chips = torch.from_numpy(np.concatenate([one.chips[one.says] for one in seen]).astype(np.float32))
    aside = torch.from_numpy(np.concatenate([one.aside[one.says] for one in seen]))
    net = Chips()
    steps = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=0.01)
    pace = torch.optim.lr_scheduler.OneCycleLR(steps, RATE, ROUNDS * (len(chips) // AT_ONCE))
    for number in range(ROUNDS):
        total = 0.0
        for those in torch.randperm(len(chips))[: len(chips) // AT_ONCE * AT_ONCE].view(-1, AT_ONCE):
            loss = _loss(net(_lit(patches[those])), chips[those], aside[those])
            steps.zero_grad()
            loss.backward()
            steps.step()
            pace.step()
            total += float(loss)
        print(f"round {number + 1}: loss {total / (len(chips) // AT_ONCE):.4f}", flush=True)
    return net.eval()


def _loss(said: Tensor, chips: Tensor, aside: Tensor) -> Tensor:
    far = functional.smooth_l1_loss(said[:, 1:], aside, reduction="none", beta=0.05).sum(1)
    return functional.binary_cross_entropy_with_logits(said[:, 0], chips) + 0.5 * (far * chips).mean()


def _lit(patches: Tensor) -> Tensor:
    """In another light."""
    light = 1 + 0.15 * torch.randn(len(patches), 3, 1, 1)
    return (patches.float() * light + 8 * torch.randn(len(patches), 1, 1, 1)).clamp(0, 255)


def _looked_at(net: Chips, one: Example) -> tuple[Circles, Floats, Example]:
    """The circles that were found, where the network moves them to, and what it says of them there."""
    assert one.flat is not None
    found = moved(one.circles.found, _said(net, cut_circles(one.flat, one.circles.found)))
    odds = _said(net, cut_circles(one.flat, found))[:, 0]
    return replace(one.circles, found=found), logistic(odds), one


def _said(net: Chips, patches: NDArray[np.uint8]) -> Floats:
    with torch.no_grad():
        return np.asarray(net(torch.from_numpy(patches).permute(0, 3, 1, 2).float()), np.float64)


def _learned(seen: list[tuple[Circles, Floats, Example]]) -> tuple[float, ...]:
    looks = np.vstack([look_among(circles, alone)[one.says[: len(circles)]] for circles, alone, one in seen])
    chips = np.concatenate([one.chips[: len(circles)][one.says[: len(circles)]] for circles, _, one in seen])
    weights = np.zeros(looks.shape[1])
    for _ in range(_STEPS):
        expected = logistic(looks @ weights)
        curve = looks.T @ (looks * (expected * (1 - expected) + 1e-6)[:, None]) + _HOLD * np.eye(len(weights))
        weights += np.linalg.solve(curve, looks.T @ (chips.astype(np.float64) - expected) - _HOLD * weights)
    return tuple(weights.tolist())


if __name__ == "__main__":
    main()
