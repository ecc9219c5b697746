"""Trains the finder: a small network that says where cards lie in a small picture of the table.

The picture is seen as cells of eight pixels. For each cell the network says whether the middle
of a card lies in it, where exactly, how the card's half height and half width point (as double
angles, since a card looks the same after half a turn), and whether its face shows.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.detect import CELL, INPUT
from vision.synthetic.designs import SPREAD, any_design
from vision.synthetic.scenes import EASY, Scene, draw_scene
from vision.synthetic.typefaces import Typeface
from vision.training.command import Wish, read_wish
from vision.training.drawing import Pool, Sample
from vision.training.export import export
from vision.training.going_on import go_on_from
from vision.training.layers import Whole, down
from vision.training.lessons import HARDER, HEAPED, LITTERED, OTHER_COLOURS, USUAL, lesson_of
from vision.training.mean import Mean
from vision.training.muon import Steps, how_far

GRID = (INPUT[0] // CELL, INPUT[1] // CELL)
LEAST_VISIBLE = 0.5
RATE = 3e-3
PICTURES = 8
"""So many a step."""

LESSONS = (EASY, USUAL, HARDER, LITTERED, HEAPED)


class Finder(nn.Module):
    """Ten numbers a cell: card or not, the middle (2), half height (2), half width (2), face up, visible, spare."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(down(3, 16), down(16, 32), down(32, 48), Whole(48))
        wide = (Whole(96), Whole(96, 2), Whole(96), Whole(96, 2), Whole(96))
        self.coarse = nn.Sequential(down(48, 96), *wide, nn.Conv2d(96, 48, 1))
        self.head = nn.Sequential(Whole(48), Whole(48), nn.Conv2d(48, 10, 1))
        nn.init.constant_(self.head[-1].bias, 0.0)
        self.head[-1].bias.data[0] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        fine = self.fine(x / 255 - 0.5)
        coarse = functional.interpolate(self.coarse(fine), size=fine.shape[2:], mode="nearest")
        out: Tensor = self.head(fine + coarse)
        return out


def targets(scene: Scene) -> tuple[NDArray[Any], NDArray[Any]]:
    """What the network should say of a scene, and how much each cell counts."""
    heat = np.zeros((10, GRID[1], GRID[0]), np.float32)
    weight = np.zeros((GRID[1], GRID[0]), np.float32)
    for card in scene.cards:
        if card.visible < 0.3:
            continue
        quad = card.quad / CELL
        middle = quad.mean(0)
        high = (quad[3] + quad[2] - quad[0] - quad[1]) / 4
        wide = (quad[1] + quad[2] - quad[0] - quad[3]) / 4
        column, row = int(middle[0]), int(middle[1])
        for y in range(max(0, row - 2), min(GRID[1], row + 3)):
            for x in range(max(0, column - 2), min(GRID[0], column + 3)):
                distance = (x + 0.5 - middle[0]) ** 2 + (y + 0.5 - middle[1]) ** 2
                near = float(np.exp(-distance / 1.2)) * (1.0 if card.visible >= LEAST_VISIBLE else 0.5)
                if near > heat[0, y, x]:
                    heat[:, y, x] = (
                        near,
                        *(middle - (x + 0.5, y + 0.5)),
                        *_doubled(high),
                        *_doubled(wide),
                        float(card.card is not None),
                        card.visible,
                        0.0,
                    )
                    weight[y, x] = near if near > 0.2 else 0.0
        if card.visible >= LEAST_VISIBLE and 0 <= row < GRID[1] and 0 <= column < GRID[0]:
            heat[0, row, column] = 1.0
    return heat, weight


def _doubled(vector: NDArray[Any]) -> tuple[float, float]:
    """A vector whose angle is doubled, so that both ends of an axis give the same."""
    length, angle = float(np.hypot(*vector)), float(np.arctan2(vector[1], vector[0]))
    return length * np.cos(2 * angle), length * np.sin(2 * angle)


