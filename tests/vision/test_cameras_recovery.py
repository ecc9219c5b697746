"""The states of a camera, without a camera: laws that hold whatever happens, in whatever order."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from vision.cameras.camera import CameraLost
from vision.cameras.recovery import CameraState, Limits, Recovery, Status

LIMITS = Limits()
HAPPENINGS = st.lists(st.tuples(st.integers(0, 20_000), st.sampled_from(["picture", "lose", "nothing"])), max_size=60)


def played(happenings: list[tuple[int, str]]) -> tuple[list[Status], list[tuple[int, Recovery]]]:
    """What is posted when these things happen, and the machine after each."""
    posted: list[Status] = []
    now = 0
    recovery = Recovery(LIMITS, posted.append, now)
    after = []
    for passed, what in happenings:
        now += passed
        recovery.tick(now)
        if recovery.wants_opening(now):
            recovery.opening(now)
        elif recovery.status.state is not CameraState.LOST and recovery.status.generation:
            if what == "picture":
                recovery.picture(now)
            elif what == "lose":
                recovery.lose(now, CameraLost("camera_gone"))
        after.append((recovery.due or 0, recovery))
    return posted, after


@given(HAPPENINGS)
def test_there_is_always_a_next_moment_to_look_at(happenings: list[tuple[int, str]]) -> None:
    posted, after = played(happenings)
    assert all(due > 0 for due, _ in after[1:])
    assert all(one.since <= other.since for one, other in itertools.pairwise(posted))


@given(HAPPENINGS)
def test_a_lost_camera_is_always_opened_next_and_others_never(happenings: list[tuple[int, str]]) -> None:
    posted, _ = played(happenings)
    for one, other in itertools.pairwise(posted):
        assert one.state is not other.state
        assert (other.state is CameraState.OPENING) == (one.state is CameraState.LOST)
        assert other.generation == one.generation + (other.state is CameraState.OPENING)
        assert (other.error is not None) == (other.state in {CameraState.LOST, CameraState.STALLED})


@given(st.integers(1, 40))
def test_no_pause_is_longer_than_the_longest(failures: int) -> None:
    recovery = Recovery(LIMITS, lambda status: None, 0)
    now, pauses = 0, []
    for _ in range(failures):
        recovery.opening(now)
        recovery.lose(now, CameraLost("camera_not_found"))
        assert recovery.due is not None
        pauses.append(recovery.due - now)
        now = recovery.due
    assert pauses == [min(5_000, 250 * 2**attempt) for attempt in range(failures)]


def test_nothing_more_happens_once_it_is_closed() -> None:
    posted: list[Status] = []
    recovery = Recovery(LIMITS, posted.append, 0)
    recovery.opening(0)
    recovery.close(1)
    recovery.close(2)
    recovery.lose(3, CameraLost("camera_gone"))
    recovery.tick(99_999)
    assert [status.state for status in posted] == [CameraState.OPENING, CameraState.CLOSED]
    assert recovery.due is None
    assert not recovery.wants_opening(99_999)
