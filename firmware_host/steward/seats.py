"""The seats of Take Six: who has committed a card, who has turned it up, and what it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.errors import IllegalMove
from engine.game import Move
from engine.match import Match
from engine.take_six.cards import SPECIALS
from engine.take_six.moves import Reveal, Special
from engine.take_six.specials import lying
from firmware_host.steward import wording
from firmware_host.steward.by_rows import known_by_rows, laid_at_once
from firmware_host.steward.findings import Amiss, Doubt, Finding, Table
from firmware_host.steward.flips import told_apart
from firmware_host.steward.inputs import Lying
from firmware_host.steward.places import number_of, seat_zone
from firmware_host.steward.settings import Settings
from firmware_host.steward.stories import Story, this_round, zones_of

TWO_CARDS_AFTER = 2500
At = Mapping[str, tuple[Lying, ...]]
"""The number cards, or backs, that lie with each seat."""


@dataclass(frozen=True)
class Pick:
    """A card of a draft that a seat has shown; `away`: it is in the hand by now. Without a `name` it is asked about."""

    seat: str
    card: Lying
    name: str | None
    away: bool = False


@dataclass(frozen=True)
class Ways:
    """Stories of which one happened after that line of the record, by what somebody must say to tell them apart."""

    line: int
    stories: Mapping[str, Story]

    @property
    def played(self) -> frozenset[tuple[str, str]]:
        """The special cards that were played in each of them, with their seats."""
        each = [{(move.seat, move.special) for move in story.specials} for story in self.stories.values()]
        return frozenset(set.intersection(*each))


@dataclass(frozen=True)
class Memory:
    """What is kept in mind of the table.

    `down` has the card that each seat committed, by its key, `shown` what it turned up, `unread` what it turned up and
    nobody could read. `left` are the rows as they lay when the last round ended, `undrafted` the cards, by their
    keys, that lay there after a draft. `used` are special cards, and cards set aside, that have done their work and
    still lie where they did.
    """

    down: Mapping[str, int] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)
    unread: Mapping[str, Lying] = field(default_factory=dict)
    backs: frozenset[str] = frozenset()
    """The seats whose unread card is what lay face down there before: a back that was taken for a face, so what is
    turned up there later counts."""

    left: tuple[tuple[str, ...], ...] = ()
    undrafted: frozenset[int] | None = None
    opening: tuple[Lying, ...] = ()
    """The cards that open the rows, as they lay before anybody turned up a card, while one of them is not read."""

    opened: bool = False
    """Whether cards were turned up since: what lies in the rows now may be later ones."""

    used: frozenset[tuple[str, str]] = frozenset()
    maybe_used: frozenset[tuple[str, str]] = frozenset()
    """Those of which nobody watched whether they lay there before, or are another one of the same kind."""

    laid: Mapping[str, str] = field(default_factory=dict)
    """The seats that laid a card in this turn, and what it is once it could be read, wherever it is by now."""

    late: bool = False
    """Whether the next turn's cards were laid while it is still asked about what was turned up."""

    past: bool = False
    """Whether cards of this turn were seen in rows while it is asked about one: what is laid now is of a later turn."""

    unwatched: bool = False
    """Whether nobody has watched the table for a while, and it was not held against the match since."""

    beside: frozenset[tuple[str, str]] = frozenset()
    """The special cards that were seen with seats in this turn, by zone and name: theirs, wherever they lie now."""

    ways: Ways | None = None
    """What is asked about where several stories lead to what lies there: also once their special cards are gone."""

    strange: Amiss | None = None
    """What lay in a row after a turn that no eye caught: while rows lie otherwise than they should nothing counts."""

    heap: frozenset[str] = frozenset()
    """The cards to draft, as far as they could be read when the table was last watched."""

    astray: frozenset[str] = frozenset()
    """Cards that somebody showed in another one's turn, and that are in a hand by now."""

    picks: tuple[Pick, ...] = ()
    """The picks of a draft that were shown, in their order, and are not written yet: the first one is asked about."""

    def still_used(self, match: Match, table: Table) -> Memory:
        """The same without those used cards that are gone."""
        lying = {(card.zone, card.name) for card in table.everywhere()}
        maybe = (self.maybe_used | _done(match)) - self.used if self.unwatched else self.maybe_used
        gone = {one for one in self.used | maybe if one not in lying and table.can_be_seen(one[0])}
        return replace(self, used=self.used - gone, maybe_used=maybe - gone)

    def with_specials(self, fresh: Iterable[Lying]) -> Memory:
        """The same, with those that lie with seats now."""
        seen = {(card.zone, card.name or "") for card in fresh if card.zone.startswith("seat/")}
        return self if seen <= self.beside else replace(self, beside=self.beside | seen)

    @property
    def committed(self) -> frozenset[str]:
        """The seats that have a card on the table, or had one that was turned up."""
        return frozenset({*self.down, *self.shown, *self.unread})


