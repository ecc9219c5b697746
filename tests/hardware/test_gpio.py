"""The part as a whole: opened, failing at every pin, and back; on gpiozero's stand-in for a header."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from hardware import gpio as gpio_module
from hardware.cues import place
from hardware.errors import PartLost
from hardware.gpio import open_gpio
from hardware.keeper import Has
from tests.hardware.parts import Header
from tests.hardware.wired import (
    BUTTONS,
    BUZZER,
    COLOUR,
    FULL,
    PLAIN,
    ROWS,
    SEATS,
    STATUS,
    Keep,
    kept,
    moves,
    opened,
)


def test_a_part_says_what_it_has() -> None:
    with opened(FULL) as (part, _):
        assert part.has == Has(4, 2, tuple(BUTTONS), sound=True)
        assert part.fileno() is None
    with opened(COLOUR) as (part, _):
        assert part.has == Has(rows=2)


@pytest.mark.parametrize("revision", ["a02082", "c03114", "c04170", "902120"])  # Pi 3, 4, 5 and Zero 2
def test_it_is_the_same_on_every_pi(keep: Keep, revision: str) -> None:
    header = Header(revision)
    one = kept(keep, FULL, header)
    one.show(place("ana", "14", 2))
    assert header.states(*ROWS, *SEATS, STATUS) == [0, 1, 0, 0, 0, 0, 1]
    moves(one, header, [(0, "undo", True), (80, "undo", False)])
    assert len(one.presses) == 1


@pytest.mark.parametrize("at", [pin for pin, _ in FULL.used()])
def test_what_fails_while_opening_is_named_and_all_the_rest_given_back(at: int) -> None:
    header = Header()
    header.refused[at] = OSError("it burns")
    with pytest.raises(PartLost) as caught:
        open_gpio(FULL, lambda button, down, age: None, header)
    assert caught.value.reason == "gpio_failed"
    assert caught.value.facts == {"pin": at, "name": dict(FULL.used())[at], "error": "it burns"}
    assert header.taken() == set()
    assert all(pin.function == "input" for pin in header.pins.values())
    header.refused.clear()
    with opened(FULL, header) as (part, _):
        part.show(place("ana", "14", 2), 0)
        assert header.states(*ROWS) == [0, 1, 0, 0]


def test_a_pin_that_failed_is_free_again_at_once_and_not_when_python_cleans_up() -> None:
    header = Header()
    header.refused[22] = OSError("it burns")
    gc.collect()
    gc.disable()
    try:
        with pytest.raises(PartLost):
            open_gpio(FULL, lambda button, down, age: None, header)
        assert header.taken() == set()
    finally:
        gc.enable()


def test_a_pin_that_another_part_of_the_program_has_is_told_so() -> None:
    header = Header()
    with gpiozero.LED(22, pin_factory=header), pytest.raises(PartLost) as caught:
        open_gpio(FULL, lambda button, down, age: None, header)
    assert caught.value.reason == "gpio_busy"
    assert {**caught.value.facts, "error": ""} == {"pin": 22, "name": "row/3", "holder": "drover", "error": ""}


def test_a_pin_that_another_program_has_is_told_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def line_info(handle: int, pin: int) -> list[object]:
        asked.append((handle, pin))
        return [0, pin, 1, f"GPIO{pin}", "fancontrol"]

    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(gpio_get_line_info=line_info))
    header = Header()
    header._handle = 7  # as gpiozero's lgpio factory names it
    header.refused[27] = Exception("'GPIO busy'")
    with pytest.raises(PartLost) as caught:
        open_gpio(FULL, lambda button, down, age: None, header)
    assert caught.value.reason == "gpio_busy"
    assert caught.value.facts == {"pin": 27, "name": "row/2", "holder": "fancontrol", "error": "GPIO busy"}
    assert asked == [(7, 27)]


def test_gpiozero_still_names_what_is_asked_for_the_holder() -> None:
    """`_handle` is gpiozero's own business: this is where a change of it is noticed."""
    source = Path(gpiozero.__file__).parent / "pins" / "lgpio.py"
    assert "self._handle = lgpio.gpiochip_open(chip)" in source.read_text(encoding="utf-8")


