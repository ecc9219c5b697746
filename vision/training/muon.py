"""Muon: steps whose directions all count alike, for the weights between a network's layers.

The averaged slope of each weight matrix is brought near the closest matrix with orthogonal rows before the step
(Newton-Schulz iterations, https://kellerjordan.github.io/posts/muon/). A small network that has only an hour to
learn gets noticeably further than with AdamW; PyTorch's own Muon takes no convolutions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import torch
from torch import Tensor, nn

MOMENTUM, DECAY = 0.95, 0.01
ROUNDS, FACTORS = 5, (3.4445, -4.7750, 2.0315)
WARMED_UP, SHORTEST = 200, 0.01
FURTHER = 7.0
"""By so much Muon's steps are longer than AdamW's."""


class Muon(torch.optim.Optimizer):
    """For weights of two dimensions and more; each is taken as a matrix with a row for each output."""

    def __init__(self, weights: Iterable[Tensor], rate: float) -> None:
        super().__init__(weights, {"lr": rate})

    def step(self, closure: None = None) -> None:
        with torch.no_grad():
            for group in self.param_groups:
                for weight in group["params"]:
                    if weight.grad is not None:
                        self._move(weight, group["lr"])

    def _move(self, weight: Tensor, rate: float) -> None:
        mean = self.state[weight].setdefault("mean", torch.zeros_like(weight))
        mean.lerp_(weight.grad, 1 - MOMENTUM)
        slope = weight.grad.lerp(mean, MOMENTUM).reshape(len(weight), -1)
        tall = max(1.0, slope.shape[0] / slope.shape[1]) ** 0.5
        weight.mul_(1 - rate * DECAY)
        weight.add_(orthogonal(slope).reshape(weight.shape), alpha=-rate * tall)


def orthogonal(matrix: Tensor) -> Tensor:
    """A matrix near the closest one whose singular values are all 1."""
    if matrix.shape[0] > matrix.shape[1]:
        return orthogonal(matrix.T).T
    a, b, c = FACTORS
    near = matrix / (matrix.norm() + 1e-7)
    for _ in range(ROUNDS):
        square = near @ near.T
        near = a * near + (b * square + c * square @ square) @ near
    return near


def how_far(step: int, spent: float) -> float:
    """How far a step goes, by the first ones: a run begins gently and ends slowly; `spent` is the part that is over."""
    return min(1, (step + 1) / WARMED_UP) * max(SHORTEST, (1 + math.cos(math.pi * spent)) / 2)


class Steps:
    """The steps of a network's training: Muon for what lies between its `ends`, the layers that take the picture or
    give the answer, and AdamW for all the rest. `rate` says how far AdamW's first ones go."""

    def __init__(self, net: nn.Module, ends: Iterable[nn.Module], rate: float) -> None:
        self._net = net
        outer = {id(layer.weight) for layer in ends}
        inner = [one for one in net.parameters() if one.ndim >= 2 and one[0].numel() > 9 and id(one) not in outer]
        taken = {id(one) for one in inner}
        rest = [one for one in net.parameters() if id(one) not in taken]
        self._by = [Muon(inner, rate * FURTHER), torch.optim.AdamW(rest, rate, weight_decay=1e-3)]
        self._full = [one.param_groups[0]["lr"] for one in self._by]

    def take(self, loss: Tensor, part: float) -> bool:
        """One step down the loss, `part` as far as the first ones; False where it would lead nowhere."""
        for one, full in zip(self._by, self._full, strict=True):
            one.param_groups[0]["lr"] = full * part
            one.zero_grad()
        loss.backward()
        if not torch.isfinite(nn.utils.clip_grad_norm_(self._net.parameters(), 5.0)):
            return False
        for one in self._by:
            one.step()
        return True
