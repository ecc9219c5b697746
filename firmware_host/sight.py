"""Whether the camera's pictures are any good and show the mat, as faults that come and go. No pictures at all is
another matter."""

from __future__ import annotations

from hardware.keeper import Fault
from vision.cameras.health import Condition, Memory, judged
from vision.frame import Frame

PARTS = {
    Condition.COVERED: "camera_covered",
    Condition.FROZEN: "camera_frozen",
    Condition.TOO_BRIGHT: "light",
    Condition.TOO_DARK: "light",
    Condition.OUT_OF_FOCUS: "focus",
}
BLINDING = ("camera_covered", "camera_frozen")
"""With these nothing is seen that could be believed; with the others a table is played at, if badly."""

LASTING_MS = 2000
"""So long must it be so: hands pass before a lens, and lamps are switched."""

MAT_MS = 5000
"""So long a mat is looked for before somebody is told: a lens may be out of focus at first, and an arm lie there."""


class Sight:
    """Remembers the pictures before, and what was told."""

    def __init__(self) -> None:
        self._memory: Memory | None = None
        self._told: Fault | None = None

    def look(self, frame: Frame) -> tuple[Fault, ...]:
        """What has changed with this picture: a fault that is over has no reason any more."""
        health, self._memory = judged(frame, self._memory)
        part = PARTS.get(health.condition)
        if part is not None and frame.taken - health.since < LASTING_MS:
            # Not yet; but what was told before and is not so any more is over.
            part = self._told.part if self._told is not None and self._told.reason == str(health.condition) else None
        found = None if part is None else Fault(part, str(health.condition))
        if found == self._told:
            return ()
        over = () if self._told is None else (Fault(self._told.part, None),)
        self._told = found
        return over if found is None else (*over, found)


class MatInSight:
    """Remembers since when a mat is looked for in vain, and whether that was told."""

    def __init__(self) -> None:
        self._since: int | None = None
        self._told = False

    def look(self, found: bool, taken: int) -> tuple[Fault, ...]:
        """What has changed with the picture of that time."""
        if self._since is None or found:
            self._since = taken
        missing = not found and taken - self._since >= MAT_MS
        if missing == self._told:
            return ()
        self._told = missing
        return (Fault("mat", "not_found" if missing else None),)
