"""What the tests of many tables share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fleet.brokers import Mosquitto
from tests.fleet.databases import Cluster, cluster, fresh
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


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """One server for all tests; each has a database of its own."""
    with cluster() as one:
        yield one


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store may be: a file, or a fresh database of a server."""
    if request.param == "sqlite":
        return str(tmp_path / "chain.db")
    server: Cluster = request.getfixturevalue("postgres")
    return fresh(server)
