"""What the models are worth: calibrates them, and writes their report card.

On drawn pictures of the full size, of designs, typefaces and seeds that training has not seen:
every picture once with a deck never seen, and with a deck that was learned from other pictures.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import Quad, overlap
from vision.eyes import TRUST, Eyes
from vision.nothing import LEAST
from vision.synthetic.bench import MATCHES, NO_CARD, Score, calibration, learned, score
from vision.synthetic.designs import SPREAD, Design, any_design, design_from, further_design
from vision.synthetic.scenes import EASY, HARD, MEDIUM, SceneCard, draw_scene
from vision.training.command import files_in, read_typefaces
from vision.training.lessons import HARDER, USUAL, lesson_of
from vision.trust import AS_READ, CONTRADICTED, MOST_WRONG, fitted, regressed

DIFFICULTIES = (EASY, MEDIUM, HARD)
TO_CALIBRATE, TO_REPORT = 10_000_000, 20_000_000
"""Where the seeds of each begin."""

DECKS = 8
CALIBRATING = 4
"""To calibrate takes so many times as many pictures: sure names are hardly ever wrong."""


CONTRADICTED_FROM = {"numbers": CONTRADICTED, "deck": 0.995}
"""From where one number on a card that is another one makes its name a doubt."""

Designing = Callable[[int, Sequence[object]], Design]
WAYS: Mapping[str, tuple[bool, Designing]] = {
    "never seen": (False, design_from),
    "never seen, further kinds": (False, further_design),
    "learned": (True, design_from),
}
"""Whether the deck was learned, and where its design comes from."""


@dataclass(frozen=True)
class Job:
    """Pictures to be looked at by one process: of one learned deck, or of decks never seen, of such designs."""

    typefaces: Path
    models: Path
    first: int
    pictures: int
    deck: bool
    design: Designing
    raw: bool


def done(job: Job) -> list[tuple[str, str, Score]]:
    """For each picture its difficulty, its layout and its score."""
    cv2.setNumThreads(1)
    typefaces = read_typefaces(job.typefaces)
    design = job.design(job.first * SPREAD, typefaces)
    deck = learned(design, typefaces, job.first) if job.deck else None
    eyes = Eyes("take_six", deck, job.models, AS_READ if job.raw else None)
    scores = []
    for difficulty in DIFFICULTIES:
        for at in range(job.pictures):
            seed = job.first + 1_000_000 * job.deck + at
            one = design if job.deck else job.design(seed * SPREAD, typefaces)
            scene = draw_scene(seed, typefaces, difficulty, design=one)
            scores.append((difficulty.name, one.layout, score(eyes.see, [scene])))
    return scores


def all_done(
    typefaces: Path, models: Path, first: int, pictures: int, deck: bool, design: Designing, raw: bool
) -> list[tuple[str, str, Score]]:
    """So many pictures of each difficulty, on all cores. To calibrate, more decks are taken."""
    decks = DECKS * CALIBRATING if raw else DECKS
    each = -(-pictures // DECKS)
    jobs = [Job(typefaces, models, first + 1000 * at, each, deck, design, raw) for at in range(decks)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return [one for scores in pool.map(done, jobs) for one in scores]


TABLES = (EASY, USUAL, HARDER)
"""On what it is found out what is a card: on more grounds than those of the report."""


Judged = tuple[list[NDArray[np.float64]], list[bool]]
"""What speaks for something, time after time, and whether it was so."""


def seen_in(job: Job, pictures: Sequence[str]) -> tuple[Judged, Judged]:
    """What speaks for each thing in the pictures being a card, and for each card showing its face.

    What is half a card is left out.
    """
    cv2.setNumThreads(1)
    typefaces = read_typefaces(job.typefaces)
    eyes = Eyes("take_six", None, job.models, AS_READ)
    cards: Judged = ([], [])
    faces: Judged = ([], [])
    for seed in range(job.first, job.first + len(TABLES) * job.pictures):
        lesson = lesson_of(seed, TABLES, pictures)
        scene = draw_scene(seed, typefaces, lesson, design=job.design(seed * SPREAD, typefaces))
        for quad, of_card, of_face in zip(*eyes.evidence(scene.picture), strict=True):
            shared, card = _nearest(quad, scene.cards)
            if shared < NO_CARD or shared >= MATCHES:
                cards[0].append(of_card)
                cards[1].append(shared >= MATCHES)
            if shared >= MATCHES:
                faces[0].append(of_face)
                faces[1].append(card is not None)
    return cards, faces


def _nearest(quad: Quad, cards: Sequence[SceneCard]) -> tuple[float, int | None]:
    """How much it shares with the card that it shares most with, and the number of that one."""
    shared = [overlap(quad, card.quad) for card in cards]
    at = int(np.argmax(shared)) if shared else -1
    return (shared[at], cards[at].card) if shared else (0.0, None)


def calibrate_cards(typefaces: Path, models: Path, pictures: int, grounds: Sequence[str]) -> None:
    """Find what speaks for a card, and for its face, and write it beside the models."""
    jobs = [
        Job(typefaces, models, TO_CALIBRATE + 500_000 + 1000 * at, pictures, False, any_design, True)
        for at in range(DECKS)
    ]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        parts = list(pool.map(partial(seen_in, pictures=grounds), jobs))
    for way, seen in zip(("cards", "faces"), zip(*parts, strict=True), strict=True):
        evidence = np.array([row for rows, _ in seen for row in rows])
        so = np.array([float(one) for _, ones in seen for one in ones])
        weights = regressed(evidence, so, np.zeros(evidence.shape[1]))
        print(f"{way}: {weights.round(4).tolist()} from {len(evidence)} things, {int(so.sum())} of them so")
        _write(models, {way: {"weights": weights.round(4).tolist(), "bar": LEAST}})


def _write(models: Path, found: Mapping[str, object]) -> None:
    file = models / TRUST
    before = json.loads(file.read_text()) if file.exists() else {}
    file.write_text(json.dumps({**before, **found}, indent=1) + "\n")


def calibrate(typefaces: Path, models: Path, pictures: int) -> None:
    """Find what the chances are worth, with a learned deck and without one, and write it beside the models."""
    for way in ("numbers", "deck"):
        scores = all_done(typefaces, models, TO_CALIBRATE, pictures, way == "deck", any_design, raw=True)
        claims = [claim for _, _, one in scores for claim in one.claims]
        trust = asdict(replace(fitted(claims, MOST_WRONG[way]), contradicted=CONTRADICTED_FROM[way]))
        print(f"{way}: {trust} from {len(claims)} claims", flush=True)
        _write(models, {way: trust})


def measure(typefaces: Path, models: Path, pictures: int) -> list[str]:
    """The lines of the report card: by difficulty, and for decks never seen by layout, too."""
    lines, decks, sure = [], [], []
    for way, (deck, design) in WAYS.items():
        scores = all_done(typefaces, models, TO_REPORT, pictures, deck, design, raw=False)
        sure += [f"| {way} | {line} |" for line in calibration(_together(one for _, _, one in scores).said)]
        for difficulty in DIFFICULTIES:
            own = [(layout, one) for name, layout, one in scores if name == difficulty.name]
            lines.append(f"| {difficulty.name} | {way} | {_together(one for _, one in own).row()} |")
            print(lines[-1], flush=True)
            if not deck:
                decks.append(f"| {difficulty.name} | {way} | {by_deck([one for _, one in own])} |")
        if way == "never seen":
            layouts = sorted({layout for _, layout, _ in scores})
            lines += [
                f"| all | {at} | {_together(one for _, name, one in scores if name == at).row()} |" for at in layouts
            ]
    return [*lines, "", *BY_DECK, *decks, "", *HOW_SURE, *sure]


def by_deck(scores: Sequence[Score]) -> str:
    """Of decks never seen, each on a picture of its own: how many of its cards are named on average, of the worst
    tenth of the decks at most, and of the worst."""
    named = np.array([one.named / one.faces for one in scores if one.faces])
    return " | ".join(f"{100 * part:.1f}%" for part in (named.mean(), np.quantile(named, 0.1), named.min()))


def _together(scores: Iterable[Score]) -> Score:
    total = Score()
    for one in scores:
        total.add(one)
    return total


HEAD = """# Report card of the models

Written by the last step of `make train` on {machine}, OpenCV {opencv}. {pictures} drawn pictures of 2304 by 1296
for each line of a difficulty, of designs and typefaces that training has not seen.

| pictures | deck | {columns} |
| --- | --- | {dashes} |
"""


BY_DECK = (
    "| pictures | deck | named, mean over decks | the worst tenth at most | the worst |",
    "| --- | --- | --- | --- | --- |",
)
HOW_SURE = ("| deck | said to be sure | cards | said on average | right |", "| --- | --- | --- | --- | --- |")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("typefaces", type=Path)
    parser.add_argument("models", type=Path)
    parser.add_argument("--pictures", type=int, default=64)
    parser.add_argument("--grounds", type=Path, help="a folder of pictures to lay cards on")
    parser.add_argument("--keep-calibration", action="store_true")
    options = parser.parse_args()
    if not options.keep_calibration:
        grounds = files_in(options.grounds)
        calibrate_cards(options.typefaces, options.models, options.pictures // 2, grounds)
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
