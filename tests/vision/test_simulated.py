"""The simulated table and its camera: what is drawn is what the truth says, and only what changed is drawn again."""

from __future__ import annotations

from threading import Condition

import cv2
import numpy as np
import pytest

from tests.vision.watching import MAT, SIZE, card, table_with
from vision.cameras import open_camera
from vision.cameras.camera import CameraLost, NoMorePictures, checked, frames
from vision.cameras.simulated import SimulatedCamera, script
from vision.errors import VisionError
from vision.frame import Picture
from vision.mat.pose import locate
from vision.sighting import Quad
from vision.synthetic.photograph import Photographer, Sensor
from vision.synthetic.table import Glare, Light, Table, View, chip, cup, hand, sheet, truth

QUIET = Sensor(noise=0)


def cut_out(picture: Picture, quad: Quad, size: tuple[int, int]) -> Picture:
    corners = np.array([(0, 0), (size[0], 0), (size[0], size[1]), (0, size[1])], np.float32)
    return np.asarray(cv2.warpPerspective(picture, cv2.getPerspectiveTransform(quad.astype(np.float32), corners), size))


def difference(one: Picture, other: Picture) -> float:
    return float(np.abs(one.astype(int) - other).mean())


def test_a_table_is_a_value() -> None:
    table = table_with("14", "20")
    fuller = table.with_card(card("68"), "row/2", slot=3).with_thing(cup((80, 80)))
    assert [lying.card.name for lying in fuller.cards] == ["14", "20", "68"]
    assert len(table.cards) == 2
    assert fuller.cards[0] is table.cards[0]
    assert fuller.card("68").at == MAT.zone("row/2").slots[3].centre
    assert [lying.card.name for lying in fuller.with_card_moved("14", "row/4").cards] == ["20", "68", "14"]
    assert not fuller.with_card_turned_over("20").card("20").face_up
    assert fuller.without_thing("cup").things == ()
    assert [lying.card.name for lying in fuller.without_card("14").cards] == ["20", "68"]


@pytest.mark.parametrize(
    ("reason", "table", "zone", "slot"),
    [
        ("table_without_mat", Table(), "row/1", 0),
        ("zone_without_slot", Table(mat=MAT), "row/1", 5),
        ("zone_without_slot", Table(mat=MAT), "row/1", -1),
    ],
)
def test_a_place_that_is_not_there_is_said(reason: str, table: Table, zone: str, slot: int) -> None:
    with pytest.raises(VisionError) as refused:
        table.place(zone, slot)
    assert refused.value.reason == reason
    with pytest.raises(VisionError, match="card_not_on_table"):
        table.card("14")


@pytest.mark.parametrize("angle", [0, 33, 180, 270])
def test_the_truth_says_where_a_card_is_and_which_way_round(angle: float) -> None:
    table = Table(mat=MAT).with_card(card("68"), (300, 200), angle)
    view = View.of(table, SIZE, tilt=10)
    picture = Photographer(view, QUIET).photograph(table, 0)
    (true,) = truth(table, view)
    face = card("68").face
    size = (face.shape[1], face.shape[0])
    upright = difference(cut_out(picture, true.quad, size), face)
    turned = difference(cut_out(picture, np.roll(true.quad, 2, axis=0), size), face)
    assert upright < 12
    assert upright < 0.7 * turned
    assert true.card == "68"
    assert true.visible > 0.97


def test_the_truth_says_what_is_covered_and_what_lies_face_down() -> None:
    table = Table().with_card(card("14"), (200, 200)).with_card(card("20"), (228, 200)).with_card(card("7"), (500, 300))
    table = table.with_card_turned_over("7")
    below, above, down = truth(table, View.of(table, SIZE))
    assert below.visible == pytest.approx(0.5, abs=0.03)
    assert above.visible > 0.97
    assert (down.card, down.lying.card.name) == (None, "7")
    table = table.with_thing(sheet((500, 300)))
    assert truth(table, View.of(table, SIZE))[2].visible == 0
    assert truth(table, View.of(table, SIZE).bumped((-9000, 0)))[0].visible == 0


