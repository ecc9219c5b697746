"""Finding markers: in bad light, near where they were, beside cards that look like them, and what a pose owns up to."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest

from tests.vision.test_mat_pose import MAT, MATS, SIZE, photograph, seen_exactly, through, truth
from vision.frame import Picture
from vision.mat.markers import Seen, find_markers, markers_near
from vision.mat.model import Polygon
from vision.mat.pose import Lens, Points, pose_of
from vision.mat.track import Track

ALL = tuple(range(8))


def ids(seen: tuple[Seen, ...]) -> tuple[int, ...]:
    return tuple(one.id for one in seen)


def corners(homography: Points) -> dict[int, Polygon]:
    return {one.id: one.corners for one in seen_exactly(MAT, homography)}


def off(seen: tuple[Seen, ...], homography: Points) -> float:
    """By how many pixels the worst corner is off."""
    exact = corners(homography)
    return max(float(np.abs(np.array(one.corners) - exact[one.id]).max()) for one in seen)


def spoiled(picture: Picture, fault: str) -> Picture:
    across = np.linspace(-1, 1, SIZE[0])[None, :, None]
    down = np.linspace(-1, 1, SIZE[1])[:, None, None]
    grain = np.random.default_rng(7).normal(0, 12, picture.shape)
    changed = {
        "dark": picture * 0.2,
        "uneven": picture * (0.6 + 0.4 * across),
        "glare": picture + 200 * np.exp(-8 * ((across - 0.9) ** 2 + (down + 0.9) ** 2)),
        "noisy": picture + grain,
        "blurred": cv2.GaussianBlur(picture, (0, 0), 2.5),
    }[fault]
    seen: Picture = np.clip(changed, 0, 255).astype(np.uint8)
    return seen


@pytest.mark.parametrize("fault", ["dark", "uneven", "glare", "noisy", "blurred"])
def test_bad_light_and_a_bad_lens_cost_no_marker_and_little_exactness(fault: str) -> None:
    homography = truth(MAT, "turned")
    seen = find_markers(spoiled(photograph(MAT, homography), fault))
    assert ids(seen) == ALL
    assert off(seen, homography) < 0.75


def test_corners_are_measured_to_a_fifth_of_a_pixel() -> None:
    homography = truth(MAT, "above")
    assert off(find_markers(photograph(MAT, homography)), homography) < 0.2


def test_a_marker_that_a_finger_touches_is_not_pulled_along() -> None:
    homography = truth(MAT, "above")
    picture = photograph(MAT, homography)
    top_left, top_right = (np.array(corner) for corner in corners(homography)[1][:2])
    tip = (top_left + top_right) / 2 - (0, 9)
    cv2.circle(picture, tuple(np.rint(tip).astype(int).tolist()), 12, (120, 150, 200), -1, cv2.LINE_AA)
    seen = find_markers(picture)
    assert ids(seen) == ALL
    assert off(seen, homography) < 0.4


@pytest.mark.parametrize("wide", [1152, 1536, 2028, 4608])
def test_pictures_of_other_sizes_will_do(wide: int) -> None:
    times = wide / SIZE[0]
    homography = truth(MAT, "above")
    picture = cv2.resize(photograph(MAT, homography), None, fx=times, fy=times, interpolation=cv2.INTER_AREA)
    seen = find_markers(np.asarray(picture, np.uint8))
    assert ids(seen) == ALL
    # The middle of the first pixel stays half a pixel from the corner of the picture.
    to_size = np.array([[times, 0, (times - 1) / 2], [0, times, (times - 1) / 2], [0, 0, 1]])
    assert off(seen, to_size @ homography) < 0.4


def test_dark_cards_with_light_numbers_are_hardly_ever_markers_and_never_a_mats() -> None:
    picture: Picture = np.full((SIZE[1], SIZE[0], 3), 230, np.uint8)
    for count, number in enumerate((9, 10, 16, 18, 24, 63, 64, 73, 2, 7)):
        x, y = 100 + 400 * (count % 5), 150 + 500 * (count // 5)
        cv2.rectangle(picture, (x, y), (x + 150, y + 233), (60, 60, 60), -1)
        cv2.putText(picture, str(number), (x + 20, y + 140), cv2.FONT_HERSHEY_DUPLEX, 3, (200, 200, 200), 14)
    seen = find_markers(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.5), np.uint8))
    assert len(seen) <= 2
    assert not {one.id for one in seen} & {marker.id for mat in MATS.values() for marker in mat.markers}


def test_where_nothing_is_nothing_is_found() -> None:
    for picture in (np.zeros((5, 5, 3), np.uint8), np.full((700, 1300), 128, np.uint8)):
        assert find_markers(picture) == ()
        assert markers_near(picture, {0: ((0, 0), (9, 0), (9, 9), (0, 9))}) == ()


# About where they were


@pytest.mark.parametrize("moved", [(0, 0), (12, -9)])
def test_near_where_they_were_the_same_corners_are_found(moved: tuple[int, int]) -> None:
    homography = truth(MAT, "oblique", moved)
    picture = photograph(MAT, homography)
    near = markers_near(picture, corners(truth(MAT, "oblique")))
    assert ids(near) == ALL
    for one, other in zip(near, find_markers(picture), strict=True):
        assert np.abs(np.array(one.corners) - other.corners).max() < 0.05


def test_only_what_is_expected_is_found_near() -> None:
    homography = truth(MAT, "above")
    picture, where = photograph(MAT, homography), corners(homography)
    swapped = {0: where[1], 1: where[1], 40: where[2], 5: ((float("nan"), 0.0),) * 4, 6: ((1e6, 1e6),) * 4}
    assert ids(markers_near(picture, swapped)) == (1,)


def test_a_track_looks_everywhere_again_when_the_mat_has_moved() -> None:
    track = Track().look(MAT, photograph(MAT, truth(MAT, "above")), 0)
    assert track.pose is not None
    assert track.pose.markers == ALL
    elsewhere = photograph(MAT, truth(MAT, "turned"))
    assert ids(track.markers_in(elsewhere, MAT)) == ALL
    doubted = track.look(MAT, elsewhere, 100)
    assert not doubted.steady
    assert doubted.look(MAT, elsewhere, 400).moved


def test_a_track_is_content_with_half_of_the_markers_where_they_were() -> None:
    homography = truth(MAT, "above")
    track = Track().look(MAT, photograph(MAT, homography), 0)
    arms = track.look(MAT, photograph(MAT, homography, hidden=(0, 1, 6, 7)), 100)
    assert arms.steady
    assert arms.seen_at == 100
    hidden = arms.look(MAT, photograph(MAT, homography, hidden=ALL), 200)
    assert hidden.steady
    assert hidden.seen_at == 100


# What a pose owns up to

BENT = (0.0, 0.003, -0.003)
"""How far lenses move the corners of a picture, as a share of their distance from its middle."""


def strained(bent: float, edge_only: bool) -> list[float]:
    """Of many poses from a few markers: how far off they are at the worst place, by what they say."""
    found = []
    rng = np.random.default_rng(11)
    reach = float(np.hypot(*SIZE)) / 2
    lens = Lens((reach, reach), (SIZE[0] / 2, SIZE[1] / 2), bent, 0)
    for mat in MATS.values():
        edges = [[one.id for one in mat.markers if (one.corners[0][1] < 100) == top] for top in (True, False)]
        groups = edges if edge_only else [[one.id for one in mat.markers]]
        chosen = [some for group in groups for size in (2, 3, 4) for some in combinations(group, size)]
        for view in ("above", "oblique", "turned"):
            homography = truth(mat, view)
            spots = np.array([(x, y) for x in np.linspace(0, mat.size[0], 5) for y in np.linspace(0, mat.size[1], 5)])
            exact = {one.id: np.array(one.corners) for one in seen_exactly(mat, homography)}
            pixels = lens.bent(through(homography, spots))
            for some in chosen[:: 1 if edge_only else 3]:
                noisy = {number: lens.bent(exact[number]) + rng.normal(0, 0.15, (4, 2)) for number in some}
                seen = [Seen(number, tuple((x, y) for x, y in quad.tolist())) for number, quad in noisy.items()]
                pose = pose_of(mat, seen)
                if pose is not None:
                    distance = np.linalg.norm(pose.millimetres(pixels) - spots, axis=1).max()
                    found.append(float(distance / pose.error_mm))
    return found


@pytest.mark.parametrize("bent", BENT)
@pytest.mark.parametrize("edge_only", [True, False])
def test_a_pose_is_hardly_ever_further_off_than_it_says(bent: float, edge_only: bool) -> None:
    found = strained(bent, edge_only)
    assert len(found) >= 20
    assert sum(one > 1 for one in found) <= 0.04 * len(found)
    assert max(found) < 2


def test_markers_along_one_edge_promise_less_than_markers_all_around() -> None:
    seen = seen_exactly(MAT, truth(MAT, "above"))
    around = pose_of(MAT, [one for one in seen if one.id in (0, 3, 4, 7)])
    edge = pose_of(MAT, [one for one in seen if one.id in (0, 1, 2, 3)])
    assert around is not None
    assert around.error_mm < 1
    assert edge is None or edge.error_mm > 3 * around.error_mm
    assert pose_of(MAT, [one for one in seen if one.id in (0, 1)]) is None
