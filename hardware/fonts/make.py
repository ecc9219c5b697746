"""Makes `panel.txt` anew from Open Sans Condensed Bold, as the Debian package fonts-open-sans (1.11) has it.

`python -m hardware.fonts.make [font file]`. The dots depend a little on the FreeType library that draws them: that
is why they are kept, and not the outlines.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import ImageFont

from hardware.fonts import FILE, UNKNOWN

SOURCE = Path("/usr/share/fonts/truetype/open-sans/OpenSans-CondBold.ttf")
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x218, 0x21C), *map(ord, "–—‘’‚“”„•…‹›€−")]  # noqa: RUF001
DIGITS = list(map(ord, "0123456789?!"))
WANTED = (
    *(("words14", 14, LATIN), ("words16", 16, LATIN), ("words20", 20, LATIN), ("words24", 24, LATIN)),
    *(("number28", 38, DIGITS), ("number40", 53, DIGITS)),
)
TALLEST = "AÀÃÅÇQgjpqyş0123456789?!"
"""What must fit a line whole. What reaches higher, as the ring of Ů, loses a row of dots."""

SMALL_DIGITS = """
.####. ...##. .####. .####. ....## ###### ..###. ###### .####. .####.
##..## ..###. ##..## ##..## ...### ##.... .##... ....## ##..## ##..##
##..## .####. ##..## ....## ..#### ##.... ##.... ....## ##..## ##..##
##..## ...##. ....## ....## .##.## ##.... ##.... ...##. ##..## ##..##
##..## ...##. ....## ..###. ##..## #####. #####. ...##. .####. ##..##
##..## ...##. ...##. ....## ##..## ....## ##..## ..##.. ##..## .#####
##..## ...##. ..##.. ....## ###### ....## ##..## ..##.. ##..## ....##
##..## ...##. .##... ....## ....## ....## ##..## ..##.. ##..## ....##
##..## ...##. ##.... ##..## ....## ##..## ##..## .##... ##..## ...##.
.####. ...##. ###### .####. ....## .####. .####. .##... .####. .###..
"""
"""Drawn by hand: in the two smallest sizes a 6 and an 8 were hard to tell apart."""

STRETCHED = {"words14": (), "words16": (2, 7)}
"""Which of their rows there are twice, so that they are as high as capitals."""

HEADER = """\
# Letters for small displays, made by hardware/fonts/make.py from Open Sans Condensed Bold.
# Digitized data copyright (c) 2010-2011, Google Corporation. Apache License, Version 2.0.
# font NAME HEIGHT FIRST-ROW-OF-CAPITALS ROW-AFTER-CAPITALS
# CODE ADVANCE LEFT TOP WIDTH ROWS...
"""

Drawn = tuple[int, int, int, int, list[int]]
"""Advance, left, top by the base line, width and rows."""


def drawn(source: ImageFont.FreeTypeFont, letter: str) -> Drawn:
    """A letter in dots, with at least one free column beside it."""
    mask, (left, top) = source.getmask2(letter, mode="1", anchor="ls")
    advance, box = round(source.getlength(letter)), mask.getbbox()
    if box is None:
        return advance, 0, 0, 0, []
    x0, y0, x1, y1 = box
    rows = [int("".join("01"[mask.getpixel((x, y)) > 0] for x in range(x0, x1)), 2) for y in range(y0, y1)]
    left, width = max(0, left + x0), x1 - x0
    return max(advance, left + width + 1), left, top + y0, width, rows


def box(like: Drawn) -> Drawn:
    """A hollow box, for letters that there are not."""
    advance, left, top, width, rows = like
    edge, sides = (1 << width) - 1, 1 << width - 1 | 1
    return advance, left, top, width, [edge, *[sides] * (len(rows) - 2), edge]


def small_digits(twice: tuple[int, ...]) -> dict[str, Drawn]:
    """The digits of the smallest letters."""
    drawing = [line.split() for line in SMALL_DIGITS.split("\n") if line]
    bits = [[int(part.replace("#", "1").replace(".", "0"), 2) for part in row] for row in drawing]
    rows = [row for at, row in enumerate(bits) for _ in range(2 if at in twice else 1)]
    return {str(digit): (8, 1, -len(rows), 6, [row[digit] for row in rows]) for digit in range(10)}


def lines(name: str, source: ImageFont.FreeTypeFont, codes: list[int]) -> Iterator[str]:
    """One font's part of the file."""
    letters = {chr(code): drawn(source, chr(code)) for code in codes}
    if "ß" in letters:
        # The typeface is older than the capital, for which the small one stood.
        letters |= {"ẞ": letters["ß"], UNKNOWN: box(letters["E"])}
    if name in STRETCHED:
        letters |= small_digits(STRETCHED[name])
    deciding = [letters[letter] for letter in TALLEST if letter in letters]
    ascent = -min(top for _, _, top, _, _ in deciding)
    height = ascent + max(top + len(rows) for _, _, top, _, rows in deciding)
    capital = letters["E" if "E" in letters else "1"]
    yield f"font {name} {height} {ascent + capital[2]} {ascent}"
    for letter, (advance, left, top, width, rows) in letters.items():
        first = max(0, -ascent - top)
        kept = rows[first : height - ascent - top] if rows else []
        shape = " ".join(f"{row:0{(width + 3) // 4}x}" for row in kept)
        yield f"{ord(letter):04x} {advance} {left} {max(0, ascent + top) if kept else 0} {width} {shape}".rstrip()


def main(path: Path = SOURCE) -> None:
    text = HEADER
    for name, size, codes in WANTED:
        source = ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)
        text += "\n".join(lines(name, source, codes)) + "\n"
    FILE.write_text(text, encoding="ascii")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
