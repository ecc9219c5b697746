"""The mat for a game, a number of seats and a paper."""

from __future__ import annotations

from collections.abc import Iterator

from vision.errors import VisionError
from vision.mat.games import LAYOUTS, STRIP, Arrangement, Layout, Room
from vision.mat.model import Box, Marker, Mat
from vision.mat.paper import SHEETS, Paper, papers_named

MARKER = 30.0
"""The side of a marker: six modules, of which the outer ones are black."""

QUIET = 5.0
"""The white border that a marker needs: one module."""

SCALE = 100.0
_SCALE_TEXT = 22.0
_SCALE_HEIGHT = 6.0
_NUMBER_ROOM = 6.0

GLUED = ("a4x2", "a3x2", "a4x4", "a4x6", "a4x8", "a3x4")
"""Papers from a household's printer that a user is pointed to, from small to big."""


def plan(game: str, seats: int, paper: str | None = None, variant: str = "base") -> Mat:
    """A mat on this paper; without one, on the smallest single sheet that has room.

    >>> plan("take_six", 9, "a2")
    Traceback (most recent call last):
    vision.errors.VisionError: mat_paper_too_small (paper='a2', seats=9, sheet='a1', glued='a4x8')
    """
    return plan_on(game, seats, paper, variant)[0]


def plan_on(game: str, seats: int, paper: str | None = None, variant: str = "base") -> tuple[Mat, Paper]:
    """The mat and the paper that it is printed on."""
    layout = LAYOUTS.get(game)
    if layout is None:
        raise VisionError("mat_game_unknown", game=game, games=tuple(LAYOUTS))
    if not layout.least <= seats <= layout.most:
        raise VisionError("mat_seats", least=layout.least, most=layout.most, seats=seats)
    name = paper if paper is not None else _first_that_fits(tuple(SHEETS), layout, seats, variant)
    for way in papers_named(name):
        mat = _on(way, layout, seats, variant)
        if mat is not None:
            return mat, way
    sheet = _first_that_fits(tuple(SHEETS), layout, seats, variant)
    glued = _first_that_fits(GLUED, layout, seats, variant)
    raise VisionError("mat_paper_too_small", paper=name, seats=seats, sheet=sheet, glued=glued)


def _first_that_fits(names: tuple[str, ...], layout: Layout, seats: int, variant: str) -> str:
    return next(name for name in names if any(_on(way, layout, seats, variant) for way in papers_named(name)))


def _on(paper: Paper, layout: Layout, seats: int, variant: str) -> Mat | None:
    room = Room(paper.printable, paper.size)
    arrangement = layout.arrange(seats, room, variant in layout.five_rows)
    if arrangement is None:
        return None
    markers = tuple(_markers(paper, arrangement))
    return Mat(
        size=paper.size,
        markers=markers,
        zones=arrangement.zones,
        marks=arrangement.marks,
        bar=_bar(paper, arrangement, markers),
    )


def _markers(paper: Paper, arrangement: Arrangement) -> Iterator[Marker]:
    """Numbered clockwise from the top left."""
    xs = list(_along_edge(paper, arrangement))
    top, bottom = QUIET, paper.size[1] - QUIET - MARKER
    places = [(x, top) for x in xs] + [(x, bottom) for x in reversed(xs)]
    for number, (x, y) in enumerate(places):
        yield Marker(number, Box(x, y, MARKER, MARKER).corners)


def _along_edge(paper: Paper, arrangement: Arrangement) -> Iterator[float]:
    """Markers stand at both ends of each lane, and in the middle of one that goes all the way."""
    for left, right in arrangement.lanes:
        yield left + QUIET
        if len(arrangement.lanes) == 1:
            yield _clear_of_seams(paper, (left + right - MARKER) / 2)
        yield right - QUIET - MARKER


def _clear_of_seams(paper: Paper, x: float) -> float:
    """A marker that is cut and glued is never quite square."""
    for seam in paper.seams:
        if seam.height > seam.width and seam.grown(QUIET).meets(Box(x, seam.y, MARKER, MARKER)):
            return seam.right + QUIET
    return x


def _bar(paper: Paper, arrangement: Arrangement, markers: tuple[Marker, ...]) -> Box | None:
    """A free place for the printed scale: low on the mat, near the middle, on one sheet alone."""
    taken = [_box_of(zone.polygon).grown(2) for zone in arrangement.zones]
    taken += [_box_of(marker.corners).grown(QUIET) for marker in markers]
    taken += [Box(*mark.centre, 0, 0).grown(_NUMBER_ROOM) for mark in arrangement.marks]
    taken += paper.seams
    width, height = SCALE + _SCALE_TEXT, _SCALE_HEIGHT
    for step in range(int(paper.size[1] - 2 * STRIP)):
        y = paper.size[1] - (STRIP / 2 if step == 0 else QUIET + step) - height / 2
        for x in _from_the_middle(paper.size[0], width):
            if not any(box.meets(Box(x, y, width, height)) for box in taken):
                return Box(x, y, SCALE, height)
    return None


def _from_the_middle(whole: float, width: float) -> Iterator[float]:
    middle = (whole - width) / 2
    for step in range(int(middle / 2) - 5):
        yield middle - 2 * step
        yield middle + 2 * step


def _box_of(corners: tuple[tuple[float, float], ...]) -> Box:
    return Box(*corners[0], corners[2][0] - corners[0][0], corners[2][1] - corners[0][1])
