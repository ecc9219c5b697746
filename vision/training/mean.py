"""The mean of a network's weights along its training, the late ones counting most.

On what it has not learned from it errs less than the last weights do (https://arxiv.org/abs/2102.08604).
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import torch
from torch import nn

LATE = 4
"""Each step counts as much as this power of its number: half of the mean is of the last eighth of the steps."""

BEFORE = 0.4
"""So much of what a network was before it went on stays in the mean: nothing is to be forgotten for what is new."""

SETTLING = 80
"""From so many batches the mean's layers learn how bright and rich in contrast is what they get."""


class Mean:
    """The mean of all that a network was so far; one that goes on is what it was before, too."""

    def __init__(self, net: nn.Module, goes_on: bool) -> None:
        self._of = net
        self._net = copy.deepcopy(net)
        self._before = copy.deepcopy(net) if goes_on else None
        self._steps = 0

    def step(self) -> None:
        """The network was moved: what it is now counts too."""
        self._steps += 1
        part = (LATE + 1) / (self._steps + LATE)
        with torch.no_grad():
            for own, its in zip(self._net.parameters(), self._of.parameters(), strict=True):
                own.lerp_(its, part)

    def settled(self, run: Callable[[nn.Module], Any]) -> nn.Module:
        """The mean, after `run` has shown it enough batches, a new one each time."""
        if self._before is not None:
            with torch.no_grad():
                for own, its in zip(self._net.parameters(), self._before.parameters(), strict=True):
                    own.lerp_(its, BEFORE)
        for layer in self._net.modules():
            if isinstance(layer, nn.BatchNorm2d):
                layer.reset_running_stats()
                layer.momentum = None
        self._net.train()
        with torch.no_grad():
            for _ in range(SETTLING):
                run(self._net)
        return self._net
