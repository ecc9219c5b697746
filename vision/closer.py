"""A closer look at what the finder is not sure of.

The finder sees the whole picture made small, where a half covered card is fifty pixels high. What it is in doubt
about is cut out larger, with what lies around it, and a network of its own says whether that is a card, whether its
face shows, and where its corners are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cut import Matrix, Pyramid
from vision.detect import SURELY, Found, Quad, apart
from vision.frame import Picture
from vision.sampling import rounded

MODEL = Path(__file__).parent / "models" / "closer.onnx"
PATCH = (96, 128)
"""How wide and high it is cut out."""

HIGH = 80.0
"""How high the card is then, if it is one and lies where it was found."""

DOUBTFUL = 0.8
"""What the finder is less sure of is looked at from nearby."""

HOPELESS = 0.02
"""What has less of a chance then, and is doubtful from afar too, is not read."""

Said = NDArray[np.float32]


def patch_to_picture(quad: Quad) -> Matrix:
    """From the pixels of a patch to those of the picture: the card stands upright in its middle, undistorted."""
    middle = quad.mean(axis=0)
    down = (quad[3] + quad[2] - quad[0] - quad[1]) / 2 / HIGH
    across = np.array([down[1], -down[0]])
    start = middle - across * (PATCH[0] - 1) / 2 - down * (PATCH[1] - 1) / 2
    return np.array([[across[0], down[0], start[0]], [across[1], down[1], start[1]], [0, 0, 1]])


def cut_patch(pyramid: Pyramid, quad: Quad) -> tuple[Picture, Matrix]:
    """What lies at a quad and around it, and where its pixels lie in the picture."""
    to_picture = patch_to_picture(quad)
    return pyramid.cut(to_picture, PATCH, float(np.hypot(to_picture[0, 1], to_picture[1, 1]))), to_picture


class Closer:
    """The network that looks again at single things."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def look(self, pyramid: Pyramid, found: Sequence[Found]) -> list[Found]:
        """All that was found, what is doubtful as it is seen from nearby, and no card twice."""
        sure = [one for one in found if one.chance >= DOUBTFUL]
        doubtful = [one for one in found if one.chance < DOUBTFUL]
        return apart([*sure, *self._seen(pyramid, doubtful)]) if doubtful else sure

    def _seen(self, pyramid: Pyramid, found: Sequence[Found]) -> list[Found]:
        patches, to_picture = zip(*(cut_patch(pyramid, one.quad) for one in found), strict=True)
        self._net.setInput(np.stack(patches).transpose(0, 3, 1, 2).astype(np.float32))
        said = self._net.forward()
        corners = corners_said(said)
        quads = [
            cv2.perspectiveTransform(one[None], matrix)[0] for one, matrix in zip(corners, to_picture, strict=True)
        ]
        chances, faces = 1 / (1 + np.exp(-said[:, :2].T.astype(np.float64)))
        of_each = zip(found, quads, chances, faces, strict=True)
        return [
            replace(one, quad=rounded(quad), nearby=float(chance), face_up=float(face))
            for one, quad, chance, face in of_each
            if chance > HOPELESS or one.chance > SURELY
        ]


def corners_said(said: Said) -> Quad:
    """Where the corners are in the patches."""
    corners = said[:, 2:].reshape(-1, 4, 2).astype(np.float64) * HIGH
    return np.asarray(corners + (np.array(PATCH) - 1) / 2)
