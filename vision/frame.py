"""One picture with its time and number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""Rows of pixels: blue, green, red, or grey alone."""


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture and when it was taken, in milliseconds of the camera's own clock, which never goes back.

    `small` is a small grey picture of the same moment, on which motion is looked for. `facts`
    are what the camera says of the picture: exposure, gain, lens position.
    """

    picture: Picture
    taken: int
    number: int
    small: Picture
    facts: Mapping[str, float] = field(default_factory=dict)
