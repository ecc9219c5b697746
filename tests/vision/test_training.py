"""What is learned from: letterings that no typeface has, and the processes that draw."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.synthetic.handwriting import handwritten
from vision.synthetic.letters import wild_typeface
from vision.synthetic.surroundings import ground
from vision.synthetic.typefaces import HEIGHT, Typeface, shipped_typefaces
from vision.training.drawing import Pool, Sample
from vision.training.lessons import HEAPED, USUAL, lesson_of
from vision.training.pictures import write_pictures
from vision.training.samples import sample

LEAST_APART = 0.12
"""By so much of a digit's ink another one differs from it at least."""


def wild(seed: int) -> Typeface:
    return wild_typeface(shipped_typefaces(), np.random.default_rng(seed))


def by_hand(seed: int) -> Typeface:
    return handwritten(np.random.default_rng(seed))


@pytest.mark.parametrize("made", [wild, by_hand])
@pytest.mark.parametrize("seed", range(24))
def test_a_wild_typeface_and_a_hand_have_ten_digits_that_can_be_told_apart(
    seed: int, made: Callable[[int], Typeface]
) -> None:
    digits = made(seed).digits
    assert [digit.shape[0] for digit in digits] == [HEIGHT] * 10
    assert all(digit.max() > 128 for digit in digits)
    flat = [cv2.resize(digit, (48, HEIGHT), interpolation=cv2.INTER_AREA).astype(int) for digit in digits]
    assert all(
        abs(flat[a] - flat[b]).sum() > LEAST_APART * flat[a].sum() for a in range(10) for b in range(10) if a != b
    )


@pytest.mark.parametrize("made", [wild, by_hand])
def test_the_same_seed_gives_the_same_typeface_and_others_give_others(made: Callable[[int], Typeface]) -> None:
    assert all(map(np.array_equal, made(3).digits, made(3).digits))
    assert not any(map(np.array_equal, made(3).digits, made(4).digits))


def test_a_number_worn_away_is_no_number_to_learn_from() -> None:
    digit = np.zeros((HEIGHT, 60), np.uint8)
    digit[:, 30] = 255
    hairs = Typeface("hairs", (digit,) * 10)
    for seed in range(6):
        _, there, _, _, truths = sample([hairs], seed)
        assert np.isfinite(there).all()
        assert np.isfinite(truths).all()


def test_grounds_are_taken_from_games_and_their_archives_and_what_is_plain_is_left_out(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    noise = np.random.default_rng(1).integers(60, 180, (200, 600, 3)).astype(np.uint8)
    plain = np.full((200, 200, 3), 90, np.uint8)
    for name, picture in (("floor.png", noise), ("plain.png", plain), ("icon.png", noise[:32, :32])):
        cv2.imwrite(str(games / name), picture)
    with zipfile.ZipFile(games / "pak.pk3", "w") as archive:
        archive.writestr("textures/wall.png", cv2.imencode(".png", noise)[1].tobytes())
        archive.writestr("gfx/cursor.png", cv2.imencode(".png", noise)[1].tobytes())
    assert write_pictures(tmp_path / "out", games) == 2
    files = sorted((tmp_path / "out").iterdir())
    assert max(cv2.imread(str(files[0])).shape) == 384
    laid = ground(str(files[0]), (300, 200), np.random.default_rng(2))
    assert laid.shape == (200, 300, 3)
    assert laid.std() > 5


@pytest.mark.parametrize("pictures", [(), ("/a.jpg", "/b.jpg")])
def test_now_and_then_a_lesson_is_laid_on_a_picture(pictures: tuple[str, ...]) -> None:
    lessons = (USUAL, HEAPED)
    grounds = [lesson_of(seed, lessons, pictures).grounds for seed in range(60)]
    laid = [one for one in grounds if one[0] in pictures]
    assert len(laid) == (20 if pictures else 0)
    assert {one[0] for one in laid} == set(pictures)


def failing(seed: int) -> Sample:
    raise ValueError(seed)


def test_a_training_ends_when_what_draws_for_it_has() -> None:
    with pytest.raises(RuntimeError, match="the lines above say why"):
        Pool(failing, workers=1, most=8, least=1).batch(1, np.random.default_rng(0))
