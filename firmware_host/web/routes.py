"""One table for everything that is served: the server is made from it, and so is the document that describes it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

Handler = Callable[[Request], Awaitable[Response]]
Schema = Mapping[str, Any]


class Needs(StrEnum):
    """What whoever asks must have shown."""

    NOTHING = "nothing"
    """The table's page: whoever is in the network may see it. A handler may still ask for more."""

    SCREEN = "screen"
    """The screen at the table itself, or the PIN."""

    PIN = "pin"


@dataclass(frozen=True)
class Route:
    """`path` as Starlette has it. `takes` and `gives` are JSON schemas, or names of other media types.

    `query` has the names of what may stand behind a question mark, with what they mean.
    """

    method: str
    path: str
    handler: Handler
    says: str
    needs: Needs = Needs.PIN
    takes: Schema | str | None = None
    gives: Schema | str = "application/json"
    query: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
