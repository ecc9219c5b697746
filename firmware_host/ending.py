"""A clean end on SIGTERM and SIGINT, from the first moment to the last."""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import FrameType
from typing import Self

SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Ending:
    """Until there is something to stop, a signal ends the program at once and cleanly; later it stops that.

    A second signal changes nothing: what is ending gets the time it needs.
    """

    def __init__(self) -> None:
        self.asked = False
        self._stop: Callable[[], None] | None = None
        self._told: Callable[[], object] = lambda: None

    def __enter__(self) -> Self:
        self._before = {one: signal.signal(one, self._ask) for one in SIGNALS}
        return self

    def __exit__(self, *_: object) -> None:
        for one, handler in self._before.items():
            signal.signal(one, handler)

    def tell(self, told: Callable[[], object]) -> None:
        """Call this first when the end is asked for."""
        self._told = told

    def by(self, stop: Callable[[], None]) -> None:
        """From now on the end is brought about by this."""
        self._stop = stop
        if self.asked:
            stop()

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            return
        self.asked = True
        self._told()
        if self._stop is None:
            raise SystemExit(0)
        self._stop()
