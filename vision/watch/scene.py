"""All that is remembered of one table, seen from one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.frame import Frame
from vision.mat.model import Mat
from vision.mat.pose import Pose
from vision.sighting import Sighting
from vision.watch.cards import Held
from vision.watch.grid import Grid, Places
from vision.watch.ground import Ground
from vision.watch.motion import Grey, Mask, Motion, likeness
from vision.watch.observation import Pace

UPHEAVAL = 0.5
"""The share of all drawn lines that change at once when the camera is bumped, or a lamp is switched."""

ALIKE = 0.7
"""Pictures whose drawings are less alike than this were not taken from the same place."""

FOLLOW_EVERY = 1_000
LEAST_TOUCHED = 6
"""Pixels of the small picture; a card has a hundred and more."""


class Scene:
    """What moved, what lies where, what is over it, and what of it still has to be looked at."""

    def __init__(self, frame: Frame) -> None:
        self.grid = Grid(frame)
        self.motion = Motion(frame.small, frame.taken)
        self.ground = Ground(frame.small.shape)
        self.area: Mask = np.ones(frame.small.shape, np.bool_)
        self.places: Places | None = None
        self.held: list[Held] = []
        self.now = frame.taken
        self.moved = False
        self.upheaval = False
        self.upheaval_now = False
        self.relit = False
        self.confirmed_at = -1
        self.doubt_until = -1
        self._begun = False
        self._looked_at: int | None = None
        self._at_rest: Grey = frame.small.astype(np.float32)
        self._unread = True
        self._asked = False
        self._followed_at = frame.taken

    def take_in(self, frame: Frame, pace: Pace) -> None:
        """The small picture: what moved, and what belongs to the table by now."""
        gap, self.now = frame.taken - self.now, frame.taken
        share = self.motion.step(frame.small, frame.taken) if self._begun else 0.0
        self._begun = True
        if gap > pace.gap:
            self.motion.touch_all(frame.taken)
        self.upheaval_now = share >= UPHEAVAL
        self.upheaval |= self.upheaval_now
        self._unread = self._unread or self.motion.last == self.now
        if self.now - self._followed_at >= FOLLOW_EVERY:
            self._followed_at = self.now
            self.ground.follow(self.motion.rest, self.motion.touched)
            self._take_things_in(pace)

    def _take_things_in(self, pace: Pace) -> None:
        """What has lain still for long is the table's own; then the cards that it hid are looked for once more."""
        things = self.ground.things & self.motion.still(self.now, pace.thing_stays)
        if things.any():
            self.held = [card for card in self.held if not (card.hidden and self.grid.share(card.quad, things) > 0)]
            self.ground.take_in(things, self.motion.rest)
        hands = self.ground.hands & self.motion.still(self.now, pace.hand_stays)
        if hands.any():
            # A card that is hidden there would be taken for the table.
            hiding = self.grid.mask([card.quad for card in self.held if card.hidden])
            self._asked = bool((hands & ~hiding).any())
            self.ground.take_in(hands & ~hiding, self.motion.rest)

    def placed(self, mat: Mat, pose: Pose) -> Places:
        """The mat's places in the small picture."""
        if self.places is None or self.places.pose is not pose:
            self.places = Places(mat, pose, self.grid)
            self.area = self.places.area
            self.held = [replace(card, sighting=self._in_zone(card.sighting)) for card in self.held]
        return self.places

    def forget(self, now: int) -> None:
        """The camera looks from elsewhere: nothing that was seen still lies where it was."""
        self.held = []
        self.ground.forget()
        self.motion.touch_all(now)
        self.moved = True
        self._unread = True

    def settle_upheaval(self, frame: Frame, without_mat: bool) -> None:
        """After much has changed at once: was it the camera, the light, or somebody who leaned over the table?

        In another light the bare table looks different. What lies over it then may be learned with it, and is
        known to be gone once it is.
        """
        self.upheaval = False
        if likeness(frame.small.astype(np.float32), self._at_rest) >= ALIKE:
            self.ground.relight(frame.small)
            self.relit = True
            return
        self.ground.forget()
        if without_mat:
            self.held = []
            self.moved = True

    def is_due(self, pace: Pace, doubted: bool) -> bool:
        """Whether the large picture has to be looked at."""
        between = pace.while_moving if self.motion.last == self.now else pace.between
        if doubted or (self._looked_at is not None and self.now - self._looked_at < between):
            return False
        if self._asked and self._looked_at is not None:
            return True
        if self._looked_at is None or self._unread:
            still = self.motion.still(self.now, pace.settle)
            if self._looked_at is None and (still & self.area).any():
                return True
            waiting = self.motion.touched & self.area
            if np.count_nonzero(waiting & still) >= LEAST_TOUCHED:
                return True
            self._unread = bool(waiting.any())
        return any(self._wants_look(card, pace) for card in self.held)

    def _wants_look(self, card: Held, pace: Pace) -> bool:
        if card.settled or card.hidden or not self._lies_still(card, pace):
            return False
        if card.tries < pace.most_looks:
            return True
        later = card.tries - pace.most_looks
        assert self._looked_at is not None
        return later < len(pace.later_looks) and self.now - self._looked_at >= pace.later_looks[later]

    def _lies_still(self, card: Held, pace: Pace) -> bool:
        if self.now - self.motion.last >= pace.settle:
            return True
        return self.grid.share(card.quad, ~self.motion.still(self.now, pace.settle)) == 0

    def looked(self, frame: Frame, held: Sequence[Held]) -> None:
        if self.places is not None:
            before = {id(card.sighting) for card in self.held}
            held = [
                card if id(card.sighting) in before else replace(card, sighting=self._in_zone(card.sighting))
                for card in held
            ]
        self.held = list(held)
        self.relit = False
        self._looked_at = frame.taken
        self._asked = False
        if self.now - self.motion.last > 0:
            self._at_rest = self.motion.rest.copy()
        self._unread = bool((self.motion.touched & self.area).any())

    def is_steady(self, pace: Pace) -> bool:
        """Whether nothing moves, and nothing remains to be read."""
        if self._looked_at is None or self.upheaval:
            return False
        if self.now - self.motion.last < pace.settle:
            moving = self.area & ~self.motion.still(self.now, pace.settle)
            if np.count_nonzero(moving) >= LEAST_TOUCHED:
                return False
        if self._unread and np.count_nonzero(self.motion.touched & self.area) >= LEAST_TOUCHED:
            return False
        return all(card.settled or card.hidden or card.tries >= pace.most_looks for card in self.held)

    def sightings(self, hidden: bool) -> tuple[Sighting, ...]:
        """What is concluded of the cards that are hidden, or of the others."""
        return tuple(card.sighting for card in self.held if card.hidden is hidden and card.sighting is not None)

    def hidden_zones(self, places: Places) -> frozenset[str]:
        """The zones over which something lies still that is no card."""
        return places.zones_in(self.ground.hands | self.ground.things)

    def hand_zones(self, places: Places) -> frozenset[str]:
        """The zones over which a hand lies still."""
        return places.zones_in(self.ground.hands)

    def moving_zones(self, places: Places, pace: Pace) -> frozenset[str]:
        """The zones in which something moved a moment ago, or has moved and was not looked at since."""
        touched = self.motion.touched
        if self.now - self.motion.last < pace.settle:
            touched = touched | ~self.motion.still(self.now, pace.settle)
        return places.zones_in(touched)

    def _in_zone(self, sighting: Sighting | None) -> Sighting | None:
        assert self.places is not None
        if sighting is None:
            return None
        zone = self.places.pose.zone_of(self.places.mat, sighting.quad)
        return sighting if zone == sighting.zone else replace(sighting, zone=zone)
