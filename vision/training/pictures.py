"""Pictures that tables are laid on, to learn from: what games paint their walls and floors with."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.frame import Picture

GAMES = Path("/usr/share/games")
KINDS = (".jpg", ".png")
LEAST_SIDE, MOST_SIDE = 128, 384
PLAINEST, GAUDIEST = 4.0, 75.0
"""Steps of brightness; what varies by less or by more is no ground that anybody plays on."""


def write_pictures(folder: Path, games: Path = GAMES) -> int:
    """Write the pictures of the games that are installed into a folder; the result is how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for data in _all_in(games):
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        if picture is not None and _is_a_ground(np.asarray(picture, np.uint8)):
            shrink = min(1.0, MOST_SIDE / max(picture.shape[:2]))
            small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
            cv2.imwrite(str(folder / f"{count:04d}.jpg"), small)
            count += 1
    return count


def _all_in(games: Path) -> Iterator[bytes]:
    """The files of all pictures, also of those in archives, in the order of their names."""
    for file in sorted(games.rglob("*")):
        if file.suffix.lower() in KINDS:
            yield file.read_bytes()
        elif file.suffix.lower() == ".pk3":
            with zipfile.ZipFile(file) as archive:
                for name in sorted(archive.namelist()):
                    if name.startswith("textures/") and name.lower().endswith(KINDS):
                        yield archive.read(name)


def _is_a_ground(picture: Picture) -> bool:
    spread = float(picture.std(axis=(0, 1)).max())
    return min(picture.shape[:2]) >= LEAST_SIDE and PLAINEST < spread < GAUDIEST
