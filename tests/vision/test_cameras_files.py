"""Recorded pictures: their order, their time, their end, and broken files."""

from __future__ import annotations

import logging
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.camera_bench import picture_of
from vision.cameras import CameraLost, NoMorePictures, frames
from vision.cameras.files import PictureFolder, VideoFile


def folder_of(folder: Path, names: tuple[str, ...]) -> PictureFolder:
    for seed, name in enumerate(names):
        assert cv2.imwrite(str(folder / name), picture_of(seed))
    return PictureFolder(folder)


def test_pictures_come_as_people_count_them(tmp_path: Path) -> None:
    with folder_of(tmp_path, ("10.png", "9.png", "2.png", "1.PNG")) as camera:
        (tmp_path / "notes.txt").touch()
        shown = list(frames(camera))
    assert [(frame.number, frame.taken) for frame in shown] == [(0, 0), (1, 100), (2, 200), (3, 300)]
    for frame, seed in zip(shown, (3, 2, 1, 0), strict=True):
        assert np.array_equal(frame.picture, picture_of(seed))


def test_the_same_folder_shows_the_same_frames_every_time(tmp_path: Path) -> None:
    camera = folder_of(tmp_path, ("a1.jpg", "a2.jpeg", "a10.jpg"))
    with camera:
        once = list(frames(camera))
    with camera:
        again = list(frames(camera))
    for one, other in zip(once, again, strict=True):
        assert (one.taken, one.number) == (other.taken, other.number)
        assert np.array_equal(one.picture, other.picture)
        assert np.array_equal(one.small, other.small)


def test_time_goes_by_the_rate(tmp_path: Path) -> None:
    folder_of(tmp_path, ("1.png", "2.png", "3.png", "4.png"))
    with PictureFolder(tmp_path, fps=30) as camera:
        assert [frame.taken for frame in frames(camera)] == [0, 33, 67, 100]


def test_the_end_is_said_again_however_often_it_is_asked(tmp_path: Path) -> None:
    with folder_of(tmp_path, ("1.png",)) as camera:
        camera.read()
        for _ in range(2):
            with pytest.raises(NoMorePictures) as caught:
                camera.read()
            assert caught.value.facts == {"pictures": 1, "broken": 0}


@pytest.mark.parametrize("ending", ["png", "jpg"])
def test_broken_files_are_told_and_skipped(tmp_path: Path, ending: str, caplog: pytest.LogCaptureFixture) -> None:
    names = tuple(f"{number}.{ending}" for number in range(5))
    camera = folder_of(tmp_path, names)
    whole = (tmp_path / names[1]).read_bytes()
    (tmp_path / names[1]).write_bytes(whole[: len(whole) * 2 // 3])
    (tmp_path / names[2]).write_bytes(b"")
    (tmp_path / names[3]).unlink()
    (tmp_path / names[3]).mkdir()
    with caplog.at_level(logging.WARNING), camera:
        assert [(frame.number, frame.taken) for frame in frames(camera)] == [(0, 0), (4, 400)]
    assert [Path(str(error.facts["file"])).name for error in camera.broken] == list(names[1:4])
    assert len(caplog.records) == 3


def test_a_file_that_only_ends_like_a_picture_is_broken(tmp_path: Path) -> None:
    (tmp_path / "1.png").write_bytes(b"no picture at all, whatever it says: IEND")
    with PictureFolder(tmp_path) as camera:
        assert list(frames(camera)) == []
        assert len(camera.broken) == 1


def test_a_folder_that_has_gone_is_lost(tmp_path: Path) -> None:
    with pytest.raises(CameraLost, match="folder_not_found"):
        PictureFolder(tmp_path / "gone").open()
    with pytest.raises(CameraLost, match="camera_closed"):
        PictureFolder(tmp_path).read()


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Twelve pictures, each lighter than the one before, at 25 a second."""
    file = tmp_path / "evening.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (64, 48))
    assert writer.isOpened()
    for number in range(12):
        writer.write(np.full((48, 64, 3), 20 * number, dtype=np.uint8))
    writer.release()
    return file


def test_a_video_is_read_back_to_its_end(video: Path) -> None:
    with VideoFile(video) as camera:
        shown = list(frames(camera))
        with pytest.raises(NoMorePictures) as caught:
            camera.read()
    assert caught.value.facts == {"pictures": 12, "broken": 0}
    assert [(frame.number, frame.taken) for frame in shown] == [(number, 40 * number) for number in range(12)]
    for frame in shown:
        assert abs(float(frame.picture.mean()) - 20 * frame.number) < 4
        assert frame.small.shape == (48, 64)


def test_a_video_starts_anew_when_it_is_opened_again(video: Path) -> None:
    camera = VideoFile(video, fps=10)
    for _ in range(2):
        with camera:
            camera.open()
            assert [camera.read().taken for _ in range(3)] == [0, 100, 200]
    camera.close()


def test_what_is_no_video_is_said_as_such(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ana", encoding="utf-8")
    with pytest.raises(CameraLost, match="not_a_video"):
        VideoFile(tmp_path / "letter.txt").open()
    with pytest.raises(CameraLost, match="camera_closed"):
        VideoFile(tmp_path / "letter.txt").read()


def chunks(data: bytes) -> list[tuple[int, int]]:
    """Where the pictures of a video lie in its file, and how long they are."""
    starts, at = [], 0
    while (at := data.find(b"00dc", at) + 1) > 0:
        length = int.from_bytes(data[at + 3 : at + 7], "little")
        if data[at + 7 : at + 9] == b"\xff\xd8":
            starts.append((at + 7, length))
    return starts


def test_broken_pictures_of_a_video_are_told_and_skipped(video: Path, caplog: pytest.LogCaptureFixture) -> None:
    data = bytearray(video.read_bytes())
    places = chunks(bytes(data))
    assert len(places) == 12
    for number in (0, 4, 5, 6):
        start, length = places[number]
        data[start : start + length] = bytes(length)
    video.write_bytes(data)
    with caplog.at_level(logging.WARNING), VideoFile(video) as camera:
        shown = list(frames(camera))
        with pytest.raises(NoMorePictures, match="no_more_pictures") as caught:
            camera.read()
    assert [(frame.number, frame.taken) for frame in shown] == [(n, 40 * n) for n in (1, 2, 3, 7, 8, 9, 10, 11)]
    for frame in shown:
        assert abs(float(frame.picture.mean()) - 20 * frame.number) < 4
    assert [error.facts["number"] for error in camera.broken] == [0, 4, 5, 6]
    assert caught.value.facts == {"pictures": 12, "broken": 4}
    assert len(caplog.records) == 4


def test_a_torn_video_is_not_taken_for_its_end(video: Path) -> None:
    data = video.read_bytes()
    start, length = chunks(data)[6]
    video.write_bytes(data[: start + length])
    with VideoFile(video) as camera:
        assert [frame.number for frame in frames(camera)] == list(range(7))
        for _ in range(2):
            with pytest.raises(NoMorePictures, match="recording_torn") as caught:
                camera.read()
    assert caught.value.facts == {"file": str(video), "pictures": 7, "expected": 12}
