"""The host's end of the line to the light bar: who the bar is, what it was told, what it told. docs/bar.md.

No port and no clock: bytes and milliseconds are passed in, and what is to be sent is asked for.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from hardware.cues import COLOURS, Cue
from hardware.errors import PartLost
from hardware.pico import frames, messages

HELLO_MS = 60
DEAF_MS = 5000
"""A bar that is heard but acknowledges nothing for so long does not hear us."""

MOST_ANSWERS = 512
"""Bytes of acknowledgements that wait; a bar that asks for more will ask again."""

BEHIND = 128
HALF_ROUND = (messages.CLOCK + 1) // 2
ETX = 3

Frame = tuple[int, int, int, bytes]
"""Its session, which kind of message it is, its number, and what it says."""

Light = tuple[int, int, int, int]
"""Its pattern and its red, green and blue."""


@dataclass(frozen=True)
class Identity:
    """What a bar says of itself."""

    firmware: str
    boot: int
    """Another one whenever it starts."""

    rows: int
    seats: int
    buttons: tuple[str, ...]
    buzzer: bool
    milliamperes: int
    """The most that its LEDs draw together."""

    serial: str


def identity_of(payload: bytes) -> Identity | None:
    """The bar that said so; None if it did not say enough."""
    said = messages.read_identity(payload)
    if said is None:
        return None
    firmware, boot, rows, seats, mask, buzzer, milliamperes, serial = said
    buttons = tuple(name for bit, name in enumerate(messages.BUTTONS) if mask >> bit & 1)
    version = ".".join(str(number) for number in firmware)
    return Identity(version, boot, rows, seats, buttons, bool(buzzer), milliamperes, serial.hex())


def hello(session: int) -> bytes:
    """The frame that begins that session."""
    return frames.encode(session, messages.HELLO, 0, messages.hello())


def fresh_session() -> int:
    """A number of which the bar knows nothing. Its hello has no byte that would stop a Pico that is just starting."""
    while True:
        session = 1 + secrets.randbelow(0xFFFF)
        if ETX not in hello(session):
            return session


def cue_payload(cue: Cue, ms: int, rows: int, seats: int) -> bytes:
    """What a bar with so many lights is told to show, for `ms` already."""
    return messages.show(cue.sound, ms, _lights(cue, "row", rows), _lights(cue, "seat", seats))


def _lights(cue: Cue, group: str, count: int) -> list[Light]:
    patterns = [cue.light(group, place) for place in range(count)]
    return [(pattern, *COLOURS[pattern]) for pattern in patterns]


class _Telling:
    """Tells the bar the newest cue again and again, until it acknowledges it."""

    def __init__(self) -> None:
        self.cue: Cue | None = None
        self.unheard_since: int | None = None
        self.due_at = 0
        self._began = self._number = 0
        self._sent_at = -messages.RESEND_FIRST_MS
        self._resend_ms = 0

    def tell(self, cue: Cue, began: int, now: int) -> None:
        """This one, whether or not the bar has heard of the one before."""
        # One at a time, so that a bar that is slow is not buried.
        in_flight = self.unheard_since is not None
        self.due_at = max(now, self._sent_at + messages.RESEND_FIRST_MS) if in_flight else now
        self.unheard_since = self.unheard_since if in_flight else now
        self.cue, self._began, self._number = cue, began, frames.following(self._number)
        self._resend_ms = messages.RESEND_FIRST_MS

    def due(self, session: int, identity: Identity, now: int) -> bytes:
        if self.cue is None or self.unheard_since is None or now < self.due_at:
            return b""
        self._sent_at, self.due_at = now, now + self._resend_ms
        self._resend_ms = min(2 * self._resend_ms, messages.RESEND_LAST_MS)
        payload = cue_payload(self.cue, max(0, now - self._began), identity.rows, identity.seats)
        return frames.encode(session, messages.SHOW, self._number, payload)

    def heard(self, number: int, now: int) -> None:
        """The bar has that one. If it is an older one, the line is free for the newest."""
        if number == self._number:
            self.unheard_since = None
        elif self.unheard_since is not None:
            self.due_at = min(self.due_at, now)


class _Clock:
    """What the bar's clock says, in milliseconds of ours.

    Whatever lay about in between came too late, never too early: so the earliest is believed at once, and all
    others only a little, as clocks drift. A host that was busy for a while thus still tells when things happened.
    """

    def __init__(self) -> None:
        self._ahead: int | None = None

    def heard(self, theirs: int, now: int) -> None:
        """The bar's clock said `theirs` when it sent what has come now."""
        ahead = now - theirs
        late = 0 if self._ahead is None else _signed(ahead - self._ahead)
        self._ahead = ahead if self._ahead is None else self._ahead + (late if late < 0 else (late + 15) // 16)

    def ago(self, theirs: int, now: int) -> int:
        """How long ago the bar's clock said that."""
        return 0 if self._ahead is None else max(0, _signed(now - theirs - self._ahead))


def _signed(ms: int) -> int:
    """The bar's clock goes round: the nearest way to there."""
    return (ms + HALF_ROUND & messages.CLOCK) - HALF_ROUND


class BarLink:
    """Takes what the bar sends, and says what is to be sent to it. Raises `PartLost` when the bar is gone."""

    def __init__(self, now: int) -> None:
        self.identity: Identity | None = None
        self._receiver = frames.Receiver()
        self._held: set[int] = set()
        self._cue: Cue | None = None
        self._heard_at = now
        self._begin(now)

    def _begin(self, now: int) -> None:
        """Ask the bar who it is, and start over with it."""
        self.session = fresh_session()
        self.identity = None
        self._begun_at = self._hello_at = self._beat_at = now
        self._answers = bytearray()
        self._edge = 0  # the number of the last one that was heard
        self._edges: list[tuple[str, bool, int]] = []
        self._telling, self._clock = _Telling(), _Clock()

    def take(self, data: bytes, now: int) -> None:
        """What came from the bar."""
        for byte in data:
            frame = self._receiver.take(byte)
            if frame is not None:
                self._frame(frame, now)

    def edges(self, now: int) -> list[tuple[str, bool, int]]:
        """What buttons did since: name, whether it closed, how many milliseconds ago."""
        edges, self._edges = self._edges, []
        return [(button, down, self._clock.ago(at, now)) for button, down, at in edges]

    def check(self, now: int) -> None:
        """Raise if the bar was silent or deaf for too long. To be asked when all that came was taken."""
        since = self._begun_at if self.identity is None else self._telling.unheard_since
        silent, deaf = now - self._heard_at, 0 if since is None else now - since
        if silent >= messages.SILENT_MS or deaf >= DEAF_MS:
            raise PartLost("bar_silent", ms=max(silent, deaf))

    def show(self, cue: Cue, began: int, now: int) -> None:
        """Let the bar show this from now on, as it looks since `began`."""
        if cue is not self._cue:
            self._cue = cue
            self._telling.tell(cue, began, now)
        elif self._telling.cue is None:
            # The bar was started again: it gets the whole cue, but nobody is to hear its sound twice.
            self._telling.tell(cue.quiet(), began, now)

    def due(self, now: int) -> bytes:
        """What is to be sent now."""
        if self.identity is None:
            if now < self._hello_at:
                return b""
            self._hello_at = now + HELLO_MS
            return hello(self.session)
        out, self._answers = bytes(self._answers), bytearray()
        out += self._telling.due(self.session, self.identity, now)
        if now >= self._beat_at:
            self._beat_at = now + messages.BEAT_MS
            out += frames.encode(self.session, messages.BEAT, 0)
        return out

    def wait(self, now: int) -> int:
        """In how many milliseconds there is something to do although the bar says nothing."""
        times = [self._heard_at + messages.SILENT_MS, self._hello_at if self.identity is None else self._beat_at]
        if self.identity is not None and self._telling.unheard_since is not None:
            times.append(self._telling.due_at)
        return max(0, min(times) - now)

    def bye(self) -> bytes:
        """The last words: the bar goes dark instead of missing us."""
        return frames.encode(self.session, messages.BYE, 0)

    def _frame(self, frame: Frame, now: int) -> None:
        session, kind, number, payload = frame
        self._heard_at = now
        if session != self.session:
            self._stranger(now)
        elif kind == messages.IDENTITY:
            self._introduced(payload)
        elif self.identity is not None:
            self._told(kind, number, payload, now)

    def _stranger(self, now: int) -> None:
        """A frame of another session. If the bar had already joined ours, it was started again."""
        if self.identity is None:
            return
        if self._held:
            # Nobody will tell when that button is let go, and what was held is no press.
            raise PartLost("bar_restarted")
        self._begin(now)

    def _introduced(self, payload: bytes) -> None:
        if not payload:
            return
        self.identity = self.identity or identity_of(payload)
        if payload[0] != messages.VERSION or self.identity is None:
            firmware = ".".join(str(number) for number in payload[2:5])
            raise PartLost("bar_version", theirs=payload[0], ours=messages.VERSION, firmware=firmware)

    def _told(self, kind: int, number: int, payload: bytes, now: int) -> None:
        if kind == messages.ACK:
            if payload[:1] == bytes((messages.SHOW,)):
                self._telling.heard(number, now)
            return
        if number and len(self._answers) < MOST_ANSWERS:
            self._answers += frames.encode(self.session, messages.ACK, number, bytes((kind,)))
        sent = messages.read_beat(payload) if kind in {messages.BEAT, messages.EDGES} else None
        if sent is None:
            return
        self._clock.heard(sent, now)
        if kind == messages.EDGES and number:
            self._edged(number, sent, messages.read_edges(payload))

    def _edged(self, number: int, sent: int, edges: list[tuple[int, int]]) -> None:
        """The number is that of the last of them. Those that were heard before are not told again."""
        ahead = frames.distance(self._edge, number)
        # Further ahead than they are many would be a gap; so far that it is behind, as numbers go round.
        fresh = min(ahead, len(edges)) if ahead < BEHIND else 0
        if not fresh:
            return
        self._edge = number
        for which, age in edges[-fresh:]:
            button, down = which & ~messages.DOWN, bool(which & messages.DOWN)
            self._held = self._held | {button} if down else self._held - {button}
            if button < len(messages.BUTTONS):
                self._edges.append((messages.BUTTONS[button], down, sent - age))
