"""How like the samples of a learned deck a cut-out card looks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.cut import CUT, RIM
from vision.deck import BACK, Deck
from vision.frame import Picture

Floats = NDArray[np.float32]
SMALL = (15, 22)
"""A card this small still has its colours and its artwork, and not its number."""

BLOCKS = (3, 4)
PATCH, STEP, PLAY = 16, 12, 2
"""Patches of so many pixels, so far apart, each free to lie a little off."""

CANDIDATES = 5
UNSEEN = 0.25
"""A patch that is like none of the candidates' is hidden or washed out."""

DIFFERS = 0.02
FURTHEST = 0.5
"""So much less like than the best a patch may be; more is a glare, or a chip that lies there."""

PATCHES, WHOLE = 1.1, 5.8
"""How much the patches' likenesses count, and that of the card as a whole, found by fitting them to drawn cards."""


class Likeness:
    """Compares cut-out cards with a deck's samples: by look alone, it reads nothing."""

    def __init__(self, deck: Deck) -> None:
        self.names = tuple(name for name in deck.cards if name != BACK)
        upright = [to_cut(deck.cards[name]) for name in self.names]
        both = [*upright, *(cv2.rotate(cut, cv2.ROTATE_180) for cut in upright)]
        self._index = {
            (name, turned): at + turned * len(upright) for at, name in enumerate(self.names) for turned in (0, 1)
        }
        self._small = _small(both)
        self._patches = middles(both)

    def like(self, cuts: Sequence[Picture], rim: int = RIM) -> Floats:
        """How like each of the samples, upright first and then turned, each of the cards within its rim looks."""
        return _alike(_small(cuts, rim), self._small)

    def candidates(self, cut: Picture, wanted: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
        """The samples that a card may be: those wanted, and those it looks most like."""
        count = len(self.names)
        alike = np.argsort(-self.like([cut])[0], kind="stable")[:CANDIDATES]
        near = [(self.names[at % count], int(at >= count)) for at in alike]
        return list(dict.fromkeys([pair for pair in wanted if pair in self._index] + near))

    def scores(self, cut: Picture, candidates: list[tuple[str, int]]) -> Floats:
        """For each candidate the logarithm of its likelihood, by the places in which the candidates differ."""
        samples = self._patches[[self._index[pair] for pair in candidates]]
        alike = np.matmul(patches(cut), samples.transpose(1, 2, 0)).max(axis=1).T
        mean = samples.mean(axis=0)
        differ = 1 - np.square(mean).sum(axis=1)
        best = alike.max(axis=0)
        weight = np.where(best > UNSEEN, np.maximum(differ - DIFFERS, 0), 0)
        by_patches = (np.maximum(alike - best, -FURTHEST) * weight).sum(axis=1)
        whole = _alike(_small([cut]), self._small[[self._index[pair] for pair in candidates]])[0]
        return np.asarray(PATCHES * by_patches + WHOLE * whole, np.float32)


def to_cut(sample: Picture) -> Picture:
    """A deck's sample at the size at which cards are cut out."""
    return cv2.resize(sample, CUT, interpolation=cv2.INTER_AREA)


def _small(cuts: Sequence[Picture], rim: int = RIM) -> Floats:
    """The colours of each card, block by block, whatever the light."""
    across, down = BLOCKS[0] * SMALL[0] // BLOCKS[0], BLOCKS[1] * (SMALL[1] // BLOCKS[1])
    high, wide = down // BLOCKS[1], across // BLOCKS[0]
    inner = [cut[rim : len(cut) - rim, rim : cut.shape[1] - rim] for cut in cuts]
    resized = [cv2.resize(one, (across, down), interpolation=cv2.INTER_AREA) for one in inner]
    small = np.array(resized, np.float32).reshape(len(cuts), BLOCKS[1], high, BLOCKS[0], wide, 3)
    blocks = small.transpose(0, 1, 3, 2, 4, 5).reshape(len(cuts), BLOCKS[0] * BLOCKS[1], high * wide * 3)
    return _unit(blocks - blocks.mean(axis=(1, 2), keepdims=True), 12.0)


def _alike(small: Floats, samples: Floats) -> Floats:
    """By the better two thirds of the blocks: what lies on the others is not the card's."""
    each = np.sort(np.matmul(small.transpose(1, 0, 2), samples.transpose(1, 2, 0)), axis=0)
    return np.asarray(each[len(each) // 3 :].mean(axis=0))


_SHIFTS = [(dx, dy) for dy in range(-PLAY, PLAY + 1, 2) for dx in range(-PLAY, PLAY + 1, 2)]
MIDDLE = _SHIFTS.index((0, 0))


def patches(cut: Picture) -> Floats:
    """The patches of a card, each with its shifts, as vectors of one length: patch, shift, pixel."""
    return _unlit(np.stack([_taken([cut], dx, dy)[0] for dx, dy in _SHIFTS], axis=1))


def middles(cuts: Sequence[Picture]) -> Floats:
    """The patches of cards where they are: card, patch, pixel."""
    return _unlit(_taken(cuts, 0, 0)) if cuts else np.zeros((0, 0, PATCH * PATCH), np.float32)


def _taken(cuts: Sequence[Picture], dx: int, dy: int) -> Floats:
    """The patches of cards, moved by so much."""
    grey = np.array([cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY) for cut in cuts], np.float32)
    windows = sliding_window_view(grey.reshape(-1, CUT[1], CUT[0]), (1, PATCH, PATCH))
    down, across = (slice(RIM + by, size - RIM - PATCH + 1 + by, STEP) for by, size in ((dy, CUT[1]), (dx, CUT[0])))
    return windows[:, down, across].reshape(len(cuts), -1, PATCH * PATCH)


def _unlit(taken: Floats) -> Floats:
    """The same, however bright each patch is and however rich in contrast."""
    return _unit(taken - taken.mean(axis=-1, keepdims=True), 60.0)


def _unit(vectors: Floats, least: float) -> Floats:
    """Of length one, though flat ones, in which there is only noise, stay short."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(length, least), np.float32)
