"""The wiring drawings: those in the documentation are of what stands beside them, and every wire is on them.

`python -m tests.hardware.test_drawing` draws them again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from firmware_host.config import parse
from hardware.drawing import (
    PI_HEADER,
    PICO,
    drawn,
    milliamperes,
    notes_of,
    notes_of_bar,
    wires_of,
    wires_of_bar,
)
from hardware.pico import board
from hardware.wiring import Display, Gpio, Wiring

DOCS = Path(__file__).parent.parent.parent / "docs"


def drawings() -> Iterator[tuple[str, str]]:
    """Each drawing of the documentation: its file, and what it is to hold."""
    text = (DOCS / "build.md").read_text(encoding="utf-8")
    for block in re.findall(r"```toml\n# (\S+\.svg)\n(.*?)```", text, re.DOTALL):
        config = parse(block[1])
        wiring = Wiring(config.wiring.gpio, config.wiring.display if "display" in config.said else None)
        yield block[0], drawn(PI_HEADER, wires_of(wiring), "Raspberry Pi", notes_of(wiring))
    yield "wiring-bar.svg", drawn(PICO, wires_of_bar(), "Raspberry Pi Pico", notes_of_bar())


@pytest.mark.parametrize(("file", "svg"), list(drawings()))
def test_a_drawing_of_the_documentation_is_of_what_is_configured_beside_it(file: str, svg: str) -> None:
    assert (DOCS / file).read_text(encoding="utf-8") == svg


def test_there_are_three_builds() -> None:
    assert [file for file, _ in drawings()] == ["wiring-cheapest.svg", "wiring-full.svg", "wiring-bar.svg"]


def texts(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314


def test_every_wire_is_drawn_beside_its_pin_with_its_resistor() -> None:
    wiring = Wiring(Gpio(rows=((17,), (27,)), buttons={"undo": 20}, buzzer=12), Display())
    said = texts(drawn(PI_HEADER, wires_of(wiring), "A & B", notes_of(wiring)))
    assert "A & B" in said
    for name, count in {"row/1": 1, "row/2": 1, "undo": 1, "330 Ω": 2, "100 Ω": 1, "display SDA": 1}.items():
        assert said.count(name) == count, name


def test_the_headers_have_every_pin_once() -> None:
    assert len(PI_HEADER) == len(PICO) == 40
    assert {f"GPIO{pin}" for pin in range(28)} == {name for name in PI_HEADER if name.startswith("GPIO")}
    gp = {f"GP{pin}" for pin in (*range(23), 26, 27, 28)}
    assert gp == {name for name in PICO if name.startswith("GP")}
    assert set(wires_of_bar()) <= gp


def test_pins_are_numbered_as_their_makers_do() -> None:
    said = texts(drawn(PICO, {}, ""))
    assert said[said.index("GP15") - 1] == "20"
    assert said[said.index("GP16") - 1] == "21"
    assert said[said.index("VBUS 5V") - 1] == "40"
    assert texts(drawn(PI_HEADER, {}, ""))[-2:] == ["40", "GPIO21"]


def test_the_bar_as_it_comes_uses_no_pin_twice() -> None:
    pins = [*board.ROWS, *board.SEATS, *board.BUTTONS.values(), board.BUZZER]
    assert len(set(pins)) == len(pins) == len(wires_of_bar())


def test_lights_with_a_common_anode_go_to_the_supply() -> None:
    wires = wires_of(Wiring(Gpio(rows=((17,),), active_low=True, status=26)))
    assert wires["GPIO17"].to == "3V3"
    assert wires["GPIO26"].to == "GND"


def test_currents_add_up() -> None:
    assert milliamperes(1) == pytest.approx(3.9, abs=0.1)
    assert milliamperes(9) == pytest.approx(35.5, abs=0.1)


if __name__ == "__main__":
    for name, content in drawings():
        (DOCS / name).write_text(content, encoding="utf-8")
