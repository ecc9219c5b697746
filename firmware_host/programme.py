"""The table programme itself: frames, presses and wishes go in one after the other, effects come out.

It has no clock and no thread. `drover run` drives it with time and devices, `drover watch` with recorded pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware_host.seeing import Seeing
from firmware_host.steward.effects import Effect
from firmware_host.steward.inputs import Input, Seen, Tick
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.steward.step import step
from vision.chips import count_chips
from vision.frame import Frame
from vision.watch import Observation, Watcher

ACTIVE = "active"
COUNT_AGAIN_MS = 300
SURELY_COUNTED = 0.8
"""Chips of which that is less likely are counted again."""

Carry = Callable[[Sequence[Effect], int], None]
"""Carries effects out at a time. Where it raises, nothing has happened: the situation stays as it was."""


class Programme:
    """Eyes and steward, joined; what they want done goes to `carry`."""

    def __init__(self, watcher: Watcher, settings: Settings, carry: Carry) -> None:
        self.watcher = watcher
        self.situation = Situation(settings)
        self.coming = self.situation
        """What the situation will be when the effects that are being carried out were."""

        self._carry = carry
        self._seeing = Seeing()
        self._counted_at = 0
        self._untold: Seen | None = None
        """What was seen and could not be taken: the eyes tell it only once."""

    def take(self, given: Input, now: int) -> None:
        """Anything but a picture."""
        self.coming, effects = step(self.situation, given, now)
        if effects:
            self._carry(effects, now)
        self.situation = self.coming

    def look(self, frame: Frame) -> None:
        """The next picture; its own time is the time."""
        observation = self.watcher.step(frame)
        if observation is not None:
            self._untold = self._seen(observation, frame)
        elif self._wants_count(frame) and self.watcher.now is not None:
            self._untold = self._seen(self.watcher.now, frame)
        self.take(Tick() if self._untold is None else self._untold, frame.taken)
        self._untold = None

    def _wants_count(self, frame: Frame) -> bool:
        """Whether chips lie there that were not surely counted: another picture may be clearer."""
        seen = self.situation.seen
        if seen is None or not seen.steady or seen.chips is not None or frame.taken - self._counted_at < COUNT_AGAIN_MS:
            return False
        return any(card.zone == ACTIVE and card.face == "up" for card in seen.cards)

    def blink(self) -> None:
        """Forget what was seen: nobody watched for a while."""
        self.watcher.reset()
        self._untold = None

    def _seen(self, observation: Observation, frame: Frame) -> Seen:
        return self._seeing.seen(observation, self.watcher.pose, self._chips(observation, frame))

    def _chips(self, observation: Observation, frame: Frame) -> int | None:
        """The chips on the active card, where the game has such a place and nothing moves there."""
        unclear = observation.hidden_zones | observation.moving_zones
        if not observation.steady or ACTIVE in unclear:
            return None
        # Chips may look like a card of their own, but never like one with a number.
        open_cards = [one for one in observation.in_zone(ACTIVE) if one.face == "up"]
        quads = [one.quad for one in open_cards if one.card is not None or len(open_cards) == 1]
        if len(quads) != 1:
            return None
        self._counted_at = frame.taken
        counted = count_chips(frame.picture, quads[0])
        return counted.count if counted.confidence >= SURELY_COUNTED else None
