"""The project's own decks as the eyes know them: learned from how they are drawn, not from photographs."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from vision.cut import Pyramid
from vision.deck import BACK, Deck, sample_of
from vision.synthetic.artwork import HEIGHT, WIDTH
from vision.synthetic.own.deck import Face, own_back, own_cards, own_face

NAME = "drover"
"""The name under which everybody has it."""

_WHOLE = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], float)


def own_deck(game: str, only: Collection[str] | None = None) -> Deck:
    """The own deck of a game, or some cards of it."""
    names = [name for name in own_cards(game) if only is None or name in only]
    looks: dict[str, Face] = {name: own_face(game, name) for name in names}
    back = own_back(game)
    if back is not None and (only is None or BACK in only):
        looks[BACK] = back
    return Deck(NAME, game, {name: sample_of(Pyramid(face), _WHOLE) for name, face in looks.items()})
