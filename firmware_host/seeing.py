"""From what the eyes observe to what the steward is told: cards in millimetres, each with a key that lasts."""

from __future__ import annotations

from math import hypot

from firmware_host.steward.inputs import Lying, Point, Seen
from vision.mat.pose import Pose
from vision.sighting import Sighting
from vision.watch import Observation

SAME_PLACE_MM = 8.0
"""A card whose middle is so near to where one lay is the same one, if it does not look like another."""


class Seeing:
    """Translates observation after observation, and remembers which card has which key."""

    def __init__(self) -> None:
        self._cards: tuple[Lying, ...] = ()
        self._next = 1

    def seen(self, observation: Observation, pose: Pose | None, chips: int | None = None) -> Seen:
        """What the steward is told. Without a pose nothing is known of where cards lie."""
        if pose is None:
            return Seen(observation.taken, observation.number, bumped=observation.moved)
        cards = [self._lying(one, pose) for one in observation.sightings]
        hidden = [self._lying(one, pose) for one in observation.hidden]
        self._cards = (*cards, *hidden)
        return Seen(
            observation.taken,
            observation.number,
            tuple(cards),
            tuple(hidden),
            observation.hidden_zones,
            observation.moving_zones,
            observation.steady,
            observation.moved,
            chips,
        )

    def _lying(self, sighting: Sighting, pose: Pose) -> Lying:
        x, y = pose.millimetres(sighting.quad.mean(axis=0)[None])[0]
        at = (round(float(x), 1), round(float(y), 1))
        face = sighting.face if sighting.face in ("up", "down") else "up"
        key = self._key(at, face, sighting.card)
        return Lying(key, sighting.card, face, sighting.zone or "", at, sighting.confidence, sighting.alternatives)

    def _key(self, at: Point, face: str, name: str | None) -> int:
        for card in self._cards:
            alike = card.face == face and (name is None or card.name in (None, name))
            if alike and hypot(card.at[0] - at[0], card.at[1] - at[1]) <= SAME_PLACE_MM:
                return card.key
        self._next += 1
        return self._next
