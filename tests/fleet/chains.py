"""Collectors of the tests, joined to a real broker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from firmware_host.fleet.collector import Collector
from firmware_host.fleet.database import opened
from firmware_host.fleet.live import Live
from firmware_host.fleet.settings import Broker
from firmware_host.fleet.store import Store
from tests.fleet.brokers import wait_for


@dataclass
class Chain:
    """A collector with its store."""

    store: Store
    collector: Collector

    @classmethod
    def start(cls, broker: Broker, address: str, name: str = "chain", **more: Any) -> Chain:
        store = Store(opened(address))
        quick: dict[str, Any] = {"soonest_s": 0.05, "latest_s": 0.2, "looks_for_gaps_s": 0.3, "asks_again_s": 1.0}
        collector = Collector(broker, name, store, Live(), **quick, **more)
        collector.start()
        wait_for(lambda: collector.link.connected.is_set() and collector.newest.connected.is_set())
        return cls(store, collector)

    @property
    def live(self) -> Live:
        return self.collector.live

    def stop(self) -> None:
        self.collector.stop()
        self.store.close()

    def has(self, table: str, events: int) -> None:
        """Wait until so many events of a table are kept."""
        wait_for(lambda: self.store.count(table)[0] >= events, why=f"{table}: not {events} events")
        assert self.store.count(table)[0] == events
