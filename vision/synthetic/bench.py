"""How well the eyes see: what they say of drawn pictures, held against what is on them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar

import numpy as np

from vision.cut import Pyramid
from vision.deck import BACK, Deck, sample_of
from vision.detect import Quad, overlap
from vision.frame import Picture
from vision.sighting import NAMED_FROM, Sighting
from vision.synthetic.designs import Design
from vision.synthetic.layout import laid_out
from vision.synthetic.scenes import Scene, SceneCard
from vision.synthetic.typefaces import Typeface
from vision.trust import evidence

See = Callable[[Picture], Sequence[Sighting]]
MATCHES = 0.5
"""A card is found where a sighting shares so much of its area with it."""

NO_CARD = 0.3
"""A sighting is of no card where it shares less than this with every card."""


@dataclass
class Score:
    """Counts over many pictures. Of the cards only those count that can be read, and of the names that could be said
    only those that the design tells from another one upside down; a wrong name counts on any card."""

    pictures: int = 0
    cards: int = 0
    found: int = 0
    ghosts: int = 0
    kinds_wrong: int = 0
    faces: int = 0
    first: int = 0
    named: int = 0
    wrong: int = 0
    corner_errors: list[float] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    claims: list[tuple[list[float], bool]] = field(default_factory=list)
    """The evidence of each likeliest name, and whether it was right; for eyes that take chances as they read them."""

    said: list[tuple[float, bool]] = field(default_factory=list)
    """How sure the eyes were of each likeliest name, and whether it was right."""

    mistakes: list[tuple[int | None, str, float]] = field(default_factory=list)

    def add(self, other: Score) -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    COLUMNS: ClassVar = (
        *("found", "no cards a picture", "face and back confused", "corner error, median"),
        *("likeliest right", "named", "wrong of named", "ms, median"),
    )

    def cells(self) -> tuple[str, ...]:
        """The numbers, in the order of the columns."""
        corner = np.median(self.corner_errors) if self.corner_errors else 0
        return (
            _part(self.found, self.cards),
            f"{self.ghosts / max(1, self.pictures):.3f}",
            _part(self.kinds_wrong, self.found),
            f"{corner * 100:.2f}%",
            _part(self.first, self.faces),
            _part(self.named, self.faces),
            _part(self.wrong, self.named),
            f"{np.median(self.milliseconds) if self.milliseconds else 0:.0f}",
        )

    def row(self) -> str:
        return " | ".join(self.cells())

    def told(self) -> str:
        """In one line, each number with its name."""
        return "  ".join(f"{name} {cell}" for name, cell in zip(self.COLUMNS, self.cells(), strict=True))


def _part(some: int, of: int) -> str:
    return f"{100 * some / max(1, of):.2f}% ({some} of {of})"


SAID = (0.0, 0.5, 0.8, 0.9, 0.98, NAMED_FROM, 1.0)


def calibration(said: Sequence[tuple[float, bool]]) -> list[str]:
    """For names of which the eyes were about so sure: how many, how sure they were, and how many were right."""
    lines = []
    for low, high in pairwise(SAID):
        some = [(sure, right) for sure, right in said if low <= sure < high or (high == 1.0 and sure == high)]
        if some:
            sure, right = (float(np.mean(part)) for part in zip(*some, strict=True))
            lines.append(f"{low:g} to {high:g} | {len(some)} | {100 * sure:.1f}% | {100 * right:.1f}%")
    return lines


def learned(design: Design, typefaces: Sequence[Typeface], seed: int) -> Deck:
    """A deck of Take Six as somebody teaches it who says of each card in five pictures what it is."""
    deck = Deck("bench", "take_six", {})
    for picture, truths in laid_out(design, typefaces, seed):
        pyramid = Pyramid(picture)
        for one in truths:
            deck = deck.with_card(one.card or BACK, sample_of(pyramid, one.quad))
    return deck


def score(see: See, scenes: Iterable[Scene]) -> Score:
    """What `see` says of these scenes, counted."""
    total = Score()
    for scene in scenes:
        start = time.perf_counter()
        sightings = see(scene.picture)
        total.milliseconds.append((time.perf_counter() - start) * 1000)
        total.pictures += 1
        of_cards = {at for card in scene.cards for at in [_judge(card, sightings, total)] if at is not None}
        for sure, speaks, right in _claims(scene, sightings):
            total.claims.append((speaks, right))
            total.said.append((sure, right))
        for at, sighting in enumerate(sightings):
            alone = all(overlap(sighting.quad, card.quad) < NO_CARD for card in scene.cards)
            total.ghosts += at not in of_cards and alone
    return total


def _judge(card: SceneCard, sightings: Sequence[Sighting], total: Score) -> int | None:
    """Count one card; the result says which sighting is of it."""
    shared = [overlap(sighting.quad, card.quad) for sighting in sightings]
    at = int(np.argmax(shared)) if shared else -1
    sighting = sightings[at] if at >= 0 and shared[at] >= MATCHES else None
    if not card.readable:
        # Whether it is found does not count, though what it is named does.
        if sighting is not None and sighting.card is not None:
            _count_name(card, sighting, total)
        return at if sighting is not None else None
    total.cards += 1
    total.faces += _has_a_name(card)
    if sighting is None:
        return None
    total.found += 1
    total.corner_errors.append(corner_error(sighting.quad, card.quad))
    total.kinds_wrong += (sighting.face == "up") != (card.card is not None)
    if sighting.alternatives and _has_a_name(card):
        total.first += sighting.alternatives[0][0] == str(card.card)
    if sighting.card is not None:
        _count_name(card, sighting, total)
    return at


def _claims(scene: Scene, sightings: Sequence[Sighting]) -> list[tuple[float, list[float], bool]]:
    """How sure the eyes are of each likeliest name, what speaks for it, and whether it is right.

    A thing that is no card is never what it seems.
    """
    claims = []
    for one in (one for one in sightings if one.alternatives):
        shared = [overlap(one.quad, card.quad) for card in scene.cards]
        nearest = scene.cards[int(np.argmax(shared))] if shared and max(shared) >= NO_CARD else None
        (name, chance), second = one.alternatives[0], one.alternatives[1][1] if one.alternatives[1:] else 0.0
        right = nearest is not None and name == str(nearest.card)
        claims.append((chance, evidence(chance, second, one.reading.signs), right))
    return claims


def _has_a_name(card: SceneCard) -> bool:
    return card.card is not None and card.told


def _count_name(card: SceneCard, sighting: Sighting, total: Score) -> None:
    assert sighting.card is not None
    total.named += _has_a_name(card) and card.readable
    if sighting.card != str(card.card):
        total.wrong += 1
        total.mistakes.append((card.card, sighting.card, sighting.confidence))


def corner_error(quad: Quad, truth: Quad) -> float:
    """The mean distance of the corners by the card's height, whichever way round."""
    high = float(np.linalg.norm(truth[3] - truth[0]))
    return min(float(np.linalg.norm(np.roll(quad, turn, axis=0) - truth, axis=1).mean()) for turn in (0, 2)) / high
