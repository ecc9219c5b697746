"""All parts as one: a cue goes to each, and what is lost is told on those that are left."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from hardware.cues import OFF, Cue, Kind, Pattern, Sound, fault, idle, place
from hardware.errors import PartLost
from hardware.gpio import open_gpio
from hardware.hands import Hands, PartPlan
from hardware.keeper import Fault
from hardware.presses import Press
from hardware.wiring import Gpio
from tests.hardware.parts import PATIENCE, Clock, Header, Slot, SpyPart

FIRST, SECOND = place("ana", "14", 2), place("bia", "20", 3)


class Table:
    """Hands with a spy in each place, on a clock that is turned by hand and stepped by hand."""

    def __init__(self, *names: str, looked_for: str = "", prompt: str = "") -> None:
        self.clock = Clock()
        self.slots = {name: Slot(self.clock) for name in names}
        self.presses: list[Press] = []
        self.faults: list[Fault] = []
        plans = [PartPlan(name, slot, name == prompt, name == looked_for) for name, slot in self.slots.items()]
        self.hands = Hands(plans, self.presses.append, self.faults.append, lambda one: f"{one.part}!", self.clock)

    def __getitem__(self, name: str) -> SpyPart:
        return self.slots[name].part

    def step(self, ms: int = 0) -> None:
        self.clock.now += ms
        for keeper in self.hands.keepers:
            keeper.step(self.clock.now)

    def settle(self) -> None:
        """Twice: what one part's loss says on another is seen in the next step."""
        self.step()
        self.step()

    def told(self) -> list[tuple[str, str | None]]:
        return [(fault.part, fault.reason) for fault in self.faults]


@pytest.fixture
def table() -> Iterator[Callable[..., Table]]:
    made: list[Table] = []

    def make(*names: str, looked_for: str = "", prompt: str = "") -> Table:
        made.append(Table(*names, looked_for=looked_for, prompt=prompt))
        return made[-1]

    yield make
    for one in made:
        one.hands.close()


Lay = Callable[..., Table]


def test_a_cue_goes_to_every_part_with_its_sound(table: Lay) -> None:
    one = table("gpio", "display", "bar")
    one.settle()
    one.hands.show(FIRST)
    one.settle()
    assert all(one[name].cues[-1] == FIRST for name in one.slots)
    assert one.told() == [("gpio", None), ("display", None), ("bar", None)]


def test_what_is_lost_is_said_on_all_that_is_left_and_no_sound_is_heard_again(table: Lay) -> None:
    one = table("gpio", "display", "bar")
    one.settle()
    one.hands.show(FIRST)
    one.settle()
    one["display"].failing = OSError("gone")
    one.settle()
    for name in ("gpio", "bar"):
        cue = one[name].cues[-1]
        assert cue.notices == ("display!",)
        assert (cue.rows, cue.sound) == (FIRST.rows, Sound.NONE)
        assert cue.light("row", 0) is Pattern.TROUBLE
    assert [fault.part for fault in one.hands.faults] == ["display"]


def test_a_cue_that_comes_while_something_is_lost_sounds_and_says_it(table: Lay) -> None:
    one = table("gpio", "display")
    one.slots["display"].out = PartLost("display_missing")
    one.settle()
    one.hands.show(SECOND)
    one.settle()
    assert one["gpio"].cues[-1] == Cue(**{**vars(SECOND), "notices": ("display!",)})


def test_its_own_notices_stay_before_ours(table: Lay) -> None:
    one = table("gpio", "display")
    one.slots["display"].out = PartLost("display_missing")
    one.settle()
    one.hands.show(Cue(Kind.IDLE, notices=("Camera fails",)))
    one.settle()
    assert one["gpio"].cues[-1].notices == ("Camera fails", "display!")


