"""A mat as JSON: what `drover mat --json` prints, and what other commands read with `--mat`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isfinite

from vision.errors import VisionError
from vision.mat.model import CARD, DICTIONARY, Marker, Mat, Point, Polygon, Slot, Zone, area

_FARTHEST = 10_000.0
"""No mat reaches ten metres."""


def as_json(mat: Mat) -> dict[str, object]:
    """The mat in the fixed format."""
    return {
        "size_mm": _numbers(mat.size),
        "dictionary": mat.dictionary,
        "markers": [{"id": marker.id, "corners_mm": _points(marker.corners)} for marker in mat.markers],
        "card_mm": _numbers(mat.card),
        "zones": [_zone_as_json(zone) for zone in mat.zones],
    }


def _zone_as_json(zone: Zone) -> dict[str, object]:
    slots = [{"centre_mm": _numbers(slot.centre), "angle": slot.angle, "use": slot.use} for slot in zone.slots]
    return {"name": zone.name, "polygon_mm": _points(zone.polygon), "slots": slots}


def _points(points: Polygon) -> list[list[float]]:
    return [_numbers(point) for point in points]


def _numbers(point: Point) -> list[float]:
    """Whole numbers without a decimal point, others with as many as it takes."""
    return [int(number) if float(number).is_integer() else round(number, 3) for number in point]


def read_mat(text: str) -> Mat:
    """The mat that a text in this format describes, or `VisionError`; unknown keys are left alone."""
    try:
        data = json.loads(text)
        return _mat(data)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise VisionError("mat_unreadable") from error


def _mat(data: Mapping[str, object]) -> Mat:
    if data["dictionary"] != DICTIONARY:
        raise ValueError("another dictionary of markers")
    mat = Mat(
        size=_point(data["size_mm"]),
        markers=tuple(_marker(item) for item in _items(data["markers"])),
        zones=tuple(_zone(item) for item in _items(data["zones"])),
        card=_point(data.get("card_mm", CARD)),
    )
    names = [zone.name for zone in mat.zones]
    ids = [marker.id for marker in mat.markers]
    if len(set(names)) < len(names) or len(set(ids)) < len(ids) or min(*mat.size, *mat.card) <= 0:
        raise ValueError("a name or a marker comes twice, or a size is none")
    return mat


def _marker(item: Mapping[str, object]) -> Marker:
    number, corners = item["id"], _polygon(item["corners_mm"])
    if not isinstance(number, int) or isinstance(number, bool) or len(corners) != 4:
        raise ValueError("not a marker")
    return Marker(number, corners)


def _zone(item: Mapping[str, object]) -> Zone:
    name = item["name"]
    if not isinstance(name, str):
        raise TypeError("not a name")
    return Zone(name, _polygon(item["polygon_mm"]), tuple(_slot(slot) for slot in _items(item.get("slots", []))))


def _slot(item: Mapping[str, object]) -> Slot:
    angle, use = item.get("angle", 0), item.get("use", "card")
    if not isinstance(angle, (int, float)) or not isfinite(angle) or not isinstance(use, str):
        raise TypeError("not a slot")
    return Slot(_point(item["centre_mm"]), round(angle), use)


def _polygon(value: object) -> Polygon:
    """A polygon that goes clockwise, whichever way it was written."""
    points = tuple(_point(item) for item in _list(value))
    if len(points) < 3 or area(points) == 0:
        raise ValueError("not a polygon")
    return points if area(points) > 0 else points[::-1]


def _point(value: object) -> Point:
    x, y = _list(value)
    return (_length(x), _length(y))


def _length(value: object) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not abs(value) < _FARTHEST:
        raise TypeError("not a length")
    return value


def _list(value: object) -> Sequence[object]:
    if not isinstance(value, (list, tuple)):
        raise TypeError("not a list")
    return value


def _items(value: object) -> Sequence[Mapping[str, object]]:
    items = _list(value)
    if not all(isinstance(item, dict) for item in items):
        raise TypeError("not a list of objects")
    return items  # type: ignore[return-value]
