"""What stands on a display of letters, such as one of 16 by 2: a cue and how long ago it began make its lines.

>>> from hardware.cues import place
>>> for line in lines(place("ana", "104", 3, True, text=("Conceição",)), 0, 16, 2): print(line)
104 → 3 !
Conceição
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from functools import lru_cache

from hardware.cues import Cue, Kind
from hardware.fonts import legible
from hardware.loops import Loop, soonest
from hardware.typeset import ELLIPSIS, FEWEST

PAGE_MS, LINE_MS = 3000, 2000
BLINK_MS = (600, 400)
MARKS = {Kind.WRONG: "!", Kind.ASK: "?", Kind.FAULT: "x"}
ARROW = " → "
ANSWERS = " / "
NAME = "Drover"
"""What an idle display says that has nothing else to say."""

Lines = tuple[str, ...]
Pages = tuple[tuple[Lines, int], ...]


def lines(cue: Cue, ms: int, columns: int, rows: int) -> Lines:
    """What stands on the display so long after the cue began, in as many lines as it has."""
    shown = [line for loop in _loops(cue, columns, rows) for line in loop.at(ms)[0]]
    return tuple([*shown, *[""] * rows][:rows])


def changes_in(cue: Cue, ms: int, columns: int, rows: int) -> int | None:
    """In how many milliseconds that becomes something else; None: never."""
    return soonest(loop.at(ms)[1] for loop in _loops(cue, columns, rows))


@lru_cache(maxsize=8)
def _loops(cue: Cue, columns: int, rows: int) -> tuple[Loop[Lines], ...]:
    """One below the other, each with its own number of lines."""
    if cue.kind is Kind.OFF:
        return ()
    if cue.kind in MARKS:
        return tuple(_warned(cue, columns, rows))
    if cue.card:
        return tuple(_with_card(cue, columns, rows))
    texts = cue.text or ((cue.seat,) if cue.seat else (NAME,) if cue.kind is Kind.IDLE else ())
    return tuple(_paged(cue, _wrapped(texts, columns), columns, rows))


def _with_card(cue: Cue, columns: int, rows: int) -> Iterable[Loop[Lines]]:
    """The card and its row on the first line, and below whose turn it is."""
    yield Loop(tuple(_head(cue, columns)))
    said = cue.text or ((cue.seat,) if cue.seat else ())
    if rows > 2:
        texts = [shorten(said[0], columns), *_wrapped(said[1:], columns)] if said else []
        yield from _paged(cue, texts, columns, rows - 1)
        return
    below = [shorten(text, columns) for text in (*said[:1], *cue.notices)]
    if below:
        yield Loop(tuple(((text,), LINE_MS) for text in below))


def _head(cue: Cue, columns: int) -> Iterable[tuple[Lines, int]]:
    """The card, an arrow to its row, and where the row is taken a sign that beats."""
    row = str(cue.row) if cue.row else "?" if cue.kind is Kind.CHOOSE else ""
    to = ARROW + row if row else ""
    least, most = (" !", " !!!") if cue.takes else ("", "")
    if len(cue.card + to + most) > columns:  # closer together before anything is left out
        to, least, most = to.replace(" ", ""), least.strip(), most.strip()
    card = shorten_card(cue.card, columns - len(to + most))
    if cue.takes:
        yield (card + to + least,), BLINK_MS[1]
    yield (card + to + most,), BLINK_MS[0]


def _warned(cue: Cue, columns: int, rows: int) -> Iterable[Loop[Lines]]:
    """A sign that says of what kind it is, and beside it the words."""
    texts = cue.text or tuple(filter(None, (cue.seat, cue.card)))
    inside = columns - 2
    if len(texts) > 1:
        answers = (ANSWERS.join(texts[2:]),) if len(texts) > 2 else ()
        texts = (shorten(texts[0], inside), texts[1], *answers)
    if cue.kind is Kind.WRONG and cue.card and cue.row:
        texts = (*texts, shorten_card(cue.card, inside - len(ARROW) - 1) + ARROW + str(cue.row))
    mark = MARKS[cue.kind]
    for loop in _paged(cue, _wrapped(texts, inside), inside, rows):
        yield Loop(tuple((_marked(mark, page), lasts) for page, lasts in loop.frames))
        mark = " "


def _marked(mark: str, page: Lines) -> Lines:
    return tuple(f"{mark if at == 0 else ' '} {line}" for at, line in enumerate(page))


def _paged(cue: Cue, texts: Sequence[str], columns: int, rows: int) -> Iterable[Loop[Lines]]:
    """Lines on as many pages as they need; what is broken below them, or on pages of its own."""
    notices = tuple(((shorten(notice, columns),), LINE_MS) for notice in cue.notices)
    room = rows - 1 if notices and rows > 2 else rows
    count = max(1, -(-len(texts) // room))
    each = [texts[page * len(texts) // count : (page + 1) * len(texts) // count] for page in range(count)]
    pages = tuple(((*page, *[""] * (room - len(page))), PAGE_MS) for page in each)
    if notices and room == rows:
        pages += tuple(((*notice, *[""] * (room - 1)), lasts) for notice, lasts in notices)
    yield Loop(pages)
    if room < rows:
        yield Loop(notices)


def _wrapped(texts: Iterable[str], columns: int) -> list[str]:
    return [line for text in texts for line in textwrap.wrap(legible(text), columns)]


def shorten(text: str, columns: int) -> str:
    """As much of a text's beginning as fits.

    >>> shorten("Maximiliane-Sophie", 16), shorten("Maximiliane-Sophie", 14)
    ('Maximiliane-Sop…', 'Maximiliane…')
    """
    text = legible(text)
    if len(text) <= columns:
        return text
    kept = text[: max(0, columns - 1)]
    last = max(kept.rfind(" "), kept.rfind("-"))
    if last > 0 and len(kept) - last - 1 < FEWEST:
        kept = kept[:last]
    return kept.rstrip(" -,;:.") + ELLIPSIS


def shorten_card(card: str, columns: int) -> str:
    """The same for the name of a card, which keeps the number that it ends with.

    >>> shorten_card("vermelho 7", 8)
    'verme… 7'
    """
    name, _, number = legible(card).rpartition(" ")
    return (
        f"{shorten(name, columns - len(number) - 1)} {number}"
        if name and number.isdecimal()
        else shorten(card, columns)
    )
