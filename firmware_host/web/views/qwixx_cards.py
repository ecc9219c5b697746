"""The Qwixx card game on a screen: display, pile, and everybody's sheet, which are open."""

from __future__ import annotations

from collections.abc import Mapping

from engine.match import Match
from engine.qwixx_cards.sheet import ROWS, Sheet
from engine.qwixx_cards.terms import COLOURS
from firmware_host.steward.situation import Situation
from firmware_host.web.views.games import View
from firmware_host.words import Words

OWN_MOVES = frozenset({"play"})
SECRET_EVENTS: frozenset[str] = frozenset()


def board(situation: Situation, match: Match, words: Words) -> View:
    state, seats = match.state, match.header.seats
    return {
        "display": list(state.display),
        "pile_top": state.top,
        "pile": state.pile,
        "call": state.top if state.phase == "call" else None,
        "active": state.active,
        "hand_size": {seat: hand.size for seat, hand in zip(seats, state.hands, strict=True)},
        "sheets": {seat: _rows(sheet) for seat, sheet in zip(seats, state.sheets, strict=True)},
        "failed": {seat: sheet.failed for seat, sheet in zip(seats, state.sheets, strict=True)},
        "locked": {seat: list(sheet.locked) for seat, sheet in zip(seats, state.sheets, strict=True)},
        "marked": state.marked,
    }


def _rows(sheet: Sheet) -> View:
    return {colour: list(sheet.row(colour)) for colour in COLOURS}


def scores(match: Match) -> Mapping[str, int]:
    return {seat: sheet.points for seat, sheet in zip(match.header.seats, match.state.sheets, strict=True)}


def committed(situation: Situation, match: Match) -> frozenset[str]:
    """In a call, who has said what to cross."""
    return frozenset(situation.chosen) if match.state.phase == "call" else frozenset()


def rule(situation: Situation, match: Match, words: Words) -> str:
    return ""


def may(situation: Situation, match: Match, seat: str, words: Words) -> list[View]:
    """Crossing the number that was called; playing cards of one colour."""
    state = match.state
    sheet = state.sheets[match.header.terms.index[seat]]
    if state.phase == "call":
        said = situation.chosen.get(seat)
        found: list[View] = []
        for colour in COLOURS:
            why = sheet.refusal(colour, state.top)
            found.append(
                {
                    "kind": "mark",
                    "colour": colour,
                    "number": state.top,
                    "allowed": why is None,
                    "why": "" if why is None else _refused(words, why, seat, colour, state.top),
                    "chosen": said == colour,
                }
            )
        return [*found, {"kind": "mark", "colour": "", "number": state.top, "allowed": True, "chosen": said == "-"}]
    if state.phase == "play" and state.active == seat:
        numbers = {colour: list(sheet.open_numbers(colour)) for colour in COLOURS}
        return [{"kind": "play", "allowed": True, "why": "", "numbers": numbers, "jokers": match.header.terms.jokers}]
    return []


def _refused(words: Words, reason: str, seat: str, colour: str, number: int) -> str:
    return words.say(f"refused.{reason}", seat=seat, colour=colour, card=number, number=number)


def hand(match: Match, seat: str) -> View:
    state, at = match.state, match.header.terms.index[seat]
    return {"size": state.hands[at].size, "known": list(state.hands[at].known)}


def sheet(match: Match, seat: str, words: Words) -> View:
    """Every number of every row: crossed, open or closed; why one can't be crossed now."""
    state = match.state
    own: Sheet = state.sheets[match.header.terms.index[seat]]
    found: View = {}
    for colour in COLOURS:
        crossed = own.row(colour)
        cells: list[View] = []
        for number in ROWS[colour]:
            why = own.refusal(colour, number)
            is_crossed = number in crossed
            cells.append(
                {
                    "number": number,
                    "state": "crossed" if is_crossed else "open" if why is None else "closed",
                    "legal": not is_crossed and why is None,
                    "why": "" if is_crossed or why is None else _refused(words, why, seat, colour, number),
                }
            )
        found[colour] = {"cells": cells, "locked": colour in own.locked}
    return {"rows": found, "failed": own.failed, "points": own.points}
