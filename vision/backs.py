"""What the backs on a table look like, learned from the table itself.

Every face exists once, and all backs are alike. So two things that look the same all over, neither of them plainly a
face, are backs, even if something like a number is drawn on them. What they look like is kept while the table is
watched: by it a single one is known later on, such as the last card that is still to be turned up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np

from vision.frame import Picture
from vision.likeness import MIDDLE, Floats, middles, patches
from vision.read import Look

PLAINLY_A_FACE, PLAINLY_A_BACK = 0.9, 0.02
ALIKE = 0.8
"""Of two backs so many patches that show anything are alike; a face and a back share 0.7 of them at most."""

AGREES, SHOWS = 0.5, 0.7
"""Two patches are alike from so much on; a plain one, with less contrast than that, says nothing."""

LEAST_PATCHES = 6
MOST_SAMPLES = 3


class Backs:
    """The backs that were seen on one table so far."""

    def __init__(self) -> None:
        self._samples: list[Floats] = []
        """The patches of each, one way up and the other."""

    def face_down(self, looks: Sequence[Look]) -> list[bool]:
        """Which of these cards lie face down, by what they look like."""
        down = [look.face_up < PLAINLY_A_BACK for look in looks]
        if not self._samples and True in down:
            self._learn(looks[down.index(True)].cut)
        for at, look in enumerate(looks):
            down[at] = down[at] or (bool(self._samples) and self._is_known(look.cut))
        doubtful = [at for at, look in enumerate(looks) if not down[at] and look.face_up < PLAINLY_A_FACE]
        ways = {at: _both_ways(looks[at].cut) for at in doubtful}
        for one, other in combinations(doubtful, 2):
            if any(_same(ways[one][0][:, MIDDLE], way) for way in ways[other]):
                down[one] = down[other] = True
                self._learn(looks[one].cut)
        return down

    def _learn(self, cut: Picture) -> None:
        if len(self._samples) < 2 * MOST_SAMPLES and not self._is_known(cut):
            self._samples += _both_ways(cut)

    def _is_known(self, cut: Picture) -> bool:
        shown = middles(cut)
        return any(_same(shown, sample) for sample in self._samples)


def _both_ways(cut: Picture) -> tuple[Floats, Floats]:
    return patches(cut), patches(np.asarray(cv2.rotate(cut, cv2.ROTATE_180), np.uint8))


def _same(shown: Floats, sample: Floats) -> bool:
    """Whether most patches are alike of those that show anything on either."""
    shows = np.maximum(np.linalg.norm(shown, axis=1), np.linalg.norm(sample[:, MIDDLE], axis=1)) > SHOWS
    if np.count_nonzero(shows) < LEAST_PATCHES:
        return False
    alike = np.einsum("psd,pd->ps", sample[shows], shown[shows]).max(axis=1) > AGREES
    return bool(alike.mean() >= ALIKE)
