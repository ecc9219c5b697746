"""Watches over Take Six: which cards are committed, turned up, placed and taken, and what of it is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.errors import IllegalMove
from engine.game import Move
from engine.match import Match
from engine.take_six.cards import SPECIALS
from engine.take_six.moves import Deal, Draft, Reveal
from engine.take_six.rules import drafting_seat
from firmware_host.steward import wording
from firmware_host.steward.findings import Amiss, Doubt, Finding, Table
from firmware_host.steward.inputs import Lying
from firmware_host.steward.placing import look_at_placing
from firmware_host.steward.rows import differences
from firmware_host.steward.settings import Settings
from firmware_host.steward.stories import ROW_ZONES
from hardware.cues import Cue

ROWS = ROW_ZONES[:4]
SWEPT_AFTER = 1500


@dataclass(frozen=True)
class Memory:
    """What is kept in mind of the table.

    `zones` are where the rows lie, in the rules' order. `down` has the card that each seat committed, by its
    key, `shown` what it turned up, `unread` what it turned up and nobody could read. `left` are the rows as
    they lay when the last round ended.
    """

    zones: tuple[str, ...] = ROWS
    down: Mapping[str, int] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)
    unread: Mapping[str, Lying] = field(default_factory=dict)
    left: tuple[tuple[str, ...], ...] = ()


def memory() -> Memory:
    return Memory()


def look(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """What the table comes to."""
    phase = match.state.phase
    if phase == "draft":
        return _draft(match, memory, table, settings)
    if phase == "deal":
        return _deal(match, memory, table, settings)
    if phase == "reveal":
        return _reveal(match, memory, table, settings)
    if phase == "place":
        return look_at_placing(match, memory, table, settings)
    return Finding(wording.result(match, settings), memory)


def amiss(match: Match, memory: Memory, table: Table) -> Amiss | None:
    """The first row that lies otherwise than the match has it."""
    if match.state.phase in ("draft", "deal", "over"):
        return None
    for difference in differences(match.state.rows, memory.zones, table):
        if table.can_be_seen(difference.zone):
            extra = difference.extra[0] if difference.extra else None
            cards = tuple(str(card) for card in difference.missing)
            name = (extra.name if extra is not None else None) or "".join(cards[:1])
            about = (extra.key,) if extra is not None else ()
            rule = "row_has_more" if extra else "row_lacks" if cards else "row_order"
            facts = {"row": _row(difference.zone), "cards": cards}
            return Amiss(rule, card=name, lies=difference.zone, belongs=difference.zone, facts=facts, about=about)
    return None


def cue(match: Match, memory: Memory, table: Table, settings: Settings) -> Cue:
    return look(match, memory, table, settings).cue


def _row(zone: str) -> int:
    return int(zone.partition("/")[2])


def seat_zone(match: Match, seat: str) -> str:
    return f"seat/{match.header.seats.index(seat) + 1}"


def numbers_at(match: Match, seat: str, table: Table) -> tuple[Lying, ...]:
    """The number cards at a seat's place, and backs, which may be some."""
    return tuple(card for card in table.cards(seat_zone(match, seat)) if card.name not in SPECIALS)