def test_when_it_is_back_nothing_is_said_any_more(table: Lay) -> None:
    one = table("gpio", "display")
    one.settle()
    one.hands.show(FIRST)
    one["display"].failing = OSError("gone")
    one.settle()
    one["display"].failing = None
    one.step(250)
    one.settle()
    assert one["gpio"].cues[-1] == FIRST.quiet()
    assert one["display"].cues[-1] == FIRST.quiet()
    assert one.told() == [("gpio", None), ("display", None), ("display", "broken"), ("display", None)]
    assert not one.hands.faults


def test_two_may_be_lost_and_come_back_one_by_one(table: Lay) -> None:
    one = table("gpio", "display", "bar")
    one.settle()
    one["gpio"].failing = OSError("gone")
    one["bar"].failing = OSError("gone")
    one.settle()
    assert set(one["display"].cues[-1].notices) == {"gpio!", "bar!"}
    one["gpio"].failing = None
    one.step(250)
    one.settle()
    assert one["display"].cues[-1].notices == one["gpio"].cues[-1].notices == ("bar!",)


def test_all_may_be_lost_together_and_come_back_with_the_newest_cue(table: Lay) -> None:
    one = table("gpio", "display", "bar")
    one.settle()
    for name in one.slots:
        one[name].failing = OSError("gone")
        one.slots[name].out = OSError("gone")
    one.hands.show(FIRST)
    for _ in range(100):
        one.step(200)
    one.hands.show(SECOND)
    for name in one.slots:
        one[name].failing = one.slots[name].out = None
        del one[name].shown[:]
    for _ in range(30):
        one.step(200)
    for name in one.slots:
        assert one[name].cues[-1] == SECOND.quiet()
        assert {cue.sound for cue in one[name].cues} == {Sound.NONE}
        assert [reason for part, reason in one.told() if part == name] == [None, "broken", None]


def test_one_that_is_only_looked_for_is_not_missed_where_it_never_was(table: Lay) -> None:
    one = table("gpio", "display", looked_for="display")
    one.slots["display"].out = PartLost("display_missing")
    one.settle()
    assert one.told() == [("gpio", None)]
    assert not one["gpio"].cues[-1].notices
    one.slots["display"].out = None
    one.step(5000)
    one["display"].failing = PartLost("display_missing")
    one.settle()
    assert one.told() == [("gpio", None), ("display", None), ("display", "display_missing")]
    assert one["gpio"].cues[-1].notices == ("display!",)


def test_one_that_is_looked_for_and_found_broken_is_told(table: Lay) -> None:
    one = table("display", looked_for="display")
    one.slots["display"].out = PartLost("display_denied")
    one.settle()
    assert one.told() == [("display", "display_denied")]


def test_an_equal_cue_changes_nothing(table: Lay) -> None:
    one = table("gpio")
    one.settle()
    one.hands.show(FIRST)
    one.step(300)
    one.hands.show(place("ana", "14", 2))
    one.step(0)
    assert one["gpio"].shown[-1] == (FIRST, 300)


def test_an_equal_cue_makes_no_sound_where_something_was_lost_meanwhile(table: Lay) -> None:
    one = table("gpio", "bar")
    one.settle()
    one.hands.show(FIRST)
    one["bar"].failing = OSError("gone")
    one.settle()
    one.hands.show(place("ana", "14", 2))
    one.settle()
    assert one["gpio"].cues[-1].sound is Sound.NONE


def test_presses_come_from_any_part(table: Lay) -> None:
    one = table("gpio", "bar")
    one.settle()
    for name, button in (("gpio", "undo"), ("bar", "confirm")):
        edge = one.slots[name].edge
        assert edge is not None
        edge(button, True, 90)
        edge(button, False, 10)
    one.settle()
    assert [press.button for press in one.presses] == ["undo", "confirm"]


def test_how_long_the_slowest_hangs_can_be_seen(table: Lay) -> None:
    one = table("gpio", "bar")
    one.settle()
    one.clock.now += 3000
    one.hands.keepers[0].step(one.clock.now)
    assert one.hands.idle_ms(one.clock.now) == 3000


def test_without_parts_everything_is_well() -> None:
    hands = Hands((), lambda press: None, lambda fault: None)
    hands.start()
    hands.show(FIRST)
    assert not hands.faults
    assert hands.idle_ms(0) == 0
    hands.close()


