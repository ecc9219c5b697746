"""A chain's collector, real brokers and databases: nothing lost, nothing twice, whoever lies harms nobody else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.fleet.database import StoreError
from firmware_host.fleet.link import Calls, Link, Manners
from firmware_host.fleet.outbox import Outbox
from firmware_host.fleet.topics import topic
from firmware_host.words import LANGUAGES, Words
from tests.fleet.brokers import Line, Mosquitto, wait_for
from tests.fleet.chains import Chain
from tests.fleet.databases import Cluster, fresh
from tests.fleet.tables import PlayedTable


@pytest.fixture
def chain(broker: Mosquitto, address: str) -> Iterator[Chain]:
    one = Chain.start(broker.settings(), address)
    yield one
    one.stop()


@pytest.fixture
def table(broker: Mosquitto, tmp_path: Path) -> Iterator[PlayedTable]:
    one = PlayedTable(tmp_path / "berlin-3", broker.settings())
    yield one
    one.close()


def test_a_table_is_heard_and_kept(chain: Chain, table: PlayedTable) -> None:
    table.join()
    table.play("take_six of two")
    table.play("no_thanks", most=12)
    chain.has("berlin-3", len(table.written))
    over, on = sorted(chain.store.matches(), key=lambda match: match.began)
    assert (over.how, over.game, on.how, on.game) == ("over", "take_six", "", "no_thanks")
    wait_for(lambda: chain.live.view(Words("en"))["tables"]["berlin-3"]["line"] == 13)
    for language in LANGUAGES:
        tile = chain.live.view(Words(language))["tables"]["berlin-3"]
        assert tile["online"]
        assert tile["game"] == Words(language).say("game.no_thanks")
        assert tile["needs"] == []
    table.leave()
    wait_for(lambda: chain.live.view(Words("en"))["tables"]["berlin-3"]["needs"])


def test_a_collector_that_was_away_misses_nothing(broker: Mosquitto, address: str, table: PlayedTable) -> None:
    chain = Chain.start(broker.settings(), address)
    table.join()
    table.play("take_six of two")
    chain.has("berlin-3", len(table.written))
    chain.stop()
    table.play("no_thanks")
    again = Chain.start(broker.settings(), address)
    try:
        again.has("berlin-3", len(table.written))
        assert again.store.gaps() == []
    finally:
        again.stop()


def test_what_a_full_broker_let_fall_is_told_again(tmp_path: Path, address: str) -> None:
    """It keeps ten messages for who is away, and forgets the others after having taken them."""
    lines = ("allow_anonymous true", "max_queued_messages 10", "max_inflight_messages 5")
    broker = Mosquitto(tmp_path / "broker", lines).start()
    chain = Chain.start(broker.settings(), address)
    table = PlayedTable(tmp_path / "t", broker.settings())
    try:
        side = table.join()
        table.play("take_six of two")
        chain.has("berlin-3", len(table.written))
        chain.stop()
        table.play("qwixx_cards")
        wait_for(lambda: side.outbox.waiting() == 0, why="the broker has taken all")
        chain = Chain.start(broker.settings(), address)
        chain.has("berlin-3", len(table.written))
        wait_for(lambda: chain.store.gaps() == [])
    finally:
        table.close()
        chain.stop()
        broker.stop()


@pytest.mark.parametrize("kill", [False, True])
def test_a_broker_that_forgets_everything_loses_nothing(kill: bool, tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path / "broker", ("allow_anonymous true",)).start()
    chain = Chain.start(broker.settings(), str(tmp_path / "chain.db"))
    table = PlayedTable(tmp_path / "t", broker.settings())
    try:
        table.join()
        table.play("take_six of two")
        broker.stop(kill)
        (broker.folder / "mosquitto.db").unlink(missing_ok=True)
        table.play("no_thanks")
        broker.start()
        table.play("qwixx_cards", most=20)
        chain.has("berlin-3", len(table.written))
        wait_for(lambda: chain.store.gaps() == [])
    finally:
        table.close()
        chain.stop()
        broker.stop()


def test_two_side_by_side_share_the_work_and_count_nothing_twice(
    broker: Mosquitto, address: str, tmp_path: Path
) -> None:
    chains = [Chain.start(broker.settings(), address, name) for name in ("one", "two")]
    tables = [PlayedTable(tmp_path / name, broker.settings(), name) for name in ("a", "b", "c")]
    try:
        for table in tables:
            table.join()
        for seed in range(2):
            for table in tables:
                table.play("no_thanks", seed)
        chains[1].stop()
        for table in tables:
            table.play("take_six of two", 5)
        for table in tables:
            chains[0].has(table.name, len(table.written))
        assert chains[0].store.count()[1] == 9
        assert dict(chains[0].store.sums("table")) == {"a": 3, "b": 3, "c": 3}
        # Both saw what is newest.
        assert chains[1].live.names() == chains[0].live.names()
    finally:
        for table in tables:
            table.close()
        chains[0].stop()


def test_a_database_that_stops_is_waited_for(
    broker: Mosquitto, postgres: Cluster, table: PlayedTable, caplog: pytest.LogCaptureFixture
) -> None:
    chain = Chain.start(broker.settings(), fresh(postgres))
    try:
        table.join()
        table.play("take_six of two", most=10)
        chain.has("berlin-3", len(table.written))
        postgres.stop()
        table.play("no_thanks")
        wait_for(lambda: "store" in caplog.text)
        with pytest.raises(StoreError):
            chain.store.count()
        postgres.start()
        chain.has("berlin-3", len(table.written))
    finally:
        chain.stop()


def test_a_table_that_lies_harms_no_other(chain: Chain, table: PlayedTable, broker: Mosquitto) -> None:
    liar = Link(broker.settings(), Manners("liar"), Calls())
    liar.start()
    wait_for(liar.connected.is_set)
    table.join()
    table.play("take_six of two", most=10)
    chain.has("berlin-3", len(table.written))
    box = Outbox(table.folder / "journal", table.folder / "mark.json")
    good = next(event for event in box.take(100) if event["kind"] == "line")
    box.close()
    told = {
        "not JSON": b"\xff\xfe",
        "deep": b"[" * 100_000,
        "another version": json.dumps({**good, "v": 2}).encode(),
        "one key more": json.dumps({**good, "hands": {}}).encode(),
        "a secret": json.dumps({**good, "body": {"move": "deal", "rows": [1, 2, 3, 4], "hands": {}}}).encode(),
        "another kind": json.dumps({**good, "kind": "closed"}).encode(),
        "no number": json.dumps({**good, "seq": "1"}).encode(),
        "infinite": json.dumps({**good, "seq": float("inf")}).encode(),
        "large": json.dumps({**good, "body": {"move": "place", "x": "x" * 100_000}}).encode(),
        "huge": b'"' + b"x" * 1_000_000 + b'"',
    }
    for payload in told.values():
        liar.publish(topic("drover", "liar-1", "move"), payload)
        liar.publish(topic("drover", "liar-1", "state"), payload)
    liar.publish("drover/v1/../../move", json.dumps(good).encode())
    liar.publish(topic("drover", "liar-1", "nonsense"), json.dumps(good).encode())
    # The same entry under its own name: one of its own, and none of the other table.
    far = {**good, "seq": 2**53 - 1, "after": 2**53 - 2}
    liar.publish(topic("drover", "liar-1", "move"), json.dumps(far).encode())
    chain.has("liar-1", 1)
    for _ in range(300):
        liar.publish(topic("drover", "liar-1", "move"), b"rubbish")
    table.play("no_thanks")
    chain.has("berlin-3", len(table.written))
    assert chain.store.count("liar-1")[0] == 1
    assert "liar-1" in chain.collector.refused
    wait_for(lambda: chain.live.view(Words("en"))["tables"]["liar-1"]["refused"] > 200)
    tiles = chain.live.view(Words("en"))["tables"]
    assert tiles["berlin-3"]["refused"] == 0
    assert len(chain.store.matches(table="berlin-3")) == 2
    liar.stop()


def test_ten_minutes_without_a_network_come_later_in_full(chain: Chain, broker: Mosquitto, tmp_path: Path) -> None:
    line = Line(broker.port).start()
    table = PlayedTable(tmp_path / "t", replace(broker.settings(), port=line.port), "paris-1")
    try:
        table.join()
        table.play("take_six of two")
        chain.has("paris-1", len(table.written))
        line.cut(silently=True)
        began, seed = table.number, 1
        while table.number - began < 600:
            table.play("no_thanks", seed)
            seed += 1
        wait_for(lambda: not chain.live.is_online("paris-1"), why="the last will")
        line.mend()
        chain.has("paris-1", len(table.written))
        assert chain.store.gaps() == []
    finally:
        table.close()
        line.stop()


def test_who_is_behind_asks_for_nothing(broker: Mosquitto, table: PlayedTable, tmp_path: Path) -> None:
    """What is on its way would come twice, and make whoever is behind later still."""
    chain = Chain.start(broker.settings(), str(tmp_path / "chain.db"))
    asked: list[object] = []

    def ask(table: str, wish: Mapping[str, object]) -> bool:
        asked.append(wish)
        return True

    chain.collector.ask = ask  # type: ignore[method-assign]
    try:
        table.join()
        for seed in range(3):
            table.play("no_thanks", seed)
        chain.has("berlin-3", len(table.written))
        with chain.store.database.transaction():
            # Nothing can be kept while this lasts: everything waits at the broker.
            table.play("take_six of two")
            wait_for(lambda: chain.live.view(Words("en"))["tables"]["berlin-3"]["last"], why="what is newest is shown")
        chain.has("berlin-3", len(table.written))
        assert chain.store.gaps() == []
        assert asked == []
    finally:
        chain.stop()
