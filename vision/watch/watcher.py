"""Watching: frame after frame in, observations out."""

from __future__ import annotations

from collections.abc import Collection

from vision.backs import Backs
from vision.frame import Frame
from vision.mat.model import Mat
from vision.mat.pose import Lens, Pose
from vision.mat.track import Track
from vision.sighting import Quad
from vision.watch.looking import Look
from vision.watch.observation import Eyes, Observation, Pace
from vision.watch.scene import Scene

MARKERS_CHANGED = 0.5
"""The share of the markers that change at once when camera or mat are bumped; arms hide fewer."""

CHECK_EVERY = 100
"""Milliseconds between two searches for markers while there is reason to doubt the pose."""

DOUBT_LASTS = 1_000
"""For so long after a bump markers are searched for: the picture is blurred at first."""

SEARCH_EVERY = 500
"""Milliseconds between two searches while the mat has not been found at all."""

CONFIRM_EVERY = 2_000
"""With a look, the pose is confirmed if that was not done for so long."""


class Watcher:
    """Watches a table through frames. It has no clock: time is what the frames say.

        watcher = Watcher(eyes, mat)
        for frame in frames(camera):
            if (observation := watcher.step(frame)) is not None:
                ...  # something is different

    `now` is always the newest observation, also where nothing differs. `pose` sets the mat's place
    by hand; markers that are seen are believed more.
    """

    def __init__(
        self,
        eyes: Eyes,
        mat: Mat | None = None,
        *,
        pose: Pose | None = None,
        lens: Lens | None = None,
        pace: Pace | None = None,
    ) -> None:
        self.eyes = eyes
        self.mat = mat
        self.pace = pace or Pace()
        self.now: Observation | None = None
        self.looks = 0
        self.late = 0
        self._lens = lens
        self._backs = Backs()
        self._track = Track(pose)
        self._scene: Scene | None = None

    @property
    def pose(self) -> Pose | None:
        """Where the mat lies, as far as that is known."""
        return self._track.pose

    def reset(self) -> None:
        """Forgets the table, such as after the camera was away; the mat is believed to lie where it did."""
        self._scene = None

    def step(self, frame: Frame, impossible: Collection[str] = ()) -> Observation | None:
        """The new observation, if the frame made a difference. A frame that is not newer is passed over.

        `impossible` are names that no card on the table can have by the rules.
        """
        if self.now is not None and frame.taken <= self.now.taken:
            self.late += 1
            return None
        scene = self._scene
        if scene is not None and not scene.grid.fits(frame):
            # Pictures of another size are of another camera, or of one that was set up anew.
            scene, self._track = None, Track()
        if scene is None:
            scene = self._scene = Scene(frame)
        scene.take_in(frame, self.pace)
        self._follow_the_mat(scene, frame)
        if scene.is_due(self.pace, self._doubted):
            self._look(scene, frame, impossible)
        return self._tell(self._observed(scene, frame))

    @property
    def _doubted(self) -> bool:
        return self.mat is not None and self._track.pose is not None and not self._track.steady

    def _look(self, scene: Scene, frame: Frame, impossible: Collection[str]) -> None:
        if self.mat is not None and frame.taken - scene.confirmed_at >= CONFIRM_EVERY:
            self._find_the_mat(scene, frame)
            if self._doubted:
                return
        if scene.upheaval:
            scene.settle_upheaval(frame, self.mat is None)
        self.looks += 1
        table = (scene.grid, scene.motion, scene.ground, scene.area)
        slots = [] if scene.places is None else scene.places.slots
        look = Look(frame, self.eyes, *table, self.pace, self._is_card, self._backs, slots, scene.relit)
        held, moved = look.at(scene.held, impossible)
        scene.looked(frame, held)
        scene.moved |= moved

    def _is_card(self, quad: Quad) -> bool:
        if self.mat is None or self._track.pose is None:
            return True
        return self._track.pose.is_as_large_as_a_card(self.mat, quad)

    def _follow_the_mat(self, scene: Scene, frame: Frame) -> None:
        if self.mat is None:
            return
        now = frame.taken
        if self._track.pose is None:
            if scene.confirmed_at < 0 or now - scene.confirmed_at >= SEARCH_EVERY:
                self._find_the_mat(scene, frame)
            return
        places = scene.placed(self.mat, self._track.pose)
        if scene.upheaval_now or places.markers_in(scene.motion.moving) >= MARKERS_CHANGED:
            scene.doubt_until = now + DOUBT_LASTS
        if (now < scene.doubt_until or self._doubted) and now - scene.confirmed_at >= CHECK_EVERY:
            self._find_the_mat(scene, frame)

    def _find_the_mat(self, scene: Scene, frame: Frame) -> None:
        assert self.mat is not None
        scene.confirmed_at = frame.taken
        self._track = self._track.look(self.mat, frame.picture, frame.taken, self._lens)
        if self._doubted:
            scene.moved = True
        if self._track.moved:
            scene.forget(frame.taken)
        if self._track.pose is not None:
            scene.placed(self.mat, self._track.pose)

    def _observed(self, scene: Scene, frame: Frame) -> Observation:
        steady = scene.is_steady(self.pace) and not self._doubted
        if steady:
            scene.moved = False
        hidden = scene.sightings(hidden=True)
        hidden_zones: frozenset[str] = frozenset(one.zone for one in hidden if one.zone is not None)
        hand_zones: frozenset[str] = frozenset()
        moving_zones: frozenset[str] = frozenset()
        if scene.places is not None:
            hidden_zones |= scene.hidden_zones(scene.places)
            hand_zones = scene.hand_zones(scene.places)
            moving_zones = scene.moving_zones(scene.places, self.pace)
        return Observation(
            taken=frame.taken,
            number=frame.number,
            sightings=scene.sightings(hidden=False),
            hidden=hidden,
            hidden_zones=hidden_zones,
            hand_zones=hand_zones,
            moving_zones=moving_zones,
            steady=steady,
            moved=scene.moved,
        )

    def _tell(self, observation: Observation) -> Observation | None:
        before, self.now = self.now, observation
        return None if before is not None and observation.says_the_same_as(before) else observation
