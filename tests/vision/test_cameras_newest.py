"""The newest frame, and each fault of a camera: what is seen of it, and how it is overcome."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import cv2
import pytest

from tests.vision.camera_bench import (
    PATIENCE,
    Bench,
    HandCamera,
    HandClock,
    all_left,
    camera_threads,
    frame_of,
    picture_of,
)
from vision.cameras.camera import Camera, CameraLost, NoMorePictures
from vision.cameras.faults import Fault
from vision.cameras.files import PictureFolder
from vision.cameras.newest import Newest
from vision.cameras.recovery import CameraState, Limits, Status
from vision.frame import Frame

OPENING, LIVE, STALLED, LOST, ENDED, CLOSED = CameraState
REST = 10_000
"""A fault that goes on for longer than any test."""


def reason(status: Status) -> str | None:
    return None if status.error is None else status.error.reason


def test_only_the_newest_frame_is_held_and_the_dropped_ones_are_counted() -> None:
    with Bench() as bench:
        first = bench.go_live()
        bench.show()
        bench.show()
        last = bench.show()
        assert bench.seen(last) is last
        assert bench.newest.newest() is last
        assert bench.newest.newest(after=first.taken) is last
        assert (bench.newest.counts.used, bench.newest.counts.dropped) == (4, 2)


def test_a_frame_as_old_as_the_trigger_is_not_newer() -> None:
    with Bench() as bench:
        frame = bench.go_live()
        assert bench.newest.newest(after=frame.taken) is None
        assert bench.newest.newest(after=frame.taken - 1) is frame


def test_newest_does_not_wait_for_a_first_frame() -> None:
    with Bench() as bench:
        assert bench.newest.newest() is None
        bench.expect(OPENING)


def test_wait_for_gives_up_at_its_time() -> None:
    with Bench() as bench:
        frame = bench.go_live()
        answers: list[Frame | None] = []
        waiting = threading.Thread(target=lambda: answers.append(bench.newest.wait_for(frame.taken, 500)))
        waiting.start()
        while waiting.is_alive():
            bench.clock.advance(500)
            waiting.join(0.01)
        assert answers == [None]


def test_a_camera_that_stalls_is_cancelled_closed_and_opened_again() -> None:
    with Bench(Fault("stall", 1)) as bench:
        bench.go_live()
        assert bench.script.wait_until_hanging(PATIENCE)
        bench.clock.advance(1_000)
        assert reason(bench.expect(STALLED)) == "no_picture"
        assert bench.newest.newest() is not None
        bench.clock.advance(3_000)
        assert reason(bench.expect(LOST)) == "no_picture"
        assert bench.newest.newest() is None
        assert all_left(bench.newest)
        bench.clock.advance(250)
        assert bench.expect(OPENING).generation == 2
        bench.come_live()
        assert (bench.cameras[0].opened, bench.cameras[0].closed) == (1, 1)


def test_a_stall_that_ends_in_time_costs_nothing() -> None:
    with Bench() as bench:
        bench.go_live()
        bench.clock.advance(2_000)
        bench.expect(STALLED)
        bench.seen(bench.show())
        assert bench.expect(LIVE).generation == 1


def test_a_read_that_never_returns_does_not_hold_up_the_recovery() -> None:
    with Bench(Fault("hang", 1)) as bench:
        bench.go_live()
        assert bench.script.wait_until_hanging(PATIENCE)
        bench.clock.advance(4_000)
        bench.expect(LOST)
        bench.clock.advance(1_000)
        bench.expect(OPENING)
        bench.come_live()
        assert bench.newest.hanging == 1
        assert bench.cameras[0].closed == 0


def test_late_frames_of_a_camera_given_up_are_ignored() -> None:
    with Bench(deaf=True) as bench:
        bench.go_live()
        bench.clock.advance(4_000)
        bench.expect(LOST)
        bench.clock.advance(1_000)
        bench.expect(OPENING)
        new = bench.come_live()
        bench.cameras[0].give(frame_of(99, bench.clock.now() + 1_000))
        assert all_left(bench.newest)
        assert bench.newest.newest() is new
        assert bench.newest.counts.late == 1
        assert bench.cameras[0].closed == 1


def test_no_more_than_a_few_readers_are_left_hanging() -> None:
    limits = Limits(abandoned=2)
    with Bench(Fault("hang", 0, REST), limits=limits) as bench:
        for _ in range(2):
            bench.expect(OPENING)
            assert bench.script.wait_until_hanging(PATIENCE)
            bench.clock.advance(limits.opening)
            bench.expect(LOST)
            bench.clock.advance(limits.longest_pause)
        bench.clock.advance(60_000)
        assert bench.newest.status.state is LOST
        assert (bench.newest.hanging, len(bench.cameras)) == (2, 2)
        bench.script.release()
        assert bench.expect(OPENING).generation == 3


def test_an_error_on_read_is_shown_and_overcome() -> None:
    with Bench(Fault("error", 1)) as bench:
        bench.go_live()
        bench.show()
        status = bench.expect(LOST)
        assert reason(status) == "camera_failed"
        assert status.error is not None
        assert status.error.facts["kind"] == "OSError"
        bench.clock.advance(1_000)
        bench.expect(OPENING)
        bench.come_live()


def test_an_unplugged_camera_is_looked_for_with_pauses_that_double() -> None:
    with Bench(Fault("unplugged", 1, times=7)) as bench:
        bench.go_live()
        bench.show()
        assert reason(bench.expect(LOST)) == "camera_gone"
        for pause in (250, 500, 1_000, 2_000, 4_000, 5_000, 5_000):
            assert all_left(bench.newest)
            bench.clock.advance(pause - 1)
            assert bench.newest.status.state is LOST
            bench.clock.advance(1)
            assert reason(bench.expect(OPENING, LOST)) == "camera_not_found"
        assert all_left(bench.newest)
        bench.clock.advance(5_000)
        bench.expect(OPENING)
        bench.come_live()


def test_frames_without_a_capture_time_are_refused() -> None:
    with Bench(Fault("undated", 1, REST)) as bench:
        good = bench.go_live()
        for _ in range(3):
            bench.show()
        count_refused(bench, 3)
        assert bench.newest.newest() is good
        bench.clock.advance(1_000)
        assert reason(bench.expect(STALLED)) == "no_capture_time"
        bench.clock.advance(3_000)
        assert reason(bench.expect(LOST)) == "no_capture_time"


def count_refused(bench: Bench, frames: int) -> None:
    while bench.newest.counts.refused < frames:
        with bench.newest._changed:
            bench.newest._changed.wait(0.01)


@pytest.mark.parametrize("fault", ["clock_back", "wrong_size", "undated"])
def test_a_single_frame_that_makes_no_sense_is_passed_over(fault: str) -> None:
    with Bench(Fault(fault, 1)) as bench:
        bench.go_live()
        bench.show()
        good = bench.show()
        assert bench.seen(good) is good
        assert bench.newest.counts.refused == 1
        assert bench.newest.status.state is LIVE


def test_a_picture_that_does_not_come_is_counted() -> None:
    with Bench(Fault("missing", 1, 2)) as bench:
        bench.go_live()
        bench.show()
        bench.show()
        bench.seen(bench.show())
        assert bench.newest.counts.refused == 2


def test_frames_that_the_camera_drops_are_missed_by_their_numbers() -> None:
    with Bench(Fault("dropped", 1, 3)) as bench:
        bench.go_live()
        for _ in range(4):
            last = bench.show()
        bench.seen(last)
        assert bench.newest.counts.missed == 3


def test_a_camera_whose_opening_hangs_is_lost_after_its_own_time() -> None:
    opened = threading.Event()

    class Slow(HandCamera):
        def open(self) -> None:
            opened.wait(PATIENCE)

    clock = HandClock()
    newest = Newest(Slow, clock=clock).start()
    while newest.status.generation == 0:
        clock.advance(0)
    clock.advance(14_999)
    assert newest.status.state is OPENING
    clock.advance(1)
    while newest.status.state is OPENING:
        clock.advance(0)
    assert newest.status.state is LOST
    opened.set()
    newest.close()
    assert camera_threads() == []


def test_a_camera_that_soon_dies_again_keeps_its_long_pauses() -> None:
    with Bench() as bench:
        bench.go_live()
        for pause in (250, 500, 1_000):
            bench.cameras[-1].give(CameraLost("camera_gone"))
            bench.expect(LOST)
            assert all_left(bench.newest)
            bench.clock.advance(pause - 1)
            assert bench.newest.status.state is LOST
            bench.clock.advance(1)
            bench.go_live()


def test_after_a_while_of_good_pictures_the_next_pause_is_short() -> None:
    with Bench(Fault("unplugged", 1, times=3)) as bench:
        bench.go_live()
        bench.show()
        bench.expect(LOST)
        for pause in (250, 500, 1_000):
            assert all_left(bench.newest)
            bench.clock.advance(pause)
            bench.expect(OPENING, LOST)
        assert all_left(bench.newest)
        bench.clock.advance(2_000)
        bench.go_live()
        for _ in range(12):
            bench.clock.advance(900)
            bench.seen(bench.show())
        bench.cameras[-1].give(CameraLost("camera_gone"))
        bench.expect(LOST)
        assert all_left(bench.newest)
        bench.clock.advance(250)
        bench.expect(OPENING)


def test_reopening_is_asked_for_when_the_light_has_changed() -> None:
    with Bench() as bench:
        bench.go_live()
        bench.newest.reopen()
        assert reason(bench.expect(LOST)) == "asked_to_reopen"
        assert bench.newest.newest() is None
        bench.clock.advance(1_000)
        bench.expect(OPENING)
        bench.come_live()


def test_a_listener_that_fails_does_not_end_the_watch(caplog: pytest.LogCaptureFixture) -> None:
    def fail(status: Status) -> None:
        raise ValueError(status.state)

    cameras = [HandCamera()]
    clock = HandClock()
    with caplog.at_level(logging.CRITICAL), Newest(lambda: cameras[0], on_change=fail, clock=clock) as newest:
        cameras[0].give(frame_of(0, 5))
        assert newest.wait_for(4, 1_000) is not None
        assert newest.status.state is LIVE
    assert camera_threads() == []


def test_a_camera_that_can_not_be_closed_or_cancelled_does_no_harm(caplog: pytest.LogCaptureFixture) -> None:
    class Stubborn(HandCamera):
        def close(self) -> None:
            raise RuntimeError("no")

        def cancel(self) -> None:
            super().cancel()
            raise RuntimeError("no")

    with caplog.at_level(logging.ERROR), Newest(Stubborn, clock=HandClock()) as newest:
        while newest.status.generation == 0:
            newest._clock.wait(newest._changed, 0)
    assert camera_threads() == []


def test_a_recording_ends_and_its_last_picture_stays() -> None:
    with Bench() as bench:
        frame = bench.go_live()
        bench.cameras[0].give(NoMorePictures("no_more_pictures", pictures=1))
        assert reason(bench.expect(ENDED)) == "no_more_pictures"
        assert bench.newest.newest() is frame
        assert bench.newest.wait_for(frame.taken, 60_000) is None
        bench.clock.advance(60_000)
        assert bench.newest.status.state is ENDED


def test_closing_is_posted_and_closing_twice_does_no_harm() -> None:
    with Bench() as bench:
        bench.go_live()
        bench.newest.close()
        bench.expect(CLOSED)
        bench.newest.close()
        assert bench.cameras[0].closed == 1
        assert bench.newest.wait_for(0, 60_000) is not None
        assert bench.newest.wait_for(bench.clock.now(), 60_000) is None


def test_with_the_real_clock_a_folder_is_shown_to_its_end(tmp_path: Path) -> None:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture_of(number))
    ended = threading.Event()

    def make() -> Camera:
        return PictureFolder(tmp_path)

    def on_change(status: Status) -> None:
        if status.state is ENDED:
            ended.set()

    with Newest(make, on_change=on_change) as newest:
        assert newest.wait_for(150, 2_000) is not None
        assert ended.wait(PATIENCE)
        assert newest.counts.used == 3
    assert camera_threads() == []
