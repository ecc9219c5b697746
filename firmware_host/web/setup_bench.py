"""Lights, sounds and buttons tried out from a page; meanwhile play is shown nowhere, and presses mean nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence

from firmware_host.cueing import tell_part
from firmware_host.hands_check import steps
from firmware_host.words import Words
from hardware.cues import OFF, Cue
from hardware.hands import Hands, PartPlan
from hardware.keeper import Fault, Has
from hardware.presses import Press

PATIENCE_S = 20.0
"""A page that was closed asks for nothing more: after so long the table shows its game again."""

MOST_PRESSES = 50


class Bench(Hands):
    """Hands that can be tried out. `show` and the presses are play's; what is more here is for the web thread."""

    def __init__(
        self,
        plans: Sequence[PartPlan],
        on_press: Callable[[Press], None],
        on_fault: Callable[[Fault], None],
        notice: Callable[[Fault], str] = lambda fault: fault.part,
        patience_s: float = PATIENCE_S,
    ) -> None:
        super().__init__(plans, self._press, on_fault, notice)
        self._for_play, self._patience_s = on_press, patience_s
        self._trying = threading.RLock()
        self._play = OFF
        self._timer: threading.Timer | None = None
        self._pressed: list[str] = []

    @property
    def testing(self) -> bool:
        return self._timer is not None

    def show(self, cue: Cue) -> None:
        """What play wants shown."""
        with self._trying:
            self._play = cue
            if self._timer is None:
                super().show(cue)

    def _press(self, press: Press) -> None:
        """A button was pressed: for play, or for whoever tries it out."""
        with self._trying:
            if self._timer is not None:
                self._pressed = [*self._pressed, *press.button.split("+")][-MOST_PRESSES:]
                return
        self._for_play(press)

    def has(self) -> Has:
        """What all parts that are there have together."""
        has = Has()
        for keeper in self.keepers:
            if keeper.has is not None:
                has = has.joined(keeper.has)
        return has

    def parts(self, words: Words) -> Iterator[dict[str, object]]:
        """Every part, and what is wrong with it."""
        faults = {fault.part: fault for fault in self.faults}
        for keeper in self.keepers:
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
        with self._trying:
            self._renew()
            # Dark in between, so that the same light is seen to come again, and heard.
            super().show(OFF)
            super().show(cue)

    def pressed(self) -> list[str]:
        """The buttons that were pressed since the trying out began; being asked shows that somebody still looks."""
        with self._trying:
            if self._timer is not None:
                self._renew()
            return list(self._pressed)

    def end(self) -> None:
        """Play is shown again."""
        with self._trying:
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._pressed = None, []
            super().show(self._play.quiet())

    def _renew(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(self._patience_s, self.end)
        self._timer.daemon = True
        self._timer.start()
