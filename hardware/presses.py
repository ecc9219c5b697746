"""From contacts that close, open and bounce to presses: short, long, or two buttons together.

Only its inputs decide; time is passed in. A short press is told when the button is let go, a long one
while it is still held, a pair as soon as both are down.
"""

from __future__ import annotations

from dataclasses import dataclass

SETTLED_MS = 5
"""A contact that kept its state so long has stopped bouncing."""

LONG_MS = 700
PAIR_MS = 150
"""Two buttons that go down within this time are pressed together."""

BUTTONS = (*(f"row/{row}" for row in range(1, 6)), "confirm", "undo", "referee")
"""What a button can be called: the rows as the mat calls them, and three by what they do."""


@dataclass(frozen=True)
class Press:
    """One press, at the time when the button went down. Of a pair both names, as in `"confirm+undo"`."""

    button: str
    long: bool = False
    at: int = 0


@dataclass
class _Contact:
    name: str
    raw: bool = False
    changed: int = 0
    down: bool = False
    since: int = 0
    told: bool = False


class Presses:
    """Takes edges and tells presses.

    >>> presses = Presses()
    >>> presses.edge("confirm", True, at=0); presses.edge("confirm", False, at=80)
    >>> presses.told(84), presses.told(85)
    ([], [Press(button='confirm', long=False, at=0)])
    """

    def __init__(self) -> None:
        self._contacts: dict[str, _Contact] = {}
        self._ready: list[Press] = []

    def edge(self, button: str, down: bool, at: int) -> None:
        """A contact closed or opened."""
        contact = self._contacts.setdefault(button, _Contact(button))
        if contact.raw is not down:
            self._settle_all(at)
            contact.raw, contact.changed = down, at

    def told(self, now: int) -> list[Press]:
        """The presses that are sure by now and were not told before."""
        self._settle_all(now)
        for contact in self._contacts.values():
            if contact.down and not contact.told and now - contact.since >= LONG_MS:
                contact.told = True
                self._ready.append(Press(contact.name, True, contact.since))
        ready, self._ready = self._ready, []
        return ready

    def due(self) -> int | None:
        """When there may be something to tell although no edge comes; None: not before the next edge."""
        contacts = self._contacts.values()
        settling = [contact.changed + SETTLED_MS for contact in contacts if contact.raw is not contact.down]
        held = [contact.since + LONG_MS for contact in contacts if contact.down and not contact.told]
        return min(settling + held, default=None)

    def forget(self) -> None:
        """Let all contacts be open, as when their part is gone: what was held is no press."""
        self._contacts.clear()

    def _settle_all(self, now: int) -> None:
        """In the order of what happened: edges may be told late and many at once, and what was over is no pair."""
        for contact in sorted(self._contacts.values(), key=lambda contact: contact.changed):
            self._settle(contact, now)

    def _settle(self, contact: _Contact, now: int) -> None:
        if contact.raw is contact.down or now - contact.changed < SETTLED_MS:
            return
        contact.down = contact.raw
        if not contact.down:
            if not contact.told:
                long = contact.changed - contact.since >= LONG_MS
                self._ready.append(Press(contact.name, long, contact.since))
            return
        contact.since, contact.told = contact.changed, False
        self._pair(contact)

    def _pair(self, contact: _Contact) -> None:
        for other in self._contacts.values():
            together = other is not contact and other.down and not other.told
            if together and abs(contact.since - other.since) <= PAIR_MS:
                contact.told = other.told = True
                names = sorted((contact.name, other.name), key=_order)
                self._ready.append(Press("+".join(names), False, min(contact.since, other.since)))
                return


def _order(name: str) -> tuple[int, str]:
    return (BUTTONS.index(name) if name in BUTTONS else len(BUTTONS), name)
