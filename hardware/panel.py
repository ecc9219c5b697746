"""What stands on a small display: a cue and how long ago it began make a picture.

A picture is put together from loops, each of which shows one thing after the other: the row's box that blinks, the
line at the bottom that says now whose turn it is and now what is broken.

>>> from hardware.cues import place
>>> cue = place("ana", "14", 2, text=("Ana",))
>>> [getattr(item, "text", type(item).__name__) for item in picture(cue, 0).items]
['14', 'Sign', 'Box', '2', 'Ana']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from hardware import signs
from hardware.areas import GAP, NARROW, TALL, WORDS, Area, Items, centred, middle, short
from hardware.cues import Cue, Kind
from hardware.dots import Box, Item, Picture, Size
from hardware.fonts import Font, font
from hardware.loops import Loop, soonest
from hardware.typeset import Block, fit, shorten, squeeze
from hardware.wander import idle

SIZE: Size = (128, 64)

NUMBERS = ("number40", "number28")

PAGE_MS, LINE_MS, GLANCE_MS = 3000, 2000, 1500
BLINK_MS = (600, 400)
DIM_AFTER_MS = 120_000
"""What is not looked at for so long is shown darker: the dots age by what they shine."""

ANSWERS = " / "
"""Between what can be answered."""


Frame = tuple[Items, int]
"""Items, and how many milliseconds they stand."""


def picture(cue: Cue, ms: int, size: Size = SIZE) -> Picture:
    """What stands on a display of that size so long after the cue began."""
    if cue.kind is Kind.OFF:
        return Picture(size, on=False)
    items = tuple(item for loop in _loops(cue, size) for item in loop.at(ms)[0])
    return Picture(size, items, bright=cue.kind is not Kind.IDLE and ms < DIM_AFTER_MS)


def changes_in(cue: Cue, ms: int, size: Size = SIZE) -> int | None:
    """In how many milliseconds the picture becomes another one; None: never."""
    if cue.kind is Kind.OFF:
        return None
    dims = DIM_AFTER_MS - ms if ms < DIM_AFTER_MS else None
    return soonest([dims, *(loop.at(ms)[1] for loop in _loops(cue, size))])


def drawn(cue: Cue, ms: int) -> Picture:
    """What stands on the usual display."""
    return picture(cue, ms)


@lru_cache(maxsize=8)
def _loops(cue: Cue, size: Size) -> tuple[Loop[Items], ...]:
    if cue.kind is Kind.IDLE:
        return (idle(cue, size),)
    if cue.kind in {Kind.WRONG, Kind.ASK, Kind.FAULT}:
        return tuple(_warned(cue, size))
    if cue.card:
        return tuple(_with_card(cue, size))
    return tuple(_told(cue, size))


# --- a card and where it goes


def _with_card(cue: Cue, size: Size) -> Iterable[Loop[Items]]:
    """The card as large as can be, its row, and below whose turn it is."""
    width, height = size
    said = cue.text[:1] or ((cue.seat,) if cue.seat else ())
    if height < TALL:
        card, box = _card(cue, Area(0, 0, width, height))
        glances = [(short(word, Area(0, 0, width, height), WORDS), GLANCE_MS) for word in (*said, *cue.notices)]
        steady = ((*card, *box[0]), PAGE_MS)
        yield Loop((steady, *glances)) if glances else Loop((steady,))
        return
    below = 2 * font("words16").height if width < height else font("words20").height + 1
    card, box = _card(cue, Area(0, 0, width, height - below))
    yield Loop(((card, PAGE_MS),))
    yield Loop(tuple(zip(box, BLINK_MS, strict=False)))
    yield from _bottom(cue, said, Area(0, height - below, width, below))


def _card(cue: Cue, area: Area) -> tuple[Items, tuple[Items, ...]]:
    """The card with the arrow to its row, and the row's box: once, or twice where it blinks."""
    row = str(cue.row) if cue.row else "?" if cue.kind is Kind.CHOOSE else ""
    if not row:
        return tuple(_named(cue.card, area)), ((),)
    row += "!" if cue.takes else ""
    if area.width < area.height:
        return _card_above(cue.card, row, area)
    face = font("number28")
    wide = max(26, face.width(row) + 8)
    box = Area(area.x + area.width - wide, area.y, wide, area.height)
    arrow = signs.right(0, 0)
    left = Area(area.x, area.y, area.width - box.width - arrow.width - 2 * GAP, area.height)
    name = _named(cue.card, left)
    arrow = signs.right(box.x - GAP - arrow.width, middle(area, arrow.size[1]))
    return (*name, arrow), _boxed(row, box, face, cue.takes)


