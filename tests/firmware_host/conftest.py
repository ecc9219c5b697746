"""What the tests of the program share."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _databases_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A journal that a test drops as a killed program would is still open; newer Pythons complain of that."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def kept(*arguments: Any, **options: Any) -> sqlite3.Connection:
        opened.append(connect(*arguments, **options))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", kept)
    yield
    for connection in opened:
        # What another thread opened that one has to close, and the test sees to it.
        with suppress(sqlite3.ProgrammingError):
            connection.close()
