"""What the doctor says: a line for each thing that was looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from firmware_host.words import Words

SAID = "said"
"""The key of a line whose fact `what` is its text."""


class Verdict(StrEnum):
    OK = "ok"
    WARNING = "warning"
    """The table works, but not as well as it should, or not for long."""
    FAULT = "fault"
    """Something does not work that the table needs."""


@dataclass(frozen=True)
class Line:
    """What was looked at, how it is, and the text that says so; of a fault and a warning also what to do."""

    about: str
    verdict: Verdict
    key: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def tell(self, words: Words) -> str:
        if self.key == SAID:
            return str(self.facts["what"])
        return words.say_of(self.key, self.facts.__getitem__)


def ok(about: str, key: str, **facts: object) -> Line:
    return Line(about, Verdict.OK, key, facts)


def warning(about: str, key: str, **facts: object) -> Line:
    return Line(about, Verdict.WARNING, key, facts)


def fault(about: str, key: str, **facts: object) -> Line:
    return Line(about, Verdict.FAULT, key, facts)
