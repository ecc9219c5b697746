"""Rows of Take Six as they should lie, held against rows as they are seen to lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
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

    @property
    def count(self) -> int:
        return len(self.extra) + len(self.missing) + self.disordered


def differences(rows: Sequence[Row], zones: Sequence[str], table: Table) -> tuple[Difference, ...]:
    """What differs between these rows and the zones that they lie in; a zone without a row should be empty."""
    expected = dict(zip(zones, rows, strict=False))
    found = (_difference(zone, expected.get(zone, Row(())), table.cards(zone)) for zone in all_zones(table, zones))
    return tuple(difference for difference in found if difference.count)


def all_zones(table: Table, zones: Iterable[str]) -> tuple[str, ...]:
    """Every row's zone: those that rows lie in, and those in which something lies."""
    others = {card.zone for card in table.seen.cards if card.zone.startswith("row/")}
    return tuple(sorted({*zones, *others}))


def _difference(zone: str, row: Row, lying: tuple[Lying, ...]) -> Difference:
    numbers = [str(card) for card in row.cards]
    specials = ["block"] * row.blocked + ["take_seven"] * (row.capacity > ROW)
    names = _as_expected(lying, numbers + specials)
    extra = tuple(card for card, name in zip(lying, names, strict=True) if name is None and not _beside(card))
    order = [name for name in names if name is not None]
    wanted = list((Counter(numbers + specials) - Counter(order)).elements())
    left = tuple(int(name) for name in wanted if name.isdecimal())
    if any(name in wanted for name in specials):
        left += (0,)
    in_order = [name for name in order if name.isdecimal()]
    return Difference(zone, extra, left, in_order != [name for name in numbers if name in in_order])


def _beside(card: Lying) -> bool:
    return card.name in BESIDE_THE_ROWS


def _as_expected(lying: Sequence[Lying], wanted: list[str]) -> list[str | None]:
    """Which of the expected cards each of those is. One that is not surely read is the first left that it may be."""
    names: list[str | None] = [None] * len(lying)
    for at, card in enumerate(lying):
        if card.name in wanted:
            names[at] = card.name
            wanted.remove(card.name)
    for at, card in enumerate(lying):
        if card.name is None and card.face == "up":
            likely = {name for name, chance in card.maybe if chance >= LIKELY}
            names[at] = next((name for name in wanted if name in likely), None)
            wanted = [name for name in wanted if name != names[at]]
    return names
