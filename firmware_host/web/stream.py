"""Server-sent events: the whole view first, then what changes of it.

A listener is told the difference between what it was last told and what is so now. So one that reads slowly
misses nothing but what came between, and nothing piles up for it; `connections` drops who does not read at all.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from firmware_host.web.board import Board
from firmware_host.web.refusals import Refused
from firmware_host.web.views.games import View

HEARTBEAT = 10.0
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def patch(before: Any, now: Any) -> Any:
    """The JSON merge patch (RFC 7386) that makes `now` of `before`.

    >>> patch({"a": 1, "b": {"c": 2, "d": 3}, "e": 4}, {"a": 1, "b": {"c": 5, "d": 3}})
    {'b': {'c': 5}, 'e': None}
    """
    if not isinstance(before, dict) or not isinstance(now, dict):
        return now
    changed = {key: patch(before.get(key), value) for key, value in now.items() if _differs(before, key, value)}
    return {**changed, **{key: None for key in before if key not in now}}


def _differs(before: View, key: str, value: Any) -> bool:
    return key not in before or before[key] != value


def event(kind: str, number: int, data: Any) -> bytes:
    return f"event: {kind}\nid: {number}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


class Stream(Response):
    """One listener. `view` gives what it may see now; a listener that is slow skips what came between."""

    media_type = "text/event-stream"

    def __init__(self, board: Board, view: Callable[[], View], heartbeat: float = HEARTBEAT) -> None:
        super().__init__(headers=HEADERS)
        del self.headers["content-length"]
        self._board, self._view, self._heartbeat = board, view, heartbeat

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        telling = asyncio.ensure_future(self._tell(send))
        leaving = asyncio.ensure_future(_left(receive))
        try:
            done, _ = await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (telling, leaving):
                task.cancel()
            await asyncio.gather(telling, leaving, return_exceptions=True)
        if telling in done:
            telling.result()  # a fault of the program is one for its log

    async def _tell(self, send: Send) -> None:
        async def say(data: bytes) -> None:
            await send({"type": "http.response.body", "body": data, "more_body": True})

        shown = self._view()
        number = self._board.number
        await say(event("view", number, shown))
        while not self._board.closed:
            if not await self._board.after(number, self._heartbeat):
                await say(b": here\n\n")
                continue
            number = self._board.number
            try:
                now = self._view()
            except Refused as refused:
                # The link is worth nothing any more, or the PIN's session is over.
                await say(event("gone", number, {"error": refused.error, "reason": refused.reason}))
                break
            if {**now, "number": 0} != {**shown, "number": 0}:
                await say(event("change", number, patch(shown, now)))
                shown = now
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
