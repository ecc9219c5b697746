"""What is wrong with a picture, as plain data. Words are made from it elsewhere.

Pure: a frame and what is remembered of those before it, in; a verdict and what to remember, out.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np

from vision.frame import Frame, Picture


class Condition(StrEnum):
    FINE = "fine"
    COVERED = "covered"
    """Black, or one flat tone: a hand, a cap or a cloth is in front of the lens."""
    TOO_BRIGHT = "too_bright"
    TOO_DARK = "too_dark"
    FROZEN = "frozen"
    """The same picture to the last grain of noise: the camera repeats itself."""
    OUT_OF_FOCUS = "out_of_focus"


@dataclass(frozen=True)
class Thresholds:
    """Levels are 0 to 255; times are in milliseconds."""

    black: float = 16.0
    """Covered, where even the brightest hundredth is below this."""
    flat: float = 3.0
    """Covered, where the levels differ by no more than this (standard deviation)."""
    dark: float = 45.0
    """Too dark, where all but the brightest hundredth is below this."""
    clipped: float = 0.5
    """Too bright, where this share of the picture is white."""
    blurred: float = 0.25
    """Out of focus, where the sharpness is below this share of what it was."""
    patience: int = 2_000
    """So long must a picture be frozen or out of focus: a moving hand blurs, too."""
    learning: int = 2_000
    """In this time half of the way up to a better sharpness is gone."""
    forgetting: int = 600_000
    """In this time half of the best sharpness is forgotten, so that a new mat is not blamed for ever."""


@dataclass(frozen=True)
class Numbers:
    """What was measured on the small picture."""

    darkest: float
    """The level of the darkest hundredth."""
    brightest: float
    """The level of the brightest hundredth."""
    mean: float
    spread: float
    white: float
    """The share of pixels without any drawing left in them."""
    sharpness: float
    """The variance of the Laplacian, by the variance of the picture: much less depends on what lies on the table."""


@dataclass(frozen=True)
class Health:
    """What is wrong with a picture, since when (capture time), and the numbers that say so."""

    condition: Condition
    since: int
    numbers: Numbers
    usual_sharpness: float


@dataclass(frozen=True, eq=False)
class Memory:
    """What is remembered of the pictures before."""

    taken: int
    small: Picture
    same_since: int
    blurred_since: int | None
    usual_sharpness: float
    condition: Condition
    since: int


def measured(small: Picture) -> Numbers:
    """The numbers of a small grey picture."""
    counts = np.bincount(small.ravel(), minlength=256)
    below = np.cumsum(counts) / small.size
    spread = float(small.std())
    # Noise alone looks like detail; smoothed a little, it does not drown the edges of cards.
    detail = cv2.Laplacian(cv2.GaussianBlur(small, (3, 3), 0), cv2.CV_32F)
    return Numbers(
        darkest=float(np.searchsorted(below, 0.01)),
        brightest=float(np.searchsorted(below, 0.99)),
        mean=float(small.mean()),
        spread=spread,
        white=float(counts[240:].sum() / small.size),
        sharpness=float(detail.var()) / max(spread * spread, 1.0),
    )


def judged(frame: Frame, memory: Memory | None, thresholds: Thresholds | None = None) -> tuple[Health, Memory]:
    """What is wrong with a frame, and what to pass on to the next call."""
    limits = thresholds or Thresholds()
    numbers = measured(frame.small)
    if memory is None:
        memory = Memory(frame.taken, frame.small, frame.taken, None, numbers.sharpness, Condition.FINE, frame.taken)
    light = _light(numbers, limits)
    usual = _usual(memory, numbers.sharpness, frame.taken, limits) if light is None else memory.usual_sharpness
    same_since = memory.same_since if np.array_equal(frame.small, memory.small) else frame.taken
    blurred_since = None
    if light is None and numbers.sharpness < limits.blurred * usual:
        blurred_since = frame.taken if memory.blurred_since is None else memory.blurred_since
    condition = light or _lasting(frame.taken, same_since, blurred_since, limits)
    since = memory.since if condition is memory.condition else frame.taken
    remembered = Memory(frame.taken, frame.small, same_since, blurred_since, usual, condition, since)
    return Health(condition, since, numbers, usual), remembered


def _lasting(now: int, same_since: int, blurred_since: int | None, limits: Thresholds) -> Condition:
    """What counts only once it has lasted."""
    if now - same_since >= limits.patience:
        return Condition.FROZEN
    if blurred_since is not None and now - blurred_since >= limits.patience:
        return Condition.OUT_OF_FOCUS
    return Condition.FINE


def _light(numbers: Numbers, limits: Thresholds) -> Condition | None:
    if numbers.brightest < limits.black:
        return Condition.COVERED
    if numbers.white >= limits.clipped:
        return Condition.TOO_BRIGHT
    if numbers.spread < limits.flat:
        return Condition.COVERED
    if numbers.brightest < limits.dark:
        return Condition.TOO_DARK
    return None


def _usual(memory: Memory, sharpness: float, taken: int, limits: Thresholds) -> float:
    """The best sharpness lately: learned in seconds, so that no single picture sets it, and forgotten slowly."""
    passed = max(0, taken - memory.taken)
    faded = memory.usual_sharpness * 0.5 ** (passed / limits.forgetting)
    if sharpness <= faded:
        return faded
    return sharpness + (faded - sharpness) * 0.5 ** (passed / limits.learning)
