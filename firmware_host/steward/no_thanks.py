"""Watches over No Thanks!: the active card, the chips on it, who decides, who takes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.errors import IllegalMove
from engine.game import Move
from engine.match import Match
from engine.no_thanks.moves import Deal, Pass, Take, Tiger, TurnUp
from firmware_host.steward import wording
from firmware_host.steward.findings import Amiss, Doubt, Finding, Table
from firmware_host.steward.inputs import Lying
from firmware_host.steward.places import seat_numbers, seat_zone
from firmware_host.steward.settings import Settings
from hardware import cues
from hardware.cues import OFF, Cue

ACTIVE = "active"
CHIPS_AFTER = 2000
NOT_YOURS_AFTER = 3000
CHIPS_OF_ALL = 56
MOST_CHOICES = 4


@dataclass(frozen=True)
class Memory:
    """`gone` are those cards that lay open when the last round ended and still do: none of them is dealt anew.

    `unread` was turned up and nobody could read it: while somebody is asked, it may be taken already. `counted`:
    the chips on the active card were counted when it was last seen to lie there with nothing moving.
    """

    gone: frozenset[str] = frozenset()
    unread: Lying | None = None
    counted: bool = True


def memory(begun: bool = False) -> Memory:
    return Memory()


def look(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """What the table comes to."""
    phase = match.state.phase
    lying = frozenset(card.name or "" for card in (*table.everywhere(), *table.seen.hidden))
    memory = replace(memory, gone=memory.gone & lying) if phase == "deal" else memory
    finding = Finding(cue(match, memory, table, settings), memory)
    if phase == "over" or not table.can_be_seen(ACTIVE):
        return finding
    active = table.cards(ACTIVE)
    up = [card for card in active if card.face == "up" and (card.name is None or card.name.isdecimal())]
    if phase in ("deal", "turn_up"):
        return _turned_up(match, finding, up, table)
    if table.seen.steady and any(card.name == str(match.state.active) for card in up):
        finding = replace(finding, memory=replace(memory, counted=table.seen.chips is not None))
    return _decided(match, finding, up, table)


def cue(match: Match, memory: Memory, table: Table, settings: Settings) -> Cue:
    """Who decides, and about what. What is in hands is nobody's business."""
    state, words = match.state, settings.words
    if state.phase == "over":
        return wording.result(match, settings)
    if not settings.leads:
        return OFF
    if state.phase != "decide":
        text = words.say("cue.turn_up")
        return cues.wait((), (text,))
    seat = state.to_decide
    said = words.say("cue.decide", seat=seat, card=state.active, chips=state.on_card)
    return cues.wait(seat_numbers(match, (seat,)), (seat, said), seat, str(state.active))


def amiss(match: Match, memory: Memory, table: Table) -> Amiss | None:
    """Open cards that are not where the match has them."""
    state = match.state
    if state.phase == "decide" and table.can_be_seen(ACTIVE):
        names = [card.name for card in table.cards(ACTIVE) if card.face == "up"]
        if names and str(state.active) not in names:
            return Amiss("other_active", "", str(state.active), ACTIVE, ACTIVE, {"card": state.active})
    return _foreign(match, table)


def _foreign(match: Match, table: Table) -> Amiss | None:
    """A card that lies with a seat that has not taken it."""
    owners = {
        str(card): seat for seat, cards in zip(match.header.seats, match.state.cards, strict=True) for card in cards
    }
    for seat in match.header.seats:
        zone = seat_zone(match, seat)
        for card in table.cards(zone) if table.can_be_seen(zone) else ():
            owner = owners.get(card.name or "")
            if card.face == "up" and owner is not None and owner != seat:
                facts = {"card": card.name, "owner": owner}
                return Amiss(
                    "not_yours", seat, card.name or "", zone, seat_zone(match, owner), facts, (card.key,), 3000
                )
    return None


def _turned_up(match: Match, finding: Finding, up: Sequence[Lying], table: Table) -> Finding:
    """A new card in the middle opens the round, or is the next one."""
    unread = finding.memory.unread
    if len(up) == 1 and up[0].name is None and unread is None:
        unread = up[0]
    if unread is not None:
        return _unread(match, replace(finding, memory=replace(finding.memory, unread=unread)), unread, up, table)
    if len(up) != 1 or up[0].name in finding.memory.gone:
        return finding
    return _opened(match, finding, up[0].name or "", up[0])


def _unread(match: Match, finding: Finding, unread: Lying, up: Sequence[Lying], table: Table) -> Finding:
    """What the card in the middle turns out to be: somebody said it, or it can be read by now, wherever it lies."""
    choices = tuple(name for name, _ in unread.maybe if name.isdecimal() and int(name) not in match.state.seen)
    said = table.said.get(unread.key)
    named = [card.name for card in up if card.key == unread.key and card.name is not None]
    lying = [card.name for card in table.everywhere() if card.name is not None and card.name in choices]
    name = said or next(iter((*named, *lying)), None)
    if name is not None:
        return _opened(match, finding, name, unread)
    return replace(finding, doubt=Doubt("unread", (), choices, unread.key, {"zone": ACTIVE}))


