"""What the set-up page is joined to beside the rest of the server, and what it keeps from one wish to the next."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from starlette.requests import Request

from firmware_host.web.setup_bench import Bench
from firmware_host.web.setup_camera import Sees
from firmware_host.web.setup_deck import Learning
from firmware_host.web.setup_live import Live

Result = TypeVar("Result")
NICE = 5
"""A third of what others get, where all want the machine at once."""


@dataclass(frozen=True)
class Parts:
    """`sees` tells what the eyes know, `bench` tries out the hands, `restart` begins the program anew."""

    sees: Callable[[], Sees] = Sees
    bench: Bench | None = None
    restart: Callable[[], None] | None = None


class Workshop:
    """One for each server."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.learning = Learning()
        self._quiet = ThreadPoolExecutor(1, "set-up", _step_back)

    async def quietly(self, work: Callable[..., Result], *given: object) -> Result:
        """Have it done by a thread that only takes what the table's own leave of the machine."""
        return await asyncio.get_running_loop().run_in_executor(self._quiet, partial(work, *given))


def _step_back() -> None:
    with suppress(OSError, AttributeError):  # it is a courtesy, and only Linux knows it
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


def workshop_of(request: Request) -> Workshop:
    state = request.app.state
    if not hasattr(state, "workshop"):
        joined = state.joined
        state.workshop = Workshop(Live(joined.frame, joined.parts.sees))
    workshop: Workshop = state.workshop
    return workshop
