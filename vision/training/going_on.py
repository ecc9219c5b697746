"""A network as it ships, to go on training from.

In the file each layer is one with what made its output even: that is taken apart again, so that steps are as long as
in any training.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

BATCHES = 12
"""From so many the layers learn how bright and rich in contrast is what they get."""

LENGTH = 1.5
"""How long each row of a layer's weights is: what makes the output even undoes it, but steps go by it."""

Layer = tuple[nn.Conv2d, nn.BatchNorm2d]


def go_on_from(file: Path, net: nn.Module, run: Callable[[nn.Module], Any]) -> None:
    """Give the network the weights in that file; `run` shows it a new batch each time."""
    stored = {one.name: _tensor(one) for one in onnx.load(str(file)).graph.initializer}
    layers = _layers_of(net)
    with torch.no_grad():
        for name, weights in net.named_parameters():
            if name in stored:
                weights.copy_(stored[name])
        # What became one layer has names of its own, in the order of the layers.
        made = sorted((name for name in stored if name.startswith("onnx::")), key=lambda name: int(name.split("_")[1]))
        for layer, weight, bias in zip(layers, made[::2], made[1::2], strict=True):
            _take_apart(layer, stored[weight], stored[bias])
    _make_even(net, [even for _, even in layers], run)


def _tensor(one: onnx.TensorProto) -> Tensor:
    return torch.from_numpy(numpy_helper.to_array(one).astype(np.float32))


def _layers_of(net: nn.Module) -> list[Layer]:
    pairs = pairwise(net.modules())
    return [(one, other) for one, other in pairs if isinstance(one, nn.Conv2d) and isinstance(other, nn.BatchNorm2d)]


def _take_apart(layer: Layer, weight: Tensor, bias: Tensor) -> None:
    conv, even = layer
    length = weight.flatten(1).norm(dim=1).clamp(min=1e-3) / LENGTH
    conv.weight.copy_(weight / length[:, None, None, None])
    even.weight.copy_(length)
    even.bias.copy_(bias)
    assert even.running_mean is not None
    assert even.running_var is not None
    even.running_mean.zero_()
    even.running_var.fill_(1 - even.eps)


def _make_even(net: nn.Module, layers: list[nn.BatchNorm2d], run: Callable[[nn.Module], Any]) -> None:
    """The same network, whose layers know what they get."""
    got: dict[nn.Module, list[tuple[Tensor, Tensor]]] = {layer: [] for layer in layers}

    def note(layer: nn.Module, given: tuple[Tensor, ...]) -> None:
        values = given[0].float()
        got[layer].append((values.mean((0, 2, 3)), values.square().mean((0, 2, 3))))

    hooks = [layer.register_forward_pre_hook(note) for layer in layers]
    net.eval()
    with torch.no_grad():
        for _ in range(BATCHES):
            run(net)
        for hook, layer in zip(hooks, layers, strict=True):
            hook.remove()
            mean, squares = (torch.stack(part).mean(0) for part in zip(*got[layer], strict=True))
            spread = torch.sqrt(squares - mean.square() + layer.eps)
            layer.bias += layer.weight * mean
            layer.weight *= spread
            assert layer.running_mean is not None
            assert layer.running_var is not None
            layer.running_mean.copy_(mean)
            layer.running_var.copy_(squares - mean.square())
    net.train()
