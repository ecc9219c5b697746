"""Keeping hold of the mat: while arms hide its markers, and when somebody bumps the camera."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vision.frame import Picture
from vision.mat.markers import Seen, find_markers, markers_near
from vision.mat.model import Mat
from vision.mat.pose import Lens, Pose, pose_of

AGREES = 2.0
"""Millimetres within which seen markers confirm a pose."""

CLEARLY = 1.5
"""So many times the error makes a pose clearly worse."""

PATIENCE = 300
"""Milliseconds for which markers must lie still elsewhere before they are believed."""


@dataclass(frozen=True, eq=False)
class Rival:
    """Another pose than the one that is held, and since when markers have shown it."""

    pose: Pose
    since: int


@dataclass(frozen=True, eq=False)
class Track:
    """What is known of the mat's place, from one picture to the next.

    `pose` is the one to use. `seen_at` says when markers last confirmed it, in the pictures' own
    milliseconds. `moved` is true in the one step in which the camera or the mat turned out to have
    been moved: what was read before lies elsewhere now. `rival` is there while markers disagree.
    """

    pose: Pose | None = None
    seen_at: int | None = None
    moved: bool = False
    rival: Rival | None = None
    doubted_since: int | None = None

    @property
    def steady(self) -> bool:
        """Whether the pose may be relied on now: there is one and no marker speaks against it."""
        return self.pose is not None and self.doubted_since is None

    def look(self, mat: Mat, picture: Picture, now: int, lens: Lens | None = None) -> Track:
        """The track after one more picture."""
        return self.step(mat, self.markers_in(picture, mat), now, lens, (picture.shape[1], picture.shape[0]))

    def markers_in(self, picture: Picture, mat: Mat) -> tuple[Seen, ...]:
        """The markers in a picture: about where they were, and everywhere if too few of them are there."""
        if self.pose is None or not self.steady:
            return find_markers(picture)
        expected = {
            marker.id: tuple((float(x), float(y)) for x, y in self.pose.pixels(marker.corners))
            for marker in mat.markers
        }
        near = markers_near(picture, expected)
        # If most are there, mat and camera are where they were, and the others are hidden.
        return near if 2 * len(near) >= len(mat.markers) else find_markers(picture)

    def step(
        self,
        mat: Mat,
        seen: Iterable[Seen],
        now: int,
        lens: Lens | None = None,
        size: tuple[int, int] | None = None,
    ) -> Track:
        """The track after these markers were seen, in a picture so wide and high."""
        seen = tuple(seen)
        if self.pose is None:
            pose = pose_of(mat, seen, lens, size)
            return Track(pose, now if pose is not None else None)
        lens = lens or self.pose.lens
        distance = self.pose.disagreement(mat, seen)
        if distance is None:
            # Nothing to be seen is no news. A doubt stays a doubt.
            return Track(self.pose, self.seen_at, False, self.rival, self.doubted_since)
        if distance <= AGREES:
            return Track(_better(self.pose, pose_of(mat, seen, lens)), now)
        if not self.pose.markers and (exact := pose_of(mat, seen, lens)) is not None:
            # Whoever pointed at the corners was not that exact.
            return Track(exact, now)
        return self._doubt(mat, seen, now, lens)

    def _doubt(self, mat: Mat, seen: tuple[Seen, ...], now: int, lens: Lens | None) -> Track:
        """Markers lie elsewhere: wait until they lie still, then believe them."""
        since = self.doubted_since if self.doubted_since is not None else now
        rival = self._rival(mat, seen, now, lens)
        if rival is not None and now - rival.since >= PATIENCE:
            return Track(rival.pose, now, moved=True)
        return Track(self.pose, self.seen_at, False, rival, since)

    def _rival(self, mat: Mat, seen: tuple[Seen, ...], now: int, lens: Lens | None) -> Rival | None:
        pose = pose_of(mat, seen, lens)
        if self.rival is not None:
            distance = self.rival.pose.disagreement(mat, seen)
            if distance is not None and distance <= AGREES:
                return Rival(self.rival.pose if pose is None else _better(self.rival.pose, pose), self.rival.since)
        return Rival(pose, now) if pose is not None else None


def _better(held: Pose, new: Pose | None) -> Pose:
    """The new pose unless it is clearly the worse one, so that slow drift is followed."""
    return new if new is not None and new.error_mm <= CLEARLY * held.error_mm else held
