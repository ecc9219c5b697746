"""What the tests of many tables share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fleet.brokers import Mosquitto
from tests.fleet.listening import Listener


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker that lets everybody in."""
    one = Mosquitto(tmp_path / "broker").start()
    yield one
    one.stop()


@pytest.fixture
def listener(broker: Mosquitto) -> Iterator[Listener]:
    one = Listener(broker.settings()).start()
    yield one
    one.stop()
    assert one.wrong == []
