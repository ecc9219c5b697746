"""One part is kept going: opened, shown the newest cue, and opened again, whatever it raises."""

from __future__ import annotations

import os
import socket
import termios
import threading
import time
from collections.abc import Callable

import pytest

from hardware.cues import Cue, Kind, Sound, place, wait
from hardware.errors import PartLost
from hardware.keeper import Has
from hardware.presses import LONG_MS, Press
from tests.hardware.parts import PATIENCE, Kept, Slot, SpyPart
from tests.hardware.threaded import Threaded

Keep = Callable[..., Kept]

FIRST, SECOND, THIRD = place("ana", "14", 2), place("bia", "20", 3), place("caio", "30", 4)


# The newest cue


def test_a_part_is_opened_and_shown_the_newest_cue(keep: Keep) -> None:
    one = keep()
    one.keeper.show(FIRST)
    one.keeper.show(SECOND)
    one.step()
    one.show(THIRD)
    assert [cue.card for cue in one.slot.part.cues] == ["20", "30"]


def test_what_was_shown_before_the_part_was_there_makes_no_sound_and_what_comes_after_does(keep: Keep) -> None:
    one = keep()
    one.keeper.show(FIRST)
    one.step()
    one.run(5000)
    one.show(SECOND)
    assert {cue.sound for cue in one.slot.part.cues if cue.card == "14"} == {Sound.NONE}
    assert one.slot.part.cues[-1] is SECOND


def test_a_cue_that_is_shown_again_later_sounds_again_also_where_it_was_silent_at_first(keep: Keep) -> None:
    one = keep()
    one.keeper.show(FIRST)
    one.step()
    one.show(SECOND)
    one.show(FIRST)
    assert one.slot.part.cues[-1].sound is Sound.PLACE


def test_an_equal_cue_is_not_begun_again(keep: Keep) -> None:
    one = keep()
    one.show(FIRST)
    one.run(400)
    one.show(place("ana", "14", 2))
    assert one.slot.part.shown[-1] == (FIRST.quiet(), 400)


def test_a_part_is_told_how_long_ago_its_cue_began_and_called_when_it_wants(keep: Keep) -> None:
    one = keep()
    one.slot.part.wait = 20
    one.step()
    one.show(SECOND)
    del one.slot.part.shown[:]
    one.run(100)
    assert one.slot.part.shown == [(SECOND, ms) for ms in (20, 40, 60, 80, 100)]


def test_a_part_that_wants_nothing_is_looked_after_once_a_second(keep: Keep) -> None:
    one = keep()
    one.step()
    del one.slot.part.shown[:]
    one.run(10_000)
    assert [ms for _, ms in one.slot.part.shown] == list(range(1000, 10_001, 1000))


def test_a_part_says_what_it_has_while_it_is_there(keep: Keep) -> None:
    one = keep()
    assert (one.keeper.has, one.keeper.tried) == (None, False)
    one.step()
    assert (one.keeper.has, one.keeper.tried) == (Has(rows=4), True)
    one.slot.part.failing = OSError("gone")
    one.run(1000)
    assert one.keeper.has is None


# Time that nobody has


def test_nobody_who_shows_a_cue_waits_for_a_part_that_stalls() -> None:
    with Threaded() as one:
        one.part.await_show(lambda cue: True)
        one.part.stall = threading.Event()
        one.keeper.show(FIRST)
        assert one.part.stalled.wait(PATIENCE)
        for number in range(500):
            one.keeper.show(Cue(Kind.WAIT, card=str(number)))
        one.keeper.show(SECOND)
        # Had one of them waited, the part would have given up by now.
        one.part.stall.set()
        one.part.await_show(lambda cue: cue is SECOND)
    assert one.part.cues[-2:] == [FIRST, SECOND]  # those between were never shown


