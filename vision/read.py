"""Reads the cards that were found: where numbers stand on each, and which they may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.again import look_again
from vision.cards import FLIPS
from vision.cut import CUT, Matrix, Pyramid, Quad, cut_card, cut_number
from vision.frame import Picture
from vision.sampling import rounded
from vision.trust import SPEAKS

MODELS = Path(__file__).parent / "models"
TENS, ONES = 11, 10
NUMBERS = 105
"""Numbers from 0 to 104 are told apart; there is no 0 on a card."""

CELL = 8
PLAIN_HEIGHT = 16.0
LEAST_PLACE = 0.2
"""A number is read where one stands with this chance at least."""

MOST_PLACES = 5
SURE, SOME = 0.95, 0.4
LEAST_WAY = 0.08
"""It is read upright, or upside down, where it stands so with this chance at least."""

ONE_SIZE = 1.35
"""Numbers whose heights differ by less than this are of one size."""

NOT_A_NUMBER = 0.2
"""How freely something that is no number reads as any."""

CARD, DIGITS = (slice(4, -4), slice(4, -4)), (slice(4, -4), slice(10, -10))
"""The part of a cut-out card, and of a window on a number, whose light counts."""

LEAST_SPREAD = 8.0
"""The contrast below which it is not made more of."""

DOUBTLESS = 0.99
"""What is read less surely is looked at again."""

ENOUGH = 2
"""So many numbers that are surely read, and are the same, leave no doubt about a card."""

FIRST, SAMPLES = 2, 4
"""So many places of a card are read first, and the others only if these leave a doubt; of so many cards all are, to
know how numbers stand on this deck."""

MOST_AGAIN = 3
"""In so many places of a card, the surest ones, a number in doubt is looked at again."""

FACE, BACK, NO_CARD = range(3)
Chances = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Place:
    """Where a number stands on a cut-out card, how high its digits are, and with what chance which way up."""

    middle: tuple[float, float]
    height: float
    upright: float
    turned: float


@dataclass(frozen=True, eq=False)
class Numeral:
    """A number that was read: the chances of 0 to 104 if it stands upright, and if it is turned.

    What is missing to 1 is that it is no number that stands so. A way that was not read is all zeros.
    """

    place: Place
    upright: Chances
    turned: Chances
    both_read: bool = False

    @cached_property
    def chances(self) -> Chances:
        """By which way up it seems to stand."""
        return self.upright * self.place.upright + self.turned * self.place.turned

    def speaking_for(self, number: int) -> float:
        """The chance of this number, whichever way it stands."""
        return float(max(self.upright[number], self.turned[number]))

    def against(self, number: int) -> float:
        """The chance of another one that it seems to be, the same one upside down left out."""
        upright = self.place.upright >= self.place.turned
        ways, stands = (self.upright, self.place.upright) if upright else (self.turned, self.place.turned)
        other = int(ways.argmax())
        if other in (number, FLIPS.get(number)) or ways[other] < SPEAKS:
            return 0.0
        return float(ways[other]) * stands


@dataclass(frozen=True, eq=False)
class Look:
    """One look at one card: what kind of thing it is, which way up, and the numbers on it."""

    quad: Quad
    cut: Picture
    kind: Chances
    turned: float
    numerals: tuple[Numeral, ...]
    had_number: bool = False
    """Whether a number seemed to stand on it before those of other cards were left out."""

    @cached_property
    def sizes(self) -> tuple[tuple[Numeral, ...], ...]:
        """The numbers by how high they are, the highest first. Those of one size are copies, and are misread alike."""
        sizes: list[list[Numeral]] = []
        for numeral in sorted(self.numerals, key=lambda one: -one.place.height):
            if sizes and sizes[-1][0].place.height < ONE_SIZE * numeral.place.height:
                sizes[-1].append(numeral)
            else:
                sizes.append([numeral])
        return tuple(tuple(copies) for copies in sizes)

    @cached_property
    def scores(self) -> Chances:
        """For each number the logarithm of its likelihood, by all that was read: copies count once together."""
        total = np.zeros(NUMBERS)
        for copies in self.sizes:
            chances = np.stack([one.chances for one in copies])
            nothing = NOT_A_NUMBER * (1 - chances.sum(axis=1, keepdims=True)) / NUMBERS
            total += np.log(chances + nothing + 1e-7).mean(axis=0)
        return total

    @property
    def face_up(self) -> float:
        """The chance that it is a face, if it is a card."""
        return float(self.kind[FACE] / (self.kind[FACE] + self.kind[BACK]))

    @cached_property
    def surest(self) -> float:
        """The chance of the number that is read most surely."""
        return max((float(one.chances.max()) for one in self.numerals), default=0.0)

    @property
    def has_number(self) -> bool:
        """Whether a number seems to stand on it, legible or not."""
        return self.had_number or any(one.place.upright + one.place.turned > SOME for one in self.numerals)

    def _surely_read(self) -> list[int]:
        return [int(numeral.chances.argmax()) for numeral in self.numerals if numeral.chances.max() > SURE]

    def reads(self) -> bool:
        """Whether a number was surely read."""
        return bool(self._surely_read())

    def says_so_twice(self) -> bool:
        """Whether at least two numbers on it are rather the same than any other."""
        said = [int(numeral.chances.argmax()) for numeral in self.numerals if numeral.chances.max() > SOME]
        return len(said) > len(set(said))

    def agrees(self) -> bool:
        """Whether several numbers were surely read and all are the same."""
        sure = self._surely_read()
        return len(sure) >= 2 and len(set(sure)) == 1

    def upright_score(self, number: int) -> float:
        """How well the numbers that stand upright speak for this one."""
        upright = [numeral for numeral in self.numerals if numeral.place.upright > numeral.place.turned]
        return float(sum(np.log(numeral.chances[number] + 1e-4) - np.log(1e-4) for numeral in upright))

    def no_number(self) -> float:
        """The same for a card that has none."""
        none = [[np.log((1 - one.chances.sum()) / NUMBERS + 1e-7) for one in copies] for copies in self.sizes]
        return float(sum(np.mean(copies) for copies in none))


class Reader:
    """Two networks: where numbers stand on a cut-out card, and what a number is."""

    def __init__(self, folder: Path = MODELS) -> None:
        self._places = cv2.dnn.readNetFromONNX(str(folder / "places.onnx"))
        self._digits = cv2.dnn.readNetFromONNX(str(folder / "digits.onnx"))

    def look(self, pyramid: Pyramid, quads: Sequence[Quad]) -> list[Look]:
        """A look at the card in each of the quads."""
        if not quads:
            return []
        cuts = [cut_card(pyramid, quad) for quad in quads]
        cells, whole = self._say(
            self._places, in_one_light(np.stack([cut for cut, _ in cuts]), CARD), ["cells", "whole"]
        )
        places = places_on(cells)
        numerals = self._numerals(pyramid, [to_picture for _, to_picture in cuts], places)
        kinds = _softmax(whole[:, :3].astype(np.float64))
        turned = _sigmoid(whole[:, 3].astype(np.float64))
        together = zip(quads, cuts, kinds, turned, numerals, strict=True)
        return [Look(quad, cut, kind, float(way), read) for quad, (cut, _), kind, way, read in together]

    def _numerals(
        self, pyramid: Pyramid, to_pictures: Sequence[Matrix], places: Sequence[Sequence[Place]]
    ) -> list[tuple[Numeral, ...]]:
        """The numbers read at all places of all cards: in one batch, and another for what may be a flip."""
        spots = [(card, place) for card, of_card in enumerate(places) for place in of_card]
        cards = np.array([card for card, _ in spots], np.intp)
        rank = np.array([at for of_card in places for at in reading_order(of_card)], np.intp)
        read = np.zeros((len(spots), 2, NUMBERS))
        likely = np.array([(place.upright, place.turned) for _, place in spots]).reshape(-1, 2) >= LEAST_WAY
        flips = np.zeros(len(spots), bool)
        first = (rank < FIRST) | (cards < SAMPLES)
        for some in (first, ~first):
            wanted = some & ~_settled(cards, read, len(places))
            self._read_windows(pyramid, to_pictures, spots, likely & wanted[:, None], read)
            flips |= wanted & (read[:, :, list(FLIPS)].max(axis=(1, 2)) > 0.3)
            self._read_windows(pyramid, to_pictures, spots, (flips & wanted)[:, None] & ~likely, read)
        doubtful = (rank < MOST_AGAIN)[:, None] & _in_doubt(cards, read, len(places))
        self._read_again(pyramid, to_pictures, spots, doubtful, read)
        numerals: list[list[Numeral]] = [[] for _ in places]
        for (card, place), ways, one, flip in zip(spots, read, likely, flips, strict=True):
            numerals[card].append(Numeral(place, ways[0], ways[1], bool(flip or one.all())))
        return [tuple(of_card) for of_card in numerals]

    def _read_windows(
        self,
        pyramid: Pyramid,
        to_pictures: Sequence[Matrix],
        spots: Sequence[tuple[int, Place]],
        wanted: NDArray[np.bool_],
        read: Chances,
    ) -> None:
        """Fill in what is read at these spots, upright or turned."""
        windows = [cut_number(pyramid, *where) for where in _standing(to_pictures, spots, wanted)]
        if windows:
            read[wanted] = self._numbers_in(np.stack(windows))

    def _read_again(
        self,
        pyramid: Pyramid,
        to_pictures: Sequence[Matrix],
        spots: Sequence[tuple[int, Place]],
        doubtful: NDArray[np.bool_],
        read: Chances,
    ) -> None:
        """Look at these in other ways too, and take what all looks say on average."""
        windows = [look_again(pyramid, *where) for where in _standing(to_pictures, spots, doubtful)]
        if windows:
            looks = self._numbers_in(np.concatenate(windows)).reshape(len(windows), -1, NUMBERS)
            read[doubtful] = (read[doubtful] + looks.sum(axis=1)) / (1 + looks.shape[1])

    def _numbers_in(self, windows: NDArray[np.uint8]) -> Chances:
        return numbers_said(self._say(self._digits, in_one_light(windows, DIGITS), ["said"])[0])

    @staticmethod
    def _say(net: cv2.dnn.Net, pictures: NDArray[np.float32], names: list[str]) -> list[NDArray[np.float32]]:
        net.setInput(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2)))
        return [np.asarray(out) for out in net.forward(names)]


def reading_order(places: Sequence[Place]) -> list[int]:
    """For each place of a card when it is read: the surest ones first, though the highest number is among these.

    It is often written otherwise than the others, which may be misread all alike.
    """
    ranks = list(range(len(places)))
    if len(places) > FIRST:
        highest = max(ranks, key=lambda at: places[at].height)
        if highest >= FIRST:
            ranks[highest], ranks[FIRST - 1] = FIRST - 1, highest
    return ranks


def _standing(
    to_pictures: Sequence[Matrix], spots: Sequence[tuple[int, Place]], wanted: NDArray[np.bool_]
) -> Iterator[tuple[Matrix, tuple[float, float], float, bool]]:
    """Where each of the wanted numbers stands: on which card, where, how high, and whether it is turned."""
    for at, way in np.argwhere(wanted):
        card, place = spots[at]
        yield to_pictures[card], place.middle, place.height, bool(way)


def _votes(cards: NDArray[np.intp], read: Chances, count: int) -> Chances:
    """For each card and number, in how many places of the card it was surely read."""
    votes = np.zeros((count, NUMBERS))
    np.add.at(votes, cards, (read >= DOUBTLESS).any(axis=1))
    return votes


def _settled(cards: NDArray[np.intp], read: Chances, count: int) -> NDArray[np.bool_]:
    """Of each place, whether what stands on its card is known by now, and can't be another one upside down."""
    votes = _votes(cards, read, count)
    number = votes.argmax(axis=1)
    flips = np.isin(number, list(FLIPS))
    return np.asarray(((votes.max(axis=1) >= ENOUGH) & ~flips)[cards])