def _done(match: Match) -> frozenset[tuple[str, str]]:
    """The special cards of this round that have done their work, by their seats' zones, and what they set aside."""
    done: set[tuple[str, str]] = set()
    waits = match.state.specials is not None and match.state.specials.pending is not None
    for after in this_round(match):
        move = after.move
        if isinstance(move, Special) and not (waits and after is match):
            aside = {str(move.card)} if move.special == "negate" else set()
            done |= {(seat_zone(match, move.seat), name) for name in (move.special, *aside)}
    return frozenset(done)


RowsAmiss = Callable[[Match, Memory, Table], Amiss | None]
"""The first row that lies otherwise than the match has it."""


def numbers_at(match: Match, seat: str, table: Table, memory: Memory) -> tuple[Lying, ...]:
    """The number cards at a seat's place, and backs, which may be some; not those set aside there."""
    cards = table.cards(seat_zone(match, seat))
    if table.seen.steady and any(card.name is None for card in cards):
        hands = match.state.hands if match.state.phase == "draft" else ()
        gone = {str(card) for card in match.state.seen.union(*hands)}
        cards = tuple(told_apart(card, gone) for card in cards)
    numbers = (card for card in cards if card.name is None or card.name.isdecimal())
    return tuple(card for card in numbers if (card.zone, card.name) not in memory.used)


def fresh_specials(match: Match, memory: Memory, table: Table) -> tuple[Lying, ...]:
    """The special cards in sight that were not accounted for yet: not used up, and not lying there by the match."""
    state = match.state
    if state.specials is None:
        return ()
    known = lying(state)
    if state.specials.pending is not None and not known[state.specials.pending]:
        known[state.specials.pending] += 1
    blocked = {zone for zone, row in zip(zones_of(match), state.rows, strict=False) if row.blocked}
    own = seat_zone(match, state.queue[0].seat) if state.specials.pending is not None else ""
    seen = [
        card
        for card in table.everywhere()
        if card.name in SPECIALS and not card.zone.startswith("pickup/") and (card.zone, card.name) not in memory.used
    ]

    def elsewhere(card: Lying) -> tuple[bool, ...]:
        return card.zone not in blocked, not card.zone.startswith("row/"), card.zone != own

    fresh = []
    # Those that lie where the match has them are accounted for first.
    for card in sorted(seen, key=elsewhere):
        name = card.name or ""
        if known[name] > 0:
            known[name] -= 1
        else:
            fresh.append(card)
    return tuple(fresh)


def look_at_seats(
    match: Match,
    memory: Memory,
    table: Table,
    settings: Settings,
    rows_amiss: RowsAmiss,
) -> Finding:
    """Who has a card down, who has turned it up; once all have, that is the reveal."""
    seats = match.header.seats
    at = {seat: numbers_at(match, seat, table, memory) for seat in seats}
    clear = frozenset(seat for seat in seats if table.can_be_seen(seat_zone(match, seat)))
    before = memory
    if memory.past or _went_on(match, memory, table):
        memory = replace(_kept(match, memory, at, table), past=True)
    else:
        memory = _remembered(match, memory, at, clear, table)
        gone = {seat: name for seat, name in memory.laid.items() if seat not in memory.committed}
        if found := laid_at_once(match, memory.shown, gone, table):
            memory = replace(memory, shown={**memory.shown, **found})
    missing = tuple(seat for seat in seats if seat not in memory.committed)
    notes = tuple(_worth_noting(match, before, memory, at))
    finding = Finding(wording.commit(match, missing, settings), memory, notes=notes)
    if not missing:
        if all(seat in memory.shown for seat in seats):
            strange = None if memory.past else _of_no_turn(match, memory, table, rows_amiss)
            if strange is not None:
                return replace(finding, memory=replace(memory, strange=strange), amiss=strange)
            cards = {seat: int(memory.shown[seat]) for seat in seats}
            nobody = replace(memory, down={}, shown={}, unread={}, backs=frozenset(), laid={}, beside=frozenset())
            after = replace(nobody, late=False, past=False, strange=None)
            lying = [card for seat in seats for card in at[seat]]
            return if_legal(match, replace(finding, after=after, sure=True), Reveal(cards), lying)
        unread = [seat for seat in seats if seat not in memory.shown and seat in memory.unread]
        if unread:
            # They may go on before they answer, so what lies in rows by now is not wrong.
            card = memory.unread[unread[0]]
            return replace(finding, doubt=unread_card(card, (unread[0],), possible(match, card, unread[0])))
    wrong = _two_cards(match, at, clear) or rows_amiss(match, memory, table)
    hidden = not missing and any(seat not in memory.shown and seat not in clear for seat in seats)
    if wrong is not None and hidden and wrong.card in memory.shown.values():
        return finding  # it is being placed already, while a hand lies over what another seat turned up
    return replace(finding, amiss=wrong)


