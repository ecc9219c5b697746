"""What the closer look learns from: what the finder proposes on drawn tables, right and wrong, cut out large.

Above all it is what the finder is in doubt about.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.closer import DOUBTFUL, HIGH, PATCH, cut_patch, patch_to_picture
from vision.cut import Pyramid
from vision.detect import Finder, Quad, overlap
from vision.synthetic.designs import SPREAD, any_design
from vision.synthetic.scenes import SIZE, Scene, SceneCard, draw_scene
from vision.synthetic.typefaces import Typeface
from vision.training.drawing import Sample
from vision.training.lessons import HARDER, HEAPED, LITTERED, OTHER_COLOURS, USUAL, lesson_of

LESSONS = (USUAL, HARDER, LITTERED, LITTERED, HEAPED, HEAPED)
SIZES = ((1216, 684), (1216, 684), (1216, 684), SIZE)
"""Small pictures are drawn several times as fast, and their cards are no smaller than a patch shows them."""

PATCHES = 12
"""So many a scene."""

LEAST, OTHERS = 0.03, 3
"""What the finder proposes with less is not looked at; of what it is surer of only so many are, and so many cards
that lie under others, found or not."""

IS_CARD, NEAR, NO_CARD = 0.4, 0.3, 0.2
"""How much a proposal shares with a card, if it is one; if it leads to one; and if it is none."""

LEAST_VISIBLE = 0.3
BESIDE = 0.3
"""Where too little was found, what lies about so far beside cards is looked at, by their height."""

ANYWHERE: Quad = np.array([(300, 200), (364, 200), (364, 300), (300, 300)], float)


def draw_sample(typefaces: Sequence[Typeface], pictures: Sequence[str], models: Path, seed: int) -> Sample:
    """Patches of one scene, and the truth about each."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed + 3)
    design, size = any_design(seed * SPREAD, typefaces), SIZES[int(rng.integers(len(SIZES)))]
    scene = draw_scene(seed, typefaces, lesson_of(seed, LESSONS, pictures), size, design)
    pyramid = Pyramid(scene.picture)
    quads = [_moved(quad, rng) for quad in _proposed(_finder(models), pyramid, scene, rng)]
    patches = [cut_patch(pyramid, quad)[0] for quad in quads]
    return np.stack(patches), np.stack([truth_of(quad, scene.cards) for quad in quads])


_FINDERS: dict[Path, Finder] = {}


def _finder(models: Path) -> Finder:
    """Made once a process: networks of OpenCV can't be handed to another."""
    return _FINDERS.setdefault(models, Finder(models / "finder.onnx"))


def _proposed(finder: Finder, pyramid: Pyramid, scene: Scene, rng: np.random.Generator) -> list[Quad]:
    """What is looked at: what the finder is in doubt about first."""
    found = finder.find(pyramid, LEAST)
    doubtful = [one.quad for one in found if one.chance < DOUBTFUL]
    sure = [one.quad for one in found if one.chance >= DOUBTFUL]
    under = [card.quad for card in scene.cards if LEAST_VISIBLE < card.visible < 0.95]
    some = [*_some(sure, OTHERS, rng), *_some(under, OTHERS, rng)]
    chosen = [*_some(doubtful, PATCHES - len(some), rng), *some]
    cards = [card.quad for card in scene.cards] or [ANYWHERE]
    while len(chosen) < PATCHES:
        card = cards[int(rng.integers(len(cards)))]
        chosen.append(card + rng.normal(0, BESIDE, 2) * np.linalg.norm(card[3] - card[0]))
    return chosen


def _some(quads: list[Quad], most: int, rng: np.random.Generator) -> list[Quad]:
    return [quads[at] for at in rng.permutation(len(quads))[:most]]


def _moved(quad: Quad, rng: np.random.Generator) -> Quad:
    """A little elsewhere, turned, larger or smaller, and perhaps with the other end up."""
    high = float(np.linalg.norm(quad[3] - quad[0]))
    angle, grown = rng.normal(0, 0.04), np.exp(rng.normal(0, 0.04))
    turn = grown * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = quad.mean(axis=0)
    moved = (quad - middle) @ turn.T + middle + rng.normal(0, 0.04 * high, 2)
    return np.roll(moved, 2 * int(rng.integers(2)), axis=0)


def truth_of(quad: Quad, cards: Sequence[SceneCard]) -> NDArray[np.float32]:
    """The truth about the patch at a quad: whether it is a card, how much that counts, whether its face shows, how
    much its corners count, and where they are."""
    truth = np.zeros(12, np.float32)
    shared = [overlap(quad, card.quad) if card.visible >= LEAST_VISIBLE else 0.0 for card in cards]
    most = max(shared, default=0.0)
    truth[:2] = most >= IS_CARD, not NO_CARD <= most < IS_CARD
    if most >= NEAR:
        card = cards[shared.index(most)]
        corners = cv2.perspectiveTransform(card.quad[None], np.linalg.inv(patch_to_picture(quad)))[0]
        corners = (corners - (np.array(PATCH) - 1) / 2) / HIGH
        # Its own upper end may be the lower one here.
        if corners[0, 1] + corners[1, 1] > corners[2, 1] + corners[3, 1]:
            corners = np.roll(corners, 2, axis=0)
        truth[2:4] = card.card is not None, 1
        truth[4:] = corners.reshape(-1)
    return truth


def vary(sample: Sample, rng: np.random.Generator) -> Sample:
    """The same patches in a mirror, in other colours and another light."""
    patches, truths = mirrored(sample[0], sample[1], bool(rng.integers(2)), bool(rng.integers(2)))
    if rng.random() < OTHER_COLOURS:
        patches = patches[..., rng.permutation(3)]
    lit = patches.astype(np.float32) * rng.uniform(0.7, 1.25) + rng.uniform(-15, 15)
    return np.clip(lit, 0, 255).astype(np.uint8), truths


def mirrored(
    patches: NDArray[np.uint8], truths: NDArray[np.float32], across: bool, down: bool
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The same patches in a mirror, or in two."""
    truths = truths.copy()
    corners = truths[:, 4:].reshape(-1, 4, 2)
    if across:
        patches, corners = patches[:, :, ::-1], (corners * (-1, 1))[:, [1, 0, 3, 2]]
    if down:
        patches, corners = patches[:, ::-1], (corners * (1, -1))[:, [3, 2, 1, 0]]
    truths[:, 4:] = corners.reshape(len(truths), -1)
    return patches, truths
