"""The colour of a Qwixx card: one of four, neutral, or the many of a joker."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards import COLOURS, JOKER, NEUTRAL
from vision.cut import RIM
from vision.frame import Picture

_HUES = {"red": 0.0, "yellow": 48.0, "green": 130.0, "blue": 218.0}
"""Degrees on the circle of colours."""

NEAR = 32.0
"""A hue this far from the nearest of the four belongs to none of them."""

COLOURFUL = 0.3
"""From how much colour on, by the brightest channel, a pixel counts."""

LEAST_PART, JOKERS_PART = 0.12, 0.05
SHARP = 90.0


def colour_chances(cut: Picture) -> dict[str, float]:
    """The chance of each colour, by how much of the card shows it."""
    parts = _parts(cut)
    ranked = sorted(parts.values(), reverse=True)
    third = ranked[2]
    evidence = {colour: parts[colour] - 2.0 * max(0.0, third - JOKERS_PART / 2) for colour in COLOURS}
    evidence[NEUTRAL] = LEAST_PART - sum(ranked)
    evidence[JOKER] = 2.0 * (third - JOKERS_PART) + (ranked[0] if third > JOKERS_PART else -LEAST_PART)
    raised = {colour: float(np.exp(SHARP * value)) for colour, value in evidence.items()}
    total = sum(raised.values())
    return {colour: value / total for colour, value in raised.items()}


def _parts(cut: Picture) -> dict[str, float]:
    """Which part of the card shows each of the four colours, once the light is taken out of it."""
    inner = cut[RIM:-RIM, RIM:-RIM].astype(np.float32)
    white = np.maximum(np.percentile(inner.reshape(-1, 3), 97, axis=0), 40)
    balanced = np.clip(inner / white, 0, 1).astype(np.float32)
    hue, saturation, value = cv2.split(cv2.cvtColor(balanced, cv2.COLOR_BGR2HSV))
    # A warm lamp colours white paper too, though never much.
    colourful = np.clip((saturation - COLOURFUL) / COLOURFUL, 0, 1) * (value > 0.2)
    away = {colour: np.abs((hue - at + 180) % 360 - 180) for colour, at in _HUES.items()}
    nearest = np.min(list(away.values()), axis=0)
    return {colour: float(np.mean(colourful * ((off < NEAR) & (off <= nearest)))) for colour, off in away.items()}
