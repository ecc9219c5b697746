"""Parts of a small display, and words in the middle of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.dots import Item, Text
from hardware.fonts import Font
from hardware.typeset import squeeze

WORDS = ("words24", "words20", "words16")
"""Letters that are read at arm's length, the largest first."""

NARROW = (*WORDS, "words14")
"""The same, and smaller ones for where there is little room."""

TALL = 64
"""A display that is as high as this has room for a line at the bottom; on lower ones its words come in between."""

GAP = 4
Items = tuple[Item, ...]


@dataclass(frozen=True)
class Area:
    """A part of the display."""

    x: int
    y: int
    width: int
    height: int


def short(text: str, area: Area, faces: Sequence[str]) -> Items:
    """A text in the middle of that area, in the largest letters that hold it, else shortened."""
    block = squeeze(text, area.width, area.height, faces)
    return tuple(centred(block.pages[0], area, block.face))


def centred(lines: Sequence[str], area: Area, face: Font) -> list[Item]:
    top = middle(area, face.height * len(lines))
    return [
        Text(area.x + (area.width - face.width(line)) // 2, top + at * face.height, line, face.name)
        for at, line in enumerate(lines)
    ]


def middle(area: Area, height: int) -> int:
    return area.y + (area.height - height) // 2
