"""People at the simulated table: whole matches with nobody but themselves, by the rules and with mistakes."""

from __future__ import annotations

from collections import Counter

import pytest

from firmware_host.simulator import KINDS, Habits, Rates, compared, truth
from tests.firmware_host.simulated import MATCHES, people_for, played


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("match", MATCHES)
def test_at_rest_the_table_is_what_the_match_says_to_the_end(match: str, seed: int) -> None:
    people = played(people_for(match, seed))
    assert people.match.state.phase == "over"
    assert compared(truth(people), people) == []
    end = people.step(10**9)
    assert (end.things, end.cards) == ((), ())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("match", MATCHES)
def test_with_mistakes_that_stand_the_truth_is_what_lies_on_the_table(match: str, seed: int) -> None:
    people = played(people_for(match, seed, rates=Rates.all(0.1)))
    assert people.match.state.phase == "over"


@pytest.mark.parametrize("match", ["take_six", "anniversary", "no_thanks"])
def test_waiting_for_lights_that_never_come_delays_and_changes_nothing(match: str) -> None:
    patient, alone = (played(people_for(match, 4, habits=Habits(follow=follow))) for follow in (True, False))
    assert truth(patient) == truth(alone)


def test_each_mistake_is_made_at_its_rate() -> None:
    made: Counter[str] = Counter()
    chances: Counter[str] = Counter()
    for seed in range(40):
        for match in ("take_six", "pro"):
            people = played(people_for(match, seed, rates=Rates.all(0.1)))
            made.update(mistake.kind for mistake in people.mistakes)
            chances.update(people.sitting.slips.chances)
    for kind in KINDS:
        # Where several seats could have swapped, one does.
        expected = 0.1 * chances[kind]
        assert abs(made[kind] - expected) < 3 * (0.09 * chances[kind]) ** 0.5 + 0.15 * expected, kind


def test_a_record_is_held_against_the_truth_move_by_move() -> None:
    people = played(people_for("take_six", 1))
    record = truth(people)
    assert compared(record[:-1], people)[0].startswith(f"move {len(record) - 1}: the record has None")
    taken_back = [*record[:5], {"move": "undo"}, *record[4:]]
    assert compared(taken_back, people) == []
    assert compared([*record[:2], record[3]], people)[0].startswith("the record is refused")
