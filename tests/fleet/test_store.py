"""What a chain keeps, in SQLite and in a real PostgreSQL: each event once, gaps seen, results counted."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.fleet.database import StoreError, opened
from firmware_host.fleet.outbox import Outbox
from firmware_host.fleet.settings import Broker
from firmware_host.fleet.store import Gap, Store, Told
from firmware_host.journal.telling import tell_match
from firmware_host.words import LANGUAGES, Words
from tests.fleet.databases import Cluster, fresh
from tests.fleet.tables import PlayedTable


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    one = Store(opened(address))
    yield one
    one.close()


def evening(folder: Path, name: str, matches: int = 3) -> list[Told]:
    """What a table tells of some matches."""
    table = PlayedTable(folder / name, Broker(), name)
    for seed in range(matches):
        table.play(("take_six of two", "no_thanks", "qwixx_cards")[seed % 3], seed)
    box = Outbox(table.folder / "journal", table.folder / "mark.json")
    events = box.take(100_000)
    box.close()
    table.close()
    return [Told(name, event) for event in events]


def test_events_in_any_order_and_twice_are_kept_once(store: Store, tmp_path: Path) -> None:
    told = [*evening(tmp_path, "a"), *evening(tmp_path, "b", 4)]
    twice = [*told, *told]
    random.Random(7).shuffle(twice)
    for at in range(0, len(twice), 37):
        store.add(twice[at : at + 37], {"a": "1.0", "b": "1.1"})
    assert store.count() == (len(told), 7)
    assert store.gaps() == []
    assert sorted(store.sums("table")) == [("a", 3), ("b", 4)]
    assert dict(store.sums("game")) == {"take_six": 3, "no_thanks": 2, "qwixx_cards": 2}
    assert dict(store.sums("version")) == {"1.0": 3, "1.1": 4}
    assert store.sums("day") == [("2026-11-18", 7)]
    for match in store.matches(table="a"):
        assert match.how == "over"
        assert match.winners
        assert set(match.score or ()) == set(match.seats)
    assert len(store.matches(game="no_thanks")) == 2
    assert store.matches(day="2001-01-01") == []


def test_several_at_once_count_no_match_twice(address: str, tmp_path: Path) -> None:
    told = [*evening(tmp_path, "a", 6), *evening(tmp_path, "b", 6)]
    stores = [Store(opened(address)) for _ in range(3)]
    wrong: list[Exception] = []

    def add(store: Store, seed: int) -> None:
        mine = told[:]
        random.Random(seed).shuffle(mine)
        try:
            for at in range(0, len(mine), 50):
                store.add(mine[at : at + 50])
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=add, args=(store, seed)) for seed, store in enumerate(stores)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert {store.count() for store in stores} == {(len(told), 12)}
    for store in stores:
        store.close()


def test_a_gap_is_seen_and_closed(store: Store, tmp_path: Path) -> None:
    told = evening(tmp_path, "a", 1)
    book = told[0].event["book"]
    lost = told[10:15]
    store.add([*told[:10], *told[15:]])
    before, first = told[9].event["seq"], lost[0].event["seq"]
    assert store.gaps() == [Gap("a", book, before + 1, lost[-1].event["seq"])]
    assert store.upto("a", book) == before
    store.add(lost[:2])
    assert store.gaps()[0].first > first
    store.add(lost)
    assert store.gaps() == []
    assert store.upto("a", book) == told[-1].event["seq"]


def test_what_a_table_has_no_more_is_no_gap_for_ever(store: Store, tmp_path: Path) -> None:
    told = evening(tmp_path, "a", 1)
    store.add(told[20:])
    (gap,) = store.gaps()
    assert gap.first == 1
    store.lacks(gap)
    assert store.gaps() == []
    # A table that says it lacks everything for ever does not close what it has told of.
    store.lacks(Gap("a", gap.book, 1, 2**53 - 1))
    assert store.upto("a", gap.book) == told[-1].event["seq"]


def test_a_time_line_is_told_in_every_language(store: Store, tmp_path: Path) -> None:
    store.add(evening(tmp_path, "a", 3))
    for match in store.matches():
        entries = store.entries("a", match.id)
        for language in LANGUAGES:
            sentences = [told.text for told in tell_match(Words(language), entries)]
            assert all(sentences)
            assert len(sentences) == len(entries)


def test_old_events_go_and_results_stay(store: Store, tmp_path: Path) -> None:
    told = evening(tmp_path, "a")
    store.add(told)
    store.prune("2026-11-19")
    assert store.count() == (0, 3)
    assert store.gaps() == []


def test_a_server_that_stops_is_found_again(postgres: Cluster, tmp_path: Path) -> None:
    store = Store(opened(fresh(postgres)))
    told = evening(tmp_path, "a", 1)
    store.add(told[:10])
    postgres.stop()
    with pytest.raises(StoreError):
        store.add(told)
    postgres.start()
    store.add(told)
    assert store.count() == (len(told), 1)
    store.close()
