"""Keeping the journal within its limits: photographs go first, the oldest first, those of a dispute never.

Every function works inside a transaction that its caller has begun, so what is deleted and the entry that
says so are one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import NamedTuple

from firmware_host.journal.chain import Chain
from firmware_host.journal.entries import At, Kind

ENTRIES_AT_ONCE = 200
PHOTOGRAPHS_AT_ONCE = 100
"""So many are deleted in one go. Every page of a photograph is read for that, and nobody shall wait long for a card."""

NEWEST = 100
"""So many entries always stay."""


class Gap(NamedTuple):
    """Entries that were deleted: the first, the last, and the last one's hash, to which the next one is bound."""

    first: int
    last: int
    hash: str


class Seal(NamedTuple):
    """All that is known of what was deleted before: `photographs` are deleted ones of entries that stayed."""

    gaps: tuple[Gap, ...] = ()
    photographs: tuple[int, ...] = ()


def day_before(wall: str, days: int) -> str:
    """The day so long before, as text that can be compared; nothing where the clock's text is none.

    >>> day_before("2025-03-01T19:30:00+01:00", 2)
    '2025-02-27'
    """
    try:
        return (date.fromisoformat(wall[:10]) - timedelta(days)).isoformat()
    except (ValueError, OverflowError):
        return ""


def delete_photographs(chain: Chain, why: str, at: At, room: int | None = None, day: str | None = None) -> list[int]:
    """Delete the oldest photographs that no dispute needs: for `room` bytes, or all from before `day`.

    Gives how large each of them was. Those of the newest match stay as long as age alone is against them:
    a clock that is wrong must not take the evidence of what is being played.
    """
    held = chain.held()
    newest = chain.last_of(Kind.HEADER)
    gone: dict[int, int] = {}
    for seq, size, match, wall in chain.connection.execute(
        "SELECT seq, size, match, wall FROM photographs JOIN entries USING (seq) ORDER BY seq"
    ):
        if match in held:
            continue
        if room is not None and sum(gone.values()) >= room:
            break
        if day is not None and (wall[:10] >= day or (newest and match == newest[1])):
            break
        if len(gone) == PHOTOGRAPHS_AT_ONCE:
            break
        gone[seq] = size
    if gone:
        chain.connection.executemany("DELETE FROM photographs WHERE seq = ?", [(seq,) for seq in gone])
        chain.append(None, Kind.DELETED, {"photographs": list(gone), "why": why}, at)
    return list(gone.values())


def delete_entries(chain: Chain, most: int, day: str, at: At) -> int:
    """Delete the oldest entries, with their photographs: the `most` oldest, and those from before `day`.

    Not one of the newest, none of a match that is still played or is held. Gives how many it were.
    """
    seal = last_seal(chain)
    newest, _ = chain.head()
    runs = _runs(_old(chain, most, day, newest - NEWEST))
    if not runs:
        return 0
    gaps = _merged([*seal.gaps, *(_delete(chain, first, last) for first, last in runs)])
    deleted = chain.connection.execute(
        "SELECT seq FROM entries WHERE kind = 'photograph' AND seq < ? "
        "AND seq NOT IN (SELECT seq FROM photographs) ORDER BY seq",
        (runs[-1][1],),
    )
    chain.append(None, Kind.SEALED, {"gaps": gaps, "photographs": [seq for (seq,) in deleted]}, at)
    return sum(last - first + 1 for first, last in runs)


def _delete(chain: Chain, first: int, last: int) -> Gap:
    (digest,) = chain.connection.execute("SELECT hash FROM entries WHERE seq = ?", (last,)).fetchone()
    chain.connection.execute("DELETE FROM photographs WHERE seq BETWEEN ? AND ?", (first, last))
    chain.connection.execute("DELETE FROM entries WHERE seq BETWEEN ? AND ?", (first, last))
    return Gap(first, last, digest.hex())


def last_seal(chain: Chain) -> Seal:
    """What the newest seal says; each says all that the ones before it said."""
    row = chain.last_of(Kind.SEALED)
    return Seal() if row is None else seal_of(row[3])


def seal_of(body: str | bytes) -> Seal:
    seal = json.loads(body)
    return Seal(tuple(Gap(*gap) for gap in seal["gaps"]), tuple(seal["photographs"]))


def _old(chain: Chain, most: int, day: str, last: int) -> Iterator[int]:
    """The numbers of the entries to delete, up to `last`: none of what is still played, none of what is held."""
    held = _held_spans(chain)
    playing = _open_match(chain)
    count = 0
    for seq, wall in chain.connection.execute("SELECT seq, wall FROM entries WHERE seq <= ? ORDER BY seq", (last,)):
        if any(first <= seq <= end for first, end in held):
            continue
        if seq == playing or count == ENTRIES_AT_ONCE or (count >= most and wall[:10] >= day):
            break
        count += 1
        yield seq


def _held_spans(chain: Chain) -> list[tuple[int, int]]:
    """From where to where the held matches go; what befell the table meanwhile belongs to it."""
    spans = []
    for match in sorted(chain.held()):
        rows = chain.connection.execute(
            "SELECT min(seq), max(seq) FROM entries WHERE match = ? AND match > 0 AND kind NOT IN ('held', 'released')",
            (match,),
        )
        first, last = rows.fetchone()
        marks = chain.connection.execute(
            "SELECT seq FROM entries WHERE match = ? AND match > 0 AND kind IN ('held', 'released')", (match,)
        )
        spans += [(seq, seq) for (seq,) in marks]
        if first is not None:
            spans.append((first, last))
    return spans


def _open_match(chain: Chain) -> int | None:
    newest = chain.last_of(Kind.HEADER)
    if newest is None:
        return None
    closed = chain.connection.execute("SELECT 1 FROM entries WHERE match = ? AND kind = 'closed'", (newest[1],))
    return None if closed.fetchone() else newest[1]


def _runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """First and last of every unbroken run.

    >>> _runs([1, 2, 5, 6, 7, 9])
    [(1, 2), (5, 7), (9, 9)]
    """
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _merged(gaps: Iterable[Gap]) -> list[Gap]:
    """The gaps in order, those that touch as one."""
    merged: list[Gap] = []
    for gap in sorted(gaps):
        if merged and gap.first == merged[-1].last + 1:
            merged[-1] = gap._replace(first=merged[-1].first)
        else:
            merged.append(gap)
    return merged
