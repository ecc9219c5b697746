"""The project's own decks: which cards there are, that they can be told apart, and that they print in true size."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.test_mat_print import objects
from vision.synthetic.artwork import CARD_MM, HEIGHT, WIDTH
from vision.synthetic.own import GAMES, deck_list, own_back, own_cards, own_deck_pdf, own_face
from vision.synthetic.own.shapes import can_be_turned

MM = 25.4 / 72
SPECIALS = ("fifth_row", "take_seven", "insert", "replace", "move", "block", "negate")
SMALL = (88, 128)
"""About as large as a camera sees a card."""

SCALE = 6
"""Pixels a millimetre of a painted page."""

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]
Matrix = NDArray[np.float64]


def test_a_deck_has_the_cards_of_its_game() -> None:
    assert own_cards("take_six") == (*map(str, range(1, 105)), *SPECIALS)
    assert own_cards("no_thanks") == tuple(map(str, range(3, 36)))
    kinds = Counter(name.split()[0] for name in own_cards("qwixx_cards"))
    assert kinds == dict.fromkeys(("red", "yellow", "green", "blue", "joker", "neutral"), 11)
    assert {"red 2", "blue 12", "neutral 7", "joker 7"} <= set(own_cards("qwixx_cards"))
    with pytest.raises(KeyError):
        own_face("take_six", "105")
    with pytest.raises(KeyError):
        own_face("qwixx_cards", "back")


def test_what_is_printed_is_what_one_plays_with() -> None:
    assert Counter(Counter(deck_list("take_six")).values()) == {1: 104, 4: 7}
    assert len(deck_list("no_thanks")) == 33
    qwixx = deck_list("qwixx_cards")
    assert len(set(qwixx)) == len(qwixx) == 55
    assert all(back == f"neutral {face.split()[1]}" for face, back in qwixx)


@cache
def faces(game: str) -> dict[str, Picture]:
    drawn = {name: own_face(game, name) for name in own_cards(game)}
    back = own_back(game)
    return drawn if back is None else {**drawn, "back": back}


@pytest.mark.parametrize("game", GAMES)
def test_a_face_has_the_size_of_a_card_and_a_white_edge_to_cut_in(game: str) -> None:
    for face in faces(game).values():
        assert face.shape == (HEIGHT, WIDTH, 3)
        assert face.dtype == np.uint8
        inside = np.zeros((HEIGHT, WIDTH), bool)
        inside[7:-7, 7:-7] = True
        assert (face[~inside] == 255).all()


def test_a_face_can_be_painted_on_without_spoiling_the_next() -> None:
    own_face("no_thanks", "7")[:] = 0
    assert own_face("no_thanks", "7").max() == 255


@pytest.mark.parametrize("game", ["take_six", "no_thanks"])
def test_a_back_tells_nothing_by_how_it_lies(game: str) -> None:
    back = faces(game)["back"]
    turned = cv2.rotate(back, cv2.ROTATE_180)
    assert np.abs(back.astype(int) - turned).mean() < 1


def test_the_back_of_qwixx_is_the_neutral_side() -> None:
    assert own_back("qwixx_cards") is None
    for number in range(2, 13):
        neutral = faces("qwixx_cards")[f"neutral {number}"].astype(int)
        assert np.ptp(neutral, axis=2).max() <= 8


@pytest.mark.parametrize("game", GAMES)
def test_no_two_cards_look_alike_whichever_way_round(game: str) -> None:
    """As small, blurred and without their outermost parts; backs differ from all faces by much more."""
    names = list(faces(game))
    small = np.stack([seen(face) for face in faces(game).values()])
    apart = np.minimum(distances(small, small), distances(small, small[:, ::-1, ::-1]))
    np.fill_diagonal(apart, np.inf)
    for name, nearest in zip(names, apart.min(axis=1), strict=True):
        assert nearest > (70 if name == "back" else 22), name


def seen(face: Picture) -> Floats:
    blurred = cv2.GaussianBlur(cv2.resize(face, SMALL, interpolation=cv2.INTER_AREA), (0, 0), 1.2)
    return np.asarray(blurred[5:-5, 5:-5], np.float64)


def distances(some: Floats, others: Floats) -> Floats:
    """The root of the mean squared difference of each to each."""
    one, two = (pictures.reshape(len(pictures), -1) for pictures in (some, others))
    squared = (one**2).sum(1)[:, None] + (two**2).sum(1)[None] - 2 * one @ two.T
    return np.asarray(np.sqrt(np.maximum(squared, 0) / one.shape[1]))


@pytest.mark.parametrize("one", [6, 66, 68, 86, 16, 18, 19])
def test_numbers_that_can_be_turned_have_a_bar_below_in_the_middle_and_in_every_corner(one: int) -> None:
    other = int(str(one)[::-1].translate(str.maketrans("69", "96")))
    for card in (str(one), str(other)):
        assert can_be_turned(card)
        face = own_face("take_six", card)
        assert bar(face, 56.4) > 12
        for way_round in (face, cv2.rotate(face, cv2.ROTATE_180)):
            assert bar(way_round[:, : WIDTH // 2], 15) > 3
            assert bar(way_round[:, WIDTH // 2 :], 15) > 3
    for card in ("47", "11", "88", "69"):
        assert not can_be_turned(card)
        assert max(bar(own_face("take_six", card), 56.4), bar(own_face("take_six", card), 15)) < 2


def bar(face: Picture, down: float) -> float:
    """How many millimetres long the longest stroke of ink is, so far down, that has nothing just below it."""
    level, below = (np.asarray(face[round(y * 3)], int) for y in (down, down + 2.9))
    inked = np.abs(level - below).sum(axis=1) > 300
    edges = np.flatnonzero(np.diff(np.concatenate(([False], inked, [False])).astype(int)))
    return max((int(end - start) for start, end in edges.reshape(-1, 2)), default=0) / 3


@dataclass
class Painted:
    """What a page looks like on paper, and where its cards lie."""

    size: tuple[float, float]
    picture: Picture
    forms: dict[str, str]
    boxes: list[tuple[float, ...]] = field(default_factory=list)
    lines: list[tuple[float, ...]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    _path: list[tuple[float, ...]] = field(default_factory=list)
    _colours: dict[str, tuple[int, ...]] = field(default_factory=dict)
    _width: float = 1

    def run(self, text: str, matrix: Matrix, inside: bool = False) -> None:
        """As a reader of PDF goes through operators, as far as these files need it."""
        kept: list[Matrix] = []
        operands: list[str] = []
        for word in re.findall(r"\([^)]*\)|\S+", text):
            if re.fullmatch(r"-?[\d.]+|/\S+|\(.*\)", word):
                operands.append(word)
                continue
            values = [float(part) for part in operands if part[0] not in "/("]
            if word == "q":
                kept.append(matrix)
            elif word == "Q":
                matrix = kept.pop()
            elif word == "cm":
                matrix = matrix @ as_matrix(values)
            elif word == "Do":
                self.boxes.append((*self.on_page(matrix, (0, 0)), *self.on_page(matrix, CARD_MM)))
                self.run(self.forms[operands[0][1:]], matrix, inside=True)
            elif word in ("m", "l"):
                self._path.append(self.on_page(matrix, values))
            else:
                self._paint(word, values, operands, inside)
            operands = []

    def _paint(self, word: str, values: list[float], operands: list[str], inside: bool) -> None:
        if word in ("rg", "RG"):
            self._colours[word] = tuple(round(value * 255) for value in reversed(values))
        elif word == "w":
            self._width = values[0]
        elif word == "f":
            cv2.fillPoly(self.picture, [self._pixels()], self._colours["rg"], cv2.LINE_AA, 4)
        elif word == "S":
            thick = max(1, round(self._width * SCALE))
            cv2.polylines(self.picture, [self._pixels()], False, self._colours["RG"], thick, cv2.LINE_AA, 4)
            if not inside:
                self.lines.append((*self._path[0], *self._path[-1]))
        elif word == "Tj":
            self.texts.append(operands[0])
        if word in ("f", "S"):
            self._path = []

    def _pixels(self) -> NDArray[np.int32]:
        return np.asarray(np.rint((np.array(self._path) * SCALE - 0.5) * 16), np.int32)

    def on_page(self, matrix: Matrix, point: object) -> tuple[float, ...]:
        x, y, _ = matrix @ np.array([*point, 1.0])  # type: ignore[misc]
        return (float(x) * MM, self.size[1] - float(y) * MM)


def as_matrix(values: list[float]) -> Matrix:
    a, b, c, d, e, f = values
    return np.array([[a, c, e], [b, d, f], [0, 0, 1]])


@cache
def pages(game: str) -> tuple[Painted, ...]:
    """The first two sheets, both sides, and the last."""
    found = objects(own_deck_pdf(game))
    inflated = {number: inflate(content) for number, content in found.items() if b"/FlateDecode" in content}
    forms = {f"C{number}": text for number, text in inflated.items() if b"/Form" in found[number]}
    listed = [number for number, content in found.items() if b"/Type /Page " in content]
    painted = []
    for number in [*listed[:4], *listed[-2:]]:
        box = [float(part) * MM for part in re.findall(rb"/MediaBox \[([^]]*)\]", found[number])[0].split()]
        picture = np.full((round(box[3] * SCALE), round(box[2] * SCALE), 3), 255, np.uint8)
        page = Painted((box[2], box[3]), picture, forms)
        page.run(inflated[int(re.findall(rb"/Contents (\d+)", found[number])[0])], np.eye(3))
        painted.append(page)
    return tuple(painted)


def inflate(content: bytes) -> str:
    header, _, data = content.partition(b"\nstream\n")
    data = data.removesuffix(b"\nendstream")
    assert int(re.findall(rb"/Length (\d+)", header)[0]) == len(data)
    return zlib.decompress(data).decode("ascii")


@pytest.mark.parametrize("game", GAMES)
def test_a_printed_card_measures_56_by_87_millimetres(game: str) -> None:
    for page in pages(game):
        assert page.size == pytest.approx((210, 297), abs=0.01)
        for left, top, right, bottom in page.boxes:
            assert (right - left, bottom - top) == pytest.approx((56, 87), abs=0.01)
            assert left > 10
            assert right < 200
            assert top > 10
            assert bottom < 287
    assert [len(page.boxes) for page in pages(game)[:4]] == [9, 9, 9, 9]


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_shows_the_cards_in_order_and_their_other_sides_behind_them(game: str) -> None:
    listed = deck_list(game)
    for place, page in enumerate(pages(game)[:4]):
        cards = listed[place // 2 * 9 :][: len(page.boxes)]
        for (face, back), (left, top, _, _) in zip(cards, page.boxes, strict=True):
            x, y = round(left * SCALE), round(top * SCALE)
            printed = page.picture[y : y + 87 * SCALE, x : x + 56 * SCALE]
            smaller = cv2.resize(printed, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(int)
            wanted = faces(game)[face if place % 2 == 0 else back]
            # Hairlines lie on the white edges.
            assert np.abs(smaller - wanted)[3:-3, 3:-3].mean() < 5, face


@pytest.mark.parametrize("game", GAMES)
def test_the_columns_are_mirrored_behind_so_that_a_sheet_can_be_turned_over(game: str) -> None:
    front, behind = pages(game)[-2:]
    assert len(front.boxes) == len(behind.boxes) == (len(deck_list(game)) - 1) % 9 + 1
    for (left, top, right, _), (other_left, other_top, _, _) in zip(front.boxes, behind.boxes, strict=True):
        assert other_left == pytest.approx(210 - right, abs=0.01)
        assert other_top == pytest.approx(top, abs=0.01)
        assert left == pytest.approx(other_left, abs=112.01)


def test_marks_show_where_to_cut_and_a_line_of_100_millimetres_whether_the_size_is_true() -> None:
    page = pages("no_thanks")[0]
    upright = {round(x, 2) for x, y, end_x, end_y in page.lines if abs(x - end_x) < 0.01 and max(y, end_y) < 17}
    level = {round(y, 2) for x, y, end_x, end_y in page.lines if abs(y - end_y) < 0.01 and max(x, end_x) < 20}
    assert upright == {21, 77, 133, 189}
    assert level == {18, 105, 192, 279}
    assert any(abs(abs(x - end_x) - 100) < 0.01 and abs(y - end_y) < 0.01 for x, y, end_x, end_y in page.lines)
    assert page.texts == ["(100 mm)"]
    assert not pages("no_thanks")[1].lines


@pytest.mark.parametrize("game", GAMES)
def test_a_file_is_small_and_always_the_same(game: str) -> None:
    file = own_deck_pdf(game)
    assert len(file) < 1_500_000
    assert file == own_deck_pdf(game)
