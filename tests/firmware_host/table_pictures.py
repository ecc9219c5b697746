"""Pictures of the project's own cards on a mat, as a camera above it takes them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2

from vision.cameras.simulated import SimulatedCamera
from vision.mat.model import Mat
from vision.mat.plan import plan
from vision.synthetic.own import own_back, own_face
from vision.synthetic.table import Card, Table, Truth


def card(name: str, game: str = "take_six") -> Card:
    face = own_face(game, name)
    back = own_back(game)
    return Card(name, face, face if back is None else back)


def laid_out(names: Sequence[str], mat: Mat | None = None, game: str = "take_six", across: int = 7) -> Table:
    """Cards apart from each other, every other one upside down; `back` lies face down."""
    table = Table(mat=mat)
    for at, name in enumerate(names):
        place = (60.0 + 85 * (at % across), 70.0 + 105 * (at // across))
        lying = card("1" if name == "back" else name, game)
        table = table.with_card(lying, place, angle=4.0 * at + 180 * (at % 2), face_up=name != "back")
    return table


def photographed(table: Table, file: Path) -> tuple[Truth, ...]:
    """Writes the picture that a camera takes; the result is the truth about it."""
    with SimulatedCamera(table) as camera:
        cv2.imwrite(str(file), camera.read().picture)
        return camera.truth()


def small_mat() -> Mat:
    return plan("take_six", 4, "a2")
