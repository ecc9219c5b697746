"""Hears all tables: what is newest is kept in memory, what happened in the store, and the broker told only then.

Several may run side by side. What happened comes to one of them (a shared subscription), what is newest to each, and
over a line of its own: a store that is slow, or gone, holds up nothing that is shown.
"""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from paho.mqtt.client import MQTTMessage

from firmware_host.fleet import public
from firmware_host.fleet.checking import BadMessage, read
from firmware_host.fleet.database import StoreError
from firmware_host.fleet.link import LATEST_S, SOONEST_S, Calls, Link, Manners
from firmware_host.fleet.live import Live
from firmware_host.fleet.settings import Broker
from firmware_host.fleet.store import Gap, Store, Told
from firmware_host.fleet.table import payload
from firmware_host.fleet.topics import AGAIN, BUNDLE, DO, EVENTS, HEALTH, LACKS, ONLINE, STATE, heard, topic

GROUP = "drover"
REMEMBERED_S = 300
"""Longer than a restart takes. What comes meanwhile and later is at the tables, and is asked for: a broker that went on
to keep a share for somebody who never comes back would withhold it from the others.
"""

AT_ONCE = 500
MOST_QUEUED = 20_000
SHOWN = (STATE, HEALTH, ONLINE)
LOOKS_FOR_GAPS_S = 10.0
ASKS_AGAIN_S = 30.0
SELDOM_S = 1800.0
TRIES_AGAIN_S = 1.0
PRUNES_EVERY_S = 6 * 3600.0
MOST_REFUSED = 200
REFUSED_FOR_S = 60.0
_log = logging.getLogger(__name__)


@dataclass
class _Manners:
    """How a table behaves: one that sends rubbish without end is not read for a while."""

    since: float
    refused: int = 0


@dataclass
class _Missed:
    """Where something of a journal is missing, when it is to be asked for, and how long then not again."""

    first: int
    due: float
    waits: float


