"""What the journal is made of: entries, each bound to the one before by its hash."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

START = bytes(32)
"""What stands for the hash before the first entry."""

Body = Mapping[str, object]


class Kind(StrEnum):
    """What an entry tells."""

    STARTED = "started"
    RESTARTED = "restarted"
    """Started again after a session that was cut off: no `stopped` came before."""
    STOPPED = "stopped"
    REPLACED = "replaced"
    """The first entry of a journal whose file took the place of one that could not be read."""
    HEADER = "header"
    LINE = "line"
    QUESTION = "question"
    ANSWER = "answer"
    OBJECTION = "objection"
    PUT_RIGHT = "put_right"
    FAULT = "fault"
    NOTE = "note"
    PHOTOGRAPH = "photograph"
    CLOSED = "closed"
    HELD = "held"
    RELEASED = "released"
    DELETED = "deleted"
    """Photographs were deleted for room or age; their entries, with their hashes, stay."""
    SEALED = "sealed"
    """Old entries were deleted; what joins the chain across the gaps."""


class At(NamedTuple):
    """When: the wall clock in ISO 8601, for people, and the session's own milliseconds, which never jump."""

    wall: str
    ms: int


class Head(NamedTuple):
    """The newest entry: whoever noted its hash elsewhere can tell later whether anything before it was changed."""

    seq: int
    hash: str


@dataclass(frozen=True)
class Entry:
    """One line of the journal. `match` is 0 where it belongs to none."""

    seq: int
    match: int
    kind: str
    body: Body
    at: At
    hash: bytes


def link(before: bytes, *columns: int | str | bytes) -> bytes:
    """The hash of an entry: SHA-256 over the hash before and every column, each with its length in front.

    The columns are seq, match, kind, body, wall and ms, as text. With their lengths no two entries
    read the same, however their texts are cut.
    """
    digest = sha256(before)
    for column in columns:
        data = column if isinstance(column, bytes) else str(column).encode()
        digest.update(b"%d:%b" % (len(data), data))
    return digest.digest()


def written(body: Body) -> str:
    """A body as it is stored, hashed and never changed: JSON on one line, keys in their order, ASCII alone.

    >>> written({"seat": "Zoë", "cards": (1, 2), "sure": float("nan")})
    '{"seat":"Zo\\\\u00eb","cards":[1,2],"sure":null}'
    """
    return json.dumps(_plain(body), separators=(",", ":"), allow_nan=False)


def _plain(value: object) -> object:
    """The value as JSON can hold it: facts come from everywhere, and none may keep an entry from being written."""
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(item) for item in value), key=str)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)


def entry_of(row: tuple[int, int, str, str, str, int, bytes]) -> Entry:
    """The entry of a row of the table."""
    seq, match, kind, body, wall, ms, digest = row
    return Entry(seq, match, kind, json.loads(body), At(wall, ms), digest)
