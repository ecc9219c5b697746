"""Paper: one sheet, or several that are glued together to one big mat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import log, sqrt

from vision.errors import VisionError
from vision.mat.model import Box, Point

SHEETS: dict[str, Point] = {"a4": (297, 210), "a3": (420, 297), "a2": (594, 420), "a1": (841, 594)}
COUNTS = (2, 12)
"""The fewest and the most sheets of one mat."""

MARGIN = 5.0
"""What printers leave white at the edges of a sheet."""

OVERLAP = 10.0
INSET = 1.0
"""How far from the edge of a glued mat printing begins: its edge is where the printer ends, cut or not."""


@dataclass(frozen=True)
class Sheet:
    """One page: its size, the part of the mat on it, and how far from the page's corner that part begins."""

    page: Point
    window: Box
    margin: float


@dataclass(frozen=True)
class Paper:
    """How big the mat is, where on it one may print, on which sheets.

    `seams` are the strips that two sheets share. The sheet on top ends at the right edge of a strip that
    stands, at the lower edge of one that lies.
    """

    name: str
    size: Point
    printable: Box
    sheets: tuple[Sheet, ...]
    seams: tuple[Box, ...] = ()


def papers_named(name: str) -> tuple[Paper, ...]:
    """The ways to lay a paper; several sheets may lie side by side or above each other. The best shape comes first.

    >>> [paper.size for paper in papers_named("a3x2")]
    [(564.0, 410.0), (410.0, 564.0), (810.0, 287.0), (287.0, 810.0)]
    """
    match = re.fullmatch(r"(a[1-4])(?:x([0-9]{1,3}))?", name)
    if match is None:
        raise VisionError("mat_paper_unknown", paper=name, papers=tuple(SHEETS))
    sheet, count = SHEETS[match[1]], match[2]
    if count is None:
        return (_single(name, sheet),)
    if not COUNTS[0] <= int(count) <= COUNTS[1]:
        raise VisionError("mat_sheet_count", least=COUNTS[0], most=COUNTS[1], sheets=int(count))
    return tuple(sorted(_glued(name, sheet, int(count)), key=_distance_from_good_shape))


def _distance_from_good_shape(paper: Paper) -> float:
    """A camera's picture is wide; sheets of paper are, too."""
    width, height = paper.size
    return abs(log(width / height / sqrt(2)))


def _single(name: str, size: Point) -> Paper:
    whole = Box(0, 0, *size)
    return Paper(name, size, whole.grown(-MARGIN), (Sheet(size, whole, 0),))


def _glued(name: str, sheet: Point, count: int) -> Iterator[Paper]:
    for page in (sheet, sheet[::-1]):
        for columns in range(1, count + 1):
            if count % columns == 0:
                yield _grid(name, page, columns, count // columns)


def _grid(name: str, page: Point, columns: int, rows: int) -> Paper:
    width, height = page[0] - 2 * MARGIN, page[1] - 2 * MARGIN
    across, down = width - OVERLAP, height - OVERLAP
    size = (columns * across + OVERLAP, rows * down + OVERLAP)
    sheets = [
        Sheet(page, Box(column * across, row * down, width, height), MARGIN)
        for row in range(rows)
        for column in range(columns)
    ]
    standing = [Box(column * across, 0, OVERLAP, size[1]) for column in range(1, columns)]
    lying = [Box(0, row * down, size[0], OVERLAP) for row in range(1, rows)]
    return Paper(name, size, Box(0, 0, *size).grown(-INSET), tuple(sheets), (*standing, *lying))
