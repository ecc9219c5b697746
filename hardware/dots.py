"""What stands on a small display, item by item, and the dots that it is drawn with.

>>> print("\\n".join(Picture((10, 4), (Box(0, 0, 10, 4), Box(2, 1, 3, 2))).rows()))
##########
##...#####
##...#####
##########
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.fonts import font

Size = tuple[int, int]


@dataclass(frozen=True)
class Text:
    """One line of words, already in letters that the face has; `x` is where the first one's dots begin."""

    x: int
    y: int
    text: str
    face: str

    @property
    def size(self) -> Size:
        return font(self.face).width(self.text), font(self.face).height


@dataclass(frozen=True)
class Sign:
    """A small drawing: its rows from the top, as bits."""

    x: int
    y: int
    width: int
    rows: tuple[int, ...]

    @property
    def size(self) -> Size:
        return self.width, len(self.rows)


@dataclass(frozen=True)
class Box:
    """A filled box, or its edge alone. What stands inside of a filled one is dark on bright."""

    x: int
    y: int
    width: int
    height: int
    filled: bool = True

    @property
    def size(self) -> Size:
        return self.width, self.height


Item = Text | Sign | Box
EDGE = 2


@dataclass(frozen=True)
class Picture:
    """Everything that stands on a display at one moment; not `on` means that it is switched off."""

    size: Size
    items: tuple[Item, ...] = ()
    on: bool = True
    bright: bool = True

    def lines(self) -> list[int]:
        """The dots of each line as bits, the leftmost the highest. Where items lie in a box they are inverted."""
        width, height = self.size
        lines = [0] * height
        for item in self.items:
            for y, x, across, bits in _strokes(item):
                shift = width - x - across
                if 0 <= y < height:
                    lines[y] ^= bits << shift if shift >= 0 else bits >> -shift
        return lines

    def tobytes(self) -> bytes:
        """The dots line by line, eight to a byte, as Pillow has pictures of two colours."""
        stride = (self.size[0] + 7) // 8
        pad = stride * 8 - self.size[0]
        return b"".join((line << pad).to_bytes(stride, "big") for line in self.lines())

    def rows(self) -> list[str]:
        """The dots to look at."""
        return [f"{line:0{self.size[0]}b}".replace("0", ".").replace("1", "#") for line in self.lines()]


def drawing(art: str) -> tuple[int, tuple[int, ...]]:
    """The width and rows of a sign that is drawn in letters, one for each dot.

    >>> drawing("#.\\n##")
    (2, (2, 3))
    """
    lines = art.split()
    return len(lines[0]), tuple(int(line.replace("#", "1").replace(".", "0"), 2) for line in lines)


Stroke = tuple[int, int, int, int]
"""Row, first column, how many columns, and their bits."""


def _strokes(item: Item) -> Iterator[Stroke]:
    if isinstance(item, Text):
        yield from _letters(item)
    elif isinstance(item, Sign):
        yield from ((item.y + at, item.x, item.width, row) for at, row in enumerate(item.rows))
    else:
        full = (1 << item.width) - 1
        hollow = full ^ ((1 << max(0, item.width - 2 * EDGE)) - 1 << EDGE)
        for at in range(item.height):
            inside = not item.filled and EDGE <= at < item.height - EDGE
            yield item.y + at, item.x, item.width, hollow if inside else full


def _letters(item: Text) -> Iterator[Stroke]:
    face = font(item.face)
    x = item.x - face.glyph(item.text[0]).left if item.text else 0
    for letter in item.text:
        glyph = face.glyph(letter)
        for at, row in enumerate(glyph.rows):
            yield item.y + glyph.top + at, x + glyph.left, glyph.width, row
        x += glyph.advance
