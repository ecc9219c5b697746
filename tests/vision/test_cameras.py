"""Addresses, and what every frame is held to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import cv2
import pytest

from tests.vision.camera_bench import HandCamera, frame_of, picture_of
from vision.cameras import CameraLost, NoMorePictures, NoPicture, camera_at, checked, frames, open_camera
from vision.cameras.camera import UNDATED, small_grey
from vision.cameras.files import PictureFolder, VideoFile
from vision.cameras.pi import PiCamera
from vision.cameras.v4l2 import V4L2Camera
from vision.errors import VisionError
from vision.frame import Frame


@pytest.mark.parametrize(
    ("address", "kind", "called"),
    [
        ("pi", PiCamera, "pi"),
        ("pi:1", PiCamera, "pi:1"),
        ("v4l2:0", V4L2Camera, "v4l2:0"),
        ("/dev/video0", V4L2Camera, "/dev/video0"),
        ("/dev/v4l/by-id/usb-Cam-index0", V4L2Camera, "/dev/v4l/by-id/usb-Cam-index0"),
    ],
)
def test_an_address_says_which_camera(address: str, kind: type, called: str) -> None:
    camera = camera_at(address)
    assert isinstance(camera, kind)
    assert camera.address == called
    assert called in repr(camera)


def test_a_folder_and_a_file_are_recordings(tmp_path: Path) -> None:
    (tmp_path / "evening.avi").touch()
    assert isinstance(camera_at(str(tmp_path)), PictureFolder)
    assert isinstance(camera_at(str(tmp_path / "evening.avi")), VideoFile)


@pytest.mark.parametrize("address", ["", "pi:", "v4l2:", "v4l2:x", "webcam", "nowhere/at/all"])
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(CameraLost, match="no_such_camera"):
        camera_at(address)


def test_an_opened_camera_gives_frames_at_once(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), picture_of(1))
    with open_camera(str(tmp_path)) as camera:
        assert camera.read().number == 0


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda frame: replace(frame, taken=UNDATED), "no_capture_time"),
        (lambda frame: replace(frame, taken=cast("int", None)), "no_capture_time"),
        (lambda frame: replace(frame, taken=cast("int", 12.5)), "no_capture_time"),
        (lambda frame: replace(frame, taken=40), "clock_went_back"),
        (lambda frame: replace(frame, taken=39), "clock_went_back"),
        (lambda frame: replace(frame, picture=frame.picture[:10]), "wrong_size"),
        (lambda frame: replace(frame, picture=frame.picture[:0]), "wrong_size"),
    ],
)
def test_what_no_decision_may_rest_on_is_refused(spoil: Callable[[Frame], Frame], reason: str) -> None:
    before, frame = frame_of(1, 40), frame_of(2, 80)
    assert checked(frame, before) is frame
    with pytest.raises(VisionError) as caught:
        checked(spoil(frame), before)
    assert caught.value.reason == reason


def test_reading_after_a_moment_passes_over_older_frames() -> None:
    camera = HandCamera()
    for number in range(3):
        camera.give(frame_of(number, number * 40))
    assert camera.read(after=40).number == 2


def test_frames_are_all_that_can_be_used() -> None:
    camera = HandCamera()
    for given in (frame_of(0, 0), NoPicture("broken_picture"), frame_of(1, UNDATED), frame_of(2, 80)):
        camera.give(given)
    camera.give(NoMorePictures("no_more_pictures"))
    assert [frame.number for frame in frames(camera)] == [0, 2]


@pytest.mark.parametrize(
    ("size", "small"),
    [((640, 360), (180, 320)), ((2028, 1520), (253, 338)), ((64, 48), (48, 64)), ((700, 1), (1, 350))],
)
def test_the_small_picture_is_grey_and_keeps_its_shape(size: tuple[int, int], small: tuple[int, int]) -> None:
    picture = picture_of(1, size)
    assert small_grey(picture).shape == small
    assert small_grey(picture[..., 0]).shape == small
