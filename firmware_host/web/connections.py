"""Connections: never more than so many, and none that is held up by somebody who is slow, or pretends to be."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, ClassVar

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from firmware_host.web.guard import is_loopback


@dataclass(frozen=True)
class Limits:
    """`most` connections in all, of which `kept` are for this machine's own screen; `each` from one address.

    `head`: seconds until a request must have been said; `body`: until its body is there; `stuck`: so long an
    answer may wait for whoever does not read it. `buffered` bytes wait in the system for each, at most.
    """

    most: int = 200
    kept: int = 20
    each: int = 60
    head: float = 10.0
    body: float = 10.0
    stuck: float = 10.0
    heartbeat: float = 10.0
    buffered: int = 64 * 1024


@dataclass
class Counts:
    """Who is connected."""

    limits: Limits
    by_address: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    dropped: int = 0

    def admit(self, address: str) -> bool:
        """Whether one more may connect from there."""
        limits, own = self.limits, is_loopback(address)
        room = limits.most if own else limits.most - limits.kept
        if self.by_address.total() >= room or (not own and self.by_address[address] >= limits.each):
            self.refused += 1
            return False
        self.by_address[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.by_address[address] -= 1
        if self.by_address[address] <= 0:
            del self.by_address[address]


class Limited(H11Protocol):
    """One connection."""

    counts: ClassVar[Counts]

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._address: str | None = None
        self._head: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self.counts.admit(address):
            transport.abort()
            return
        self._address = address
        transport.set_write_buffer_limits(high=self.counts.limits.buffered)
        self._head = self._in(self.counts.limits.head)

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._head, self._stuck):
            if timer is not None:
                timer.cancel()
        if self._address is not None:
            self.counts.leave(self._address)
            self._address = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        # What has come of the next request is to become a whole head soon.
        if self.cycle is None or self.cycle.response_complete:
            self._head = self._head or self._in(self.counts.limits.head)
        elif self._head is not None:
            self._head.cancel()
            self._head = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self._stuck or self._in(self.counts.limits.stuck)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def _in(self, seconds: float) -> asyncio.TimerHandle:
        return self.loop.call_later(seconds, self._drop)

    def _drop(self) -> None:
        self.counts.dropped += 1
        self.transport.abort()


def protocol(counts: Counts) -> type[Limited]:
    """The protocol of a server that counts so."""
    return type("Counted", (Limited,), {"counts": counts})
