"""An update from beginning to end. What fails before the switch has changed nothing; what fails after it goes back."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.install.layout import Layout
from firmware_host.update.beside import check_room, check_target, install_beside, name_for
from firmware_host.update.errors import UpdateError
from firmware_host.update.manager import Manager, Systemd
from firmware_host.update.manifest import Target
from firmware_host.update.playing import match_in_play
from firmware_host.update.preflight import check_starts
from firmware_host.update.reading import bundle_at
from firmware_host.update.trial import Time, Trial, begin_trial, open_trial, settle


@dataclass(frozen=True)
class Table:
    """The table that is updated: where everything lies, who may sign, and what runs it."""

    layout: Layout
    journal: Path
    keys: tuple[str, ...] = ()
    manager: Manager = field(default_factory=Systemd)
    clock: Time = field(default_factory=Time)
    tell: Callable[[str], None] = lambda step: None
    """Is told each step by its name, of the texts `update.step.…`, when it begins."""


@dataclass(frozen=True)
class Outcome:
    """Which version was tried, which one it replaced or failed to replace, and whether it stays."""

    new: str
    old: str
    kept: bool


def update(table: Table, file: Path) -> Outcome | None:
    """Installs what is in that file and changes to it; None where the table has it already."""
    with _alone(table):
        old = _current(table)
        _not_in_play(table)
        table.tell("checking")
        with bundle_at(file, table.keys) as bundle:
            check_target(bundle.manifest, Target.here())
            name = name_for(table.layout, bundle.manifest)
            if name == old:
                return None
            fresh = not table.layout.is_complete(name)
            if fresh:
                # What was cut off or is old makes room first.
                table.layout.prune()
                check_room(table.layout, bundle.manifest)
                table.tell("installing")
                install_beside(table.layout, bundle, name)
        return _change(table, name, old, fresh)


def back(table: Table) -> Outcome:
    """Changes to the version that was current before."""
    with _alone(table):
        old, name = _current(table), table.layout.previous_version()
        if name is None or not table.layout.is_complete(name):
            raise UpdateError("no_previous")
        _not_in_play(table)
        return _change(table, name, old, fresh=False)


def finish(table: Table) -> Outcome | None:
    """Finishes the trial that a pulled plug has cut off; None where there is none."""
    with _alone(table, finishing=False):
        return _finished(table)


def _finished(table: Table) -> Outcome | None:
    trial = open_trial(table.layout)
    if trial is None:
        return None
    table.tell("finishing")
    return Outcome(trial.new, trial.old, settle(table.layout, table.manager, trial, table.clock))


def _change(table: Table, name: str, old: str, fresh: bool) -> Outcome:
    try:
        check_starts(table.layout, name)
    except UpdateError:
        if fresh:
            table.layout.remove(name)
        raise
    was_at_work = table.manager.state().at_work
    table.tell("changing")
    # Down first: now no match can begin between the question and the switch.
    table.manager.stop()
    try:
        _not_in_play(table)
        trial = Trial(name, old, table.layout.previous_version(), fresh, was_at_work)
        begin_trial(table.layout, trial)
    except BaseException:
        if was_at_work and table.layout.current_version() == old:
            table.manager.start()
        raise
    table.tell("trying")
    return Outcome(name, old, settle(table.layout, table.manager, trial, table.clock))


def _current(table: Table) -> str:
    current = table.layout.current_version()
    if current is None:
        raise UpdateError("not_here")
    return current


def _not_in_play(table: Table) -> None:
    match = match_in_play(table.journal)
    if match is not None:
        raise UpdateError("in_play", match=match)


@contextmanager
def _alone(table: Table, finishing: bool = True) -> Iterator[None]:
    """One update at a time; one that was cut off is finished first."""
    try:
        lock = (table.layout.home / "update.lock").open("w")
    except FileNotFoundError:
        raise UpdateError("not_here") from None
    except PermissionError:
        raise UpdateError("not_root") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UpdateError("busy") from None
        if finishing:
            _finished(table)
        yield
