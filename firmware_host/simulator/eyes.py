"""Eyes that see a simulated table without a picture of it: what real ones would say, at once and without an error."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from firmware_host.simulator.geometry import Cover, Zones, on_top
from firmware_host.steward.inputs import Lying, Seen
from vision.mat.model import Mat
from vision.synthetic.table import Lying as TableCard
from vision.synthetic.table import Table

SETTLE = 400
"""Milliseconds that a card must lie still and in sight before it is read."""

LONGER = (1_000, 4_000)
"""So long an unsure card must be looked at."""


class PerfectEyes:
    """They watch a table through its successive values and say what is seen.

    >>> from firmware_host.simulator.people import People
    >>> people = People("take_six", ("ana", "bia"), seed=1)
    >>> eyes = PerfectEyes(people.mat)
    >>> time, seen = 0, eyes.see(people.step(0), 0)
    >>> while len(seen.in_zone("row/1")) == 0:
    ...     time = min(due for due in (people.next_change(), eyes.next_change()) if due is not None)
    ...     seen = eyes.see(people.step(time), time)
    >>> [card.name for card in seen.in_zone("row/1")] == list(people.sitting.scene.names("row/1"))
    True

    What is new is read after it has lain still and in sight for a while; what a hand is over, or was a moment
    ago, is `hidden`; of a pile one sees the highest card. After a knock all keys are new. `unsure` is the share
    of cards whose name is not sure at first, and stays so for the share `stubborn` of those.
    """

    def __init__(self, mat: Mat, *, unsure: float = 0.0, stubborn: float = 0.3, seed: int = 0) -> None:
        self._zones = Zones(mat)
        self._unsure, self._stubborn = unsure, stubborn
        self._random = Random(f"{seed} eyes")
        self._table: Table | None = None
        self._since: dict[TableCard, int] = {}
        self._read: dict[TableCard, Lying] = {}
        self._sure_at: dict[TableCard, int] = {}
        self._gone: dict[TableCard, int] = {}
        self._cover = Cover(())
        self._top: list[TableCard] = []
        self._touched: dict[str, int] = {}
        self._changed_at = 0
        self._bumped = False
        self._keys = 0
        self._pictures = 0
        self._now = 0
        self._seen: Seen | None = None
        self._due: int | None = None

    def see(self, table: Table, taken: int, *, bumped: bool = False) -> Seen:
        """What is seen at that time, which is later than the last."""
        self._pictures += 1
        self._now = taken
        if bumped and not self._bumped:
            self._forget(taken)
        same = table is self._table and bumped == self._bumped
        self._bumped = bumped
        if same and self._seen is not None and (self._due is None or taken < self._due):
            return replace(self._seen, taken=taken, picture=self._pictures)
        if table is not self._table:
            self._take_in(table, taken)
        self._look(taken)
        self._seen = self._said(table, taken)
        self._due = self._next()
        return self._seen

    def next_change(self) -> int | None:
        """When something else is seen next although nothing happens on the table."""
        return self._due

    def _forget(self, now: int) -> None:
        self._read, self._sure_at, self._gone = {}, {}, {}
        self._since = dict.fromkeys(self._since, now)
        self._touched = dict.fromkeys(self._zones.names, now)
        self._changed_at = now

    def _take_in(self, table: Table, now: int) -> None:
        """The table has changed: which cards are new, gone, or under something, and which zones were touched."""
        covered = self._zones.under(self._cover)
        before = self._table
        self._table, self._changed_at = table, now
        if before is None or before.things != table.things:
            self._cover = Cover(table.things)
        covered |= self._zones.under(self._cover)
        if before is None or before.cards != table.cards:
            self._top = on_top(table.cards, self._zones)
        hidden = self._cover.cards(self._top)
        visible = dict.fromkeys(card for card in self._top if card not in hidden)
        for card in [card for card in self._since if card not in visible]:
            del self._since[card]
            covered.add(self._zones.of(card))
        for card in visible:
            if card not in self._since:
                self._since[card] = now
                covered.add(self._zones.of(card))
        for card in [card for card in self._read if card not in visible and card not in hidden]:
            self._gone.setdefault(card, now)
        for zone in covered:
            self._touched[zone] = now

    def _look(self, now: int) -> None:
        """Reads what has lain still for long enough, and believes that what is gone is gone."""
        for card, since in self._since.items():
            if now - since >= SETTLE and card not in self._read:
                self._read[card] = self._new(card, now)
        for card, due in list(self._sure_at.items()):
            if now >= due:
                del self._sure_at[card]
                if card in self._read:
                    self._read[card] = replace(self._read[card], name=card.card.name, sure=1.0, maybe=())
        for card, since in list(self._gone.items()):
            if self._cover.cards([card]):
                self._gone[card] = now
            elif now - since >= SETTLE:
                del self._gone[card]
                self._read.pop(card, None)

    def _new(self, card: TableCard, now: int) -> Lying:
        self._keys += 1
        face, zone = "up" if card.face_up else "down", self._zones.of(card)
        name = card.card.name if card.face_up else None
        if name is None or self._random.random() >= self._unsure:
            return Lying(self._keys, name, face, zone, card.at)
        if self._random.random() >= self._stubborn:
            self._sure_at[card] = now + self._random.randint(*LONGER)
        return Lying(self._keys, None, face, zone, card.at, 0.6, ((name, 0.6), (self._another(name), 0.35)))

    def _another(self, name: str) -> str:
        """A name that it might be taken for: a digit of it is another one."""
        at = self._random.choice([place for place, char in enumerate(name) if char.isdigit()] or [0])
        digit = self._random.choice([char for char in "123456789" if char != name[at]])
        return name[:at] + digit + name[at + 1 :]

    def _said(self, table: Table, now: int) -> Seen:
        seen, hidden = [], []
        for card, lying in self._read.items():
            since = self._since.get(card)
            if since is not None and now - since >= SETTLE and card not in self._gone:
                seen.append(lying)
            else:
                hidden.append(lying)
        moving = frozenset(zone for zone, at in self._touched.items() if zone and now - at < SETTLE)
        under = frozenset(self._zones.under(self._cover))
        still = now - self._changed_at >= SETTLE and not self._bumped
        chips = None if "active" in moving | under else sum(1 for thing in table.things if thing.name == "chip")
        if "active" not in self._zones.names:
            chips = None
        covered = under | {lying.zone for lying in hidden if lying.zone}
        cards = tuple(seen), tuple(hidden)
        return Seen(now, self._pictures, *cards, covered, moving, still, self._bumped, chips)

    def _next(self) -> int | None:
        now = self._now
        settling = [at + SETTLE for at in self._since.values() if now - at < SETTLE]
        settling += [at + SETTLE for at in self._touched.values() if now - at < SETTLE]
        settling += [at + SETTLE for at in self._gone.values() if now - at < SETTLE]
        if now - self._changed_at < SETTLE:
            settling.append(self._changed_at + SETTLE)
        return min([*settling, *(at for at in self._sure_at.values() if at > now)], default=None)
