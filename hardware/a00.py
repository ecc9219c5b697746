"""The letters of an HD44780 with the usual ROM, A00: plain ones, a few others, and eight that can be drawn.

Accented letters are drawn from the plain letter and its accent. Where a text needs more than eight of them, the rest
go without their accents: no letter is ever shown as another one.

>>> encode(("João", "Ñandú"), Slots())[0]
(b'Jo\\x00o', b'\\x01and\\x02')
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

SLOTS = 8
ROWS = 8
UNKNOWN = 0xDB
"""Looks like an empty box."""

_ROM = {chr(code): code for code in range(0x20, 0x7E) if chr(code) != "\\"}
_ROM |= {"→": 0x7E, "←": 0x7F, "·": 0xA5, "•": 0xA5, "°": 0xDF, "º": 0xDF, "¥": 0x5C, "÷": 0xFD}
_ROM |= {"ä": 0xE1, "ß": 0xE2, "ẞ": 0xE2, "ñ": 0xEE, "ö": 0xEF, "ü": 0xF5, "µ": 0xE4, "¢": 0xEC, "£": 0xED}

_PLAIN = dict.fromkeys("‘’‚‹›´", "'") | dict.fromkeys("“”„«»", '"') | dict.fromkeys("–—−~", "-")  # noqa: RUF001
_PLAIN |= {"…": ".", "¿": "?", "¡": "!", "\\": "/", "×": "x", "ª": "a", "€": "E"}  # noqa: RUF001
_PLAIN |= {"Æ": "A", "æ": "a", "Œ": "O", "œ": "o", "Ø": "O", "ø": "o", "Ł": "L", "ł": "l", "Đ": "D", "đ": "d"}
_PLAIN["\N{LATIN SMALL LETTER DOTLESS I}"] = "i"
"""What stands for letters that are neither in the ROM nor drawn."""

_ACCENTS = {
    "\N{COMBINING ACUTE ACCENT}": ("...#.", "..#.."),
    "\N{COMBINING GRAVE ACCENT}": (".#...", "..#.."),
    "\N{COMBINING CIRCUMFLEX ACCENT}": ("..#..", ".#.#."),
    "\N{COMBINING TILDE}": (".##.#", "#..#."),
    "\N{COMBINING DIAERESIS}": (".#.#.", "....."),
    "\N{COMBINING RING ABOVE}": ("..#..", ".#.#."),
}
_NOTHING = (".....", ".....")
_CEDILLA = "\N{COMBINING CEDILLA}"
_SHAPES = {
    "a": ".###. ....# .#### #...# .####",
    "e": ".###. #...# ##### #.... .###.",
    "i": ".##.. ..#.. ..#.. ..#.. .###.",
    "o": ".###. #...# #...# #...# .###.",
    "u": "#...# #...# #...# #..## .##.#",
    "n": "#.##. ##..# #...# #...# #...#",
    "y": "#...# #...# .#### ....# .###.",
    "c": ".###. #.... #.... #...# .###.",
    "A": ".###. #...# ##### #...# #...#",
    "E": "##### #.... ####. #.... #####",
    "I": ".###. ..#.. ..#.. ..#.. .###.",
    "O": ".###. #...# #...# #...# .###.",
    "U": "#...# #...# #...# #...# .###.",
    "N": "#...# ##..# #.#.# #..## #...#",
    "Y": "#...# .#.#. ..#.. ..#.. ..#..",
    "C": ".#### #.... #.... #.... .####",
}
"""The plain letters, five rows high, so that there is room above for an accent and below for a cedilla."""

_WHOLE = {
    "œ": "..... ..... .#.#. #.#.# #.### #.#.. .#.## .....",
    "æ": "..... ..... ##.#. ..#.# ##### #.#.. .#.## .....",
    "Œ": ".#### #.#.. #.#.. #.### #.#.. #.#.. .#### .....",
    "Æ": ".#### #.#.. #.#.. ##### #.#.. #.#.. #.### .....",
    "¿": "..#.. ..... ..#.. .#... #.... #...# .###. .....",
    "¡": "..#.. ..... ..#.. ..#.. ..#.. ..#.. ..#.. .....",
    "«": "..... ..#.# .#.#. #.#.. .#.#. ..#.# ..... .....",
    "»": "..... #.#.. .#.#. ..#.# .#.#. #.#.. ..... .....",
    "ª": ".###. #..#. #.##. .#.## ..... ##### ..... .....",
}
"""Letters that are drawn as they are. What stands between words comes last: it can be done without."""

_DISPENSABLE = "¿¡«»ª"


def drawn(letter: str) -> tuple[int, ...] | None:
    """The eight rows of a letter that can be drawn, each of five dots; None: it can't.

    >>> [f"{row:05b}" for row in drawn("é")]
    ['00010', '00100', '01110', '10001', '11111', '10000', '01110', '00000']
    """
    if letter in _WHOLE:
        return tuple(_dots(row) for row in _WHOLE[letter].split())
    parts = unicodedata.normalize("NFD", letter)
    base, mark = parts[:1], parts[1:]
    if base not in _SHAPES or (mark != _CEDILLA and mark not in _ACCENTS):
        return None
    rows = [*_ACCENTS.get(mark, _NOTHING), *_SHAPES[base].split(), "..#.." if mark == _CEDILLA else "....."]
    if mark == _CEDILLA and base.isupper():  # it stands a row higher than a small one, and has a longer tail
        rows = [*rows[1:], ".#..."]
    return tuple(_dots(row) for row in rows)


def plain(letter: str) -> str:
    """The letter of the ROM that stands for one that is neither there nor drawn; nothing: there is none."""
    if letter in _ROM:
        return letter
    if letter in _PLAIN:
        return _PLAIN[letter]
    base = unicodedata.normalize("NFKD", letter)[:1]
    return base if base in _ROM else _PLAIN.get(base, "")


class Slots:
    """Which letters are drawn in which of the eight places. A letter keeps its place as long as it is shown."""

    def __init__(self) -> None:
        self.letters: dict[str, int] = {}

    def take(self, wanted: Sequence[str]) -> dict[str, int]:
        """Make room for these; the result are those that are new, with the places where they are to be drawn."""
        wanted = wanted[:SLOTS]
        self.letters = {letter: slot for letter, slot in self.letters.items() if letter in wanted}
        free = iter(slot for slot in range(SLOTS) if slot not in self.letters.values())
        new = {letter: next(free) for letter in wanted if letter not in self.letters}
        self.letters |= new
        return new


def encode(lines: Sequence[str], slots: Slots) -> tuple[tuple[bytes, ...], dict[int, tuple[int, ...]]]:
    """The lines as the display's own codes, and what is to be drawn in which slots before."""
    new = slots.take(_wanted("".join(lines)))
    drawings = {slot: shape for letter, slot in new.items() if (shape := drawn(letter)) is not None}
    return tuple(bytes(_code(letter, slots) for letter in line) for line in lines), drawings


def _wanted(text: str) -> list[str]:
    """What there is to draw: the most frequent letters first, those that can be done without last."""
    counted = Counter(letter for letter in text if letter not in _ROM and drawn(letter) is not None)
    return sorted(counted, key=lambda letter: (letter in _DISPENSABLE, -counted[letter], text.index(letter)))


def _code(letter: str, slots: Slots) -> int:
    if letter in slots.letters:
        return slots.letters[letter]
    return _ROM.get(plain(letter), UNKNOWN)


def _dots(row: str) -> int:
    return int(row.replace("#", "1").replace(".", "0"), 2)
