"""What the backs on a table look like, learned from the table itself.

Every face exists once, and all backs are alike. So two things that look the same all over are backs, even if something
like a number is drawn on them, unless they are plainly faces or read as different numbers. What they look like is kept
while the table is watched: by it a single one is known later on, such as the last card still to be turned up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np

from vision.frame import Picture
from vision.likeness import MIDDLE, Floats, middles, patches, to_cut
from vision.read import Look

PLAINLY_A_FACE, PLAINLY_A_BACK = 0.9, 0.02
ALIKE = 0.8
"""Of two backs so many patches that show anything are alike; a face and a back share 0.7 of them at most."""

A_NUMBER = 0.5
"""So likely something is a number, whichever it may be."""

AGREES, SHOWS = 0.5, 0.7
"""Two patches are alike from so much on; a plain one, with less contrast than that, says nothing."""

LEAST_PATCHES = 6
MOST_SAMPLES = 3

LIKELIEST = 0.5
"""A number is what a card reads as if it is likelier than this among all numbers."""

FEW, SEVERAL = 2, 3
"""So many that look the same are backs if they are not plainly faces, and so many if they are, and read as one number:
two faces may be misread alike, but hardly three."""

READS = 0.25
"""What reads as a number with this chance is no back like one that reads as another."""


class Backs:
    """The backs that were seen on one table so far."""

    def __init__(self) -> None:
        self._samples: list[Floats] = []
        """The patches of each, one way up and the other."""

    @property
    def seen(self) -> bool:
        """Whether any was seen."""
        return bool(self._samples)

    def knows(self, cut: Picture) -> bool:
        """Whether a card looks like one that was seen."""
        return looks_like(cut, self._samples)

    def face_down(self, looks: Sequence[Look]) -> list[bool]:
        """Which of these cards lie face down, by what they look like."""
        if not looks:
            return []
        down = [look.face_up < PLAINLY_A_BACK for look in looks]
        if not self._samples and True in down:
            self._learn(looks[down.index(True)].cut)
        shown = middles([look.cut for look in looks])
        down = [one or known for one, known in zip(down, _same(shown, self._samples), strict=True)]
        doubtful = [at for at, look in enumerate(looks) if not down[at] and not _plainly_a_face(look)]
        down = self._with_alike(down, _alike(doubtful, looks, shown, FEW), looks)
        for those in _by_number(looks, down):
            down = self._with_alike(down, _alike(those, looks, shown, SEVERAL), looks)
        return down

    def _with_alike(self, down: Sequence[bool], groups: Iterable[Sequence[int]], looks: Sequence[Look]) -> list[bool]:
        """The same with all of these groups face down; what they show is remembered."""
        turned = list(down)
        for alike in groups:
            self._learn(looks[alike[0]].cut)
            turned = [one or at in alike for at, one in enumerate(turned)]
        return turned

    def _learn(self, cut: Picture) -> None:
        if len(self._samples) < 2 * MOST_SAMPLES and not _same(middles([cut]), self._samples)[0]:
            self._samples += both_ways(cut)


def _plainly_a_face(look: Look) -> bool:
    """Whether it looks like a face and has a number, read or not; patterned backs of unknown decks look like faces."""
    has_number = any(numeral.chances.sum() > A_NUMBER for numeral in look.numerals)
    return look.face_up >= PLAINLY_A_FACE and has_number


def _by_number(looks: Sequence[Look], down: Sequence[bool]) -> list[list[int]]:
    """The cards that lie face up, as it seems, and are likeliest to be one and the same number."""
    those: dict[int, list[int]] = {}
    for at, look in enumerate(looks):
        if down[at]:
            continue
        scores = look.scores
        likeliest = int(scores.argmax())
        if 1 / np.exp(scores - scores[likeliest]).sum() > LIKELIEST:
            those.setdefault(likeliest, []).append(at)
    return list(those.values())


def _number_on(look: Look) -> int | None:
    """The number that is read most clearly on it, or None if none is."""
    clearest = max(look.numerals, key=lambda numeral: numeral.chances.max(), default=None)
    return None if clearest is None or clearest.chances.max() < READS else int(clearest.chances.argmax())


def _alike(those: Sequence[int], looks: Sequence[Look], shown: Floats, least: int) -> Iterator[list[int]]:
    """Which of those look the same all over, where at least so many do, and do not read as different numbers."""
    numbers = {at: _number_on(looks[at]) for at in those}
    for place, one in enumerate(those[:-1]):
        others = [at for at in those[place + 1 :] if None in (numbers[one], numbers[at]) or numbers[one] == numbers[at]]
        same = _same(shown[others], both_ways(looks[one].cut))
        alike = [one, *(at for at, is_same in zip(others, same, strict=True) if is_same)]
        if len(alike) >= least:
            yield alike


def both_ways(back: Picture) -> tuple[Floats, Floats]:
    """The patches of a back, one way up and the other."""
    cut = to_cut(back)
    return patches(cut), patches(np.asarray(cv2.rotate(cut, cv2.ROTATE_180), np.uint8))


def looks_like(cut: Picture, backs: Sequence[Floats]) -> bool:
    """Whether a card looks like one of these backs, in whatever light."""
    return _same(middles([cut]), backs)[0]


def _same(shown: Floats, samples: Sequence[Floats]) -> list[bool]:
    """Of each card, whether on one of the samples most patches are alike of those that show anything on either."""
    same = np.zeros(len(shown), bool)
    contrast, by_patch = np.linalg.norm(shown, axis=2), np.ascontiguousarray(shown.transpose(1, 2, 0))
    for sample in samples:
        shows = np.maximum(contrast, np.linalg.norm(sample[:, MIDDLE], axis=1)) > SHOWS
        alike = np.matmul(sample, by_patch).max(axis=1).T > AGREES
        many = np.count_nonzero(shows, axis=1)
        same |= (many >= LEAST_PATCHES) & (np.count_nonzero(alike & shows, axis=1) >= ALIKE * many)
    return [bool(one) for one in same]
