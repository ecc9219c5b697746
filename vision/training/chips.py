"""Learns how chips are counted: `python -m vision.training.chips [SCENES]`, seeded, in a quarter of an hour.

A small network says what makes a circle a chip by itself (`vision/models/chips.onnx`); a logistic regression, on scenes
that it has not learned from, what the others say about it (`vision/chip_weights.py`).
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.chips import CHIP_MM, MODEL, PATCH, chance, cut_circles, flattened, look_among, through
from vision.circles import Circles, find_circles
from vision.synthetic.chips import draw_chips
from vision.training.export import export
from vision.training.layers import Whole, down

Floats = NDArray[np.floating[Any]]
SCENES = 5000
APART = 5
"""Every fifth scene is kept from the network, for the regression."""

ROUNDS, AT_ONCE, RATE = 14, 256, 3e-3
WEIGHTS = Path(__file__).parents[1] / "chip_weights.py"
_STEPS = 30
_HOLD = 0.02
"""How much weights are held near zero."""

_NEAR, _FAR = 0.3, 0.5
"""Parts of the radius: a circle nearer to a chip is one, farther it is none, between it does not count."""


@dataclass(frozen=True, eq=False)
class Example:
    """The circles of a scene as they are cut out, which are chips, and which say anything."""

    circles: Circles
    patches: NDArray[np.uint8]
    chips: NDArray[np.bool_]
    says: NDArray[np.bool_]


class Chips(nn.Module):
    """The log-odds that a circle is a chip."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(down(3, 16), down(16, 32), Whole(32), down(32, 48), Whole(48), nn.Flatten())
        self.head = nn.Sequential(nn.Linear(48 * (PATCH // 8) ** 2, 32), nn.ReLU(inplace=True), nn.Linear(32, 1))

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.head(self.body(x / 64 - 2))
        return out


def main() -> None:
    scenes = int(sys.argv[1]) if len(sys.argv) > 1 else SCENES
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        seen = [one for one in pool.map(_example, range(scenes), chunksize=16) if one is not None]
    net = _trained([one for at, one in enumerate(seen) if at % APART])
    export(net, (PATCH, PATCH), MODEL, ("odds",))
    kept = seen[::APART]
    alone = [_chances(net, one.patches) for one in kept]
    among = _learned(kept, alone)
    weights = "".join(f"    {weight:.4f},\n" for weight in among)
    WEIGHTS.write_text(
        '"""How much a circle counts for a chip beside the others: made by `python -m vision.training.chips`."""\n\n'
        f"AMONG = (\n{weights})\n"
    )


def _example(seed: int) -> Example | None:
    cv2.setNumThreads(1)
    scene = draw_chips(seed)
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
    says = np.array(inside) & ((nearest < _NEAR) | (nearest > _FAR))
    return Example(circles, cut_circles(flat, circles), nearest < _NEAR, says)


def _trained(seen: list[Example]) -> Chips:
    torch.manual_seed(1)
    patches = torch.from_numpy(np.concatenate([one.patches[one.says] for one in seen])).permute(0, 3, 1, 2)
    chips = torch.from_numpy(np.concatenate([one.chips[one.says] for one in seen]).astype(np.float32))
    net = Chips()
    steps = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=0.01)
    pace = torch.optim.lr_scheduler.OneCycleLR(steps, RATE, ROUNDS * (len(chips) // AT_ONCE))
    for number in range(ROUNDS):
        total = 0.0
        for those in torch.randperm(len(chips))[: len(chips) // AT_ONCE * AT_ONCE].view(-1, AT_ONCE):
            loss = functional.binary_cross_entropy_with_logits(net(_turned(patches[those]))[:, 0], chips[those])
            steps.zero_grad()
            loss.backward()
            steps.step()
            pace.step()
            total += float(loss)
        print(f"round {number + 1}: loss {total / (len(chips) // AT_ONCE):.4f}", flush=True)
    return net.eval()


def _turned(patches: Tensor) -> Tensor:
    """In another light, turned and mirrored: a chip is one all the same."""
    turned = torch.rot90(patches.float(), int(torch.randint(4, ())), (2, 3))
    turned = turned.flip(3) if torch.rand(()) < 0.5 else turned
    light = 1 + 0.15 * torch.randn(len(patches), 3, 1, 1)
    return (turned * light + 8 * torch.randn(len(patches), 1, 1, 1)).clamp(0, 255)


def _chances(net: Chips, patches: NDArray[np.uint8]) -> Floats:
    with torch.no_grad():
        return np.asarray(torch.sigmoid(net(torch.from_numpy(patches).permute(0, 3, 1, 2).float())[:, 0]), np.float64)


def _learned(seen: list[Example], alone: list[Floats]) -> tuple[float, ...]:
    looks = np.vstack([look_among(one.circles, own)[one.says] for one, own in zip(seen, alone, strict=True)])
    chips = np.concatenate([one.chips[one.says] for one in seen]).astype(np.float64)
    weights = np.zeros(looks.shape[1])
    for _ in range(_STEPS):
        expected = chance(looks, tuple(weights))
        curve = looks.T @ (looks * (expected * (1 - expected) + 1e-6)[:, None]) + _HOLD * np.eye(len(weights))
        weights += np.linalg.solve(curve, looks.T @ (chips - expected) - _HOLD * weights)
    return tuple(weights.tolist())


if __name__ == "__main__":
    main()
