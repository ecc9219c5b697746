"""Rows of Take Six as they should lie, held against rows as they are seen to lie."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from engine.take_six.cards import SPECIALS
from engine.take_six.rows import ROW, Row
from firmware_host.steward.findings import Table
from firmware_host.steward.inputs import Lying

BESIDE_THE_ROWS = tuple(kind for kind in SPECIALS if kind not in ("block", "take_seven"))
"""Special cards that may lie about in a row without being a part of it."""

LIKELY = 0.02
"""A card that is not surely read may be one that is expected there from this chance on."""


@dataclass(frozen=True)
class Difference:
    """Of one row: cards that lie in it and should not, and cards that should and do not."""

    zone: str
    extra: tuple[Lying, ...] = ()
    missing: tuple[int, ...] = ()
    disordered: bool = False
    count: int = 0


class Lies:
    """The rows as they are seen to lie; one look holds thousands of rows against them, of which most are the same."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lying = {zone: table.cards(zone) for zone in all_zones(table, ())}
        self._known: dict[tuple[str, Row], Difference] = {}

    def differences(self, rows: Sequence[Row], zones: Sequence[str]) -> tuple[Difference, ...]:
        """What differs between these rows and the zones that they lie in; a zone without a row should be empty."""
        found = [self._difference(zone, row) for zone, row in zip(zones, rows, strict=False)]
        found += [self._difference(zone, EMPTY) for zone in self._lying if zone not in zones]
        wrong = [difference for difference in found if difference.count]
        return tuple(sorted(wrong, key=lambda difference: difference.zone)) if len(wrong) > 1 else tuple(wrong)

    def count(self, rows: Sequence[Row], zones: Sequence[str]) -> int:
        """How many cards differ."""
        return sum([difference.count for difference in self.differences(rows, zones)])

    def _difference(self, zone: str, row: Row) -> Difference:
        known = self._known.get((zone, row))
        if known is None:
            known = self._known[zone, row] = _difference(zone, row, self._lying.get(zone, ()))
        return known


EMPTY = Row(())


def differences(rows: Sequence[Row], zones: Sequence[str], table: Table) -> tuple[Difference, ...]:
    """What differs between these rows and the zones that they lie in."""
    return Lies(table).differences(rows, zones)


def known_by_place(rows: Sequence[Row], zones: Sequence[str], table: Table) -> dict[int, str]:
    """What the unread cards of rows are that lie as they should, by their keys, whatever is read on them later."""
    known: dict[int, str] = {}
    for zone, row in zip(zones, rows, strict=False):
        lying = table.cards(zone) if table.can_be_seen(zone) else ()
        unread = any(card.name is None for card in lying)
        if unread and not _difference(zone, row, lying).count:
            names, _ = _as_expected(lying, _wanted(row))
            both = zip(lying, names, strict=True)
            known |= {card.key: name for card, name in both if card.name is None and name and name.isdecimal()}
    return known


def all_zones(table: Table, zones: Iterable[str]) -> tuple[str, ...]:
    """Every row's zone: those that rows lie in, and those in which something lies."""
    others = {card.zone for card in table.everywhere() if card.zone.startswith("row/")}
    return tuple(sorted({*zones, *others}))


def _difference(zone: str, row: Row, lying: tuple[Lying, ...]) -> Difference:
    numbers = [str(card) for card in row.cards]
    names, missing = _as_expected(lying, _wanted(row))
    extra = tuple(card for card, name in zip(lying, names, strict=True) if name is None and not _beside(card))
    left = tuple(int(name) for name in missing if name.isdecimal())
    if len(left) < len(missing):
        left += (0,)
    in_order = [name for name in names if name is not None and name.isdecimal()]
    disordered = in_order != [name for name in numbers if name in in_order]
    return Difference(zone, extra, left, disordered, len(extra) + len(left) + disordered)


def _wanted(row: Row) -> list[str]:
    return [str(card) for card in row.cards] + ["block"] * row.blocked + ["take_seven"] * (row.capacity > ROW)


def _beside(card: Lying) -> bool:
    return card.name in BESIDE_THE_ROWS


def _as_expected(lying: Sequence[Lying], wanted: list[str]) -> tuple[list[str | None], list[str]]:
    """Which of the expected cards each is, and those that none is. An unread one is the first left that it may be."""
    names: list[str | None] = [None] * len(lying)
    left = list(wanted)

    def take(at: int, likely: Container[str]) -> None:
        name = next((name for name in left if name in likely), None)
        if names[at] is None and name is not None:
            names[at] = name
            left.remove(name)

    unread = [(at, card) for at, card in enumerate(lying) if card.name is None and card.face == "up"]
    for at, card in enumerate(lying):
        take(at, (card.name or "",))
    for at, card in unread:  # what is hardly read is as expected, if that is mentioned at all
        take(at, {name for name, chance in card.maybe if chance >= LIKELY or card.hardly_read})
    for at, card in unread:
        take(at, SPECIALS if card.hardly_read else ())
    return names, left
