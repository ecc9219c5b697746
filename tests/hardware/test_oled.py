"""The small display of dots, byte by byte: what reaches the chip, when, and what happens when it is gone."""

from __future__ import annotations

import gc
import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
import smbus2
from gpiozero import Device
from luma.core.error import DeviceNotFoundError, DevicePermissionError
from luma.core.interface.serial import bitbang, i2c, spi
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from hardware import buses, cues
from hardware.cues import Cue
from hardware.errors import PartLost
from hardware.keeper import Has
from hardware.oled import PING_MS, RESEND_MS, Oled, open_oled
from hardware.panel import drawn, picture
from hardware.wiring import Display
from tests.hardware import golden
from tests.hardware.displays import Bus, Ssd1306, dots
from tests.hardware.parts import Header, Kept

# luma.oled 3.16 asks Pillow for dots in a way that Pillow 14 will no longer have.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")

ANA = cues.place("ana", "14", 2, text=("Ana",))
TAKE = cues.place("bia", "104", 3, takes=True, text=("Bia",))


def no_edge(button: str, down: bool, age_ms: int) -> None:
    raise AssertionError("a display has no buttons")


@pytest.fixture
def chip() -> Ssd1306:
    return Ssd1306()


@pytest.fixture
def bus(chip: Ssd1306, monkeypatch: pytest.MonkeyPatch) -> Bus:
    bus = Bus({0x3C: chip})
    monkeypatch.setattr(buses, "SMBus", bus)
    return bus


def opened(display: Display | None = None) -> Oled:
    return open_oled(display or Display(), no_edge)


# --- the stand-ins are like what they stand for


@pytest.mark.parametrize("name", ["write_byte", "read_byte", "write_i2c_block_data"])
def test_the_bus_takes_what_a_real_one_takes(name: str) -> None:
    real = list(inspect.signature(getattr(smbus2.SMBus, name)).parameters.values())[1:]
    mine = list(inspect.signature(getattr(Bus, name)).parameters.values())[1:]
    assert [(one.name, one.default) for one in mine] == [(one.name, one.default) for one in real]


def test_luma_asks_no_more_of_pins_than_there_is() -> None:
    asked = set(re.findall(r"gpio\.(\w+)", inspect.getsource(bitbang) + inspect.getsource(spi)))
    assert {"setup", "output", "LOW", "HIGH", "OUT"} <= asked
    assert not {name for name in asked if not hasattr(buses.Pins, name)}


# --- what is shown


def test_what_is_drawn_is_what_a_person_sees(bus: Bus, chip: Ssd1306) -> None:
    part = opened()
    for cue in (ANA, TAKE, cues.reveal((1,), text=("Reveal!",)), cues.idle(text=("Lay cards.",))):
        part.show(cue, 0)
        assert chip.shown() == dots(drawn(cue, 0))


@pytest.mark.parametrize("rotate", [0, 1, 2, 3])
def test_the_picture_can_be_turned(bus: Bus, chip: Ssd1306, rotate: int) -> None:
    part = opened(Display(rotate=rotate))
    part.show(ANA, 0)
    size = (64, 128) if rotate % 2 else (128, 64)
    shown = picture(ANA, 0, size)
    upright = Image.frombytes("1", size, shown.tobytes()).rotate(-90 * rotate, expand=True)
    packed = chip.shown()
    assert packed is not None
    assert upright.tobytes() == bytes(
        int(row[at : at + 8].replace("#", "1").replace(".", "0"), 2) for row in packed for at in range(0, 128, 8)
    )


def test_off_switches_the_display_off_and_a_cue_on_again(bus: Bus, chip: Ssd1306) -> None:
    part = opened()
    part.show(ANA, 0)
    part.show(cues.OFF, 0)
    assert chip.shown() is None
    part.show(cues.OFF, 3000)
    assert chip.shown() is None
    part.show(TAKE, 0)
    assert chip.shown() == dots(drawn(TAKE, 0))


def test_an_idle_display_is_dimmed(bus: Bus, chip: Ssd1306) -> None:
    part = opened()
    part.show(ANA, 0)
    bright = chip.contrast
    part.show(cues.idle(), 0)
    assert chip.contrast < bright // 4


def test_it_has_no_buttons_and_no_word_of_its_own(bus: Bus) -> None:
    part = opened()
    assert part.has == Has(display=True)
    assert part.fileno() is None


