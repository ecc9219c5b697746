"""Which module watches over which game."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import cast

from firmware_host.steward.findings import Behaviour


@cache
def behaviour_of(game: str) -> Behaviour:
    """The one of that game; its module is named after it."""
    return cast("Behaviour", import_module(f"firmware_host.steward.{game}"))
