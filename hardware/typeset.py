"""Makes words fit: breaks them into lines, chooses the largest letters that will do, shortens what is too long.

>>> face = font("words16")
>>> shorten("Maximiliane-Sophie von Hohenstein", 128, face)
'Maximiliane-Soph…'
>>> wrap("Wohin gehört die 45?", 80, face).lines
('Wohin', 'gehört', 'die 45?')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardware.fonts import Font, font

ELLIPSIS = "…"
FEWEST = 3
"""A word is not cut to fewer letters than these: it is left out instead."""


@dataclass(frozen=True)
class Wrapped:
    """Lines, and whether a word had to be cut for them."""

    lines: tuple[str, ...]
    cut: bool


@dataclass(frozen=True)
class Block:
    """Words in letters of one size, on as many pages as they need."""

    face: Font
    pages: tuple[tuple[str, ...], ...]

    @property
    def width(self) -> int:
        return max((self.face.width(line) for page in self.pages for line in page), default=0)

    @property
    def height(self) -> int:
        return self.face.height * max((len(page) for page in self.pages), default=0)


def shorten(text: str, width: int, face: Font) -> str:
    """As much of a text's beginning as fits, with an ellipsis where that is not all of it."""
    text = face.shown(text)
    if face.width(text) <= width:
        return text
    kept = text[: _fitting(text, width - face.width(ELLIPSIS), face)]
    last = max(kept.rfind(" "), kept.rfind("-"))
    if last > 0 and len(kept) - last - 1 < FEWEST:
        kept = kept[:last]
    kept = kept.rstrip(" -,;:.") + ELLIPSIS
    return kept if face.width(kept) <= width else ""


def wrap(text: str, width: int, face: Font) -> Wrapped:
    """The text in lines of at most that width, about as long as each other."""
    text = face.shown(text)
    widest = _greedy(text, width, face)
    if len(widest.lines) < 2 or widest.cut:
        return widest
    low, high = width // 2, width
    while low + 1 < high:
        middle = (low + high) // 2
        narrower = _greedy(text, middle, face)
        if narrower.cut or len(narrower.lines) > len(widest.lines):
            low = middle
        else:
            high, widest = middle, narrower
    return widest


def fit(texts: Sequence[str], width: int, height: int, faces: Sequence[str], paged: str = "") -> Block:
    """The texts, each on lines of its own, in the first face that holds them all.

    Where none does they are on pages, in the face that is named for that, else in the last one.
    """
    for name in faces:
        face = font(name)
        wrapped = [wrap(text, width, face) for text in texts]
        lines = tuple(line for part in wrapped for line in part.lines)
        if len(lines) * face.height <= height and not any(part.cut for part in wrapped):
            return Block(face, (lines,))
    face = font(paged or faces[-1])
    lines = tuple(line for text in texts for line in wrap(text, width, face).lines)
    return Block(face, tuple(_pages(lines, max(1, height // face.height))))


def squeeze(text: str, width: int, height: int, faces: Sequence[str]) -> Block:
    """The text on one page: in the first face that holds it whole, else shortened in the last one."""
    block = fit((text,), width, height, faces)
    if len(block.pages) == 1:
        return block
    face, most = block.face, max(1, height // block.face.height)
    lines = [line for page in block.pages for line in page]
    rest = " ".join(lines[most - 1 :])
    return Block(face, ((*lines[: most - 1], shorten(rest, width, face)),))


def _greedy(text: str, width: int, face: Font) -> Wrapped:
    lines: list[str] = []
    current, cut = "", False
    for word in text.split():
        longer = f"{current} {word}" if current else word
        if face.width(longer) <= width:
            current = longer
            continue
        if current:
            lines.append(current)
        *parts, current = _parts(word, width, face)
        lines += parts
        cut = cut or bool(parts)
    return Wrapped((*lines, current) if current else tuple(lines), cut)


def _parts(word: str, width: int, face: Font) -> Iterator[str]:
    """A word in parts that each fit a line: at its own hyphen where there is one, else with one added."""
    while face.width(word) > width:
        own = word.rfind("-", 1, _fitting(word, width, face)) + 1
        if own:
            yield word[:own]
            word = word[own:]
        else:
            at = max(1, _fitting(word, width - face.width("-"), face))
            yield word[:at] + "-" if face.width(word[:at] + "-") <= width else word[:at]
            word = word[at:]
    if word:
        yield word


def _fitting(text: str, width: int, face: Font) -> int:
    """How many letters of a text fit."""
    for count, letter in enumerate(text):
        width -= face.glyph(letter).advance
        if width < 0:
            return count
    return len(text)


def _pages(lines: Sequence[str], most: int) -> Iterator[tuple[str, ...]]:
    """Lines on pages of at most so many each, about as full as each other."""
    pages = max(1, -(-len(lines) // most))
    for page in range(pages):
        yield tuple(lines[page * len(lines) // pages : (page + 1) * len(lines) // pages])
