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
import numpy as np

from tests.vision.eyes_bench import TYPEFACES, scenes
from vision.deck import BACK, Deck
from vision.detect import overlap
from vision.eyes import Eyes
from vision.frame import Picture
from vision.learn import learn_pictures
from vision.synthetic.bench import Score, learned, score
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
    deck, doubts = learn_pictures(Deck("bench", "take_six", {}), lambda: (picture for picture, _ in laid))
    seconds = perf_counter() - start
    whole = learned(design, TYPEFACES, seed)
    read = [name for name in deck.cards if name != BACK]
    wrong = sum(_likest(whole, deck.cards[name]) != name for name in read)
    for doubt in doubts:
        # Who is asked looks at the card, here at what lies where it was cut out.
        at = max(laid[doubt.shown.picture][1], key=lambda one: overlap(one.quad, doubt.shown.sighting.quad))
        deck = deck.with_card(at.card or BACK, doubt.shown.sample)
    return Learned(deck, len(read) - wrong, wrong, len(doubts), len(set(deck.missing) & set(whole.cards)), seconds)


def _likest(whole: Deck, sample: Picture) -> str:
    """The card of the whole deck that looks most like this one, either way up."""
    ways = [way.astype(int) for way in (sample, sample[::-1, ::-1])]
    return min(whole.cards, key=lambda name: min(float(np.abs(way - whole.cards[name]).mean()) for way in ways))


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
