"""A learned deck: what each of its cards looks like, kept in a small file."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.cards import names_of
from vision.cut import CUT, Pyramid, Quad, card_to_picture
from vision.errors import VisionError
from vision.frame import Picture

MOST_BYTES = 300_000
SAMPLE = (CUT[0] * 3 // 2, CUT[1] * 3 // 2)
"""The size at which a card is kept: a cut, a little finer."""

BACK = "back"
VERSION = 1
_QUALITIES = (80, 65, 50, 35, 20, 10)


@dataclass(frozen=True, eq=False)
class Deck:
    """What is known of a deck: for each card, and for `back`, what it looks like when it lies upright."""

    name: str
    game: str
    cards: Mapping[str, Picture]

    def with_card(self, name: str, sample: Picture) -> Deck:
        """The deck with another look of a card; the newest counts."""
        return Deck(self.name, self.game, {**self.cards, name: sample})

    @property
    def missing(self) -> tuple[str, ...]:
        """The cards that it has never seen."""
        return tuple(name for name in (*names_of(self.game), BACK) if name not in self.cards)

    def as_bytes(self) -> bytes:
        """The deck as a file, as fine as its size allows."""
        for quality in _QUALITIES:
            data = self._packed(quality)
            if len(data) <= MOST_BYTES:
                return data
        raise VisionError("deck_too_large", deck=self.name)

    def _packed(self, quality: int) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as file:
            head = {"drover_deck": VERSION, "name": self.name, "game": self.game}
            _put(file, "deck.json", json.dumps(head).encode())
            for name in sorted(self.cards):
                data = cv2.imencode(".webp", self.cards[name], [cv2.IMWRITE_WEBP_QUALITY, quality])[1]
                _put(file, f"{name}.webp", data.tobytes())
        return out.getvalue()


def _put(file: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Without the time of day, so that the same deck is the same file."""
    file.writestr(zipfile.ZipInfo(name), data)


def read_deck(file: Path) -> Deck:
    """The deck in a file, or `VisionError`."""
    try:
        with zipfile.ZipFile(file) as packed:
            head = json.loads(packed.read("deck.json"))
            if head["drover_deck"] != VERSION:
                raise VisionError("deck_unreadable", file=str(file))
            allowed = {*names_of(head["game"]), BACK}
            names = [name.removesuffix(".webp") for name in packed.namelist() if name.endswith(".webp")]
            cards = {name: _sample(packed.read(f"{name}.webp")) for name in names if name in allowed}
            return Deck(str(head["name"]), str(head["game"]), cards)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile, cv2.error) as error:
        raise VisionError("deck_unreadable", file=str(file)) from error


def _sample(data: bytes) -> Picture:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None or picture.shape[:2] != (SAMPLE[1], SAMPLE[0]):
        raise ValueError("not a sample")
    return np.asarray(picture, np.uint8)


def sample_of(pyramid: Pyramid, quad: Quad) -> Picture:
    """A card as a deck keeps it, from where it lies upright in a picture."""
    finer = np.diag([CUT[0] / SAMPLE[0], CUT[1] / SAMPLE[1], 1.0])
    shrink = float(np.linalg.norm(quad[3] - quad[0])) / SAMPLE[1]
    return pyramid.cut(card_to_picture(quad) @ finer, SAMPLE, shrink)
