"""Sentences from what the engine says: events, refusals, advice.

Which text tells an event follows from its kind and, where it has one, its `case`; the facts
are its attributes. So a new game needs texts, and no code here.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.errors import BadHeader, IllegalMove
from engine.game import Event, event_kind
from engine.match import Header, LineChanged, Match
from firmware_host.words import Said, Words


def tell_opening(words: Words, header: Header) -> str:
    """Who plays what."""
    game = Said(words.say(f"game.{header.game}"))
    return words.say("match.opened", game=game, variant=header.terms.variant, seats=header.seats)


def tell_event(words: Words, game: str, event: Event) -> str:
    """One event in a sentence or two."""
    if isinstance(event, LineChanged):
        return words.say("event.line_changed", line=event.line, now=Said(tell_events(words, game, event.now)))
    kind = event_kind(type(event))
    key = f"event.{kind}" if f"event.{kind}" in words else f"event.{game}.{kind}"
    case = getattr(event, "case", None)
    keys = [key if case is None else f"{key}.{case}"]
    keys += [f"{key}.{aside}" for aside in getattr(event, "asides", ())]
    return " ".join(words.say_of(key, lambda name: getattr(event, name)) for key in keys)


def tell_events(words: Words, game: str, events: Iterable[Event]) -> str:
    return " ".join(tell_event(words, game, event) for event in events)


def tell_refusal(words: Words, error: IllegalMove | BadHeader) -> str:
    """Why a line is refused, and what to do about it."""
    why = words.say_of(f"refused.{error.reason}", error.facts.__getitem__)
    if error.facts.get("blocked"):
        why += " " + words.say("event.take_six.placed.blocked", blocked=error.facts["blocked"])
    return why


def tell_next(words: Words, match: Match, secret: bool = False) -> str:
    """What the rules want next; nothing once the match is over."""
    advice = match.advice(secret)
    if not advice.wants:
        return ""

    def fact(name: str) -> object:
        if name == "seats":
            return advice.seats
        if name == "rows":
            return tuple(getattr(choice, "row") for choice in advice.choices)  # noqa: B009  every placement has one
        return getattr(advice.choices[0], name)

    what = words.say_of(f"advice.{match.header.game}.{advice.wants[0]}", fact)
    return words.say("match.next", what=Said(what))