def _card_above(card: str, row: str, area: Area) -> tuple[Items, tuple[Items, ...]]:
    """The same on a display that stands upright: the row below the card."""
    face = font("number28" if area.width >= 40 else "words24")
    high, arrow = face.height + 8, signs.down(0, 0)
    box = Area(area.x, area.y + area.height - high, area.width, high)
    arrow = signs.down(area.x + (area.width - arrow.width) // 2, box.y - GAP - arrow.size[1])
    name = _named(card, Area(area.x, area.y, area.width, arrow.y - GAP - area.y))
    return (*name, arrow), _boxed(row, box, face, row.endswith("!"))


def _boxed(row: str, box: Area, face: Font, takes: bool) -> tuple[Items, ...]:
    """A row's number in its box; of a row that is taken the box is filled, and blinks."""
    number = centred((row,), box, face)
    hollow = (Box(box.x, box.y, box.width, box.height, filled=False), *number)
    filled = (Box(box.x, box.y, box.width, box.height), *number)
    return (filled, hollow) if takes else (hollow,)


def _named(card: str, area: Area) -> Sequence[Item]:
    """A card's number or name as large as it fits."""
    for name in NUMBERS:
        face = font(name)
        if all(letter in face for letter in card) and face.width(card) <= area.width and face.height <= area.height:
            return centred((card,), area, face)
    block = squeeze(card, area.width - GAP, area.height, NARROW)
    name, _, number = card.rpartition(" ")
    if name and number.isdecimal() and not block.pages[0][-1].endswith(number):  # its number is not to be left out
        face = font("words14")
        short = shorten(name, area.width - GAP - face.width(f" {number}") - 2, face)
        block = Block(face, ((f"{short} {number}",),))
    return centred(block.pages[0], area, block.face)


# --- words


def _told(cue: Cue, size: Size) -> Iterable[Loop[Items]]:
    """Words alone. All at once are to do something where the whole display is inverted."""
    width, height = size
    texts = cue.text or ((cue.seat,) if cue.seat else ())
    room, bars = _above_notes(cue, Area(0, 0, width, height))
    faces = NARROW if width < height or height < TALL else WORDS
    yield Loop(_pages(texts, room, bars if height < TALL else (), faces))
    if height >= TALL and bars:
        yield Loop(bars)
    if cue.kind is Kind.REVEAL:
        yield Loop((((Box(room.x, room.y, room.width, room.height),), PAGE_MS),))


def _warned(cue: Cue, size: Size) -> Iterable[Loop[Items]]:
    """A sign that says of what kind it is, and the words; of what lies wrong also the card and its row."""
    width, height = size
    room, bars = _above_notes(cue, Area(0, 0, width, height))
    sign, words = _beside(cue.kind, room)
    texts = cue.text or tuple(filter(None, (cue.seat, cue.card)))
    if len(texts) > 1:  # whom it is about, what is wrong or asked, and the answers that there are
        who = shorten(texts[0], words.width, font("words16"))
        answers = (ANSWERS.join(texts[2:]),) if len(texts) > 2 else ()
        texts = (who, texts[1], *answers)
    extra: tuple[Frame, ...] = ()
    if cue.kind is Kind.WRONG and cue.card and cue.row:
        card, box = _card(cue, words)
        extra = (((*card, *box[0]), PAGE_MS),)
    yield from sign
    yield Loop(_pages(texts, words, (*extra, *bars) if height < TALL else extra, NARROW))
    if height >= TALL and bars:
        yield Loop(bars)


def _beside(kind: Kind, area: Area) -> tuple[tuple[Loop[Items], ...], Area]:
    """The sign's loop, and the area that it leaves: a filled box on the left, or on top of an upright display."""
    upright = area.width < area.height
    wide = area.width < 40
    face = font("number28" if area.height < TALL - 16 or upright else "number40")
    mark = "?" if kind is Kind.ASK else "!"
    across = area.width if upright else 24 if kind is Kind.FAULT else face.width(mark) + 10
    box = Area(area.x, area.y, across, (face.height + 6 if not wide else 27) if upright else area.height)
    if kind is Kind.FAULT:
        cross = signs.cross(0, 0)
        sign: Items = (signs.cross(box.x + (box.width - cross.width) // 2, middle(box, cross.size[1])),)
    else:
        sign = tuple(centred((mark,), box, face))
    filled = Box(box.x, box.y, box.width, box.height)
    frames: tuple[Frame, ...] = (((filled, *sign), BLINK_MS[0]),)
    if kind is Kind.WRONG:
        frames += (((Box(box.x, box.y, box.width, box.height, filled=False), *sign), BLINK_MS[1]),)
    if upright:
        rest = Area(area.x, area.y + box.height + GAP, area.width, area.height - box.height - GAP)
    else:
        rest = Area(area.x + box.width + GAP, area.y, area.width - box.width - GAP, area.height)
    return (Loop(frames),), rest


# --- what is broken while the game goes on


def _above_notes(cue: Cue, area: Area) -> tuple[Area, tuple[Frame, ...]]:
    """What room is left above the bar of notices, and the bar's frames."""
    if not cue.notices:
        return area, ()
    if area.height < TALL:
        return area, tuple((short(notice, area, WORDS), GLANCE_MS) for notice in cue.notices)
    high = font("words14").height * (2 if area.width < area.height else 1) + 1
    bar = Area(area.x, area.y + area.height - high, area.width, high)
    frames = tuple((_bar(notice, bar), LINE_MS) for notice in cue.notices)
    return Area(area.x, area.y, area.width, area.height - high - 1), frames


def _bottom(cue: Cue, said: Sequence[str], area: Area) -> Iterable[Loop[Items]]:
    """The line below: whose turn it is, and in between what is broken."""
    faces = NARROW[1:] if area.width <= TALL else WORDS[1:]
    bar = Area(area.x, area.y + 4, area.width, area.height - 4)
    frames = [(short(word, area, faces), LINE_MS) for word in said]
    frames += [(_bar(notice, bar), LINE_MS) for notice in cue.notices]
    if frames:
        yield Loop(tuple(frames))


def _bar(notice: str, area: Area) -> Items:
    return Box(area.x, area.y, area.width, area.height), *short(notice, area, ("words14",))


# --- where lines go


def _pages(texts: Sequence[str], area: Area, more: tuple[Frame, ...], faces: Sequence[str]) -> tuple[Frame, ...]:
    """The texts on as many pages as they need, and then what more there is to show."""
    block = fit(
        texts, area.width, area.height, faces, paged="words16" if area.width >= TALL and area.height >= 40 else ""
    )
    frames = tuple((tuple(centred(page, area, block.face)), PAGE_MS) for page in block.pages if page)
    return (*frames, *more) or (((), PAGE_MS),)
