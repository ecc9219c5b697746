"""A long proof: kills without end, and matches whose players make mistakes. Ends with 1 where one failed."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from itertools import count, cycle
from pathlib import Path

from firmware_host.simulator import Rates
from firmware_host.simulator.truth import compared, stood
from tests.firmware_host.journals import IN_MEMORY
from tests.firmware_host.killing import table
from tests.firmware_host.served import Place
from tests.firmware_host.simulated import MATCHES, people_for

KILLS, A_MATCH, MISTAKEN, RATE = 200, 8, 200, 0.03


def kills() -> list[str]:
    """Matches whose keeper is killed, until that was done so often."""
    killed, lines, wrong = 0, 0, []
    for seed, name in zip(count(1), cycle(MATCHES), strict=False):
        with tempfile.TemporaryDirectory() as folder:
            playing = table(name, seed, Path(folder), min(A_MATCH, KILLS - killed))
            try:
                playing.play()
                wrong += [f"{name}, seed {seed}: {one}" for one in playing.verdict()]
            except AssertionError as error:
                wrong.append(f"{name}, seed {seed}: {error}")
        killed += playing.kills
        lines += len(playing.said)
        if killed >= KILLS:
            break
    print(f"{killed} kills in {seed} matches, {lines} lines acknowledged: {len(wrong)} wrong (wanted: 0)")
    return wrong


def mistakes() -> list[str]:
    """Matches with mistakes of every kind: what was objected to, and which records are wrong with nobody asked."""
    made: Counter[str] = Counter()
    wrong, unfounded, placements = [], 0, 0
    for seed, name in zip(range(1, MISTAKEN + 1), cycle(MATCHES), strict=False):
        with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
            place = Place(Path(folder), people_for(name, seed, rates=Rates.all(RATE)))
            place.play()
            record = place.record()
        people = place.people
        made.update(mistake.fate for mistake in people.mistakes)
        unfounded += len(people.unfounded())
        placements += sum(line.get("move") in ("place", "take", "turn_up", "play") for line in record)
        # An objection is no excuse: it may be what a wrong line led to.
        asked = bool(people.sitting.ears.asked)
        differs = compared(record, people)
        if differs and not stood(people) and not asked:
            wrong.append(f"{name}, seed {seed}: {differs[0]}")
        wrong += [f"{name}, seed {seed}: nobody noticed {one}" for one in stood(people)]
    print(f"{MISTAKEN} matches, mistakes by what became of them: {dict(made)}")
    print(f"{unfounded} false objections in {placements} placements (wanted: 1 in 500)")
    print(f"{len(wrong)} wrong records that nobody was asked about (wanted: 0)")
    return wrong


def main() -> int:
    wrong = kills() + mistakes()
    print(*wrong, sep="\n", end="")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
