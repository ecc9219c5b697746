"""The mat on paper and as a picture: true sizes, read back from the files themselves."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from vision.mat.dictionary import COUNT, MODULES, white
from vision.mat.model import Box, Mat, Point, box_around
from vision.mat.paper import Paper
from vision.mat.pdf import pdf
from vision.mat.plan import plan, plan_on
from vision.mat.png import PER_MM, draw, png

MM = 25.4 / 72
MATS = [("take_six", 4, "a2"), ("take_six", 10, "a3x4"), ("no_thanks", 5, "a4x4"), ("qwixx_cards", 3, "a3")]

Matrix = tuple[float, ...]


@dataclass
class Drawn:
    """What the operators of a page draw, in millimetres of the page, y down."""

    size: Point
    filled: list[Box] = field(default_factory=list)
    stroked: list[Box] = field(default_factory=list)
    texts: dict[str, list[Point]] = field(default_factory=dict)
    _matrix: Matrix = (1, 0, 0, 1, 0, 0)
    _points: list[Point] = field(default_factory=list)
    _boxes: list[Box] = field(default_factory=list)
    _at: Point = (0, 0)

    def read(self, text: str) -> Drawn:
        """As a reader of PDF goes through operators, as far as these files need it."""
        operands: list[float] = []
        said = ""
        for word in re.findall(r"\([^)]*\)|\[[^]]*\]|\S+", text):
            if word.startswith("("):
                said = word[1:-1]
            elif re.fullmatch(r"-?[\d.]+", word):
                operands.append(float(word))
            else:
                self._operate(word, operands, said)
                operands = []
        return self

    def _operate(self, operator: str, operands: list[float], said: str) -> None:
        if operator == "cm":
            self._matrix = tuple(operands)
        elif operator in ("m", "l"):
            self._points.append(self._placed(*operands))
        elif operator == "re":
            x, y, width, height = operands
            self._boxes.append(box_around([self._placed(x, y), self._placed(x + width, y + height)]))
        elif operator in ("f", "S", "B", "n"):
            self._paint(operator)
        elif operator == "Tm":
            self._at = self._placed(*operands[4:])
        elif operator == "Tj":
            self.texts.setdefault(said, []).append(self._at)

    def _paint(self, operator: str) -> None:
        shapes = self._boxes + ([box_around(self._points)] if self._points else [])
        self.filled += shapes if operator in ("f", "B") else []
        self.stroked += shapes if operator in ("S", "B") else []
        self._points, self._boxes = [], []

    def _placed(self, x: float, y: float) -> Point:
        a, b, c, d, e, f = self._matrix
        return ((a * x + c * y + e) * MM, self.size[1] - (b * x + d * y + f) * MM)


def objects(file: bytes) -> dict[int, bytes]:
    """The objects of a PDF, found by its table."""
    table = int(re.findall(rb"startxref\n(\d+)", file)[-1])
    lines = file[table:].split(b"\n")
    count = int(lines[1].split()[1])
    places = [int(line.split()[0]) for line in lines[3 : 2 + count]]
    for number, place in enumerate(places, 1):
        assert file[place:].startswith(f"{number} 0 obj\n".encode())
    return {number: file[place : file.index(b"\nendobj", place)] for number, place in enumerate(places, 1)}


def stream(content: bytes) -> str:
    header, _, data = content.partition(b"\nstream\n")
    data = data.removesuffix(b"\nendstream")
    assert int(re.findall(rb"/Length (\d+)", header)[0]) == len(data)
    return data.decode("ascii")


def pages(file: bytes) -> Iterator[tuple[Point, Drawn]]:
    """The size of each page in millimetres, and what is drawn on it."""
    found = objects(file)
    for content in found.values():
        if b"/Type /Page " in content:
            box = [float(part) for part in re.findall(rb"/MediaBox \[([^]]*)\]", content)[0].split()]
            contents = int(re.findall(rb"/Contents (\d+)", content)[0])
            form = int(re.findall(rb"/Mat (\d+)", content)[0])
            size = (box[2] * MM, box[3] * MM)
            yield size, Drawn(size).read(stream(found[contents]).replace("/Mat Do", stream(found[form])))


def on_page(box: Box, paper: Paper, sheet: int) -> Box:
    window, margin = paper.sheets[sheet].window, paper.sheets[sheet].margin
    return Box(box.x - window.x + margin, box.y - window.y + margin, box.width, box.height)


def same(one: Box, other: Box, within: float = 0.01) -> bool:
    pairs = zip((*one.corners[0], *one.corners[2]), (*other.corners[0], *other.corners[2]), strict=True)
    return all(abs(a - b) < within for a, b in pairs)


def has(boxes: list[Box], wanted: Box, within: float = 0.01) -> bool:
    return any(same(box, wanted, within) for box in boxes)


@pytest.mark.parametrize(("game", "seats", "name"), MATS)
def test_a_pdf_is_in_true_size(game: str, seats: int, name: str) -> None:
    mat, paper = plan_on(game, seats, name)
    drawn = list(pages(pdf(mat, paper)))
    assert len(drawn) == len(paper.sheets)
    for number, (size, shapes) in enumerate(drawn):
        assert size == pytest.approx(paper.sheets[number].page, abs=0.01)
        for zone in mat.zones:
            assert has(shapes.filled, on_page(box_around(zone.polygon), paper, number))
            for slot in zone.slots:
                if slot.use != "chips":
                    assert has(shapes.stroked, on_page(slot.box(), paper, number))
        assert mat.bar is not None
        assert "100 mm" in shapes.texts
        ruler = on_page(mat.bar, paper, number)
        assert any(abs(box.x - ruler.x) < 0.01 and abs(box.width - 100) < 0.01 for box in shapes.filled)
        for mark in mat.marks:
            assert mark.text in shapes.texts


def modules(shapes: list[Box], marker: Box) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which of a marker's modules are filled with black."""
    side = marker.width / 6
    inside = [box for box in shapes if marker.grown(0.01).holds(box)]
    middles = [
        [Box(marker.x + (x + 0.5) * side, marker.y + (y + 0.5) * side, 0, 0) for x in range(6)] for y in range(6)
    ]
    return np.array([[any(box.holds(middle) for box in inside) for middle in line] for line in middles])


