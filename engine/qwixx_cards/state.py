"""The table of the Qwixx card game between two moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.qwixx_cards.sheet import Sheet
from engine.qwixx_cards.terms import COLOURS, Terms


class Hand(NamedTuple):
    """A hand of `size` cards, `known` the numbers that were seen going into it."""

    size: int
    known: tuple[int, ...] = ()


class Played(NamedTuple):
    """A card that was played since the last shuffle; a joker has the colour `joker`."""

    colour: str
    number: int


@dataclass(frozen=True)
class State:
    """A match between two moves; `hands` and `sheets` go by seat.

    `pile` counts the cards of the pile, its top included; `discards` are the cards played
    since it was last shuffled. `marked` says whether the active seat crossed the call.
    """

    phase: str
    active: str
    display: tuple[int, ...]
    top: int | None
    pile: int
    discards: tuple[Played, ...]
    hands: tuple[Hand, ...]
    sheets: tuple[Sheet, ...]
    marked: bool
    winners: tuple[str, ...]


def opening(terms: Terms) -> State:
    return State(
        phase="setup",
        active=terms.seats[0],
        display=(),
        top=None,
        pile=0,
        discards=(),
        hands=(Hand(0),) * len(terms.seats),
        sheets=(Sheet(),) * len(terms.seats),
        marked=False,
        winners=(),
    )


def as_record(terms: Terms, state: State, secret: bool = False) -> dict[str, object]:
    """The state as `drover replay` prints it. Only the size of a hand is in it, so there is no secret."""
    seats = terms.seats
    return {
        "phase": state.phase,
        "active": state.active,
        "display": state.display,
        "top": state.top,
        "hand_size": {seat: hand.size for seat, hand in zip(seats, state.hands, strict=True)},
        "sheets": {seat: _sheet_record(sheet) for seat, sheet in zip(seats, state.sheets, strict=True)},
        "score": {seat: sheet.points for seat, sheet in zip(seats, state.sheets, strict=True)},
        "winners": state.winners,
    }


def _sheet_record(sheet: Sheet) -> dict[str, object]:
    rows: dict[str, object] = {colour: sheet.row(colour) for colour in COLOURS}
    return {**rows, "locked": sheet.locked, "failed": sheet.failed}
