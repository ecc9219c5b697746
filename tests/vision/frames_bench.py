"""How well five frames of the same table are read together. Part of `make bench`.

The same drawn picture is taken five times, as by a camera that is never quite still: moved by a fraction of a pixel,
with noise of its own and compressed anew. Evidence is added up as watching does it.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from tests.vision.eyes_bench import DECKS, PICTURES, TYPEFACES, scenes
from vision.detect import overlap
from vision.eyes import Eyes
from vision.frame import Picture
from vision.sighting import Sighting
from vision.synthetic.bench import Score, See, learned, score
from vision.synthetic.designs import SPREAD, design_from
from vision.synthetic.scenes import EASY, HARD, MEDIUM
from vision.watch.cards import SAME_PLACE
from vision.watch.evidence import Evidence

FRAMES, LEAST_LOOKS = 5, 2
SHIFT, NOISE, QUALITY = 0.3, 1.5, 92

WANTED = {
    "easy": "named 100, wrong 0",
    "medium": "named 99.7, wrong 0",
    "hard": "named 98, wrong 0.02",
}


def taken_again(picture: Picture, number: int) -> Picture:
    """The same scene in another picture."""
    rng = np.random.default_rng(number)
    x, y = rng.uniform(-SHIFT, SHIFT, 2)
    size = (picture.shape[1], picture.shape[0])
    move = np.array([[1, 0, x], [0, 1, y]], np.float32)
    moved = cv2.warpAffine(picture, move, size, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    noisy = np.clip(moved + rng.normal(0, NOISE, (*picture.shape[:2], 1)), 0, 255).astype(np.uint8)
    encoded = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    return np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)


def over_frames(eyes: Eyes, frames: int) -> See:
    """What is seen after so many pictures of a table at rest."""

    def see(picture: Picture) -> Sequence[Sighting]:
        held: list[Evidence] = []
        for number in range(frames):
            for reading in eyes.look(taken_again(picture, number)):
                shared = [overlap(reading.quad, one.looks[0].quad) for one in held]
                at = int(np.argmax(shared)) if shared else 0
                if shared and shared[at] >= SAME_PLACE:
                    held[at] = held[at].and_of(reading)
                else:
                    held.append(Evidence.of(reading))
        least = min(frames, LEAST_LOOKS)
        return eyes.conclude([one.together for one in held if len(one.looks) >= least])

    return see


def main() -> None:
    cv2.setNumThreads(1)
    ways = ("learned", "never seen")
    totals = {
        (way, one.name, frames): Score() for way in ways for one in (EASY, MEDIUM, HARD) for frames in (1, FRAMES)
    }
    for at in range(DECKS):
        design = design_from((20_000 + at) * SPREAD, TYPEFACES)
        knowing = Eyes("take_six", learned(design, TYPEFACES, 30_000 + at))
        for difficulty in (EASY, MEDIUM, HARD):
            few = list(scenes(difficulty, 40_000 + 100 * at, PICTURES // DECKS, design))
            for way, eyes in zip(ways, (knowing, Eyes("take_six")), strict=True):
                for frames in (1, FRAMES):
                    totals[way, difficulty.name, frames].add(score(over_frames(eyes, frames), few))
    for (way, name, frames), total in totals.items():
        wanted = f"\n  (wanted: {WANTED[name]})" if frames == FRAMES and way == "learned" else ""
        print(f"{name}, deck {way}, frames added up: {frames}: {total.told()}{wanted}")


if __name__ == "__main__":
    main()
