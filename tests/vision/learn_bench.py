"""How well a deck is learned from five pictures, and what that is worth. Part of `make bench`.

A deck that the eyes have never seen is laid out, 21 cards a picture, on a wooden table. What they surely read is
learned, what they are not sure of is settled as somebody at the table would do it, and then scenes are read with the
deck and without it.
"""

from __future__ import annotations

import random
import statistics
from dataclasses import dataclass
from time import perf_counter

import cv2

from tests.vision.eyes_bench import TYPEFACES, scenes
from vision.cameras.simulated import SimulatedCamera
from vision.deck import Deck
from vision.detect import overlap
from vision.eyes import Eyes
from vision.frame import Picture
from vision.learn import learn_many
from vision.synthetic.bench import Score, score
from vision.synthetic.designs import Design, design_from
from vision.synthetic.faces import draw_back, draw_face
from vision.synthetic.scenes import EASY, MEDIUM
from vision.synthetic.table import Card, Table, Truth, View

DECKS, PICTURES = 6, 5
COLUMNS, ROWS, APART = 7, 3, (80.0, 110.0)
SIZE = (700.0, 400.0)
READ_AFTER = 6
_SPREAD = 7919
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


def laid_out(design: Design, seed: int) -> list[tuple[Picture, tuple[Truth, ...]]]:
    """All cards of the deck in as many pictures as it takes, each where it belongs but for a few millimetres."""
    rng = random.Random(seed)
    numbers = list(range(1, 105))
    rng.shuffle(numbers)
    back = draw_back(design, TYPEFACES)
    pictures = []
    for at in range(PICTURES):
        table = Table(size=SIZE, ground="wood", seed=seed)
        for place, number in enumerate(numbers[at * COLUMNS * ROWS : (at + 1) * COLUMNS * ROWS]):
            x = (place % COLUMNS + 1.2) * APART[0] + rng.uniform(-5, 5)
            y = (place // COLUMNS + 0.8) * APART[1] + rng.uniform(-5, 5)
            turn = rng.choice((0, 180)) + rng.uniform(-8, 8)
            table = table.with_card(Card(str(number), draw_face(design, TYPEFACES, number), back), (x, y), turn)
        with SimulatedCamera(table, View.of(table)) as camera:
            pictures.append((camera.read().picture, camera.truth()))
    return pictures


def learn(design: Design, seed: int) -> Learned:
    deck = Deck("bench", "take_six", {})
    wrong = asked = found = 0
    seconds = 0.0
    for picture, truths in laid_out(design, seed):
        start = perf_counter()
        before = set(deck.cards)
        deck, doubts = learn_many(deck, picture, Eyes("take_six", deck))
        seconds += perf_counter() - start
        names = {str(one.card) for one in truths}
        wrong += len(set(deck.cards) - before - names - {"back"})
        asked += len(doubts)
        for doubt in doubts:
            # Who is asked looks at the card, here at what lies where it was cut out.
            at = max(truths, key=lambda one: overlap(one.quad, doubt.quad))
            deck = deck.with_card(str(at.card), doubt.sample)
        found += len(set(deck.cards) & names)
    return Learned(deck, found - asked, wrong, asked, 104 - found, seconds)


def main() -> None:
    cv2.setNumThreads(1)
    all_learned: list[Learned] = []
    totals = {(difficulty.name, way): Score() for difficulty in (EASY, MEDIUM) for way in ("never seen", "learned")}
    for at in range(DECKS):
        design = design_from((60_000 + at) * _SPREAD, TYPEFACES)
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