@pytest.mark.parametrize("prompt", [False, True])
def test_a_part_that_stalls_for_ever_does_not_hold_up_the_end(prompt: bool) -> None:
    with Threaded(prompt=prompt) as one:
        one.part.await_show(lambda cue: True)
        one.part.stall = threading.Event()
        if prompt:
            assert one.slot.edge is not None
            one.slot.edge("undo", True, 0)  # makes its own thread look after it
        else:
            one.keeper.show(FIRST)
        assert one.part.stalled.wait(PATIENCE)
        one.keeper.close(timeout_s=0.01)
        one.keeper.show(SECOND)
        assert one.keeper._thread.is_alive()
        one.part.stall.set()
        one.keeper._thread.join(PATIENCE)
        assert not one.keeper._thread.is_alive()
    assert len(one.part.closed_by) == 1


def test_how_long_it_hangs_can_be_seen(keep: Keep) -> None:
    one = keep()
    one.step()
    started = one.clock.now
    assert one.keeper.idle_ms(started) == 0
    assert one.keeper.idle_ms(started + 2500) == 2500
    one.run(3000)
    assert one.keeper.idle_ms(started + 3000) == 0


def test_a_prompt_part_is_shown_a_cue_before_the_caller_goes_on(keep: Keep) -> None:
    one = keep(prompt=True)
    one.keeper.show(FIRST)
    assert one.slot.opened == []  # opening may take its time
    one.step()
    one.keeper.show(SECOND)
    assert one.slot.part.shown[-1] == (SECOND, 0)


def test_a_prompt_part_that_fails_is_closed_by_its_own_thread() -> None:
    """Closing may take long: a GPIO chip takes lgpio a tenth of a second."""
    with Threaded(prompt=True) as one:
        one.await_reasons(None)
        one.part.failing = OSError("gone")
        one.keeper.show(FIRST)
        one.await_reasons(None, "broken")
        one.part.failing = None
        one.await_reasons(None, "broken", None)
    assert one.part.closed_by[0] is one.keeper._thread


def test_a_prompt_part_that_failed_once_is_lost_although_it_would_not_fail_again(keep: Keep) -> None:
    one = keep(prompt=True)
    one.step()
    one.slot.part.failing = OSError("a spark")
    one.keeper.show(FIRST)
    one.slot.part.failing = None
    one.keeper.show(SECOND)
    assert one.slot.part.closed_by == []
    one.step()
    assert one.reasons == [None, "broken"]
    assert len(one.slot.part.closed_by) == 1


def test_a_prompt_part_whose_own_thread_is_busy_is_not_waited_for() -> None:
    with Threaded(prompt=True) as one:
        one.await_reasons(None)
        one.part.stall = threading.Event()
        assert one.slot.edge is not None
        one.slot.edge("undo", True, 0)
        assert one.part.stalled.wait(PATIENCE)
        one.keeper.show(FIRST)  # would stall as well, until the part gives up
        one.part.stall.set()
        one.part.await_show(lambda cue: cue is FIRST)


# Word from the part


def test_a_part_is_called_when_its_descriptor_has_something() -> None:
    ours, theirs = socket.socketpair()

    class Talking(SpyPart):
        def show(self, cue: Cue, ms: int) -> int | None:
            if self.shown:
                heard.append(ours.recv(100))
            return super().show(cue, ms)

    heard: list[bytes] = []
    slot = Slot()
    slot.part = Talking()
    slot.part.descriptor = ours.fileno()
    with ours, theirs, Threaded(slot) as one:
        one.await_reasons(None)
        for word in (b"one", b"two"):
            theirs.send(word)
            deadline = time.monotonic() + PATIENCE
            while word not in heard:
                assert time.monotonic() < deadline
                time.sleep(0.001)
        ours.setblocking(False)
        one.part.failing = None
    assert heard[:2] == [b"one", b"two"]


class Mute(SpyPart):
    """Can't say what to listen on."""

    def fileno(self) -> int | None:
        raise termios.error(5, "Input/output error")


def closed_descriptor() -> int:
    reading, writing = os.pipe()
    os.close(reading)
    os.close(writing)
    return reading


