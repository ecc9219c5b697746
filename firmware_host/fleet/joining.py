"""A running table joined to the broker that its configuration names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.errors import UserError
from firmware_host.places import data_folder
from firmware_host.trouble import unreadable
from firmware_host.words import Words

if TYPE_CHECKING:
    from firmware_host.config import Config
    from firmware_host.service import Inbox, Service


@contextmanager
def joined(config: Config, service: Service, inbox: Inbox, words: Words) -> Iterator[None]:
    """While it lasts, what happens at the table is told; without a broker nothing is, and nothing is loaded for it."""
    fleet = config.fleet
    if not fleet.wanted:
        yield
        return
    if not fleet.table:
        raise UserError(words.say("fleet.no_table"))
    from firmware_host.fleet.table import Table, TableSide
    from firmware_host.service import wall_clock

    journal = Path(config.journal.folder) if config.journal.folder else data_folder() / "journal"
    folder = data_folder() / "fleet" / fleet.table
    side = TableSide(fleet, Table(journal, folder, lambda: service.programme.situation, inbox.post, wall_clock))
    try:
        side.start()
    except (OSError, ValueError) as error:
        named = getattr(error, "filename", None)
        raise unreadable(str(named or fleet.broker.ca or fleet.broker.certificate), error, words) from None
    print(words.say("fleet.telling", broker=fleet.broker.host, table=fleet.table), flush=True)
    try:
        yield
    finally:
        side.stop()
