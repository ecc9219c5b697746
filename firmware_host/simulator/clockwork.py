"""Many things that happen side by side, in a time that is passed in.

What happens is written as generators, `Script`s, that yield how long they wait: milliseconds, or `Until`
something is true.

>>> clockwork, said = Clockwork(), []
>>> def speak(word, every):
...     for _ in range(2):
...         yield every
...         said.append((clockwork.now, word))
>>> tasks = [clockwork.start(speak("tick", 100)), clockwork.start(speak("tock", 150))]
>>> clockwork.run(250), said, clockwork.next()
(None, [(100, 'tick'), (150, 'tock'), (200, 'tick')], 300)
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from heapq import heappop, heappush


@dataclass(frozen=True)
class Until:
    """Waits until something is true; with `patience`, at most so many milliseconds. Sent back: whether it is."""

    true: Callable[[], bool]
    patience: int | None = None


Script = Generator["int | Until", bool, None]


@dataclass(eq=False)
class Task:
    """A script that is being carried out."""

    script: Script
    done: bool = False
    until: Until | None = None
    turn: int = 0
    """Counts what was waited for, so that a deadline that no longer counts is known as such."""


def finished(tasks: Iterable[Task]) -> Until:
    """Until all these are done."""
    waited_for = list(tasks)
    return Until(lambda: all(task.done for task in waited_for))


@dataclass
class Clockwork:
    """Carries scripts out. The same scripts, told the same things at the same times, do the same."""

    now: int = 0
    _due: list[tuple[int, int, Task, int]] = field(default_factory=list)
    _waiting: list[Task] = field(default_factory=list)
    _count: int = 0

    def start(self, script: Script) -> Task:
        task = Task(script)
        self._resume(task, True)
        return task

    def run(self, now: int) -> None:
        """All that happens up to that time."""
        while self._due and self._due[0][0] <= now:
            time, _, task, turn = heappop(self._due)
            if task.done or task.turn != turn:
                continue
            self.now = max(self.now, time)
            until = task.until
            self._resume(task, until is None or until.true())
            self.stir()
        self.now = max(self.now, now)

    def next(self) -> int | None:
        """When something happens next, as far as it can be known; None: not before something is heard."""
        while self._due and (self._due[0][2].done or self._due[0][2].turn != self._due[0][3]):
            heappop(self._due)
        return self._due[0][0] if self._due else None

    def stir(self) -> None:
        """Looks at what is waited for, after something was heard."""
        again = True
        while again:
            again = False
            for task in self._waiting:
                if task.until is not None and task.until.true():
                    self._resume(task, True)
                    again = True
                    break

    def _resume(self, task: Task, sent: bool) -> None:
        if task.until is not None:
            self._waiting.remove(task)
            task.until = None
        task.turn += 1
        try:
            wish = task.script.send(sent) if task.turn > 1 else next(task.script)
        except StopIteration:
            task.done = True
            return
        if isinstance(wish, int):
            self._at(self.now + wish, task)
            return
        task.until = wish
        self._waiting.append(task)
        if wish.true():
            self._at(self.now, task)
        elif wish.patience is not None:
            self._at(self.now + wish.patience, task)

    def _at(self, time: int, task: Task) -> None:
        self._count += 1
        heappush(self._due, (time, self._count, task, task.turn))
