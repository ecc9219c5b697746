"""What is said of a picture: light, cover, focus, a camera that repeats itself."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cameras.faults import Fault, FaultyCamera, Script
from vision.cameras.health import Condition, Health, Memory, Thresholds, judged, measured
from vision.frame import Frame, Picture

RNG = np.random.default_rng(7)


def table(light: float = 1.0, blur: float = 0.0) -> Picture:
    """White cards with dark figures on a grey mat, with the noise of a sensor: never twice the same."""
    picture = np.full((240, 320), 90.0, dtype=np.float32)
    for x in range(20, 300, 60):
        for y in range(20, 200, 70):
            cv2.rectangle(picture, (x, y), (x + 36, y + 54), 215.0, -1)
            cv2.putText(picture, str(x), (x + 2, y + 34), cv2.FONT_HERSHEY_SIMPLEX, 0.5, 30.0, 1)
    if blur:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    noisy = picture * light + RNG.normal(0, 1.0, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def watched(*smalls: Picture, every: int = 100) -> list[Health]:
    memory: Memory | None = None
    seen = []
    for number, small in enumerate(smalls):
        health, memory = judged(Frame(small, number * every, number, small), memory)
        seen.append(health)
    return seen


def conditions(*smalls: Picture) -> list[Condition]:
    return [health.condition for health in watched(*smalls)]


@pytest.mark.parametrize(
    ("small", "condition"),
    [
        (table(), Condition.FINE),
        (table(0.6), Condition.FINE),
        (table(0.15), Condition.TOO_DARK),
        (table(0.03), Condition.COVERED),
        (np.zeros((240, 320), np.uint8), Condition.COVERED),
        (np.full((240, 320), 130, np.uint8), Condition.COVERED),
        (np.full((240, 320), 255, np.uint8), Condition.TOO_BRIGHT),
        (table(3.0), Condition.TOO_BRIGHT),
    ],
)
def test_light_is_judged_at_once(small: Picture, condition: Condition) -> None:
    assert conditions(small) == [condition]


def test_a_picture_out_of_focus_is_told_once_it_lasts() -> None:
    seen = watched(*(table() for _ in range(10)), *(table(blur=3) for _ in range(25)), table())
    assert [health.condition for health in seen[:30]] == [Condition.FINE] * 30
    assert seen[30].condition is Condition.OUT_OF_FOCUS
    assert seen[34].since == seen[30].since == 3_000
    assert seen[30].numbers.sharpness < 0.25 * seen[30].usual_sharpness
    assert seen[35].condition is Condition.FINE


def test_a_hand_that_passes_by_is_not_out_of_focus() -> None:
    seen = conditions(*(table() for _ in range(10)), *(table(blur=3) for _ in range(15)), table())
    assert set(seen) == {Condition.FINE}


def test_weaker_light_is_not_out_of_focus() -> None:
    seen = conditions(*(table() for _ in range(30)), *(table(0.5) for _ in range(30)))
    assert set(seen) == {Condition.FINE}


def test_the_usual_sharpness_is_forgotten_so_that_another_table_is_not_blamed_for_ever() -> None:
    # Half is forgotten in ten minutes, and a quarter of the usual is enough.
    minutes = watched(table(), table(), *(table(blur=3) for _ in range(40)), every=60_000)
    assert minutes[10].condition is Condition.OUT_OF_FOCUS
    assert minutes[-1].condition is Condition.FINE


def test_the_very_same_picture_over_and_over_is_frozen() -> None:
    same = table()
    seen = conditions(table(), *[same] * 25, table())
    assert seen[:21] == [Condition.FINE] * 21
    assert seen[21:26] == [Condition.FROZEN] * 5
    assert seen[26] is Condition.FINE


def test_a_still_table_is_not_frozen_because_a_sensor_is_never_still() -> None:
    assert set(conditions(*(table() for _ in range(60)))) == {Condition.FINE}


def test_a_covered_camera_is_covered_and_not_frozen() -> None:
    assert set(conditions(*[np.zeros((240, 320), np.uint8)] * 60)) == {Condition.COVERED}


def test_thresholds_may_be_others() -> None:
    small = table(0.6)
    health, _ = judged(Frame(small, 0, 0, small), None, Thresholds(dark=200))
    assert health.condition is Condition.TOO_DARK


def test_the_numbers_are_those_of_the_picture() -> None:
    half = np.zeros((10, 10), np.uint8)
    half[:, 5:] = 250
    numbers = measured(half)
    assert (numbers.darkest, numbers.brightest, numbers.mean, numbers.white) == (0, 250, 125, 0.5)
    assert numbers.spread == 125


class Table:
    """A camera over that table, ten pictures a second."""

    address = "a table"

    def __init__(self) -> None:
        self._number = -1

    def open(self) -> None: ...

    def close(self) -> None: ...

    def cancel(self) -> None: ...

    def read(self, after: int | None = None) -> Frame:
        self._number += 1
        small = table()
        return Frame(small, self._number * 100, self._number, small)

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *error: object) -> None: ...


@pytest.mark.parametrize(
    ("fault", "condition"),
    [
        ("black", Condition.COVERED),
        ("overexposed", Condition.TOO_BRIGHT),
        ("freeze", Condition.FROZEN),
    ],
)
def test_each_fault_that_spoils_pictures_is_recognised_and_passes(fault: str, condition: Condition) -> None:
    camera = FaultyCamera(Table(), Script([Fault(fault, 3, 30)]))
    memory, seen = None, []
    for _ in range(34):
        health, memory = judged(camera.read(), memory)
        seen.append(health.condition)
    assert seen[:3] == seen[31:] == [Condition.FINE] * 3
    assert seen[30] is condition
    assert set(seen) == {Condition.FINE, condition}
