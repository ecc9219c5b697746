"""What a camera's troubles lead to: a small machine without threads, cameras or a clock of its own.

It is told what happened and when; `status` is what a person may be shown, `due` when it wants
to be asked again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from vision.errors import VisionError


class CameraState(StrEnum):
    OPENING = "opening"
    LIVE = "live"
    STALLED = "stalled"
    """Open, but no usable picture for a while."""
    LOST = "lost"
    """Given up; it is opened again after a pause."""
    ENDED = "ended"
    """A recording came to its end."""
    CLOSED = "closed"


@dataclass(frozen=True)
class Status:
    """How a camera is, since when, how often it was opened, and what is wrong with it."""

    state: CameraState
    since: int
    generation: int
    error: VisionError | None = None


@dataclass(frozen=True)
class Limits:
    """How patient to be, in milliseconds."""

    opening: int = 15_000
    """From the start to the first usable picture. A camera that focuses needs seconds."""
    stalled: int = 1_000
    lost: int = 4_000
    """Without a usable picture. Stalls are shown at once, but opening again costs a new exposure and focus."""
    first_pause: int = 250
    longest_pause: int = 5_000
    steady: int = 10_000
    """So long must it have been live before the next pause is a short one again."""
    leave: int = 1_000
    """So long is an old camera waited for to let go of the device before it is opened anew."""
    abandoned: int = 4
    """So many readers may hang in cameras that never answer. No more are started, or a week of it fills the memory."""


class Recovery:
    """`opening` → `live` ⇄ `stalled` → `lost` → `opening` …, until `ended` or `closed`."""

    def __init__(self, limits: Limits, post: Callable[[Status], None], now: int) -> None:
        self.limits = limits
        self._post = post
        self._pause = 0
        self._opens_at: int | None = now
        self._last_good = now
        self._live_since: int | None = None
        self._trouble: VisionError | None = None
        self.status = Status(CameraState.OPENING, now, 0)

    @property
    def over(self) -> bool:
        return self.status.state in {CameraState.ENDED, CameraState.CLOSED}

    @property
    def due(self) -> int | None:
        """When `tick` or `wants_opening` may next have something to say."""
        if self.over:
            return None
        if self._opens_at is not None:
            return self._opens_at
        return self._last_good + self._patience()

    def wants_opening(self, now: int) -> bool:
        return not self.over and self._opens_at is not None and now >= self._opens_at

    def opening(self, now: int) -> int:
        """The camera is being opened. Gives the generation of this attempt."""
        self._opens_at = None
        self._last_good = now
        self._live_since = None
        self._trouble = None
        self._change(CameraState.OPENING, now, generation=self.status.generation + 1)
        return self.status.generation

    def picture(self, now: int) -> None:
        """A usable picture came."""
        self._last_good = now
        self._trouble = None
        if self.status.state is not CameraState.LIVE:
            if self._live_since is None:
                self._live_since = now
            self._change(CameraState.LIVE, now)

    def trouble(self, error: VisionError) -> None:
        """A picture was missed or refused: the reason, should it go on."""
        self._trouble = error

    def tick(self, now: int) -> bool:
        """Looks at the clock; true where the camera is given up by it."""
        if self.over or self._opens_at is not None:
            return False
        without = now - self._last_good
        error = self._trouble or VisionError("no_picture", ms=without)
        if without >= self._limit():
            self.lose(now, error)
            return True
        if self.status.state is CameraState.LIVE and without >= self.limits.stalled:
            self._change(CameraState.STALLED, now, error)
        return False

    def lose(self, now: int, error: VisionError) -> None:
        """The camera is given up and will be opened again after a pause, longer with every failure."""
        if self.over:
            return
        steady = self._live_since is not None and now - self._live_since >= self.limits.steady
        longer = min(self.limits.longest_pause, 2 * self._pause)
        self._pause = self.limits.first_pause if steady or not self._pause else longer
        self._opens_at = now + self._pause
        self._live_since = None
        self._change(CameraState.LOST, now, error)

    def end(self, now: int, error: VisionError) -> None:
        self._change(CameraState.ENDED, now, error)

    def close(self, now: int) -> None:
        if self.status.state is not CameraState.CLOSED:
            self._change(CameraState.CLOSED, now)

    def _limit(self) -> int:
        return self.limits.opening if self.status.state is CameraState.OPENING else self.limits.lost

    def _patience(self) -> int:
        return self.limits.stalled if self.status.state is CameraState.LIVE else self._limit()

    def _change(self, state: CameraState, now: int, error: VisionError | None = None, generation: int = -1) -> None:
        kept = self.status.generation if generation < 0 else generation
        self.status = Status(state, now, kept, error)
        self._post(self.status)
