"""A new version is on trial until it has shown that it works: else the old one comes back, even after a pulled plug.

What is on trial stands in a file before anything is switched, so that whoever comes next, after whatever happened,
knows what to finish: `drover-update.service` does that at the next start.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from firmware_host.install.layout import Layout
from firmware_host.update.manager import Manager

READY_WITHIN_S = 60.0
STAYS_S = 5.0
"""A version that says that it is ready and then falls over is not ready."""

_MOST_RESTARTS = 3
"""A version that falls so often before it is ready is given up, long before systemd starts the whole machine anew."""

_ASKED_EVERY_S = 0.2


@dataclass(frozen=True)
class Trial:
    """Which version is on trial, which one comes back if it fails, and what was kept beside that one."""

    new: str
    old: str
    older: str | None = None
    fresh: bool = True
    """Whether it was installed for this trial: then nothing of it stays if it fails."""

    was_at_work: bool = True
    """Whether the table was on before: then it is on afterwards."""


@dataclass(frozen=True)
class Time:
    """What waits; tests pass it faster."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


def trial_file(layout: Layout) -> Path:
    return layout.home / "trial.json"


def open_trial(layout: Layout) -> Trial | None:
    """The trial that nobody has finished. What can't be read was cut off before anything was switched."""
    try:
        return Trial(**json.loads(trial_file(layout).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def begin_trial(layout: Layout, trial: Trial) -> None:
    """Writes it down, then switches. After this the new version is current."""
    file = trial_file(layout)
    fresh = file.with_suffix(".new")
    with fresh.open("w", encoding="utf-8") as out:
        json.dump(asdict(trial), out)
        out.flush()
        os.fsync(out.fileno())
    fresh.replace(file)
    layout.switch(trial.new)


def settle(layout: Layout, manager: Manager, trial: Trial, clock: Time | None = None) -> bool:
    """Whether the new version works. If not, the old one is current and at work again when this returns."""
    clock = clock or Time()
    good = layout.current_version() == trial.new and _works(manager, clock)
    if not good:
        _go_back(layout, manager, trial, clock)
    if not trial.was_at_work:
        manager.stop()
    with suppress(OSError):
        trial_file(layout).unlink(missing_ok=True)
    if good:
        layout.prune()
    return good


def _works(manager: Manager, clock: Time) -> bool:
    manager.start()
    until = clock.now() + READY_WITHIN_S
    state = manager.state()
    before = state.restarts
    while not state.ready:
        if state.failed or state.restarts - before >= _MOST_RESTARTS or clock.now() >= until:
            return False
        clock.sleep(_ASKED_EVERY_S)
        state = manager.state()
    restarts, until = state.restarts, clock.now() + STAYS_S
    while clock.now() < until:
        clock.sleep(_ASKED_EVERY_S)
        state = manager.state()
        if not state.ready or state.restarts != restarts:
            return False
    return True


def _go_back(layout: Layout, manager: Manager, trial: Trial, clock: Time) -> None:
    manager.stop()
    layout.go_back(trial.old, trial.older)
    _works(manager, clock)
    if trial.fresh:
        layout.remove(trial.new)
