"""Whole matches through real eyes: of every game and variant, on drawn pictures, with decks never seen.

People play and answer as at a table; pictures go through eyes, watching and steward. The record is held against what
was played. `python -m tests.match_bench [NAME…]`; part of `make soak`. With `--jumps N` instead rounds of Take Six as
others may film them: without hands, all that changes jumps, and nobody answers. Ends with 1 where a record is wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import zip_longest
from time import process_time

import cv2

from firmware_host.programme import Programme
from firmware_host.simulator import People
from firmware_host.simulator.cards import own_card
from firmware_host.simulator.filming import film
from firmware_host.simulator.rates import Habits
from firmware_host.simulator.truth import compared
from firmware_host.steward.effects import Effect, Open, Write
from firmware_host.steward.inputs import Tick
from firmware_host.steward.settings import Settings
from firmware_host.watch_command import staying
from firmware_host.words import Words
from tests.firmware_host.jumping import MEDIUM, any_style, watched
from tests.firmware_host.simulated import MATCHES, people_for
from vision.eyes import Eyes
from vision.frame import Frame
from vision.synthetic.designs import SPREAD, design_from
from vision.synthetic.faces import draw_back, draw_face
from vision.synthetic.table import Card
from vision.synthetic.typefaces import shipped_typefaces
from vision.watch import Watcher

DESIGNS = 88_000
LONGEST_MS = 90 * 60_000
"""What has not ended after so long has got stuck."""

STAYS_MS = 5_000
"""For how long the last picture stays."""


@cache
def drawn_card(seed: int, game: str, name: str) -> Card:
    """A numbered card of a deck thought up from a seed; what has no number, and Qwixx, is of the project's own."""
    if not name.isdecimal() or game == "qwixx_cards":
        return own_card(game, name)
    typefaces = shipped_typefaces()
    design = design_from(seed * SPREAD, typefaces, plain=1.0)
    return Card(name, draw_face(design, typefaces, int(name)), draw_back(design, typefaces))


def told(name: str, seed: int, own: bool) -> tuple[str, bool]:
    """One match, in a line, and whether its record is right."""
    cv2.setNumThreads(1)
    cards = own_card if own else partial(drawn_card, DESIGNS + seed)
    people = people_for(name, seed, habits=Habits(fine=True), cards=cards)
    record: list[dict[str, object]] = []

    def carry(effects: Sequence[Effect], now: int) -> None:
        for effect in effects:
            if isinstance(effect, (Open, Write)):
                record.append(dict(effect.header if isinstance(effect, Open) else effect.line))
            people.hear(effect, now)

    watcher = Watcher(Eyes(MATCHES[name][0]), people.mat)
    programme = Programme(watcher, Settings(Words("en")), carry)
    programme.take(people.start, 0)
    spent, pictures, last = 0.0, 0, 0
    for frame in _and_the_last_stays(film(people, sensor=MEDIUM)):
        if frame.taken > LONGEST_MS:
            break
        begun = process_time()
        programme.look(frame)
        spent += process_time() - begun
        programme.take(Tick(), frame.taken)
        for given in people.inputs(frame.taken):
            programme.take(given, frame.taken)
        pictures, last = pictures + 1, frame.taken
    wrong = compared(record, people) if people.over else [f"stuck after {len(record)} lines", *compared(record, people)]
    return _line(name, seed, own, people, wrong, (pictures, last, spent, len(record))), not wrong


def _and_the_last_stays(frames: Iterable[Frame]) -> Iterator[Frame]:
    """When all is played there may still be a question, and somebody answers it."""
    frame: Frame | None = None
    for frame in frames:
        yield frame
    if frame is not None:
        yield from staying(frame, STAYS_MS)


def jumped(seed: int, own: bool) -> tuple[str, bool]:
    """A film of a round in which cards jump, of any style, in a line, and whether its record is right."""
    cv2.setNumThreads(1)
    seats, style = 2 + seed % 5, any_style(seed)
    seen = watched(seats, seed, style, card=own_card if own else partial(drawn_card, DESIGNS + seed))
    both = zip_longest(seen.record, seen.played)
    wrong = next((f"line {at}: {said} is {true}" for at, (said, true) in enumerate(both, 1) if said != true), "")
    line = (
        f"jumps of seed {seed}, {seats} seats: {'WRONG, ' + wrong if wrong else 'the right record'}; "
        f"{len(seen.record)} of {len(seen.played)} lines, asked {seen.asked}, objected {seen.objected}, "
        f"{seen.pictures} pictures; {style}"
    )
    return line, not wrong


def _line(
    name: str, seed: int, own: bool, people: People, wrong: Sequence[str], cost: tuple[int, int, float, int]
) -> str:
    pictures, last, spent, lines = cost
    ears = people.sitting.ears
    deck = "own deck" if own else "deck never seen"
    outcome = f"WRONG: {wrong[0]}" if wrong else "the right record"
    return (
        f"{name}, seed {seed}, {deck}: {outcome}; {lines} lines, {len(ears.asked)} questions, "
        f"{len(ears.objected)} objections, {pictures} pictures, {100_000 * spent / max(1, last):.0f}% of a core"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.match_bench", description="Matches through real eyes.")
    parser.add_argument("matches", nargs="*", metavar="NAME", help=f"of {', '.join(MATCHES)}; all if none is named")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--own", action="store_true", help="with drover's own deck")
    parser.add_argument("--jumps", type=int, default=0, metavar="N", help="so many films in which cards jump instead")
    options = parser.parse_args()
    right = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jumps = range(options.seed, options.seed + options.jumps)
        play = partial(told, seed=options.seed, own=options.own)
        films = pool.map(partial(jumped, own=options.own), jumps)
        for line, is_right in films if jumps else pool.map(play, options.matches or list(MATCHES)):
            print(line, flush=True)
            right.append(is_right)
    print(f"{sum(right)} of {len(right)} records are what was played (wanted: all)")
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
