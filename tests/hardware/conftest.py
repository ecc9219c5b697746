"""What is opened for a test is closed after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.hardware.parts import Kept


@pytest.fixture
def keep() -> Iterator[Callable[..., Kept]]:
    """Makes keepers on a clock that is turned by hand."""
    made: list[Kept] = []

    def make(*how: Any, **named: Any) -> Kept:
        made.append(Kept(*how, **named))
        return made[-1]

    yield make
    for one in made:
        one.keeper.close()
