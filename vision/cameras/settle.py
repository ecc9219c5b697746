"""When a camera's automatics have come to rest, and what to lock them at.

Pure: the metadata of the last pictures in, controls out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

Metadata = Mapping[str, Any]
"""What libcamera says of one picture, by the names of its controls."""

FRAMES = 6
"""So many pictures in a row have to agree."""

_AE_CONVERGED = 2
_AF_FOCUSED = 2
_LENS_TOLERANCE = 0.05  # Dioptres: at a table's distance, well below what the eye or a reader notices.
_TOLERANCE = 0.02


def at_rest(recent: Iterable[Metadata], advertised: Collection[str]) -> dict[str, Any]:
    """The controls that have come to rest in the last `FRAMES` pictures, with the values to lock them at.

    Only what the module advertises is named: one with a fixed lens has no focus to lock.

    >>> calm = {"ExposureTime": 9000, "AnalogueGain": 2.0, "AeLocked": True}
    >>> at_rest([calm] * 6, {"ExposureTime", "AnalogueGain"})
    {'ExposureTime': 9000, 'AnalogueGain': 2.0}
    """
    last = list(recent)[-FRAMES:]
    if len(last) < FRAMES:
        return {}
    locks: dict[str, Any] = {}
    for group in (_exposure, _colours, _focus):
        found = group(last)
        if found.keys() <= set(advertised):
            locks |= found
    return locks


def expected(advertised: Collection[str]) -> set[str]:
    """Everything that `at_rest` may in time name on this module."""
    wanted = {"ExposureTime", "AnalogueGain", "ColourGains", "LensPosition"}
    return wanted & set(advertised)


def holds(metadata: Metadata, locks: Mapping[str, Any]) -> bool:
    """Whether a picture was taken as it was locked. Sensors round exposures to whole lines, lenses to steps."""
    return all(_holds(name, metadata.get(name), wanted) for name, wanted in locks.items())


def _exposure(last: Sequence[Metadata]) -> dict[str, Any]:
    # Older libcameras say AeLocked, newer ones AeState, and some of the oldest neither.
    if any(not each.get("AeLocked", True) or each.get("AeState", _AE_CONVERGED) != _AE_CONVERGED for each in last):
        return {}
    values = {name: _resting(last, name) for name in ("ExposureTime", "AnalogueGain")}
    return {} if None in values.values() else values


def _colours(last: Sequence[Metadata]) -> dict[str, Any]:
    gains = _resting(last, "ColourGains")
    return {} if gains is None else {"ColourGains": tuple(gains)}


def _focus(last: Sequence[Metadata]) -> dict[str, Any]:
    # A focus that failed may have come to rest, too, but on the lamp above the table.
    if any(each.get("AfState", _AF_FOCUSED) != _AF_FOCUSED for each in last):
        return {}
    position = _resting(last, "LensPosition")
    return {} if position is None else {"LensPosition": position}


def _resting(last: Sequence[Metadata], name: str) -> Any:
    """The newest value where all of them agree with it, else nothing."""
    newest = last[-1].get(name)
    agreed = newest is not None and all(_holds(name, each.get(name), newest) for each in last)
    return newest if agreed else None


def _holds(name: str, value: Any, wanted: Any) -> bool:
    if value is None:
        return False
    if isinstance(wanted, tuple | list):
        return len(value) == len(wanted) and all(_holds(name, *pair) for pair in zip(value, wanted, strict=True))
    allowed = _LENS_TOLERANCE if name == "LensPosition" else _TOLERANCE * abs(wanted)
    return bool(abs(value - wanted) <= allowed)
