"""One moment of a match: what was read on its photograph and how surely, and what of it can be put right."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from engine.match import Match
from engine.record import write_entry
from engine.take_six.cards import SPECIALS
from firmware_host.journal.entries import Entry
from firmware_host.journal.naming import named, tell_facts
from firmware_host.journal.telling import tell_why
from firmware_host.web.referee_story import Story, is_secret
from firmware_host.words import Words, shown
from vision.cards import COLOURS, names_of

Json = dict[str, object]
Path = tuple[str | int, ...]

SECRET = ("hands", "specials", "tigers", "draw")
"""Keys of a move that tell what only a seat may know: they are neither shown nor changed."""

ONE_BY_ONE = ("rows", "display")
"""Lists of which each card has a field of its own; the others are written one after the other."""

MOST_ALTERNATIVES = 4


BEFORE = "before"
"""Why a photograph was kept that shows what lay there before."""


def photographs_for(story: Story, seq: int) -> list[tuple[Entry, int]]:
    """The photographs of that entry in their order; where it has none, the newest one before.

    Each comes with by how many milliseconds it is older.
    """
    entry = story.entry(seq)
    if entry is None:
        return []
    of = [one for one in story.photographs() if one.body.get("of") == seq or one.seq == seq]
    if of:
        return [(one, 0) for one in sorted(of, key=lambda one: (one.body.get("why") != BEFORE, one.seq))]
    before = [one for one in story.photographs() if one.seq <= seq and one.body.get("why") != BEFORE]
    return [(before[-1], max(0, entry.at.ms - before[-1].at.ms))] if before else []


def photograph(found: tuple[Entry, int], there: bool, words: Words) -> Json:
    """What a page needs to show a photograph and to say what it is."""
    entry, older = found
    facts = entry.body.get("facts")
    return {
        "seq": entry.seq,
        "there": there,
        "why": tell_why(words, entry.body),
        "seconds_before": round(older / 1000),
        "sha256": shown(str(entry.body.get("sha256")), 64),
        "read": list(readings(facts, words)),
        "facts": list(tell_facts(words, facts)),
    }


def readings(facts: object, words: Words) -> Iterator[Json]:
    """What was read card by card, with how sure it was and what else it may be."""
    read = facts.get("read") if isinstance(facts, Mapping) else None
    for one in read if isinstance(read, (list, tuple)) else ():
        if not isinstance(one, Mapping):
            continue
        card, sure = one.get("card"), one.get("confidence")
        others = [other for other in _alternatives(one) if other[0] != card]
        yield {
            "zone": named(words, one.get("zone")),
            "card": None if card is None else named(words, card),
            "sure": _share(sure),
            "maybe": [{"card": named(words, name), "chance": _share(chance)} for name, chance in others],
        }


def _alternatives(read: Mapping[str, object]) -> list[tuple[object, object]]:
    given = read.get("alternatives")
    pairs = given if isinstance(given, (list, tuple)) else ()
    return [(one[0], one[1]) for one in pairs if isinstance(one, (list, tuple)) and len(one) >= 2][:MOST_ALTERNATIVES]


def _share(value: object) -> float | None:
    return round(float(value), 4) if isinstance(value, (int, float)) else None


def correctable(story: Story, seq: int, words: Words) -> Json | None:
    """The move of that entry as fields that can be changed, if it still counts."""
    step, match = story.steps.get(seq), story.match
    if step is None or step.correction is not None or match is None:
        return None
    now = next((one for one in match.in_force() if one.line == step.line), None)
    if now is None or now.move is None or now.before is None:
        return None
    body = json.loads(write_entry(match.header, now.move))
    maybe = _doubts(story)
    fields = [_field(path, value, now.before, maybe, words) for path, value in leaves(body)]
    if story.open and is_secret(now):
        # What only a seat may know can be corrected by whoever knows it, and is shown to nobody.
        fields = [field if field["path"] == ["seat"] else {**field, "value": None, "maybe": []} for field in fields]
    after = sum(1 for one in match.in_force() if one.line > step.line)
    return {"line": step.line, "fields": fields, "after": after} if fields else {"line": step.line, "after": after}


def leaves(body: Mapping[str, object]) -> Iterator[tuple[Path, object]]:
    """Everything in a move that may have been read wrongly, with the way to it."""
    for key, value in body.items():
        if key == "move" or key in SECRET:
            continue
        if isinstance(value, Mapping):
            yield from (((key, str(seat)), entry) for seat, entry in value.items())
        elif isinstance(value, list) and key in ONE_BY_ONE:
            yield from (((key, index), entry) for index, entry in enumerate(value))
        else:
            yield (key,), value


def _field(path: Path, value: object, before: Match, maybe: Mapping[str, Sequence[str]], words: Words) -> Json:
    kind = "numbers" if isinstance(value, list) else "number" if isinstance(value, int) else "text"
    choices = _choices(path, value, before)
    likely = [name for name in maybe.get(str(value), ()) if not choices or name in choices]
    return {
        "path": list(path),
        "label": _label(path, words),
        "kind": kind,
        "value": value,
        "choices": [{"value": _typed(one, kind), "label": words.card(one)} for one in choices],
        "maybe": [{"value": _typed(one, kind), "label": words.card(one)} for one in likely],
    }


def _typed(name: str, kind: str) -> object:
    return int(name) if kind == "number" else name


def _label(path: Path, words: Words) -> str:
    """What a field is: the seat whose it is, or what the key means, with its number in a list."""
    key, *inner = path
    if inner and isinstance(inner[0], str):
        return words.say("screen.referee.field_of", what=_key(str(key), words), seat=inner[0])
    if inner:
        return f"{_key(str(key), words)} {int(inner[0]) + 1}"
    return _key(str(key), words)


def _key(key: str, words: Words) -> str:
    text = f"screen.referee.field.{key}"
    return words.say(text) if text in words else shown(key)


def _choices(path: Path, value: object, before: Match) -> tuple[str, ...]:
    """All that may stand in a field."""
    key = str(path[0])
    names = names_of(before.header.game)
    if key in ("seat", "starter"):
        return before.header.seats
    if key in ("special", "discard"):
        return SPECIALS
    if key == "colour" or (key == "marks" and isinstance(value, str)):
        return COLOURS
    if key == "row":
        return tuple(str(row) for row in range(1, 6))
    if isinstance(value, int):
        return tuple(dict.fromkeys(name.rpartition(" ")[2] for name in names if name.rpartition(" ")[2].isdecimal()))
    return ()


def _doubts(story: Story) -> dict[str, tuple[str, ...]]:
    """For each card that was read, or that another one may be, what else it may be."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in story.photographs():
        facts = entry.body.get("facts")
        read = facts.get("read") if isinstance(facts, Mapping) else None
        for one in read if isinstance(read, (list, tuple)) else ():
            if isinstance(one, Mapping):
                names = tuple(str(name) for name, _ in _alternatives(one))
                for name in {*names, str(one.get("card"))}:
                    others = (other for other in names if other != name)
                    found[name] = tuple(dict.fromkeys((*found.get(name, ()), *others)))
    return found