@pytest.mark.parametrize("how", ["raises", "closed", "negative"])
def test_a_descriptor_that_is_none_any_more_ends_nothing_and_heats_nothing(how: str) -> None:
    slot = Slot()
    slot.part = Mute() if how == "raises" else SpyPart()
    slot.part.descriptor = {"raises": None, "closed": closed_descriptor(), "negative": -1}[how]
    with Threaded(slot) as one:
        one.await_reasons(None)
        before = len(one.part.shown)
        time.sleep(0.3)  # not for something to happen: for it not to happen thousands of times
        assert len(one.part.shown) - before < 30
        one.keeper.show(FIRST)
        one.part.await_show(lambda cue: cue is FIRST)


# Presses


def test_a_press_is_told_from_its_edges_at_their_age(keep: Keep) -> None:
    one = keep()
    one.step()
    assert one.slot.edge is not None
    one.slot.edge("undo", True, 90)
    one.slot.edge("undo", False, 10)
    one.step()
    assert one.presses == [Press("undo", at=100_000 - 90)]


def test_it_is_there_when_a_press_is_sure_although_the_part_wants_nothing(keep: Keep) -> None:
    one = keep()
    one.step()
    one.contacts([(0, "undo", True), (80, "undo", False)])
    assert one.due == one.clock.now + 5
    one.run(5)
    assert one.presses == [Press("undo", at=100_000)]


def test_a_long_press_is_told_on_time(keep: Keep) -> None:
    one = keep()
    one.step()
    one.contacts([(0, "referee", True)])
    one.run(LONG_MS - 1)
    assert one.presses == []
    one.run(1)
    assert one.presses == [Press("referee", long=True, at=100_000)]


@pytest.mark.parametrize("held", [100, 2 * LONG_MS])
def test_what_is_held_when_the_part_goes_is_no_press(keep: Keep, held: int) -> None:
    one = keep()
    one.step()
    one.contacts([(0, "undo", True)])
    one.slot.part.failing = OSError("gone")
    one.step()
    one.slot.part.failing = None
    one.run(held)
    one.contacts([(0, "undo", False)])
    one.run(5000)
    assert one.presses == []


def test_a_press_wakes_the_thread() -> None:
    with Threaded() as one:
        one.await_reasons(None)
        assert one.slot.edge is not None
        for number in range(50):
            one.slot.edge("confirm", True, 90)
            one.slot.edge("confirm", False, 10)
            one.await_presses(number + 1)
    assert [(press.button, press.long) for press in one.presses] == [("confirm", False)] * 50


def test_a_press_that_was_over_when_the_part_went_is_told(keep: Keep) -> None:
    one = keep()
    one.step()
    assert one.slot.edge is not None
    one.slot.edge("undo", True, 90)
    one.slot.edge("undo", False, 10)
    one.slot.part.failing = OSError("gone")
    one.step()
    assert one.presses == [Press("undo", at=100_000 - 90)]


# The end


def test_closing_closes_the_part_once_and_ends_the_thread() -> None:
    with Threaded() as one:
        one.await_reasons(None)
    assert not one.keeper._thread.is_alive()
    assert len(one.part.closed_by) == 1
    one.keeper.close()
    one.keeper.show(FIRST)
    assert one.slot.edge is not None
    one.slot.edge("undo", True, 0)
    assert len(one.part.closed_by) == 1


def test_closing_a_keeper_that_was_never_started_closes_its_part(keep: Keep) -> None:
    one = keep()
    one.step()
    one.keeper.close()
    assert len(one.slot.part.closed_by) == 1


def test_closing_while_it_is_missing_is_quick() -> None:
    slot = Slot()
    slot.out = PartLost("spy_missing")
    with Threaded(slot) as one:
        one.await_reasons("spy_missing")
        one.keeper.show(wait([1]))
    assert not one.keeper._thread.is_alive()
    assert one.part.shown == []
