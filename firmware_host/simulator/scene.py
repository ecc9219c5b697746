"""What lies on the table and which hands are over it, while people play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import cos, radians, sin
from random import Random

from firmware_host.simulator.cards import own_card
from firmware_host.simulator.places import body, crooked, reaching, slot_of
from firmware_host.simulator.rates import Habits
from vision.mat.model import Mat, Point, Slot
from vision.synthetic.table import SKIN, Card, Lying, Shape, Table, Thing, chip, hand

TIP = 20.0
PALM = 62.0
ARM = 1400.0

Hands = dict[int, Thing]
Cards = Callable[[str, str], Card]
"""The card of a game that has a name."""


class Scene:
    """The table as people change it. `zones` says for each zone which cards lie in it, as its players think of them.

    A row's cards are in their order, of all others the lowest card is first. `table` is the picture of it: a value.
    """

    def __init__(
        self, game: str, mat: Mat, seats: int, random: Random, habits: Habits, cards: Cards = own_card
    ) -> None:
        self.game = game
        self._card = cards
        self.mat = mat
        self.zones: dict[str, list[Lying]] = {}
        self.chips: list[Thing] = []
        self._random = random
        self._habits = habits
        self._bodies = {seat: body(mat, seat, seats) for seat in range(1, seats + 1)}
        self._hands: Hands = {}
        self._carried: dict[int, list[Lying]] = {}
        self._acting: int | None = None
        self._cards: list[Lying] = []
        self._table: Table | None = Table(mat=mat)

    @property
    def table(self) -> Table:
        if self._table is None:
            things = (*self.chips, *self._hands.values())
            carried = [card for cards in self._carried.values() for card in cards]
            self._table = Table(mat=self.mat, cards=(*self._cards, *carried), things=things)
        return self._table

    def at(self, zone: str) -> list[Lying]:
        return list(self.zones.get(zone, ()))

    def names(self, zone: str) -> tuple[str, ...]:
        return tuple(lying.card.name for lying in self.zones.get(zone, ()))

    def snapshot(self) -> dict[str, tuple[str, ...]]:
        """The names of the cards in each zone of the mat."""
        return {zone.name: self.names(zone.name) for zone in self.mat.zones}

    def find(self, name: str, zone: str) -> Lying:
        return next(lying for lying in self.zones[zone] if lying.card.name == name)

    def lay(
        self, name: str, zone: str, slot: int | Slot = 0, *, face_up: bool = True, place: int | None = None
    ) -> Lying:
        """A card is laid down there, a little crooked; `place` is its place among the zone's cards."""
        where = slot if isinstance(slot, Slot) else slot_of(self.mat, zone, slot)
        at, angle = crooked(where, self._random, self._habits)
        lying = Lying(self._card(self.game, name), at, angle, face_up)
        cards = self.zones.setdefault(zone, [])
        cards.insert(len(cards) if place is None else place, lying)
        self._cards.append(lying)
        self._let_go(name)
        self._table = None
        return lying

    def lift(self, lying: Lying) -> None:
        """A card is taken off the table."""
        if self._acting is not None:
            self._carried.setdefault(self._acting, []).append(lying)
        for cards in self.zones.values():
            if lying in cards:
                cards.remove(lying)
        self._cards.remove(lying)
        self._table = None

    def turn(self, lying: Lying) -> Lying:
        """Turned over, nearly where it lies; it lies on top then."""
        x, y = lying.at
        random, turned = self._random, -lying.angle
        at = (round(x + random.uniform(-2, 2), 1), round(y + random.uniform(-2, 2), 1))
        new = replace(lying, at=at, angle=round(turned + random.uniform(-1.5, 1.5), 1), face_up=not lying.face_up)
        for cards in self.zones.values():
            if lying in cards:
                cards[cards.index(lying)] = new
        self._cards.remove(lying)
        self._cards.append(new)
        self._table = None
        return new

    def lay_chip(self, at: Point) -> None:
        self.chips.append(chip(at))
        self._table = None

    def lift_chip(self) -> None:
        """The one that was laid last."""
        self.chips.pop()
        self._table = None

    def put_chips(self, chips: Iterable[Thing]) -> None:
        """Some that were lifted lie there again."""
        self.chips.extend(chips)
        self._table = None

    def lift_chips(self) -> None:
        self.chips.clear()
        self._table = None

    def hand(self, seat: int, at: Point) -> None:
        """The hand of that seat is there now, with the cards that it holds."""
        angle = reaching(at, self._bodies[seat])
        self._hands[seat] = hand(at, angle) if self._habits.fine else arm(at, angle)
        held = [replace(card, at=at, angle=angle) for card in self._carried.get(seat, ())]
        self._carried[seat] = held
        self._table = None

    def no_hand(self, seat: int) -> None:
        self._hands.pop(seat, None)
        self._carried.pop(seat, None)
        self._table = None

    @contextmanager
    def hand_of(self, seat: int) -> Iterator[None]:
        """What is lifted meanwhile is in the hand of that seat, and can be seen there if hands are drawn in full."""
        self._acting = seat if self._habits.fine else None
        yield
        self._acting = None

    def _let_go(self, name: str) -> None:
        """A card that is laid is in the hand no more."""
        held = self._carried.get(self._acting or 0, [])
        card = next((card for card in held if card.card.name == name), None)
        if card is not None:
            held.remove(card)

    def body(self, seat: int) -> Point:
        return self._bodies[seat]

    @property
    def untouched(self) -> bool:
        """Whether no hand is over the table."""
        return not self._hands


def arm(at: Point, angle: float) -> Thing:
    """As much of the table as a hand hides: its outline in place of its fingers, for eyes that do without pictures."""
    outline = ((-PALM, TIP), (-TIP, -TIP), (TIP, -TIP), (PALM, TIP), (PALM, ARM), (-PALM, ARM))
    return Thing("hand", (Shape(_turned(outline, angle, at), SKIN),))


def _turned(points: tuple[Point, ...], angle: float, at: Point) -> tuple[Point, ...]:
    c, s = cos(radians(angle)), sin(radians(angle))
    return tuple((x * c - y * s + at[0], x * s + y * c + at[1]) for x, y in points)
