"""An evening at a simulated table that the steward watches: what it writes, asks, objects to and shows."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from firmware_host.simulator import People, PerfectEyes, compared, moments
from firmware_host.steward.effects import (
    Answered,
    Ask,
    Close,
    Effect,
    Note,
    Object,
    Objection,
    Open,
    PutRight,
    Question,
    Show,
    Write,
)
from firmware_host.steward.inputs import Input, Resume, Tick
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.steward.step import step
from firmware_host.words import Words
from hardware.cues import Cue
from tests.firmware_host.simulated import people_for

Line = Mapping[str, object]
TICK = 300
AFTER = 5_000


@dataclass
class Evening:
    """What came of a match: the record, and everything else with the time at which it was said."""

    people: People
    situation: Situation
    record: list[Line] = field(default_factory=list)
    questions: list[tuple[int, Question]] = field(default_factory=list)
    answers: list[tuple[int, Answered]] = field(default_factory=list)
    objections: list[tuple[int, Objection]] = field(default_factory=list)
    put_right: list[int] = field(default_factory=list)
    cues: list[tuple[int, Cue]] = field(default_factory=list)
    notes: list[tuple[int, Note]] = field(default_factory=list)
    closed: list[Close] = field(default_factory=list)
    inputs: list[tuple[int, Input]] = field(default_factory=list)
    said: list[tuple[Effect, ...]] = field(default_factory=list)

    def tell(self, given: Input, now: int) -> None:
        """One input, and what comes of it is heard by the people at once."""
        self.inputs.append((now, given))
        self.situation, effects = step(self.situation, given, now)
        self.said.append(effects)
        for effect in effects:
            self._take(effect, now)
            self.people.hear(effect, now)

    def _take(self, effect: Effect, now: int) -> None:
        match effect:
            case Open(header):
                self.record.append(header)
            case Write(line):
                self.record.append(line)
            case Ask(question):
                self.questions.append((now, question))
            case Answered():
                self.answers.append((now, effect))
            case Object(objection):
                self.objections.append((now, objection))
            case PutRight(number):
                self.put_right.append(number)
            case Show(cue):
                self.cues.append((now, cue))
            case Note():
                self.notes.append((now, effect))
            case Close():
                self.closed.append(effect)

    def restart(self, now: int) -> None:
        """The program was killed and starts again: it knows its record, and nothing else."""
        asked = self.situation.numbers
        self.situation = Situation(self.situation.settings)
        if self.record and not self.closed:
            self.tell(Resume(tuple(self.record), asked), now)

    @property
    def wrong(self) -> list[str]:
        """What in the record is not as it was at the table."""
        return compared(self.record, self.people)

    @property
    def placements(self) -> int:
        return sum(line.get("move") == "place" for line in self.record)

    @property
    def kinds(self) -> set[str]:
        """The kinds of cues that were shown."""
        return {cue.kind.value for _, cue in self.cues}


def watched(
    match: str,
    seed: int,
    *,
    mode: str = "play",
    eyes: Mapping[str, Any] | None = None,
    extra: Sequence[tuple[int, Input]] = (),
    restarts: Collection[int] = (),
    **people: Any,
) -> Evening:
    """A whole match under the steward's eyes. `extra` are inputs at times of their own.

    Before the moments with those numbers it `restarts`.
    """
    players = people_for(match, seed, **people)
    evening = Evening(players, Situation(Settings(Words("en"), mode)))
    evening.tell(players.start, 0)
    more = sorted(extra, key=lambda one: one[0])
    seen = moments(players, PerfectEyes(players.mat, seed=seed, **(eyes or {})), tick=TICK, after=AFTER)
    for number, moment in enumerate(seen):
        if number in restarts:
            evening.restart(moment.now)
        evening.tell(moment.seen, moment.now)
        for said in moment.inputs:
            evening.tell(said, moment.now)
        while more and more[0][0] <= moment.now:
            evening.tell(more.pop(0)[1], moment.now)
        evening.tell(Tick(), moment.now)
    return evening


def moves(evening: Evening, kind: str) -> list[Line]:
    """The lines of that kind."""
    return [line for line in evening.record if line.get("move") == kind]


def printed(record: Sequence[Line]) -> str:
    """The record as a file has it."""
    return "\n".join(json.dumps(dict(line)) for line in record)
