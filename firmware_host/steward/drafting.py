"""The draft of Take Six: a card that is shown at a seat's place is that seat's pick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.errors import IllegalMove
from engine.match import Match
from engine.take_six.moves import Draft
from engine.take_six.rules import drafting_seat
from firmware_host.steward import wording
from firmware_host.steward.findings import Amiss, Finding, Table
from firmware_host.steward.inputs import Lying
from firmware_host.steward.places import seat_zone
from firmware_host.steward.seats import Memory, Pick, if_legal, numbers_at, possible, unread_card, whose
from firmware_host.steward.settings import Settings
from firmware_host.steward.stories import ROWS

MOST_MISSED = 3
"""Of more cards than these that are nowhere it is not plain that one of them was picked."""


def look_at_draft(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """Who picks, and what. While one pick is asked about the others go on, and are kept in mind in their order."""
    if memory.unwatched:
        unseen = _picked_unseen(match, memory, table)
        if unseen or not table.seen.steady:
            return _unseen(match, memory, unseen, settings)
        memory = replace(memory, unwatched=False)
    memory = _with_heap(match, memory, table)
    away = memory.astray - _anywhere(table)
    if away:
        # Players who go on all the same may show it much later, to play it: until all lie there that did, or are
        # entered, nothing that is shown is a pick.
        memory = replace(memory, unwatched=True, heap=memory.heap | away)
        return _unseen(match, memory, tuple(sorted(map(int, away))), settings)
    picks, turn = _picks_now(match, memory, table)
    if table.seen.steady:
        picks = _by_elimination(match, picks, table)
    if turn is not None and table.seen.steady:
        # Those of the rows may be dealt, and even played on, before all picks are known.
        memory = replace(memory, undrafted=_in_rows(table))
    memory = replace(memory, picks=picks)
    finding = Finding(wording.draft(match, turn or picks[0].seat, settings), memory)
    if not picks:
        wrong = _out_of_turn(match, memory, drafting_seat(match.header.terms, match.state), table)
        if wrong is not None:
            finding = replace(finding, memory=replace(memory, astray=memory.astray | {wrong.card}))
        return replace(finding, amiss=wrong)
    first = picks[0]
    if first.name is None:
        elsewhere = {other.name for other in table.everywhere()} | {pick.name for pick in picks} | _drafted(match)
        allowed = possible(match, first.card, first.seat)
        # What is read twice may as well be wrong where it lies in the heap.
        choices = tuple(name for name in allowed if name not in elsewhere) or allowed
        return replace(finding, doubt=unread_card(first.card, (first.seat,), choices))
    if memory.undrafted is None:
        memory = replace(memory, undrafted=_in_rows(table))
    finding = replace(finding, after=replace(memory, picks=picks[1:]), sure=True)
    return if_legal(match, finding, Draft(first.seat, int(first.name)), (replace(first.card, name=first.name),))


def _picks_now(match: Match, memory: Memory, table: Table) -> tuple[tuple[Pick, ...], str | None]:
    """The picks that are not written yet, those seen now among them, and whose turn it is after them."""
    picks = tuple(pick for pick in (_looked_at(pick, match, table) for pick in memory.picks) if _counts(pick, match))
    turn = _whose_turn(match, picks)
    new = None if turn is None else _new(match, turn, picks, table, memory)
    if turn is not None and new is None and (missed := _missed(match, turn, picks, table, memory)) is not None:
        picks += (missed,)
        turn = _whose_turn(match, picks)
        new = None if turn is None else _new(match, turn, picks, table, memory)
    if turn is not None and new is not None:
        picks += (Pick(turn, new, new.name),)
        turn = _whose_turn(match, picks)
    return picks, turn


def _with_heap(match: Match, memory: Memory, table: Table) -> Memory:
    """The same with the cards to draft as they are read; what was shown out of turn and lies there again is well."""
    named = frozenset(card.name for card in _in_heap(table) if card.name is not None)
    if table.seen.steady and not table.seen.covered:
        memory = replace(memory, heap=named)
    return replace(memory, astray=memory.astray - named - _drafted(match))


def _missed(match: Match, turn: str, picks: Sequence[Pick], table: Table, memory: Memory) -> Pick | None:
    """A pick that nobody saw, where the next seat shows its own already: one of the cards that are nowhere."""
    unseen = -1 - len(picks) - len(_drafted(match))
    nothing = Pick(turn, Lying(unseen, None, "up", seat_zone(match, turn), (0.0, 0.0)), None)
    after = _whose_turn(match, (*picks, nothing))
    following = None if after is None else _new(match, after, picks, table, memory)
    if following is None or following.name is None:
        return None
    # One that nobody could ever read may have been picked as well as one that lay there.
    deck = {str(card) for card in match.header.terms.deck}
    missing = sorted(deck - _anywhere(table) - _drafted(match) - {pick.name for pick in picks})
    if not 1 <= len(missing) <= MOST_MISSED:
        return None
    maybe = tuple((name, 1 / len(missing)) for name in missing)
    return replace(nothing, card=replace(nothing.card, maybe=maybe))


def _anywhere(table: Table) -> set[str | None]:
    """The names of all cards on the table, those too over which a hand is."""
    return {card.name for card in (*table.everywhere(), *table.seen.hidden)}


def _in_heap(table: Table) -> list[Lying]:
    return [card for card in table.everywhere() if not card.zone.startswith(("seat/", "pickup/"))]


def _picked_unseen(match: Match, memory: Memory, table: Table) -> tuple[int, ...]:
    """The cards that were there to draft when the table was last watched, and are nowhere now."""
    missing = memory.heap - _anywhere(table) - _drafted(match) - {pick.name for pick in memory.picks}
    unread = sum(card.name is None for card in _in_heap(table))
    return tuple(sorted(map(int, filter(str.isdecimal, missing)))) if len(missing) > unread else ()


def _unseen(match: Match, memory: Memory, cards: tuple[int, ...], settings: Settings) -> Finding:
    """Nobody saw who picked these: they are entered, or laid back."""
    seat = drafting_seat(match.header.terms, match.state)
    finding = Finding(wording.draft(match, seat, settings), memory)
    return replace(finding, amiss=Amiss("picks_unseen", seat, facts={"cards": cards})) if cards else finding


def _in_rows(table: Table) -> frozenset[int]:
    """The cards that lie there, by their keys."""
    return frozenset(card.key for card in table.everywhere() if card.zone.startswith("row/"))


def _looked_at(pick: Pick, match: Match, table: Table) -> Pick:
    """What the pick turns out to be: somebody said it, or it can be read by now; and whether it went into the hand."""
    zone = seat_zone(match, pick.seat)
    lying = [card for card in table.cards(zone) if card.face == "up"]
    name = pick.name or table.said.get(pick.card.key)
    if name is None and not pick.away:
        maybe = dict(pick.card.maybe)
        name = next(
            (card.name for card in lying if card.name and (card.key == pick.card.key or card.name in maybe)), None
        )
    return replace(pick, name=name, away=pick.away or (not lying and table.can_be_seen(zone)))


def _by_elimination(match: Match, picks: Sequence[Pick], table: Table) -> tuple[Pick, ...]:
    """Picks that nobody could read are known once all have picked: of the deck only those cards are nowhere else."""
    left = {card.name for card in _in_heap(table)}
    known = _drafted(match) | {pick.name for pick in picks if pick.name is not None}
    missing = {str(card) for card in match.header.terms.deck} - known - left
    unread = [at for at, pick in enumerate(picks) if pick.name is None]
    if len(left) != len(ROWS) or None in left or len(missing) != len(unread):
        return tuple(picks)
    may_be = {name: [str(at) for at in unread if name in dict(picks[at].card.maybe)] for name in missing}
    names = {int(at): name for at, name in whose(may_be).items()}
    return tuple(replace(pick, name=names.get(at, pick.name)) for at, pick in enumerate(picks))


def _counts(pick: Pick, match: Match) -> bool:
    """A pick that the rules refuse counts no more once it was taken away."""
    if pick.name is None or not pick.away or pick.seat != drafting_seat(match.header.terms, match.state):
        return True
    try:
        match.play(Draft(pick.seat, int(pick.name)))
    except IllegalMove:
        return False
    return True


def _whose_turn(match: Match, picks: Sequence[Pick]) -> str | None:
    """Who picks after these; None: nobody knows, or all have picked."""
    taken = {pick.name for pick in picks}
    for pick in picks:
        # Whose turn it is does not hang on what the card is, if only nobody else has it.
        others = (str(card) for card in match.header.terms.deck if str(card) not in taken)
        names = others if pick.name is None else (pick.name,)
        after = next((one for one in (_picked(match, pick.seat, name) for name in names) if one is not None), None)
        if after is None or after.state.phase != "draft":
            return None
        match = after
    return drafting_seat(match.header.terms, match.state)


def _picked(match: Match, seat: str, name: str) -> Match | None:
    try:
        return match.play(Draft(seat, int(name))) if name.isdecimal() else None
    except IllegalMove:
        return None


def _new(match: Match, turn: str, picks: Sequence[Pick], table: Table, memory: Memory) -> Lying | None:
    """The card that the seat shows now, if it is not one of its picks before."""
    taken = _drafted(match) | {pick.name for pick in picks if pick.name}
    shown = {pick.card.key for pick in picks}
    zone = seat_zone(match, turn)
    if zone in table.seen.moving or any(pick.seat == turn and not pick.away for pick in picks):
        return None
    lying = [card for card in numbers_at(match, turn, table, memory) if card.face == "up" and card.name not in taken]
    if zone in table.seen.covered:
        # What is surely read beside an arm is no arm.
        lying = [card for card in lying if card.name is not None]
    return lying[0] if len(lying) == 1 and lying[0].key not in shown else None


def _out_of_turn(match: Match, memory: Memory, turn: str, table: Table) -> Amiss | None:
    """Somebody shows a card although another's pick was not seen yet."""
    taken = _drafted(match)
    for seat in match.header.seats:
        zone = seat_zone(match, seat)
        for card in numbers_at(match, seat, table, memory) if seat != turn and table.can_be_seen(zone) else ():
            if card.face == "up" and card.name is not None and card.name not in taken:
                facts = {"seat": seat, "wanted": turn}
                return Amiss("not_your_turn", seat, card.name, zone, "", facts, (card.key,))
    return None


def _drafted(match: Match) -> set[str]:
    return {str(card) for hand in match.state.hands for card in hand}
