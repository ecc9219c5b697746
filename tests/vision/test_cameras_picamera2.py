"""What the Pi's camera needs of picamera2, held against a table of its signatures.

The table is of picamera2 0.3.38. These tests prove that the stand-in that drives the other
tests has these signatures, so a call that picamera2 would refuse fails there. The same is
asked of picamera2 itself by `real_picamera2.py`, where that is installed. Neither proves what
a sensor does: that takes a Raspberry Pi.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from tests.vision.fake_picamera2 import FakeJob, FakePicamera2, FakeRequest
from vision.cameras import pi

SIGNATURES = {
    "__init__": ("camera_num", "verbose_console", "tuning", "allocator"),
    "create_video_configuration": (
        *("main", "lores", "raw", "transform", "colour_space", "buffer_count"),
        *("controls", "display", "encode", "queue", "sensor", "use_case"),
    ),
    "configure": ("camera_config",),
    "camera_configuration": (),
    "start": ("config", "show_preview"),
    "stop": (),
    "close": (),
    "capture_request": ("wait", "signal_function", "flush"),
    "wait": ("job", "timeout"),
    "cancel_all_and_flush": (),
}
JOB = {"get_result": ("timeout",)}
REQUEST = {"get_metadata": (), "make_array": ("name",), "release": ()}


def parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(name for name in inspect.signature(function).parameters if name != "self")


def methods(protocol: type) -> set[str]:
    return {name for name in vars(protocol) if not name.startswith("_") and callable(vars(protocol)[name])}


@pytest.mark.parametrize(("stand_in", "table"), [(FakePicamera2, SIGNATURES), (FakeJob, JOB), (FakeRequest, REQUEST)])
def test_the_stand_in_has_the_signatures_of_the_table(stand_in: type, table: dict[str, tuple[str, ...]]) -> None:
    for name, expected in table.items():
        found = parameters(getattr(stand_in, name))
        # The stand-in's own sensor is its one addition.
        assert tuple(each for each in found if (name, each) != ("__init__", "sensor")) == expected, name


def test_the_table_has_every_method_that_is_used() -> None:
    assert methods(pi.Device) == set(SIGNATURES) - {"__init__"}
    assert methods(pi.Job) == set(JOB)
    assert methods(pi.Request) == set(REQUEST)
