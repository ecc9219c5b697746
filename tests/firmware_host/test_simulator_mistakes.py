"""Mistakes at the simulated table: what each looks like, and that people put right what is objected to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_host.simulator import KINDS, Habits, Mistake, Moment, Pace, People, PerfectEyes, Rates, moments, truth
from firmware_host.steward.effects import Ask, Object, Objection, PutRight, Question
from firmware_host.steward.inputs import Answer, Choose
from hardware import cues
from hardware.presses import Press
from tests.firmware_host.simulated import people_for, played

ALL = Rates.all(0.2)
CHANGING = ("wrong_row", "wrong_take", "forgotten", "swap", "anothers", "disorder")


def refereed(people: People, asking: bool = False) -> list[Moment]:
    """The match with somebody who objects to every mistake, or asks about it, after a while."""
    seen = []
    told: list[Mistake] = []
    for moment in moments(people, PerfectEyes(people.mat), tick=200):
        seen.append(moment)
        wrong = people.sitting.slips.open
        if wrong is not None and wrong not in told and moment.now > wrong.at + 1_000:
            told.append(wrong)
            number = len(told)
            if asking:
                people.hear(Ask(Question(number, "which_row", (wrong.seat,), ("1", "2"))), moment.now)
            else:
                people.hear(Object(Objection(number, "row_ascending", wrong.seat, wrong.card)), moment.now)
                people.hear(PutRight(number), moment.now)
    return seen


@pytest.mark.parametrize("asking", [False, True])
@pytest.mark.parametrize("match", ["take_six", "pro", "anniversary"])
def test_what_is_noticed_is_put_right_and_the_match_goes_as_if_nothing_had_been(match: str, asking: bool) -> None:
    people = people_for(match, 7, rates=ALL)
    refereed(people, asking)
    changing = [mistake for mistake in people.mistakes if mistake.changes]
    assert len(changing) > 5
    assert {mistake.fate for mistake in changing} == {"put right"}
    assert all(mistake.noticed for mistake in changing)
    assert truth(people) == truth(played(people_for(match, 7)))
    assert people.unfounded() == []


def test_an_objection_to_nothing_is_unfounded_and_nobody_minds() -> None:
    people = people_for("take_six", 1)
    people.hear(Object(Objection(1, "row_ascending")), people.next_change() or 0)
    played(people)
    assert [said.number for _, said in people.unfounded()] == [1]


def test_people_who_do_not_oblige_leave_it_as_it_is() -> None:
    people = people_for("take_six", 7, rates=Rates(wrong_row=0.2), habits=Habits(obliging=0.0))
    refereed(people)
    assert {mistake.fate for mistake in people.mistakes} == {"stands"}
    assert all(mistake.noticed for mistake in people.mistakes)


def one_mistake(kind: str) -> tuple[People, Mistake, list[Moment]]:
    """The first of its kind, and what was seen until it was over."""
    match = "pro" if kind == "anothers" else "take_six"
    people = people_for(match, 3, rates=replace(Rates(), **{kind: 1.0}))
    seen = []
    for moment in moments(people, PerfectEyes(people.mat)):
        seen.append(moment)
        mistake = next((one for one in people.mistakes if one.kind == kind and one.changes == (kind in CHANGING)), None)
        if mistake is not None and moment.now > mistake.at + 6_000:
            return people, mistake, seen
    raise AssertionError(f"nobody made the mistake {kind}")


def lying(seen: list[Moment], zone: str, since: int) -> list[str | None]:
    """What was seen in a zone from a time on."""
    return [card.name for moment in seen if moment.now >= since for card in moment.seen.in_zone(zone)]


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_can_be_seen(kind: str) -> None:
    people, mistake, seen = one_mistake(kind)
    seat = f"seat/{people.sitting.number(mistake.seat)}" if mistake.seat else ""
    if kind in ("wrong_row", "wrong_take", "forgotten"):
        assert mistake.card in lying(seen, f"row/{mistake.facts['row']}", mistake.at)
    if kind == "forgotten":
        left = mistake.facts["left"]
        assert isinstance(left, tuple)
        assert set(map(str, left)) <= set(lying(seen[-1:], f"row/{mistake.facts['row']}", mistake.at))
    if kind == "swap":
        assert str(mistake.facts["was"]) in lying(seen, seat, 0)
    if kind in ("swap", "anothers", "early"):
        assert mistake.card in lying(seen, seat, mistake.at - 1_500)
    if kind == "second":
        assert any(len(moment.seen.in_zone(seat)) == 2 for moment in seen)
    if kind == "taken_back":
        keys = [card.key for moment in seen for card in moment.seen.in_zone(seat) if card.face == "down"]
        assert len(set(keys)) >= 2
    if kind == "bump":
        assert people.bumped(mistake.at + 100)
        assert any(moment.seen.bumped for moment in seen)
    if kind == "disorder":
        assert people.disagreements()


def test_people_wait_for_the_light_to_turn_their_cards_up() -> None:
    people = people_for("take_six", 2, pace=Pace(patience=60_000))
    while people.next_change() is not None and not all(people.sitting.scene.at(f"seat/{seat}") for seat in range(1, 5)):
        people.step(people.next_change() or 0)
    people.step(people.sitting.now + 30_000)
    assert not any(card.face_up for seat in range(1, 5) for card in people.sitting.scene.at(f"seat/{seat}"))
    people.hear(cues.reveal(range(1, 5)), people.sitting.now)
    people.step(people.sitting.now + 5_000)
    assert people.match.state.phase == "place"


def test_a_row_is_chosen_by_hand_by_a_button_or_on_a_screen() -> None:
    for habits, kind in ((Habits(button=1.0), Press), (Habits(button=0.0, on_screen=1.0), Choose)):
        people = people_for("take_six", 3, habits=habits)
        said = [one for moment in moments(people, PerfectEyes(people.mat)) for one in moment.inputs]
        assert said
        assert {type(one) for one in said} == {kind}


def test_questions_are_answered_with_what_lies_there() -> None:
    people = people_for("take_six", 3)
    while not people.sitting.scene.names("row/4"):
        people.step(people.next_change() or 0)
    now, name = people.sitting.now, people.sitting.scene.names("row/4")[0]
    other = people.sitting.scene.names("row/2")[0]
    choices = (other, name)
    people.hear(Ask(Question(5, "unread", (), choices, {"zone": "row/4"})), now)
    people.hear(Ask(Question(6, "unread", (), ("200", "300"))), now)
    assert people.inputs(now) == []
    assert people.inputs(now + 4_000) == [Answer(5, name), Answer(6, "200")]
