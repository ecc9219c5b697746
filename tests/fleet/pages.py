"""The chain's page, served as `drover fleet` serves it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_host.config import parse
from firmware_host.fleet.command import fleet
from firmware_host.words import Words
from tests.fleet.brokers import Mosquitto, free_port, wait_for
from tests.web.client import Client

PIN = "correct horse"


@contextmanager
def served(
    broker: Mosquitto, folder: Path, store: str, monkeypatch: pytest.MonkeyPatch, name: str = "chain"
) -> Iterator[Client]:
    """The page, and a client that has not given the PIN yet."""
    monkeypatch.setenv("DROVER_DATA", str(folder / "data"))
    pin = folder / "pin"
    pin.write_text(f"{PIN}\n", encoding="utf-8")
    port = free_port()
    config = parse(
        f'[fleet]\nbroker = "127.0.0.1"\nport = {broker.port}\ntls = false\n'
        f'[chain]\nname = "{name}"\nport = {port}\nstore = "{store}"\npin_file = "{pin}"\n'
    )
    ended = threading.Event()
    thread = threading.Thread(target=fleet, args=(config, Words("en"), ended))
    thread.start()
    client = Client(port)

    def answers() -> bool:
        assert thread.is_alive(), "the page has ended"
        try:
            return client.get("/").status == 200
        except OSError:
            return False

    try:
        wait_for(answers, why="the page")
        yield client
    finally:
        ended.set()
        thread.join(20)
        assert not thread.is_alive()


def let_in(client: Client) -> Client:
    assert client.post("/api/referee/login", {"pin": PIN}).status == 200
    return client
