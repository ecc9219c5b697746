"""What the set-up page is joined to beside the rest of the server, and what it keeps from one wish to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request

from firmware_host.web.setup_bench import Bench
from firmware_host.web.setup_camera import Sees
from firmware_host.web.setup_deck import Learning
from firmware_host.web.setup_live import Live


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


def workshop_of(request: Request) -> Workshop:
    state = request.app.state
    if not hasattr(state, "workshop"):
        joined = state.joined
        state.workshop = Workshop(Live(joined.frame, joined.parts.sees))
    workshop: Workshop = state.workshop
    return workshop
