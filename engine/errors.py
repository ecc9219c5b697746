"""What the engine says when it refuses.

An error carries a reason and facts, never a sentence: sentences are made from
them in the reader's language.
"""

from __future__ import annotations


class EngineError(ValueError):
    """The base of everything that the engine raises on purpose."""


class BadHeader(EngineError):
    """A match that cannot be opened: unknown game, too many seats, an option that its variant refuses.

    >>> raise BadHeader("seat_count", least=2, most=10, seats=1)
    Traceback (most recent call last):
    engine.errors.BadHeader: seat_count (least=2, most=10, seats=1)
    """

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        return _with_facts(self.reason, self.facts)


class IllegalMove(EngineError):
    """A move that the rules refuse; the match stays as it was.

    `rule` is the code that the record fixes (`phase`, `seat`, `card`, …), `reason` says
    which sentence of that rule, `facts` the numbers and names that decided it. `line` is
    set where a correction fails because of another line than its own.

    >>> error = IllegalMove("card", "seen_before", card=14)
    >>> error.rule, error.reason, error.facts
    ('card', 'seen_before', {'card': 14})
    """

    def __init__(self, rule: str, reason: str, **facts: object) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason
        self.facts = facts
        self.line: int | None = None

    def __str__(self) -> str:
        return f"{self.rule}: {_with_facts(self.reason, self.facts)}"


def malformed(reason: str, **facts: object) -> IllegalMove:
    """A move whose shape is wrong, whatever the state of the match."""
    return IllegalMove("malformed", reason, **facts)


def _with_facts(reason: str, facts: dict[str, object]) -> str:
    if not facts:
        return reason
    listed = ", ".join(f"{name}={value!r}" for name, value in facts.items())
    return f"{reason} ({listed})"