# --- when it is sent


def test_a_picture_that_stands_is_not_sent_again_but_from_time_to_time(bus: Bus, chip: Ssd1306) -> None:
    part = opened()
    sent = chip.frames
    for ms in range(0, RESEND_MS, 100):
        part.show(ANA, ms)
    assert chip.frames == sent + 1
    part.show(ANA, RESEND_MS)
    assert chip.frames == sent + 2


def test_another_cue_that_looks_the_same_is_not_sent_again(bus: Bus, chip: Ssd1306) -> None:
    part = opened()
    part.show(ANA, 0)
    sent = chip.frames
    part.show(ANA.quiet(), 0)
    assert chip.frames == sent


def test_it_asks_to_be_called_when_the_picture_changes_or_the_display_is_to_be_asked_for(bus: Bus) -> None:
    part = opened()
    assert part.show(TAKE, 0) == 600
    assert part.show(TAKE, 600) == 400
    assert part.show(ANA, 0) == PING_MS
    assert part.show(ANA, 300) == PING_MS - 300


def test_a_pulse_is_seen(bus: Bus, chip: Ssd1306) -> None:
    part = opened()
    seen, ms = [], 0
    for _ in range(5):
        wait = part.show(TAKE, ms)
        assert wait is not None
        seen.append(chip.shown())
        ms += wait
    assert seen[0] != seen[1]
    assert seen[0] in seen[2:]


# --- when it is gone


def test_a_display_that_lost_its_power_for_a_moment_is_set_up_again(bus: Bus, chip: Ssd1306) -> None:
    part = opened()
    part.show(ANA, 0)
    chip.plug_in()
    assert chip.shown() is None
    part.show(ANA, PING_MS)
    part.show(ANA, RESEND_MS)
    assert chip.shown() == dots(drawn(ANA, 0))


def test_to_be_set_up_again_is_not_seen(bus: Bus, chip: Ssd1306, monkeypatch: pytest.MonkeyPatch) -> None:
    part = opened()
    part.show(ANA, 0)
    darkened: list[int] = []

    def command(code: int, values: list[int]) -> None:
        if code == 0xAE:
            darkened.append(code)
        Ssd1306._command(chip, code, values)

    monkeypatch.setattr(chip, "_command", command)
    part.show(ANA, PING_MS)
    assert not darkened


def test_a_display_that_is_unplugged_is_noticed_within_two_seconds_and_drawn_in_full_when_it_is_back(
    bus: Bus, chip: Ssd1306, keep: Callable[..., Kept]
) -> None:
    kept = keep(lambda edge: open_oled(Display(), edge))
    kept.show(ANA)
    kept.run(10_000)
    assert kept.reasons == [None]
    bus.plugged = False
    kept.run(2000)
    assert kept.reasons == [None, "display_missing"]
    kept.show(TAKE)
    kept.run(60_000)
    chip.plug_in()
    bus.plugged = True
    kept.run(5000)
    assert kept.reasons == [None, "display_missing", None]
    assert chip.shown() in [dots(drawn(TAKE, ms)) for ms in (0, 600)]
    assert bus.opened == bus.closed + 1


@pytest.mark.parametrize("left", [0, 1, 2, 5, 20, 33, 34, 35, 36, 37, 60, 90])
def test_whichever_write_fails_it_is_closed_opened_again_and_drawn_in_full(
    left: int, bus: Bus, chip: Ssd1306, keep: Callable[..., Kept]
) -> None:
    kept = keep(lambda edge: open_oled(Display(), edge))
    kept.show(TAKE)
    bus.left = left
    kept.run(8000)
    assert kept.reasons == [None, "display_missing"]
    assert bus.opened == bus.closed
    bus.left = None
    chip.plug_in()
    kept.show(ANA)
    kept.run(5000)
    assert kept.reasons == [None, "display_missing", None]
    assert chip.shown() == dots(drawn(ANA, 0))


def test_a_picture_that_was_cut_short_is_sent_again_in_full(bus: Bus, chip: Ssd1306) -> None:
    part = opened()
    part.show(ANA, 0)
    bus.left = 10
    with pytest.raises(PartLost):
        part.show(TAKE, 0)
    bus.left = None
    part.show(ANA, 0)
    assert chip.shown() == dots(drawn(ANA, 0))


