"""Single cards as the reader gets them: cut out of a photograph, upright or upside down, a little askew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.designs import Design, design_from
from vision.synthetic.faces import HEIGHT, WIDTH, draw_back, draw_face
from vision.synthetic.lens import photographed
from vision.synthetic.typefaces import Typeface

CUT = (88, 128)
"""How wide and high a card is cut out for reading."""


@dataclass(frozen=True, eq=False)
class Closeup:
    """A cut-out card: `card` is None for a back; `turned` says that it lies upside down."""

    picture: NDArray[np.uint8]
    card: int | None
    turned: bool


def draw_closeup(seed: int, typefaces: Sequence[Typeface], design: Design | None = None) -> Closeup:
    """The close-up of that seed: any card of any deck, in any light, sometimes partly covered."""
    rng = np.random.default_rng(seed)
    design = design or design_from(int(rng.integers(1 << 30)), typefaces)
    card = int(rng.integers(1, 105)) if rng.random() > 0.06 else None
    face = draw_back(design, typefaces) if card is None else draw_face(design, typefaces, card)
    hardness = float(rng.choice((0.0, 0.5, 1.0)))
    seen = _on_table(face, rng)
    if rng.random() < 0.25:
        _cover(seen, design, typefaces, rng)
    seen = _photographed_small(seen, hardness, rng)
    turned = bool(rng.random() < 0.5)
    cut = _cut(seen, rng)
    return Closeup(cv2.rotate(cut, cv2.ROTATE_180) if turned else cut, card, turned)


MARGIN = 20


def _on_table(face: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    around = tuple(int(value) for value in rng.integers(0, 256, 3))
    return cv2.copyMakeBorder(face, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_CONSTANT, value=around)


def _cover(seen: NDArray[np.uint8], design: Design, typefaces: Sequence[Typeface], rng: np.random.Generator) -> None:
    """Lay another card over up to 45 in a hundred of this one."""
    other = draw_face(design, typefaces, int(rng.integers(1, 105)))
    part = rng.uniform(0.55, 1.0)
    if rng.random() < 0.5:
        at = MARGIN + round(HEIGHT * part)
        seen[at : at + HEIGHT, MARGIN : MARGIN + WIDTH] = other[: seen.shape[0] - at][:HEIGHT]
    else:
        at = MARGIN + round(WIDTH * part)
        seen[MARGIN : MARGIN + HEIGHT, at:] = other[:, : seen.shape[1] - at]
    if rng.random() < 0.5:
        seen[:] = cv2.rotate(seen, cv2.ROTATE_180)


def _photographed_small(seen: NDArray[np.uint8], hardness: float, rng: np.random.Generator) -> NDArray[np.uint8]:
    """The card at the size at which a camera sees it."""
    scale = rng.uniform(110, 200) / HEIGHT
    small = cv2.resize(seen, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return photographed(small, hardness, rng, full_height=1296)


def _cut(seen: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Cut out along its edges, which are known only to a hundredth or two of its height."""
    scale = seen.shape[0] / (HEIGHT + 2 * MARGIN)
    corners = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32) + MARGIN
    corners += rng.normal(0, HEIGHT * 0.012, (4, 2)).astype(np.float32)
    wanted = np.array([(0, 0), (CUT[0], 0), (CUT[0], CUT[1]), (0, CUT[1])], np.float32)
    warp = cv2.getPerspectiveTransform((corners * scale).astype(np.float32), wanted)
    return cv2.warpPerspective(seen, warp, CUT, flags=cv2.INTER_LINEAR)
