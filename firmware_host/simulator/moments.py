"""The moments of a simulated evening in which something is different: time jumps from one to the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firmware_host.simulator.eyes import PerfectEyes
from firmware_host.simulator.people import People
from firmware_host.steward.inputs import Input, Seen
from vision.synthetic.table import Table


@dataclass(frozen=True, eq=False)
class Moment:
    """The table at a time, what is seen of it, and what people have pressed and entered since the last moment."""

    now: int
    table: Table
    seen: Seen
    inputs: tuple[Input, ...]


def moments(people: People, eyes: PerfectEyes, *, tick: int = 1_000, after: int = 3_000) -> Iterator[Moment]:
    """Every moment in which the table or what is seen of it changes, and at least one every `tick` milliseconds.

    What is heard (`people.hear(effect, moment.now)`) between two moments is reacted to in time. Once the match
    is over, so many milliseconds come `after` it.

        for moment in moments(people, PerfectEyes(people.mat)):
            for said in (moment.seen, *moment.inputs):
                situation, effects = step(situation, said, moment.now)
                for effect in effects:
                    people.hear(effect, moment.now)
    """
    now, end = 0, None
    while end is None or now <= end:
        table = people.step(now)
        yield Moment(now, table, eyes.see(table, now, bumped=people.bumped(now)), tuple(people.inputs(now)))
        if end is None and people.over:
            end = now + after
        due = [time for time in (people.next_change(), eyes.next_change()) if time is not None and time > now]
        now = min([now + tick, *due])
