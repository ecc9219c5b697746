"""Cards that nobody could read with their seats, known by the rows in which those laid them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, permutations, product

from engine.errors import IllegalMove
from engine.match import Match
from engine.take_six.moves import Reveal
from firmware_host.steward.findings import Table
from firmware_host.steward.inputs import Lying
from firmware_host.steward.rows import LIKELY, Lies, all_zones
from firmware_host.steward.stories import stories

MOST_WAYS = 30
"""So many ways to read the cards are tried at most."""


def known_by_rows(
    match: Match, shown: Mapping[str, str], unread: Mapping[str, Lying], zones: tuple[str, ...], table: Table
) -> dict[str, str]:
    """What the unread cards are, by their seats, where only so all cards can lie as they do once all are placed."""
    seats = [seat for seat in unread if seat not in shown]
    if not seats or match.state.specials is not None or not table.seen.steady:
        return {}
    if not all(table.can_be_seen(zone) for zone in all_zones(table, zones)):
        return {}
    maybe = [[name for name, chance in unread[seat].maybe if chance >= LIKELY and name.isdecimal()] for seat in seats]
    right = []
    ways = list(islice(product(*maybe), MOST_WAYS + 1))
    for names in ways if len(ways) <= MOST_WAYS else ():
        cards = {**shown, **dict(zip(seats, names, strict=True))}
        if _leads_there(match, cards, zones, table):
            right.append(names)
    return dict(zip(seats, right[0], strict=True)) if len(right) == 1 else {}


def laid_at_once(
    match: Match, shown: Mapping[str, str], laid: Mapping[str, str], zones: tuple[str, ...], table: Table
) -> dict[str, str]:
    """What seats turned up and placed in one movement, where only so the rows may lie as they do.

    `laid` has the seats whose card is gone, with what it was, as far as that was read before; empty: it was not.
    """
    if not laid or not {*shown, *laid}.issuperset(match.header.seats) or match.state.specials is not None:
        return {}
    if not table.seen.steady or not all(table.can_be_seen(zone) for zone in all_zones(table, zones)):
        return {}
    new = _new_in_rows(match, zones, table) - {*shown.values()}
    if len(new) != len(laid) or not {name for name in laid.values() if name} <= new:
        return {}
    right = [
        cards for cards in _shared_out(sorted(new), laid) if _leads_there(match, {**shown, **cards}, zones, table, True)
    ]
    return right[0] if len(right) == 1 else {}


def _new_in_rows(match: Match, zones: tuple[str, ...], table: Table) -> set[str]:
    """The numbers that lie in rows and were not there before this turn."""
    before = {str(card) for row in match.state.rows for card in row.cards}
    lying = {card.name for zone in zones for card in table.cards(zone) if card.face == "up" and card.name is not None}
    return {name for name in lying if name.isdecimal()} - before


def _shared_out(names: list[str], laid: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """All ways in which these may be the seats' cards."""
    for order in islice(permutations(names), MOST_WAYS):
        if all(known in ("", name) for known, name in zip(laid.values(), order, strict=True)):
            yield dict(zip(laid, order, strict=True))


def _leads_there(
    match: Match, cards: Mapping[str, str], zones: tuple[str, ...], table: Table, under_way: bool = False
) -> bool:
    """Whether the rows may lie as they do once these cards are placed, or, while play is under way, some of them."""
    try:
        revealed = match.play(Reveal({seat: int(name) for seat, name in cards.items()}))
    except IllegalMove:
        return False
    lies = Lies(table)
    told = stories(revealed, zones, table, (), lies)
    done = (story for story in told if story.over or (under_way and story.moves))
    return any(lies.count(story.rows, story.zones) == 0 for story in done)
