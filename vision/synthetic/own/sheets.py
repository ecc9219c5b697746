"""A deck as a PDF in true size: nine cards a sheet of A4, and behind each sheet of faces one of their other sides.

The second page of each sheet has its columns mirrored, so that it fits the first when the sheet is turned
over along its long edge.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

from vision.pdf import POINTS_PER_MM, document, numbers, stream
from vision.synthetic.artwork import CARD_MM
from vision.synthetic.own.deck import deck_list, shapes_of
from vision.synthetic.own.shapes import Colour, Fill, Shape

PAGE = (210, 297)
COLUMNS, ROWS = 3, 3
PER_SHEET = COLUMNS * ROWS
LEFT, TOP = (PAGE[0] - COLUMNS * CARD_MM[0]) / 2, (PAGE[1] - ROWS * CARD_MM[1]) / 2
"""Where the first card begins."""

_MARK = (1.5, 7.0)
"""From where to where, beyond the cards, a mark says where to cut."""

_MARK_WIDTH = 0.2
_HAIR = 0.1
_GREY: Colour = (205, 205, 205)
_DARK: Colour = (70, 70, 70)
_RULER = 100.0
_FONT_SIZE = 3.2

_FONT, _FIRST_CARD = 3, 4
"""Numbers of objects; after the cards come the pages, each followed by what is drawn on it."""


def own_deck_pdf(game: str) -> bytes:
    """The file; printed on both sides and cut, it is the whole deck."""
    cards = deck_list(game)
    sheets = [cards[start : start + PER_SHEET] for start in range(0, len(cards), PER_SHEET)]
    names = tuple(dict.fromkeys(name for card in cards for name in card))
    forms = {name: _FIRST_CARD + place for place, name in enumerate(names)}
    pages: list[str] = []
    for sheet in sheets:
        pages.append("\n".join(_front([face for face, _ in sheet], forms)))
        pages.append("\n".join(_placed([back for _, back in sheet], forms, mirrored=True)))
    first_page = _FIRST_CARD + len(names)
    kids = " ".join(f"{first_page + 2 * place} 0 R" for place in range(len(pages)))
    catalog = "/Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None /Duplex /DuplexFlipLongEdge >>"
    objects = [
        f"<< {catalog} >>".encode("ascii"),
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode("ascii"),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        *(_form(game, name) for name in names),
    ]
    known = " ".join(f"/C{form} {form} 0 R" for form in forms.values())
    size = numbers(*(length * POINTS_PER_MM for length in PAGE))
    for place, page in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Contents {first_page + 2 * place + 1} 0 R "
            f"/Resources << /XObject << {known} >> /Font << /F {_FONT} 0 R >> >> >>".encode("ascii")
        )
        objects.append(_packed(page))
    return document(objects)


def _form(game: str, name: str) -> bytes:
    drawn = "\n".join(_drawn(shapes_of(game, name)))
    return _packed(f"1 J 1 j\n{drawn}", f"/Type /XObject /Subtype /Form /BBox [0 0 {numbers(*CARD_MM)}] ")


def _packed(drawn: str, more: str = "") -> bytes:
    return stream(zlib.compress(drawn.encode("ascii"), 9), f"{more}/Filter /FlateDecode ")


def _front(names: Sequence[str], forms: dict[str, int]) -> Iterator[str]:
    yield from _placed(names, forms, mirrored=False)
    yield from _marks()
    yield from _ruler()


def _placed(names: Sequence[str], forms: dict[str, int], mirrored: bool) -> Iterator[str]:
    """From here on lengths are millimetres of the page, y down."""
    yield f"{numbers(POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, PAGE[1] * POINTS_PER_MM)} cm"
    for place, name in enumerate(names):
        row, column = divmod(place, COLUMNS)
        column = COLUMNS - 1 - column if mirrored else column
        x, y = LEFT + column * CARD_MM[0], TOP + row * CARD_MM[1]
        yield f"q {numbers(1, 0, 0, 1, x, y)} cm /C{forms[name]} Do Q"


def _marks() -> Iterator[str]:
    """Marks in the margin for a ruler and a knife, and hairlines between the cards for scissors."""
    right, bottom = LEFT + COLUMNS * CARD_MM[0], TOP + ROWS * CARD_MM[1]
    upright = [LEFT + column * CARD_MM[0] for column in range(COLUMNS + 1)]
    level = [TOP + row * CARD_MM[1] for row in range(ROWS + 1)]
    yield f"{_colour(_GREY)} RG {numbers(_HAIR)} w"
    yield from (_line(x, TOP, x, bottom) for x in upright)
    yield from (_line(LEFT, y, right, y) for y in level)
    yield f"{_colour(_DARK)} RG {numbers(_MARK_WIDTH)} w"
    near, far = _MARK
    for x in upright:
        yield _line(x, TOP - far, x, TOP - near)
        yield _line(x, bottom + near, x, bottom + far)
    for y in level:
        yield _line(LEFT - far, y, LEFT - near, y)
        yield _line(right + near, y, right + far, y)


def _ruler() -> Iterator[str]:
    """What one measures after printing; it lies between the marks below the cards."""
    y = TOP + ROWS * CARD_MM[1] + 10
    start, end = (PAGE[0] - _RULER) / 2, (PAGE[0] + _RULER) / 2
    yield _line(start, y, end, y)
    yield _line(start, y - 1.5, start, y + 1.5)
    yield _line(end, y - 1.5, end, y + 1.5)
    at = numbers(1, 0, 0, -1, end + 2, y + 1.1)
    yield f"BT {_colour(_DARK)} rg /F {numbers(_FONT_SIZE)} Tf {at} Tm ({_RULER:g} mm) Tj ET"


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f"{numbers(x, y)} m {numbers(to_x, to_y)} l S"


def _drawn(shapes: Sequence[Shape]) -> Iterator[str]:
    for shape in shapes:
        first, *others = (_short(*point) for point in shape.points)
        path = " ".join([f"{first} m", *(f"{other} l" for other in others)])
        if isinstance(shape, Fill):
            yield f"{_colour(shape.colour)} rg {path} f"
        else:
            yield f"{_colour(shape.colour)} RG {_short(shape.width)} w {path} S"


def _colour(colour: Colour) -> str:
    return _short(*(part / 255 for part in colour))


def _short(*values: float) -> str:
    """A thousandth of a millimetre is finer than any printer."""
    return numbers(*(round(value, 3) for value in values))
