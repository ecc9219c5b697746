"""What the models are worth: calibrates them, and writes their report card.

On drawn pictures of the full size, of designs, typefaces and seeds that training has not seen:
every picture once with a deck never seen, and with a deck that was learned from other pictures.
"""

from __future__ import annotations

import argparse
import json
import pickle
import platform
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.conclude import Calibration
from vision.cut import Pyramid
from vision.deck import BACK, Deck, sample_of
from vision.eyes import CALIBRATION, Eyes
from vision.synthetic.bench import Score, score
from vision.synthetic.designs import Design, design_from
from vision.synthetic.scenes import EASY, HARD, MEDIUM, Difficulty, Scene, draw_scene
from vision.synthetic.typefaces import Typeface

DIFFICULTIES = (EASY, MEDIUM, HARD)
TO_CALIBRATE, TO_REPORT = 10_000_000, 20_000_000
"""Where the seeds of each begin."""

DECKS = 8
MOST_SUPPORT = 3
"""So many numbers that agree are as good as more of them."""

_SPREAD = 7919
"""Seeds of designs lie apart, or their first choices would be alike."""


def unseen_deck(typefaces: Sequence[Typeface], difficulty: Difficulty, first: int, count: int) -> Iterator[Scene]:
    """Pictures of another deck each."""
    for at in range(count):
        design = design_from((first + at) * _SPREAD, typefaces)
        yield draw_scene(first + at, typefaces, difficulty, design=design)


def learned_deck(typefaces: Sequence[Typeface], design: Design, first: int) -> Deck:
    """A deck learned from easy pictures, until every card has lain on one of them."""
    deck = Deck("report", "take_six", {})
    for at in range(80):
        scene = draw_scene(first + at, typefaces, EASY, design=design)
        for card in scene.cards:
            name = BACK if card.card is None else str(card.card)
            if name not in deck.cards:
                deck = deck.with_card(name, sample_of(Pyramid(scene.picture), card.quad))
        if not deck.missing:
            break
    return deck


def fitted(claims: Sequence[tuple[float, bool]]) -> Calibration:
    """The calibration under which these claims are likeliest to have turned out as they did.

    A few claims say little, so it is drawn toward one that is a little humbler than the claims are.
    """
    chance = np.clip([value for value, _ in claims], 1e-7, 1 - 1e-7)
    odds = np.log(chance / (1 - chance))
    right = np.array([float(was) for _, was in claims])
    prior, trust = np.array([0.9, -0.5]), np.array([3.0, 1.0])
    weights = prior.copy()
    for _ in range(50):
        said = 1 / (1 + np.exp(-(weights[0] * odds + weights[1])))
        error, spread = said - right, np.maximum(said * (1 - said), 1e-6)
        slope = np.array([(error * odds).sum(), error.sum()]) + trust * (weights - prior)
        mixed = (spread * odds).sum()
        bend = np.array([[(spread * odds * odds).sum(), mixed], [mixed, spread.sum()]]) + np.diag(trust)
        weights = weights - np.clip(np.linalg.solve(bend, slope), -0.5, 0.5)
    return Calibration(float(weights[0]), float(weights[1]))


def claims_of(typefaces: Sequence[Typeface], models: Path, pictures: int, way: str) -> list[tuple[float, bool, int]]:
    """What the eyes claim when they take their chances at face value."""
    claims: list[tuple[float, bool, int]] = []
    for at in range(DECKS):
        design = design_from((TO_CALIBRATE + at) * _SPREAD, typefaces)
        deck = learned_deck(typefaces, design, TO_CALIBRATE + 10_000 + 100 * at) if way == "deck" else None
        eyes = Eyes("take_six", deck, models, (Calibration(),))
        one = design if deck is not None else None
        for difficulty in DIFFICULTIES:
            first = TO_CALIBRATE + 1000 * at
            claims += score(eyes.see, _scenes(typefaces, difficulty, first, pictures // DECKS, one)).claims
    return claims


def calibrate(typefaces: Sequence[Typeface], models: Path, pictures: int) -> None:
    """Find what the chances are worth, with a learned deck and without one, and write it beside the models."""
    found: dict[str, list[tuple[float, float]]] = {}
    for way in ("numbers", "deck"):
        claims = claims_of(typefaces, models, pictures, way)
        found[way] = []
        for support in range(MOST_SUPPORT + 1):
            own = [(chance, right) for chance, right, by in claims if min(by, MOST_SUPPORT) == support]
            calibration = fitted(own)
            found[way].append((round(calibration.slope, 4), round(calibration.shift, 4)))
            print(f"{way}, supported by {support}: {calibration} from {len(own)} claims", flush=True)
    (models / CALIBRATION).write_text(json.dumps(found, indent=1) + "\n")


def _scenes(
    typefaces: Sequence[Typeface], difficulty: Difficulty, first: int, count: int, design: Design | None
) -> Iterator[Scene]:
    if design is None:
        return unseen_deck(typefaces, difficulty, first, count)
    return (draw_scene(first + at, typefaces, difficulty, design=design) for at in range(count))


def measure(typefaces: Sequence[Typeface], models: Path, pictures: int) -> list[str]:
    """The lines of the report card."""
    lines = []
    unseen = Eyes("take_six", None, models)
    for difficulty in DIFFICULTIES:
        total = Score()
        by_layout: dict[str, Score] = {}
        for at in range(pictures):
            design = design_from((TO_REPORT + at) * _SPREAD, typefaces)
            one = score(unseen.see, _scenes(typefaces, difficulty, TO_REPORT + at, 1, design))
            total.add(one)
            by_layout.setdefault(design.layout, Score()).add(one)
        lines.append(f"| {difficulty.name} | never seen | {total.row()} |")
        lines += [f"| | {layout} | {by_layout[layout].row()} |" for layout in sorted(by_layout)]
        print("\n".join(lines[-1 - len(by_layout) :]), flush=True)
    for difficulty in DIFFICULTIES:
        total = Score()
        for at in range(DECKS):
            design = design_from((TO_REPORT + 500 + at) * _SPREAD, typefaces)
            eyes = Eyes("take_six", learned_deck(typefaces, design, TO_REPORT + 10_000 + 100 * at), models)
            scenes = _scenes(typefaces, difficulty, TO_REPORT + 100_000 + 100 * at, pictures // DECKS, design)
            total.add(score(eyes.see, scenes))
        lines.append(f"| {difficulty.name} | learned | {total.row()} |")
        print(lines[-1], flush=True)
    return lines


HEAD = """# Report card of the models

Written by `make train` on {machine}, OpenCV {opencv}. {pictures} drawn pictures of 2304 by 1296 for each
line of a difficulty, of designs and typefaces that training has not seen.

| pictures | deck | {columns} |
| --- | --- | {dashes} |
"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("typefaces", type=Path)
    parser.add_argument("models", type=Path)
    parser.add_argument("--pictures", type=int, default=64)
    parser.add_argument("--keep-calibration", action="store_true")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    with options.typefaces.open("rb") as stream:
        typefaces = pickle.load(stream)  # noqa: S301  made by the step before
    if not options.keep_calibration:
        calibrate(typefaces, options.models, options.pictures)
    lines = measure(typefaces, options.models, options.pictures)
    machine = f"a machine of {platform.machine()}, Python {platform.python_version()}"
    head = HEAD.format(
        machine=machine,
        opencv=cv2.__version__,
        pictures=options.pictures,
        columns=" | ".join(Score.COLUMNS),
        dashes=" | ".join("---" for _ in Score.COLUMNS),
    )
    (options.models / "report.md").write_text(head + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
