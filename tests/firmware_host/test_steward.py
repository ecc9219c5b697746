"""The steward whatever comes: no input breaks it, the same inputs come to the same, no secret is shown."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.match import Match
from engine.values import changed
from firmware_host.steward.effects import Effect, Photograph, Show, Write
from firmware_host.steward.inputs import (
    Abandon,
    Answer,
    Choose,
    Enter,
    Input,
    Lying,
    Pause,
    Seen,
    Start,
    Tick,
    Trouble,
)
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.steward.step import step
from firmware_host.words import Words
from hardware.presses import Press
from tests.firmware_host.evening import watched

WORDS = Words("en")
ZONES = ("row/1", "row/2", "row/5", "seat/1", "seat/2", "active", "display", "pile", "play", "pickup/1", "")
NAMES = ("14", "15", "43", "104", "neutral 7", "red 3", "block", "move", "rubbish")

cards = st.builds(
    Lying,
    st.integers(0, 12),
    st.none() | st.sampled_from(NAMES),
    st.sampled_from(("up", "down")),
    st.sampled_from(ZONES),
    st.tuples(st.floats(0, 500), st.floats(0, 500)),
    maybe=st.lists(st.tuples(st.sampled_from(NAMES), st.floats(0, 1)), max_size=2).map(tuple),
)
zones = st.frozensets(st.sampled_from(ZONES), max_size=2)
pictures = st.builds(
    Seen,
    *(st.integers(0, 9), st.integers(0, 9)),
    st.lists(cards, max_size=8).map(tuple),
    *(st.just(()), zones, zones, st.booleans(), st.booleans()),
    chips=st.none() | st.integers(0, 9),
)
dealt = st.just(Seen(0, 0, tuple(Lying(n, str(n), "up", f"row/{n}", (0.0, 0.0)) for n in range(1, 5)), steady=True))
lines = st.sampled_from(
    (
        {"move": "undo"},
        {"move": "deal", "rows": [12, 37, 43, 58]},
        {"move": "reveal", "cards": {"ana": 14, "bia": 15}},
        {"move": "place", "seat": "ana", "row": 1},
        {"move": "amend", "line": 2, "with": {"move": "deal", "rows": [1, 2, 3, 4]}},
        {"move": "turn_up", "card": 14},
        {"move": "setup", "display": [2, 3, 4, 5], "top": 6},
    )
)
rubbish = st.sampled_from(
    ({}, {"move": "fly"}, {"move": "undo", "moves": -1}, {"move": 7}, {"move": "amend", "line": 99})
)
buttons = st.sampled_from(("row/1", "row/5", "confirm", "undo", "referee", "confirm+undo", "row/1+row/2"))
inputs: st.SearchStrategy[Input] = st.one_of(
    *(pictures, dealt, st.just(Tick()), st.just(Abandon()), st.builds(Pause, st.booleans())),
    st.builds(Press, buttons, st.booleans()),
    st.builds(Answer, st.integers(0, 5), st.sampled_from(NAMES)),
    st.builds(Choose, st.sampled_from(("ana", "bia", "nobody")), st.integers(-1, 7)),
    st.builds(Enter, lines | rubbish),
    st.builds(Trouble, st.sampled_from(("camera", "journal", "bar")), st.none() | st.just("gone")),
    st.builds(
        Start, st.sampled_from(("take_six", "no_thanks", "qwixx_cards", "chess")), st.just(("ana", "bia", "caio"))
    ),
)


def told(game: str, given_inputs: list[Input]) -> tuple[Situation, list[tuple[Effect, ...]]]:
    situation, said = Situation(Settings(WORDS)), []
    for now, one in enumerate([Start(game, ("ana", "bia", "caio")), *given_inputs]):
        situation, effects = step(situation, one, now * 900)
        said.append(effects)
    return situation, said


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(("take_six", "no_thanks", "qwixx_cards")), st.lists(inputs, max_size=12))
def test_nothing_that_comes_in_breaks_it_and_the_same_comes_to_the_same(game: str, some: list[Input]) -> None:
    situation, said = told(game, some)
    assert told(game, some) == (situation, said)
    for effects in said:
        kinds = [type(effect) for effect in effects]
        if Write in kinds and Show in kinds:
            assert max(at for at, kind in enumerate(kinds) if kind is Write) < kinds.index(Show)
        if Photograph in kinds:
            assert set(kinds[kinds.index(Photograph) :]) == {Photograph}


def with_other_secrets(situation: Situation, free: list[int]) -> Situation:
    """The same moment, had every seat other chips and, of those cards, another tiger in the hand."""
    match = situation.match
    assert match is not None
    state = match.state
    tigers = tuple(None if tiger is None else free[at] for at, tiger in enumerate(state.tigers))
    chips = tuple(count + 20 + at for at, count in enumerate(state.chips))
    other = changed(state, chips=chips, tigers=tigers)
    again = Match(match.header, other, match.before, match.move, match.events, match.line, match.written)
    return replace(situation, match=again)


@pytest.mark.parametrize("variant", ["no_thanks", "hidden_tiger", "tactical_tiger"])
def test_with_other_secrets_lights_display_and_questions_are_the_same_to_the_last_bit(variant: str) -> None:
    """Played again input by input, each from a situation with other secrets: what is shown can't depend on them."""
    evening = watched(variant, 2)
    seen = {line.get("card") for line in evening.record}
    free = [card for card in range(3, 36) if card not in seen and card not in (10, 19, 20, 28, 30)]
    situation, compared = Situation(evening.situation.settings), 0
    for now, one in evening.inputs:
        before, match = situation, situation.match
        situation, effects = step(situation, one, now)
        secret = match is not None and match.state.phase in ("turn_up", "decide")
        scored = situation.match is not None and situation.match.state.phase in ("deal", "over")
        laid = any(isinstance(effect, Write) and effect.line["move"] == "tiger" for effect in effects)
        if not secret or scored or laid:
            continue
        _, others = step(with_other_secrets(before, free), one, now)
        assert others == effects
        compared += 1
    assert compared > 300


def test_no_cue_of_no_thanks_has_a_number_that_is_not_on_the_table() -> None:
    evening = watched("no_thanks", 2)
    situation = Situation(evening.situation.settings)
    told_of = 0
    for now, one in evening.inputs:
        situation, effects = step(situation, one, now)
        match = situation.match
        for effect in effects:
            if isinstance(effect, Show) and match is not None and match.state.phase == "decide":
                open_numbers = {str(match.state.active), str(match.state.on_card)}
                assert set(re.findall("[0-9]+", " ".join((effect.cue.card, *effect.cue.text)))) <= open_numbers
                told_of += 1
    assert told_of > 20
