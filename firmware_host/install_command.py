"""`drover install` and `drover uninstall`."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from firmware_host.errors import UserError
from firmware_host.install.layout import Layout
from firmware_host.install.machine import Failed, Machine
from firmware_host.install.plan import Wish, installing, taking_away
from firmware_host.install.steps import Step
from firmware_host.install.version import Version, clone, units
from firmware_host.words import Said, Words

MACHINES = ("aarch64", "x86_64")
MODEL = Path("/proc/device-tree/model")


@dataclass(frozen=True)
class Installing:
    """How to install: below which root, only telling, with a screen, with which camera."""

    root: Path = Path("/")
    dry_run: bool = False
    screen: bool = True
    camera: str | None = None
    version: bool = True
    """False leaves the program out: for pictures of SD cards whose program is put there in another way."""


def install(wish: Installing, words: Words) -> int:
    """Everything that makes this machine a table, told step by step."""
    layout = Layout(wish.root)
    _check(wish, words)
    if not units().is_dir():
        raise UserError(words.say("install.no_units", folder=str(units())))
    house = clone() if wish.version else None
    version = None if house is None else Version.of(layout, house)
    if wish.version and version is None and layout.current_version() is None:
        raise UserError(words.say("install.no_clone"))
    camera = wish.camera or ("pi" if _is_a_pi() else "/dev/video0")
    plan = installing(layout, Wish(units(), version, wish.screen, words.language, camera))
    machine = Machine(wish.root)
    machine.changed = layout.unfinished.exists()
    if not wish.dry_run:
        _begin(layout, words)
    code = _carry_out(plan, machine, wish.dry_run, words, "install.done")
    if not wish.dry_run:
        layout.unfinished.unlink(missing_ok=True)
    return code


def uninstall(wish: Installing, words: Words) -> int:
    """All of it gone but the journal."""
    layout = Layout(wish.root)
    _check(wish, words)
    # The program that runs may be what goes: from here on it loads nothing any more.
    steps = tuple(taking_away(layout))
    code = _carry_out(steps, Machine(wish.root), wish.dry_run, words, "install.gone")
    if code == 0:
        print(words.say("install.journal_stays", folder=str(layout.state)))
    return code


def _begin(layout: Layout, words: Words) -> None:
    try:
        layout.home.mkdir(parents=True, exist_ok=True)
        layout.unfinished.touch()
    except OSError as error:
        raise UserError(words.say("install.failed", file=str(layout.home), why=Said(str(error.strerror)))) from None


def _check(wish: Installing, words: Words) -> None:
    if platform.machine() not in MACHINES:
        raise UserError(words.say("install.not_64_bit", machine=platform.machine()))
    if sys.platform != "linux" or not Path("/run/systemd/system").exists():
        if wish.root == Path("/") and not wish.dry_run:
            raise UserError(words.say("install.no_systemd"))
    if os.geteuid() != 0 and wish.root == Path("/") and not wish.dry_run:
        raise UserError(words.say("install.not_root"))


def _carry_out(plan: Iterable[Step], machine: Machine, dry_run: bool, words: Words, done: str) -> int:
    changed = 0
    for step in plan:
        if not step.needed(machine):
            if dry_run:
                print(words.say("install.there", what=Said(step.tell(words))))
            continue
        changed += 1
        told = step.tell(words)
        print(words.say("install.would", what=Said(told)) if dry_run else told, flush=True)
        if dry_run:
            # What follows from a change follows here, too.
            machine.changed = True
            continue
        try:
            step.do(machine)
        except Failed as error:
            raise UserError(words.say("install.failed", file=error.command, why=Said(error.said))) from None
        except OSError as error:
            where, why = str(error.filename or ""), Said(error.strerror or str(error))
            raise UserError(words.say("install.failed", file=where, why=why)) from None
    if dry_run:
        print(words.say("install.dry", steps=changed))
    else:
        print(words.say(done if changed else "install.nothing"))
    return 0


def _is_a_pi() -> bool:
    try:
        return "Raspberry Pi" in MODEL.read_text(errors="replace")
    except OSError:
        return False
