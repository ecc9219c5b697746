"""Pictures from files: read whole or refused with a reason, never half."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np

from vision.errors import VisionError
from vision.frame import Picture

MOST_PIXELS = 80_000_000
"""More than any camera of a table has. What unpacks to more is refused before it is unpacked."""

MOST_BYTES = 200_000_000
_TAIL = 4096
"""Cameras write notes of their own behind the end of a picture, though not more than this."""

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")


def read_picture(file: Path) -> Picture:
    """The picture in a PNG, JPEG or WebP file, or `VisionError` with the file's name."""
    name = str(file)
    try:
        if file.stat().st_size > MOST_BYTES:
            raise VisionError("picture_too_large", file=name, most=MOST_PIXELS // 1_000_000)
        data = file.read_bytes()
    except FileNotFoundError:
        raise VisionError("picture_missing", file=name) from None
    except (OSError, ValueError) as error:
        raise VisionError("picture_unreadable", file=name, why=getattr(error, "strerror", None) or str(error)) from None
    if not data:
        raise VisionError("picture_empty", file=name)
    size = size_of(data)
    if size is None:
        raise VisionError("picture_unknown", file=name)
    if size[0] * size[1] > MOST_PIXELS:
        raise VisionError("picture_too_large", file=name, most=MOST_PIXELS // 1_000_000)
    decoded = _decoded(data) if whole(data) else None
    if decoded is None:
        raise VisionError("picture_torn", file=name)
    return decoded


def _decoded(data: bytes) -> Picture | None:
    try:
        decoded = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if decoded is None else np.asarray(decoded, dtype=np.uint8)


def whole(data: bytes) -> bool:
    """Whether the end of the file is there. A decoder fills the rest of a torn one with grey and says nothing."""
    if data.startswith(b"\x89PNG"):
        return b"IEND" in data[-_TAIL:]
    if data.startswith(b"\xff\xd8"):
        return b"\xff\xd9" in data[-_TAIL:]
    return len(data) >= 12 and struct.unpack("<I", data[4:8])[0] + 8 <= len(data)


def size_of(data: bytes) -> tuple[int, int] | None:
    """Width and height by the head of the file, or None where it is no picture that can be read."""
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n"):
            width, height = struct.unpack(">II", data[16:24])
            return width, height
        if data.startswith(b"\xff\xd8"):
            return _size_of_jpeg(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _size_of_webp(data)
    except struct.error:
        pass
    return None


def _size_of_jpeg(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            return None
        kind = data[at + 1]
        if kind == 0xFF or 0xD0 <= kind <= 0xD8:  # filling, or a marker without a length
            at += 1 if kind == 0xFF else 2
            continue
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    # Its size has not come yet: a file that ends in its head.
    return 1, 1


def _size_of_webp(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return None