def _draft(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """A card shown at a seat's place is its pick."""
    seat = drafting_seat(match.header.terms, match.state)
    finding = Finding(wording.draft(match, seat, settings), memory)
    taken = {card for hand in match.state.hands for card in hand}
    new = [card for card in numbers_at(match, seat, table) if card.face == "up"]
    new = [card for card in new if card.name is None or int(card.name) not in taken]
    if len(new) != 1 or not table.can_be_seen(seat_zone(match, seat)):
        return finding
    if new[0].name is None:
        return replace(finding, doubt=_unread(match, new[0], (seat,), _possible(match, new[0], seat)))
    return _if_legal(match, finding, Draft(seat, int(new[0].name)), new)


def _deal(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """A card alone in each of four rows opens them."""
    finding = Finding(wording.deal(match, settings), memory)
    cards = [table.cards(zone) for zone in ROWS]
    if not all(table.can_be_seen(zone) for zone in ROWS) or any(len(row) != 1 or row[0].face != "up" for row in cards):
        return finding
    first = [row[0] for row in cards]
    if tuple((card.name or "",) for card in first) == memory.left:
        return finding
    for card in first:
        if card.name is None:
            return replace(finding, doubt=_unread(match, card, (), _possible(match, card, None)))
    fresh = replace(finding, after=Memory())
    return _if_legal(match, fresh, Deal(tuple(int(card.name or 0) for card in first)), first)


def _reveal(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """Who has a card down, who has turned it up; once all have, that is the reveal."""
    seats = match.header.seats
    at = {seat: numbers_at(match, seat, table) for seat in seats}
    notes = list(_watched(match, memory, at, table))
    memory = _remembered(match, memory, at, table)
    known = {*memory.shown, *memory.down, *memory.unread}
    missing = tuple(seat for seat in seats if not at[seat] and seat not in known)
    covered = [seat for seat in seats if not table.can_be_seen(seat_zone(match, seat))]
    finding = Finding(wording.commit(match, missing, settings), memory, notes=tuple(notes))
    unread = [seat for seat in seats if seat not in memory.shown and seat in memory.unread]
    if unread and not missing:
        # They may go on before they answer, so what lies in rows by now is not wrong.
        card = memory.unread[unread[0]]
        doubt = _unread(match, card, (unread[0],), _possible(match, card, unread[0]))
        return replace(finding, doubt=doubt)
    if not missing and all(seat in memory.shown for seat in seats):
        cards = {seat: int(memory.shown[seat]) for seat in seats}
        moved = replace(finding, after=replace(memory, down={}, shown={}, unread={}))
        return _if_legal(match, moved, Reveal(cards), [card for seat in seats for card in at[seat]])
    return replace(finding, amiss=_wrong_at_seats(match, at, covered) or amiss(match, memory, table))


def _remembered(match: Match, memory: Memory, at: Mapping[str, tuple[Lying, ...]], table: Table) -> Memory:
    """What lies at the seats, kept in mind: a card that was turned up counts also once it is on its way."""
    down, shown, unread = dict(memory.down), dict(memory.shown), dict(memory.unread)
    for seat, cards in at.items():
        if len(cards) != 1:
            if not cards and table.can_be_seen(seat_zone(match, seat)) and seat not in shown:
                down.pop(seat, None)
            continue
        card = cards[0]
        if card.face == "down":
            down[seat] = card.key
            shown.pop(seat, None)
            unread.pop(seat, None)
        elif card.name is not None:
            shown[seat] = card.name
        elif table.seen.steady:
            unread[seat] = card
    everybody = all(seat in down or seat in shown or seat in unread for seat in match.header.seats)
    if not everybody:
        # Until all are down a card that is gone was taken back.
        shown = {seat: name for seat, name in shown.items() if at[seat]}
        unread = {seat: card for seat, card in unread.items() if at[seat]}
    shown |= _found_out(match, shown, unread, table)
    return replace(memory, down=down, shown=shown, unread=unread)


def _found_out(match: Match, shown: Mapping[str, str], unread: Mapping[str, Lying], table: Table) -> dict[str, str]:
    """What unread cards turn out to be: somebody said it, or the only one that is unread lies in a row by now."""
    found = {seat: table.said[card.key] for seat, card in unread.items() if card.key in table.said}
    left = [seat for seat in unread if seat not in shown and seat not in found]
    if len(left) == 1 and all(seat in shown or seat in found or seat in left for seat in match.header.seats):
        known = {str(card) for row in match.state.rows for card in row.cards} | {*shown.values(), *found.values()}
        lying = {card.name for card in table.everywhere() if card.zone.startswith("row/") and card.name is not None}
        new = [name for name in lying - known if name.isdecimal()]
        if len(new) == 1 and new[0] in dict(unread[left[0]].maybe):
            found[left[0]] = new[0]
    return found


def _watched(
    match: Match, memory: Memory, at: Mapping[str, tuple[Lying, ...]], table: Table
) -> Iterable[tuple[str, Mapping[str, object]]]:
    """What is worth a line in the journal: a card turned early, lifted, or taken back."""
    known = {*memory.shown, *memory.unread}
    everybody = all(at[seat] or seat in known for seat in match.header.seats)
    for seat, cards in at.items():
        before = memory.down.get(seat)
        if not cards and before is not None and seat not in memory.shown and table.can_be_seen(seat_zone(match, seat)):
            yield "taken_back", {"seat": seat}
        for card in cards[:1]:
            if card.face == "up" and not everybody and seat not in memory.shown and card.name is not None:
                yield "turned_early", {"seat": seat, "card": card.name}
            if card.face == "down" and before is not None and before != card.key:
                yield "lifted", {"seat": seat}


def _wrong_at_seats(match: Match, at: Mapping[str, tuple[Lying, ...]], covered: Iterable[str]) -> Amiss | None:
    for seat, cards in at.items():
        if len(cards) > 1 and seat not in covered:
            zone = seat_zone(match, seat)
            facts = {"cards": len(cards)}
            return Amiss("two_cards", seat, lies=zone, belongs=zone, facts=facts, after=2500)
    return None


def _possible(match: Match, card: Lying, seat: str | None) -> tuple[str, ...]:
    """What a card that is not surely read may be, as far as the rules allow."""
    terms, state = match.header.terms, match.state
    hand = state.hands[terms.index[seat]] if seat is not None and state.phase == "reveal" else frozenset()
    allowed = (hand or terms.deck) - state.seen
    return tuple(name for name, _ in card.maybe if name.isdecimal() and int(name) in allowed)


def _unread(match: Match, card: Lying, seats: tuple[str, ...], choices: tuple[str, ...]) -> Doubt:
    return Doubt("unread", seats, choices, card.key, {"zone": card.zone})


def _if_legal(match: Match, finding: Finding, move: Move, cards: Iterable[Lying]) -> Finding:
    """The move, if the rules allow it; else what is wrong with it."""
    try:
        match.play(move)
    except IllegalMove as error:
        return replace(finding, amiss=_refused(match, move, error, tuple(cards)))
    return replace(finding, moves=(move,))


def _refused(match: Match, move: Move, error: IllegalMove, cards: tuple[Lying, ...]) -> Amiss:
    """A card that can't be: seen before, not in the deck, not in that hand."""
    name = str(error.facts.get("card", ""))
    meant = tuple(card for card in cards if card.name == name)
    zone = meant[0].zone if meant else ""
    seat = next((seat for seat in match.header.seats if seat_zone(match, seat) == zone), "")
    about = tuple(card.key for card in meant)
    return Amiss(error.reason, seat, name, zone, zone, error.facts, about)
