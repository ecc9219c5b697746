"""A mat as a PDF in true size: one page a sheet, drawn in millimetres.

The whole mat is one form that every page shows its part of. Sheets that are glued together share a
strip; a dashed line says where the left or upper sheet is cut and where on the other one it then lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vision.mat.drawing import LINE, Boxes, Colour, Outline, Shape, Text, shapes_of
from vision.mat.model import Box, Mat, Point
from vision.mat.paper import Paper, Sheet
from vision.pdf import POINTS_PER_MM, document, numbers, stream

_DIGIT_WIDTH = 0.556
"""Of a digit of Helvetica, as a share of its size; only numbers are centred."""

_CAP_HEIGHT = 0.718
_SHEET_NUMBER = 4.0
_CUT_WIDTH = 0.2

_FORM, _FONT, _FIRST_PAGE = 3, 4, 5
"""Numbers of objects; a page is followed by what is drawn on it."""


def pdf(mat: Mat, paper: Paper) -> bytes:
    """The file."""
    drawn = "\n".join(_drawn(shapes_of(mat))).encode("ascii")
    pages = [_FIRST_PAGE + 2 * number for number in range(len(paper.sheets))]
    kids = " ".join(f"{page} 0 R" for page in pages)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode("ascii"),
        stream(
            drawn,
            f"/Type /XObject /Subtype /Form /BBox [0 0 {numbers(*mat.size)}] "
            f"/Resources << /Font << /F {_FONT} 0 R >> >>",
        ),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, (sheet, page) in enumerate(zip(paper.sheets, pages, strict=True)):
        size = numbers(*(length * POINTS_PER_MM for length in sheet.page))
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Contents {page + 1} 0 R "
            f"/Resources << /XObject << /Mat {_FORM} 0 R >> /Font << /F {_FONT} 0 R >> >> >>".encode("ascii")
        )
        objects.append(stream("\n".join(_page(paper, sheet, number)).encode("ascii")))
    return document(objects)


def _page(paper: Paper, sheet: Sheet, number: int) -> Iterator[str]:
    """From here on lengths are millimetres of the mat, y down."""
    window = sheet.window
    scale = POINTS_PER_MM
    left, top = (sheet.margin - window.x) * scale, (sheet.page[1] - sheet.margin + window.y) * scale
    yield f"{numbers(scale, 0, 0, -scale, left, top)} cm"
    yield f"{_rectangle(window)} W n"
    yield "/Mat Do"
    seams = [seam for seam in paper.seams if seam.meets(window)]
    for seam in seams:
        yield from _cut(seam)
    if len(paper.sheets) > 1:
        yield from _drawn([Text(f"{number + 1} / {len(paper.sheets)}", _for_number(window), _SHEET_NUMBER, False)])


def _cut(seam: Box) -> Iterator[str]:
    """Along the edge of the left or upper sheet."""
    standing = seam.height > seam.width
    start = (seam.right, seam.y) if standing else (seam.x, seam.bottom)
    yield f"q {numbers(*LINE)} RG {numbers(_CUT_WIDTH)} w [2 2] 0 d"
    yield f"{numbers(*start)} m {numbers(seam.right, seam.bottom)} l S Q"


def _for_number(window: Box) -> Point:
    """At the upper edge of a sheet, beyond the markers in its corner."""
    return (window.x + 60, window.y + 3)


def _drawn(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, Boxes):
            yield f"{numbers(*shape.fill)} rg"
            yield from (_rectangle(box) for box in shape.boxes)
            yield "f"
        elif isinstance(shape, Outline):
            yield from _outline(shape)
        else:
            yield from _text(shape)


def _outline(shape: Outline) -> Iterator[str]:
    if shape.fill is not None:
        yield f"{numbers(*shape.fill)} rg"
    if shape.line is not None:
        dash = numbers(shape.dash) if shape.dash else ""
        yield f"{numbers(*shape.line)} RG {numbers(shape.width)} w [{dash}] 0 d"
    yield _path(shape.points)
    yield (
        "h "
        + {(True, True): "B", (True, False): "f", (False, True): "S"}[(shape.fill is not None, shape.line is not None)]
    )


def _text(shape: Text) -> Iterator[str]:
    width = len(shape.text) * _DIGIT_WIDTH * shape.size if shape.centred else 0
    x, y = shape.at[0] - width / 2, shape.at[1] + _CAP_HEIGHT * shape.size / 2
    yield f"BT {_colour(shape.colour)} /F {numbers(shape.size)} Tf"
    yield f"{numbers(1, 0, 0, -1, x, y)} Tm ({shape.text}) Tj ET"


def _colour(colour: Colour) -> str:
    return f"{numbers(*colour)} rg"


def _path(points: Sequence[Point]) -> str:
    first, *others = (numbers(*point) for point in points)
    return " ".join([f"{first} m", *(f"{other} l" for other in others)])


def _rectangle(box: Box) -> str:
    return f"{numbers(box.x, box.y, box.width, box.height)} re"