@pytest.mark.parametrize(("game", "seats", "name"), MATS)
def test_markers_in_a_pdf_are_those_of_the_dictionary(game: str, seats: int, name: str) -> None:
    mat, paper = plan_on(game, seats, name)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (_, shapes) in enumerate(pages(pdf(mat, paper))):
        for marker in mat.markers:
            wanted = cv2.aruco.generateImageMarker(dictionary, marker.id, 6) == 0
            seen = modules(shapes.filled, on_page(box_around(marker.corners), paper, number))
            assert (seen == wanted).all()


def test_every_marker_is_that_of_the_dictionary() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    assert len(dictionary.bytesList) == COUNT
    for number in range(COUNT):
        assert (cv2.aruco.generateImageMarker(dictionary, number, MODULES) > 0).tolist() == [*map(list, white(number))]


def test_rows_seats_and_places_for_special_cards_look_different() -> None:
    mat = plan("take_six", 4, "a2")
    picture = draw(mat).astype(int).sum(axis=2)

    def at(x: float, y: float) -> int:
        return int(picture[round(y * PER_MM), round(x * PER_MM)])

    for mark in mat.marks:
        x, y = mark.centre
        # Beside the number: white in a row's ring, dark on a seat's disc.
        assert (at(x - 3.5, y) > 750) == (at(x + 3.5, y) > 750) == (mark.of == "row")
        assert at(x - 4.5, y) < 600
    for zone in mat.zones:
        for slot in zone.slots:
            box = slot.box()
            left = picture[
                round((box.y + 10) * PER_MM) : round((box.bottom - 10) * PER_MM),
                round(box.x * PER_MM) - 2 : round(box.x * PER_MM) + 3,
            ]
            lined = float((left.min(axis=1) < 600).mean())
            assert 0.4 < lined < 0.7 if slot.use == "special" else lined == 1


def test_in_a_pdf_special_places_alone_are_dashed() -> None:
    mat, paper = plan_on("take_six", 4, "a2")
    form = stream(objects(pdf(mat, paper))[3])
    assert form.count("[2.5] 0 d") == 4
    assert form.count(" w [") == form.count("[2.5] 0 d") + form.count("[] 0 d")


def test_sheets_to_glue_have_numbers_and_lines_to_cut_along() -> None:
    mat, paper = plan_on("take_six", 10, "a3x4")
    markers = [box_around(marker.corners).grown(5) for marker in mat.markers]
    for number, (_, shapes) in enumerate(pages(pdf(mat, paper))):
        assert f"{number + 1} / 4" in shapes.texts
        x, y = shapes.texts[f"{number + 1} / 4"][0]
        assert not [box for box in markers if on_page(box, paper, number).meets(Box(x, y - 3, 8, 3))]
        lines = [box for box in shapes.stroked if min(box.width, box.height) < 0.01]
        assert len(lines) == 2
    alone = next(pages(pdf(*plan_on("qwixx_cards", 3, "a3"))))[1]
    assert not [box for box in alone.stroked if min(box.width, box.height) < 0.01]


def test_the_same_mat_is_the_same_file() -> None:
    assert pdf(*plan_on("take_six", 4, "a2")) == pdf(*plan_on("take_six", 4, "a2"))


def test_a_picture_knows_its_true_size() -> None:
    mat = plan("qwixx_cards", 3, "a3")
    file = png(mat)
    at = file.index(b"pHYs")
    assert struct.unpack(">IIB", file[at + 4 : at + 13]) == (6000, 6000, 1)
    picture = cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR)
    assert (picture == draw(mat)).all()
    assert picture.shape == (297 * PER_MM, 420 * PER_MM, 3)


@pytest.mark.parametrize(("game", "seats", "name"), MATS)
def test_markers_in_a_picture_lie_where_the_mat_says(game: str, seats: int, name: str) -> None:
    mat: Mat = plan(game, seats, name)
    picture = draw(mat)
    for marker in mat.markers:
        box = box_around(marker.corners)
        left, top, right, bottom = (round(edge * PER_MM) for edge in (box.x, box.y, box.right, box.bottom))
        assert (picture[top:bottom, left] == 0).all()
        assert (picture[bottom - 1, left:right] == 0).all()
        assert (picture[top:bottom, left - 1] == 255).all()
        assert (picture[bottom, left:right] == 255).all()
