"""Whether a match is being played: the journal knows, also while the service is down."""

from __future__ import annotations

from pathlib import Path

from firmware_host.journal.errors import JournalError
from firmware_host.journal.reader import Reader


def match_in_play(folder: Path) -> int | None:
    """The number of the match that has begun and not ended.

    A journal that is missing or broken has none: no match is lost with it, and an update may be what helps.
    """
    try:
        with Reader.open(folder) as reader:
            match = reader.last_match()
            return None if match is None or reader.closed(match) else match
    except (FileNotFoundError, JournalError):
        return None