def _in_doubt(cards: NDArray[np.intp], read: Chances, count: int) -> NDArray[np.bool_]:
    """Which numbers are not surely read, upright or turned, on cards on which no others are."""
    sure = (read >= DOUBTLESS).any(axis=(1, 2))
    plain = sure | (_votes(cards, read, count).max(axis=1) >= ENOUGH)[cards]
    return np.asarray((read.max(axis=2) > 0) & ~plain[:, None])


def places_on(cells: NDArray[np.float32]) -> list[list[Place]]:
    """Where numbers stand on each card, the surest first.

    Upright and turned are chances of one and the same place: together they are at most 1.
    """
    ways = _sigmoid(cells[:, :2].astype(np.float64))
    there = 1 - (1 - ways[:, 0]) * (1 - ways[:, 1])
    ways *= np.minimum(1.0, there / np.maximum(ways.sum(axis=1), 1e-9))[:, None]
    around = np.stack([cv2.dilate(one, np.ones((3, 3), np.uint8)) for one in there])
    cards, rows, columns = np.nonzero((there >= around) & (there > LEAST_PLACE))
    measures = rounded(cells[cards, 2:, rows, columns].astype(np.float64) * CELL)
    x, y = (columns + 0.5) * CELL + measures[:, 0], (rows + 0.5) * CELL + measures[:, 1]
    high = np.exp(np.clip(measures[:, 2] / CELL, -1.5, 2)) * PLAIN_HEIGHT
    within = (x > 0) & (x < CUT[0]) & (y > 0) & (y < CUT[1])
    places: list[list[Place]] = [[] for _ in cells]
    tried = [0] * len(cells)
    for at in np.argsort(-there[cards, rows, columns], kind="stable"):
        card = int(cards[at])
        tried[card] += 1
        if tried[card] > MOST_PLACES or not within[at]:
            continue
        upright, turned = ways[card, :, rows[at], columns[at]]
        place = Place((float(x[at]), float(y[at])), float(high[at]), float(upright), float(turned))
        if not any(_same(place, other) for other in places[card]):
            places[card].append(place)
    return places