def _of_no_turn(match: Match, memory: Memory, table: Table, rows_amiss: RowsAmiss) -> Amiss | None:
    """A card in a row that nobody turned up, this time or ever: a turn went by that no eye caught.

    Its row may be taken by the next turn; it counts until all rows are seen to lie as they should.
    """
    known = {str(card) for row in match.state.rows for card in row.cards} | {*memory.shown.values()}
    zones = zones_of(match)
    for card in (*table.everywhere(), *table.seen.hidden):
        name, zone = card.name or "", card.zone
        if zone in zones and card.face == "up" and name.isdecimal() and name not in known:
            return Amiss("row_has_more", "", name, zone, zone, {"row": number_of(zone), "cards": ()}, (card.key,))
    in_sight = table.seen.steady and all(table.can_be_seen(zone) for zone in zones)
    return None if in_sight and rows_amiss(match, memory, table) is None else memory.strange


def _remembered(match: Match, memory: Memory, at: At, clear: frozenset[str], table: Table) -> Memory:
    """What lies at the seats, kept in mind: a card that was turned up counts also once it is on its way."""
    down, shown, unread, backs = dict(memory.down), dict(memory.shown), dict(memory.unread), {*memory.backs}
    # Where none is asked about the rules refused a card, and what comes in its place counts.
    revealed = {*shown, *unread}.issuperset(match.header.seats) and not {*unread} <= {*shown}
    for seat, cards in at.items():
        card = cards[0] if len(cards) == 1 else None
        if card is not None and card.name is not None:
            shown |= _turned_up(seat, card, memory) if revealed else {seat: card.name}
        elif seat not in clear:
            continue  # an arm over the place may look like anything
        elif card is None:
            if not cards and seat not in shown:
                down.pop(seat, None)
        elif card.face == "up":
            if table.seen.steady:
                backs |= {seat} if down.get(seat) == card.key and seat not in unread else set()
                unread.setdefault(seat, card)
        elif table.seen.steady or seat not in memory.committed:
            down[seat] = card.key
            shown.pop(seat, None)
            unread.pop(seat, None)
    laid = {**memory.laid, **dict.fromkeys((*down, *unread), ""), **shown}
    known = {*down, *shown, *unread}
    if not known.issuperset(match.header.seats):
        # Until all are down a card that is gone was taken back.
        shown = {seat: name for seat, name in shown.items() if at[seat] or seat not in clear}
        unread = {seat: card for seat, card in unread.items() if at[seat] or seat not in clear}
    shown |= _found_out(match, shown, unread, table)
    return replace(memory, down=down, shown=shown, unread=unread, backs=frozenset(backs & {*unread}), laid=laid)


def _turned_up(seat: str, card: Lying, memory: Memory) -> dict[str, str]:
    """The card, if it may be what the seat turned up as far as that could be read; another one came after that."""
    unread = memory.unread.get(seat)
    if card.name is None or unread is None or seat in memory.shown:
        return {}
    may_be = card.key == unread.key or card.name in dict(unread.maybe) or seat in memory.backs
    return {seat: card.name} if may_be else {}


def _went_on(match: Match, memory: Memory, table: Table) -> bool:
    """Whether all have turned up their cards, some unread, and play went on: what they lay now is of a later turn."""
    turned_up = {*memory.shown, *memory.unread}
    if not turned_up.issuperset(match.header.seats) or turned_up == {*memory.shown}:
        return False
    return any(card.name in memory.shown.values() for card in table.everywhere() if card.zone.startswith("row/"))


def _kept(match: Match, memory: Memory, at: At, table: Table) -> Memory:
    """What was turned up, while play goes on; once the next cards are laid, those in rows may be of any turn."""
    late = memory.late or any(card.face == "down" for cards in at.values() for card in cards)
    found = _said(memory.unread, table) if late else _found_out(match, memory.shown, memory.unread, table)
    for seat, card in memory.unread.items():
        for there in at[seat]:
            if there.key == card.key and there.name is not None:
                found[seat] = there.name
    shown = {**memory.shown, **found}
    if late:
        # All have accepted how the cards lie: nobody would play on beside one that lies wrong.
        shown |= known_by_rows(match, shown, memory.unread, table)
    return replace(memory, shown=shown, late=late)


