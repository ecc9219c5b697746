"""Where the mat lies in a picture: drawn pictures with a known truth, with blur, noise and arms across it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frame import Picture
from vision.mat.model import Box, Mat, Point
from vision.mat.plan import plan
from vision.mat.png import draw
from vision.mat.pose import Lens, Points, Pose, Seen, find_markers, locate, pose_by_hand, pose_of
from vision.mat.track import Track

SIZE = (2304, 1296)
PER_MM = 4
MATS = {
    (game, seats, paper): plan(game, seats, paper)
    for game, seats, paper in [
        ("take_six", 4, "a2"),
        ("take_six", 10, "a1"),
        ("no_thanks", 5, "a2"),
        ("qwixx_cards", 3, "a3"),
    ]
}
MAT = MATS["take_six", 4, "a2"]
PRINTS = {mat: draw(mat, PER_MM) for mat in MATS.values()}
VIEWS = {
    "above": [(0.12, 0.05), (0.88, 0.05), (0.88, 0.95), (0.12, 0.95)],
    "oblique": [(0.22, 0.1), (0.78, 0.12), (0.95, 0.92), (0.05, 0.9)],
    "turned": [(0.6, 0.97), (0.15, 0.6), (0.42, 0.04), (0.87, 0.4)],
}


def truth(mat: Mat, view: str, moved: Point = (0, 0)) -> Points:
    """A homography from the mat to a picture."""
    corners = np.array(VIEWS[view]) * SIZE + moved
    whole = np.array(Box(0, 0, *mat.size).corners, np.float32)
    return np.asarray(cv2.getPerspectiveTransform(whole, corners.astype(np.float32)), np.float64)


def places(mat: Mat) -> Points:
    """Places all over the mat."""
    across, down = np.linspace(0, mat.size[0], 9), np.linspace(0, mat.size[1], 7)
    return np.array([(x, y) for x in across for y in down])


def through(homography: Points, points: Points) -> Points:
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), homography)).reshape(-1, 2)


def photograph(mat: Mat, homography: Points, hidden: tuple[int, ...] = (), seed: int = 0) -> Picture:
    """The printed mat through that homography, a little blurred and noisy, with arms on some markers."""
    print_to_mm = np.linalg.inv(np.array([[PER_MM, 0, -0.5], [0, PER_MM, -0.5], [0, 0, 1.0]]))
    picture = cv2.warpPerspective(
        PRINTS[mat], homography @ print_to_mm, SIZE, flags=cv2.INTER_AREA, borderValue=(60, 90, 120)
    )
    for number in hidden:
        corners = through(homography, np.array(mat.markers[number].corners, np.float64))
        cv2.fillPoly(picture, [np.rint(corners).astype(np.int32)], (120, 150, 200))
    noise = np.random.default_rng(seed).normal(0, 6, picture.shape)
    noisy: Picture = np.clip(cv2.GaussianBlur(picture, (0, 0), 1.2) + noise, 0, 255).astype(np.uint8)
    return noisy


def errors(mat: Mat, pose: Pose, homography: Points) -> NDArray[np.float64]:
    """By how many millimetres places all over the mat are off."""
    off = pose.millimetres(through(homography, places(mat))) - places(mat)
    return np.asarray(np.linalg.norm(off, axis=1), np.float64)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("key", MATS, ids=lambda key: "-".join(map(str, key)))
def test_a_mat_is_found_to_half_a_millimetre(key: tuple[str, int, str], view: str) -> None:
    mat = MATS[key]
    homography = truth(mat, view)
    pose = locate(photograph(mat, homography), mat)
    assert pose is not None
    assert pose.markers == tuple(marker.id for marker in mat.markers)
    assert errors(mat, pose, homography).max() < 0.5
    assert pose.error_mm < 0.5
    assert np.abs(pose.pixels(places(mat)) - through(homography, places(mat))).max() < 2


@pytest.mark.parametrize("hidden", [(0,), (0, 4), (1, 2), (0, 1, 6, 7), (2, 5)])
def test_a_mat_with_hidden_markers_is_found_to_half_a_millimetre_on_average(hidden: tuple[int, ...]) -> None:
    homography = truth(MAT, "oblique")
    pose = locate(photograph(MAT, homography, hidden), MAT)
    assert pose is not None
    assert set(pose.markers).isdisjoint(hidden)
    off = errors(MAT, pose, homography)
    assert off.mean() < 0.5
    assert off.max() < 4 * max(pose.error_mm, 0.1)


def test_too_few_markers_give_no_pose_instead_of_a_wild_one() -> None:
    homography = truth(MAT, "oblique")
    assert locate(photograph(MAT, homography, (1, 2, 3, 4, 5, 6, 7)), MAT) is None
    assert locate(np.full((200, 300), 128, np.uint8), MAT) is None
    two_side_by_side = [seen for seen in seen_exactly(MAT, homography) if seen.id in (0, 1)]
    assert pose_of(MAT, two_side_by_side[:1]) is None
    assert pose_of(MAT, []) is None


def seen_exactly(mat: Mat, homography: Points) -> list[Seen]:
    """The markers as a perfect camera sees them."""
    return [
        Seen(
            marker.id, tuple((float(x), float(y)) for x, y in through(homography, np.array(marker.corners, np.float64)))
        )
        for marker in mat.markers
    ]


def test_markers_that_are_not_the_mats_change_nothing() -> None:
    homography = truth(MAT, "above")
    seen = seen_exactly(MAT, homography)
    stray = Seen(49, ((1.0, 1.0), (50.0, 1.0), (50.0, 50.0), (1.0, 50.0)))
    elsewhere = Seen(3, stray.corners)
    pose = pose_of(MAT, [*(one for one in seen if one.id != 3), elsewhere, stray])
    assert pose is not None
    assert 3 not in pose.markers
    assert errors(MAT, pose, homography).max() < 0.01


def test_a_mat_seen_in_a_mirror_is_none() -> None:
    mirrored = np.diag([-1.0, 1, 1]) @ truth(MAT, "above")
    assert pose_of(MAT, seen_exactly(MAT, mirrored)) is None


def test_corners_in_the_picture_and_zones() -> None:
    homography = truth(MAT, "turned")
    pose = pose_of(MAT, seen_exactly(MAT, homography))
    assert pose is not None
    for zone in MAT.zones:
        quad = through(homography, np.array(zone.slots[0].box().corners, np.float64))
        assert pose.zone_of(MAT, quad) == zone.name


def test_a_lens_that_bends_lines_is_allowed_for() -> None:
    homography, lens = truth(MAT, "oblique"), Lens((1700, 1700), (1152, 648), -0.12, 0.02)
    straight = seen_exactly(MAT, homography)
    bent = [Seen(one.id, tuple((float(x), float(y)) for x, y in lens.bent(np.array(one.corners)))) for one in straight]
    pose = pose_of(MAT, bent, lens)
    assert pose is not None
    pixels = lens.bent(through(homography, places(MAT)))
    assert np.abs(pose.millimetres(pixels) - places(MAT)).max() < 0.1
    assert np.abs(pose.pixels(places(MAT)) - pixels).max() < 0.1


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("bends", [-0.1, -0.05, 0.05])
@pytest.mark.parametrize("key", MATS, ids=lambda key: "-".join(map(str, key)))
def test_a_lens_of_which_nothing_is_known_is_found_from_the_markers(
    key: tuple[str, int, str], bends: float, view: str
) -> None:
    mat = MATS[key]
    homography, lens = truth(mat, view), Lens((1500, 1500), (1152, 648), bends, 0.0)
    rng = np.random.default_rng(5)
    seen = [
        Seen(one.id, tuple((float(x), float(y)) for x, y in lens.bent(np.array(one.corners)) + rng.normal(0, 0.15, 2)))
        for one in seen_exactly(mat, homography)
    ]
    pose = pose_of(mat, seen, size=(2304, 1296))
    assert pose is not None
    off = np.linalg.norm(pose.millimetres(lens.bent(through(homography, places(mat)))) - places(mat), axis=1).max()
    assert off < min(1.5, 2 * pose.error_mm)


def test_a_lens_is_not_looked_for_where_the_markers_agree_without_one() -> None:
    pose = pose_of(MAT, seen_exactly(MAT, truth(MAT, "oblique")), size=(2304, 1296))
    assert pose is not None
    assert pose.lens is None


def test_corners_given_by_hand_will_do() -> None:
    homography = truth(MAT, "oblique")
    corners = [(float(x), float(y)) for x, y in through(homography, np.array(Box(0, 0, *MAT.size).corners))]
    pose = pose_by_hand(MAT, corners)
    assert pose is not None
    assert pose.markers == ()
    assert errors(MAT, pose, homography).max() < 0.01
    assert pose_by_hand(MAT, corners[:3]) is None
    assert pose_by_hand(MAT, corners[::-1]) is None
    assert pose_by_hand(MAT, [(1, 1)] * 4) is None
    assert pose_by_hand(MAT, [(0, 0), (float("nan"), 0), (9, 9), (0, 9)]) is None


# Over time


def looked(track: Track, homography: Points, now: int, ids: tuple[int, ...] = tuple(range(8))) -> Track:
    return track.step(MAT, [seen for seen in seen_exactly(MAT, homography) if seen.id in ids], now)


def test_a_pose_is_kept_while_all_markers_are_hidden() -> None:
    still = truth(MAT, "above")
    track = looked(Track(), still, 0)
    later = looked(looked(track, still, 100, ()), still, 60_000, ())
    assert later.pose is track.pose
    assert later.steady
    assert later.seen_at == 0
    assert looked(later, still, 60_100, (0,)).seen_at == 60_100


@pytest.mark.parametrize("ids", [tuple(range(8)), (0, 3, 4, 7), (1, 5, 6)])
@pytest.mark.parametrize("every", [33, 100, 250])
def test_a_bump_is_noticed_within_a_second(every: int, ids: tuple[int, ...]) -> None:
    track = looked(Track(), truth(MAT, "above"), 0)
    elsewhere = truth(MAT, "above", (25, -12))
    moved = []
    for now in range(every, 1001, every):
        track = looked(track, elsewhere, now, ids)
        moved.append(track.moved)
        assert track.steady == (True in moved)
    assert moved.count(True) == 1
    assert track.pose is not None
    assert errors(MAT, track.pose, elsewhere).max() < 0.5


def test_while_it_is_still_moving_the_pose_is_doubted_and_then_a_new_one_believed() -> None:
    track = looked(Track(), truth(MAT, "above"), 0)
    for count in range(1, 20):
        track = looked(track, truth(MAT, "above", (10.0 * count, 0)), 100 * count)
        assert not track.moved
        assert not track.steady
    there = truth(MAT, "above", (190, 0))
    steps = [track := looked(track, there, now) for now in (2000, 2100, 2200, 2300)]
    assert [step.moved for step in steps].count(True) == 1
    assert track.steady


def test_one_wrong_look_moves_nothing() -> None:
    still = truth(MAT, "above")
    track = looked(Track(), still, 0)
    doubted = looked(track, truth(MAT, "above", (40, 40)), 100)
    assert doubted.pose is track.pose
    assert not doubted.steady
    again = looked(doubted, still, 200)
    assert again.steady
    assert not again.moved


def test_slow_drift_is_followed_without_alarm() -> None:
    track = Track()
    for count in range(100):
        track = looked(track, truth(MAT, "above", (count * 0.5, 0)), 100 * count)
        assert not track.moved
    assert track.pose is not None
    assert errors(MAT, track.pose, truth(MAT, "above", (49.5, 0))).max() < 0.1


def test_markers_put_a_pose_right_that_was_set_by_hand() -> None:
    still = truth(MAT, "above")
    corners = [(float(x) + 12, float(y)) for x, y in through(still, np.array(Box(0, 0, *MAT.size).corners))]
    track = looked(Track(pose_by_hand(MAT, corners)), still, 100)
    assert track.steady
    assert not track.moved
    assert track.pose is not None
    assert errors(MAT, track.pose, still).max() < 0.01


def test_markers_are_found_in_grey_and_in_colour() -> None:
    picture = photograph(MAT, truth(MAT, "above"))
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    assert {seen.id for seen in find_markers(grey)} == {seen.id for seen in find_markers(picture)} == set(range(8))
