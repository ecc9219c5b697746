"""Lights, sounds and buttons tried out from a page; meanwhile play is shown nowhere, and presses mean nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from firmware_host.cueing import tell_part
from firmware_host.hands_check import steps
from firmware_host.words import Words
from hardware.cues import OFF, Cue
from hardware.hands import Hands
from hardware.keeper import Has
from hardware.presses import Press

PATIENCE_S = 20.0
"""A page that was closed asks for nothing more: after so long the table shows its game again."""

MOST_PRESSES = 50


class Bench:
    """Stands between the service and its hands. `show` and `press` are as theirs; the others are the web thread's.

    `hands` are made with `press`, so that they come after the bench: see `use`.
    """

    def __init__(self, press: Callable[[Press], None]) -> None:
        self._press = press
        self._hands: Hands | None = None
        self._lock = threading.Lock()
        self._play = OFF
        self._timer: threading.Timer | None = None
        self._pressed: list[str] = []

    def use(self, hands: Hands) -> Hands:
        self._hands = hands
        return hands

    @property
    def testing(self) -> bool:
        return self._timer is not None

    def show(self, cue: Cue) -> None:
        """What play wants shown."""
        with self._lock:
            self._play = cue
            if self._timer is None and self._hands is not None:
                self._hands.show(cue)

    def press(self, press: Press) -> None:
        """A button was pressed: for play, or for whoever tries it out."""
        with self._lock:
            if self._timer is not None:
                self._pressed = [*self._pressed, *press.button.split("+")][-MOST_PRESSES:]
                return
        self._press(press)

    def has(self) -> Has:
        """What all parts that are there have together."""
        has = Has()
        for keeper in self._hands.keepers if self._hands is not None else ():
            if keeper.has is not None:
                has = has.joined(keeper.has)
        return has

    def parts(self, words: Words) -> Iterator[dict[str, object]]:
        """Every part, and what is wrong with it."""
        hands = self._hands
        if hands is None:
            return
        faults = {fault.part: fault for fault in hands.faults}
        for keeper in hands.keepers:
            fault = faults.get(keeper.name)
            if fault is None and keeper.has is None:
                continue  # it was only looked for, and nobody misses it
            key = f"part_name.{keeper.name}"
            name = words.say(key) if key in words else keeper.name
            yield {"name": name, "fault": None if fault is None else tell_part(words, fault)}

    def try_out(self, number: int | None, words: Words) -> None:
        """Show the step of that number, or nothing, until there is another one, or the patience is over."""
        cues = [step.cue for step in steps(self.has(), words)]
        cue = OFF if number is None or not 0 <= number < len(cues) else cues[number]
        with self._lock:
            self._renew()
            if self._hands is not None:
                # Dark in between, so that the same light is seen to come again, and heard.
                self._hands.show(OFF)
                self._hands.show(cue)

    def pressed(self) -> list[str]:
        """The buttons that were pressed since the trying out began; being asked shows that somebody still looks."""
        with self._lock:
            if self._timer is not None:
                self._renew()
            return list(self._pressed)

    def end(self) -> None:
        """Play is shown again."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._pressed = None, []
            if self._hands is not None:
                self._hands.show(self._play.quiet())

    def _renew(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(PATIENCE_S, self.end)
        self._timer.daemon = True
        self._timer.start()