def _opened(match: Match, finding: Finding, name: str, card: Lying) -> Finding:
    first: tuple[Move, ...] = (Deal(),) if match.state.phase == "deal" else ()
    return _tried(match, replace(finding, after=Memory()), (*first, TurnUp(int(name))), card)


def _decided(match: Match, finding: Finding, up: Sequence[Lying], table: Table) -> Finding:
    """More chips are passes; a card that is gone was taken, by the seat with which it lies."""
    state = match.state
    tiger = _tiger(match, table)
    if tiger is not None:
        return replace(finding, moves=(tiger,))
    if any(_may_be(card, str(state.active)) for card in up):
        return _passed(match, finding, table)
    taker = _taker(match, table)
    if taker is None:
        return finding
    order = _turns_until(match, taker)
    if order or not finding.memory.counted:
        # Nobody saw these passes, and once around the table there may have been more.
        around = range(state.on_card + len(order), CHIPS_OF_ALL, len(match.header.seats))
        choices = tuple(str(chips) for chips in around)[:MOST_CHOICES]
        answer = table.chosen.get(taker, "")
        if answer not in choices:
            facts = {"card": state.active, "seat": taker}
            return replace(finding, doubt=Doubt("chips", (taker,), choices, None, facts))
        order = _passing(match, int(answer) - state.on_card)
    moves: tuple[Move, ...] = (*(Pass(seat) for seat in order), Take(taker))
    tried = _tried(match, finding, moves, None)
    over = bool(tried.moves) and state.left == 0
    lying = frozenset(card.name or "" for card in table.everywhere())
    return replace(tried, after=Memory(lying)) if over else tried


def _passed(match: Match, finding: Finding, table: Table) -> Finding:
    state, chips = match.state, table.seen.chips
    if chips is None or chips == state.on_card:
        return replace(finding, amiss=_foreign(match, table))
    if chips < state.on_card:
        facts = {"chips": state.on_card, "count": chips}
        found = Amiss("chips_missing", "", str(state.active), ACTIVE, ACTIVE, facts, after=CHIPS_AFTER)
        return replace(finding, amiss=found)
    order = _passing(match, chips - state.on_card)
    return _tried(match, finding, tuple(Pass(seat) for seat in order), None)


def _passing(match: Match, count: int) -> list[str]:
    """The seats that pass where so many do, one after the other."""
    seats, first = match.header.seats, match.header.seats.index(match.state.to_decide)
    return [seats[(first + at) % len(seats)] for at in range(count)]


def _tiger(match: Match, table: Table) -> Tiger | None:
    """A card that nobody turned up, laid to its own by the seat that decides."""
    state = match.state
    seat = state.to_decide
    if match.header.terms.variant not in ("hidden_tiger", "tactical_tiger") or not table.can_be_seen(
        seat_zone(match, seat)
    ):
        return None
    for card in table.cards(seat_zone(match, seat)):
        if card.face == "up" and card.name is not None and card.name.isdecimal() and int(card.name) not in state.seen:
            move = Tiger(seat, int(card.name))
            return move if move in match.legal_moves else None
    return None


def _taker(match: Match, table: Table) -> str | None:
    """With whom the active card lies now."""
    name = str(match.state.active)
    for seat in match.header.seats:
        zone = seat_zone(match, seat)
        if table.can_be_seen(zone) and any(_may_be(card, name) for card in table.cards(zone)):
            return seat
    return None


def _may_be(card: Lying, name: str) -> bool:
    """Whether it is that card, or one that is not surely read and may be it."""
    return card.name == name or (card.face == "up" and card.name is None and name in dict(card.maybe))


def _turns_until(match: Match, taker: str) -> list[str]:
    """The seats that must have passed before it was the taker's turn."""
    seats = match.header.seats
    return _passing(match, (seats.index(taker) - seats.index(match.state.to_decide)) % len(seats))


def _tried(match: Match, finding: Finding, moves: tuple[Move, ...], card: Lying | None) -> Finding:
    """The moves, if the rules allow them all."""
    after = match
    for move in moves:
        try:
            after = after.play(move)
        except IllegalMove as error:
            seat = str(error.facts.get("seat", ""))
            about = () if card is None else (card.key,)
            name = str(error.facts.get("card", match.state.active or ""))
            return replace(finding, amiss=Amiss(error.reason, seat, name, ACTIVE, ACTIVE, error.facts, about))
    return replace(finding, moves=moves)
