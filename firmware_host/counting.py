"""The chips on the active card of No Thanks!, counted over several pictures while nothing moves there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.bare import Bare
from vision.chips import Chip, ChipCount, count_chips
from vision.frame import Frame, Picture
from vision.mat.model import Mat, Zone
from vision.mat.pose import Pose
from vision.sighting import Quad, Sighting
from vision.watch import Observation, Watcher

ACTIVE = "active"
AGAIN_MS, LATER_MS = 80, 600
"""Chips that were not surely counted are counted again so much later: in the next picture, and after some of these."""

AT_ONCE = 5
SURELY, LIKELY = 0.8, 0.5
"""Two counts that agree are believed if either is this likely, three if each of them is at least that likely."""

A_CHIP = 0.5
STRANGE_MS = 600
"""What lies beside the card for so long, and is neither a hand nor a chip that is known, may stand for one: a coin."""


class Counting:
    """Counts chips, and knows them from cards. Without a place for an active card there is nothing to be counted."""

    def __init__(self, watcher: Watcher) -> None:
        self.chips: int | None = None
        """How many chips there are; None: not surely counted."""

        self._watcher = watcher
        self._counts: list[tuple[int, float]] = []
        self._found: tuple[Chip, ...] = ()
        self._bare: Bare | None = None
        """The card as it came; None where it was there before, perhaps with chips on it."""

        self._was_empty = self._just_came = False
        self._strange_since: int | None = None
        self._unknown = False
        """Whether something lies there that may stand for chips: then nobody knows how many."""

        self._counted_at = 0
        self._place: Quad = np.zeros((4, 2))

    def look(self, frame: Frame) -> bool:
        """One more picture; whether the count is a new one."""
        now, mat, pose = self._watcher.now, self._watcher.mat, self._watcher.pose
        zone = _place_in(mat)
        if now is None or mat is None or pose is None or zone is None:
            return False
        before = self.chips
        self._place = _upright(pose, mat, zone)
        card = _active_card(now, self._place)
        if now.moved or ACTIVE in now.hand_zones | now.moving_zones or card is None:
            self._start_anew(now, card)
        elif self.chips is None and frame.taken - self._counted_at >= self._pause:
            self._counted_at = frame.taken
            self._take(count_chips(frame.picture, self._place, pose.pixels(zone.polygon)), frame.picture, card.quad)
        self._see_what_is_no_chip(now)
        return self.chips != before

    def told(self, observation: Observation) -> Observation:
        """The same without what chips were taken for: cards, and things that cover the card on which they lie."""
        if _place_in(self._watcher.mat) is None or ACTIVE in observation.hand_zones:
            return observation
        under = tuple(one for one in observation.hidden if one.zone == ACTIVE)
        return replace(
            observation,
            sightings=(*(one for one in observation.sightings if not self._is_chips(one, observation)), *under),
            hidden=tuple(one for one in observation.hidden if one.zone != ACTIVE),
            hidden_zones=observation.hidden_zones - {ACTIVE},
        )

    @property
    def _pause(self) -> int:
        return AGAIN_MS if len(self._counts) < AT_ONCE else LATER_MS

    def _start_anew(self, now: Observation, card: Sighting | None) -> None:
        self.chips, self._counts, self._just_came = None, [], False
        if not _in_place(now) and ACTIVE not in now.hidden_zones | now.moving_zones:
            self._found, self._bare, self._was_empty, self._unknown = (), None, True, False

    def _take(self, counted: ChipCount, picture: Picture, card: Quad) -> None:
        """One more count. Two or three that agree are believed."""
        if self._was_empty:
            self._bare, self._was_empty, self._just_came = Bare(picture, card), False, True
        drawn = self._drawn([chip for chip in counted.circles if _is_inside(chip, card)], picture, card)
        self._found = tuple(chip for chip in counted.circles if chip.chance > A_CHIP and chip not in drawn)
        count = counted.count - sum(chip.chance > A_CHIP for chip in drawn)
        self._counts.append((count, counted.confidence / float(np.prod([_sure(chip) for chip in drawn]))))
        alike = [sure for count, sure in self._counts[-AT_ONCE:] if count == self._counts[-1][0]]
        if (len(alike) >= 2 and max(alike) >= SURELY) or (len(alike) >= 3 and min(alike) >= LIKELY):
            self.chips = max(0, self._counts[-1][0])

    def _see_what_is_no_chip(self, now: Observation) -> None:
        """Where none is counted though something lies there, it is not known how many there are."""
        lies_there = ACTIVE in now.hidden_zones or any(self._is_beside(one, now) for one in now.sightings)
        if self.chips != 0 or not lies_there:
            self._strange_since = None
        elif self._strange_since is None:
            self._strange_since = now.taken
        self._unknown |= self._strange_since is not None and now.taken - self._strange_since >= STRANGE_MS
        if self._unknown:
            self.chips = None

    def _drawn(self, chips: Sequence[Chip], picture: Picture, card: Quad) -> list[Chip]:
        """Those of the chips on the card that are drawn there."""
        if self._bare is None:
            return []
        if self._just_came:
            # Nobody can have laid a chip already on a card that was not there a moment ago.
            return list(chips)
        shown = self._bare.shows(picture, card, [(chip.centre, chip.radius) for chip in chips])
        return [chip for chip, is_drawn in zip(chips, shown, strict=True) if is_drawn]

    def _is_chips(self, sighting: Sighting, observation: Observation) -> bool:
        """Chips may look like a card of their own, but never like one with a number."""
        return self._is_beside(sighting, observation) and any(_is_inside(chip, sighting.quad) for chip in self._found)

    def _is_beside(self, sighting: Sighting, observation: Observation) -> bool:
        """Whether it lies beside the active card, and no number is read on it."""
        here = sighting.zone == ACTIVE and sighting.card is None
        return here and sighting is not _active_card(observation, self._place)


def _sure(chip: Chip) -> float:
    """How sure it is whether this is a chip or not."""
    return max(chip.chance, 1 - chip.chance)


def _place_in(mat: Mat | None) -> Zone | None:
    return None if mat is None else next((zone for zone in mat.zones if zone.name == ACTIVE), None)


def _upright(pose: Pose, mat: Mat, zone: Zone) -> Quad:
    """Where a card would lie in the first slot: that says how the table lies in the picture."""
    return pose.pixels(zone.slots[0].box(mat.card).corners)


def _in_place(observation: Observation) -> list[Sighting]:
    return [one for one in (*observation.sightings, *observation.hidden) if one.zone == ACTIVE]


def _active_card(observation: Observation, place: Quad) -> Sighting | None:
    """The card on which the chips are: one that was read, or else the one that lies nearest to its place."""
    open_cards = [one for one in _in_place(observation) if one.face == "up"]
    named = [one for one in open_cards if one.card is not None]
    middle = place.mean(axis=0)
    far = [float(np.linalg.norm(one.quad.mean(axis=0) - middle)) for one in named or open_cards]
    return (named or open_cards)[int(np.argmin(far))] if far else None


def _is_inside(chip: Chip, quad: Quad) -> bool:
    return cv2.pointPolygonTest(quad.astype(np.float32)[:, None], chip.centre, False) > 0
