"""Noise as smooth as grain, shadows and stains are."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray


def smooth_noise(
    size: tuple[int, int], cells: tuple[int, int], rng: np.random.Generator, strength: float = 1.0
) -> NDArray[np.float32]:
    """Hills and dales of about that strength; `size` and the number of `cells` are said across and down."""
    coarse = rng.normal(0, strength, cells[::-1]).astype(np.float32)
    return np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC), np.float32)
