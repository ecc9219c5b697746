"""What lies with the seats of No Thanks!: cards that were taken, tigers, and cards that are somebody else's."""

from __future__ import annotations

from collections.abc import Container

from engine.match import Match
from firmware_host.steward.findings import Amiss, Table
from firmware_host.steward.inputs import Lying
from firmware_host.steward.places import seat_zone

NOT_YOURS_AFTER = 3000


def may_be(card: Lying, name: str) -> bool:
    """Whether it is that card, or one that is not surely read and may be it."""
    return card.name == name or (card.face == "up" and card.name is None and name in dict(card.maybe))


def takers(match: Match, table: Table) -> list[tuple[str, Lying]]:
    """With whom the active card lies now: one seat, or those with an unread card that may be it."""
    name = str(match.state.active)
    found = []
    for seat in match.header.seats:
        zone = seat_zone(match, seat)
        for card in table.cards(zone) if zone not in table.seen.moving else ():
            # What is surely read beside an arm is no arm.
            if card.name == name and (table.can_be_seen(zone) or table.seen.steady):
                return [(seat, card)]
        found += [(seat, card) for card in _unexplained(match, seat, table) if may_be(card, name)]
    return found


def strangers(match: Match, seat: str, table: Table, known: Container[int] = ()) -> list[Lying]:
    """The open cards with a seat that it is not known to have; of an unread one it must be plain that it is none.

    `known` are the keys of unread cards that are the seat's own.
    """
    active = str(match.state.active)
    own = _own(match, seat)
    named = [card for card in _open(match, seat, table) if card.name is not None and card.name not in (*own, active)]
    unread = [card for card in _unexplained(match, seat, table) if card.key not in known]
    lying = {card.name for card in table.everywhere()}
    if active not in lying:
        # One of those that are not read is the card that was taken, not a card of the seat's own.
        taken = next((card for card in unread if may_be(card, active)), None)
        unread = [card for card in unread if card is not taken]
    return named + unread


def _unexplained(match: Match, seat: str, table: Table) -> list[Lying]:
    """The unread cards with a seat that are likely none of those that it has and that can't be seen."""
    lying = _open(match, seat, table)
    hidden = _own(match, seat) - {card.name for card in lying}
    left = []
    for card in lying:
        if card.name is not None:
            continue
        likeliest = next((name for name, _ in card.maybe), "")
        if likeliest in hidden:
            hidden.discard(likeliest)
        else:
            left.append(card)
    return left


def _own(match: Match, seat: str) -> set[str]:
    return {str(card) for card in match.state.cards[match.header.terms.index[seat]]}


def _open(match: Match, seat: str, table: Table) -> list[Lying]:
    cards = table.cards(seat_zone(match, seat))
    return [card for card in cards if card.face == "up" and (card.name is None or card.name.isdecimal())]


def _all_open(match: Match, table: Table) -> list[tuple[str, Lying]]:
    return [(seat, card) for seat in match.header.seats for card in _open(match, seat, table)]


def all_in_sight(match: Match, table: Table) -> bool:
    """Whether nothing hides what lies with any seat."""
    return all(table.can_be_seen(seat_zone(match, seat)) for seat in match.header.seats)


def _any_tiger(match: Match) -> bool:
    return any(has_tiger(match, seat) for seat in match.header.seats)


def has_tiger(match: Match, seat: str) -> bool:
    """Whether a seat may still hold a tiger in the hand."""
    return match.state.tigers[match.header.terms.index[seat]] is not None


def foreign(match: Match, table: Table, left: Container[str] = ()) -> Amiss | None:
    """A card that lies with a seat that has not taken it; of the last round there may be some `left`."""
    owners = {
        str(card): seat for seat, cards in zip(match.header.seats, match.state.cards, strict=True) for card in cards
    }
    for seat in match.header.seats:
        zone = seat_zone(match, seat)
        for card in table.cards(zone) if table.can_be_seen(zone) else ():
            owner = owners.get(card.name or "")
            if card.face == "up" and owner is not None and owner != seat:
                facts = {"card": card.name, "owner": owner}
                home = seat_zone(match, owner)
                return Amiss("not_yours", seat, card.name or "", zone, home, facts, (card.key,), NOT_YOURS_AFTER)
            if card.name not in left and not has_tiger(match, seat) and _unseen(match, card):
                facts = {"card": card.name, "seat": seat}
                return Amiss("not_turned_up", seat, card.name or "", zone, "", facts, (card.key,), NOT_YOURS_AFTER)
    return None


def never_turned_up(match: Match, table: Table, left: Container[str]) -> tuple[str, Lying] | None:
    """The only card that lies with a seat and that nobody turned up, where nobody has a tiger; and the seat."""
    if _any_tiger(match):
        return None
    found = [
        (seat, card)
        for seat, card in _all_open(match, table)
        if card.name is not None and card.name not in left and _unseen(match, card)
    ]
    return found[0] if len(found) == 1 else None


def taken_unseen(match: Match, table: Table, left: Container[str]) -> tuple[str, Lying] | None:
    """The card that was turned up and taken while nobody saw it in the middle, and the seat.

    All that lies with seats is surely read, and is what the match has there but for this one: so it is no misreading
    of another. Of the last round nothing may be `left`.
    """
    state = match.state
    if _any_tiger(match) or not all_in_sight(match, table):
        return None
    known = {str(card) for cards in state.cards for card in cards}
    lying = _all_open(match, table)
    names = {card.name or "" for _, card in lying}
    more = [(seat, card) for seat, card in lying if card.name not in known]
    if len(more) != 1 or not known <= names or any(name in left for name in names):
        return None
    name, before = more[0][1].name or "", state.seen if state.phase == "turn_up" else ()
    return more[0] if name.isdecimal() and int(name) in {*match.header.terms.deck}.difference(before) else None


def _unseen(match: Match, card: Lying) -> bool:
    """Whether it is a card of the deck that nobody has turned up, as far as the match knows."""
    name = card.name or ""
    return card.face == "up" and name.isdecimal() and int(name) in {*match.header.terms.deck} - match.state.seen


def with_all_seats(match: Match, table: Table) -> dict[str, frozenset[str | None]]:
    """The names of what lies with the seats, by their zones, as far as those can be seen."""
    zones = [zone for seat in match.header.seats if table.can_be_seen(zone := seat_zone(match, seat))]
    return {zone: frozenset(card.name for card in table.cards(zone)) for zone in zones}
