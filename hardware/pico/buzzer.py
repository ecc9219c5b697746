"""Plays tunes note by note, while everything else goes on."""

import tunes


class Buzzer:
    """`tone` is told the hertz to sound from now on; 0 is silence."""

    def __init__(self, tone) -> None:
        self._tone = tone
        self._notes: list[tuple[int, int]] = []
        self._until = 0

    def play(self, sound: int, now: int) -> None:
        """Play this instead of what is being played."""
        self._notes, self._until = list(tunes.notes(sound)), now
        self._next(now)

    def tick(self, now: int) -> None:
        if self._until and now >= self._until:
            self._next(now)

    def _next(self, now: int) -> None:
        if not self._notes:
            self._until = 0
            self._tone(0)
            return
        hertz, ms = self._notes.pop(0)
        self._until = now + ms
        self._tone(hertz)
