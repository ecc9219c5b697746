"""Cards that nobody could read, known by the rows in which their seats laid them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, product

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


def _leads_there(match: Match, cards: Mapping[str, str], zones: tuple[str, ...], table: Table) -> bool:
    """Whether the rows may lie as they do once these cards are placed."""
    try:
        revealed = match.play(Reveal({seat: int(name) for seat, name in cards.items()}))
    except IllegalMove:
        return False
    lies = Lies(table)
    told = stories(revealed, zones, table, (), lies)
    return any(story.over and lies.count(story.rows, story.zones) == 0 for story in told)
