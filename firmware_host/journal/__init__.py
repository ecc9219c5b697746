"""The journal: what happened at the table, durable, in order, and so that a change shows.

>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     at = At("2025-03-01T19:30:00+01:00", 0)
...     journal = Journal.open(folder, at)
...     match = journal.begin({"record": 1, "game": "take_six", "seats": ["ana", "bia"]}, at)
...     seq = journal.write(match, {"move": "deal", "rows": [12, 37, 43, 58]}, at)
...     journal.unfinished().lines[1]
...     journal.close(at)
{'move': 'deal', 'rows': [12, 37, 43, 58]}
"""

from firmware_host.journal.entries import At, Entry, Head, Kind
from firmware_host.journal.errors import JournalError
from firmware_host.journal.journal import Journal, Unfinished
from firmware_host.journal.limits import Limits
from firmware_host.journal.reader import Reader

__all__ = ["At", "Entry", "Head", "Journal", "JournalError", "Kind", "Limits", "Reader", "Unfinished"]
