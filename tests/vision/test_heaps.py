"""What is too large for a card: where single ones would lie in it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cameras.simulated import SimulatedCamera
from vision.detect import Found, Quad, overlap
from vision.eyes import Eyes
from vision.heaps import single_ones, usual_size
from vision.synthetic.own import own_back, own_face
from vision.synthetic.table import Card, Table, View

USUAL = (56.0, 87.0)


def own_card(name: str) -> Card:
    back = own_back("take_six")
    assert back is not None
    return Card(name, own_face("take_six", name), back)


def quad(wide: float, high: float, x: float = 100.0, turn: float = 0.0) -> Quad:
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], float)
    spin = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    return np.asarray(corners @ spin + (x, 50.0))


def test_most_of_the_sure_ones_say_how_large_cards_are() -> None:
    found = [Found(quad(*USUAL, x=80.0 * at), 0.99, 1.0) for at in range(3)]
    large = Found(quad(75, 95), 0.99, 1.0)
    unsure = [Found(quad(20, 20, x=80.0 * at), 0.1, 1.0) for at in range(5)]
    assert usual_size([*found, large, *unsure]) == pytest.approx(USUAL)
    assert usual_size(found[:2]) is None


@pytest.mark.parametrize("turn", [0.0, 0.7])
def test_in_what_is_too_large_a_card_may_lie_in_each_corner(turn: float) -> None:
    large = quad(72, 97, turn=turn)
    parts = single_ones(large, USUAL)
    assert len(parts) == 4
    for at, part in enumerate(parts):
        sides = np.linalg.norm(np.roll(part, -1, axis=0) - part, axis=1)
        assert sides == pytest.approx([56, 87, 56, 87])
        assert part[at] == pytest.approx(large[at])


@pytest.mark.parametrize("size", [(56, 87), (60, 92), (90, 87), (56, 200), (40, 100)])
def test_what_is_as_large_as_a_card_or_far_too_large_is_left_as_it_is(size: tuple[float, float]) -> None:
    assert single_ones(quad(*size), USUAL) == []


def test_a_card_that_was_seen_as_one_with_what_lies_under_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(seed=3)
    for at, name in enumerate(("12", "37", "58")):
        table = table.with_card(own_card(name), (60.0 + 80 * at, 60.0), 0.0)
    table = table.with_card(own_card("21"), (80.0, 180.0), 0.0).with_card(own_card("83"), (101.0, 158.0), 0.0)
    camera = SimulatedCamera(table, View.of(table))
    camera.open()
    picture, quads = camera.read().picture, {true.card: true.quad for true in camera.truth()}
    low, high = (np.stack([quads["21"], quads["83"]]).reshape(-1, 2).min(0), quads["83"].max(0))
    high = np.maximum(high, quads["21"].max(0))
    both = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
    eyes = Eyes("take_six")
    found = [Found(quads[name], 0.99, 1.0) for name in ("12", "37", "58")]
    monkeypatch.setattr(eyes, "_found", lambda pyramid: [*found, Found(both, 0.9, 1.0)])
    seen = {one.card: one.quad for one in eyes.see(picture)}
    assert "83" in seen
    assert overlap(seen["83"], quads["83"]) > 0.85
