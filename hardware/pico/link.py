"""The bar's end of the line: who the host is, what it said, and what it has not heard yet."""

import frames
import messages


class Link:
    """Takes frames; sends through `send`. Time is passed in, in milliseconds that never run back."""

    def __init__(self, identity: bytes, buttons, send, now: int) -> None:
        self._identity, self._buttons, self._send = identity, buttons, send
        self.session = 0
        self.heard_at = now
        self._shown = 0
        self._beat_at = now
        self._edge = 0  # the number of the last edge that the host has
        self._sent = self._resend_at = self._resend_ms = 0

    def take(self, frame, now: int):
        """The payload of a cue that is to be shown now, `HELLO` or `BYE` if a host comes or leaves, else None."""
        session, kind, number, payload = frame
        if kind == messages.HELLO and session and payload:
            return self._hello(session, payload[0], now)
        if not session or session != self.session:
            # Someone who was here before this bar started: a beat says that it does not know them.
            self._beat_at = now
            return None
        self.heard_at = now
        if number and kind != messages.ACK:
            self._say(messages.ACK, number, bytes((kind,)))
        if kind == messages.ACK and payload[:1] == bytes((messages.EDGES,)):
            self._acknowledged(number)
        elif kind == messages.SHOW and number != self._shown:
            self._shown = number
            return payload
        elif kind == messages.BYE:
            self.session = 0
            return messages.BYE
        return None

    def tick(self, now: int) -> None:
        if now >= self._beat_at:
            self._beat_at = now + messages.BEAT_MS
            self._say(messages.BEAT, 0, messages.beat(now))
        if self.session and now - self.heard_at < messages.SILENT_MS:
            self._send_edges(now)

    def _hello(self, session: int, version: int, now: int) -> int | None:
        self._send(frames.encode(session, messages.IDENTITY, 0, self._identity))
        if version != messages.VERSION:
            return None
        self.heard_at = now
        if session == self.session:
            return None
        # Nothing is replayed: what was pressed before is not told.
        self._buttons.drop(len(self._buttons.waiting))
        self.session = session
        self._shown = self._edge = self._sent = 0
        return messages.HELLO

    def _send_edges(self, now: int) -> None:
        waiting = self._buttons.waiting[: messages.MOST_EDGES]
        if not waiting or (len(waiting) <= self._sent and now < self._resend_at):
            return
        again = len(waiting) <= self._sent
        self._resend_ms = min(2 * self._resend_ms, messages.RESEND_LAST_MS) if again else messages.RESEND_FIRST_MS
        self._resend_at = now + self._resend_ms
        self._sent = len(waiting)
        number = self._edge
        for _ in waiting:
            number = frames.following(number)
        edged = [(bit | messages.DOWN if closed else bit, now - at) for bit, closed, at in waiting]
        self._say(messages.EDGES, number, messages.edges(now, edged))

    def _acknowledged(self, number: int) -> None:
        count = frames.distance(self._edge, number)
        if 0 < count <= self._sent:
            self._buttons.drop(count)
            self._edge, self._sent = number, self._sent - count

    def _say(self, kind: int, number: int, payload: bytes = b"") -> None:
        self._send(frames.encode(self.session, kind, number, payload))
