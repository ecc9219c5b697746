"""How well a deck is learned from five pictures, and what that is worth. Part of `make bench`.

A deck that the eyes have never seen is laid out, 21 cards a picture, on one table. What they surely read is
learned, what they are not sure of is settled as somebody at the table would do it, and then scenes are read with the
deck and without it.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from time import perf_counter

import cv2

from tests.vision.eyes_bench import TYPEFACES, scenes
from vision.cards import NUMBERS
from vision.deck import BACK, Deck
from vision.detect import overlap
from vision.eyes import Eyes
from vision.learn import Shown, learn_pictures
from vision.synthetic.bench import Score, score
from vision.synthetic.designs import SPREAD, Design, design_from
from vision.synthetic.layout import laid_out
from vision.synthetic.scenes import EASY, MEDIUM

DECKS = 6
READ_AFTER = 6
WANTED_SECONDS, WANTED_KB = 180, 300


@dataclass(frozen=True)
class Learned:
    """A deck from five pictures: what was learned, rightly or not, what was asked, and how long it took."""

    deck: Deck
    learned: int
    wrong: int
    asked: int
    never_found: int
    seconds: float


def learn(design: Design, seed: int) -> Learned:
    laid = list(laid_out(design, TYPEFACES, seed))
    start = perf_counter()
    lesson = learn_pictures(Deck("bench", "take_six", {}), lambda: (picture for picture, _ in laid))
    seconds = perf_counter() - start

    def of(shown: Shown) -> str:
        """Who is asked looks at the card, here at what lies where it was cut out."""
        return max(laid[shown.picture][1], key=lambda one: overlap(one.quad, shown.sighting.quad)).card or BACK

    read = {id(one.sample): of(one) for one in lesson.shown.values()}
    wrong = sum(read[id(sample)] != name for name, sample in lesson.deck.cards.items())
    learned = len(set(lesson.deck.cards) - {BACK}) - wrong
    deck = lesson.deck
    for doubt in lesson.doubts.values():
        deck = deck.with_card(of(doubt.shown), doubt.shown.sample)
    never_found = len({*map(str, NUMBERS["take_six"])} - set(deck.cards))
    return Learned(deck, learned, wrong, len(lesson.doubts), never_found, seconds)


def main() -> None:
    cv2.setNumThreads(1)
    all_learned: list[Learned] = []
    totals = {(difficulty.name, way): Score() for difficulty in (EASY, MEDIUM) for way in ("never seen", "learned")}
    for at in range(DECKS):
        design = design_from((60_000 + at) * SPREAD, TYPEFACES)
        one = learn(design, at)
        all_learned.append(one)
        kilobytes = len(one.deck.as_bytes()) / 1000
        print(
            f"deck {at} ({design.layout}): {one.learned} of 104 learned without a question, {one.asked} asked, "
            f"{one.wrong} wrong, {one.never_found} not found; {one.seconds:.1f} s (wanted: {WANTED_SECONDS}), "
            f"{kilobytes:.0f} KB (wanted: {WANTED_KB})"
        )
        for difficulty in (EASY, MEDIUM):
            few = list(scenes(difficulty, 70_000 + 100 * at, READ_AFTER, design))
            for way, eyes in (("never seen", Eyes("take_six")), ("learned", Eyes("take_six", one.deck))):
                totals[difficulty.name, way].add(score(eyes.see, few))
    print(f"{statistics.mean(one.asked for one in all_learned):.1f} cards of 104 are asked about, on average")
    for (name, way), total in totals.items():
        print(
            f"{name}, {way} from five pictures: {total.told()}"
            if way == "learned"
            else f"{name}, {way}: {total.told()}"
        )


if __name__ == "__main__":
    main()
