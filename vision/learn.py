"""Teaches a deck: from pictures named after their cards, or from pictures of many cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.backs import both_ways, looks_like
from vision.cards import copies, names_of
from vision.cut import CUT, RIM, Pyramid, Quad
from vision.deck import BACK, Deck, sample_of
from vision.detect import overlap
from vision.errors import VisionError
from vision.eyes import Eyes
from vision.frame import Picture
from vision.likeness import to_cut
from vision.read import NO_CARD
from vision.sighting import Sighting

RATIO = (CUT[0] - 2 * RIM) / (CUT[1] - 2 * RIM)
SHAPES = (0.58, 0.735)
"""How wide cards are by their height; pictures of cameras are 9:16 or 3:4."""

COVERED = 0.01

SURELY = 0.9
"""So surely a card lies face down whose look is learned as the back's."""

ROUNDS = 3
"""So often the pictures are looked at: what was learned helps to read the rest."""

MOST_SHOWN = 240
"""So many cards of one lesson are judged together at the most: those of a deck twice over."""

MANY_TWICE = 0.1
"""If more of the names than this are read twice, the pictures show cards again."""


@dataclass(frozen=True, eq=False)
class Shown:
    """A card in one of the pictures: which, what it looks like, what was concluded there, and whether it lies free."""

    picture: int
    sample: Picture
    sighting: Sighting
    free: bool


@dataclass(frozen=True, eq=False)
class Doubt:
    """A card that is not surely read, and what it may be."""

    shown: Shown
    maybe: tuple[str, ...]


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


@dataclass(frozen=True, eq=False)
class Lesson:
    """A deck that is taught picture by picture; somebody is there who says what is not surely read.

    `known` is what it was before and what somebody named; `deck` is all of it. Every card that was seen has a number.
    """

    known: Deck
    deck: Deck
    eyes: Eyes
    shown: Mapping[int, Shown] = field(default_factory=dict)
    doubts: Mapping[int, Doubt] = field(default_factory=dict)
    named: frozenset[str] = frozenset()
    numbers: int = 0

    @classmethod
    def of(cls, deck: Deck) -> Lesson:
        return cls(deck, deck, Eyes(deck.game))

    def with_picture(self, picture: Picture) -> Lesson:
        """What is surely read there is learned, and may tell what was in doubt before."""
        seen = shown_in(picture, Eyes(self.deck.game, self.deck))
        numbered = dict(enumerate(seen, self.numbers + 1))
        before = self if len(self.shown) < MOST_SHOWN else self._settled()
        return replace(before, shown={**before.shown, **numbered}, numbers=self.numbers + len(seen))._judged()

    def with_shown(self, shown: Sequence[Shown]) -> Lesson:
        """The same from these cards, and no others that were seen before."""
        return replace(self, shown=dict(enumerate(shown, 1)), numbers=len(shown))._judged()

    def with_card(self, name: str, picture: Picture) -> Lesson:
        """The picture shows that one card."""
        return replace(self, known=learn_single(self.known, name, picture, self.eyes))._judged()

    def with_name(self, number: int, name: str | None) -> Lesson:
        """The card of this number is that one; None: it is not to be learned."""
        left = {at: one for at, one in self.shown.items() if at != number}
        if name is None or number not in self.shown:
            return replace(self, shown=left)._judged()
        known = self.known.with_card(name, self.shown[number].sample)
        single = {name} if name != BACK and copies(known.game, name) == 1 else set[str]()
        return replace(self, shown=left, known=known, named=self.named | single)._judged()

    def _settled(self) -> Lesson:
        """What was read stands, and of the doubts the newest: a lesson may be as long as it likes."""
        newest = list(self.doubts.items())[-MOST_SHOWN // 4 :]
        return replace(self, known=self.deck, shown={number: doubt.shown for number, doubt in newest})

    def _judged(self) -> Lesson:
        deck, doubts = learn_many(self.known, self.shown.values(), self.eyes, self.named)
        numbers = {id(one): number for number, one in self.shown.items()}
        return replace(self, deck=deck, doubts={numbers[id(doubt.shown)]: doubt for doubt in doubts})


def learn_pictures(deck: Deck, pictures: Callable[[], Iterable[Picture]]) -> Lesson:
    """The deck with all cards of these pictures that are surely read and lie free, and what is in doubt.

    `pictures` gives them all, as often as it is asked.
    """
    lesson = Lesson.of(deck)
    for _ in range(ROUNDS):
        eyes, before = Eyes(deck.game, lesson.deck), lesson.deck.cards.keys()
        shown = [one for at, picture in enumerate(pictures()) for one in shown_in(picture, eyes, at)]
        lesson = lesson.with_shown(shown)
        if lesson.deck.cards.keys() == before:
            break
    return lesson


def shown_in(picture: Picture, eyes: Eyes, at: int = 0) -> list[Shown]:
    """The cards of one picture, the `at`-th."""
    sightings = eyes.see(picture)
    pyramid = Pyramid(picture)
    return [Shown(at, sample_of(pyramid, one.quad), one, not _touched(one, sightings)) for one in sightings]


def learn_many(deck: Deck, shown: Iterable[Shown], eyes: Eyes, named: Collection[str] = ()) -> tuple[Deck, list[Doubt]]:
    """The deck with the cards that are surely read and lie free, and those that are not.

    As every card is there once, those of all pictures are judged together, unless they are shown again and again.
    What reads as one of the cards that somebody `named` is asked about.
    """
    shown = list(shown)
    alone = [one.sighting for one in shown]
    judged = alone if _shown_again(alone, deck.game) else eyes.conclude([one.reading for one in alone])
    free = [(one, sighting) for one, sighting in zip(shown, judged, strict=True) if one.free]
    doubts = []
    for one, sighting in free:
        if sighting.card is not None and sighting.card not in named:
            deck = deck.with_card(sighting.card, one.sample)
        elif sighting.face == "up":
            doubts.append(_doubt(one, sighting))
    down = [(one, sighting) for one, sighting in free if sighting.face == "down"]
    faces = [sample for name, sample in deck.cards.items() if name != BACK]
    # What may be a face makes doubtful what looks like it, too.
    faces += [one.sample for one, sighting in down if _may_be_a_face(sighting)]
    for one, sighting in down:
        if _may_be_a_face(sighting) or _looks_like_any(one.sample, faces):
            doubts.append(_doubt(one, sighting))
        elif BACK not in deck.cards:
            deck = deck.with_card(BACK, one.sample)
    return deck, doubts


def _doubt(one: Shown, sighting: Sighting) -> Doubt:
    return Doubt(one, tuple(name for name, _ in sighting.alternatives))


def _may_be_a_face(sighting: Sighting) -> bool:
    """Whether what seems a back hardly does, or has something on it that is rather a number than not."""
    return sighting.confidence < SURELY or sighting.reading.signs[0] > 0


def _looks_like_any(sample: Picture, faces: Sequence[Picture]) -> bool:
    """Whether what seems a back looks like faces of its deck, of which one is hardly to be told from the next."""
    ways = both_ways(sample)
    return any(looks_like(to_cut(face), ways) for face in faces)


def _shown_again(sightings: Sequence[Sighting], game: str) -> bool:
    """Whether many of the cards of which there is one are seen twice."""
    names = [one.card for one in sightings if one.card is not None and copies(game, one.card) == 1]
    return len(names) - len(set(names)) > MANY_TWICE * len(names)


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
