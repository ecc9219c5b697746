"""A table that tells a broker what anybody beside it can see. Play never waits for it, and knows nothing of it.

One thread looks at the newest situation, reads the journal from the outbox's mark on, and hands both to the link.
What is newest (state, health) is told as it is now; what happened is told in full, in order.
"""

from __future__ import annotations

import json
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paho.mqtt.client import MQTTMessage

from firmware_host.fleet import home_assistant, public
from firmware_host.fleet.bundles import Bundles
from firmware_host.fleet.checking import BadMessage, read
from firmware_host.fleet.health import health
from firmware_host.fleet.link import Calls, Link, Manners, Will
from firmware_host.fleet.outbox import Outbox
from firmware_host.fleet.settings import FleetConfig
from firmware_host.fleet.topics import AGAIN, BUNDLE, DO, HEALTH, KINDS, LACKS, ONLINE, STATE, topic
from firmware_host.steward.inputs import Input, Pause
from firmware_host.steward.situation import Situation
from hardware.presses import Press

LOOKS_EVERY_S = 0.2
MOST_UNDERWAY = 40
"""So many messages are on their way at once: a slow broker is not buried."""

HEALTH_EVERY_S = 60.0
SAVES_EVERY_S = 2.0
ENDS_WITHIN_S = 2.0
REFUSED_WAITS_S = 10.0
MOST_AGAIN = 200
MOST_ASKED = 100
OLDEST_CALL_S = 30 * 60.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Table:
    """What the table side looks at, and where it posts wishes that come from afar."""

    journal: Path
    folder: Path
    situation: Callable[[], Situation]
    post: Callable[[Input], None]
    wall: Callable[[], str]
    clock: Callable[[], float] = time.monotonic


def payload(message: Mapping[str, object]) -> bytes:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_listed).encode()


def _listed(value: object) -> object:
    if isinstance(value, (set, frozenset, tuple)):
        return sorted(value, key=str)
    return str(value)


@dataclass
class _Again:
    """Entries that somebody asked to be told once more."""

    book: str
    first: int
    next: int
    last: int


