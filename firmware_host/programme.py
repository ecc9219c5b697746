"""The table programme itself: frames, presses and wishes go in one after the other, effects come out.

It has no clock and no thread. `drover run` drives it with time and devices, `drover watch` with recorded pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware_host.counting import Counting
from firmware_host.seeing import Seeing
from firmware_host.steward.effects import Effect
from firmware_host.steward.games import behaviour_of
from firmware_host.steward.inputs import Input, Seen, Tick
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.steward.step import step
from vision.frame import Frame
from vision.watch import Watcher

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
        self._counting = Counting(watcher)
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
        match = self.situation.match
        gone = frozenset[str]() if match is None else behaviour_of(match.header.game).gone(match)
        observation = self.watcher.step(frame, gone)
        if self._counting.look(frame) or observation is not None:
            self._untold = self._seen()
        self.take(Tick() if self._untold is None else self._untold, frame.taken)
        self._untold = None

    @property
    def finds_mat(self) -> bool:
        """Whether it is known where the mat lies, if there is one to be found."""
        return self.watcher.mat is None or self.watcher.pose is not None

    def blink(self) -> None:
        """Forget what was seen: nobody watched for a while."""
        self.watcher.reset()
        self._untold = None

    def _seen(self) -> Seen | None:
        if self.watcher.now is None:
            return None
        observation = self._counting.told(self.watcher.now)
        return self._seeing.seen(observation, self.watcher.pose, self._counting.chips)
