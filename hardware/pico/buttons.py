"""From contacts that bounce to edges that wait until the host has them."""

SETTLED_MS = 5
MOST_WAITING = 32


class Contact:
    """One button. `read` tells whether it is closed right now."""

    def __init__(self, bit: int, read) -> None:
        self.bit, self.read = bit, read
        self.raw = self.closed = False
        self.changed = 0


class Buttons:
    """Looks at the contacts, and keeps each edge until the host has acknowledged it."""

    def __init__(self, contacts: list[Contact]) -> None:
        self._contacts = contacts
        self.waiting: list[tuple[int, bool, int]] = []
        """Of each edge the button's bit, whether it closed, and when. The oldest comes first."""

    def scan(self, now: int) -> None:
        for contact in self._contacts:
            raw = contact.read()
            if raw != contact.raw:
                contact.raw, contact.changed = raw, now
            # With no room left the contact stays as it was told last: so down and up always take turns.
            elif raw != contact.closed and now - contact.changed >= SETTLED_MS and len(self.waiting) < MOST_WAITING:
                contact.closed = raw
                self.waiting.append((contact.bit, raw, contact.changed))

    def drop(self, count: int) -> None:
        """The host has so many of the oldest."""
        self.waiting = self.waiting[count:]
