"""What can go wrong with what lights up, beeps and is pressed."""

from __future__ import annotations


class HardwareError(Exception):
    """The base of all errors here: a reason by its name, and facts to tell it with."""

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason, facts)
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.reason}: {told}" if told else self.reason


class PartLost(HardwareError):
    """A part is missing, was unplugged, or does not answer. It is looked for again."""


class PartAbsent(PartLost):
    """Nothing is there that could be opened. To look again costs nothing, so it is looked for often."""


class WiringError(HardwareError):
    """What the configuration says of pins can't be, such as one pin for two things."""
