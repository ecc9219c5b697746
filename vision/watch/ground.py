"""What the table looks like where nothing lies on it, and so what hands and things hide."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Picture
from vision.watch.motion import Grey, Mask, changes, filled, gain

LEAST_THING = 30
"""Pixels of the small picture; less than that hides no card."""


class Ground:
    """The bare table, learned wherever no card, hand or thing lies, and what reaches over it."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.hands: Mask = np.zeros(shape, np.bool_)
        """What reaches in from outside and lies still."""
        self.things: Mask = np.zeros(shape, np.bool_)
        """What lies on the table and is no card."""
        self.known: Mask = np.zeros(shape, np.bool_)
        """Where it was seen what the bare table looks like."""
        self._bare: Grey = np.zeros(shape, np.float32)
        # Where an arm was taken for the table, the table itself must not be taken for an arm when it leaves.
        self._before: Grey = np.zeros(shape, np.float32)
        self._now_bare: Mask = np.zeros(shape, np.bool_)

    def forget(self) -> None:
        self.known[:] = False
        self._now_bare[:] = False
        self.hands[:] = False
        self.things[:] = False

    def strange(self, small: Picture, cards: Mask) -> Mask:
        """Where something lies on the bare table: a card, a hand, a thing."""
        new = small.astype(np.float32)
        if not self.known.any():
            return np.zeros(small.shape, np.bool_)
        light = self._light(new, self.known & ~cards)
        differs = np.ones(new.shape, np.bool_)
        for bare in (self._bare, self._before):
            # What nobody knows must not look like a strong change beside what is known.
            differs &= changes(new, np.where(self.known, bare * light, new))
        return filled(differs & self.known)

    def _light(self, new: Grey, where: Mask) -> np.float32:
        """How much brighter it is now than when the table was learned."""
        return np.float32(gain(new[where], self._bare[where]))

    def hands_in(self, over: Mask, beside: Mask, area: Mask) -> Mask:
        """What of it reaches in from outside the area, and has a good part `beside` all cards."""
        inner = area.view(np.uint8).copy()
        inner[[0, -1], :] = 0
        inner[:, [0, -1]] = 0
        outer = cv2.erode(inner, np.ones((5, 5), np.uint8)) == 0
        return _parts(over, outer, 1) & _parts(over, beside, LEAST_THING)

    def things_in(self, over: Mask, strange: Mask) -> Mask:
        """What of it is strange in good part: where it is not, the table shows as nobody has seen it before."""
        return _parts(over, strange, LEAST_THING)

    def learn(self, small: Picture, free: Mask, hands: Mask, things: Mask) -> None:
        """Takes what lies free now for the bare table, and what lies over it for that."""
        self.hands, self.things = hands, things
        new = small.astype(np.float32)
        light = self._light(new, free & self.known)
        self._bare *= light
        self._before *= light
        fresh = free & ~self.known
        self._before[fresh] = new[fresh]
        self._bare[free] = new[free]
        self.known |= free
        self._now_bare = free

    def follow(self, rest: Grey, touched: Mask) -> None:
        """Follows slow changes of light where nothing lies."""
        calm = self._now_bare & ~touched
        self._bare[calm] = rest[calm]

    def take_in(self, what: Mask, rest: Grey) -> None:
        """Something that lies there for long belongs to the table."""
        self._before[what] = np.where(self.known[what], self._bare[what], rest[what])
        self._bare[what] = rest[what]
        self.known |= what
        self._now_bare |= what
        self.hands &= ~what
        self.things &= ~what


def _parts(mask: Mask, having: Mask, least: int) -> Mask:
    """The connected parts of a mask, if not small, that have so many pixels of another."""
    parts = np.zeros(mask.shape, np.bool_)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.view(np.uint8), connectivity=8)
    for label in range(1, count):
        if stats[label, cv2.CC_STAT_AREA] >= LEAST_THING:
            part = labels == label
            if np.count_nonzero(part & having) >= least:
                parts |= part
    return parts
