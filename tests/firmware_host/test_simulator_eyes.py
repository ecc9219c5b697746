"""Eyes without pictures: what they say of a simulated table, when, and of what they do not."""

from __future__ import annotations

import numpy as np
import pytest

from firmware_host.simulator import Habits, PerfectEyes, Rates, moments
from firmware_host.simulator.cards import own_card
from firmware_host.simulator.filming import CLOSEST, film, view_over
from firmware_host.simulator.people import People
from firmware_host.steward.inputs import Seen
from tests.firmware_host.simulated import MATCHES, people_for
from vision.mat.plan import plan
from vision.synthetic.table import Card as TableCard
from vision.synthetic.table import Table, View, hand

WHOLE = ("row", "display", "play")
"""Zones in which every card can be seen, while in others some lie on others."""


@pytest.mark.parametrize("match", MATCHES)
def test_at_rest_everything_is_seen_where_it_lies(match: str) -> None:
    people = people_for(match, 2)
    rests = 0
    for moment in moments(people, PerfectEyes(people.mat)):
        drafting = people.sitting.scene.at("draft")
        if not (people.at_rest and moment.seen.steady) or moment.seen.covered or drafting:
            continue
        rests += 1
        for zone in people.mat.zones:
            names = people.sitting.scene.names(zone.name)
            seen = [card.name for card in moment.seen.in_zone(zone.name)]
            if zone.kind in WHOLE and "fifth_row" not in names:
                assert seen == list(names), (moment.now, zone.name)
            else:
                assert bool(seen) == bool(names), (moment.now, zone.name)
    assert rests > 20


@pytest.mark.parametrize("match", ["take_six", "anniversary", "no_thanks", "joker"])
def test_a_seed_says_it_all(match: str) -> None:
    def run(seed: int) -> list[tuple[int, object]]:
        people = people_for(match, seed, rates=Rates.all(0.1))
        seen = moments(people, PerfectEyes(people.mat, unsure=0.1))
        return [(moment.now, (moment.seen, moment.inputs)) for moment in seen]

    assert run(5) == run(5)
    assert run(5) != run(6)


@pytest.mark.parametrize("match", ["take_six", "no_thanks"])
def test_a_camera_that_takes_ten_pictures_a_second_sees_the_same_in_the_end(match: str) -> None:
    people = people_for(match, 3)
    eyes = PerfectEyes(people.mat)
    seen = [eyes.see(people.step(now), now) for now in range(0, 200_000, 100)]
    jumped = people_for(match, 3)
    by_time = {moment.now: moment.seen for moment in moments(jumped, PerfectEyes(jumped.mat)) if moment.now < 200_000}
    steady = [time for time, one in by_time.items() if one.steady and not one.hidden]
    for time in steady:
        at = seen[time // 100 + 1] if time // 100 + 1 < len(seen) else None
        if at is not None and at.steady and not at.hidden:
            assert {(card.name, card.at) for card in at.cards} == {(card.name, card.at) for card in by_time[time].cards}
    assert sum(one.steady for one in seen) > 200


def watched(*tables: Table) -> list[Seen]:
    """What is seen of tables that lie for two seconds each."""
    eyes = PerfectEyes(plan("take_six", 4))
    return [eyes.see(table, 2_000 * at + rest) for at, table in enumerate(tables) for rest in (0, 1_900)]


def card(name: str) -> TableCard:
    return own_card("take_six", name)


def test_what_lies_still_is_read_after_a_while_and_keeps_its_key() -> None:
    table = Table(mat=plan("take_six", 4)).with_card(card("14"), "row/1")
    new, read, other, both = watched(table, table.with_card(card("15"), "row/1", slot=1))
    assert not new.cards
    assert new.moving == {"row/1"}
    assert not new.steady
    assert [(one.name, one.zone, one.face) for one in read.cards] == [("14", "row/1", "up")]
    assert other.cards == read.cards
    assert [one.name for one in both.cards] == ["14", "15"]
    assert both.cards[0].key == read.cards[0].key


def test_what_a_hand_covers_is_hidden_until_it_is_seen_again() -> None:
    table = Table(mat=plan("take_six", 4)).with_card(card("14"), "row/1")
    under = table.with_thing(hand((179, 67)))
    _, read, soon, late, back, again = watched(table, under, table)
    assert soon.hidden == late.hidden == back.hidden == read.cards
    assert "row/1" in late.covered
    assert again.cards == read.cards
    assert again.covered == frozenset()


def test_of_a_pile_only_the_highest_card_is_seen_and_of_a_back_no_name() -> None:
    table = Table(mat=plan("take_six", 4))
    for name in ("14", "15", "16"):
        table = table.with_card(card(name), "pickup/1", face_up=name != "16")
    *_, seen = watched(table)
    assert [(one.name, one.face) for one in seen.cards] == [(None, "down")]


def test_an_unsure_card_is_named_when_it_was_looked_at_for_longer_or_never() -> None:
    table = Table(mat=plan("take_six", 4)).with_card(card("14"), "row/1")
    for stubborn, name in ((0.0, "14"), (1.0, None)):
        eyes = PerfectEyes(plan("take_six", 4), unsure=1.0, stubborn=stubborn)
        first, second, third = (eyes.see(table, time).cards for time in (0, 500, 6_000))
        assert (first, second[0].name, second[0].maybe[0][0]) == ((), None, "14")
        assert (third[0].name, third[0].key) == (name, second[0].key)


def test_after_a_knock_everything_is_looked_at_anew() -> None:
    people = people_for("take_six", 1, rates=Rates(bump=1.0))
    eyes = PerfectEyes(people.mat)
    seen = [moment.seen for moment, _ in zip(moments(people, eyes), range(300), strict=False)]
    assert any(one.bumped and not one.steady for one in seen)
    view = View.of(people.step(0))
    assert people.view(view) != view


def test_a_hand_that_is_drawn_in_full_comes_and_goes_step_by_step() -> None:
    people = People("take_six", ("ana", "bia"), {"limit": {"rounds": 1}}, seed=1, habits=Habits(fine=True))
    over = [people.step(time).things for time in range(0, 20_000, 100)]
    places = {thing.shapes[0].outline[0] for things in over for thing in things}
    assert len(places) > 20
    assert any(not things for things in over)


@pytest.mark.parametrize("match", ["take_six", "joker"])
def test_an_evening_can_be_filmed_knocks_and_all(match: str) -> None:
    people = people_for(match, 1, habits=Habits(fine=True, follow=False), rates=Rates(bump=1.0))
    size = (384, 216)
    table = people.step(0)
    frames = [frame for frame, _ in zip(film(people, size=size), range(150), strict=False)]
    assert [frame.taken for frame in frames[:3]] == [0, 100, 200]
    assert frames[0].picture.shape == (216, 384, 3)
    assert float(np.abs(frames[0].small.astype(int) - frames[-1].small).max()) > 40
    assert view_over(table, size).per_mm <= CLOSEST
