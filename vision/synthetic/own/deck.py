"""Which cards the project's own decks have, and how each looks."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.synthetic.own import no_thanks, qwixx_cards, take_six
from vision.synthetic.own.picture import picture
from vision.synthetic.own.shapes import Shapes

Face = NDArray[np.uint8]

BACK = "back"
_COPIES = 4
"""Of each special card."""

_CARDS = {"take_six": take_six.CARDS, "no_thanks": no_thanks.CARDS, "qwixx_cards": qwixx_cards.CARDS}
_FACES = {"take_six": take_six.face, "no_thanks": no_thanks.face, "qwixx_cards": qwixx_cards.face}
_BACKS = {"take_six": take_six.back, "no_thanks": no_thanks.back}
GAMES = tuple(_CARDS)


def own_cards(game: str) -> tuple[str, ...]:
    """The names of all faces; those of Qwixx include the neutral ones on the other side of its cards."""
    return _CARDS[game]


def own_face(game: str, name: str) -> Face:
    """The face of a card, seen upright, three pixels a millimetre."""
    return _drawn(game, name).copy()


def own_back(game: str) -> Face | None:
    """The back of the deck; Qwixx has none: the other side of its cards is a neutral number."""
    own_cards(game)
    return _drawn(game, BACK).copy() if game in _BACKS else None


def shapes_of(game: str, name: str) -> Shapes:
    """What a face, or the back, is drawn of."""
    cards = own_cards(game)
    if name == BACK and game in _BACKS:
        return _BACKS[game]()
    if name not in cards:
        raise KeyError(name)
    return _FACES[game](name)


def deck_list(game: str) -> tuple[tuple[str, str], ...]:
    """Every card of a printed deck, as often as it is in it: what is on its one side and on its other."""
    cards = own_cards(game)
    if game == "qwixx_cards":
        return tuple((name, qwixx_cards.back_of(name)) for name in (*qwixx_cards.COLOURED, *qwixx_cards.JOKERS))
    return tuple((name, BACK) for name in cards for _ in range(_COPIES if name in take_six.SPECIALS else 1))


@lru_cache(maxsize=256)
def _drawn(game: str, name: str) -> Face:
    return picture(shapes_of(game, name))
