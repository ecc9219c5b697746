"""The light bar without its wires: bytes and contacts in, pixels, tones and bytes out. Time is passed in."""

import frames
import lights
import messages
from link import Link

DARK_MS = 10000
"""A host that says nothing for so long will not come back soon: everything goes dark."""

_CUE, _NO_HOST, _DARK = 0, 1, 2


class Core:
    """`take` each byte from the host, `tick` a few hundred times a second."""

    def __init__(self, identity: bytes, shine, buttons, buzzer, send, now: int) -> None:
        self._lights, self._buttons, self._buzzer = shine, buttons, buzzer
        self._receiver = frames.Receiver()
        self._link = Link(identity, buttons, send, now)
        self._cue: tuple | None = None  # what the host of this session wants shown: rows, seats, since when
        self._shown = _CUE
        self._left = False

    def take(self, byte: int, now: int) -> None:
        frame = self._receiver.take(byte)
        if frame is None:
            return
        said = self._link.take(frame, now)
        if said == messages.HELLO:
            self._cue = None
        elif said == messages.BYE:
            self._left = True
        elif said is not None:
            self._cued(said, now)

    def tick(self, now: int) -> None:
        self._buttons.scan(now)
        self._link.tick(now)
        self._watch(now)
        self._lights.tick(now)
        self._buzzer.tick(now)

    def alone(self, now: int) -> bool:
        """Whether there is no host."""
        return self._left or now - self._link.heard_at >= messages.SILENT_MS

    def _cued(self, payload: bytes, now: int) -> None:
        cue = messages.read_show(payload)
        if cue is None:
            return
        sound, ms, rows, seats = cue
        self._cue = (rows, seats, now - ms)
        self._left = False
        self._shown = _CUE
        self._lights.show(*self._cue)
        # Seen first, then heard; and seen before anything else is done.
        self._lights.tick(now)
        if sound:
            self._buzzer.play(sound, now)

    def _watch(self, now: int) -> None:
        """What to show on its own while no host says anything."""
        silent = now - self._link.heard_at
        wanted = _NO_HOST if silent >= messages.SILENT_MS else _CUE
        if self._left or silent >= DARK_MS:
            wanted = _DARK
        # A host that has just come back has not said yet what is to be seen: what was before it is over.
        if wanted == self._shown or (wanted == _CUE and self._cue is None):
            return
        self._shown = wanted
        if wanted == _CUE:
            self._lights.show(*self._cue)
        else:
            self._lights.everywhere(lights.DARK if wanted == _DARK else lights.NO_HOST, now)
