"""Two hundred connections and no more; whoever says nothing, or says it slowly, does not keep one."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from firmware_host.web.connections import Counts, Limits
from tests.web.client import Client, read_answer
from tests.web.standing import QUICK, Standing, until

MOST = Limits().most
RUBBISH = (b"\x16\x03\x01\x02\x00\x01", b"\r\n" * 50, b"BREW / HTCPCP/1.0\r\n\r\n", b"\x00" * 999)


def answered(connection: socket.socket, said: bytes) -> bytes:
    """What comes back; nothing where the connection is closed. Raises TimeoutError where nothing happens at all."""
    with suppress(ConnectionError):
        connection.sendall(said)
        return connection.recv(1000)
    return b""


def test_two_hundred_listen_and_the_next_is_turned_away(tmp_path: Path) -> None:
    with Standing(tmp_path) as standing, ExitStack() as leaving:
        streams = [leaving.enter_context(standing.stranger.stream()) for _ in range(MOST)]
        assert all(stream.next().kind == "view" for stream in streams)
        with standing.client.connected() as one_more:
            assert answered(one_more, standing.client.head("GET", "/api/view", {})) == b""
        standing.change(paused=True)
        assert all(stream.next().data["paused"] for stream in streams)
        streams[0].close()
        until(lambda: standing.server.counts.by_address.total() < MOST)
        assert standing.client.get("/api/view").status == 200


def test_some_connections_are_kept_for_the_tables_own_screen() -> None:
    counts = Counts(Limits(most=10, kept=3, each=4))
    assert [counts.admit("192.0.2.1") for _ in range(5)] == [True] * 4 + [False]
    assert [counts.admit("192.0.2.2") for _ in range(4)] == [True] * 3 + [False]
    assert [counts.admit("127.0.0.1") for _ in range(4)] == [True] * 3 + [False]
    counts.leave("192.0.2.1")
    assert counts.admit("127.0.0.1")
    assert counts.refused == 3


@pytest.mark.parametrize("said", [b"", b"GET /api/vi", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-"])
def test_a_request_that_is_not_said_to_its_end_is_not_waited_for(table: Standing, said: bytes) -> None:
    with table.client.connected() as connection:
        assert answered(connection, said) == b""


def test_a_head_that_comes_byte_by_byte_is_not_waited_for(table: Standing) -> None:
    """Nor is that of a second request on the same connection."""
    with table.client.connected() as connection:
        connection.sendall(table.client.head("GET", "/api/words", {"Connection": "keep-alive"}))
        connection.recv(65536)

        def gone() -> bool:
            try:
                connection.sendall(b"G")
            except ConnectionError:
                return True
            time.sleep(0.02)
            return False

        until(gone)


def test_an_endless_head_is_refused(table: Standing) -> None:
    with table.client.connected() as connection:
        answer = answered(connection, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 200_000)
        assert answer == b"" or b" 400 " in answer
    assert table.client.get("/api/view").status == 200


@pytest.mark.parametrize(
    "rubbish", [b"\x16\x03\x01\x02\x00\x01", b"\r\n" * 50, b"BREW / HTCPCP/1.0\r\n\r\n", b"\x00" * 999]
)
def test_rubbish_breaks_nothing(table: Standing, rubbish: bytes) -> None:
    with table.client.connected() as connection:
        connection.sendall(rubbish)
    assert table.client.get("/api/view").status == 200


def test_an_answer_that_is_not_read_is_not_kept(tmp_path: Path) -> None:
    """Whoever asks again and again and reads nothing is dropped."""
    limits = Limits(stuck=0.3, buffered=4096)
    with Standing(tmp_path, limits) as standing:
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        slow.connect(("127.0.0.1", standing.server.port))
        slow.settimeout(0.2)
        ask = standing.client.head("GET", "/api/words", {"Connection": "keep-alive"})

        def dropped() -> bool:
            with suppress(OSError):
                slow.sendall(ask)
            return standing.server.counts.dropped > 0

        until(dropped, 20)
        slow.close()


def test_methods_that_nothing_has_are_refused(table: Standing) -> None:
    for method in ("PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"):
        answer = table.client.ask(method, "/api/view", b"", {"Origin": table.client.origin})
        assert answer.status in (403, 405), method


def test_keep_alive_serves_several_requests(table: Standing) -> None:
    client = Client(table.server.port)
    with client.connected() as connection:
        for keep in ("keep-alive", "close"):
            connection.sendall(client.head("GET", "/api/referee/session", {"Connection": keep}))
            if keep == "keep-alive":
                assert b" 200 " in connection.recv(65536)
        assert read_answer(connection).status == 200
    assert QUICK.head < 1
