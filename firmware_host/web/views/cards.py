"""Small pieces of views that several games share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.game import event_kind
from engine.match import Match
from firmware_host.steward.places import number_of
from firmware_host.web.views.games import View
from hardware.cues import Cue, Pattern


def lights(patterns: Iterable[Pattern]) -> list[str]:
    """Patterns by their names, as pages know them."""
    return [pattern.name.lower() for pattern in patterns]


def row_light(cue: Cue, row: int) -> str:
    """How a row's light shines, counted from 1."""
    return cue.light("row", row - 1).name.lower()


def row_of(zone: str) -> int:
    """The number of a row's zone, 0 for any other place."""
    return number_of(zone) if zone.startswith("row/") else 0


def rounds(match: Match) -> list[View]:
    """The rounds that were scored, the first one first."""
    scored = [event for step in match.in_force() for event in step.events if event_kind(type(event)) == "round_scored"]
    return [_round(event) for event in reversed(scored)]


def _round(event: Any) -> View:
    return {"round": event.round, "scores": dict(event.result), "total": dict(event.total)}
