"""What can be connected to where, and what is refused."""

from __future__ import annotations

import pytest

from hardware.errors import WiringError
from hardware.wiring import Bar, Display, Gpio, Wiring, check

FULL = Gpio(
    rows=((17,), (27,), (22,), (23,)),
    seats=((5,), (6,)),
    buttons={"row/1": 12, "confirm": 16, "undo": 20, "referee": 21},
    buzzer=18,
    status=26,
)


def refused(wiring: Wiring) -> WiringError:
    with pytest.raises(WiringError) as caught:
        check(wiring)
    return caught.value


@pytest.mark.parametrize(
    "wiring",
    [
        Wiring(),
        Wiring(FULL),
        Wiring(FULL, Display(), Bar()),
        Wiring(FULL, Display(driver="hd44780", columns=20, lines=4)),
        Wiring(Gpio(rows=((17, 27, 22), (5, 6, 13)), lights="rgb"), Display(bus="spi")),
        Wiring(Gpio(rows=((0,), (27,)))),
        Wiring(Gpio(rows=((2,),)), Display(port=0)),
        Wiring(Gpio(rows=((2,), (3,))), bar=Bar()),
    ],
)
def test_what_can_be_is_accepted(wiring: Wiring) -> None:
    check(wiring)


@pytest.mark.parametrize(
    ("wiring", "pin", "first", "second"),
    [
        (Wiring(Gpio(rows=((17,), (17,)))), 17, "row/1", "row/2"),
        (Wiring(Gpio(rows=((17,),), seats=((4,), (17,)))), 17, "row/1", "seat/2"),
        (Wiring(Gpio(rows=((17,),), buttons={"undo": 17})), 17, "row/1", "button undo"),
        (Wiring(Gpio(buttons={"undo": 4, "confirm": 4})), 4, "button undo", "button confirm"),
        (Wiring(Gpio(seats=((18,),), buzzer=18)), 18, "seat/1", "buzzer"),
        (Wiring(Gpio(buzzer=18, status=18)), 18, "buzzer", "status"),
        (Wiring(Gpio(rows=((17, 27, 17),), lights="rgb")), 17, "row/1 red", "row/1 blue"),
        (Wiring(Gpio(rows=((2,),)), Display()), 2, "row/1", "display SDA"),
        (Wiring(Gpio(status=3), Display(driver="hd44780")), 3, "status", "display SCL"),
        (Wiring(Gpio(buzzer=24), Display(bus="spi")), 24, "buzzer", "display data/command"),
        (Wiring(Gpio(buzzer=7), Display(bus="spi", device=1)), 7, "buzzer", "display CE1"),
        (Wiring(display=Display(bus="spi", data_pin=25)), 25, "display data/command", "display reset"),
    ],
)
def test_a_pin_for_two_things_is_refused_with_both_names(wiring: Wiring, pin: int, first: str, second: str) -> None:
    error = refused(wiring)
    assert error.reason == "pin_clash"
    assert error.facts == {"pin": pin, "first": first, "second": second}


@pytest.mark.parametrize("pin", [-1, 28, 40])
def test_a_pin_that_no_header_has_is_refused(pin: int) -> None:
    assert refused(Wiring(Gpio(buzzer=pin))).facts == {"pin": pin, "name": "buzzer", "last": 27}


@pytest.mark.parametrize(
    ("gpio", "count", "wanted"),
    [
        (Gpio(rows=((17, 27, 22),)), 3, 1),
        (Gpio(rows=((17,),), lights="rgb"), 1, 3),
        (Gpio(rows=((17, 27),), lights="rgb"), 2, 3),
        (Gpio(rows=((),)), 0, 1),
    ],
)
def test_a_light_has_as_many_pins_as_its_kind_takes(gpio: Gpio, count: int, wanted: int) -> None:
    error = refused(Wiring(gpio))
    assert (error.reason, error.facts["count"], error.facts["wanted"]) == ("pin_count", count, wanted)


def test_there_are_at_most_five_rows_and_ten_seats() -> None:
    pins = tuple((pin,) for pin in range(4, 15))
    check(Wiring(Gpio(rows=pins[:5])))
    check(Wiring(Gpio(seats=pins[:10])))
    assert refused(Wiring(Gpio(rows=pins[:6]))).facts == {"name": "rows", "count": 6, "most": 5}
    assert refused(Wiring(Gpio(seats=pins))).facts == {"name": "seats", "count": 11, "most": 10}


@pytest.mark.parametrize(
    ("wiring", "name"),
    [
        (Wiring(Gpio(lights="neon")), "lights"),
        (Wiring(Gpio(buzzer_kind="loud")), "buzzer_kind"),
        (Wiring(Gpio(buttons={"row/6": 4})), "buttons"),
        (Wiring(display=Display(driver="ssd1351")), "driver"),
        (Wiring(display=Display(bus="usb")), "bus"),
        (Wiring(display=Display(bus="spi", device=2)), "device"),
        (Wiring(display=Display(rotate=90)), "rotate"),
        (Wiring(display=Display(driver="hd44780", columns=40)), "columns"),
        (Wiring(display=Display(driver="hd44780", lines=1)), "lines"),
    ],
)
def test_what_is_not_known_is_refused_with_what_is(wiring: Wiring, name: str) -> None:
    error = refused(wiring)
    assert (error.reason, error.facts["name"]) == ("not_one_of", name)
    assert error.facts["value"] not in error.facts["known"]  # type: ignore[operator]


def test_a_character_display_is_not_on_spi() -> None:
    assert refused(Wiring(display=Display(driver="hd44780", bus="spi"))).reason == "bus_of_driver"


def test_every_pin_is_named_by_what_a_person_would_look_for() -> None:
    assert dict(FULL.used()) == {
        17: "row/1",
        27: "row/2",
        22: "row/3",
        23: "row/4",
        5: "seat/1",
        6: "seat/2",
        12: "button row/1",
        16: "button confirm",
        20: "button undo",
        21: "button referee",
        18: "buzzer",
        26: "status",
    }
