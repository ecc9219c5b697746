"""Teaches a deck: from pictures named after their cards, or from pictures of many cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards import names_of
from vision.cut import CUT, RIM, Pyramid, Quad
from vision.deck import BACK, Deck, sample_of
from vision.detect import overlap
from vision.errors import VisionError
from vision.eyes import Eyes
from vision.frame import Picture
from vision.read import NO_CARD
from vision.sighting import Sighting

RATIO = (CUT[0] - 2 * RIM) / (CUT[1] - 2 * RIM)
SHAPES = (0.58, 0.735)
"""How wide cards are by their height; pictures of cameras are 9:16 or 3:4."""

COVERED = 0.01


@dataclass(frozen=True, eq=False)
class Doubt:
    """A card that was not surely read: what it looks like, what it may be, and where it lies in its picture."""

    sample: Picture
    maybe: tuple[str, ...]
    quad: Quad


def name_in(stem: str, game: str) -> str | None:
    """The card that a file is named after, or None.

    >>> name_in("014-2", "take_six"), name_in("red_7", "qwixx_cards"), name_in("table", "take_six")
    ('14', 'red 7', None)
    """
    allowed = {*names_of(game), BACK}
    for text in (stem, re.sub(r"[-_ ]\d+$", "", stem)):
        for name in (text, re.sub(r"[-_]", " ", text), text.replace("-", "_").replace(" ", "_")):
            plain = re.sub(r"(?<!\d)0+(?=\d)", "", name.strip().lower())
            if plain in allowed:
                return plain
    return None


def learn_single(deck: Deck, name: str, picture: Picture, eyes: Eyes) -> Deck:
    """The deck with the one card of this picture, cut out already or lying on a plain table."""
    quad = _cut_out(picture, eyes)
    if quad is None:
        quads = eyes.quads(picture) or _whole_if_narrow(picture)
        if len(quads) != 1:
            raise VisionError("deck_one_card", cards=len(quads))
        quad = _upright(picture, quads[0], name, eyes)
    return deck.with_card(name, sample_of(Pyramid(picture), quad))


def learn_many(deck: Deck, picture: Picture, eyes: Eyes) -> tuple[Deck, list[Doubt]]:
    """The deck with all cards of a picture that are surely read and lie free, and those that are not."""
    sightings = eyes.see(picture)
    pyramid = Pyramid(picture)
    doubts = []
    for sighting in sightings:
        if _touched(sighting, sightings):
            continue
        sample = sample_of(pyramid, sighting.quad)
        if sighting.face == "down":
            deck = deck if BACK in deck.cards else deck.with_card(BACK, sample)
        elif sighting.card is not None:
            deck = deck.with_card(sighting.card, sample)
        else:
            doubts.append(Doubt(sample, tuple(name for name, _ in sighting.alternatives), sighting.quad))
    return deck, doubts


def _touched(one: Sighting, sightings: Sequence[Sighting]) -> bool:
    return any(other is not one and overlap(one.quad, other.quad) > COVERED for other in sightings)


def _cut_out(picture: Picture, eyes: Eyes) -> Quad | None:
    """The corners of the picture, if it shows a card and nothing else."""
    height, width = picture.shape[:2]
    if abs(width / height / RATIO - 1) > 0.12:
        return None
    whole = _all_of(picture)
    framed, rim = _framed(picture)
    look = eyes.look_at(framed, [whole + rim])[0]
    return whole if look.kind[NO_CARD] < 0.5 else None


def _all_of(picture: Picture) -> Quad:
    height, width = picture.shape[:2]
    return np.array([(0, 0), (width, 0), (width, height), (0, height)], float) - 0.5


def _whole_if_narrow(picture: Picture) -> list[Quad]:
    """The corners of the picture if it is shaped as cards are, and as no camera's pictures."""
    narrow = SHAPES[0] < picture.shape[1] / picture.shape[0] < SHAPES[1]
    return [_all_of(picture)] if narrow else []


def _framed(picture: Picture) -> tuple[Picture, int]:
    """On a table that it stands out from."""
    rim = picture.shape[0] // 4
    edge = float(np.concatenate([picture[0], picture[-1]]).mean())
    colour = (40.0, 60.0, 50.0) if edge > 128 else (210.0, 200.0, 190.0)
    return cv2.copyMakeBorder(picture, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=colour), rim


def _upright(picture: Picture, quad: Quad, name: str, eyes: Eyes) -> Quad:
    """The way round in which the card reads as what it is."""
    ways = (quad, np.roll(quad, 2, axis=0))
    looks = eyes.look_at(picture, ways)
    if name.isdecimal():
        scores = [look.upright_score(int(name)) for look in looks]
        if abs(scores[0] - scores[1]) > 1:
            return ways[int(np.argmax(scores))]
    return ways[0] if looks[0].turned < 0.5 else ways[1]
