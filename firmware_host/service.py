"""The table at work: one thread takes pictures, presses and wishes in their order, and carries out what comes of them.

All other threads only post. What can fail is done before the situation changes: a move that could not be
written is no move, and is tried again with the next picture.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

from firmware_host.darkroom import Darkroom, Order, Photograph
from firmware_host.heat import EVERY_MS, REST_MS, is_hot
from firmware_host.journal import At, Journal, JournalError
from firmware_host.journal.kept import Noted, kept
from firmware_host.programme import Programme
from firmware_host.sight import BLINDING, MatInSight, Sight
from firmware_host.steward import effects
from firmware_host.steward.effects import Effect
from firmware_host.steward.inputs import Input, Resume, Start, Tick, Trouble
from firmware_host.steward.lobby import Lobby
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from hardware.hands import Hands
from hardware.keeper import Fault
from hardware.presses import Press
from vision.cameras.clock import Clock, SystemClock
from vision.cameras.newest import Newest
from vision.cameras.recovery import CameraState, Status
from vision.frame import Frame
from vision.watch import Watcher

TICK_MS = 100
PRUNE_MS = 60_000
WRITE_AGAIN_MS = 1000
MOST_OWED = 500
MOST_LINES = 50
BASE = "base"
REOPEN_MS = 30_000
"""A camera that repeats itself is opened anew no more often than that."""

_log = logging.getLogger(__name__)


def goes_on(header: Mapping[str, object], wanted: Start | Lobby) -> bool:
    """Whether a match with that header can go on where this is played: mat and eyes are for one game."""
    options, seats = header.get("options"), header.get("seats")
    variant = options.get("variant", BASE) if isinstance(options, Mapping) else BASE
    places = wanted.seats if isinstance(wanted, Start) else wanted.names
    fits = isinstance(seats, list) and len(seats) <= len(places)
    return fits and header.get("game") == wanted.game and variant == wanted.options.get("variant", BASE)


def wall_clock() -> str:
    """The time as people read it. Nothing is ever decided by it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@dataclass
class Devices:
    """What the service is joined to. `heard` is told every effect once it was carried out.

    `shown` is given how things stand after each input, and must cost next to nothing.
    """

    camera: Newest
    hands: Hands
    journal: Journal
    heard: Callable[[Effect, int], None] = lambda effect, now: None
    clock: Clock = field(default_factory=SystemClock)
    wall: Callable[[], str] = wall_clock
    sight: Sight | None = None
    """Says whether the pictures are any good; None: they are."""

    celsius: Callable[[], float | None] = lambda: None
    """How hot the machine is."""
    shown: Callable[[Situation], None] = lambda situation: None


class Inbox:
    """Where all threads post what was pressed, said or found out, for the owner to take in its order."""

    def __init__(self) -> None:
        self._posts: queue.SimpleQueue[Input | Photograph] = queue.SimpleQueue()

    def post(self, given: Input | Photograph) -> None:
        self._posts.put(given)

    def press(self, press: Press) -> None:
        self.post(press)

    def fault(self, fault: Fault) -> None:
        self.post(Trouble(fault.part, fault.reason))

    def camera_changed(self, status: Status) -> None:
        if status.state is CameraState.LIVE:
            self.post(Trouble("camera", None))
        elif status.state in (CameraState.STALLED, CameraState.LOST) and not _asked_for(status):
            self.post(Trouble("camera", "stalled" if status.error is None else status.error.reason))

    def take(self) -> Iterator[Input | Photograph]:
        """Everything that was posted so far."""
        while True:
            try:
                yield self._posts.get_nowait()
            except queue.Empty:
                return


def _asked_for(status: Status) -> bool:
    """Whether the camera is only opened anew, which takes a moment."""
    return status.error is not None and status.error.reason == "asked_to_reopen"


