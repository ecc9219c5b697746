"""Watches over No Thanks!: the active card, the chips on it, who decides, who takes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.errors import IllegalMove
from engine.game import Move
from engine.match import Match
from engine.no_thanks.moves import Deal, Pass, Take, Tiger, TurnUp
from firmware_host.steward import wording
from firmware_host.steward.findings import Amiss, Doubt, Finding, Table
from firmware_host.steward.flips import told_apart
from firmware_host.steward.inputs import Lying
from firmware_host.steward.no_thanks_memory import Hidden, Memory
from firmware_host.steward.places import seat_numbers, seat_zone
from firmware_host.steward.settings import Settings
from firmware_host.steward.with_seats import (
    all_in_sight,
    foreign,
    has_tiger,
    may_be,
    never_turned_up,
    strangers,
    taken_unseen,
    takers,
    with_all_seats,
)
from hardware import cues
from hardware.cues import OFF, Cue
from vision.cards import FLIPS

ACTIVE, DECK = "active", "deck"
CHIPS_AFTER = 2000
OTHER_AFTER = 3000
"""So long may another card lie in the middle, or a tiger before its turn, until somebody is told."""

MISREAD_AFTER = 1500
CHIPS_OF_ALL = 56
MOST_CHOICES = 4
UNSEEN_AFTER = 6000
"""So long may the card be in somebody's hand, on its way from the middle."""


def memory(begun: bool = False) -> Memory:
    return unwatched(Memory()) if begun else Memory()


def unwatched(memory: Memory) -> Memory:
    """There may be more chips than were counted, until they are counted again."""
    return replace(memory, chips=None)


