"""What the models are worth: calibrates them, and writes their report card.

On drawn pictures of the full size, of designs, typefaces and seeds that training has not seen:
every picture once with a deck never seen, and with a deck that was learned from other pictures.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2

from vision.eyes import TRUST, Eyes
from vision.synthetic.bench import Score, learned, score
from vision.synthetic.designs import design_from
from vision.synthetic.scenes import EASY, HARD, MEDIUM, draw_scene
from vision.training.command import read_typefaces
from vision.trust import AS_READ, MOST_WRONG, fitted

DIFFICULTIES = (EASY, MEDIUM, HARD)
TO_CALIBRATE, TO_REPORT = 10_000_000, 20_000_000
"""Where the seeds of each begin."""

DECKS = 8
CALIBRATING = 4
"""To calibrate takes so many times as many pictures: sure names are hardly ever wrong."""

_SPREAD = 7919
"""Seeds of designs lie apart, or their first choices would be alike."""


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
    deck = learned(design, typefaces, job.first) if job.deck else None
    eyes = Eyes("take_six", deck, job.models, AS_READ if job.raw else None)
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
    """So many pictures of each difficulty, on all cores. To calibrate, more decks are taken."""
    decks = DECKS * CALIBRATING if raw else DECKS
    each = -(-pictures // DECKS)
    jobs = [Job(typefaces, models, first + 1000 * at, each, deck, raw) for at in range(decks)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return [one for scores in pool.map(done, jobs) for one in scores]


def calibrate(typefaces: Path, models: Path, pictures: int) -> None:
    """Find what the chances are worth, with a learned deck and without one, and write it beside the models."""
    found: dict[str, dict[str, object]] = {}
    for way in ("numbers", "deck"):
        scores = all_done(typefaces, models, TO_CALIBRATE, pictures, way == "deck", raw=True)
        claims = [claim for _, _, one in scores for claim in one.claims]
        found[way] = asdict(fitted(claims, MOST_WRONG[way]))
        print(f"{way}: {found[way]} from {len(claims)} claims", flush=True)
    (models / TRUST).write_text(json.dumps(found, indent=1) + "\n")


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