def test_opened_and_lost_for_years_nothing_piles_up(bus: Bus) -> None:
    def luma_holds() -> int:
        gc.collect()
        return sum(isinstance(thing, ssd1306) and bool(vars(thing)) for thing in gc.get_objects())

    before = luma_holds()
    for _ in range(5):
        opened().close()
        bus.left = 20
        with pytest.raises(PartLost):
            opened()
        bus.left = None
    assert luma_holds() == before
    assert bus.opened == bus.closed == 10


def test_closed_means_dark(bus: Bus, chip: Ssd1306) -> None:
    part = opened()
    part.show(ANA, 0)
    part.close()
    assert chip.shown() is None
    assert not any(any(page) for page in chip.memory), "when it is switched on, there is nothing old to see"
    assert bus.closed == 1


def test_a_display_that_is_gone_is_let_go_of_all_the_same(bus: Bus) -> None:
    part = opened()
    bus.plugged = False
    with pytest.raises(DeviceNotFoundError):
        part.close()
    assert bus.closed == 1


# --- what there is to say


def facts_of(lost: pytest.ExceptionInfo[PartLost]) -> dict[str, object]:
    assert lost.value.reason == "display_missing"
    return {name: fact for name, fact in lost.value.facts.items() if name != "error"}


def test_the_other_usual_address_is_tried(bus: Bus, chip: Ssd1306) -> None:
    bus.chips = {0x3D: chip}
    part = opened()
    part.show(ANA, 0)
    assert chip.shown() == dots(drawn(ANA, 0))


def test_an_address_that_is_said_is_the_only_one(bus: Bus) -> None:
    with pytest.raises(PartLost) as lost:
        opened(Display(address=0x3D))
    assert facts_of(lost)["addresses"] == "0x3d"


