"""Watches over Take Six: which cards are drafted, dealt, committed, turned up, placed and taken."""

from __future__ import annotations

from dataclasses import replace

from engine.match import Match
from engine.take_six.moves import Deal
from firmware_host.steward import wording
from firmware_host.steward.drafting import look_at_draft
from firmware_host.steward.findings import Amiss, Finding, Table
from firmware_host.steward.inputs import Lying
from firmware_host.steward.places import number_of
from firmware_host.steward.placing import look_at_placing
from firmware_host.steward.rows import Difference, differences, known_by_place
from firmware_host.steward.seats import (
    Memory,
    if_legal,
    look_at_seats,
    possible,
    unread_card,
)
from firmware_host.steward.settings import Settings
from firmware_host.steward.stories import ROWS, zones_of
from hardware.cues import Cue
from vision.cards import NUMBERS

ALL = frozenset(NUMBERS["take_six"])


def memory(begun: bool = False) -> Memory:
    return Memory(unwatched=begun)


def unwatched(memory: Memory) -> Memory:
    return replace(memory, unwatched=True)


def look(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """What the table comes to."""
    memory = memory.still_used(match, table)
    phase = match.state.phase
    if phase == "draft":
        return look_at_draft(match, memory, table, settings)
    if phase == "deal":
        return _deal(match, memory, table, settings)
    if phase in ("reveal", "place"):
        known = known_by_place(match.state.rows, zones_of(match), table) if table.seen.steady else {}
        look_at = _look_again if phase == "reveal" else look_at_placing
        return replace(look_at(match, memory, table, settings), known=known)
    return Finding(wording.result(match, settings), memory)


def _look_again(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """Who has a card down. After nobody watched the rows must first lie as they did: a whole turn may be missing."""
    finding = look_at_seats(match, memory, table, settings, amiss)
    if not memory.unwatched:
        return finding
    wrong = amiss(match, memory, table)
    if wrong is not None or not table.seen.steady or not all(table.can_be_seen(zone) for zone in zones_of(match)):
        return Finding(finding.cue, memory, amiss=wrong)
    return look_at_seats(match, replace(memory, unwatched=False), table, settings, amiss)


def amiss(match: Match, memory: Memory, table: Table) -> Amiss | None:
    """The first row that lies otherwise than the match has it."""
    if match.state.phase in ("draft", "deal", "over"):
        return None
    for difference in differences(match.state.rows, zones_of(match), table):
        if table.can_be_seen(difference.zone):
            return _amiss_in_row(difference)
    return None


def _amiss_in_row(difference: Difference) -> Amiss:
    """What is wrong with a row: a card too many, one that is gone, one that can't be read, or only the order."""
    zone, cards = difference.zone, tuple(str(card) for card in difference.missing)
    extra = next((card for card in difference.extra if card.name is not None), next(iter(difference.extra), None))
    name = extra.name if extra is not None else None
    rule = "row_has_more" if name else "row_lacks" if cards else "row_has_unread" if extra else "row_order"
    about = (extra.key,) if extra is not None else ()
    facts = {"row": number_of(zone), "cards": cards}
    return Amiss(rule, card=name or "".join(cards[:1]), lies=zone, belongs=zone, facts=facts, about=about)


def cue(match: Match, memory: Memory, table: Table, settings: Settings) -> Cue:
    return look(match, memory, table, settings).cue


def gone(match: Match) -> frozenset[str]:
    """What the deck does not have, in a round what lies in piles, and in a draft what is in hands."""
    terms, state = match.header.terms, match.state
    if state.phase == "draft":
        return frozenset(map(str, (ALL - terms.deck).union(*state.hands)))
    taken = state.seen - {card for row in state.rows for card in row.cards} - {one.card for one in state.queue}
    if state.specials is not None:
        taken -= frozenset().union(*state.specials.returned)
    return frozenset(map(str, (ALL - terms.deck) | taken))


def _deal(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """A card alone in each of four rows opens them: once somebody turned up a card, those that lay there before."""
    cue = wording.deal(match, settings)
    if memory.opening and (memory.opened or _turned_up(table)):
        memory = replace(memory, opened=True)
        first = _as_they_lay(memory.opening, table)
    else:
        first = _open_rows(memory, table)
        memory = replace(memory, opening=first) if first and table.seen.steady else memory
    finding = Finding(cue, memory)
    for card in first:
        if card.name is None:
            return replace(finding, doubt=unread_card(card, (), possible(match, card, None)))
    if not first:
        return finding
    opened = Deal(tuple(int(card.name or 0) for card in first))
    return if_legal(match, replace(finding, after=Memory()), opened, first)


def _open_rows(memory: Memory, table: Table) -> tuple[Lying, ...]:
    """The cards that open the rows, if they are all there and are none that lay there before."""
    cards = [table.cards(zone) for zone in ROWS]
    if not all(table.can_be_seen(zone) for zone in ROWS) or any(len(row) != 1 or row[0].face != "up" for row in cards):
        return ()
    first = tuple(row[0] for row in cards)
    left = tuple((card.name or "",) for card in first) == memory.left
    undrafted = any(card.key in (memory.undrafted or ()) for card in first)
    special = any(card.name is not None and not card.name.isdecimal() for card in first)
    return () if left or undrafted or special else first


def _turned_up(table: Table) -> bool:
    """Whether a seat shows a number."""
    shown = (card for card in table.everywhere() if card.face == "up" and card.zone.startswith("seat/"))
    return any(card.name is None or card.name.isdecimal() for card in shown)


def _as_they_lay(opening: tuple[Lying, ...], table: Table) -> tuple[Lying, ...]:
    """The same cards, with what can be read of them by now, or what somebody said of them."""
    still = {card.key: card for card in table.everywhere()}
    return tuple(table.named(still.get(card.key, card)) for card in opening)
