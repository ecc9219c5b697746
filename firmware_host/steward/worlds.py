"""Where a question stays open, each answer is thought through: the table itself may tell which one is true.

For each choice a situation goes on in which it was answered so, unseen by anybody. One in which what is seen then lies
wrong, and stays wrong, can't be the true one. Once one is left, and has explained enough of what was played since, that
is the answer. Whoever answers before that is believed at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from firmware_host.steward import effects
from firmware_host.steward.effects import Effect, Question
from firmware_host.steward.inputs import Answer, Choose, Input, Mark, Seen, Tick
from firmware_host.steward.situation import Situation
from vision.cards import FLIPS

DEEPEST = 2
"""So many questions may be open, one within an answer to another."""

MOST = 6
DIES_AFTER = 15_000
"""What lies wrong for so long lies wrong for good, as nobody was told."""

BEHIND = 6
"""A situation in which something lay wrong and that explains so many lines less than another is not the true one."""

ENOUGH = 4
"""So many lines the only one left must have explained."""

NUMBERS_APART = 1000
"""What is asked within an answer has numbers of its own."""

Step = Callable[[Situation, Input, int], tuple[Situation, tuple[Effect, ...]]]
KEPT = (effects.Write, effects.Note, effects.Close, effects.Ask, effects.Answered, effects.Photograph)
"""What was wanted in the situation that turns out to be true and is done then."""


@dataclass(frozen=True)
class World:
    """What follows if the question is answered by that choice: the situation, and all that was to be done since."""

    choice: str
    situation: Situation
    effects: tuple[Effect, ...] = ()
    wrong_since: int | None = None
    ever_wrong: bool = False
    dead: bool = False

    @property
    def lines(self) -> int:
        return sum(isinstance(effect, effects.Write) for effect in self.effects)


def with_worlds(
    before: Situation, given: Input, now: int, after: Situation, wanted: tuple[Effect, ...], step: Step
) -> tuple[Situation, tuple[Effect, ...]]:
    """The situation after a step that knew nothing of any worlds, and what is to be done, with what they come to."""
    if (known := _as_said(before, given, wanted)) is not None:
        return known
    worlds = before.worlds if isinstance(given, (Seen, Tick, Choose, Mark)) else ()
    if worlds and after.question is None and not any(isinstance(effect, effects.Write) for effect in wanted):
        # The table went on, and did not answer yet.
        after = replace(after, question=before.question, doubt=before.doubt)
        wanted = tuple(effect for effect in wanted if not _is_about(effect, before.question))
    question = after.question
    if question is None:
        return after, wanted
    if any(isinstance(effect, effects.Ask) and effect.question.number == question.number for effect in wanted):
        return replace(after, worlds=_begun(after, question, now, step)), wanted
    if not worlds:
        return after, wanted
    further = _without_those_behind([_further(world, given, now, step) for world in worlds])
    alive = [world for world in further if not world.dead]
    if len(alive) == 1 and alive[0].lines >= ENOUGH and alive[0].situation.objection is None:
        return _true(after, question, alive[0], wanted)
    return replace(after, worlds=tuple(further) if alive else ()), wanted


def _begun(situation: Situation, question: Question, now: int, step: Step) -> tuple[World, ...]:
    if situation.depth >= DEEPEST or not _can_be_told(situation, question):
        return ()
    begun = []
    for at, choice in enumerate(question.choices, 1):
        numbers = situation.numbers + at * NUMBERS_APART
        inner = replace(situation, worlds=(), depth=situation.depth + 1, numbers=numbers)
        answered, wanted = step(inner, Answer(question.number, choice), now)
        begun.append(World(choice, answered, tuple(one for one in _kept(wanted) if not _is_about(one, question))))
    return tuple(begun)


def _can_be_told(situation: Situation, question: Question) -> bool:
    """Whether one of the choices must be true, and something may speak against the others."""
    choices = question.choices
    if situation.match is None or not 2 <= len(choices) <= MOST:
        return False
    if question.reason != "unread":
        return question.reason in ("which_way", "who_took")
    first, second = choices[:2]
    if len(choices) == 2 and first.isdecimal() and str(FLIPS.get(int(first))) == second:
        return True
    return situation.match.header.game == "take_six" and all(choice.isdecimal() for choice in choices)


def _is_about(effect: Effect, question: Question | None) -> bool:
    """Whether it says that the question is settled."""
    return isinstance(effect, effects.Answered) and question is not None and effect.question == question.number


def _kept(wanted: Sequence[Effect]) -> list[Effect]:
    return [effect for effect in wanted if isinstance(effect, KEPT)]


def _further(world: World, given: Input, now: int, step: Step) -> World:
    if world.dead:
        return world
    situation, wanted = step(world.situation, given, now)
    if any(_ends_it(effect) for effect in wanted):
        return replace(world, dead=True)
    kept = (*world.effects, *_kept(wanted))
    if situation.objection is None:
        return replace(world, situation=situation, effects=kept, wrong_since=None)
    since = now if world.wrong_since is None else world.wrong_since
    dead = now - since >= DIES_AFTER
    return World(world.choice, situation, kept, since, True, dead)


def _ends_it(effect: Effect) -> bool:
    """Whether the match is given up, or makes room for the next one: that is nothing to be thought through."""
    return isinstance(effect, effects.Open) or (isinstance(effect, effects.Close) and effect.how != "over")


def _without_those_behind(worlds: Sequence[World]) -> list[World]:
    best = max((world.lines for world in worlds if not world.dead), default=0)
    return [replace(world, dead=world.dead or (world.ever_wrong and world.lines + BEHIND <= best)) for world in worlds]


def _as_said(before: Situation, given: Input, wanted: Sequence[Effect]) -> tuple[Situation, tuple[Effect, ...]] | None:
    """What was thought through for an answer that somebody gives, where that explains more than is seen now."""
    question = before.question
    if not isinstance(given, Answer) or question is None or given.question != question.number:
        return None
    world = next((world for world in before.worlds if world.choice == given.value and not world.dead), None)
    explained = sum(isinstance(effect, effects.Write) for effect in wanted)
    if world is None or world.lines <= explained or world.situation.objection is not None:
        return None
    return _true(before, question, world, (), "person")


def _true(
    after: Situation, question: Question, world: World, wanted: tuple[Effect, ...], by: str = "table"
) -> tuple[Situation, tuple[Effect, ...]]:
    """The table has answered, or somebody: what was thought through is what happened."""
    situation = replace(world.situation, depth=after.depth, numbers=max(after.numbers, world.situation.numbers))
    done: list[Effect] = [*wanted, effects.Answered(question.number, world.choice, by)]
    if after.objection is not None:
        done.append(effects.PutRight(after.objection.number))
    done += world.effects
    if situation.cue != after.cue:
        done.append(effects.Show(situation.cue))
    return situation, tuple(done)
