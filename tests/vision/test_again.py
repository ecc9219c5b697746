"""A number that is not surely read is looked at in other ways, and only such a one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision import read
from vision.again import VIEWS, View, look_again
from vision.cut import CUT, WINDOW, Matrix, Pyramid, Quad, card_to_picture
from vision.frame import Picture
from vision.read import Reader
from vision.synthetic.artwork import HEIGHT, WIDTH
from vision.synthetic.designs import design_from
from vision.synthetic.faces import draw_face
from vision.synthetic.lens import photographed
from vision.synthetic.typefaces import shipped_typefaces

QUAD = np.array([(20, 20), (20 + WIDTH, 20), (20 + WIDTH, 20 + HEIGHT), (20, 20 + HEIGHT)], float)
MIDDLE = (CUT[0] / 2, CUT[1] / 2)


def a_block(colour: tuple[int, int, int]) -> tuple[Pyramid, Matrix]:
    """A card with a block of a colour in its middle, as high as digits."""
    picture = np.full((HEIGHT + 40, WIDTH + 40, 3), 255, np.uint8)
    down, across = 20 + HEIGHT // 2, 20 + WIDTH // 2
    picture[down - 21 : down + 21, across - 14 : across + 14] = colour
    return Pyramid(picture), card_to_picture(QUAD)


def seen(view: View, turned: bool = False) -> Picture:
    return np.asarray(look_again(*a_block((200, 0, 0)), MIDDLE, 18.0, turned, (view,))[0])


def dark(window: Picture) -> NDArray[np.bool_]:
    return np.asarray(window.min(axis=2) < 128)


@pytest.mark.parametrize("turned", [False, True])
def test_views_are_larger_smaller_and_from_beside_whichever_way_the_number_stands(turned: bool) -> None:
    plainly = dark(seen(View(), turned))
    larger, smaller = (dark(seen(View(larger=by), turned)) for by in (1.16, 0.85))
    assert smaller.sum() < plainly.sum() < larger.sum()
    aside = dark(seen(View(right=3.0), turned))
    moved = np.nonzero(aside)[1].mean() - np.nonzero(plainly)[1].mean()
    assert moved == pytest.approx(3, abs=0.3)


def test_a_number_that_hardly_differs_in_one_colour_does_in_another() -> None:
    blue, red = (seen(View(mixed=mixed)) for mixed in ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
    assert np.ptp(blue) < 60
    assert np.ptp(red) > 200
    assert (blue[..., 0] == blue[..., 2]).all()


def test_a_negative_is_dark_where_the_number_is_light() -> None:
    assert (seen(View(negative=True)) == 255 - seen(View())).all()


def test_all_views_are_windows() -> None:
    windows = look_again(*a_block((200, 90, 0)), MIDDLE, 18.0, False)
    assert windows.shape == (len(VIEWS), WINDOW[1], WINDOW[0], 3)
    assert windows.dtype == np.uint8
    assert all((one != other).any() for at, one in enumerate(windows) for other in windows[:at])


def cards_of(seed: int, hardness: float, size: float = 1.0) -> tuple[Pyramid, list[Quad]]:
    """Eight cards of a deck side by side as a camera sees them, from further away the smaller they are."""
    design = design_from(seed, shipped_typefaces())
    picture = np.full((HEIGHT + 40, 8 * (WIDTH + 20) + 20, 3), 90, np.uint8)
    quads = [QUAD + np.array((at * (WIDTH + 20.0), 0)) for at in range(8)]
    for at, quad in enumerate(quads):
        x, y = quad[0].astype(int)
        picture[y : y + HEIGHT, x : x + WIDTH] = draw_face(design, shipped_typefaces(), 20 + 7 * at)
    picture = cv2.resize(picture, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
    return Pyramid(photographed(picture, hardness, np.random.default_rng(seed))), [size * quad for quad in quads]


def test_what_is_surely_read_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of cards with several numbers none needs it where two are surely read."""
    monkeypatch.setattr(read, "look_again", None)  # which can't be called
    assert all(look.agrees() for look in Reader().look(*cards_of(4, 0.0)))


def test_looking_again_makes_the_right_number_likelier(monkeypatch: pytest.MonkeyPatch) -> None:
    """On hard pictures of many decks, of all numbers that were in doubt."""
    pictures = [cards_of(seed, 1.0, 0.4) for seed in range(24)]
    reader = Reader()

    def likelihood() -> float:
        """The mean logarithm of the right number's chance."""
        looks = [reader.look(*picture) for picture in pictures]
        chances = [one.speaking_for(20 + 7 * at) for of in looks for at, look in enumerate(of) for one in look.numerals]
        return float(np.log(np.array(chances) + 1e-6).mean())

    again = likelihood()
    monkeypatch.setattr(read, "DOUBTLESS", 0.0)
    assert again > likelihood() + 0.02
