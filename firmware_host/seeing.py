"""From what the eyes observe to what the steward is told: cards in millimetres, each with a key that lasts."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

from firmware_host.steward.inputs import Lying, Seen
from vision.mat.pose import Pose
from vision.sighting import Sighting
from vision.watch import Observation

SAME_PLACE_MM = 8.0
"""A card whose middle is so near to where one lay is the same one, if it does not look like another."""

MOSTLY = 0.9
"""What an unread card may be is known to this chance at least, or it may be anything."""


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
        card = Lying(0, sighting.card, face, sighting.zone or "", at, sighting.confidence, sighting.alternatives)
        return replace(card, key=self._key(card))

    def _key(self, new: Lying) -> int:
        for card in self._cards:
            near = hypot(card.at[0] - new.at[0], card.at[1] - new.at[1]) <= SAME_PLACE_MM
            if near and card.face == new.face and _may_be_one(card, new):
                return card.key
        self._next += 1
        return self._next


def _may_be_one(card: Lying, new: Lying) -> bool:
    """Whether what lies there now may be the card that lay there."""
    if card.name is not None and new.name is None:
        return True  # it can't be read any more
    before, after = _names(card), _names(new)
    return before is None or after is None or bool(before & after)


def _names(card: Lying) -> set[str] | None:
    """What the card may be; None: anything."""
    if card.name is not None:
        return {card.name}
    return {name for name, _ in card.maybe} if sum(chance for _, chance in card.maybe) >= MOSTLY else None