class Service:
    """Runs the table until it is stopped."""

    def __init__(self, watcher: Watcher, settings: Settings, devices: Devices, inbox: Inbox) -> None:
        self.programme = Programme(watcher, settings, self._carry_out)
        self._devices = devices
        self._inbox = inbox
        self._darkroom = Darkroom(inbox.post)
        self._stopped = threading.Event()
        self._match: int | None = None
        self._ended: int | None = None
        """The match before: it stays on the table until the next one begins."""

        self._last_entry = 0
        self._entries: dict[int, int] = {}
        """Which of the journal's entries the newest lines of the record are."""

        self._start: Start | None = None
        self._wanted: Start | Lobby | None = settings.lobby
        """What is played at this table as it is set up."""

        self._behind = True
        """The journal has, or may have, lines that the situation lacks: first they are read again."""

        self._owed: deque[Callable[[], int]] = deque(maxlen=MOST_OWED)
        """What is no line of the record and found no room: play does not wait for it, and it is written later."""

        self._failed: JournalError | None = None
        self._photographs: list[Photograph] = []
        self._write_again_at = 0
        self.looks = 0
        """How many pictures went through eyes and engine."""

        self._mat = MatInSight()
        self._hot = False
        self._cooled, self._reopened = 0, -REOPEN_MS
        self._progress = devices.clock.now()
        self._pruned = devices.clock.now()

    def stop(self) -> None:
        """From any thread: end soon."""
        self._stopped.set()

    def frame(self, picture: int) -> Frame | None:
        """From the owner thread: the picture of that number, if it was taken a moment ago."""
        return self._darkroom.frame(picture)

    def idle_ms(self, now: int) -> int:
        """How long the owner thread has made no progress."""
        return now - self._progress

    def run(self, start: Start | None = None) -> None:
        """Play until stopped, or until the camera's recording ends; goes on with a match that was cut off."""
        self._start = start
        self._wanted = start or self._wanted
        self._darkroom.start()
        try:
            last = -1
            while not self._stopped.is_set():
                last = self._turn(last)
                if self._devices.camera.status.state is CameraState.ENDED:
                    break
        finally:
            self._end()

    def _turn(self, last: int) -> int:
        """One round of the loop: everything that was posted, then the newest picture, if there is one."""
        frame = self._devices.camera.wait_for(last + REST_MS if self._hot and last >= 0 else last, TICK_MS)
        now = self._devices.clock.now()
        self._drain(now)
        if frame is None:
            self._try(partial(self.programme.take, Tick(), now))
        else:
            last = frame.taken
            self._darkroom.remember(frame)
            self._judge(frame)
            self._try(partial(self.programme.look, frame))
            for fault in self._mat.look(self.programme.finds_mat, frame.taken):
                self._inbox.fault(fault)
            self.looks += 1
            situation = self.programme.situation
            numbers = (None if situation.seen is None else situation.seen.picture, situation.before)
            self._darkroom.hold([number for number in numbers if number is not None])
        # No light waits for a photograph.
        self._keep_photographs(now)
        self._progress = now
        if now - self._cooled >= EVERY_MS:
            self._cooled = now
            self._mind_the_heat()
        if now - self._pruned >= PRUNE_MS:
            self._pruned = now
            self._devices.journal.prune(self._at(now))
        return last

    def _judge(self, frame: Frame) -> None:
        """Say where a picture is no good; a camera that repeats itself is opened anew."""
        for fault in () if self._devices.sight is None else self._devices.sight.look(frame):
            if fault.part in BLINDING:
                self._inbox.fault(fault)
            else:
                self._devices.hands.tell(fault)
            if fault.part == "camera_frozen" and fault.reason and frame.taken - self._reopened >= REOPEN_MS:
                self._reopened = frame.taken
                self._devices.camera.reopen()

    def _mind_the_heat(self) -> None:
        hot = is_hot(self._devices.celsius(), self._hot)
        if hot != self._hot:
            self._hot = hot
            self._devices.hands.tell(Fault("heat", "hot" if hot else None))

    def _drain(self, now: int) -> None:
        for given in self._inbox.take():
            if isinstance(given, Photograph):
                self._photographs.append(given)
                continue
            if given == Trouble("camera", None):
                self.programme.blink()
            self._try(partial(self.programme.take, given, now))

    def _try(self, what: Callable[[], None]) -> None:
        """Do it; where the journal can't be written, say so, and leave everything as it was."""
        now = self._devices.clock.now()
        for work in (partial(self._recover, now), what):
            try:
                work()
            except JournalError as error:
                self._failed = error
        failed, self._failed = self._failed, None
        if failed is not None:
            _log.error("the journal: %s", failed)
            if "journal" not in self.programme.situation.troubles:
                self._write_again_at = now + WRITE_AGAIN_MS
                self.programme.take(Trouble("journal", failed.reason), now)
        self._devices.shown(self.programme.situation)

    def _recover(self, now: int) -> None:
        """See whether the journal can be written again, and go on with what it has."""
        if "journal" not in self.programme.situation.troubles:
            self._catch_up(now)
        elif now >= self._write_again_at:
            self._write_again_at = now + WRITE_AGAIN_MS
            self._pay()
            self._devices.journal.note(self._match, *kept(effects.Note("room_again")), self._at(now))
            self._catch_up(now)
            self.programme.take(Trouble("journal", None), now)

    def _catch_up(self, now: int) -> None:
        """Go on with what the journal has: after a start, or after only some of what belongs together was written."""
        if not self._behind:
            return
        self._pay()
        unfinished = self._devices.journal.unfinished()
        if unfinished is not None and self._wanted is not None and not goes_on(unfinished.lines[0], self._wanted):
            self._match = unfinished.match
            self._close(effects.Close("abandoned"), now)
            unfinished = None
        if unfinished is not None:
            self._match = unfinished.match
            self.programme.take(Resume(unfinished.lines, unfinished.asked, unfinished.waiting), now)
        if self._match is None and self._start is not None:
            self.programme.take(self._start, now)
        self._start = None
        self._behind = False

    def _pay(self) -> None:
        """Write what is owed, in its order."""
        while self._owed:
            self._last_entry = self._owed[0]()
            self._owed.popleft()

    def _or_later(self, write: Callable[[], int]) -> None:
        """Write what play does not depend on, or owe it."""
        self._owed.append(write)
        try:
            self._pay()
        except JournalError as error:
            self._failed = error

    def _carry_out(self, wanted: Sequence[Effect], now: int) -> None:
        behind = self._behind
        for effect in wanted:
            _CARRY[type(effect)](self, effect, now)
            self._devices.heard(effect, now)
        self._behind = behind

    def _at(self, now: int) -> At:
        return At(self._devices.wall(), now)

    def _open(self, effect: effects.Open, now: int) -> None:
        self._pay()
        self._match = self._last_entry = self._devices.journal.begin(effect.header, self._at(now))
        self._entries = {}
        self._behind = True

    def _write(self, effect: effects.Write, now: int) -> None:
        # A match that is over may still be corrected: that opens it again.
        self._match = self._match or self._ended
        assert self._match is not None
        self._pay()
        self._last_entry = self._devices.journal.write(self._match, effect.line, self._at(now))
        self._entries = {**dict([*self._entries.items()][-MOST_LINES:]), effect.number: self._last_entry}
        self._behind = True

    def _show(self, effect: effects.Show, now: int) -> None:
        self._devices.hands.show(effect.cue)

    def _noted(self, effect: Noted, now: int) -> None:
        """What is no line of the record; of trouble with the journal itself only the log can tell."""
        if isinstance(effect, effects.Note) and effect.kind == "trouble":
            trouble = Trouble(str(effect.facts["part"]), str(effect.facts["reason"]) or None)
            if trouble.part == "journal":
                return
            if trouble.reason is None and trouble.part not in self.programme.situation.troubles:
                # It comes for the first time, and was not missed.
                return
            effect = trouble
        kind, body = kept(effect)
        self._or_later(partial(self._devices.journal.note, self._match, kind, body, self._at(now)))

    def _close(self, effect: effects.Close, now: int) -> None:
        if self._match is not None:
            match = self.programme.coming.match
            said = {} if match is None else match.as_record()
            result: dict[str, object] = {name: said[name] for name in ("score", "winners") if name in said}
            self._or_later(partial(self._devices.journal.close_match, self._match, effect.how, self._at(now), result))
            self._ended, self._match = self._match, None

    def _photograph(self, effect: effects.Photograph, now: int) -> None:
        frame = self._darkroom.frame(effect.picture)
        seen = self.programme.coming.seen
        if frame is None:
            return
        read = [
            {"zone": card.zone, "card": card.name, "confidence": card.sure, "alternatives": card.maybe}
            for card in (seen.cards if seen is not None else ())
            if card.key in effect.about
        ]
        facts: dict[str, object] = {"read": read, "camera_ms": frame.taken, **dict(frame.facts)}
        entry = self._entries.get(effect.line, self._last_entry)
        self._darkroom.order(Order(self._match, entry, effect.why, frame.picture, facts))

    def _keep_photographs(self, now: int) -> None:
        photographs, self._photographs = self._photographs, []
        for photograph in photographs:
            order = photograph.order
            self._devices.journal.photograph(
                order.match, order.entry, order.why, photograph.jpeg, order.facts, self._at(now)
            )

    def _end(self) -> None:
        self._darkroom.close()
        now = self._devices.clock.now()
        self._photographs += [given for given in self._inbox.take() if isinstance(given, Photograph)]
        self._keep_photographs(now)
        with suppress(JournalError):
            self._pay()


_CARRY: Mapping[type, Callable[[Service, Any, int], None]] = {
    effects.Open: Service._open,
    effects.Write: Service._write,
    effects.Show: Service._show,
    effects.Ask: Service._noted,
    effects.Answered: Service._noted,
    effects.Object: Service._noted,
    effects.PutRight: Service._noted,
    effects.Photograph: Service._photograph,
    effects.Note: Service._noted,
    effects.Close: Service._close,
}
