"""How people play each game at a table: one module a game, named as the engine names it.

Each has `play(sitting)`, the script of a whole match, and `disagreements(sitting)`: what of the table is not as
the match says, which at rest is nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from engine.game import game_named
from firmware_host.simulator.clockwork import Script
from firmware_host.simulator.sitting import Sitting


class Playing(Protocol):
    def play(self, sitting: Sitting) -> Script: ...

    def disagreements(self, sitting: Sitting) -> list[str]: ...


def playing(game: str) -> Playing:
    """How the game of that name is played; raises `BadHeader` where there is none."""
    return cast(Playing, import_module(f"{__name__}.{game_named(game).name}"))
