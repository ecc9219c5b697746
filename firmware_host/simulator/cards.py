"""The cards of the project's own decks, as the simulated table lays them."""

from __future__ import annotations

from functools import cache

from vision.synthetic.own import own_back, own_face
from vision.synthetic.own.qwixx_cards import back_of
from vision.synthetic.table import Card


@cache
def own_card(game: str, name: str) -> Card:
    """A card with its two sides. What has a coloured side in Qwixx has its neutral number on the other one."""
    face = own_face(game, name)
    back = own_back(game)
    if back is None:
        back = face if name.startswith("neutral") else own_face(game, back_of(name))
    return Card(name, face, back)
