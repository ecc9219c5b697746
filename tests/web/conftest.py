"""What the tests of the pages' server share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.standing import QUICK, Standing


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Standing]:
    """A server whose patience is short, over a match of Take Six that stands still."""
    with Standing(tmp_path, QUICK) as standing:
        yield standing
