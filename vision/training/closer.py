"""Trains the closer look: a network that says of a single thing, cut out large, whether it is a card.

It learns from what the finder is in doubt about, so the finder is made first.
"""

from __future__ import annotations

import time
from functools import partial

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.closer import PATCH
from vision.training.command import Wish, read_wish
from vision.training.drawing import Pool
from vision.training.export import export
from vision.training.going_on import go_on_from
from vision.training.layers import Whole, down
from vision.training.mean import Mean
from vision.training.muon import Steps, how_far
from vision.training.patches import draw_sample, vary

RATE = 3e-3
SCENES = 6
"""So many a step."""


class Closer(nn.Module):
    """Ten numbers a patch: card or not, face up, and the corners from the middle (8), by the card's height."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(down(3, 16), down(16, 32), Whole(32), down(32, 64), Whole(64), Whole(64)),
            *(down(64, 96), Whole(96), Whole(96), nn.Conv2d(96, 32, 1), nn.ReLU(inplace=True), nn.Flatten()),
        )
        self.head = nn.Sequential(
            nn.Linear(32 * (PATCH[0] // 16) * (PATCH[1] // 16), 96), nn.ReLU(inplace=True), nn.Linear(96, 10)
        )

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.head(self.body(x / 64 - 2))
        return out


def loss_of(said: Tensor, truth: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The loss for being a card, for the face, and for the corners."""
    card = functional.binary_cross_entropy_with_logits(said[:, 0], truth[:, 0], reduction="none")
    face = functional.binary_cross_entropy_with_logits(said[:, 1], truth[:, 2], reduction="none")
    corners = functional.smooth_l1_loss(said[:, 2:], truth[:, 4:], reduction="none", beta=0.02).sum(1)
    near = truth[:, 3]
    total = near.sum().clamp(min=1)
    return (card * truth[:, 1]).mean(), (face * near).sum() / total, (corners * near).sum() / total


def train(wish: Wish) -> None:
    """Train for so long beside the finder that lies in the same folder, and write the network."""
    torch.manual_seed(1)
    torch.set_num_threads(1)
    rng = np.random.default_rng(2)
    pool = Pool(
        partial(draw_sample, wish.typefaces, wish.pictures, wish.out.parent), wish.workers, most=8000, vary=vary
    )
    net = Closer().to(memory_format=torch.channels_last)
    if wish.start_from is not None:
        go_on_from(wish.start_from / "closer.onnx", net, lambda net: _said(net, _patches(pool, rng)))
    steps, mean = Steps(net, (net.body[0][0], net.head[-1]), wish.rate), Mean(net, wish.goes_on)
    start, step, report = time.monotonic(), 0, np.zeros(4)
    while (spent := time.monotonic() - start) < wish.seconds:
        patches, truth = (torch.from_numpy(part).flatten(0, 1) for part in pool.batch(SCENES, rng))
        said = _said(net, patches)
        card, face, corners = loss_of(said.float(), truth)
        if not steps.take(card + 0.2 * face + 0.5 * corners, how_far(step, spent / wish.seconds)):
            print("a step left out", flush=True)
        mean.step()
        right = (((said[:, 0] > 0) == (truth[:, 0] > 0)).float() * truth[:, 1]).sum() / truth[:, 1].sum()
        report += (card.item(), face.item(), corners.item(), right.item())
        step += 1
        if step % 100 == 0:
            print(f"{spent:6.0f} s  step {step}  drawn {len(pool)} ", (report / 100).round(4), flush=True)
            report[:] = 0
    settled = mean.settled(lambda net: _said(net, _patches(pool, rng)))
    export(settled, PATCH, wish.out, ["said"])


def _patches(pool: Pool, rng: np.random.Generator) -> Tensor:
    return torch.from_numpy(pool.batch(SCENES, rng)[0]).flatten(0, 1)


def _said(net: nn.Module, patches: Tensor) -> Tensor:
    with torch.autocast("cpu", torch.bfloat16):
        said: Tensor = net(patches.permute(0, 3, 1, 2).float())
    return said


def main() -> None:
    train(read_wish(RATE))


if __name__ == "__main__":
    main()
