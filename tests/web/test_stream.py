"""The stream: the whole truth first, then what changes of it, to as many as listen."""

from __future__ import annotations

import socket
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.take_six.moves import Place
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.web.connections import Limits
from firmware_host.web.stream import patch
from firmware_host.words import Words
from hardware import cues
from tests.web.client import merged, without_nothing
from tests.web.standing import QUICK, Standing, in_play, until

LATEST_MS = 100
json_values = some.recursive(
    some.none() | some.booleans() | some.integers(-5, 5) | some.text("ab", max_size=2),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)
objects = some.dictionaries(some.sampled_from("abcd"), json_values, max_size=4)


@given(objects, objects)
def test_a_patch_makes_of_what_was_what_is(before: dict[str, Any], now: dict[str, Any]) -> None:
    assert without_nothing(merged(before, patch(before, now))) == without_nothing(now)


@given(objects)
def test_where_nothing_changed_the_patch_is_empty(view: dict[str, Any]) -> None:
    assert patch(view, view) == {}


def test_a_listener_is_told_the_whole_view_and_then_what_changes(table: Standing) -> None:
    with table.stranger.stream() as stream:
        first = stream.next()
        assert (stream.status, first.kind) == (200, "view")
        assert first.data == table.stranger.get("/api/view").json
        table.change(match=in_play().play(Place("Ana", 2)))
        change = stream.next()
        assert change.kind == "change"
        assert change.number > first.number
        assert "language" not in change.data
        assert without_nothing(stream.view) == without_nothing(table.stranger.get("/api/view").json)


def test_a_change_that_a_listener_may_not_see_is_not_told(table: Standing) -> None:
    """So that not even when something secret happens is told."""
    with table.stranger.stream() as stream:
        before = stream.next()
        table.change(memory="something that only the steward keeps in mind")
        until(lambda: table.board.number > before.number)
        table.change(paused=True)
        change = stream.next()
        assert change.data == {"number": change.number, "paused": True}


def test_a_stream_that_was_cut_comes_back_with_the_whole_truth(table: Standing) -> None:
    with table.stranger.stream() as stream:
        number = stream.next().number
    table.change(paused=True)
    until(lambda: table.board.number > number)
    with table.stranger.stream() as stream:
        event = stream.next()
        assert event.kind == "view"
        assert event.number > number
        assert event.data["paused"]


def test_the_stream_of_a_server_that_was_started_again_begins_anew(tmp_path: Path) -> None:
    with Standing(tmp_path, QUICK) as standing, standing.stranger.stream() as stream:
        stream.next()
        standing.server.close()
        with pytest.raises(ConnectionError):
            stream.next()
    with Standing(tmp_path, QUICK) as standing, standing.stranger.stream() as stream:
        assert stream.next().kind == "view"


def test_a_quiet_stream_is_known_to_be_alive(table: Standing) -> None:
    with table.stranger.stream() as stream:
        stream.next()
        assert [event.kind for event, _ in zip(stream.events(), range(2), strict=False)] == ["comment"] * 2


def test_a_fault_in_the_server_hides_nothing_from_those_who_look(table: Standing) -> None:
    def fails(before: Situation | None, now: Situation) -> None:
        raise ValueError("a fault")

    with table.stranger.stream() as stream:
        stream.next()
        table.board.watch(fails)
        table.change(paused=True)
        assert stream.next().data["paused"]


def test_each_language_has_its_stream(table: Standing) -> None:
    with table.stranger.stream("/api/stream?language=de") as german, table.stranger.stream() as english:
        assert german.next().data["rule"] != english.next().data["rule"]


def test_a_phone_keeps_the_language_that_it_chose(table: Standing) -> None:
    link = table.link("Bia")
    token = link.rpartition("/")[2]
    with table.stranger.stream(f"/api/stream?seat={token}") as stream:
        assert stream.next().data["language"] == "en"
        assert table.stranger.wish("language", link, language="es").status == 202
        change = stream.next()
        assert change.data["language"] == change.data["you"]["language"] == "es"
    assert table.stranger.get("/api/view").json["language"] == "en"
    assert table.stranger.wish("language", link, language="xx").status == 400


def test_a_change_reaches_a_listener_within_a_tenth_of_a_second(table: Standing) -> None:
    late = []
    with table.stranger.stream() as stream:
        stream.next()
        for row in (1, 2, 3, 4) * 5:
            began = time.monotonic()
            table.change(cue=cues.place("Ana", "10", row, text=("Ana",)))
            late.append((stream.next().at - began) * 1000)
    assert sorted(late)[len(late) // 2] <= LATEST_MS


def test_a_listener_that_does_not_read_is_dropped_and_others_are_not(tmp_path: Path) -> None:
    limits = Limits(stuck=0.3, buffered=2048, heartbeat=10)
    with Standing(tmp_path, limits) as standing:
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        slow.connect(("127.0.0.1", standing.server.port))
        slow.sendall(standing.stranger.head("GET", "/api/stream", {}))
        with standing.stranger.stream() as reader:
            reader.next()
            until(lambda: standing.server.counts.by_address.total() == 2)
            turn = 0

            def dropped() -> bool:
                nonlocal turn
                turn += 1
                standing.change(match=in_play((f"Ana {turn}", "Bia", "Caio")))
                reader.next()
                return standing.server.counts.dropped > 0

            until(dropped, 20)
            until(lambda: standing.server.counts.by_address.total() == 1)
            standing.change(paused=True)
            assert reader.next().data["paused"]
        slow.close()


def test_a_listener_that_leaves_is_let_go(table: Standing) -> None:
    stream = table.stranger.stream()
    stream.next()
    until(lambda: table.server.counts.by_address.total() == 1)
    stream.close()
    until(lambda: table.server.counts.by_address.total() == 0)


def test_what_only_the_steward_sees_makes_no_new_view(table: Standing) -> None:
    situation = Situation(Settings(Words("en")), in_play())
    table.show(situation)
    until(lambda: table.board.situation is situation)
    number = table.board.number
    newer = replace(situation, since=5, numbers=7)
    table.show(newer)
    until(lambda: table.board.situation is newer)
    assert table.board.number == number