@dataclass
class Collector:
    """Between the broker, the store and what is live. `changed` is called when there is something new to show."""

    broker: Broker
    name: str
    store: Store
    live: Live
    changed: Callable[[], None] = lambda: None
    piece: Callable[[str, Mapping[str, Any]], None] = lambda table, message: None
    keep_days: int = 400
    today: Callable[[int], str] = lambda days: time.strftime("%Y-%m-%d", time.gmtime(time.time() - days * 86_400))
    soonest_s: float = SOONEST_S
    latest_s: float = LATEST_S
    looks_for_gaps_s: float = LOOKS_FOR_GAPS_S
    asks_again_s: float = ASKS_AGAIN_S
    refused: Counter[str] = field(default_factory=Counter)
    """How many messages of each table were not what they should be."""

    link: Link = field(init=False)
    """For what is kept: the broker is told only then."""

    newest: Link = field(init=False)
    """For what is newest, and for what tables are asked."""

    def __post_init__(self) -> None:
        prefix = self.broker.prefix
        everything = f"{prefix}/v1/+"
        kept = (
            *(f"$share/{GROUP}/{everything}/{what}" for what in EVENTS),
            *(f"{everything}/{what}" for what in (AGAIN, LACKS, BUNDLE)),
        )
        shown = tuple(f"{everything}/{what}" for what in SHOWN)
        manners = Manners(f"drover-{self.name}", most_at_once=AT_ONCE, soonest_s=self.soonest_s, latest_s=self.latest_s)
        self.link = Link(
            self.broker,
            replace(
                manners, name=f"drover-{self.name}", remembered_s=REMEMBERED_S, acknowledges=True, subscriptions=kept
            ),
            Calls(heard=self._heard),
        )
        self.newest = Link(
            self.broker,
            replace(manners, name=f"drover-{self.name}-newest", subscriptions=shown),
            Calls(heard=self._heard_newest),
        )
        self._queue: queue.SimpleQueue[MQTTMessage] = queue.SimpleQueue()
        self._newest: dict[str, MQTTMessage] = {}
        self._newest_lock, self._newest_there = threading.Lock(), threading.Event()
        self._healths: dict[str, Mapping[str, Any]] = {}
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._again_and_again, args=(turn,), name=turn.__name__, daemon=True)
            for turn in (self._turn, self._show_newest)
        ]
        self._missed: dict[tuple[str, str], _Missed] = {}
        self._behaviour: dict[str, _Manners] = {}
        self._heads: dict[tuple[str, str], int] = {}
        self._old_heads: dict[tuple[str, str], int] = {}
        """The newest entries as tables told of them when gaps were looked for last: by now they should be here."""

        self._looked_at = self._pruned_at = 0.0

    def start(self) -> None:
        """Raises OSError where a certificate or a password can't be read."""
        for table, health in self.store.known().items():
            self.live.health(table, health)
        for link in (self.newest, self.link):
            link.start()
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stopped.set()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(10)
        for link in (self.newest, self.link):
            link.stop()

    def ask(self, table: str, wish: Mapping[str, object]) -> bool:
        """Tell a table to do something; False where there is no broker."""
        wish = {"v": public.FORMAT, **wish}
        return self.newest.publish(topic(self.broker.prefix, table, DO), payload(wish)) is not None

    def _heard(self, message: MQTTMessage) -> None:
        if message.qos == 0 and self._queue.qsize() > MOST_QUEUED:
            return
        self._queue.put(message)

    def _heard_newest(self, message: MQTTMessage) -> None:
        """Of each topic only the newest counts."""
        with self._newest_lock:
            if message.topic in self._newest or len(self._newest) < MOST_QUEUED:
                self._newest[message.topic] = message
        self._newest_there.set()

    def _again_and_again(self, turn: Callable[[], None]) -> None:
        while not self._stopped.is_set():
            try:
                turn()
            except StoreError as error:
                _log.warning("the chain's store: %s", error)
                self._stopped.wait(TRIES_AGAIN_S)
            except Exception:
                _log.exception("the chain's collector")
                self._stopped.wait(TRIES_AGAIN_S)

    def _show_newest(self) -> None:
        if not self._newest_there.wait(0.1):
            return
        self._newest_there.clear()
        with self._newest_lock:
            messages, self._newest = [*self._newest.values()], {}
        for message in messages:
            what = heard(self.broker.prefix, message.topic)
            said = None if what is None else self._read(what.table, what.what, message)
            if what is not None and said is not None:
                self._show(what.table, what.what, said)
        if messages:
            self.changed()

    def _turn(self) -> None:
        batch = self._batch()
        if batch:
            self._take(batch)
        now = time.monotonic()
        if now - self._looked_at >= self.looks_for_gaps_s:
            self._looked_at = now
            self._note_healths()
            self._look_for_gaps(now)
        if now - self._pruned_at >= PRUNES_EVERY_S:
            self._pruned_at = now
            self.store.prune(self.today(self.keep_days))

    def _batch(self) -> list[MQTTMessage]:
        """What has come, for a short while at least if there is nothing."""
        try:
            batch = [self._queue.get(timeout=0.1)]
        except queue.Empty:
            return []
        while len(batch) < AT_ONCE:
            try:
                batch.append(self._queue.get_nowait())
            except queue.Empty:
                break
        return batch

    def _take(self, batch: list[MQTTMessage]) -> None:
        told: list[Told] = []
        for message in batch:
            what = heard(self.broker.prefix, message.topic)
            said = None if what is None else self._read(what.table, what.what, message)
            if what is None or said is None:
                continue
            if what.what == LACKS:
                self.store.lacks(Gap(what.table, said["book"], said["first"], said["last"]))
            elif what.what == BUNDLE:
                self.piece(what.table, said)
                self.changed()
            else:
                told.append(Told(what.table, said))
        if told:
            self._keep(told)
        for message in batch:
            if message.qos:
                self.link.keep(message)

    def _keep(self, told: list[Told]) -> None:
        """Until it is kept; the broker holds all that comes meanwhile."""
        while not self._stopped.is_set():
            try:
                self.store.add(told, self.live.versions())
            except (StoreError, sqlite3.Error) as error:
                _log.warning("the chain's store takes nothing: %s", error)
                self._stopped.wait(TRIES_AGAIN_S)
            else:
                self.live.kept(told)
                self.changed()
                return
        raise StoreError("ended before it was kept")

    def _show(self, table: str, what: str, said: Mapping[str, Any]) -> None:
        if what == STATE:
            self.live.state(table, said)
            if said["book"]:
                self._heads[table, said["book"]] = said["head"]
        elif what == ONLINE:
            self.live.online(table, said["online"])
        else:
            self.live.health(table, said)
            self._healths[table] = said

    def _note_healths(self) -> None:
        for table in [*self._healths]:
            said = self._healths.pop(table)
            self.store.note_table(table, said["name"], said)

    def _read(self, table: str, what: str, message: MQTTMessage) -> dict[str, Any] | None:
        """The message, if it is what it should be and its table behaves."""
        now = time.monotonic()
        behaviour = self._behaviour.get(table)
        if behaviour is not None and behaviour.refused >= MOST_REFUSED and now - behaviour.since < REFUSED_FOR_S:
            self._count(table)
            return None
        if not self.live.may_come(table):
            return None
        try:
            return read(what, bytes(message.payload))
        except BadMessage as error:
            self._refuse(table, what, error.why, now)
            return None

    def _refuse(self, table: str, what: str, why: str, now: float) -> None:
        behaviour = self._behaviour.get(table)
        if behaviour is None or now - behaviour.since >= REFUSED_FOR_S:
            behaviour = self._behaviour[table] = _Manners(now)
            _log.warning("table %s: %s is refused: %s", table, what, why)
        behaviour.refused += 1
        self._count(table)

    def _count(self, table: str) -> None:
        self.refused[table] += 1
        self.live.refuse(table, self.refused[table])

    def _look_for_gaps(self, now: float) -> None:
        """Have told again what did not come, also where it is the newest.

        Only what was missing in the same place the last time: what is on its way must not be asked for, least of all by
        somebody who is behind. Where asking does not help, it is done less and less often.
        """
        gaps = {(gap.table, gap.book): gap for gap in self.store.gaps()}
        for (table, book), head in self._old_heads.items():
            if (table, book) not in gaps and (upto := self.store.upto(table, book)) < head:
                gaps[table, book] = Gap(table, book, upto + 1, head)
        self._old_heads = self._heads.copy()
        for key, gap in gaps.items():
            before = self._missed.get(key)
            if before is None or before.first != gap.first:
                self._missed[key] = _Missed(gap.first, now, self.asks_again_s)
            elif now >= before.due and self.live.is_online(gap.table):
                before.due = now + before.waits
                before.waits = min(2 * before.waits, SELDOM_S)
                self.ask(gap.table, {"do": "again", "book": gap.book, "first": gap.first, "last": gap.last})
        self._missed = {key: missed for key, missed in self._missed.items() if key in gaps}
