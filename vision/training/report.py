"""What the models are worth: calibrates them, and writes their report card.

On drawn pictures of the full size, of designs, typefaces and seeds that training has not seen:
every picture once with a deck never seen, and with a deck that was learned from other pictures.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.conclude import Calibration
from vision.eyes import CALIBRATION, Eyes
from vision.synthetic.bench import Score, learned_from, score
from vision.synthetic.designs import design_from
from vision.synthetic.scenes import EASY, HARD, MEDIUM, draw_scene
from vision.training.command import read_typefaces

DIFFICULTIES = (EASY, MEDIUM, HARD)
TO_CALIBRATE, TO_REPORT = 10_000_000, 20_000_000
"""Where the seeds of each begin."""

DECKS = 8
MOST_SUPPORT = 3
GUESS = 0.9
"""So many numbers that agree are as good as more of them."""

_SPREAD = 7919
"""Seeds of designs lie apart, or their first choices would be alike."""


def fitted(claims: Sequence[tuple[float, bool]]) -> Calibration:
    """The calibration under which these claims are likeliest to have turned out as they did.

    Sure claims are hardly ever wrong, and a few say little, so it is drawn toward one that is a little humbler
    than the claims are.
    """
    chance = np.clip([value for value, _ in claims], 1e-7, 1 - 1e-7)
    odds = np.log(chance / (1 - chance))
    right = np.array([float(was) for _, was in claims])
    prior, trust = np.array([1.0, -0.1]), np.array([20.0, 5.0])
    weights = prior.copy()
    for _ in range(50):
        said = 1 / (1 + np.exp(-(weights[0] * odds + weights[1])))
        error, spread = said - right, np.maximum(said * (1 - said), 1e-6)
        slope = np.array([(error * odds).sum(), error.sum()]) + trust * (weights - prior)
        mixed = (spread * odds).sum()
        bend = np.array([[(spread * odds * odds).sum(), mixed], [mixed, spread.sum()]]) + np.diag(trust)
        weights = weights - np.clip(np.linalg.solve(bend, slope), -0.5, 0.5)
    return Calibration(float(weights[0]), float(weights[1]))


@dataclass(frozen=True)
class Job:
    """Pictures to be looked at by one process: of one learned deck, or of decks never seen."""

    typefaces: Path
    models: Path
    first: int
    pictures: int
    deck: bool
    raw: bool


def done(job: Job) -> list[tuple[str, str, Score]]:
    """For each picture its difficulty, its layout and its score."""
    cv2.setNumThreads(1)
    typefaces = read_typefaces(job.typefaces)
    design = design_from(job.first * _SPREAD, typefaces)
    plain = (draw_scene(job.first + 500_000 + at, typefaces, EASY, design=design) for at in range(80))
    deck = learned_from(plain) if job.deck else None
    eyes = Eyes("take_six", deck, job.models, (Calibration(),) if job.raw else None)
    scores = []
    for difficulty in DIFFICULTIES:
        for at in range(job.pictures):
            seed = job.first + 1_000_000 * job.deck + at
            one = design if job.deck else design_from(seed * _SPREAD, typefaces)
            scene = draw_scene(seed, typefaces, difficulty, design=one)
            scores.append((difficulty.name, one.layout, score(eyes.see, [scene])))
    return scores


def all_done(
    typefaces: Path, models: Path, first: int, pictures: int, deck: bool, raw: bool
) -> list[tuple[str, str, Score]]:
    """So many pictures of each difficulty, on all cores."""
    each = -(-pictures // DECKS)
    jobs = [Job(typefaces, models, first + 1000 * at, each, deck, raw) for at in range(DECKS)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return [one for scores in pool.map(done, jobs) for one in scores]


def calibrate(typefaces: Path, models: Path, pictures: int) -> None:
    """Find what the chances are worth, with a learned deck and without one, and write it beside the models."""
    found: dict[str, list[tuple[float, float]]] = {}
    for way in ("numbers", "deck"):
        scores = all_done(typefaces, models, TO_CALIBRATE, pictures, way == "deck", raw=True)
        claims = [claim for _, _, one in scores for claim in one.claims]
        found[way] = []
        for support in range(MOST_SUPPORT + 1):
            # A guess errs for reasons of its own, and says nothing of what sure readings are worth.
            own = [
                (chance, right) for chance, right, by in claims if min(by, MOST_SUPPORT) == support and chance > GUESS
            ]
            calibration = fitted(own) if own else Calibration(1.0, -0.1)
            found[way].append((round(calibration.slope, 4), round(calibration.shift, 4)))
            print(f"{way}, supported by {support}: {calibration} from {len(own)} claims", flush=True)
    (models / CALIBRATION).write_text(json.dumps(found, indent=1) + "\n")


def measure(typefaces: Path, models: Path, pictures: int) -> list[str]:
    """The lines of the report card: by difficulty, and for decks never seen by layout, too."""
    lines = []
    for way in ("never seen", "learned"):
        scores = all_done(typefaces, models, TO_REPORT, pictures, way == "learned", raw=False)
        for difficulty in DIFFICULTIES:
            own = [(layout, one) for name, layout, one in scores if name == difficulty.name]
            lines.append(f"| {difficulty.name} | {way} | {_together(one for _, one in own).row()} |")
            print(lines[-1], flush=True)
        if way == "never seen":
            layouts = sorted({layout for _, layout, _ in scores})
            lines += [
                f"| all | {at} | {_together(one for _, name, one in scores if name == at).row()} |" for at in layouts
            ]
    return lines


def _together(scores: Iterable[Score]) -> Score:
    total = Score()
    for one in scores:
        total.add(one)
    return total


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
    if not options.keep_calibration:
        calibrate(options.typefaces, options.models, options.pictures)
    lines = measure(options.typefaces, options.models, options.pictures)
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
