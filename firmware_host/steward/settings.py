"""How the steward is to behave at this table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware_host.words import Words

if TYPE_CHECKING:
    from firmware_host.steward.lobby import Lobby

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

    lobby: Lobby | None = None
    """Who may sit down where no match is on; None: a match is started by a wish."""

    again: bool = False
    """Whether the table, once it is cleared after a match, is ready for the next one."""

    idle_after: int = 0
    """A kiosk at which nobody has moved for so long asks whether somebody is there; 0: never."""

    gives_up_after: int = 60_000
    """So long after that the match is given up, and the table is ready for others."""

    @property
    def leads(self) -> bool:
        """Whether lights show what comes next."""
        return self.mode != "referee"
