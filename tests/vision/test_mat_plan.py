"""What lies where on a mat, for every game, number of seats and paper."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from vision.errors import VisionError
from vision.mat.file import as_json, read_mat
from vision.mat.games import LAYOUTS
from vision.mat.model import CARD, Box, Mat, area, box_around, common
from vision.mat.paper import Paper, papers_named
from vision.mat.plan import QUIET, plan, plan_on

PAPERS = ("a4", "a3", "a2", "a1", "a4x2", "a3x2", "a4x4", "a4x6", "a4x8", "a3x3", "a3x4", "a4x12")
DOCS = Path(__file__).parent.parent.parent / "docs" / "mat.md"
COLUMNS = [("take_six", "base"), ("take_six", "anniversary"), ("no_thanks", "base"), ("qwixx_cards", "base")]
NO_ROOM = "mat_paper_too_small"


def fitting() -> list[tuple[str, int, str, str]]:
    """Every mat that there is: game, seats, variant, paper."""
    found = []
    for game, layout in LAYOUTS.items():
        for seats in range(layout.least, layout.most + 1):
            for variant in ("base", *layout.five_rows):
                for paper in PAPERS:
                    try:
                        plan(game, seats, paper, variant)
                        found.append((game, seats, variant, paper))
                    except VisionError as error:
                        if error.reason != NO_ROOM:
                            raise
    return found


MATS = fitting()


@pytest.fixture(params=MATS, ids=lambda mat: "-".join(map(str, mat)))
def planned(request: pytest.FixtureRequest) -> tuple[Mat, Paper]:
    game, seats, variant, paper = request.param
    return plan_on(game, seats, paper, variant)


def whites(mat: Mat) -> list[Box]:
    """The markers with the white border that each needs."""
    return [box_around(marker.corners).grown(QUIET) for marker in mat.markers]


def test_nothing_overlaps(planned: tuple[Mat, Paper]) -> None:
    mat, paper = planned
    zones = [box_around(zone.polygon) for zone in mat.zones]
    assert not [pair for pair in combinations(zones, 2) if pair[0].meets(pair[1])]
    assert not [zone for zone in zones for white in whites(mat) if zone.meets(white)]
    assert not [pair for pair in combinations(whites(mat), 2) if pair[0].meets(pair[1])]
    assert all(paper.printable.holds(zone) for zone in zones)
    assert all(Box(0, 0, *mat.size).holds(white) for white in whites(mat))


def test_every_card_has_room_in_its_zone(planned: tuple[Mat, Paper]) -> None:
    for zone in planned[0].zones:
        slots = [slot.box() for slot in zone.slots if slot.use != "chips"]
        assert slots
        assert all(box_around(zone.polygon).holds(slot) for slot in slots)
        assert not [pair for pair in combinations(slots, 2) if pair[0].meets(pair[1])]


def test_seams_run_through_no_marker_and_no_scale(planned: tuple[Mat, Paper]) -> None:
    mat, paper = planned
    markers = [box_around(marker.corners) for marker in mat.markers]
    assert not [marker for marker in markers for seam in paper.seams if seam.meets(marker)]
    assert mat.bar is not None
    assert mat.bar.width == 100
    taken = [*paper.seams, *whites(mat), *(box_around(zone.polygon) for zone in mat.zones)]
    assert not [box for box in taken if box.meets(mat.bar)]


def test_numbers_stand_beside_cards_and_markers(planned: tuple[Mat, Paper]) -> None:
    mat, _ = planned
    numbers = [Box(*mark.centre, 0, 0).grown(4.6) for mark in mat.marks]
    cards = [slot.box() for zone in mat.zones for slot in zone.slots]
    markers = [box_around(marker.corners) for marker in mat.markers]
    assert not [number for number in numbers for box in (*cards, *markers) if number.meets(box)]


def test_markers_are_numbered_clockwise_with_corners_as_the_detector_gives_them(planned: tuple[Mat, Paper]) -> None:
    mat, _ = planned
    assert [marker.id for marker in mat.markers] == list(range(len(mat.markers)))
    assert len(mat.markers) >= 6
    assert area([box_around(marker.corners).centre for marker in mat.markers]) > 0
    for marker in mat.markers:
        assert marker.corners == box_around(marker.corners).corners


def test_the_sheets_of_a_paper_cover_the_mat(planned: tuple[Mat, Paper]) -> None:
    mat, paper = planned
    whole = Box(0, 0, *mat.size)
    assert all(whole.holds(sheet.window) for sheet in paper.sheets)
    parts = sum(sheet.window.width * sheet.window.height for sheet in paper.sheets)
    twice = sum(
        abs(area(common(one.window.corners, other.window.corners))) for one, other in combinations(paper.sheets, 2)
    )
    if len(paper.sheets) == 2:
        assert parts - twice == pytest.approx(mat.size[0] * mat.size[1])
    for x, y in ((0, 0), (1, 0), (0, 1), (1, 1), (0.5, 0.5), (0.37, 0.81)):
        spot = Box(x * (mat.size[0] - 1), y * (mat.size[1] - 1), 1, 1)
        assert any(sheet.window.grown(0.5).holds(spot) or sheet.window.meets(spot) for sheet in paper.sheets)


@pytest.mark.parametrize("seats", range(2, 11))
def test_take_six_has_rows_seats_and_pickups(seats: int) -> None:
    for variant, rows in (("base", 4), ("anniversary", 5)):
        mat = plan("take_six", seats, "a1", variant)
        wanted = [f"row/{row}" for row in range(1, rows + 1)]
        wanted += [f"{kind}/{seat}" for kind in ("seat", "pickup") for seat in range(1, seats + 1)]
        assert [zone.name for zone in mat.zones] == wanted
        for row in wanted[:rows]:
            places = [slot.centre for slot in mat.zone(row).slots]
            assert len(places) == rows + 2
            assert places == sorted(places)
        assert [slot.use for slot in mat.zone("seat/1").slots] == ["card", "special"]


def test_the_other_games_have_their_zones() -> None:
    names = {zone.name for zone in plan("no_thanks", 4, "a2").zones}
    assert names == {"active", "deck", "seat/1", "seat/2", "seat/3", "seat/4"}
    assert {zone.name for zone in plan("qwixx_cards", 3, "a3").zones} == {"display", "pile", "play", "discards"}


def test_every_number_of_seats_fits_somewhere() -> None:
    for game, layout in LAYOUTS.items():
        for seats in range(layout.least, layout.most + 1):
            assert (game, seats, "base", "a1") in MATS
            assert plan(game, seats).size in ((297, 210), (420, 297), (594, 420), (841, 594))


def test_a_card_belongs_to_the_zone_that_holds_half_of_it() -> None:
    mat = plan("take_six", 4, "a2")
    slot = mat.zone("row/2").slots[0].box(CARD)
    assert mat.zone_of(slot.corners) == "row/2"
    assert mat.zone_of(Box(slot.x, slot.y - 40, *CARD).corners) == "row/2"
    assert mat.zone_of(Box(slot.x, slot.y - 60, *CARD).corners) == "row/1"
    assert mat.zone_of(Box(-500, -500, *CARD).corners) is None
    assert mat.zone_of([(1, 1)] * 4) is None


def test_json_has_the_fixed_keys_and_reads_back() -> None:
    mat = plan("take_six", 4, "a2")
    data = as_json(mat)
    assert list(data) == ["size_mm", "dictionary", "markers", "card_mm", "zones"]
    assert (data["size_mm"], data["dictionary"], data["card_mm"]) == ([594, 420], "DICT_4X4_50", [56, 87])
    text = json.dumps(data)
    first_marker, first_zone = json.loads(text)["markers"][0], json.loads(text)["zones"][0]
    assert first_marker == {"id": 0, "corners_mm": [[5, 5], [35, 5], [35, 35], [5, 35]]}
    assert list(first_zone) == ["name", "polygon_mm", "slots"]
    assert first_zone["slots"][0] == {"centre_mm": [179, 67.5], "angle": 0, "use": "card"}
    read = read_mat(text)
    assert (read.size, read.markers, read.zones) == (mat.size, mat.markers, mat.zones)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", "[" * 100_000, '{"size_mm": [1, 2], "dictionary": "DICT_4X4_50", "markers": 3}']
)
def test_what_is_no_mat_is_refused(text: str) -> None:
    with pytest.raises(VisionError, match="mat_unreadable"):
        read_mat(text)


@pytest.mark.parametrize(
    ("game", "seats", "paper", "reason"),
    [
        ("chess", 2, "a2", "mat_game_unknown"),
        ("take_six", 1, "a2", "mat_seats"),
        ("take_six", 11, "a1", "mat_seats"),
        ("take_six", 5, "a2", NO_ROOM),
        ("take_six", 2, "a4x2", NO_ROOM),
        ("take_six", 2, "letter", "mat_paper_unknown"),
        ("take_six", 2, "a3x", "mat_paper_unknown"),
        ("take_six", 2, "a3x1", "mat_sheet_count"),
        ("take_six", 2, "a3x13", "mat_sheet_count"),
    ],
)
def test_what_cannot_be_is_refused(game: str, seats: int, paper: str, reason: str) -> None:
    with pytest.raises(VisionError, match=reason):
        plan(game, seats, paper)


def test_the_biggest_sheet_comes_in_the_best_shape() -> None:
    assert papers_named("a3x4")[0].size == (810, 564)


def test_the_table_of_papers_is_true() -> None:
    lines = [line for line in DOCS.read_text(encoding="utf-8").splitlines() if line.startswith("| `a")]
    assert len(lines) == 9
    for line in lines:
        paper, *said = [cell.strip() for cell in line.strip("|").split("|")]
        for (game, variant), cell in zip(COLUMNS, said, strict=True):
            seats = [mat[1] for mat in MATS if (mat[0], mat[2], mat[3]) == (game, variant, paper.strip("`"))]
            assert cell == (f"{seats[0]} to {seats[-1]}" if seats else ""), line
