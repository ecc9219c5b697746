"""Files that are no whole pictures are refused with a reason, before anything is unpacked."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import VisionError
from vision.pictures import MOST_PIXELS, read_picture, size_of

PICTURE = (np.arange(48 * 64 * 3) % 251).astype(np.uint8).reshape(48, 64, 3)


def encoded(suffix: str) -> bytes:
    return bytes(cv2.imencode(suffix, PICTURE)[1].tobytes())


def reason(file: Path) -> str:
    with pytest.raises(VisionError) as refused:
        read_picture(file)
    assert refused.value.facts["file"] == str(file)
    return refused.value.reason


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp"])
def test_whole_pictures_are_read(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"a{suffix}"
    file.write_bytes(encoded(suffix))
    assert read_picture(file).shape == PICTURE.shape
    assert size_of(encoded(suffix)) == (64, 48)


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp"])
@pytest.mark.parametrize("left", [0.3, 0.7, 0.98])
def test_a_picture_that_is_cut_short_is_refused(suffix: str, left: float, tmp_path: Path) -> None:
    file = tmp_path / f"a{suffix}"
    data = encoded(suffix)
    file.write_bytes(data[: int(len(data) * left)])
    assert reason(file) == "picture_torn"


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    assert reason(file) == "picture_missing"
    assert reason(tmp_path) == "picture_unreadable"
    file.write_bytes(b"")
    assert reason(file) == "picture_empty"
    file.write_text("not a picture")
    assert reason(file) == "picture_unknown"
    file.write_bytes(b"\xff\xd8 rubbish")
    assert reason(file) in ("picture_unknown", "picture_torn")


def test_a_picture_that_unpacks_to_gigabytes_is_not_unpacked(tmp_path: Path) -> None:
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    file = tmp_path / "bomb.png"
    file.write_bytes(data + b"\0\0\0\0IEND\xaeB`\x82")
    assert MOST_PIXELS < 60_000 * 60_000
    assert reason(file) == "picture_too_large"
