"""What light, lens, sensor and compression do to a picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.noise import smooth_noise

Canvas = NDArray[np.uint8]
Generator = np.random.Generator


def photographed(picture: Canvas, hardness: float, rng: Generator, full_height: int | None = None) -> Canvas:
    """The picture as a camera would give it; `hardness` from 0 (good light) to 1.

    Where it is only a part of what the camera sees, `full_height` is the height of the whole.
    """
    lit = picture.astype(np.float32) * _light(picture.shape, hardness, rng)
    if rng.random() < 0.3 + 0.5 * hardness:
        lit = _with_glare(lit, hardness, rng)
    blur = rng.uniform(0.2, 0.5 + 0.9 * hardness) * (full_height or picture.shape[0]) / 1296
    if blur > 0.15:
        lit = cv2.GaussianBlur(lit, (0, 0), blur)
    noise = rng.normal(0, rng.uniform(0.5, 2 + 5 * hardness), lit.shape[:2]).astype(np.float32)
    lit += noise[:, :, None] * np.array([1.1, 0.9, 1.0], np.float32)
    taken = np.clip(lit, 0, 255).astype(np.uint8)
    quality = int(rng.integers(92 - round(25 * hardness), 97))
    return cv2.imdecode(cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)


def _light(shape: tuple[int, ...], hardness: float, rng: Generator) -> NDArray[np.float32]:
    """How bright each place is, by colour: a lamp or a window, and soft shadows."""
    height, width = shape[:2]
    warm = rng.uniform(-0.12, 0.12) * (0.5 + hardness)
    colour = np.array([1 - warm, 1, 1 + warm], np.float32) * rng.uniform(0.75 - 0.3 * hardness, 1.1)
    field = smooth_noise((width, height), (4, 3), rng, 0.08 + 0.12 * hardness)
    return np.clip(1 + field, 0.35, 1.5)[:, :, None] * colour


def _with_glare(lit: NDArray[np.float32], hardness: float, rng: Generator) -> NDArray[np.float32]:
    height, width = lit.shape[:2]
    small: NDArray[np.float32] = np.zeros((height // 8, width // 8), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        centre = (int(rng.integers(0, width // 8)), int(rng.integers(0, height // 8)))
        axes = (int(height / 8 * rng.uniform(0.02, 0.1)) + 1, int(height / 8 * rng.uniform(0.02, 0.06)) + 1)
        strength = float(rng.uniform(40, 120 + 130 * hardness))
        cv2.ellipse(small, centre, axes, float(rng.uniform(0, 180)), 0, 360, strength, -1)
    small = cv2.GaussianBlur(small, (0, 0), max(1.0, height / 8 * 0.02))
    return lit + cv2.resize(small, (width, height))[:, :, None]
