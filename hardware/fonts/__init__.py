"""The letters of small displays: dots, drawn once and kept in `panel.txt`, so that they are the same everywhere.

>>> font("words16").width("Ana")
24
>>> legible("  Łukasz\\t☺ "), font("words16").shown("Łukasz ☺ 東")
('Łukasz ☺', 'Łukasz □ □')
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("panel.txt")
UNKNOWN = "□"
"""Stands for a letter that a font does not have."""


@dataclass(frozen=True)
class Glyph:
    """One letter's dots: `rows` from the top, each `width` bits, the leftmost the highest."""

    advance: int
    left: int
    top: int
    width: int
    rows: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Font:
    """Letters of one size. No letter reaches above or below its line, which is `height` dots high."""

    name: str
    height: int
    capitals: tuple[int, int]
    """Where capitals and digits begin and end, from the line's top."""

    lines: dict[str, str]
    """Of each letter what the file says, read when it is first drawn."""

    drawn: dict[str, Glyph] = field(default_factory=dict)

    def __contains__(self, letter: str) -> bool:
        return letter in self.lines

    def glyph(self, letter: str) -> Glyph:
        known = self.drawn.get(letter)
        if known is None:
            known = self.drawn[letter] = _glyph(self.lines[letter])
        return known

    def shown(self, text: str) -> str:
        """The text in letters that the font has: without their accents where it lacks those, else boxes."""
        return "".join(letter if letter in self.lines else self._nearest(letter) for letter in legible(text))

    def width(self, text: str) -> int:
        """How many dots wide a text is that is already `shown`, from its first dot to its last."""
        if not text:
            return 0
        first, last = self.glyph(text[0]), self.glyph(text[-1])
        return sum(self.glyph(letter).advance for letter in text) - first.left - (last.advance - last.left - last.width)

    def _nearest(self, letter: str) -> str:
        plain = "".join(part for part in unicodedata.normalize("NFKD", letter) if part in self.lines)
        return plain or UNKNOWN


def legible(text: str) -> str:
    """The text as one line of whole letters: no control characters, no stray marks, single spaces."""
    whole = unicodedata.normalize("NFC", text)
    kept = (letter if unicodedata.category(letter)[0] not in "CM" else _gap(letter) for letter in whole)
    return " ".join("".join(kept).split())


def _gap(letter: str) -> str:
    return " " if letter.isspace() else ""


def font(name: str) -> Font:
    """The font of that name: `words14` to `words24` have every letter, `number28` and `number40` digits alone."""
    return _fonts()[name]


@cache
def _fonts() -> dict[str, Font]:
    fonts: dict[str, Font] = {}
    current: dict[str, str] = {}
    for line in FILE.read_text(encoding="ascii").splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "font":
            name, height, top, end = rest.split()
            current = {}
            fonts[name] = Font(name, int(height), (int(top), int(end)), current)
        elif kind != "#":
            current[chr(int(kind, 16))] = rest
    return fonts


def _glyph(line: str) -> Glyph:
    advance, left, top, width, *rows = line.split()
    return Glyph(int(advance), int(left), int(top), int(width), tuple(int(row, 16) for row in rows))
