"""Tables to learn from that are harder than any that are to be seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.synthetic.designs import SPREAD
from vision.synthetic.scenes import HARD, MEDIUM, Difficulty
from vision.synthetic.surroundings import ANY_GROUND

USUAL = replace(MEDIUM, layouts=(*MEDIUM.layouts, "grid"), grounds=ANY_GROUND)
HARDER = replace(HARD, layouts=(*HARD.layouts, "grid"), grounds=ANY_GROUND)
LITTERED = Difficulty("littered", 20, 0.45, 12, 0.6, grounds=ANY_GROUND, decoys=12)
"""More things that are no cards than any table has: what is rare there is to be learned here."""

HEAPED = Difficulty("heaped", 20, 0.45, 5, 0.8, layouts=("fans", "grid", "grid"), grounds=ANY_GROUND)
"""Cards on cards, the hardest to find."""

OTHER_COLOURS = 0.3
"""How many of the samples change their colours among each other: a wood of any colour is a table."""

ON_PICTURES = 3
"""Every so manieth table is laid on a picture, where there are some."""


def lesson_of(seed: int, lessons: Sequence[Difficulty], pictures: Sequence[str]) -> Difficulty:
    """The lesson of that seed, now and then on one of these pictures as its ground."""
    lesson, turn = lessons[seed % len(lessons)], seed // len(lessons)
    if not pictures or turn % ON_PICTURES:
        return lesson
    return replace(lesson, grounds=(pictures[seed * SPREAD % len(pictures)],))
