"""People at the simulated table: whole matches with nobody but themselves, by the rules and with mistakes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from firmware_host.simulator import KINDS, People, PerfectEyes, Rates, compared, moments, truth

NAMES = ("ana", "bia", "caio", "duda", "eva", "fabi", "gil", "hugo", "ines", "joao")
SHORT: dict[str, object] = {"limit": {"rounds": 1}}
MATCHES: dict[str, tuple[str, int, dict[str, object]]] = {
    "take_six": ("take_six", 4, SHORT),
    "take_six of two": ("take_six", 2, SHORT),
    "take_six of ten": ("take_six", 10, SHORT),
    "pro": ("take_six", 3, {**SHORT, "variant": "pro"}),
    "draft of all": ("take_six", 6, {**SHORT, "draft": True}),
    "known deck": ("take_six", 2, {**SHORT, "known_deck": True}),
    "anniversary": ("take_six", 4, {"variant": "anniversary"}),
    "anniversary of eight": ("take_six", 8, {"variant": "anniversary"}),
    "no_thanks": ("no_thanks", 3, {"rounds": 2}),
    "no_thanks of seven": ("no_thanks", 7, {"rounds": 1}),
    "hidden_tiger": ("no_thanks", 4, {"rounds": 1, "variant": "hidden_tiger"}),
    "tactical": ("no_thanks", 5, {"rounds": 1, "variant": "tactical"}),
    "tactical_tiger": ("no_thanks", 3, {"rounds": 1, "variant": "tactical_tiger", "gaps": [10, 19, 28]}),
    "qwixx_cards": ("qwixx_cards", 3, {}),
    "joker": ("qwixx_cards", 5, {"variant": "joker"}),
}


def people_for(match: str, seed: int, **more: Any) -> People:
    game, seats, options = MATCHES[match]
    return People(game, NAMES[:seats], options, seed=seed, **more)


def played(people: People) -> People:
    """The match to its end, the table held against the truth whenever it is at rest."""
    while (time := people.next_change()) is not None:
        people.step(time)
        if people.at_rest:
            assert people.disagreements() == [], f"at {time} ms"
    return people


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("match", MATCHES)
def test_at_rest_the_table_is_what_the_match_says_to_the_end(match: str, seed: int) -> None:
    people = played(people_for(match, seed))
    assert people.match.state.phase == "over"
    assert compared(truth(people), people) == []
    assert people.step(10**9).things == ()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("match", MATCHES)
def test_with_mistakes_that_stand_the_truth_is_what_lies_on_the_table(match: str, seed: int) -> None:
    people = played(people_for(match, seed, rates=Rates.all(0.1)))
    assert people.match.state.phase == "over"


@pytest.mark.parametrize("match", MATCHES)
def test_a_seed_says_it_all(match: str) -> None:
    def run(seed: int) -> list[tuple[int, object]]:
        people = people_for(match, seed, rates=Rates.all(0.1))
        seen = moments(people, PerfectEyes(people.mat, unsure=0.1))
        return [(moment.now, (moment.seen, moment.inputs)) for moment in seen]

    assert run(5) == run(5)
    assert run(5) != run(6)


def test_each_mistake_is_made_at_its_rate() -> None:
    made: Counter[str] = Counter()
    chances: Counter[str] = Counter()
    for seed in range(40):
        people = people_for("take_six", seed, rates=Rates.all(0.1))
        played(people)
        made.update(mistake.kind for mistake in people.mistakes)
        chances.update(people.sitting.slips.chances)
    for kind in set(KINDS) & set(chances):
        expected = 0.1 * chances[kind]
        assert abs(made[kind] - expected) < 3 * (0.09 * chances[kind]) ** 0.5 + 2, kind
