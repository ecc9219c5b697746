"""How the steward is to behave at this table."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.words import Words

MODES = ("play", "referee", "kiosk")


@dataclass(frozen=True)
class Settings:
    """`play` shows where cards go; `referee` is silent until something is wrong; `kiosk` looks after itself.

    Times are in milliseconds. `words` are in the language of the table.
    """

    words: Words
    mode: str = "play"
    asks_after: int = 800
    """So long may a card stay unread, lying still, before somebody is asked."""

    @property
    def leads(self) -> bool:
        """Whether lights show what comes next."""
        return self.mode != "referee"
