"""A mat as a picture, with its true size noted in the file."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from math import dist

import cv2
import numpy as np

from vision.frame import Picture
from vision.mat.drawing import Boxes, Colour, Outline, Text, shapes_of
from vision.mat.model import Box, Mat, Point

PER_MM = 6
"""Pixels a millimetre, so that a half millimetre is a whole number of them."""

_FINE = 4
"""Bits of a pixel's fraction in which OpenCV draws."""

_FONT = cv2.FONT_HERSHEY_SIMPLEX
_HEADER_END = 33
"""Where a PNG's first chunk ends."""


def draw(mat: Mat, per_mm: float = PER_MM) -> Picture:
    """The mat from above, so many pixels a millimetre."""
    width, height = (round(length * per_mm) for length in mat.size)
    picture: Picture = np.full((height, width, 3), 255, np.uint8)
    for shape in shapes_of(mat):
        if isinstance(shape, Boxes):
            for box in shape.boxes:
                _fill_box(picture, box, shape.fill, per_mm)
        elif isinstance(shape, Outline):
            _draw_outline(picture, shape, per_mm)
        else:
            _draw_text(picture, shape, per_mm)
    return picture


def png(mat: Mat) -> bytes:
    """A PNG file that prints in true size."""
    encoded: bytes = cv2.imencode(".png", draw(mat))[1].tobytes()
    size = _chunk(b"pHYs", struct.pack(">IIB", PER_MM * 1000, PER_MM * 1000, 1))
    return encoded[:_HEADER_END] + size + encoded[_HEADER_END:]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _fill_box(picture: Picture, box: Box, fill: Colour, per_mm: float) -> None:
    """With sharp edges, which OpenCV's polygons do not have."""
    left, top, right, bottom = (round(edge * per_mm) for edge in (box.x, box.y, box.right, box.bottom))
    picture[top : max(bottom, top + 1), left : max(right, left + 1)] = _blue_first(fill)


def _draw_outline(picture: Picture, shape: Outline, per_mm: float) -> None:
    points = _pixels(shape.points, per_mm)
    if shape.fill is not None:
        cv2.fillPoly(picture, [points], _blue_first(shape.fill), cv2.LINE_AA, _FINE)
    if shape.line is not None:
        width = max(1, round(shape.width * per_mm))
        lines = [_pixels(dash, per_mm) for dash in _dashes(shape)] if shape.dash else [points]
        cv2.polylines(picture, lines, not shape.dash, _blue_first(shape.line), width, cv2.LINE_AA, _FINE)


def _dashes(shape: Outline) -> Iterator[list[Point]]:
    """Every other piece of an outline, each as long as a dash."""
    piece, left, drawn = [shape.points[0]], shape.dash, True
    for start, end in zip(shape.points, (*shape.points[1:], shape.points[0]), strict=True):
        length = dist(start, end)
        done = 0.0
        while length - done > left:
            done += left
            at = (start[0] + (end[0] - start[0]) * done / length, start[1] + (end[1] - start[1]) * done / length)
            if drawn:
                yield [*piece, at]
            piece, left, drawn = [at], shape.dash, not drawn
        left -= length - done
        piece.append(end)
    if drawn:
        yield piece


def _draw_text(picture: Picture, shape: Text, per_mm: float) -> None:
    # OpenCV's letters are as high as three quarters of a font's size.
    height = 0.72 * shape.size * per_mm
    thickness = max(1, round(height / 9))
    scale = cv2.getFontScaleFromHeight(_FONT, max(1, round(height)), thickness)
    (width, high), _ = cv2.getTextSize(shape.text, _FONT, scale, thickness)
    x = shape.at[0] * per_mm - (width / 2 if shape.centred else 0)
    at = (round(x), round(shape.at[1] * per_mm + high / 2))
    cv2.putText(picture, shape.text, at, _FONT, scale, _blue_first(shape.colour), thickness, cv2.LINE_AA)


def _pixels(points: Sequence[Point], per_mm: float) -> Picture:
    """Pixels are counted from the middle of the first one."""
    pixels: Picture = np.rint((np.array(points) * per_mm - 0.5) * (1 << _FINE)).astype(np.int32)
    return pixels


def _blue_first(colour: Colour) -> tuple[int, ...]:
    return tuple(round(255 * part) for part in reversed(colour))
