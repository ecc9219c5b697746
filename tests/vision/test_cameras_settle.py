"""When automatics have come to rest, and what is locked."""

from __future__ import annotations

from typing import Any

import pytest

from vision.cameras.settle import FRAMES, at_rest, expected, holds

CALM: dict[str, Any] = {
    "ExposureTime": 20_000,
    "AnalogueGain": 2.0,
    "ColourGains": (1.8, 2.2),
    "LensPosition": 1.6,
    "AfState": 2,
}
ALL = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition", "AfMode")
EXPOSURE, COLOURS, FOCUS = {"ExposureTime", "AnalogueGain"}, {"ColourGains"}, {"LensPosition"}


def locked(*last: dict[str, Any], advertised: tuple[str, ...] = ALL) -> set[str]:
    """What is locked after calm pictures that end with these."""
    recent = [CALM] * (FRAMES - len(last)) + [CALM | each for each in last]
    return set(at_rest(recent, advertised))


def test_all_that_is_calm_is_locked() -> None:
    assert locked() == EXPOSURE | COLOURS | FOCUS == expected(ALL)


def test_too_few_pictures_say_nothing() -> None:
    assert at_rest([CALM] * (FRAMES - 1), ALL) == {}


@pytest.mark.parametrize(
    ("said", "restless"),
    [
        ({"ExposureTime": 21_000}, EXPOSURE),
        ({"AnalogueGain": 2.2}, EXPOSURE),
        ({"AnalogueGain": None}, EXPOSURE),
        ({"AeLocked": False}, EXPOSURE),
        ({"AeState": 1}, EXPOSURE),
        ({"AeState": 2, "AeLocked": True}, set()),
        ({"ColourGains": (1.8, 2.3)}, COLOURS),
        ({"ColourGains": (1.8, 2.21)}, set()),
        ({"LensPosition": 1.7}, FOCUS),
        ({"LensPosition": 1.62}, set()),
        ({"AfState": 1}, FOCUS),
        ({"AfState": 3}, FOCUS),
    ],
)
def test_what_is_restless_is_left_and_the_rest_is_locked(said: dict[str, Any], restless: set[str]) -> None:
    assert locked(said) == expected(ALL) - restless


def test_only_what_the_module_advertises_is_locked() -> None:
    fixed = ("ExposureTime", "AnalogueGain", "ColourGains")
    assert locked(advertised=fixed) == set(fixed) == expected(fixed)
    assert locked(advertised=("ExposureTime",)) == set()


def test_whether_a_lock_holds() -> None:
    assert holds(CALM, {"ExposureTime": 19_990, "ColourGains": (1.8, 2.2), "LensPosition": 1.6})
    assert not holds(CALM, {"ExposureTime": 10_000})
    assert not holds({}, {"ExposureTime": 10_000})
    assert holds({}, {})
