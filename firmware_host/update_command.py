"""`drover update`: a new version from one signed file, and back if it does not work."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from firmware_host.config import Config
from firmware_host.config_file import load_config
from firmware_host.errors import UserError
from firmware_host.install.layout import Layout
from firmware_host.trouble import unreadable
from firmware_host.update import update as updating
from firmware_host.update.errors import UpdateError
from firmware_host.update.manager import Manager, Systemd
from firmware_host.update.trial import Time
from firmware_host.update.update import Outcome, Table
from firmware_host.words import Said, Words, shown

Result = TypeVar("Result")
KEYS = "update.keys"
"""Beside the configuration, and the administrator's alone: that one the setup page, and so the service, can write."""

ROLLED_BACK = 1


def update(file: str, layout: Layout, words: Words, manager: Manager | None = None, clock: Time | None = None) -> int:
    """1 where the new version did not work, and the old one is back."""
    outcome = _told(file, words, lambda: updating.update(_table(layout, words, manager, clock), Path(file)))
    if outcome is None:
        print(words.say("update.current", version=str(layout.current_version())))
        return 0
    return _tell(outcome, words)


def back(layout: Layout, words: Words, manager: Manager | None = None, clock: Time | None = None) -> int:
    """To the version that was current before."""
    return _tell(_told("", words, lambda: updating.back(_table(layout, words, manager, clock))), words)


def finish(layout: Layout, words: Words, manager: Manager | None = None, clock: Time | None = None) -> int:
    """What a pulled plug has cut off; always 0, since the table works then."""
    outcome = _told("", words, lambda: updating.finish(_table(layout, words, manager, clock)))
    if outcome is not None:
        _tell(outcome, words)
    return 0


def _table(layout: Layout, words: Words, manager: Manager | None, clock: Time | None) -> Table:
    config = load_config(str(layout.config) if layout.config.exists() else None, words)
    journal = Path(config.journal.folder) if config.journal.folder else layout.state / "journal"
    return Table(
        layout,
        journal,
        _trusted(layout, config, words),
        manager or Systemd(),
        clock or Time(),
        lambda step: print(words.say(f"update.step.{step}"), flush=True),
    )


def _trusted(layout: Layout, config: Config, words: Words) -> tuple[str, ...]:
    """The keys of the administrator's own file, a line each; without that file, those of the configuration."""
    file = layout.settings / KEYS
    try:
        return tuple(line for line in file.read_text(encoding="utf-8").splitlines() if line.strip())
    except FileNotFoundError:
        return config.update.keys
    except (OSError, ValueError) as error:
        raise unreadable(str(file), error, words) from None


def _told(file: str, words: Words, work: Callable[[], Result]) -> Result:
    try:
        return work()
    except UpdateError as error:
        facts = {name: Said(shown(str(value), 300)) if name == "why" else value for name, value in error.facts.items()}
        raise UserError(words.say_of(f"update.no.{error.reason}", facts.__getitem__)) from None
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise UserError(words.say("update.no.full")) from None
        raise unreadable(str(error.filename or file), error, words) from None


def _tell(outcome: Outcome, words: Words) -> int:
    if outcome.kept:
        print(words.say("update.done", version=outcome.new, before=outcome.old))
        return 0
    print(words.say("update.rolled_back", version=outcome.new, before=outcome.old))
    return ROLLED_BACK
