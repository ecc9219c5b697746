"""A table's steward and journal in a process of their own, to be killed; its eyes are on the other end of a pipe.

    python -m tests.firmware_host.table_keeper FOLDER

Inputs come as pickles on standard input: `(now, input)`. For each of them an answer goes to standard output: the
effects, after all of them were carried out. First of all comes the answer to the start of the program.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from firmware_host.journal import At, Journal
from firmware_host.journal.kept import kept
from firmware_host.steward import effects
from firmware_host.steward.effects import Effect
from firmware_host.steward.inputs import Input, Resume
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.steward.step import step
from firmware_host.words import Words
from tests.firmware_host.journals import ROOMY


class Keeper:
    """Carries out what the steward wants, as the service does, one thing after the other."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal.open(folder, At("2025-03-01T20:00:00+01:00", 0), ROOMY)
        self.situation = Situation(Settings(Words("en")))
        self.match: int | None = None

    def go_on(self) -> Sequence[Effect]:
        unfinished = self.journal.unfinished()
        if unfinished is None:
            return ()
        self.match = unfinished.match
        return self.take(Resume(unfinished.lines, unfinished.asked, unfinished.waiting), 0)

    def take(self, given: Input, now: int) -> Sequence[Effect]:
        situation, wanted = step(self.situation, given, now)
        for effect in wanted:
            self._carry_out(effect, At("", now))
        self.situation = situation
        return wanted

    def _carry_out(self, effect: Effect, at: At) -> None:
        if isinstance(effect, effects.Open):
            self.match = self.journal.begin(effect.header, at)
        elif isinstance(effect, effects.Write):
            assert self.match is not None
            self.journal.write(self.match, effect.line, at)
        elif isinstance(effect, effects.Close):
            assert self.match is not None
            self.journal.close_match(self.match, effect.how, at)
        elif not isinstance(effect, (effects.Show, effects.Photograph)):
            self.journal.note(self.match, *kept(effect), at)


def send(pipe: IO[bytes], said: Any) -> None:
    pickle.dump(said, pipe, pickle.HIGHEST_PROTOCOL)
    pipe.flush()


def main() -> None:
    keeper = Keeper(Path(sys.argv[1]))
    send(sys.stdout.buffer, keeper.go_on())
    while True:
        try:
            now, given = pickle.load(sys.stdin.buffer)  # noqa: S301  # from the test that started this
        except EOFError:
            return
        send(sys.stdout.buffer, keeper.take(given, now))


if __name__ == "__main__":
    main()