def test_nothing_answers(bus: Bus) -> None:
    bus.chips = {}
    with pytest.raises(PartLost) as lost:
        opened()
    assert facts_of(lost) == {
        "driver": "ssd1306",
        "where": "/dev/i2c-1",
        "why": "answer",
        "addresses": "0x3c, 0x3d",
    }
    assert bus.closed == 1


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (FileNotFoundError(2, "No such file", "/dev/i2c-1"), "bus"),
        (PermissionError(13, "Permission denied", "/dev/i2c-1"), "permission"),
        (DevicePermissionError("I2C device permission denied"), "permission"),
        (OSError(110, "Connection timed out"), "answer"),
        (RuntimeError("anything"), "broken"),
    ],
)
def test_why_a_bus_can_not_be_opened(error: Exception, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(port: int) -> Any:
        raise error

    monkeypatch.setattr(buses, "SMBus", refuse)
    with pytest.raises(PartLost) as lost:
        opened()
    assert facts_of(lost)["why"] == why
    assert lost.value.facts["error"] == str(error)


def test_this_machine_without_a_bus_says_that_there_is_none() -> None:
    with pytest.raises(PartLost) as lost:
        opened(Display(port=19))
    assert facts_of(lost) == {"driver": "ssd1306", "where": "/dev/i2c-19", "why": "bus"}


# --- SPI


class SpiDev:
    """spidev's object, with a chip at its end that looks at the data/command pin."""

    def __init__(self, chip: Ssd1306, header: Header) -> None:
        self.chip, self.header = chip, header
        self.at: tuple[int, int] | None = None
        self.max_speed_hz = 0
        self.resets = 0

    def open(self, port: int, device: int) -> None:
        self.at = (port, device)

    def writebytes(self, values: list[int]) -> None:
        assert self.header.pin(25).state, "it is held in reset"
        self.chip.received([0x40 if self.header.pin(24).state else 0x00, *values])

    def close(self) -> None:
        self.at = None


@pytest.fixture
def header(monkeypatch: pytest.MonkeyPatch) -> Header:
    header = Header()
    monkeypatch.setattr(Device, "pin_factory", header)
    return header


@pytest.fixture
def spidev(chip: Ssd1306, header: Header, monkeypatch: pytest.MonkeyPatch) -> SpiDev:
    device = SpiDev(chip, header)
    module = ModuleType("spidev")
    vars(module)["SpiDev"] = lambda: device
    monkeypatch.setitem(sys.modules, "spidev", module)
    return device


def test_on_spi_the_pins_are_moved_through_gpiozero(spidev: SpiDev, chip: Ssd1306, header: Header) -> None:
    part = opened(Display(bus="spi", device=1))
    assert spidev.at == (0, 1)
    part.show(ANA, 0)
    assert chip.shown() == dots(drawn(ANA, 0))
    part.close()
    assert spidev.at is None
    assert chip.shown() is None
    assert not header.taken()


def test_on_spi_a_display_that_comes_back_is_set_up_within_five_seconds(spidev: SpiDev, chip: Ssd1306) -> None:
    part = opened(Display(bus="spi"))
    part.show(ANA, 0)
    chip.plug_in()
    for ms in range(0, 5001, 500):
        part.show(ANA, ms)
    assert chip.shown() == dots(drawn(ANA, 0))


def test_without_spidev_its_package_is_named(header: Header, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(PartLost) as lost:
        opened(Display(bus="spi"))
    facts = facts_of(lost)
    assert (facts["why"], facts["package"], facts["where"]) == ("package", "python3-spidev", "/dev/spidev0.0")


def test_spi_that_is_not_switched_on(spidev: SpiDev, header: Header, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(port: int, device: int) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(spidev, "open", absent)
    with pytest.raises(PartLost) as lost:
        opened(Display(bus="spi"))
    assert facts_of(lost)["why"] == "bus"
    assert not header.taken()


# --- SH1106


def test_an_sh1106_gets_its_pages_two_columns_further(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sh1106(Ssd1306):
        """Its memory is 132 columns wide, and it is told page by page where to begin."""

        def plug_in(self) -> None:
            super().plug_in()
            self.rows = {page: [0] * 132 for page in range(8)}

        def _command(self, code: int, values: list[int]) -> None:
            if 0xB0 <= code <= 0xB7:
                self.page = code - 0xB0
            elif code <= 0x0F:
                self.column = self.column & 0xF0 | code
            elif code <= 0x1F:
                self.column = self.column & 0x0F | (code & 0x0F) << 4
            else:
                super()._command(code, values)

        def _store(self, byte: int) -> None:
            self.rows[self.page][self.column] = byte
            self.column += 1

    chip = Sh1106()
    monkeypatch.setattr(buses, "SMBus", Bus({0x3C: chip}))
    part = opened(Display("sh1106"))
    part.show(ANA, 0)
    seen = ["".join(".#"[chip.rows[row // 8][column + 2] >> row % 8 & 1] for column in range(128)) for row in range(64)]
    assert seen == dots(drawn(ANA, 0))
    assert chip.on
    assert isinstance(part._device, sh1106)


# --- how it looks


@pytest.mark.parametrize("name", golden.OLED)
def test_the_display_looks_as_it_did_when_somebody_last_looked_at_it(name: str) -> None:
    with Image.open(golden.path(name)) as kept:
        assert golden.drawn(golden.SCENES[name]).tobytes() == kept.convert("1").tobytes()


def test_every_golden_picture_belongs_to_a_scene_and_all_are_small() -> None:
    pictures = {path.stem: path for path in golden.HERE.glob("*.png")}
    assert set(pictures) == set(golden.SCENES)
    assert sum(path.stat().st_size for path in pictures.values()) < 20_000


def test_luma_still_sets_a_display_up_with_one_command() -> None:
    """What is sent again is the first command."""
    sent: list[tuple[int, ...]] = []

    class Recorder(i2c):  # type: ignore[misc]
        def __init__(self) -> None: ...
        def command(self, *command: int) -> None:
            sent.append(command)

        def data(self, data: list[int]) -> None: ...

    for kind in (ssd1306, sh1106):
        sent.clear()
        kind(Recorder())
        assert len(sent[0]) > 20
        assert 0x8D in sent[0] or 0x14 in sent[0]
        assert all(len(command) <= 6 for command in sent[1:])
        assert sent[-1] == (0xAF,)


def test_new_notices_are_drawn(bus: Bus, chip: Ssd1306) -> None:
    part = opened()
    part.show(ANA, 0)
    noted: Cue = replace(ANA, notices=("Light bar fails",))
    part.show(noted, 0)
    part.show(noted, 2000)
    assert chip.shown() == dots(drawn(noted, 2000)) != dots(drawn(ANA, 2000))
