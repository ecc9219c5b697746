"""The layers that both networks are made of."""

from __future__ import annotations

from torch import Tensor, nn


class Separable(nn.Module):
    """A depthwise and a pointwise convolution, with a way round them."""

    def __init__(self, channels: int, dilation: int = 1) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=dilation, dilation=dilation, groups=channels, bias=False),
            nn.BatchNorm2d(channels),
            nn.Conv2d(channels, channels, 1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
        )

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = x + self.body(x)
        return out


def down(inside: int, outside: int) -> nn.Sequential:
    """Half the size, other channels."""
    conv = nn.Conv2d(inside, outside, 3, stride=2, padding=1, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outside), nn.ReLU(inplace=True))
