"""What the owner thread hands over: the newest situation, and a wink that there is one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from firmware_host.steward.situation import Situation

Watcher = Callable[[Situation | None, Situation], None]


class Board:
    """Between two threads. `show` is the owner's and costs it next to nothing; all else is the web thread's.

    `number` grows with each situation of which anybody could see something; `situation` is the newest one.
    """

    def __init__(self) -> None:
        self.number = 0
        self.situation: Situation | None = None
        self.closed = False
        self._shown: Situation | None = None
        self._winked = False
        self._watchers: list[Watcher] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._changed = asyncio.Event()

    def show(self, situation: Situation) -> None:
        """From the owner thread: this is how things stand now."""
        self._shown = situation
        loop = self._loop
        if loop is None or self._winked:
            return
        self._winked = True
        with suppress(RuntimeError):  # the server is about to end
            loop.call_soon_threadsafe(self._take)

    def watch(self, watcher: Watcher) -> None:
        """Have that called, in the web thread, with what was and what is, before anybody is shown it."""
        self._watchers.append(watcher)

    def join(self, loop: asyncio.AbstractEventLoop) -> None:
        """From the web thread: from now on that loop takes what is shown."""
        self._loop = loop
        self._take()

    def _take(self) -> None:
        # Before reading, so that whatever is shown after that winks again.
        self._winked = False
        newest = self._shown
        if newest is None:
            return
        before, self.situation = self.situation, newest
        if before is None or _differs(before, newest):
            try:
                for watcher in self._watchers:
                    watcher(before, newest)
            finally:
                # Whatever goes wrong there, everybody sees how things stand.
                self.number += 1
                self._wake()

    def touch(self) -> None:
        """From the web thread: something that is seen has changed although the situation has not."""
        self.number += 1
        self._wake()

    def close(self) -> None:
        """From the web thread: nothing more will be shown."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def after(self, number: int, seconds: float) -> bool:
        """Waits until there is something later than that; False if there is nothing after so many seconds."""
        if self.number == number and not self.closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), seconds)
        return self.number != number


def _differs(before: Situation, now: Situation) -> bool:
    """Whether anything that a view is made of is another. Most pictures show what the last one showed."""
    return (
        before.match is not now.match
        or before.cue != now.cue
        or before.memory != now.memory
        or before.question is not now.question
        or before.objection is not now.objection
        or before.places != now.places
        or before.chosen != now.chosen
        or before.repairing != now.repairing
        or before.paused != now.paused
        or before.troubles != now.troubles
        or before.settings is not now.settings
    )
