"""What people see of lights and screens, and hear of the buzzer."""

from __future__ import annotations

from dataclasses import dataclass, field

from firmware_host.steward.effects import Answered, Ask, Effect, Object, Objection, PutRight, Question, Show
from hardware.cues import OFF, Cue, Kind


@dataclass
class Ears:
    """What is shown now, what was objected to and what is asked. `seen` has when each kind of cue was last shown."""

    cue: Cue = OFF
    seen: dict[Kind, int] = field(default_factory=dict)
    objections: dict[int, Objection] = field(default_factory=dict)
    questions: dict[int, Question] = field(default_factory=dict)
    objected: list[tuple[int, Objection]] = field(default_factory=list)
    asked: list[tuple[int, Question]] = field(default_factory=list)
    wrong_at: int = -1
    """When a light last said that something is wrong."""

    def hear(self, said: Effect | Cue, now: int) -> None:
        if isinstance(said, Show):
            said = said.cue
        if isinstance(said, Cue):
            self._see(said, now)
        elif isinstance(said, Object):
            self.objections[said.objection.number] = said.objection
            self.objected.append((now, said.objection))
        elif isinstance(said, PutRight):
            self.objections.pop(said.objection, None)
        elif isinstance(said, Ask):
            self.questions[said.question.number] = said.question
            self.asked.append((now, said.question))
        elif isinstance(said, Answered):
            self.questions.pop(said.question, None)

    def _see(self, cue: Cue, now: int) -> None:
        if cue.kind is Kind.WRONG and self.cue.kind is not Kind.WRONG:
            self.wrong_at = now
        self.cue = cue
        self.seen[cue.kind] = now

    def shows(self, kind: Kind, since: int, **what: object) -> bool:
        """Whether a cue of that kind is shown, or was since then; `what` must be in the one that is shown."""
        if self.cue.kind is kind:
            return all(getattr(self.cue, name) == value for name, value in what.items())
        return not what and self.seen.get(kind, -1) >= since

    def objected_since(self, time: int) -> bool:
        """Whether something was objected to since then, on a screen or by a light."""
        return self.wrong_at >= time or any(at >= time for at, _ in reversed(self.objected))

    def asked_since(self, time: int) -> bool:
        return any(at >= time for at, _ in reversed(self.asked))
