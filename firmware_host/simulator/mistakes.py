"""Mistakes: which are made, and what became of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from firmware_host.simulator.rates import KINDS, Rates

LINGERS = 5_000
"""So long after a mistake was over an objection may still be about it. Some are noted only when they are over."""


@dataclass
class Mistake:
    """A mistake that was made at a time. Times are None for what did not happen.

    `changes`: had nobody noticed, the match would have gone another way. `fate` is `open` while nobody knows,
    `put right`, `stands` (what lies on the table counts from then on), or `past` where nothing had to be done.
    """

    kind: str
    at: int
    seat: str = ""
    card: str = ""
    changes: bool = False
    facts: dict[str, object] = field(default_factory=dict)
    objected_at: int | None = None
    asked_at: int | None = None
    ended_at: int | None = None
    fate: str = "open"

    @property
    def noticed(self) -> bool:
        """Whether it was objected to, or asked about."""
        return self.objected_at is not None or self.asked_at is not None

    def lasts(self, time: int) -> bool:
        """Whether somebody may rightly object at that time: until it was put right, or shortly after it was over."""
        if self.fate in ("open", "stands"):
            return time >= self.at
        return self.at - LINGERS <= time <= (self.at if self.ended_at is None else self.ended_at) + LINGERS

    def end(self, fate: str, now: int) -> None:
        self.fate, self.ended_at = fate, now


@dataclass
class Slips:
    """Decides by the rates who makes a mistake. Chances are counted where one could have been made."""

    rates: Rates
    random: Random
    made: list[Mistake] = field(default_factory=list)
    chances: Counter[str] = field(default_factory=Counter)

    def slips(self, kind: str) -> bool:
        """Whether this chance of a mistake becomes one."""
        assert kind in KINDS
        self.chances[kind] += 1
        rate: float = getattr(self.rates, kind)
        return self.random.random() < rate

    def note(self, mistake: Mistake) -> Mistake:
        self.made.append(mistake)
        return mistake

    def of(self, kind: str) -> list[Mistake]:
        return [mistake for mistake in self.made if mistake.kind == kind]

    @property
    def open(self) -> Mistake | None:
        """The one that nobody has noticed, or not put right yet."""
        return next((mistake for mistake in self.made if mistake.fate == "open"), None)