def loss_of(said: Tensor, wanted: Tensor, weight: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The loss for finding, for the shape, and for the face."""
    chance = torch.sigmoid(said[:, 0]).clamp(1e-4, 1 - 1e-4)
    truth = wanted[:, 0]
    sure = (truth >= 0.999).float()
    hit = -((1 - chance) ** 2) * torch.log(chance) * sure
    miss = -(chance**2) * ((1 - truth) ** 4) * torch.log(1 - chance) * (1 - sure)
    found = (hit + miss).sum() / sure.sum().clamp(min=1)
    total = weight.sum().clamp(min=1)
    shape = (functional.smooth_l1_loss(said[:, 1:7], wanted[:, 1:7], reduction="none", beta=0.1).sum(1) * weight).sum()
    face = functional.binary_cross_entropy_with_logits(said[:, 7], wanted[:, 7], reduction="none")
    return found, shape / total, (face * weight).sum() / total


def draw_sample(typefaces: Sequence[Typeface], pictures: Sequence[str], seed: int) -> Sample:
    design = any_design(seed * SPREAD, typefaces)
    scene = draw_scene(seed, typefaces, lesson_of(seed, LESSONS, pictures), INPUT, design)
    return (scene.picture, *targets(scene))


def mirrored(sample: Sample, across: bool, down: bool) -> Sample:
    """The same scene in a mirror, or in two: as good as another one for finding cards."""
    picture, heat, weight = (part.copy() for part in sample)
    if across:
        picture, heat, weight = picture[:, ::-1], heat[:, :, ::-1], weight[:, ::-1]
        heat[[1, 4, 6]] *= -1
    if down:
        picture, heat, weight = picture[::-1], heat[:, ::-1], weight[::-1]
        heat[[2, 4, 6]] *= -1
    return np.ascontiguousarray(picture), np.ascontiguousarray(heat), np.ascontiguousarray(weight)


def any_mirror(sample: Sample, rng: np.random.Generator) -> Sample:
    picture, heat, weight = mirrored(sample, bool(rng.integers(2)), bool(rng.integers(2)))
    if rng.random() < OTHER_COLOURS:
        picture = np.ascontiguousarray(picture[..., rng.permutation(3)])
    return picture, heat, weight


def train(wish: Wish) -> None:
    """Train for so long, from nothing or from an earlier network, and write the network."""
    torch.manual_seed(1)
    torch.set_num_threads(1)
    rng = np.random.default_rng(2)
    pool = Pool(partial(draw_sample, wish.typefaces, wish.pictures), wish.workers, most=4000, vary=any_mirror)
    net = Finder().to(memory_format=torch.channels_last)
    if wish.start_from is not None:
        go_on_from(wish.start_from / "finder.onnx", net, lambda net: _said(net, _batch(pool, rng)[0]))
    steps, mean = Steps(net, (net.fine[0][0], net.head[-1]), wish.rate), Mean(net, wish.goes_on)
    start, step, report = time.monotonic(), 0, np.zeros(3)
    while (spent := time.monotonic() - start) < wish.seconds:
        pictures, wanted, weight = _batch(pool, rng)
        found, shape, face = loss_of(_said(net, pictures).float(), wanted, weight)
        if not steps.take(found + 2 * shape + 0.5 * face, how_far(step, spent / wish.seconds)):
            print("a step left out", flush=True)
        mean.step()
        report += (found.item(), shape.item(), face.item())
        step += 1
        if step % 100 == 0:
            print(f"{spent:6.0f} s  step {step}  drawn {len(pool)} ", (report / 100).round(4), flush=True)
            report[:] = 0
    settled = mean.settled(lambda net: _said(net, _batch(pool, rng)[0]))
    export(settled, INPUT, wish.out, ["found"])


def _batch(pool: Pool, rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
    """Pictures, each in a light of its own, and what is to be said of them."""
    pictures, wanted, weight = (torch.from_numpy(part) for part in pool.batch(PICTURES, rng))
    pictures = pictures.permute(0, 3, 1, 2).float()
    return (pictures * float(rng.uniform(0.7, 1.25)) + float(rng.uniform(-15, 15))).clamp(0, 255), wanted, weight


def _said(net: nn.Module, pictures: Tensor) -> Tensor:
    with torch.autocast("cpu", torch.bfloat16):
        said: Tensor = net(pictures)
    return said


def main() -> None:
    train(read_wish(RATE))


if __name__ == "__main__":
    main()