def _said(unread: Mapping[str, Lying], table: Table) -> dict[str, str]:
    return {seat: table.said[card.key] for seat, card in unread.items() if card.key in table.said}


def _found_out(match: Match, shown: Mapping[str, str], unread: Mapping[str, Lying], table: Table) -> dict[str, str]:
    """What unread cards turn out to be: somebody said it, or they lie in rows by now, where they can be read."""
    found = _said(unread, table)
    left = {seat: card for seat, card in unread.items() if seat not in shown and seat not in found}
    if not {*shown, *found, *left}.issuperset(match.header.seats):
        return found
    known = {str(card) for row in match.state.rows for card in row.cards} | {*shown.values(), *found.values()}
    lying = {card.name for card in table.everywhere() if card.zone.startswith("row/") and card.name is not None}
    still_there = {card.key for card in table.everywhere()}
    on_their_way = {seat: dict(card.maybe) for seat, card in left.items() if card.key not in still_there}
    return found | whose(
        {name: [seat for seat, maybe in on_their_way.items() if name in maybe] for name in lying - known}
    )


def whose(may_be_of: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """By seat, the one name that can be nobody else's; who has two of them may have either.

    >>> whose({"22": ["ana", "bia"], "23": ["bia"]})
    {'bia': '23', 'ana': '22'}
    >>> whose({"22": ["ana"], "23": ["ana"]})
    {}
    """
    found: dict[str, str] = {}
    while True:
        own: dict[str, list[str]] = {}
        for name, seats in may_be_of.items():
            if len(left := {*seats} - {*found}) == 1 and name not in found.values():
                own.setdefault(left.pop(), []).append(name)
        plain = {seat: names[0] for seat, names in own.items() if len(names) == 1}
        if not plain:
            return found
        found |= plain


def _worth_noting(match: Match, before: Memory, now: Memory, at: At) -> Iterable[tuple[str, Mapping[str, object]]]:
    """What is worth a line in the journal: a card turned early, lifted, or taken back."""
    everybody = before.committed.issuperset(match.header.seats)
    for seat in match.header.seats:
        if seat in before.down and seat not in now.committed:
            yield "taken_back", {"seat": seat}
        if seat in now.shown and seat not in before.shown and not everybody:
            yield "turned_early", {"seat": seat, "card": now.shown[seat]}
        if seat in before.down and seat in now.down and before.down[seat] != now.down[seat] and at[seat]:
            yield "lifted", {"seat": seat, "key": now.down[seat]}


def _two_cards(match: Match, at: At, clear: frozenset[str]) -> Amiss | None:
    for seat, cards in at.items():
        if len(cards) > 1 and seat in clear:
            zone = seat_zone(match, seat)
            return Amiss("two_cards", seat, "", zone, zone, {"cards": len(cards)}, after=TWO_CARDS_AFTER)
    return None


def possible(match: Match, card: Lying, seat: str | None) -> tuple[str, ...]:
    """What a card that is not surely read may be, as far as the rules allow."""
    terms, state = match.header.terms, match.state
    hand = state.hands[terms.index[seat]] if seat is not None and state.phase == "reveal" else frozenset()
    allowed = (hand or terms.deck) - state.seen
    return tuple(name for name, _ in card.maybe if name.isdecimal() and int(name) in allowed)


def unread_card(card: Lying, seats: tuple[str, ...], choices: tuple[str, ...]) -> Doubt:
    return Doubt("unread", seats, choices, card.key, {"zone": card.zone})


def if_legal(match: Match, finding: Finding, move: Move, cards: Iterable[Lying]) -> Finding:
    """The move, if the rules allow it; else what is wrong with it."""
    try:
        match.play(move)
    except IllegalMove as error:
        return replace(finding, amiss=_refused(match, error, tuple(cards)))
    return replace(finding, moves=(move,))


def _refused(match: Match, error: IllegalMove, cards: tuple[Lying, ...]) -> Amiss:
    """A card that can't be: seen before, not in the deck, not in that hand."""
    name = str(error.facts.get("card", ""))
    meant = tuple(card for card in cards if card.name == name)
    zone = meant[0].zone if meant else ""
    seat = next((seat for seat in match.header.seats if seat_zone(match, seat) == zone), "")
    return Amiss(error.reason, seat, name, zone, zone, error.facts, tuple(card.key for card in meant))