def test_the_mat_is_found_where_the_view_says() -> None:
    table = table_with("14", "20", "35")
    view = View.of(table, (2304, 1296), tilt=8, toward=200).bumped((4, -3), turn=2)
    pose = locate(Photographer(view).photograph(table, 0), MAT)
    assert pose is not None
    assert np.abs(pose.pixels(MAT.zone("row/3").polygon) - view.pixels(MAT.zone("row/3").polygon)).max() < 1.5


def test_what_is_drawn_in_steps_is_what_is_drawn_at_once() -> None:
    table = table_with("14", "20", "35", "7").with_light(
        Light(warmth=0.5, slope=0.3, glare=(Glare((200, 200), 50, 60),))
    )
    steps = [table.with_card(card("68"), (200, 100), 20)]
    steps.append(steps[-1].with_thing(hand((220, 120), 30)))
    steps.append(steps[-1].with_card_turned_over("14").with_thing(chip((100, 100))))
    steps.append(steps[-1].without_thing().with_card_moved("20", (210, 130)))
    steps.append(steps[-1].without_card("68").with_light(Light(0.8)))
    view = View.of(table, SIZE)
    photographer = Photographer(view, Sensor())
    photographer.photograph(table, 0)
    for number, step in enumerate(steps):
        at_once = Photographer(view, Sensor()).photograph(step, number)
        assert np.array_equal(photographer.photograph(step, number), at_once)


def test_pictures_are_repeated_by_their_number_and_differ_by_noise_alone() -> None:
    table = table_with("14")
    photographer = Photographer(View.of(table, SIZE), Sensor(noise=3))
    one, other, again = (photographer.photograph(table, number) for number in (1, 2, 1))
    assert np.array_equal(one, again)
    assert 1 < difference(one, other) < 5


def test_a_camera_shows_its_table_as_it_is_changed() -> None:
    table = Table(mat=MAT)
    with SimulatedCamera(table, size=SIZE, fps=5) as camera:
        before = camera.read()
        camera.table = table.with_card(card("14"), "row/1")
        after = checked(camera.read(), before)
        assert (before.taken, after.taken, after.number) == (0, 200, 1)
        (true,) = camera.truth()
        left, top = true.quad.min(axis=0).astype(int)
        right, bottom = true.quad.max(axis=0).astype(int)
        window = np.s_[top:bottom, left:right]
        assert difference(before.picture[window], after.picture[window]) > 20
        assert camera.read(after=950).taken == 1000
        camera.view = camera.view.bumped((10, 0))
        assert abs(camera.truth()[0].quad - true.quad).max() < 1e-9, "the truth is of the picture that was taken"
        camera.read()
        assert abs(camera.truth()[0].quad - true.quad).max() > 10
    with pytest.raises(CameraLost, match="camera_closed"):
        camera.read()


def test_a_script_is_played_and_ends() -> None:
    table = Table()
    camera = SimulatedCamera(script([(0, table), (250, table.with_card(card("14"), (100, 100)))]), size=SIZE, until=400)
    with camera:
        shown = [(frame.taken, [true.card for true in camera.truth()]) for frame in frames(camera)]
        assert shown == [(0, []), (100, []), (200, []), (300, ["14"]), (400, ["14"])]
        with pytest.raises(NoMorePictures):
            camera.read()


class HandClock:
    """A clock that waiting turns."""

    def __init__(self) -> None:
        self.time = 5_000

    def now(self) -> int:
        return self.time

    def wait(self, condition: Condition, until: int | None) -> None:
        assert until is not None
        self.time = until


def test_with_a_clock_it_keeps_time_and_leaves_out_what_nobody_waited_for() -> None:
    clock = HandClock()
    camera = SimulatedCamera(Table(), size=SIZE, clock=clock)
    with camera:
        assert [camera.read().taken for _ in range(3)] == [5_000, 5_100, 5_200]
        clock.time = 5_950
        late = camera.read()
        assert (late.taken, late.number) == (6_000, 10)
        camera.cancel()
        with pytest.raises(CameraLost, match="cancelled"):
            camera.read()
    with camera:
        assert camera.read().taken == 6_000, "opened again, it goes on"


def test_a_simulated_table_has_an_address_like_any_camera() -> None:
    with open_camera("simulated") as camera:
        first, second = camera.read(), camera.read()
    assert first.picture.shape == (1296, 2304, 3)
    assert second.taken > first.taken
