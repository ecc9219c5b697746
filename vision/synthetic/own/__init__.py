"""The project's own decks, drawn by the project: for printing, for tests and for training.

>>> own_cards("no_thanks")[:3]
('3', '4', '5')
>>> own_face("qwixx_cards", "red 7").shape
(261, 168, 3)
"""

from vision.synthetic.own.deck import GAMES, deck_list, own_back, own_cards, own_face
from vision.synthetic.own.sheets import own_deck_pdf

__all__ = ["GAMES", "deck_list", "own_back", "own_cards", "own_deck_pdf", "own_face"]
