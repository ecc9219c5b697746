"""Cards, zones and facts of the journal as people read them, whatever they hold."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from firmware_host.journal.entries import At
from firmware_host.words import Said, Words, shown

_ZONES = {"row": "journal.zone_row", "seat": "journal.zone_seat", "pickup": "journal.zone_pickup"}
_PLACES = {
    "active": "screen.place.active",
    "deck": "screen.place.deck",
    "display": "screen.place.display",
    "pile": "screen.place.pile",
    "play": "screen.place.play",
    "discards": "screen.place.discards",
}
_FACTS = {
    "camera_ms": "journal.fact_camera_ms",
    "exposure": "journal.fact_exposure",
    "configuration": "journal.fact_configuration",
    "models": "journal.fact_models",
}
LONGEST_FACT = 200


def when(at: At) -> str:
    """The date and time, to the minute.

    >>> when(At("2025-03-01T19:30:00+01:00", 0))
    '2025-03-01 19:30'
    """
    return shown(at.wall[:16].replace("T", " "))


def named(words: Words, value: object) -> str:
    """A card, a zone or any other name.

    >>> named(Words("en"), "row/2"), named(Words("de"), "red 7"), named(Words("en"), None)
    ('row 2', 'Rot 7', '')
    """
    if value is None:
        return ""
    text = str(value)
    kind, _, number = text.partition("/")
    if kind in _ZONES and number:
        return words.say(_ZONES[kind], number=number)
    if text in _PLACES:
        return words.say(_PLACES[text])
    try:
        return shown(words.card(text))
    except KeyError:
        return shown(text)


def listed(words: Words, by_seat: object) -> Said:
    """What each seat has."""
    if not isinstance(by_seat, Mapping):
        return Said(shown(str(by_seat)))
    return Said("; ".join(f"{shown(str(seat))}: {words.show('special', what)}" for seat, what in by_seat.items()))


def carried(words: Words, facts: object) -> str:
    """Facts that have no sentence of their own: name by name, as they are."""
    if not isinstance(facts, Mapping):
        return ""
    return ", ".join(f"{shown(str(name))}: {_fact(value)}" for name, value in facts.items())


def tell_reading(words: Words, facts: object) -> Iterator[str]:
    """What was read on a photograph, card by card, with how sure it was and what else it may be."""
    read = facts.get("read") if isinstance(facts, Mapping) else None
    for one in read if isinstance(read, (list, tuple)) else ():
        if not isinstance(one, Mapping):
            continue
        sure = _likely(words, one.get("card"), one.get("confidence"))
        others = [
            _likely(words, *other[:2])
            for other in one.get("alternatives") or ()
            if isinstance(other, (list, tuple)) and len(other) >= 2 and other[0] != one.get("card")
        ]
        text = words.say("journal.read_as" if one.get("card") else "journal.not_read", card=Said(sure))
        if others:
            text += "; " + words.say("journal.read_or", cards=Said(", ".join(others)))
        zone = named(words, one.get("zone"))
        yield f"{zone}: {text}" if zone else text


def tell_facts(words: Words, facts: object) -> Iterator[str]:
    """The other facts of a photograph."""
    if not isinstance(facts, Mapping):
        return
    for name, value in facts.items():
        if name != "read":
            called = words.say(_FACTS[name]) if name in _FACTS else shown(str(name))
            yield f"{called}: {_fact(value)}"


def _likely(words: Words, card: object, confidence: object) -> str:
    name = named(words, card)
    if not isinstance(confidence, (int, float)):
        return name
    percent = f"{confidence * 100:.1f}".replace(".", words.say("journal.decimal"))
    return f"{name} ({percent} %)".lstrip()


def _fact(value: object) -> str:
    return shown(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), LONGEST_FACT)