@dataclass
class TableSide:
    """Tells one table. `start`, and `stop` at the end; in between it needs nobody."""

    config: FleetConfig
    table: Table
    manners: Manners | None = None
    outbox: Outbox = field(init=False)
    link: Link = field(init=False)

    def __post_init__(self) -> None:
        name, prefix = self.config.table, self.config.broker.prefix
        self.outbox = Outbox(self.table.journal, self.table.folder / "outbox.json")
        self._bundles = Bundles(self.table.journal, self.table.folder / "bundles", self.outbox)
        calls = Calls(self._joined, self._wake_up, self._done, self._heard)
        manners = self.manners or Manners(
            f"drover-table-{name}", most_at_once=MOST_UNDERWAY, subscriptions=(topic(prefix, name, DO),)
        )
        gone = payload({"v": public.FORMAT, "online": False})
        self.link = Link(self.config.broker, manners, calls, Will(topic(prefix, name, ONLINE), gone))
        self._thread = threading.Thread(target=self._run, name="fleet", daemon=True)
        self._wake = threading.Event()
        self._stopped = threading.Event()
        self._fresh = threading.Event()
        """The broker has nothing of us: all that is newest is to be told."""

        self._results: queue.SimpleQueue[tuple[int, bool]] = queue.SimpleQueue()
        self._asked: queue.Queue[MQTTMessage] = queue.Queue(MOST_ASKED)
        self._underway: dict[int, int] = {}
        self._refused_at: float | None = None
        self._state: dict[str, object] | None = None
        self._situation: Situation | None = None
        self._last: dict[str, object] | None = None
        self._match: str | None = None
        self._read_upto = -1
        self._again: _Again | None = None
        self._began = self.table.clock()
        self._health_at = self._saved_at = self._began - HEALTH_EVERY_S
        self._called_at = self._began if self.outbox.help_since else None
        self._noticed_from: int | None = None

    def start(self) -> None:
        """Be on the way to the broker. Raises OSError where a certificate or password can't be read."""
        self.link.start()
        self._thread.start()

    def stop(self) -> None:
        """Tell that the table is closed, if there is anybody to tell, and end."""
        self._stopped.set()
        self._wake.set()
        self._thread.join(5)
        self._wait_for_the_rest()
        if self.link.connected.is_set():
            self._tell(ONLINE, {"v": public.FORMAT, "online": False}, retain=True)
        self.link.stop()
        self.outbox.close()

    def _wait_for_the_rest(self) -> None:
        """What is underway, so that it need not be told again."""
        end = self.table.clock() + ENDS_WITHIN_S
        while self._underway and self.link.connected.is_set() and self.table.clock() < end:
            self._wake.wait(LOOKS_EVERY_S)
            self._wake.clear()
            self._take_results()

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._wake.wait(LOOKS_EVERY_S)
            self._wake.clear()
            self.turn()

    def turn(self) -> None:
        """One round; whatever fails, the next one tries again."""
        try:
            self._take_results()
            self._take_wishes()
            if self.link.connected.is_set():
                self._tell_all()
            if self.table.clock() - self._saved_at >= SAVES_EVERY_S:
                self._saved_at = self.table.clock()
                self.outbox.save()
        except sqlite3.Error as error:
            _log.warning("the journal can't be read to be told: %s", error)
            self.outbox.forget()
        except Exception:
            # The fleet is no part of play: what is wrong here may be seen in the log, and nowhere else.
            _log.exception("the fleet")
            self._stopped.wait(1)

    def _tell_all(self) -> None:
        if self._fresh.is_set():
            self._fresh.clear()
            self._state = None
            self._health_at = self.table.clock() - HEALTH_EVERY_S
            self._tell(ONLINE, {"v": public.FORMAT, "online": True}, retain=True)
            if self.config.home_assistant:
                where, device = home_assistant.device(self.config, self.table.situation().settings.words)
                self.link.publish(where, payload(device), retain=True)
        self._tell_events()
        self._tell_state()
        self._tell_health()
        self._bundles.send(lambda message: self._tell(BUNDLE, message))

    def _tell_events(self) -> None:
        now = self.table.clock()
        if self._refused_at is not None and now - self._refused_at < REFUSED_WAITS_S:
            return
        self._refused_at = None
        if self._noticed_from is None and self.outbox.open():
            self._noticed_from = self.outbox.head()
        room = MOST_UNDERWAY - len(self._underway)
        while room > 0 and (events := self.outbox.take(room)):
            for event in events:
                self._noticed(event)
                number = self._tell(KINDS[str(event["kind"])], event)
                if number is None:
                    self.outbox.again()
                    return
                self._underway[number] = int(str(event["seq"]))
            room = MOST_UNDERWAY - len(self._underway)
        if room > 0:
            self._tell_again(room)

    def _noticed(self, event: Mapping[str, Any]) -> None:
        """What a new entry means for the table's own state; those of before the start are told, and that is all."""
        if self._noticed_from is None or int(event["seq"]) <= self._noticed_from:
            return
        body = event["body"]
        if event["kind"] == "note" and body.get("kind") == "referee_called":
            self._call_help(str(event["wall"]))
        elif event["kind"] == "closed" and self.outbox.help_since:
            self._call_help("")

    def _tell_again(self, room: int) -> None:
        """Some of what was asked for, after everything that is new."""
        again = self._again
        if again is None:
            return
        if again.book != self.outbox.book:
            self._again = None
            return
        events = [*self.outbox.between(again.next, again.last, min(room, MOST_AGAIN))]
        for event in events:
            number = self._tell(AGAIN, event)
            if number is None:
                return
            self._underway[number] = 0
            again.next = int(str(event["seq"])) + 1
        if len(events) < min(room, MOST_AGAIN):
            self._again = None
            self._tell(LACKS, {"v": public.FORMAT, "book": again.book, "first": again.first, "last": again.last})

    def _tell_state(self) -> None:
        situation = self.table.situation()
        head = self.outbox.head()
        if head != self._read_upto:
            self._read_upto = head
            self._match, self._last = self.outbox.match(), self.outbox.last_result()
            self._state = None
        if situation is self._situation and self._state is not None:
            return
        self._let_go_of_calls()
        around = public.Around(self.outbox.book, head, self._match, bool(self.outbox.help_since), self._last)
        state = public.state(situation, around, "")
        if state == self._state:
            self._situation = situation
            return
        if self._tell(STATE, {**state, "wall": self.table.wall()}, retain=True) is not None:
            self._state, self._situation = state, situation

    def _tell_health(self) -> None:
        now = self.table.clock()
        if now - self._health_at < HEALTH_EVERY_S:
            return
        told = health(self.table.journal, int(now - self._began), self.table.wall())
        told |= {"name": self.config.name or self.config.table, "waiting": self.outbox.waiting()}
        if self._tell(HEALTH, told, retain=True) is not None:
            self._health_at = now

    def _tell(self, what: str, message: Mapping[str, object], retain: bool = False) -> int | None:
        return self.link.publish(topic(self.config.broker.prefix, self.config.table, what), payload(message), retain)

    def _call_help(self, since: str) -> None:
        self.outbox.call_help(since)
        self._called_at = self.table.clock() if since else None
        self._state = None

    def _let_go_of_calls(self) -> None:
        """Whoever called and was not answered for so long has found another way."""
        if self._called_at is not None and self.table.clock() - self._called_at > OLDEST_CALL_S:
            self._call_help("")

    def _take_results(self) -> None:
        """What the broker said to our messages."""
        told = []
        while True:
            try:
                number, taken = self._results.get_nowait()
            except queue.Empty:
                break
            seq = self._underway.pop(number, None)
            if seq is not None and taken:
                told.append(seq)
            elif seq is not None and self._refused_at is None:
                _log.warning("the broker refuses what table %s tells; see its access rules", self.config.table)
                self._refused_at = self.table.clock()
        if told:
            self.outbox.told(told)
        if self._refused_at is not None and not self._underway:
            self.outbox.again()

    def _take_wishes(self) -> None:
        while True:
            try:
                message = self._asked.get_nowait()
            except queue.Empty:
                return
            try:
                wish = read(DO, bytes(message.payload))
            except BadMessage as error:
                _log.warning("a wish from afar is refused: %s", error.why)
                continue
            self._grant(wish)

    def _grant(self, wish: Mapping[str, Any]) -> None:
        do = wish["do"]
        if do in ("pause", "go_on"):
            self.table.post(Pause(do == "pause"))
        elif do == "help":
            # As if somebody had pressed the button: the journal has it, and a photograph is kept.
            self.table.post(Press("referee"))
        elif do == "helped":
            self._call_help("")
        elif do == "again":
            self._again = _Again(wish["book"], wish["first"], wish["first"], wish["last"])
        else:
            self._bundles.ask(wish)

    def _joined(self) -> None:
        self._fresh.set()
        self._wake.set()

    def _done(self, number: int, taken: bool) -> None:
        self._results.put((number, taken))
        self._wake.set()

    def _heard(self, message: MQTTMessage) -> None:
        # A wish that was kept at the broker is one of long ago.
        if not message.retain:
            with suppress(queue.Full):
                self._asked.put_nowait(message)
            self._wake.set()

    def _wake_up(self) -> None:
        self._wake.set()