@pytest.mark.skipif(os.path.exists("/dev/gpiochip0"), reason="this machine has pins of its own")  # noqa: PTH110
def test_a_machine_without_pins_is_told_so_and_no_other_library_is_tried(tmp_path: Path) -> None:
    """The real lgpio and the real factory, in a program of its own: lgpio makes a pipe where it is started."""
    program = """
import sys
from hardware.errors import PartLost
from hardware.gpio import open_gpio
from hardware.wiring import Gpio
try:
    open_gpio(Gpio(rows=((17,),)), print)
except PartLost as error:
    print(error.reason, sorted(error.facts))
tried = [name for name in sys.modules if name.startswith("gpiozero.pins.")]
print(sorted(set(tried) & {f"gpiozero.pins.{name}" for name in ("lgpio", "rpigpio", "native")}))
"""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    # Where the system brings no lgpio either, as Debian's own trixie, its factory can't even be loaded.
    loaded = ["gpiozero.pins.lgpio"] if find_spec("lgpio") else []
    assert (run.stdout, run.stderr) == (f"gpio_missing ['error']\n{loaded}\n", "")


@pytest.mark.parametrize(
    ("error", "reason", "fact"),
    [
        (ModuleNotFoundError("No module named 'lgpio'"), "gpio_missing", "error"),
        (gpiozero.BadPinFactory("none"), "gpio_missing", "error"),
        (FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3"), "gpio_folder", "folder"),
    ],
)
def test_what_keeps_a_header_from_opening_is_told(
    monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str, fact: str
) -> None:
    def refuse() -> None:
        raise error

    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=refuse))
    with pytest.raises(PartLost) as caught:
        open_gpio(FULL, lambda button, down, age: None)
    assert caught.value.reason == reason
    assert fact in caught.value.facts


def test_a_chip_that_may_not_be_opened_is_told_by_its_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr(gpio_module, "Path", lambda _: tmp_path)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    error = gpio_module._missing(Exception("'can not open gpiochip'"))
    assert (error.reason, error.facts["file"]) == ("gpio_denied", str(tmp_path / "gpiochip0"))


def test_the_header_that_was_opened_is_closed_with_the_part_and_another_ones_pins_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """gpiozero has one table of pins for all headers of a program: a display may have pins in it, too."""
    table: dict[object, object] = {}
    others = MockFactory()
    others.pins = table
    display = gpiozero.LED(4, pin_factory=others)
    display.on()
    headers = []

    def opened_header() -> Header:
        headers.append(header := Header())
        header.pins = table
        return header

    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=opened_header))
    for _ in range(2):
        part = open_gpio(FULL, lambda button, down, age: None)
        part.show(place("ana", "14", 2), 0)
        assert headers[-1].states(*ROWS) == [0, 1, 0, 0]
        part.close()
        assert [str(info.name) for info in table] == ["GPIO4"]  # type: ignore[attr-defined]
        assert display.is_lit
    assert len(headers) == 2
    display.close()


def test_a_header_is_closed_also_where_its_pins_are_past_it(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    class Dead(Header):
        def close(self) -> None:
            super().close()
            closed.append(dict(self.pins))

    header = Dead()
    table = header.pins
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=lambda: header))
    part = open_gpio(PLAIN, lambda button, down, age: None)

    def past_it() -> None:
        raise OSError("the chip is gone")

    with monkeypatch.context() as broken:
        for pin in header.pins.values():
            broken.setattr(pin, "close", past_it)
        with pytest.raises(OSError, match="the chip is gone"):
            part.close()
    assert closed == [{}]
    assert table == {}


def test_a_part_that_fails_is_dark_elsewhere_and_comes_back_with_the_newest_cue_and_no_sound(keep: Keep) -> None:
    header = Header()
    one = kept(keep, FULL, header)
    one.show(place("ana", "14", 2))
    header.broken = OSError("it burns")
    one.show(place("bia", "20", 3))
    assert one.reasons == [None, "broken"]
    one.show(newest := place("caio", "30", 4))
    header.broken = None
    header.pin(BUZZER).tones.clear()
    one.run(300)
    assert one.reasons == [None, "broken", None]
    assert header.states(*ROWS) == [0, 0, 0, 1]
    assert {tone for tone in header.pin(BUZZER).tones if tone} <= {100}  # gpiozero's own, at no volume
    one.show(replace(newest, text=("Caio",)))
    assert header.pin(BUZZER).tones[-1] == 880
