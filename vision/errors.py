"""What goes wrong with pictures, mats and cameras."""

from __future__ import annotations


class VisionError(Exception):
    """The base of everything that `vision` raises on purpose.

    It carries a reason and facts; a sentence is made from them in the reader's language.
    """

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        listed = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.reason} ({listed})" if listed else self.reason
