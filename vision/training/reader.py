"""Trains the reader's two networks: one says where numbers stand on a cut-out card, the other reads one.

They learn side by side from the same close-ups. Where numbers stand is said for each cell of
eight pixels: whether the middle of an upright number lies in it or of one that is upside down,
where exactly, and how high its digits are. Of the whole cut is said whether it is a face, a
back or no card, and whether the card lies upside down in it.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.cut import CUT, WINDOW
from vision.read import CARD, DIGITS, FACE, ONES, TENS, in_one_light
from vision.training.command import Wish, read_wish
from vision.training.drawing import Pool
from vision.training.export import export
from vision.training.going_on import go_on_from
from vision.training.layers import Whole, down
from vision.training.mean import Mean
from vision.training.muon import Steps, how_far
from vision.training.samples import any_light, sample

RATE = 3e-3
CLOSEUPS = 36


class Places(nn.Module):
    """Five numbers a cell (upright, turned, dx, dy, log height), and four of the whole (face, back, none, turned)."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(down(3, 12), down(12, 24), down(24, 48), Whole(48), Whole(48))
        self.coarse = nn.Sequential(down(48, 80), Whole(80), Whole(80))
        self.join = nn.Conv2d(80, 48, 1)
        self.cells = nn.Sequential(Whole(48), nn.Conv2d(48, 5, 1))
        self.whole = nn.Sequential(
            *(nn.Conv2d(80, 24, 1), nn.ReLU(inplace=True), nn.Flatten()),
            *(nn.Linear(24 * 5 * 8, 64), nn.ReLU(inplace=True), nn.Linear(64, 4)),
        )
        self.cells[-1].bias.data[:2] = -4.0

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        fine = self.fine(x)
        coarse = self.coarse(fine)
        wide = functional.interpolate(self.join(coarse), scale_factor=2.0, mode="nearest")
        return self.cells(fine + wide[:, :, : fine.shape[2], : fine.shape[3]]), self.whole(coarse)


class Digits(nn.Module):
    """22 numbers a window: tens (none to ten), ones, and whether a number stands upright in it."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(down(3, 24), down(24, 48), Whole(48), Whole(48), down(48, 96), Whole(96), Whole(96)),
            *(nn.Conv2d(96, 32, 1), nn.ReLU(inplace=True), nn.Flatten()),
        )
        self.head = nn.Sequential(
            *(nn.Dropout(0.1), nn.Linear(32 * 7 * 4, 160), nn.ReLU(inplace=True)),
            nn.Linear(160, TENS + ONES + 1),
        )

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.head(self.body(x))
        return out


def places_loss(cells: Tensor, whole: Tensor, there: Tensor, truth: Tensor) -> Tensor:
    counts = there[:, 5:6]
    found = functional.binary_cross_entropy_with_logits(cells[:, :2], there[:, :2], reduction="none")
    some = (there[:, 0] + there[:, 1] > 0).float()
    exact = functional.smooth_l1_loss(cells[:, 2:5], there[:, 2:5], reduction="none", beta=0.1).sum(1)
    kind = functional.cross_entropy(whole[:, :3], truth[:, 0])
    turned = functional.binary_cross_entropy_with_logits(whole[:, 3], truth[:, 1].float(), reduction="none")
    total = some.sum().clamp(min=1)
    loss = (found * counts).sum() / total + 0.7 * (exact * some).sum() / total
    return loss + kind + 0.3 * (turned * (truth[:, 0] == FACE)).mean()


def digits_loss(said: Tensor, truth: Tensor) -> Tensor:
    tens = functional.cross_entropy(said[:, :TENS], truth[:, 0].long(), reduction="none")
    ones = functional.cross_entropy(said[:, TENS:-1], truth[:, 1].long(), reduction="none")
    there = functional.binary_cross_entropy_with_logits(said[:, -1], truth[:, 2], reduction="none")
    return ((tens + ones) * truth[:, 3]).sum() / truth[:, 3].sum().clamp(min=1) + (there * truth[:, 4]).mean()


def right_part(said: Tensor, truth: Tensor) -> float:
    """Of the numbers, how many are read right."""
    right = (said[:, :TENS].argmax(1) == truth[:, 0]) & (said[:, TENS:-1].argmax(1) == truth[:, 1])
    return float(right[truth[:, 3] > 0].float().mean())


def train(wish: Wish) -> None:
    """Train both networks for so long, from nothing or from earlier ones in a folder, and write them."""
    torch.manual_seed(1)
    torch.set_num_threads(1)
    rng = np.random.default_rng(2)
    pool = Pool(partial(sample, wish.typefaces), wish.workers, most=40_000, least=512, vary=any_light)
    places = Places().to(memory_format=torch.channels_last)
    digits = Digits().to(memory_format=torch.channels_last)
    if wish.start_from is not None:
        go_on_from(wish.start_from / "places.onnx", places, lambda net: net(_batch(pool, rng)[0]))
        go_on_from(wish.start_from / "digits.onnx", digits, lambda net: net(_batch(pool, rng)[1]))
    steps_of_places = Steps(places, (places.fine[0][0], places.cells[-1], places.whole[-1]), wish.rate)
    steps_of_digits = Steps(digits, (digits.body[0][0], digits.head[-1]), wish.rate)
    means = of_places, of_digits = Mean(places, wish.goes_on), Mean(digits, wish.goes_on)
    start, step, report = time.monotonic(), 0, np.zeros(4)
    while (spent := time.monotonic() - start) < wish.seconds:
        far = how_far(step, spent / wish.seconds)
        cuts, windows, there, whole, truths = _batch(pool, rng)
        with torch.autocast("cpu", torch.bfloat16):
            (cells, said_whole), said = places(cuts), digits(windows)
        where = places_loss(cells.float(), said_whole.float(), there, whole)
        what = digits_loss(said.float(), truths)
        for steps, loss in ((steps_of_places, where), (steps_of_digits, what)):
            if not steps.take(loss, far):
                print("a step left out", flush=True)
        for mean in means:
            mean.step()
        kinds = float((said_whole[:, :3].argmax(1) == whole[:, 0]).float().mean())
        report += (where.item(), what.item(), right_part(said, truths), kinds)
        step += 1
        if step % 100 == 0:
            print(f"{spent:6.0f} s  step {step}  drawn {len(pool)} ", (report / 100).round(4), flush=True)
            report[:] = 0
    wish.out.mkdir(parents=True, exist_ok=True)
    settled = of_places.settled(lambda net: net(_batch(pool, rng)[0]))
    export(settled, CUT, wish.out / "places.onnx", ["cells", "whole"])
    settled = of_digits.settled(lambda net: net(_batch(pool, rng)[1]))
    export(settled, WINDOW, wish.out / "digits.onnx", ["said"])


def _batch(pool: Pool, rng: np.random.Generator) -> list[Tensor]:
    """Cut-out cards and windows on numbers as the networks want them, and the truth about both."""
    cuts, there, whole, windows, truths = pool.batch(CLOSEUPS, rng)
    windows, truths = (part.reshape(-1, *part.shape[2:]) for part in (windows, truths))
    lit = [_to_net(in_one_light(cuts, CARD)), _to_net(in_one_light(windows, DIGITS))]
    return [*lit, *(torch.from_numpy(part) for part in (there, whole, truths))]


def _to_net(pictures: NDArray[Any]) -> Tensor:
    return torch.from_numpy(pictures).permute(0, 3, 1, 2)


def main() -> None:
    train(read_wish(RATE))


if __name__ == "__main__":
    main()
