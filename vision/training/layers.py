"""The layers that the networks are made of."""

from __future__ import annotations

from torch import Tensor, nn


def down(inside: int, outside: int) -> nn.Sequential:
    """Half the size, other channels."""
    conv = nn.Conv2d(inside, outside, 3, stride=2, padding=1, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outside), nn.ReLU(inplace=True))


class Whole(nn.Module):
    """A convolution over all channels at once, with a way round it: per number learned the fastest on a processor.

    With `apart` it looks at cells that lie so far from each other, and so sees further.
    """

    def __init__(self, channels: int, apart: int = 1) -> None:
        super().__init__()
        conv = nn.Conv2d(channels, channels, 3, padding=apart, dilation=apart, bias=False)
        self.body = nn.Sequential(conv, nn.BatchNorm2d(channels), nn.ReLU(inplace=True))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.body(x)
