"""The server in a thread of its own."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from contextlib import closing
from types import TracebackType
from typing import Self

import uvicorn

from firmware_host.web.app import application
from firmware_host.web.connections import Counts, Limits, protocol
from firmware_host.web.joined import Joined

PORTS_TRIED = 10
ENDS_WITHIN = 2
_log = logging.getLogger(__name__)


def listening(address: str, port: int) -> socket.socket:
    """A socket at that port, or, where it is taken, at one of the next ones; raises OSError."""
    tries = 1 if port == 0 else PORTS_TRIED
    for at in range(tries):
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((address, port + at))
        except OSError:
            found.close()
            if at == tries - 1:
                raise
        else:
            return found
    raise AssertionError("one try at least")


class WebServer:
    """Serves what it is joined to from `start` to `close`."""

    def __init__(
        self, joined: Joined, listener: socket.socket, limits: Limits | None = None, fresh: bool = False
    ) -> None:
        limits = limits or Limits()
        self._joined, self._listener = joined, listener
        self.counts = Counts(limits)
        # What the system itself keeps for somebody who does not read is bounded, too.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.buffered)
        config = uvicorn.Config(
            application(joined, limits, fresh),
            loop="asyncio",
            http=protocol(self.counts),
            ws="none",
            lifespan="off",
            log_config=None,
            # What strangers send wrong is not worth a line each in the log of a machine that runs from a card.
            log_level="error",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=ENDS_WITHIN,
        )
        self._server = uvicorn.Server(config)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)

    @property
    def port(self) -> int:
        port: int = self._listener.getsockname()[1]
        return port

    @property
    def url(self) -> str:
        """Where the table's page is, as one types it at the table's own screen."""
        host = self._listener.getsockname()[0]
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
        return f"http://{host}:{self.port}"

    def start(self) -> Self:
        self._listener.listen(128)
        self._thread.start()
        return self

    def close(self) -> None:
        self._server.should_exit = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._joined.board.close)
        if self._thread.ident is not None:
            self._thread.join(ENDS_WITHIN + 2)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self) -> None:
        try:
            with closing(self._listener):
                asyncio.run(self._serve())
        except Exception:
            _log.exception("the pages are gone; play goes on without them")

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._joined.board.join(self._loop)
        await self._server.serve(sockets=[self._listener])
