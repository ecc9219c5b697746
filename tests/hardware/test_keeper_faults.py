"""A part that is lost, in whatever way, and comes back."""

from __future__ import annotations

import logging
import struct
import termios
import time
from collections.abc import Callable

import pytest

from hardware.cues import place
from hardware.errors import PartLost
from hardware.keeper import FIRST_RETRY_MS, LAST_RETRY_MS, Fault, Keeper
from tests.hardware.parts import PATIENCE, Kept, Slot, SpyPart
from tests.hardware.threaded import Threaded

Keep = Callable[..., Kept]

FIRST, SECOND, THIRD = place("ana", "14", 2), place("bia", "20", 3), place("caio", "30", 4)


def test_it_is_opened_again_after_a_quarter_second_and_then_ever_later_up_to_five(keep: Keep) -> None:
    one = keep()
    one.slot.out = PartLost("spy_missing")
    one.step()
    one.run(40_000)
    gaps = [after - before for before, after in zip(one.slot.opened, one.slot.opened[1:], strict=False)]
    assert gaps == [250, 500, 1000, 2000, 4000, *[5000] * 6]
    assert (gaps[0], gaps[-1]) == (FIRST_RETRY_MS, LAST_RETRY_MS)


def test_a_fault_is_posted_once_with_its_facts_and_cleared_once(keep: Keep) -> None:
    one = keep()
    one.slot.out = PartLost("spy_missing", file="/dev/spy")
    one.step()
    one.run(30_000)
    assert one.faults == [Fault("spy", "spy_missing", (("file", "/dev/spy"),))]
    assert one.keeper.fault == one.faults[0]
    one.slot.out = None
    one.run(30_000)
    assert one.reasons == ["spy_missing", None]
    assert one.keeper.fault is None


def test_another_reason_is_another_fault(keep: Keep) -> None:
    one = keep()
    one.slot.out = PartLost("spy_missing")
    one.step()
    one.slot.out = PartLost("spy_denied")
    one.run(10_000)
    one.slot.out = ValueError("odd")
    one.run(10_000)
    assert one.reasons == ["spy_missing", "spy_denied", "broken"]
    assert dict(one.faults[-1].facts) == {"error": "odd"}


def test_after_it_worked_the_first_try_comes_soon_again(keep: Keep) -> None:
    one = keep()
    one.slot.out = PartLost("spy_missing")
    one.step()
    one.run(30_000)
    one.slot.out = None
    one.run(10_000)
    del one.slot.opened[:]
    one.slot.part.failing = OSError("gone")
    one.step()
    lost_at = one.clock.now
    one.slot.part.failing = None
    one.run(1000)
    assert one.slot.opened == [lost_at + FIRST_RETRY_MS]


def test_one_that_comes_back_is_shown_the_newest_cue_and_makes_no_sound_for_it(keep: Keep) -> None:
    one = keep()
    one.step()
    one.show(FIRST)
    one.slot.part.failing = OSError("gone")
    one.show(SECOND)
    one.show(THIRD)
    one.slot.part.failing = None
    del one.slot.part.shown[:]
    one.run(300)
    assert set(one.slot.part.cues) == {THIRD.quiet()}
    one.show(FIRST)
    assert one.slot.part.cues[-1] is FIRST
    assert one.reasons == [None, "broken", None]


def test_one_that_opens_and_fails_at_once_has_not_come_back(keep: Keep) -> None:
    one = keep()
    one.slot.part.failing = OSError("its cable is loose")
    one.step()
    one.run(30_000)
    assert one.reasons == ["broken"]
    gaps = [after - before for before, after in zip(one.slot.opened, one.slot.opened[1:], strict=False)]
    assert gaps[:6] == [250, 500, 1000, 2000, 4000, 5000]
    assert len(one.slot.part.closed_by) == len(one.slot.opened)


class Spiteful(SpyPart):
    """Fails even while it is closed."""

    def close(self) -> None:
        super().close()
        raise OSError("not even that")


ERRORS = [
    *(OSError(5, "Input/output error"), termios.error(5, "Input/output error"), PartLost("spy_missing", port="x")),
    *(ValueError(), KeyError("x"), AssertionError(), struct.error("short"), StopIteration(), RuntimeError("dead")),
    *(EOFError(), MemoryError(), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid"), RecursionError()),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_the_thread_survives_whatever_a_part_raises(error: Exception) -> None:
    slot = Slot()
    slot.part = Spiteful()
    slot.out = error
    reason = error.reason if isinstance(error, PartLost) else "broken"
    with Threaded(slot) as one:
        one.await_reasons(reason)
        slot.out = None
        one.await_reasons(reason, None)
        one.part.failing = error
        one.keeper.show(FIRST)
        one.await_reasons(reason, None, reason)
        one.part.failing = None
        one.await_reasons(reason, None, reason, None)
        one.keeper.show(SECOND)
        one.part.await_show(lambda cue: cue.card == "20")
        assert one.part.closed_by
    assert not one.keeper._thread.is_alive()


def test_what_listens_may_fail_and_the_part_is_kept_going(caplog: pytest.LogCaptureFixture) -> None:
    def refuse(what: object) -> None:
        raise ValueError(f"no {what}")

    slot = Slot()
    keeper = Keeper("spy", slot, refuse, refuse)
    with caplog.at_level(logging.ERROR):
        keeper.start()
        slot.part.await_show(lambda cue: cue is not None)
        assert slot.edge is not None
        slot.edge("undo", True, 900)
        slot.edge("undo", False, 800)
        slot.part.failing = OSError("gone")
        keeper.show(FIRST)
        deadline = time.monotonic() + PATIENCE
        while not slot.part.closed_by:  # there is nothing else to wait for: nobody is told
            assert time.monotonic() < deadline
            time.sleep(0.005)
        slot.part.failing = None
        keeper.show(SECOND)
        slot.part.await_show(lambda cue: cue.card == "20")
        keeper.close()
    told = [record.getMessage() for record in caplog.records]
    assert sum("Press" in line for line in told) == 1
    assert sum("Fault" in line for line in told) == 3
