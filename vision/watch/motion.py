"""What moves, by the small grey pictures alone. A change of light is no motion."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture

Grey = NDArray[np.float32]
Mask = NDArray[np.bool_]

LEAST = 12.0
"""Levels by which a pixel must differ: more than noise, and than the edge of a soft shadow."""

OF_CONTRAST = 0.3
"""And by this share of the contrast around it: under more light, all contrasts are larger."""

LIGHT = 12.0
"""Levels by which light may change at a place without counting as motion."""

AROUND = 41
"""Pixels around a place over which light is taken to change alike: less than a hand, more than a digit."""

ROW_GAIN = 0.08
"""Lamps that flicker make single rows of a picture brighter or darker by up to this."""

FOLLOWS = 5_000
"""Milliseconds in which a slow change of light is mostly followed."""

TEXTURE = 12.0
"""Levels from its surroundings by which a pixel counts as part of a drawing."""

_SOME = np.ones((3, 3), np.uint8)
_WIDE = np.ones((5, 5), np.uint8)


class Motion:
    """What has changed from small picture to small picture, where, and when.

    Each pixel has the picture from which it last moved away (`rest`), when that was (`moved_at`),
    and whether it was since the last look (`touched`). At the start everything has just moved.
    """

    def __init__(self, small: Picture, now: int) -> None:
        self.rest: Grey = small.astype(np.float32)
        self.moved_at = np.full(small.shape, now, np.int64)
        self.touched: Mask = np.ones(small.shape, np.bool_)
        self.moving: Mask = np.zeros(small.shape, np.bool_)
        self.last = now
        self._seen_at = now

    def step(self, small: Picture, now: int) -> float:
        """Takes one more picture in. The share of all drawn lines that changed with it: 1 for a bumped camera."""
        new = small.astype(np.float32)
        followed = np.float32(1 - np.exp((self._seen_at - now) / FOLLOWS))
        self._seen_at = now
        # What is compared with is kept in the light of now, all of it, or what is new there would look bright or dark.
        self.rest *= np.float32(gain(new, self.rest))
        changed = _joined(changes(new, self.rest * _stripes(new, self.rest)))
        if changed is None:
            self.moving = np.zeros(small.shape, np.bool_)
            self.rest += (new - self.rest) * followed
            return 0.0
        drawn = np.abs(self.rest - cv2.blur(self.rest, (9, 9))) > TEXTURE
        share = int(np.count_nonzero(drawn & changed)) / max(1, int(np.count_nonzero(drawn)))
        self.moving = changed
        self.moved_at[changed] = now
        self.touched |= changed
        self.last = now
        self.rest += (new - self.rest) * np.where(changed, np.float32(1), followed)
        return share

    def touch_all(self, now: int) -> None:
        """As at the start: everything has to lie still, and to be looked at, once more."""
        self.moved_at[:] = now
        self.touched[:] = True
        self.last = now

    def still(self, now: int, settle: int) -> Mask:
        """Where nothing has moved for so long."""
        return np.asarray(now - self.moved_at >= settle)


def changes(new: Grey, old: Grey) -> Mask:
    """Where two pictures in about the same light differ by more than light and noise.

    What wide surroundings have in common is light, and so is a share of the contrast. The first is
    cut off, so that a hand is not taken for light.
    """
    off = new - old
    off -= cv2.blur(np.clip(off, -LIGHT, LIGHT), (AROUND, AROUND))
    contrast = cv2.blur(np.abs(old - cv2.blur(old, (9, 9))), (5, 5))
    differs = (np.abs(off) > LEAST + OF_CONTRAST * contrast).view(np.uint8)
    # A single pixel is noise, or the shimmer of an edge.
    return np.asarray(cv2.boxFilter(differs, -1, (3, 3), normalize=False) >= 3)


def likeness(one: Grey, other: Grey) -> float:
    """How alike the drawings of two pictures are, whatever the light: 1 for the same, near 0 for a shifted one."""
    fine = [grey - cv2.blur(grey, (9, 9)) for grey in (one, other)]
    of_both = float(np.sqrt((fine[0] ** 2).sum() * (fine[1] ** 2).sum()))
    return float((fine[0] * fine[1]).sum()) / of_both if of_both > 0 else 1.0


def filled(mask: Mask) -> Mask:
    """With what it surrounds."""
    closed = cv2.morphologyEx(mask.view(np.uint8), cv2.MORPH_CLOSE, _WIDE)
    outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(closed, outlines, -1, 1, -1)
    return closed.view(np.bool_)


def _joined(mask: Mask) -> Mask | None:
    if not mask.any():
        return None
    return cv2.dilate(filled(mask).view(np.uint8), _SOME).view(np.bool_)


def gain(new: Grey, old: Grey) -> float:
    """How much brighter one picture is; most of it must show the same."""
    if not new.size:
        return 1.0
    step = max(1, new.size // 4_000)
    return float(np.median((new.ravel()[::step] + 4) / (old.ravel()[::step] + 4)).clip(0.3, 3.0))


def _stripes(new: Grey, old: Grey) -> Grey:
    """How much brighter each row is, as one column: lamps that flicker make stripes."""
    rows = np.median((new[:, ::4] + 4) / (old[:, ::4] + 4), axis=1).clip(1 - ROW_GAIN, 1 + ROW_GAIN)
    return np.asarray(cv2.blur(rows.astype(np.float32)[:, None], (1, 3)))
