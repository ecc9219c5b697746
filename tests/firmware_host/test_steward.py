"""The steward whatever comes: no input breaks it, the same inputs come to the same, no secret is shown."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.match import Match
from engine.values import changed
from firmware_host.steward.effects import Ask, Effect, Object, Photograph, Show, Write
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
from tests.firmware_host.laid import Laid

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


def drawing(top: str = "7") -> Laid:
    """Cards are drawn from a display of Qwixx, and the pile shows its next number."""
    table = Laid.of("qwixx_cards", "ana", "bia")
    table.lay("display", *(f"neutral {number}" for number in (2, 3, 4, 5))).lay("pile", "neutral 6").look(500)
    table.take("display", "neutral 2").lay("display", "neutral 6", at=1.0)
    return table.take("pile").lay("pile", f"neutral {top}" if top.isdecimal() else top)


def test_a_call_entered_while_a_drawn_card_is_asked_about_is_taken_up_afterwards() -> None:
    table = drawing("neutral 7?neutral 9")
    table.look(2_000)
    (ask,) = table.told(Ask)
    table.tell(Enter({"move": "call", "number": 7, "marks": {"bia": "red"}}))
    table.tell(Enter({"move": "play", "seat": "ana", "colour": "red", "cards": [2], "marks": [2]}))
    table.look(20_000)
    assert [line["move"] for line in table.record] == ["setup"]
    table.tell(Answer(ask.question.number, "neutral 7"))
    table.look(300)
    assert [line["move"] for line in table.record] == ["setup", "draw", "call", "play"]
    assert [note for note in table.notes if note == "refused"] == []


def test_a_draw_made_while_the_one_before_is_asked_about_follows_it() -> None:
    table = drawing("neutral 7?neutral 9")
    table.look(2_000)
    (ask,) = table.told(Ask)
    table.tell(Enter({"move": "call", "number": 7, "marks": {}}))
    table.tell(Enter({"move": "play", "seat": "ana", "colour": "red", "cards": [2], "marks": [2]}))
    table.take("display", "neutral 3").lay("display", "neutral 7").take("pile").lay("pile", "neutral 12").look(1_000)
    table.tell(Answer(ask.question.number, "neutral 7"))
    table.look(300)
    assert table.record[-1] == {
        "move": "draw",
        "seat": "bia",
        "numbers": [3],
        "display": [4, 5, 6, 7],
        "top": 12,
    }


def test_a_line_that_is_too_early_is_refused_once_nothing_is_left_to_wait_for() -> None:
    table = drawing()
    table.look(500)
    table.tell(Enter({"move": "play", "seat": "bia", "colour": "red", "cards": [2], "marks": [2]}))
    assert "refused" not in table.notes
    table.look(5_000)
    assert table.notes[-1] == "refused"


def test_a_display_that_is_not_filled_up_is_objected_to() -> None:
    table = drawing()
    table.take("display", "neutral 6").look()
    assert [one.objection.rule for one in table.told(Object)] == ["display_short"]


def test_cards_drawn_and_filled_up_one_by_one_are_one_draw() -> None:
    table = drawing()
    table.look(500)
    for seat, draws in (("ana", ()), ("bia", ((3, 7, 8),)), ("ana", ((4, 8, 9), (5, 9, 10)))):
        for gone, fresh, top in draws:
            table.take("display", f"neutral {gone}").lay("display", f"neutral {fresh}")
            table.take("pile").lay("pile", f"neutral {top}").look(1_000)
        number = table.match.state.top
        table.tell(Enter({"move": "call", "number": number, "marks": {}}))
        cards = [11, 12] if seat == "ana" else [2]
        table.tell(Enter({"move": "play", "seat": seat, "colour": "red", "cards": cards, "marks": []}))
        table.look(300)
    (draw,) = (line for line in table.record if line["move"] == "draw" and line["display"] == [6, 7, 8, 9])
    assert draw["numbers"] == [4, 5]


def shown_again(*names: str) -> Laid:
    """The top of the pile is a number that lies in the display, too; then these cards are others, or seem so."""
    table = Laid.of("qwixx_cards", "ana", "bia")
    table.lay("display", *(f"neutral {number}" for number in (2, 3, 4, 5))).lay("pile", "neutral 3").look(500)
    cards, table.cards = table.cards, []
    for card in cards:
        table.keys += 1
        table.cards.append(replace(card, key=table.keys) if card.name in names else card)
    return table


ALL_SHOWN = ("neutral 2", "neutral 3", "neutral 4", "neutral 5")


def test_a_knock_at_the_table_or_cards_pushed_about_are_no_draw() -> None:
    knocked = shown_again(*ALL_SHOWN)
    knocked.look(1_500, bumped=True)
    knocked.look()
    pushed = shown_again(*ALL_SHOWN)
    pushed.look()
    for table in (knocked, pushed):
        assert [line["move"] for line in table.record] == ["setup"]
        assert table.told(Object) == []


def test_a_card_drawn_and_filled_up_by_the_same_number_is_a_draw() -> None:
    table = shown_again("neutral 3")
    table.look(500)
    assert table.record[1:] == [{"move": "draw", "seat": "ana", "numbers": [3], "display": [2, 3, 4, 5], "top": 3}]


def test_a_card_that_is_turned_over_where_it_lies_while_it_is_drawn_is_not_asked_about() -> None:
    table = Laid.of("qwixx_cards", "ana", "bia")
    table.lay("display", *(f"neutral {number}" for number in (2, 3, 4, 5))).lay("pile", "neutral 6").look(500)
    table.take("display", "neutral 2").lay("display", "yellow 2", at=1.0).look(2_000)
    table.take("display", "yellow 2").lay("display", "neutral 6", at=1.0).take("pile").lay("pile", "neutral 9")
    table.look(2_000)
    assert table.told(Ask) == []
    assert table.record[1:] == [{"move": "draw", "seat": "ana", "numbers": [2], "display": [3, 4, 5, 6], "top": 9}]


def test_however_long_the_first_display_is_asked_about_no_later_one_is_taken_for_it() -> None:
    table = Laid.of("qwixx_cards", "ana", "bia")
    table.lay("display", "neutral 2?neutral 8", "neutral 3", "neutral 4", "neutral 5").lay("pile", "neutral 6")
    table.look(1_000)
    table.take("display").lay("display", "neutral 6", "neutral 3", "neutral 4", "neutral 5")
    for turn in range(40):
        table.take("pile").lay("pile", f"neutral {7 + turn % 3}").look(200)
    assert len(table.told(Ask)) >= 1
    assert table.record == []


def test_a_display_that_was_changed_out_of_turn_is_objected_to() -> None:
    table = drawing()
    table.look(500)
    table.take("display", "neutral 3").lay("display", "neutral 9").look()
    assert [one.objection.rule for one in table.told(Object)] == ["display_lacks"]


def test_a_play_that_is_entered_otherwise_than_it_was_laid_is_objected_to_and_not_written() -> None:
    table = drawing()
    table.look(500)
    table.tell(Enter({"move": "call", "number": 7, "marks": {}}))
    table.lay("play", "red 2", "red 8").look(500)
    play = {"move": "play", "seat": "ana", "colour": "red", "marks": []}
    table.tell(Enter({**play, "cards": [2, 9]}))
    (wrong,) = table.told(Object)
    assert (wrong.objection.rule, wrong.objection.facts["cards"]) == ("play_differs", ("red 2", "red 8"))
    assert table.record[-1]["move"] == "call"
    table.tell(Enter({**play, "cards": [2, 8]}))
    assert table.record[-1]["cards"] == [2, 8]
    assert table.situation.objection is None
