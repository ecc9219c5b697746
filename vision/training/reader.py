"""Trains the reader: a small network that reads the number of a card that was cut out of a picture.

It says whether a face shows, whether the card lies upside down, and the tens and ones of its
number: once as if it lay upright, once as if it lay upside down. So a card that reads as 68
one way and as 89 the other keeps both, each with its chance.
"""

from __future__ import annotations

import argparse
import pickle
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.synthetic.closeups import CUT, draw_closeup
from vision.synthetic.typefaces import Typeface
from vision.training.drawing import Pool, Sample
from vision.training.layers import Separable, down

TENS, ONES = 11, 10
OUTPUTS = 2 + 2 * (TENS + ONES)


class Reader(nn.Module):
    """44 numbers a card: face, turned, then tens and ones as upright, tens and ones as turned."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(down(3, 24), Separable(24)),
            *(down(24, 48), Separable(48), Separable(48)),
            *(down(48, 96), Separable(96), Separable(96), Separable(96)),
            *(down(96, 128), Separable(128), Separable(128)),
            nn.Conv2d(128, 48, 1),
            nn.ReLU(inplace=True),
            nn.Flatten(),
        )
        self.head = nn.Sequential(nn.Linear(48 * 6 * 8, 160), nn.ReLU(inplace=True), nn.Linear(160, OUTPUTS))

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.head(self.body(x / 255 - 0.5))
        return out


def draw_sample(typefaces: Sequence[Typeface], seed: int) -> Sample:
    closeup = draw_closeup(seed, typefaces)
    card = closeup.card or 0
    return closeup.picture, np.array([closeup.card is not None, closeup.turned, card // 10, card % 10], np.int64)


def loss_of(said: Tensor, truth: Tensor) -> Tensor:
    """What was said of the face, of how it lies, and of the digits as it really lies."""
    face, turned = truth[:, 0].float(), truth[:, 1].float()
    right = functional.binary_cross_entropy_with_logits(said[:, 0], face, reduction="none")
    lies = functional.binary_cross_entropy_with_logits(said[:, 1], turned, reduction="none")
    digits = torch.where(turned[:, None] > 0, said[:, 2 + TENS + ONES :], said[:, 2 : 2 + TENS + ONES])
    tens = functional.cross_entropy(digits[:, :TENS], truth[:, 2], reduction="none")
    ones = functional.cross_entropy(digits[:, TENS:], truth[:, 3], reduction="none")
    return (right + face * (lies + tens + ones)).mean()


def right_part(said: Tensor, truth: Tensor) -> float:
    """Of the faces, how many are read right, by the more likely way round."""
    turned = said[:, 1] > 0
    digits = torch.where(turned[:, None], said[:, 2 + TENS + ONES :], said[:, 2 : 2 + TENS + ONES])
    right = (digits[:, :TENS].argmax(1) == truth[:, 2]) & (digits[:, TENS:].argmax(1) == truth[:, 3])
    return float(right[truth[:, 0] > 0].float().mean())


def train(typefaces: Sequence[Typeface], out: Path, seconds: float, workers: int) -> None:
    """Train for so many seconds and write the network."""
    torch.manual_seed(1)
    torch.set_num_threads(1)
    rng = np.random.default_rng(2)
    pool = Pool(partial(draw_sample, typefaces), workers, most=60_000, least=1000)
    net = Reader()
    optimiser = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-3)
    start, step, report = time.monotonic(), 0, np.zeros(2)
    while (spent := time.monotonic() - start) < seconds:
        for group in optimiser.param_groups:
            group["lr"] = 3e-3 * min(1, step / 200) * max(0.01, (1 + np.cos(np.pi * spent / seconds)) / 2)
        pictures, truth = (torch.from_numpy(part) for part in pool.batch(128, rng))
        pictures = pictures.permute(0, 3, 1, 2).float()
        said = net(pictures)
        loss = loss_of(said, truth)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        report += (loss.item(), right_part(said, truth))
        step += 1
        if step % 50 == 0:
            print(f"{spent:6.0f} s  step {step}  pool {len(pool)} ", (report / 50).round(4), flush=True)
            report[:] = 0
    export(net, out)


def export(net: Reader, out: Path) -> None:
    net.eval()
    example = torch.zeros(1, 3, CUT[1], CUT[0])
    axes = {"cards": {0: "count"}, "said": {0: "count"}}
    names = {"input_names": ["cards"], "output_names": ["said"]}
    torch.onnx.export(net, (example,), str(out), opset_version=17, dynamo=False, dynamic_axes=axes, **names)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("typefaces", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=1500)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    with options.typefaces.open("rb") as stream:
        typefaces = pickle.load(stream)  # noqa: S301  made by the step before
    train(typefaces, options.out, options.seconds, options.workers)


if __name__ == "__main__":
    main()
