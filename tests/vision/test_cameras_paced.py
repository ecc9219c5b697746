"""Recordings at the pace of a clock turned by hand: when each frame comes, and that it looks live."""

from __future__ import annotations

import threading
from pathlib import Path
from queue import Queue

import cv2
import pytest

from tests.vision.camera_bench import PATIENCE, HandCamera, HandClock, camera_threads, frame_of, picture_of
from vision.cameras.camera import CameraLost, NoMorePictures, NoPicture
from vision.cameras.files import PictureFolder
from vision.cameras.newest import Newest
from vision.cameras.paced import LATE, Paced
from vision.cameras.recovery import CameraState, Status
from vision.frame import Frame

START = 100_000


class Reading:
    """Reads a camera in a thread of its own, and holds what came."""

    def __init__(self, camera: Paced) -> None:
        self.came: Queue[Frame | Exception] = Queue()
        self._thread = threading.Thread(target=self._read, args=(camera,))
        self._thread.start()

    def _read(self, camera: Paced) -> None:
        try:
            self.came.put(camera.read())
        except (CameraLost, NoPicture, NoMorePictures) as error:
            self.came.put(error)

    def result(self) -> Frame | Exception:
        found = self.came.get(timeout=PATIENCE)
        self._thread.join(PATIENCE)
        return found


def paced(*taken: int) -> tuple[Paced, HandClock]:
    inner, clock = HandCamera(), HandClock(START)
    for number, time in enumerate(taken):
        inner.give(frame_of(number, time))
    camera = Paced(inner, clock)
    camera.open()
    return camera, clock


def test_frames_come_at_the_distances_at_which_they_were_taken() -> None:
    camera, clock = paced(500, 600, 850)
    assert camera.read().taken == START
    for due in (100, 350):
        reading = Reading(camera)
        clock.advance(START + due - clock.now() - 1)
        assert reading.came.empty()
        clock.advance(1)
        frame = reading.result()
        assert isinstance(frame, Frame)
        assert frame.taken == START + due


def test_a_frame_that_is_a_little_late_keeps_its_time() -> None:
    camera, clock = paced(0, 100, 200)
    camera.read()
    clock.advance(LATE)
    assert [camera.read().taken for _ in range(2)] == [START + 100, START + 200]


def test_a_recording_that_cannot_keep_up_plays_slower_and_never_back_in_time() -> None:
    camera, clock = paced(0, 100, 200, 300)
    times = []
    for _ in range(4):
        times.append(camera.read().taken)
        clock.advance(2_000)
    assert times == [START, START + 2_000, START + 4_000, START + 6_000]


def test_waiting_can_be_cancelled_and_the_recording_opened_again() -> None:
    camera, _ = paced(0, 60_000)
    camera.read()
    reading = Reading(camera)
    camera.cancel()
    error = reading.result()
    assert isinstance(error, CameraLost)
    assert error.reason == "cancelled"
    camera.close()
    again, _ = paced(7)
    assert again.read().taken == START


def test_what_goes_wrong_in_a_recording_is_passed_on() -> None:
    inner = HandCamera()
    for error in (NoPicture("broken_picture"), NoMorePictures("no_more_pictures")):
        inner.give(error)
        with pytest.raises(type(error)):
            Paced(inner, HandClock()).read()


def test_newest_takes_it_for_a_live_camera_until_it_ends(tmp_path: Path) -> None:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture_of(number))
    clock, posted = HandClock(START), Queue[Status]()
    with Newest(lambda: Paced(PictureFolder(tmp_path), clock), clock=clock, on_change=posted.put) as newest:
        assert posted.get(timeout=PATIENCE).state is CameraState.OPENING
        assert posted.get(timeout=PATIENCE).state is CameraState.LIVE
        first = newest.newest()
        assert first is not None
        assert first.taken == START
        assert newest.newest(after=START) is None
        for number in (1, 2):
            found: list[Frame | None] = []
            waiting = threading.Thread(
                target=lambda into=found, n=number: into.append(newest.wait_for(START + 100 * n - 1, 900))
            )
            waiting.start()
            clock.advance(100)
            waiting.join(PATIENCE)
            assert found[0] is not None
            assert (found[0].number, found[0].taken) == (number, START + 100 * number)
        assert posted.get(timeout=PATIENCE).state is CameraState.ENDED
    assert camera_threads() == []
