"""All that is connected, as one: a cue goes to every part, presses and faults come from any.

A part that is lost is told about on those that are left, by a few words and a rhythm of their own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hardware.cues import OFF, Cue
from hardware.keeper import Fault, Keeper, Opener, monotonic_ms
from hardware.presses import Press

NOT_THERE = ("display_missing", "bar_absent", "bar_no_answer")
"""Why a part that nobody promised may be missing without a word: there is none, or something else in its place."""


@dataclass(frozen=True)
class PartPlan:
    """A part: its name, how it is opened, and whether it is quick enough to be shown cues in any thread.

    One that is only `looked_for` is missed when it goes, but not where it has never been.
    """

    name: str
    opener: Opener
    prompt: bool = False
    looked_for: bool = False


class Hands:
    """Shows cues on every part. Nothing here blocks; `on_press` and `on_fault` come from the parts' threads."""

    def __init__(
        self,
        plans: Sequence[PartPlan],
        on_press: Callable[[Press], None],
        on_fault: Callable[[Fault], None],
        notice: Callable[[Fault], str] = lambda fault: fault.part,
        clock: Callable[[], int] = monotonic_ms,
    ) -> None:
        self._on_fault, self._notice = on_fault, notice
        self._cue = OFF
        self._lock = threading.RLock()
        self._faults: dict[str, Fault] = {}
        self._looked_for = {plan.name for plan in plans if plan.looked_for}
        self.keepers = tuple(
            Keeper(plan.name, plan.opener, on_press, self._changed, clock, plan.prompt) for plan in plans
        )

    def start(self) -> None:
        for keeper in self.keepers:
            keeper.start()

    def tell(self, fault: Fault) -> None:
        """Something beside the parts themselves is wrong, or right again: said with what else is broken."""
        self._changed(fault)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Of each part that is lost, why."""
        with self._lock:
            return tuple(self._faults.values())

    def show(self, cue: Cue) -> None:
        """Show this from now on, everywhere."""
        with self._lock:
            if cue != self._cue:
                self._spread(cue)

    def idle_ms(self, now: int) -> int:
        """How long the slowest part's thread has made no progress."""
        return max((keeper.idle_ms(now) for keeper in self.keepers), default=0)

    def close(self) -> None:
        """Everything dark, all threads ended."""
        for keeper in self.keepers:
            keeper.close()

    def _changed(self, fault: Fault) -> None:
        if fault.reason is None:
            self._looked_for.discard(fault.part)
        elif fault.part in self._looked_for and fault.reason in NOT_THERE:
            return
        with self._lock:
            before = dict(self._faults)
            if fault.reason is None:
                self._faults.pop(fault.part, None)
            else:
                self._faults[fault.part] = fault
            if self._faults != before:
                # Only the words on what is broken change: nobody is to hear the sound again.
                self._spread(self._cue, quiet=True)
        self._on_fault(fault)

    def _spread(self, cue: Cue, quiet: bool = False) -> None:
        self._cue = cue
        notices = tuple(self._notice(fault) for fault in self._faults.values())
        shown = replace(cue, notices=(*cue.notices, *notices)) if notices else cue
        for keeper in self.keepers:
            keeper.show(shown.quiet() if quiet else shown)
