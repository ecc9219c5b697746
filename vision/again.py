"""Other ways to look at a number that is not surely read.

A network that is in doubt says something else of the same number a little larger, from a little beside, or in
other colours. Where it errs it does so in one way here and in another there: what all looks say on average is
right more often than what any of them says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cut import DIGIT, Matrix, Pyramid, cut_number
from vision.frame import Picture

Windows = NDArray[np.uint8]


@dataclass(frozen=True)
class View:
    """How much larger, how far to the right, in which mixture of blue, green and red, and whether dark is light."""

    larger: float = 1.0
    right: float = 0.0
    mixed: tuple[float, float, float] | None = None
    negative: bool = False


BLUE, GREEN, RED, GREY = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.114, 0.587, 0.299)

VIEWS = (
    View(larger=1.16, mixed=GREY),
    View(larger=0.85, negative=True),
    View(mixed=RED),
    View(mixed=GREEN),
    View(larger=1.16, negative=True),
    View(right=-3.0),
    View(right=2.0),
    View(mixed=BLUE),
)
"""In the order of what each adds to those before it."""


def look_again(
    pyramid: Pyramid,
    to_picture: Matrix,
    middle: tuple[float, float],
    high: float,
    turned: bool,
    views: Sequence[View] = VIEWS,
) -> Windows:
    """The number in all views. Those that differ only in colours are cut out once."""

    def cut(larger: float, right: float) -> Picture:
        beside = right * high / DIGIT * (-1 if turned else 1)
        return cut_number(pyramid, to_picture, (middle[0] - beside, middle[1]), high / larger, turned)

    cuts = {where: cut(*where) for where in {(view.larger, view.right) for view in views}}
    return np.stack([_coloured(cuts[view.larger, view.right], view) for view in views])


def _coloured(window: Picture, view: View) -> Picture:
    """A window in the colours of a view."""
    if view.mixed is not None:
        window = np.repeat((window @ np.array(view.mixed)).round().astype(np.uint8)[..., None], 3, axis=2)
    return np.uint8(255) - window if view.negative else window