def _same(one: Place, other: Place) -> bool:
    apart = hypot(one.middle[0] - other.middle[0], one.middle[1] - other.middle[1])
    return apart < 0.4 * min(one.height, other.height)


def in_one_light(pictures: NDArray[np.uint8], part: tuple[slice, slice]) -> NDArray[np.float32]:
    """The pictures as the networks want them: in each, that part is as bright and as rich in contrast as in any."""
    lit = np.array([cv2.meanStdDev(one[part]) for one in pictures])[..., 0]
    level = lit[:, 0].mean(axis=1)
    varies = np.square(lit).sum(axis=1).mean(axis=1) - np.square(level)
    spread = np.sqrt(np.maximum(varies, 0.0)) + LEAST_SPREAD
    level, spread = (value.astype(np.float32)[:, None, None, None] for value in (level, spread))
    return np.asarray((pictures - level) / spread, np.float32)


def numbers_said(said: NDArray[np.float32]) -> Chances:
    """The chances of all numbers, for each window."""
    exact: Chances = said.astype(np.float64)
    tens, ones = _softmax(exact[:, :TENS]), _softmax(exact[:, TENS : TENS + ONES])
    both = (tens[:, :, None] * ones[:, None, :]).reshape(len(said), -1)[:, :NUMBERS]
    both[:, 0] = 0
    return np.asarray(both * _sigmoid(exact[:, -1:]))


def _softmax(x: Chances) -> Chances:
    raised = np.exp(x - x.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def _sigmoid(x: Chances) -> Chances:
    return np.asarray(1 / (1 + np.exp(-x)))
