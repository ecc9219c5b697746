"""Whether a number is ever taken for the one that it is upside down. Part of `make bench`.

Of decks never seen, and taught, each of 6/9, 66/99, 68/89, 86/98, 16/91, 18/81, 19/61 lies among a few plain cards,
one of each pair at a time, both ways round: whole, and with backs laid over all but its top, or over all but a corner.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import cv2

from vision.cards import FLIPS
from vision.detect import overlap
from vision.eyes import Eyes
from vision.synthetic.bench import learned
from vision.synthetic.designs import SPREAD, Design, design_from
from vision.synthetic.faces import draw_back, draw_face
from vision.synthetic.photograph import Photographer
from vision.synthetic.surroundings import GROUNDS
from vision.synthetic.table import Card, Table, Truth, View, truth
from vision.synthetic.typefaces import shipped_typefaces

DECKS, FIRST = 24, 90_000
PAIRS = tuple(sorted({(min(pair), max(pair)) for pair in FLIPS.items()}))
PLAIN = (23, 45, 57, 72, 34, 25, 73)
COLUMNS, APART, TOP = 7, (100.0, 150.0), (800.0, 450.0)
COVERS: dict[str, tuple[tuple[float, float], ...]] = {
    "whole": (),
    "top only": ((0.0, 40.0),),
    "one corner": ((0.0, 40.0), (24.0, 0.0)),
}
"""By how many millimetres to the right and down backs are laid over a card."""


def tables(design: Design, seed: int) -> Iterator[tuple[str, Table]]:
    """Which way numbers are covered, and a table on which half of them lie."""
    typefaces = shipped_typefaces()
    back = draw_back(design, typefaces)
    for cover, moves in COVERS.items():
        for which in (0, 1):
            for turn in (0.0, 180.0):
                table = Table(size=TOP, ground=GROUNDS[seed % len(GROUNDS)], seed=seed)
                for row, numbers in enumerate(([pair[which] for pair in PAIRS], PLAIN)):
                    for column, number in enumerate(numbers):
                        card = Card(str(number), draw_face(design, typefaces, number), back)
                        at = ((column + 0.9) * APART[0], (row + 0.9) * APART[1])
                        table = table.with_card(card, at, turn if row == 0 else 180.0 * (column % 2))
                        for across, down in moves if row == 0 else ():
                            table = table.with_card(card, (at[0] + across, at[1] + down), 0.0, face_up=False)
                yield cover, table


def looked(seed: int) -> Counter[tuple[str, str, str]]:
    """For one deck what was said: how it was read, how it was covered, and what came of it."""
    cv2.setNumThreads(1)
    typefaces = shipped_typefaces()
    design = design_from((FIRST + seed) * SPREAD, typefaces)
    counts: Counter[tuple[str, str, str]] = Counter()
    eyes = {"never seen": Eyes("take_six"), "learned": Eyes("take_six", learned(design, typefaces, seed))}
    for cover, table in tables(design, seed):
        view = View.of(table)
        picture = Photographer(view).photograph(table, seed)
        of_pairs = [one for one in truth(table, view) if one.card is not None and int(one.card) in FLIPS]
        for way, reader in eyes.items():
            sightings = reader.see(picture)
            for one in of_pairs:
                at = max(sightings, key=lambda seen: overlap(seen.quad, one.quad), default=None)
                said = at.card if at is not None and overlap(at.quad, one.quad) > 0.3 else None
                counts[way, cover, _outcome(one, said)] += 1
    return counts


def _outcome(one: Truth, said: str | None) -> str:
    if said is None:
        return "not named"
    if said == one.card:
        return "named"
    return "FLIPPED" if said.isdecimal() and int(one.card or 0) == FLIPS.get(int(said)) else "misread"


def main() -> None:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        total = sum(pool.map(looked, range(DECKS)), Counter())
    print(f"{DECKS} decks, {len(PAIRS)} pairs, both ways round (wanted: no flip)")
    for way in ("never seen", "learned"):
        for cover in COVERS:
            told = {outcome: count for (of, how, outcome), count in total.items() if (of, how) == (way, cover)}
            print(f"{way}, {cover}: " + ", ".join(f"{count} {outcome}" for outcome, count in sorted(told.items())))


if __name__ == "__main__":
    main()
