"""What the table looks like where nothing lies on it, and so what hands and things hide."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Picture
from vision.watch.motion import AROUND, Grey, Mask, changes, filled, gain

LEAST_THING = 30
"""Pixels of the small picture; less than that hides no card."""

GONE = 0.6
"""What differs from the table as it was learned has gone, not come, if its outline shows by so much less now."""

MOST_NEW, MOST_NEW_BESIDE = 0.08, 0.3
"""Of an outline that is gone no more than this part may be drawn anew; more, where a card lies beside it: its own edge
is seen there."""

WHITE = 255
"""What is brighter cannot be told from it."""

PLAIN_OUTLINE = 8.0
"""Levels by which an outline must have stood out from its surroundings to be one."""

STEEP = np.ones((7, 7), np.uint8)
"""The surroundings in which a picture's changes are measured."""


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

    def relight(self, small: Picture) -> None:
        """A lamp was switched: what still looks as it did but for the light is known, all else is to be learned."""
        new = small.astype(np.float32)
        wide = (AROUND, AROUND)
        light = ((cv2.blur(new, wide) + 4) / (cv2.blur(self._bare, wide) + 4)).clip(0.3, 3.0)
        lit = np.minimum(self._bare * light, WHITE)
        self.known &= ~changes(new, np.where(self.known, lit, new))
        self._bare, self._before = lit, lit.copy()
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
            differs &= changes(new, np.where(self.known, np.minimum(bare * light, WHITE), new))
        return filled(differs & self.known)

    def _light(self, new: Grey, where: Mask) -> np.float32:
        """How much brighter it is now than when the table was learned."""
        return np.float32(gain(new[where], self._bare[where]))

    def left(self, small: Picture, differs: Mask, explained: Mask, area: Mask) -> Mask:
        """What of it is the table itself, where something lay while it was learned that has gone since.

        What lies somewhere has an outline. Where that was drawn before and is not now, something was taken away; but
        an arm as dark as what the mat lies on hides the mat's edge, and draws an outline elsewhere.
        """
        parts = np.zeros(differs.shape, np.bool_)
        rest = differs & ~explained
        if not rest.any():
            return parts
        now, before = (_steepness(grey) for grey in (small.astype(np.float32), self._bare))
        came = now > before + PLAIN_OUTLINE
        beside = cv2.dilate(explained.view(np.uint8), STEEP).view(np.bool_)
        within = cv2.erode(area.view(np.uint8), STEEP).view(np.bool_)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(rest.view(np.uint8), connectivity=8)
        for label in range(1, count):
            if stats[label, cv2.CC_STAT_AREA] < LEAST_THING:
                continue
            part = labels == label
            whole = _rim(part) & self.known & ~explained & within
            rim = whole & ~beside
            if np.count_nonzero(rim) < LEAST_THING / 2 or came[whole].mean() >= MOST_NEW_BESIDE:
                continue
            was, is_now = float(before[rim].mean()), float(now[rim].mean())
            if was >= PLAIN_OUTLINE and is_now < GONE * was and came[rim].mean() < MOST_NEW:
                parts |= part
        # Its edge may lie under what is explained: a card beside it.
        return cv2.dilate(parts.view(np.uint8), np.ones((9, 9), np.uint8)).view(np.bool_) & differs

    def unlearn(self, where: Mask) -> None:
        """What lies there is not known any more."""
        self.known &= ~where

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
        where = free & self.known
        self._bare *= self._light(new, where)
        # By how much in all since then: many small steps would go astray.
        self._before *= np.float32(gain(new[where], self._before[where]))
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


def _rim(part: Mask) -> Mask:
    """The outline of a part, but for where it reaches the edge of the picture."""
    inner = cv2.erode(part.view(np.uint8), np.ones((3, 3), np.uint8), borderType=cv2.BORDER_REPLICATE)
    return part & (inner == 0)


def _steepness(grey: Grey) -> Grey:
    """By how many levels a picture changes about each place, at most."""
    high, low = cv2.dilate(grey, STEEP), cv2.erode(grey, STEEP)
    return np.asarray(high - low, np.float32)


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
