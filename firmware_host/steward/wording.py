"""The cues of Take Six, with their words, and the one of a result, which every game has."""

from __future__ import annotations

from collections.abc import Sequence

from engine.match import Match
from firmware_host.steward.findings import Table
from firmware_host.steward.places import number_of, seat_numbers
from firmware_host.steward.settings import Settings
from firmware_host.steward.stories import zones_of
from hardware import cues
from hardware.cues import OFF, Cue


def draft(match: Match, seat: str, settings: Settings) -> Cue:
    if not settings.leads:
        return OFF
    return cues.wait(seat_numbers(match, (seat,)), (seat, settings.words.say("cue.draft", seat=seat)), seat)


def deal(match: Match, settings: Settings) -> Cue:
    """Rows are to be opened; between two rounds the scores are told."""
    if not settings.leads:
        return OFF
    text: tuple[str, ...] = (settings.words.say("cue.deal"),)
    if match.state.round > 1:
        score = "  ".join(f"{seat} {total}" for seat, total in zip(match.header.seats, match.state.score, strict=True))
        text += (score,)
    return cues.wait((), text)


def commit(match: Match, missing: Sequence[str], settings: Settings) -> Cue:
    """Who still has no card down; once all have, they turn them up."""
    if not settings.leads:
        return OFF
    words = settings.words
    if missing:
        return cues.wait(seat_numbers(match, missing), (words.say("cue.wait", seats=tuple(missing)),))
    rows = len(match.state.rows)
    return cues.reveal(seat_numbers(match, match.header.seats), rows, (words.say("cue.reveal"),))


def placing(match: Match, table: Table, settings: Settings) -> Cue:
    """Where the lowest card goes; a card that fits nowhere has a choice."""
    if not settings.leads:
        return OFF
    words, zones = settings.words, zones_of(match)
    card, seat = match.state.queue[0]
    (number,) = seat_numbers(match, (seat,))
    choices = match.state.choices
    chosen = [choice for choice in choices if str(zone_number(zones, choice.row)) == table.chosen.get(seat)]
    choices = tuple(chosen) or choices
    if len(choices) > 1:
        rows = [zone_number(zones, choice.row) for choice in choices]
        costs = "  ".join(f"{row}: {choice.heads}" for row, choice in zip(rows, choices, strict=True))
        told = (seat, words.say("cue.choose", seat=seat, card=card), costs)
        return cues.choose(seat, str(card), rows, number, told)
    placed = choices[0]
    row = zone_number(zones, placed.row)
    key = "cue.takes" if placed.taken else "cue.place"
    text = (seat, words.say(key, seat=seat, card=card, row=row))
    return cues.place(seat, str(card), row, bool(placed.taken), number, text)


def zone_number(zones: Sequence[str], row: int) -> int:
    """Which row of the mat that row of the rules is; one that is still to be opened takes the last."""
    return number_of(zones[row - 1]) if row <= len(zones) else cues.MOST_ROWS


def result(match: Match, settings: Settings) -> Cue:
    winners = match.state.winners
    return cues.result(seat_numbers(match, winners), (settings.words.say("cue.result", seats=winners),))
