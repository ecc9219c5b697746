"""A browser's part, over real sockets: requests with any headers, and streams of events, each with a deadline."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

SECONDS = 10.0
ELSEWHERE = {"X-Forwarded-For": "192.0.2.77"}
"""Somebody who is not at the table's own screen."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def reason(self) -> str:
        return str(self.json["reason"])


@dataclass(frozen=True)
class Event:
    kind: str
    number: int
    data: Any
    at: float


class Client:
    """Asks one server, each time over a connection of its own."""

    def __init__(self, port: int, host: str = "127.0.0.1", **headers: str) -> None:
        self.port, self.host = port, host
        self.headers = headers
        self.cookie = ""

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, b"", headers)

    def post(self, path: str, body: Any, **headers: str) -> Answer:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        usual = {"Origin": self.origin, "Content-Type": "application/json", "Content-Length": str(len(data))}
        return self.ask("POST", path, data, {**usual, **_named(headers)})

    def wish(self, kind: str, seat_link: str = "", **more: Any) -> Answer:
        token = seat_link.rpartition("/")[2]
        return self.post(f"/api/inputs?seat={token}" if token else "/api/inputs", {"kind": kind, **more})

    def ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        with self.connected() as connection:
            connection.sendall(self.head(method, path, headers) + body)
            answer = read_answer(connection)
        if cookie := answer.headers.get("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        return answer

    def connected(self) -> socket.socket:
        return socket.create_connection((self.host, self.port), SECONDS)

    def head(self, method: str, path: str, headers: dict[str, str]) -> bytes:
        usual = {"Host": f"{self.host}:{self.port}", "Connection": "close", **self.headers}
        if self.cookie:
            usual["Cookie"] = self.cookie
        lines = [f"{method} {path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in {**usual, **_named(headers)}.items() if value]
        return "\r\n".join([*lines, "", ""]).encode("latin-1")

    def stream(self, path: str = "/api/stream") -> Stream:
        connection = self.connected()
        connection.sendall(self.head("GET", path, {"Accept": "text/event-stream"}))
        return Stream(connection)


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


class Stream:
    """Events as they come in; `view` is what a page has made of them."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.view: Any = None
        self._buffer = b""
        head = self._until(b"\r\n\r\n")
        self.status = int(head.split(b" ", 2)[1])
        self._chunks = b"chunked" in head.lower()

    def _until(self, mark: bytes) -> bytes:
        while mark not in self._buffer:
            self._more()
        found, _, self._buffer = self._buffer.partition(mark)
        return found

    def _more(self) -> None:
        data = self.connection.recv(65536)
        if not data:
            raise ConnectionError("the stream has ended")
        self._buffer += data

    def _chunk(self) -> bytes:
        size = int(self._until(b"\r\n"), 16)
        while len(self._buffer) < size + 2:
            self._more()
        found, self._buffer = self._buffer[:size], self._buffer[size + 2 :]
        if not found:
            raise ConnectionError("the stream has ended")
        return found

    def events(self) -> Iterator[Event]:
        """Until the stream ends; a socket that says nothing for too long raises TimeoutError."""
        text = b""
        while True:
            text += self._chunk()
            while b"\n\n" in text:
                one, _, text = text.partition(b"\n\n")
                yield Event("comment", 0, None, monotonic()) if one.startswith(b":") else self._event(one.decode())

    def _event(self, text: str) -> Event:
        fields = dict(line.split(": ", 1) for line in text.splitlines())
        event = Event(fields["event"], int(fields["id"]), json.loads(fields["data"]), monotonic())
        if event.kind == "view":
            self.view = event.data
        elif event.kind == "change":
            self.view = merged(self.view, event.data)
        return event

    def next(self) -> Event:
        """The next event that says something."""
        return next(event for event in self.events() if event.kind != "comment")

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def merged(target: Any, patch: Any) -> Any:
    """RFC 7386, as its own pseudocode has it: a second opinion on what the server sends.

    >>> merged({"a": 1, "b": {"c": 2}}, {"b": {"c": None, "d": 3}, "a": None})
    {'b': {'d': 3}}
    """
    if not isinstance(patch, dict):
        return patch
    found = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            found.pop(name, None)
        else:
            found[name] = merged(found.get(name), value)
    return found


def without_nothing(view: Any) -> Any:
    """A view as merge patches can tell it: what is null is not there."""
    if isinstance(view, dict):
        return {name: without_nothing(value) for name, value in view.items() if value is not None}
    return view


def read_answer(connection: socket.socket) -> Answer:
    """The whole answer; the server closes behind it."""
    data = b""
    while chunk := connection.recv(65536):
        data += chunk
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    if headers.get("transfer-encoding") == "chunked":
        body = _joined(body)
    return Answer(int(first.split(" ")[1]), headers, body)


def _joined(chunks: bytes) -> bytes:
    body = b""
    while chunks:
        size, _, rest = chunks.partition(b"\r\n")
        body, chunks = body + rest[: int(size, 16)], rest[int(size, 16) + 2 :]
    return body
