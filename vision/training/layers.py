"""The layers that the networks are made of."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class Separable(nn.Module):
    """A depthwise and a pointwise convolution, with a way round them."""

    def __init__(self, channels: int, dilation: int = 1) -> None:
        super().__init__()
        # The half-precision gradient of a dilated depthwise convolution is not always a number.
        self._whole = dilation > 1
        self.body = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=dilation, dilation=dilation, groups=channels, bias=False),
            nn.BatchNorm2d(channels),
            nn.Conv2d(channels, channels, 1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
        )

    def forward(self, x: Tensor) -> Tensor:
        if not self._whole:
            return x + self.body(x)
        with torch.autocast("cpu", enabled=False):
            return x.float() + self.body(x.float())


def down(inside: int, outside: int) -> nn.Sequential:
    """Half the size, other channels."""
    conv = nn.Conv2d(inside, outside, 3, stride=2, padding=1, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outside), nn.ReLU(inplace=True))


class Whole(nn.Module):
    """A convolution over all channels at once, with a way round it: per number learned the fastest on a processor."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        conv = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.body = nn.Sequential(conv, nn.BatchNorm2d(channels), nn.ReLU(inplace=True))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.body(x)
