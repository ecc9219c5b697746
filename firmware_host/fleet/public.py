"""What a table tells: the public view, from entries of its journal and from the steward's situation.

Nothing here is left out by name: what is told is named, and all else stays at the table. Hands, tigers, drawn
special cards and chips in hand are in no message.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.match import Match
from firmware_host.journal.entries import Body, Entry
from firmware_host.steward.effects import Objection, Question
from firmware_host.steward.situation import Situation

FORMAT = 1
ID_LENGTH = 24
"""So many hexadecimal digits of an entry's hash are its name."""

SEEN_BY_ALL = {
    "draft": ("seat", "card"),
    "deal": ("rows", "starter"),
    "reveal": ("cards",),
    "special": ("seat", "special", "row", "card", "with"),
    "place": ("seat", "row", "before"),
    "exchange": ("seat", "discard"),
    "turn_up": ("card",),
    "pass": ("seat",),
    "take": ("seat",),
    "tiger": ("seat", "card"),
    "setup": ("display", "top"),
    "draw": ("seat", "numbers", "display", "top"),
    "call": ("number", "marks"),
    "play": ("seat", "colour", "cards", "marks", "jokers"),
    "undo": ("moves",),
    "amend": ("line",),
}
"""What everybody at the table sees of a move; the rest of a line is what only a simulation can know."""

BODIES = {
    "header": ("record", "game", "seats", "options"),
    "question": ("number", "reason", "seats", "choices"),
    "answer": ("question", "value", "by"),
    "objection": ("number", "rule", "seat", "card", "lies", "belongs"),
    "put_right": ("objection",),
    "fault": ("part", "reason"),
    "note": ("kind",),
    "closed": ("how",),
    "held": (),
    "released": (),
    "started": ("drover",),
    "restarted": ("drover",),
    "stopped": (),
    "replaced": ("why",),
}
TOLD_FACTS = ("row", "card", "cards", "count", "heads", "seat", "other", "owner", "chips", "maybe", "lines")
"""The facts of questions, objections and notes that the table shows everybody, too."""

LIGHTS = frozenset({"gpio", "bar"})


def named(digest: bytes) -> str:
    """The name of an entry: nobody can make another one with the same."""
    return digest.hex()[:ID_LENGTH]


def line_for_all(line: Body) -> dict[str, object]:
    """A line of the record as everybody at the table saw it.

    >>> line_for_all({"move": "deal", "rows": [1, 2, 3, 4], "hands": {"ana": [5, 6]}})
    {'move': 'deal', 'rows': [1, 2, 3, 4]}
    """
    move = str(line.get("move"))
    told: dict[str, object] = {"move": move}
    told.update((key, line[key]) for key in SEEN_BY_ALL.get(move, ()) if key in line)
    amended = line.get("with")
    if move == "amend" and isinstance(amended, Mapping):
        told["with"] = line_for_all(amended)
    return told


def body_for_all(kind: str, body: Body) -> dict[str, object]:
    """The body of an entry without what only some may know."""
    if kind == "line":
        return line_for_all(body)
    told = {key: body[key] for key in BODIES[kind] if key in body}
    if kind in ("question", "objection", "note"):
        facts = body.get("facts")
        facts = facts if isinstance(facts, Mapping) else {}
        names = ("part", "reason") if body.get("kind") == "trouble" else TOLD_FACTS
        told["facts"] = {key: facts[key] for key in names if key in facts}
    if kind == "closed":
        result = body.get("result")
        result = result if isinstance(result, Mapping) else {}
        told["result"] = {key: result[key] for key in ("score", "winners") if key in result}
    return told


@dataclass(frozen=True)
class Source:
    """Where an entry stands: in which journal, after which other one that was told, in which match."""

    book: str
    after: int
    match: str | None


def event(entry: Entry, source: Source) -> dict[str, object]:
    """An entry of the journal as it is told."""
    return {
        "v": FORMAT,
        "id": named(entry.hash),
        "book": source.book,
        "seq": entry.seq,
        "after": source.after,
        "match": source.match,
        "kind": entry.kind,
        "wall": entry.at.wall,
        "body": body_for_all(entry.kind, entry.body),
    }


@dataclass(frozen=True)
class Around:
    """What belongs to a table's state and is not the steward's: how far its journal goes, the match's name, who
    called, who won last.
    """

    book: str = ""
    head: int = 0
    match: str | None = None
    help: bool = False
    last: Mapping[str, object] | None = None


def state(situation: Situation, around: Around, wall: str) -> dict[str, object]:
    """The table now."""
    match = situation.match
    told: dict[str, object] = {
        "v": FORMAT,
        "wall": wall,
        "book": around.book,
        "head": around.head,
        "mode": situation.settings.mode,
        "language": situation.settings.words.language,
        "occupied": _occupied(situation),
        "paused": situation.paused,
        "help": around.help,
        "troubles": list(situation.troubles),
        "camera_ok": "camera" not in situation.troubles,
        "lights_ok": not LIGHTS & set(situation.troubles),
        "question": _question(situation.question),
        "objection": _objection(situation.objection),
        "match": None if match is None else {"id": around.match, **_match(match)},
        "last": around.last,
    }
    return told


def _match(match: Match) -> dict[str, object]:
    public = match.as_record()
    return {
        "game": match.header.game,
        "variant": match.header.terms.variant,
        "seats": list(match.header.seats),
        "phase": match.state.phase,
        "whose": list(match.advice().seats),
        "line": match.line,
        "score": public["score"],
        "winners": list(match.state.winners),
        "table": public,
    }


def _occupied(situation: Situation) -> bool:
    """Whether people sit there: a match has begun, or cards lie where players lay them."""
    match, seen = situation.match, situation.seen
    if match is not None and match.before is not None and match.state.phase != "over":
        return True
    return seen is not None and any(card.zone.startswith("seat/") for card in seen.cards)


def _question(question: Question | None) -> dict[str, object] | None:
    if question is None:
        return None
    body = {key: getattr(question, key) for key in (*BODIES["question"], "facts")}
    return body_for_all("question", body)


def _objection(objection: Objection | None) -> dict[str, object] | None:
    if objection is None:
        return None
    body = {key: getattr(objection, key) for key in (*BODIES["objection"], "facts")}
    return body_for_all("objection", body)