def look(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """What the table comes to."""
    if memory.tiger is not None and match.state.to_decide == memory.tiger.seat:
        return _behind_tiger(match, memory, memory.tiger, table, settings)
    phase = match.state.phase
    memory = replace(memory, gone=memory.gone & _left(table))
    finding = Finding(cue(match, memory, table, settings), memory)
    if phase == "over" or not table.can_be_seen(ACTIVE):
        return finding
    active = table.cards(ACTIVE)
    up = [card for card in active if card.face == "up" and (card.name is None or card.name.isdecimal())]
    if phase == "decide" and table.seen.steady and not up:
        memory = replace(memory, left=True)
    if not _lies_there(match, memory, up):
        memory = replace(memory, middle=memory.middle | {one.name for one in up if one.name})
        memory = _with_next(match, memory, up, table) if phase == "decide" else memory
    finding = replace(finding, memory=memory)
    if phase in ("deal", "turn_up"):
        return _turned_up(match, finding, up, table)
    if memory.fresh and table.seen.chips:
        # Taken with them it is asked how many passed: they may have been laid while something else was asked.
        return replace(finding, memory=replace(memory, chips=None, lay=table.seen.chips), amiss=_chips_left(table))
    counted = table.seen.steady or table.seen.chips is not None
    if counted and _lies_there(match, memory, up):
        fresh = memory.fresh and table.seen.chips is None
        finding = replace(finding, memory=replace(_counted(memory, table), fresh=fresh))
    return _decided(match, finding, up, table)


def _left(table: Table) -> frozenset[str]:
    """What may lie there since the last round: beside a pile a card in the middle does not."""
    pile = _has_pile(table)
    seen = [card for card in table.everywhere() if not (pile and card.zone == ACTIVE)]
    hidden = [card for card in table.seen.hidden if not table.can_be_seen(card.zone)]
    return frozenset(card.name or "" for card in (*seen, *hidden))


def _has_pile(table: Table) -> bool:
    return any(card.face == "down" for card in table.cards(DECK))


def _lies_there(match: Match, memory: Memory, up: Sequence[Lying]) -> bool:
    """Whether the active card is still in the middle. What is hardly read there is it, until the middle was empty."""
    return any(may_be(card, str(match.state.active)) or (card.hardly_read and not memory.left) for card in up)


def _with_next(match: Match, memory: Memory, up: Sequence[Lying], table: Table) -> Memory:
    """What came to lie in the middle after the active card had left it, where nobody knows yet who took that."""
    if len(up) != 1 or up[0].name is None or up[0].name in memory.gone or not table.seen.steady:
        return memory
    name = up[0].name
    if int(name) in match.state.seen or FLIPS.get(int(name), 0) == match.state.active:
        return memory  # it may as well be the active card, read the other way up
    came = memory.came if name in memory.came else (*memory.came, name)
    by_then = memory.by_then if memory.came else with_all_seats(match, table)
    return replace(memory, came=came, by_then=by_then, clean=name if table.seen.chips == 0 else memory.clean)


def _chips_left(table: Table) -> Amiss:
    """Chips that lie there before anybody can have passed."""
    return Amiss("chips_left", lies=ACTIVE, facts={"count": table.seen.chips}, after=CHIPS_AFTER)


def _counted(memory: Memory, table: Table) -> Memory:
    """The chips on the active card as they lie now; none of them leaves it before it is taken."""
    chips = table.seen.chips
    if chips is None:
        return replace(memory, uncounted=True)
    if not table.seen.steady:
        return replace(memory, chips=max(chips, memory.chips or 0), lay=chips, uncounted=False)
    # What was counted while something moved, such as a fingertip, counts no more.
    at_rest = max(chips, memory.at_rest)
    return replace(memory, chips=at_rest, at_rest=at_rest, lay=chips, uncounted=False)


def _with_laid(match: Match, memory: Memory, table: Table) -> Memory:
    """How many chips lay there when cards were laid that may be tigers: it tells later on whose turn that was."""
    chips = table.seen.chips
    if chips is None or not match.header.terms.tigers:
        return memory
    new = {
        card.name: chips
        for card in table.everywhere()
        if card.zone.startswith("seat/") and card.name is not None and card.name not in memory.laid
    }
    return replace(memory, laid={**memory.laid, **new}) if new else memory


def gone(match: Match) -> frozenset[str]:
    """Whatever is in play may lie on the table until the end."""
    return frozenset()


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
    return foreign(match, table, memory.gone)


def _behind_tiger(match: Match, memory: Memory, tiger: Hidden, table: Table, settings: Settings) -> Finding:
    """While somebody is asked what the tiger is, the others play on, as with any tiger that it may be."""
    name = _found_out(tiger, table)
    others = replace(memory, tiger=None)
    if name is not None:
        known = int(name) in match.state.cards[match.header.terms.index[tiger.seat]]
        first: tuple[Move, ...] = () if known else (Tiger(tiger.seat, int(name)),)
        if not known and int(name) in match.state.seen:
            first = ()
        finding = Finding(cue(match, memory, table, settings), memory, after=others)
        if not (*first, *tiger.moves):
            return replace(finding, memory=others)
        return _tried(match, finding, (*first, *tiger.moves), tiger.card)
    doubt = Doubt("unread", (tiger.seat,), tiger.choices, tiger.card.key, {"zone": tiger.card.zone})
    further = _with_any(match, tiger)
    if further is None:
        return Finding(cue(match, memory, table, settings), memory, doubt=doubt)
    found = look(further, others, table, settings)
    kept = found.memory
    if found.moves and table.seen.steady and not table.seen.bumped:
        kept = found.memory if found.after is None else found.after
        tiger = replace(tiger, moves=(*tiger.moves, *found.moves))
    # Of a second one that nobody can read nothing is known yet; it lies there and is asked about next.
    return Finding(found.cue, replace(kept, tiger=tiger), doubt=doubt, notes=found.notes)


def _found_out(tiger: Hidden, table: Table) -> str | None:
    """What the tiger is: somebody said it, or it can be read by now."""
    lying = [card.name for card in table.cards(tiger.card.zone) if card.key == tiger.card.key and card.name is not None]
    new = [card.name for card in table.cards(tiger.card.zone) if card.name in tiger.choices]
    return table.said.get(tiger.card.key) or next(iter((*lying, *new)), None)


def _with_any(match: Match, tiger: Hidden) -> Match | None:
    """The match as it stands if the tiger is one of those that it may be."""
    for name in tiger.choices:
        try:
            after = match.play(Tiger(tiger.seat, int(name)))
            for move in tiger.moves:
                after = after.play(move)
        except IllegalMove:
            continue
        return after
    return None


def _turned_up(match: Match, finding: Finding, up: Sequence[Lying], table: Table) -> Finding:
    """A new card in the middle opens the round, or is the next one."""
    if (unseen := _turned_up_unseen(match, finding, up, table)) is not None:
        return unseen
    up = [told_apart(card, {str(number) for number in match.state.seen}) for card in up] if table.seen.steady else up
    unread = finding.memory.unread
    if len(named := [card for card in up if card.name is not None]) == 1 and table.seen.steady:
        # What lies beside it and has no number may be anything.
        up = named
    if len(up) == 1 and up[0].name is None and unread is None:
        unread = up[0]
    if unread is not None:
        memory = _later_round(match, replace(finding.memory, unread=unread), table)
        if table.seen.steady and not up:
            memory = replace(memory, left=True)
        if memory.left:
            memory = _with_next(match, memory, up, table)
        if table.seen.steady and up:
            memory = _with_laid(match, _counted(memory, table), table)
        return _unread(match, replace(finding, memory=memory), unread, up, table)
    if not up and table.seen.chips and not table.cards(ACTIVE):
        return replace(finding, amiss=_chips_left(table))
    if len(up) != 1 or up[0].name in finding.memory.gone:
        return finding
    return _opened(match, finding, up[0].name or "", up[0])


def _turned_up_unseen(match: Match, finding: Finding, up: Sequence[Lying], table: Table) -> Finding | None:
    """A card that was turned up before what lies there now, and that lies in the middle no more."""
    if finding.memory.unread is not None:
        return None
    return _missed(match, finding, up) or _taken_unseen(match, finding, up, table)


def _turning_up(match: Match, name: str) -> tuple[Move, ...]:
    """The card is turned up; before the first one of a round it is dealt."""
    turned_up = TurnUp(int(name))
    return (Deal(), turned_up) if match.state.phase == "deal" else (turned_up,)


def _missed(match: Match, finding: Finding, up: Sequence[Lying]) -> Finding | None:
    """A card that was turned up while it was not known who took the one before it, and that was taken meanwhile."""
    name, *later = finding.memory.came or ("",)
    if not name or any(card.name == name for card in up) or int(name) in match.state.seen:
        return None
    after = replace(finding.memory, chips=None, came=tuple(later), unread=None, fresh=False, lay=0)
    return _tried(match, replace(finding, after=after), (TurnUp(int(name)),), None)


def _taken_unseen(match: Match, finding: Finding, up: Sequence[Lying], table: Table) -> Finding | None:
    """A card that went to its seat while nobody saw it in the middle, and the next one is there, or there is none."""
    memory, state = finding.memory, match.state
    unseen = taken_unseen(match, table, memory.gone) if table.seen.steady and (up or state.left == 1) else None
    if unseen is None or (state.phase == "deal" and not _has_pile(table)):
        return None
    _, card = unseen
    after = Memory(memory.gone, chips=None, middle=memory.middle, known=memory.known)
    return _tried(match, replace(finding, after=after), _turning_up(match, card.name or ""), card)


def _unread(match: Match, finding: Finding, unread: Lying, up: Sequence[Lying], table: Table) -> Finding:
    """What the card in the middle turns out to be: somebody said it, or it can be read by now, wherever it lies."""
    choices = tuple(name for name, _ in unread.maybe if name.isdecimal() and int(name) not in match.state.seen)
    said = table.said.get(unread.key)
    named = [card.name for card in up if card.key == unread.key and card.name is not None]
    there = any(card.key == unread.key or card.name is None for card in up)
    # What lies elsewhere while it still lies there is another card, such as a tiger, and so is what comes after it.
    memory = finding.memory
    zones = ("seat/",) if memory.left else ("seat/", ACTIVE)
    taken = [card.name for card in table.everywhere() if card.zone.startswith(zones) and card.name in choices]
    lying = [] if there or memory.cleared else taken
    name = said or next(iter((*named, *lying)), None)
    if name is not None:
        return _opened(match, finding, name, unread)
    return replace(finding, doubt=Doubt("unread", (), choices, unread.key, {"zone": ACTIVE}))


def _later_round(match: Match, memory: Memory, table: Table) -> Memory:
    """The same, knowing whether all that lay with seats was cleared away: what lies there since is of a later round."""
    names = {card.name for card in table.everywhere() if card.zone.startswith("seat/") and card.name is not None}
    hidden = any(card.zone.startswith("seat/") for card in table.seen.hidden)
    clear = all_in_sight(match, table)
    gone = bool(memory.with_seats) and not names & memory.with_seats and table.seen.steady and clear and not hidden
    return replace(memory, with_seats=memory.with_seats | names, cleared=memory.cleared or gone)


def _opened(match: Match, finding: Finding, name: str, card: Lying) -> Finding:
    waited = finding.memory.unread is not None
    memory = finding.memory
    chips = memory.chips if waited else 0
    after = Memory(
        memory.gone,
        chips=chips,
        at_rest=memory.at_rest if waited else 0,
        fresh=not waited and memory.clean != name,
        middle=memory.middle,
        laid=memory.laid if waited else {},
        came=tuple(one for one in memory.came if one != name),
        known=memory.known,
    )
    return _tried(match, replace(finding, after=after), _turning_up(match, name), card)


def _decided(match: Match, finding: Finding, up: Sequence[Lying], table: Table) -> Finding:
    """More chips are passes; a card that is gone was taken, by the seat with which it lies."""
    if _lies_there(match, finding.memory, up):
        return _passed(match, replace(finding, memory=replace(finding.memory, taker="")), up, table)
    found = takers(match, table)
    if len(found) > 1:
        seat, card = found[0]
        choices = tuple(name for name, _ in card.maybe)
        return replace(finding, doubt=Doubt("unread", (seat,), choices, card.key, {"zone": card.zone}))
    other = None if found else never_turned_up(match, table, finding.memory.gone | finding.memory.middle)
    if other is not None:
        return _misread(match, finding, *other, table)
    taker = found[0][0] if found else finding.memory.taker or table.chosen.get("who_took")
    if taker not in match.header.seats:
        return _nowhere(match, finding, up, table)
    if found and found[0][1].name is None:
        memory = finding.memory
        finding = replace(finding, memory=replace(memory, known=memory.known | {found[0][1].key}))
    return _taken(match, finding, taker, table)


def _misread(match: Match, finding: Finding, seat: str, card: Lying, table: Table) -> Finding:
    """The active card is nowhere, and one that nobody turned up lies with a seat: one of the two was misread."""
    active, name = match.state.active, card.name or ""
    if table.said.get(card.key) != name:
        choices = (name, str(active))
        return replace(finding, doubt=Doubt("unread", (seat,), choices, card.key, {"zone": card.zone}, MISREAD_AFTER))
    turned_up = next(after.line for after in match.in_force() if after.move == TurnUp(int(active or 0)))
    return replace(finding, moves=(TurnUp(int(name)),), corrects=turned_up)


def _nowhere(match: Match, finding: Finding, up: Sequence[Lying], table: Table) -> Finding:
    """The active card has left the middle, and nobody saw with whom it lies; the next one may lie there by now."""
    card = match.state.active
    packed_away = match.state.left == 0 and not any(one.zone.startswith("seat/") for one in table.everywhere())
    if not up and not finding.memory.came and not packed_away:
        facts: dict[str, object] = {"seat": match.state.to_decide, "card": card}
        found = Amiss("not_taken_openly", "", str(card), ACTIVE, "", facts, after=UNSEEN_AFTER)
        return replace(finding, amiss=found)
    return replace(finding, doubt=Doubt("who_took", (), match.header.seats, None, {"card": card}, OTHER_AFTER))


def _taken(match: Match, finding: Finding, taker: str, table: Table) -> Finding:
    """The seat with which the card lies has taken it; those before it have passed."""
    state = match.state
    around, turns = len(match.header.seats), len(_turns_until(match, taker))
    counted = None if finding.memory.uncounted else finding.memory.chips
    passes = None if counted is None else max(counted - state.on_card, 0)
    if passes is None or passes % around != turns:
        # Nobody saw these passes, and once around the table there may have been more.
        most = range(state.on_card + turns, CHIPS_OF_ALL, around)
        likely = sorted(most, key=lambda chips: abs(chips - finding.memory.lay))[:MOST_CHOICES]
        choices = tuple(str(chips) for chips in likely)
        answer = table.chosen.get(taker, "")
        if answer not in choices:
            doubt = Doubt("chips", (taker,), choices, None, {"card": state.active, "seat": taker})
            return replace(finding, memory=replace(finding.memory, taker=taker), doubt=doubt)
        passes = int(answer) - state.on_card
    found = _turns(match, finding, passes, (Take(taker),), table)
    if not found.moves or not isinstance(found.moves[-1], Take):
        return found
    if state.left == 0:
        return replace(found, after=Memory(frozenset(card.name or "" for card in table.everywhere())))
    memory = finding.memory
    kept = Memory(memory.gone, middle=memory.middle, came=memory.came, clean=memory.clean, known=memory.known)
    return replace(found, after=kept)


def _passed(match: Match, finding: Finding, up: Sequence[Lying], table: Table) -> Finding:
    state, chips = match.state, table.seen.chips
    others = [card for card in up if card.name not in (None, str(state.active))]
    if others:
        facts = {"card": state.active, "other": others[0].name}
        keys = (others[0].key,)
        found = Amiss("not_taken_yet", "", others[0].name or "", ACTIVE, "", facts, keys, OTHER_AFTER)
        return replace(finding, amiss=found)
    passes = 0 if chips is None else chips - state.on_card
    if passes < 0:
        told = {"chips": state.on_card, "count": chips}
        found = Amiss("chips_missing", "", str(state.active), ACTIVE, ACTIVE, told, after=CHIPS_AFTER)
        return replace(finding, amiss=found)
    tried = _turns(match, finding, passes, (), table)
    if tried.moves or tried.amiss or tried.doubt or tried.memory.tiger is not None:
        return tried
    return replace(
        tried, amiss=foreign(match, table, finding.memory.gone) or _early_tiger(match, table, finding.memory)
    )


def _turns(match: Match, finding: Finding, passes: int, last: tuple[Move, ...], table: Table) -> Finding:
    """So many seats have passed; each of them, and who decides now, may have laid a tiger before.

    As far as the first tiger that nobody can read; where somebody's arm hides whether there is one, no further.
    """
    moves: list[Move] = []
    deciding = _passing(match, passes + 1)
    for at, seat in enumerate(deciding):
        if has_tiger(match, seat) and not any(isinstance(move, Tiger) and move.seat == seat for move in moves):
            if not table.can_be_seen(seat_zone(match, seat)):
                break
            again = range(match.state.on_card + at + len(match.header.seats), match.state.on_card + passes + 1)
            tigers = [
                card
                for card in _tigers(match, seat, table, finding.memory)
                # It was laid when the seat decided later, as far as anybody saw.
                if not (again and finding.memory.laid.get(card.name or "", 0) >= again[0])
                and card.name in finding.memory.by_then.get(card.zone, {card.name})
            ]
            unread = next((card for card in tigers if card.name is None), None)
            if unread is not None and table.seen.steady:
                return _hides(match, finding, seat, unread, moves)
            moves += [Tiger(seat, int(card.name or 0)) for card in tigers[:1] if card.name is not None]
        moves += [Pass(seat)] if at < passes else last
    return _tried(match, finding, tuple(moves), None)


def _hides(match: Match, finding: Finding, seat: str, card: Lying, before: Sequence[Move]) -> Finding:
    """A tiger that nobody can read. What came before it is played first."""
    if before:
        return _tried(match, finding, tuple(before), None)
    own = match.state.cards[match.header.terms.index[seat]]
    choices = tuple(
        name
        for name, _ in card.maybe
        if name.isdecimal() and (int(name) in own or Tiger(seat, int(name)) in match.legal_moves)
    )
    return replace(finding, memory=replace(finding.memory, tiger=Hidden(seat, card, choices)))


def _tigers(match: Match, seat: str, table: Table, memory: Memory) -> list[Lying]:
    """The cards with a seat that may be its tiger: one that can be read comes first."""
    allowed = {str(card) for card in {*match.header.terms.deck} - match.state.seen} - memory.middle
    legal = [card for card in strangers(match, seat, table, memory.known) if card.name is None or card.name in allowed]
    return sorted(legal, key=lambda card: card.name is None)


def _early_tiger(match: Match, table: Table, memory: Memory) -> Amiss | None:
    """A card that nobody turned up lies with a seat whose turn it is not."""
    turn = match.state.to_decide
    for seat in match.header.seats:
        if seat == turn or not has_tiger(match, seat) or not table.can_be_seen(seat_zone(match, seat)):
            continue
        for card in _tigers(match, seat, table, memory):
            if card.name is not None:
                zone, facts = seat_zone(match, seat), {"seat": seat, "wanted": turn}
                return Amiss("not_your_turn", seat, card.name, zone, "", facts, (card.key,), OTHER_AFTER)
    return None


def _passing(match: Match, count: int) -> list[str]:
    """The seats that pass where so many do, one after the other."""
    seats, first = match.header.seats, match.header.seats.index(match.state.to_decide)
    return [seats[(first + at) % len(seats)] for at in range(count)]


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
