"""Watches over Take Six: which cards are drafted, dealt, committed, turned up, placed and taken."""

from __future__ import annotations

from dataclasses import replace

from engine.match import Match
from engine.take_six.moves import Deal, Draft
from engine.take_six.rules import drafting_seat
from firmware_host.steward import wording
from firmware_host.steward.findings import Amiss, Finding, Table
from firmware_host.steward.places import number_of, seat_zone
from firmware_host.steward.placing import look_at_placing
from firmware_host.steward.rows import differences
from firmware_host.steward.seats import (
    ROWS,
    Memory,
    if_legal,
    look_at_seats,
    numbers_at,
    possible,
    unread_card,
)
from firmware_host.steward.settings import Settings
from hardware.cues import Cue


def memory(begun: bool = False) -> Memory:
    return Memory(zones=()) if begun else Memory()


def look(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """What the table comes to."""
    memory = memory.with_zones(match.state.rows, table).still_used(table)
    phase = match.state.phase
    if phase == "draft":
        return _draft(match, memory, table, settings)
    if phase == "deal":
        return _deal(match, memory, table, settings)
    if phase == "reveal":
        return look_at_seats(match, memory, table, settings, amiss)
    if phase == "place":
        return look_at_placing(match, memory, table, settings)
    return Finding(wording.result(match, settings), memory)


def amiss(match: Match, memory: Memory, table: Table) -> Amiss | None:
    """The first row that lies otherwise than the match has it."""
    if match.state.phase in ("draft", "deal", "over"):
        return None
    memory = memory.with_zones(match.state.rows, table)
    for difference in differences(match.state.rows, memory.zones, table):
        if table.can_be_seen(difference.zone):
            extra = difference.extra[0] if difference.extra else None
            cards = tuple(str(card) for card in difference.missing)
            name = (extra.name if extra is not None else None) or "".join(cards[:1])
            about = (extra.key,) if extra is not None else ()
            rule = "row_has_more" if extra else "row_lacks" if cards else "row_order"
            facts = {"row": number_of(difference.zone), "cards": cards}
            return Amiss(rule, card=name, lies=difference.zone, belongs=difference.zone, facts=facts, about=about)
    return None


def cue(match: Match, memory: Memory, table: Table, settings: Settings) -> Cue:
    return look(match, memory, table, settings).cue


def _draft(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """A card shown at a seat's place is its pick."""
    seat = drafting_seat(match.header.terms, match.state)
    memory = _picked(match, memory, seat, table)
    finding = Finding(wording.draft(match, seat, settings), memory)
    if seat in memory.shown:
        shown = {other: name for other, name in memory.shown.items() if other != seat}
        unread = {other: card for other, card in memory.unread.items() if other != seat}
        lying = frozenset(card.key for card in table.everywhere() if card.zone.startswith("row/"))
        after = replace(memory, undrafted=lying, shown=shown, unread=unread)
        finding = replace(finding, after=after, sure=True)
        return if_legal(match, finding, Draft(seat, int(memory.shown[seat])), table.cards(seat_zone(match, seat)))
    if seat in memory.unread:
        card = memory.unread[seat]
        elsewhere = {other.name for other in table.everywhere()}
        choices = tuple(name for name in possible(match, card, seat) if name not in elsewhere)
        return replace(finding, doubt=unread_card(card, (seat,), choices))
    return replace(finding, amiss=_out_of_turn(match, memory, seat, table))


def _out_of_turn(match: Match, memory: Memory, turn: str, table: Table) -> Amiss | None:
    """Somebody shows a card although another's pick was not seen yet."""
    taken = {str(card) for hand in match.state.hands for card in hand}
    for seat in match.header.seats:
        zone = seat_zone(match, seat)
        for card in numbers_at(match, seat, table, memory) if seat != turn and table.can_be_seen(zone) else ():
            if card.face == "up" and card.name is not None and card.name not in taken:
                facts = {"seat": seat, "wanted": turn}
                return Amiss("not_your_turn", seat, card.name, zone, "", facts, (card.key,))
    return None


def _picked(match: Match, memory: Memory, turn: str, table: Table) -> Memory:
    """The picks that are shown now; one that could not be read counts also once it is in the hand.

    While that is asked about others go on, so what they show meanwhile is kept in mind.
    """
    taken = {str(card) for hand in match.state.hands for card in hand}
    shown, unread = {seat: name for seat, name in memory.shown.items() if seat != turn}, dict(memory.unread)
    asked = unread.get(turn)
    for seat in match.header.seats if asked is not None else (turn,):
        new = [card for card in numbers_at(match, seat, table, memory) if card.face == "up" and card.name not in taken]
        if len(new) != 1 or not table.can_be_seen(seat_zone(match, seat)):
            continue
        (card,) = new
        if card.name is None:
            unread.setdefault(seat, card)
        elif seat != turn or asked is None or card.key == asked.key or card.name in dict(asked.maybe):
            shown[seat] = card.name
    if asked is not None and asked.key in table.said:
        shown[turn] = table.said[asked.key]
    elif turn not in shown and turn in memory.shown:
        shown[turn] = memory.shown[turn]
    return replace(memory, shown=shown, unread=unread)


def _deal(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """A card alone in each of four rows opens them."""
    finding = Finding(wording.deal(match, settings), memory)
    cards = [table.cards(zone) for zone in ROWS]
    if not all(table.can_be_seen(zone) for zone in ROWS) or any(len(row) != 1 or row[0].face != "up" for row in cards):
        return finding
    first = [row[0] for row in cards]
    if tuple((card.name or "",) for card in first) == memory.left:
        return finding
    if any(card.key in memory.undrafted for card in first):
        return finding  # it still lies there from the draft
    if any(card.name is not None and not card.name.isdecimal() for card in first):
        return finding
    for card in first:
        if card.name is None:
            return replace(finding, doubt=unread_card(card, (), possible(match, card, None)))
    opened = Deal(tuple(int(card.name or 0) for card in first))
    return if_legal(match, replace(finding, after=Memory()), opened, first)
