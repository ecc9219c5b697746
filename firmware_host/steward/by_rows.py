"""Cards that nobody could read with their seats, known by the rows in which those laid them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence, Set
from itertools import islice, permutations, product

from engine.errors import IllegalMove
from engine.match import Match
from engine.take_six.moves import Reveal
from firmware_host.steward.findings import Table
from firmware_host.steward.inputs import Lying
from firmware_host.steward.rows import LIKELY, Lies, all_zones
from firmware_host.steward.stories import stories, zones_of

MOST_WAYS = 30
"""So many ways to read the cards are tried at most."""


def known_by_rows(match: Match, shown: Mapping[str, str], unread: Mapping[str, Lying], table: Table) -> dict[str, str]:
    """What the unread cards are, by their seats, where only so all cards can lie as they do once all are placed."""
    left = {seat: card for seat, card in unread.items() if seat not in shown}
    if not left or not _can_tell(match, table):
        return {}
    maybe = [_likely(card) for card in left.values()]
    return _only_way(product(*maybe), left, lambda cards: _leads_there(match, {**shown, **cards}, table)) or {}


def laid_at_once(match: Match, shown: Mapping[str, str], laid: Mapping[str, str], table: Table) -> dict[str, str]:
    """What seats turned up and placed in one movement, where only so the rows may lie as they do.

    `laid` has the seats whose card is gone, with what it was, as far as that was read before; empty: it was not.
    """
    if not laid or not {*shown, *laid}.issuperset(match.header.seats) or not _can_tell(match, table):
        return {}
    read = {seat: name for seat, name in laid.items() if name}
    known = {**shown, **read}
    in_rows = [card for zone in zones_of(match) for card in table.cards(zone) if card.face == "up"]
    new = _new(match, in_rows, {*known.values()})
    unknown = [seat for seat in laid if seat not in read]
    if len(new) != len(unknown) or not {*read.values()} <= {card.name for card in in_rows}:
        return {}
    ways = (names for order in permutations(new) for names in product(*order))
    found = _only_way(ways, unknown, lambda cards: _leads_there(match, {**known, **cards}, table, True))
    return {} if found is None else {**read, **found}


def _can_tell(match: Match, table: Table) -> bool:
    """Whether the rows lie still and in sight, and nothing but numbers decides how they lie."""
    if match.state.specials is not None or not table.seen.steady:
        return False
    return all(table.can_be_seen(zone) for zone in all_zones(table, zones_of(match)))


def _only_way(
    ways: Iterable[tuple[str, ...]], seats: Iterable[str], leads_there: Callable[[dict[str, str]], bool]
) -> dict[str, str] | None:
    """The seats' cards, where they can be shared out in one way alone; of too many ways none is tried."""
    tried = [dict(zip(seats, names, strict=True)) for names in islice(ways, MOST_WAYS + 1)]
    right = [cards for cards in tried if leads_there(cards)] if len(tried) <= MOST_WAYS else []
    return right[0] if len(right) == 1 else None


def _new(match: Match, in_rows: Sequence[Lying], known: Set[str]) -> list[tuple[str, ...]]:
    """What each of these cards may be that was not in a row before this turn, and is none of the known ones."""
    before = known | {str(card) for row in match.state.rows for card in row.cards}
    read = {card.name for card in in_rows if card.name is not None and card.name.isdecimal()}
    unread = [_likely(card, before | read) for card in in_rows if card.name is None]
    return [*((name,) for name in sorted(read - before)), *unread]


def _likely(card: Lying, gone: Container[str] = ()) -> tuple[str, ...]:
    """The numbers that an unread card may be."""
    return tuple(name for name, chance in card.maybe if chance >= LIKELY and name.isdecimal() and name not in gone)


def _leads_there(match: Match, cards: Mapping[str, str], table: Table, under_way: bool = False) -> bool:
    """Whether the rows may lie as they do once these cards are placed, or, while play is under way, some of them."""
    try:
        revealed = match.play(Reveal({seat: int(name) for seat, name in cards.items()}))
    except IllegalMove:
        return False
    lies = Lies(table)
    told = stories(revealed, table, (), lies)
    done = (story for story in told if story.over or (under_way and story.moves))
    return any(lies.count(story.rows, story.zones) == 0 for story in done)
