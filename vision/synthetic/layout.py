"""A whole deck laid out for learning it: in five pictures, 21 cards each, and its back."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from vision.cards import NUMBERS
from vision.frame import Picture
from vision.synthetic.designs import Design
from vision.synthetic.faces import draw_back, draw_face
from vision.synthetic.photograph import Photographer
from vision.synthetic.surroundings import GROUNDS
from vision.synthetic.table import Card, Table, Truth, View, truth
from vision.synthetic.typefaces import Typeface

COLUMNS, ROWS, APART = 7, 3, (80.0, 110.0)
TOP = (700.0, 400.0)
A_FEW_MM, A_FEW_DEGREES = 5.0, 8.0


def laid_out(design: Design, typefaces: Sequence[Typeface], seed: int) -> Iterator[tuple[Picture, tuple[Truth, ...]]]:
    """The pictures, and the truth about their cards. The last one has fewer, and a back."""
    rng = random.Random(seed)
    numbers = list(NUMBERS["take_six"])
    rng.shuffle(numbers)
    back = draw_back(design, typefaces)
    for first in range(0, len(numbers), COLUMNS * ROWS):
        table = Table(size=TOP, ground=GROUNDS[seed % len(GROUNDS)], seed=seed)
        for place in range(COLUMNS * ROWS):
            at = (
                (place % COLUMNS + 1.2) * APART[0] + rng.uniform(-A_FEW_MM, A_FEW_MM),
                (place // COLUMNS + 0.8) * APART[1] + rng.uniform(-A_FEW_MM, A_FEW_MM),
            )
            turn = rng.choice((0, 180)) + rng.uniform(-A_FEW_DEGREES, A_FEW_DEGREES)
            face_up = first + place < len(numbers)
            number = numbers[first + place] if face_up else numbers[0]
            card = Card(str(number), draw_face(design, typefaces, number), back)
            table = table.with_card(card, at, turn, face_up=face_up)
        view = View.of(table)
        yield Photographer(view).photograph(table, first), truth(table, view)
