"""Bodies: never more than so much, never slower than so, and then JSON."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.types import Message, Receive

from firmware_host.web.refusals import Refused
from firmware_host.words import Words

LONGEST = 64 * 1024
SECONDS = 10.0


def limited(receive: Receive, words: Words, seconds: float = SECONDS) -> Receive:
    """The same, but a body that is too large, or not there in time, is refused."""
    loop = asyncio.get_running_loop()
    ends, size = loop.time() + seconds, 0

    async def taken() -> Message:
        nonlocal size
        try:
            async with asyncio.timeout_at(ends):
                message = await receive()
        except TimeoutError:
            raise Refused(408, "too_slow", words.say("web.too_slow"), Connection="close") from None
        size += len(message.get("body", b""))
        if size > LONGEST:
            raise Refused(413, "too_large", words.say("web.too_large"), Connection="close")
        return message

    return taken


async def json_of(request: Request, words: Words) -> Mapping[str, Any]:
    """The JSON object that was sent; raises `Refused` where it is none."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused(415, "not_json", words.say("web.not_understood"))
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise Refused(400, "not_json", words.say("web.not_understood"))
    return body