# With real threads


def test_a_part_that_stalls_holds_up_neither_the_caller_nor_another_part() -> None:
    slow, quick, pins = Slot(), Slot(), Header()
    gpio = partial(open_gpio, Gpio(rows=((17,), (27,), (22,)), lights="plain"), pin_factory=pins)
    ready = threading.Semaphore(0)
    hands = Hands(
        [PartPlan("display", slow), PartPlan("bar", quick), PartPlan("gpio", gpio, prompt=True)],
        lambda press: None,
        lambda fault: ready.release(),
    )
    hands.start()
    for _ in range(3):
        assert ready.acquire(timeout=PATIENCE)
    slow.part.stall = threading.Event()
    hands.show(FIRST)
    assert slow.part.stalled.wait(PATIENCE)
    for number in range(200):
        hands.show(Cue(Kind.WAIT, card=str(number)))
    hands.show(SECOND)
    # All this while the display stalls: had one of them waited for it, it would have given up.
    quick.part.await_show(lambda cue: cue is SECOND)
    _await_pins(pins, [0, 0, 1])
    assert SECOND not in slow.part.cues
    slow.part.stall.set()
    slow.part.await_show(lambda cue: cue is SECOND)
    hands.close()
    assert slow.part.cues[-1] is SECOND
    assert not any(keeper._thread.is_alive() for keeper in hands.keepers)


def _await_pins(pins: Header, wanted: list[float]) -> None:
    """They are set by the caller's thread, or by the part's own where that was busy just then."""
    for _ in range(PATIENCE * 1000):
        if pins.states(17, 27, 22) == wanted:
            return
        threading.Event().wait(0.001)
    raise AssertionError(pins.states(17, 27, 22))


def test_parts_come_and_go_at_random_and_at_the_end_all_show_the_same() -> None:
    slots = {name: Slot() for name in ("gpio", "display", "bar")}
    hands = Hands(
        [PartPlan(name, slot, prompt=name == "gpio") for name, slot in slots.items()],
        lambda press: None,
        lambda fault: None,
    )
    hands.start()
    for number in range(300):
        slot = slots[("gpio", "display", "bar")[number % 3]]
        slot.part.failing = OSError("gone") if number % 2 else None
        hands.show(Cue(Kind.WAIT, card=str(number)))
    for slot in slots.values():
        slot.part.failing = None
    hands.show(SECOND)
    for slot in slots.values():
        slot.part.await_show(lambda cue: cue.card == "20" and not cue.notices)
    assert all(keeper._thread.is_alive() for keeper in hands.keepers)
    hands.close()
    assert not any(keeper._thread.is_alive() for keeper in hands.keepers)


def test_the_fault_of_a_prompt_part_is_told_from_no_callers_thread() -> None:
    slot, told = Slot(), list[threading.Thread]()
    news = threading.Semaphore(0)

    def on_fault(fault: Fault) -> None:
        told.append(threading.current_thread())
        news.release()

    hands = Hands([PartPlan("gpio", slot, prompt=True)], lambda press: None, on_fault)
    hands.start()
    assert news.acquire(timeout=PATIENCE)
    slot.part.failing = OSError("gone")
    hands.show(fault())
    assert news.acquire(timeout=PATIENCE)
    hands.close()
    assert set(told) == {hands.keepers[0]._thread}


def test_closing_leaves_all_dark() -> None:
    pins = Header()
    opener = partial(open_gpio, Gpio(rows=((17,), (27,)), lights="plain", active_low=True), pin_factory=pins)
    ready = threading.Event()
    hands = Hands([PartPlan("gpio", opener, prompt=True)], lambda press: None, lambda fault: ready.set())
    hands.show(idle())
    hands.start()
    assert ready.wait(PATIENCE)
    hands.show(FIRST)
    hands.show(OFF)
    hands.show(FIRST)
    hands.close()
    assert [pins.pin(pin).writes[-1] for pin in (17, 27)] == [1, 1]
    assert pins.taken() == set()
