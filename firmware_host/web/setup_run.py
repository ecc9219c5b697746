"""What the set-up page is given where a table runs: what the eyes know, the hands, and beginning anew."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial

from firmware_host.web.setup_bench import Bench
from firmware_host.web.setup_camera import Sees
from firmware_host.web.setup_parts import Parts
from hardware.hands import Hands
from vision.watch import Watcher


class Again:
    """Whether the program is to begin anew once it has ended well."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self.wanted = False
        self._stop = stop

    def ask(self) -> None:
        """From any thread."""
        self.wanted = True
        self._stop()

    def begin(self) -> None:
        """In the same process, so that whoever looks after it sees no end. Returns where it was not asked for."""
        if self.wanted:
            sys.stdout.flush()
            os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606  this very program


def seen_by(watcher: Watcher) -> Sees:
    """What that watcher knows now; from any thread."""
    now = watcher.now
    return Sees(watcher.mat, watcher.pose, () if now is None else now.sightings)


def parts_for(watcher: Watcher, hands: Hands, again: Again) -> Parts:
    return Parts(partial(seen_by, watcher), hands if isinstance(hands, Bench) else None, again.ask)
