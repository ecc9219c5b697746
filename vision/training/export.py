"""Writes a network so that OpenCV can run it."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import nn


def export(net: nn.Module, size: tuple[int, int], out: Path, names: Sequence[str]) -> None:
    """Write the network for pictures `size` wide and high.

    Its numbers are kept in half precision: half the size, and OpenCV calculates with whole ones all the same.
    """
    example = torch.zeros(1, 3, size[1], size[0]).half()
    torch.onnx.export(
        *(copy.deepcopy(net).eval().half(), (example,), str(out)),
        opset_version=17,
        dynamo=False,
        dynamic_axes={name: {0: "count"} for name in ("pictures", *names)},
        input_names=["pictures"],
        output_names=list(names),
    )
