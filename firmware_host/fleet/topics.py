"""The topics: `PREFIX/v1/TABLE/WHAT`. What stands in each is said by `schemas/WHAT.json`."""

from __future__ import annotations

import re
from typing import NamedTuple

VERSION = "v1"
STATE, HEALTH, ONLINE = "state", "health", "online"
DO, BUNDLE, LACKS = "do", "bundle", "lacks"
AGAIN = "again"
"""What happened, told once more because somebody missed it; as under the topics of `KINDS`."""

KINDS = {
    "header": "match",
    "line": "move",
    "question": "question",
    "answer": "question",
    "objection": "objection",
    "put_right": "objection",
    "fault": "fault",
    "note": "note",
    "closed": "result",
    "held": "note",
    "released": "note",
    "started": "life",
    "restarted": "life",
    "stopped": "life",
    "replaced": "life",
}
"""Under which topic an entry of the journal is told. What is not named here is told nobody."""

EVENTS = tuple(dict.fromkeys(KINDS.values()))
"""The topics of what happened, each with one entry of the journal in a message."""

TABLE_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
"""A table's name is one level of a topic and its user name at the broker."""


class Heard(NamedTuple):
    """What a topic says: which table, and what of it."""

    table: str
    what: str


def topic(prefix: str, table: str, what: str) -> str:
    """Where that is told.

    >>> topic("drover", "berlin-3", STATE)
    'drover/v1/berlin-3/state'
    """
    return f"{prefix}/{VERSION}/{table}/{what}"


def heard(prefix: str, name: str) -> Heard | None:
    """Which table a topic belongs to; None where it is none of ours.

    >>> heard("drover", "drover/v1/berlin-3/state")
    Heard(table='berlin-3', what='state')
    >>> heard("drover", "drover/v1/../state")
    """
    head = f"{prefix}/{VERSION}/"
    table, _, what = name.removeprefix(head).partition("/")
    if not name.startswith(head) or TABLE_NAME.fullmatch(table) is None or not what or "/" in what:
        return None
    return Heard(table, what)
