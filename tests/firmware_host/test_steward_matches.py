"""Whole matches under the steward's eyes: what it writes is what was played, whatever people do at the table."""

from __future__ import annotations

from functools import cache

import pytest

from firmware_host.simulator import Rates, stood
from firmware_host.steward.effects import Show, Write
from firmware_host.steward.inputs import Seen
from firmware_host.steward.situation import Situation
from firmware_host.steward.step import step
from tests.firmware_host.evening import Evening, watched
from tests.firmware_host.simulated import MATCHES

FOUNDED = 500
"""At most one objection in so many placements may be about nothing."""


@cache
def faultless(match: str, mode: str = "play") -> Evening:
    """A match in which nobody makes a mistake."""
    return watched(match, 0, mode=mode)


LONG = ("anniversary of eight",)
"""Minutes of work for what shorter matches show, too."""


@pytest.mark.parametrize("match", [match for match in MATCHES if match not in LONG])
def test_where_nobody_errs_the_record_is_what_was_played_and_nobody_is_bothered(match: str) -> None:
    evening = faultless(match)
    assert evening.wrong == []
    assert evening.objections == []
    assert len(evening.questions) <= 1
    assert [close.how for close in evening.closed] == ["over"]


@pytest.mark.parametrize("match", MATCHES)
def test_a_match_that_is_interrupted_again_and_again_is_written_as_it_was_played(match: str) -> None:
    evening = watched(match, 7, restarts=range(50, 10_000, 487))
    assert evening.wrong == []
    assert [close.how for close in evening.closed] == ["over"]


ERRING = {
    "take_six": range(30, 35),
    "take_six of two": range(3),
    "take_six of ten": range(1),
    "pro": range(4),
    "draft of all": range(1),
    "known deck": range(3),
    "anniversary": range(1),
    "no_thanks": range(3),
    "hidden_tiger": range(2),
    "tactical": range(2),
    "tactical_tiger": range(2),
    "qwixx_cards": range(3),
    "joker": range(2),
}


@cache
def erring() -> list[Evening]:
    """Matches in which each kind of mistake is made at three of a hundred of its chances."""
    return [watched(match, seed, rates=Rates.all(0.03)) for match, seeds in ERRING.items() for seed in seeds]


def test_every_mistake_that_changes_the_outcome_is_noticed() -> None:
    changing = [mistake for evening in erring() for mistake in evening.people.mistakes if mistake.changes]
    assert len(changing) > 10
    assert [mistake for mistake in changing if not mistake.noticed] == []


def test_what_is_objected_to_is_wrong() -> None:
    placements = sum(evening.placements for evening in erring())
    unfounded = [said for evening in erring() for said in evening.people.unfounded()]
    assert len(unfounded) <= placements / FOUNDED, unfounded


def test_what_was_put_right_leaves_the_right_record() -> None:
    wrong = {at: evening.wrong for at, evening in enumerate(erring()) if evening.wrong and not stood(evening.people)}
    assert wrong == {}
    assert sum(bool(stood(evening.people)) for evening in erring()) <= 1


def test_every_question_and_objection_comes_to_an_end() -> None:
    for evening in erring():
        assert evening.situation.question is None
        assert evening.situation.objection is None
        asked = {question.number for _, question in evening.questions}
        assert asked == {answered.question for _, answered in evening.answers}
        assert {objection.number for _, objection in evening.objections} == set(evening.put_right)


@pytest.mark.parametrize("match", ["take_six", "pro", "known deck", "no_thanks", "hidden_tiger", "tactical_tiger"])
def test_what_the_eyes_are_not_sure_of_is_asked_about_and_right(match: str) -> None:
    evenings = [watched(match, seed, eyes={"unsure": 0.1}) for seed in range(2)]
    assert [evening.wrong for evening in evenings] == [[], []]
    assert [evening.objections for evening in evenings] == [[], []]
    assert any(evening.questions for evening in evenings)
    reasons = {question.reason for evening in evenings for _, question in evening.questions}
    assert reasons == {"unread"}


def test_a_referee_is_silent_while_nothing_is_wrong() -> None:
    for match in ("take_six", "no_thanks", "qwixx_cards"):
        evening = faultless(match, "referee")
        assert evening.wrong == []
        assert evening.kinds <= {"off", "result"}
        assert evening.cues[-1][1].kind == "result"


def test_a_referee_speaks_up_when_something_is_wrong() -> None:
    evening = watched("take_six", 5, mode="referee", rates=Rates(wrong_row=0.2))
    assert evening.objections
    assert evening.kinds == {"off", "wrong", "result"}
    assert evening.wrong == []


@pytest.mark.parametrize("mode", ["play", "kiosk"])
def test_play_and_kiosk_lead_through_the_match(mode: str) -> None:
    evening = faultless("take_six", mode)
    assert evening.kinds == {"wait", "reveal", "place", "choose", "result"}


def test_the_light_for_a_card_comes_in_the_very_step_that_saw_it() -> None:
    evening = faultless("take_six")
    for (_, given), effects in zip(evening.inputs, evening.said, strict=True):
        if any(isinstance(effect, Write) for effect in effects):
            assert isinstance(given, Seen)
            assert any(isinstance(effect, Show) for effect in effects)


def test_the_same_inputs_come_to_the_same_situation_and_effects() -> None:
    evening = faultless("anniversary")
    again = Situation(evening.situation.settings)
    for (now, given), effects in zip(evening.inputs, evening.said, strict=True):
        again, said = step(again, given, now)
        assert said == effects
    assert again == evening.situation
