"""A keeper in its own thread, for the tests."""

from __future__ import annotations

import threading

from hardware.keeper import Fault, Keeper
from hardware.presses import Press
from tests.hardware.parts import PATIENCE, Slot


class Threaded:
    """A keeper with its own thread and the real clock."""

    def __init__(self, slot: Slot | None = None, prompt: bool = False) -> None:
        self.slot = slot or Slot()
        self.part = self.slot.part
        self.faults: list[Fault] = []
        self.presses: list[Press] = []
        self._news = threading.Condition()
        self.keeper = Keeper("spy", self.slot, self._press, self._fault, prompt=prompt)

    def __enter__(self) -> Threaded:
        self.keeper.start()
        return self

    def __exit__(self, *how: object) -> None:
        self.keeper.close()

    def _fault(self, fault: Fault) -> None:
        with self._news:
            self.faults.append(fault)
            self._news.notify_all()

    def _press(self, press: Press) -> None:
        with self._news:
            self.presses.append(press)
            self._news.notify_all()

    def await_reasons(self, *wanted: str | None) -> None:
        with self._news:
            assert self._news.wait_for(lambda: [one.reason for one in self.faults] == [*wanted], PATIENCE), self.faults

    def await_presses(self, count: int) -> None:
        with self._news:
            assert self._news.wait_for(lambda: len(self.presses) >= count, PATIENCE), self.presses
