"""What a browser sends: whatever it is, it is refused with a sentence or taken by the steward, and play goes on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from engine.match import Match
from engine.no_thanks.moves import Deal, TurnUp
from engine.qwixx_cards.moves import Draw, Setup
from firmware_host.steward.effects import Question
from firmware_host.steward.findings import Doubt
from firmware_host.steward.games import behaviour_of
from firmware_host.steward.inputs import Again, Enter, Leave, Mark, Seen, Start
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.steward.step import step
from firmware_host.web.guard import Visitor
from firmware_host.web.refusals import Refused
from firmware_host.web.schemas import fits
from firmware_host.web.wishes import KINDS, Own, Wished, read
from firmware_host.words import Words
from hardware.presses import Press
from tests.web.standing import SEATS, Standing, in_play

WORDS = Words("en")
ATTACHED, REFEREE, PHONE, STRANGER = Visitor(attached=True), Visitor(referee=True), Visitor(place=1), Visitor()
TWO_CHOICES = Question(3, "unread", ("Ana",), ("68", "89"), {"zone": "seat/1"}, (7,))
CALLED = Match.open("qwixx_cards", SEATS).play(Setup((2, 3, 4, 5), 12)).play(Draw("Ana", (2,), (3, 4, 5, 12), 7))
DECIDING = Match.open("no_thanks", SEATS).play(Deal()).play(TurnUp(20))


def on(match: Match) -> Situation:
    return Situation(Settings(WORDS), match, behaviour_of(match.header.game).memory(begun=True))


ASKED = replace(on(in_play()), question=TWO_CHOICES, doubt=Doubt("unread", ("Ana",), ("68", "89"), 7))
SITUATIONS = (Situation(Settings(WORDS)), ASKED, on(DECIDING), on(CALLED))
TAKE_SIX, NO_THANKS, QWIXX = SITUATIONS[1:]

texts = some.sampled_from([*SEATS, "68", "undo", "", "\ud800", "<b>", "x" * 300]) | some.text(max_size=6)
rubbish = some.recursive(
    some.none() | some.booleans() | some.integers(-(2**70), 2**70) | some.floats() | texts,
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
MOVES = ("undo", "amend", "place", "pass", "take", "play", "call", "deal", "draft", "special", "x")
KEYS = ("row", "card", "moves", "line", "with", "rows", "number", "marks", "colour", "cards")
lines = some.fixed_dictionaries(
    {"move": some.sampled_from(MOVES)}, optional={"seat": texts, **dict.fromkeys(KEYS, rubbish)}
)


def of_schema(schema: Any) -> some.SearchStrategy[Any]:
    """Values that fit, and now and then some that do not."""
    if "enum" in schema:
        return some.sampled_from(schema["enum"])
    match schema["type"]:
        case "integer":
            return some.integers(schema["minimum"] - 1, min(schema["maximum"] + 1, 12))
        case "boolean":
            return some.booleans()
        case "string":
            return texts
        case "array":
            return some.lists(of_schema(schema["items"]), max_size=4) | some.just(list(SEATS))
    if "properties" not in schema:
        return lines | some.dictionaries(texts, rubbish, max_size=3)
    required = {key: of_schema(value) for key, value in schema["properties"].items() if key in schema["required"]}
    optional = {key: of_schema(value) for key, value in schema["properties"].items() if key not in schema["required"]}
    return some.fixed_dictionaries(required, optional=optional)


wishes = some.one_of([of_schema(kind.schema) for kind in KINDS.values()]) | some.dictionaries(
    texts, rubbish, max_size=3
)


@settings(max_examples=600, suppress_health_check=[HealthCheck.too_slow])
@given(
    some.sampled_from(SITUATIONS),
    some.lists(some.tuples(wishes, some.sampled_from([ATTACHED, REFEREE, PHONE, STRANGER])), max_size=5),
)
def test_nothing_that_a_browser_sends_stops_play(situation: Situation, sent: list[tuple[Any, Visitor]]) -> None:
    situation, _ = step(situation, Seen(0, 1, steady=True), 0)
    refused: list[Refused] = []
    for at, (body, visitor) in enumerate(sent, 1):
        try:
            wish = read(Wished(body, situation, visitor, WORDS, at))
        except Refused as error:
            refused.append(error)
            continue
        told = wish.told if isinstance(wish, Own) else wish
        if told is not None:
            situation, _ = step(situation, told, at * 100)
    assert step(situation, Seen(900, 9, steady=True), 900)[0].seen is not None
    assert all(400 <= error.status < 500 and error.error and error.response() for error in refused)


@given(some.sampled_from(sorted(KINDS)), some.data())
def test_strangers_are_refused_whatever_they_wish(name: str, data: some.DataObject) -> None:
    body = data.draw(of_schema(KINDS[name].schema))
    with pytest.raises(Refused) as refused:
        read(Wished(body, TAKE_SIX, STRANGER, WORDS, 0))
    assert refused.value.reason in ("pin_needed", "not_a_wish")


def wished(body: dict[str, Any], visitor: Visitor, situation: Situation = TAKE_SIX) -> Any:
    """The input, or the reason why there is none."""
    assert fits(KINDS[body["kind"]].schema, body)
    try:
        return read(Wished(body, situation, visitor, WORDS, 5))
    except Refused as refused:
        return refused.reason


def test_a_line_is_tried_before_it_is_passed_on_and_the_rule_is_told() -> None:
    line = {"move": "place", "seat": "Bia", "row": 1}
    assert wished({"kind": "enter", "line": line}, REFEREE) == "not_your_turn"
    with pytest.raises(Refused, match="It is not Bia's turn but Ana's"):
        read(Wished({"kind": "enter", "line": line}, TAKE_SIX, REFEREE, WORDS, 0))
    undo = {"kind": "enter", "line": {"move": "undo"}}
    assert wished(undo, REFEREE) == Enter({"move": "undo"})
    assert wished(undo, ATTACHED) == "pin_needed"
    assert wished(undo, REFEREE, SITUATIONS[0]) == "no_match"


def test_a_phone_passes_and_takes_for_its_own_seat_and_hears_why_it_cannot() -> None:
    passing = {"kind": "pass", "seat": "Ana"}
    assert wished(passing, PHONE, NO_THANKS) == Enter({"move": "pass", "seat": "Ana"})
    assert wished({"kind": "take", "seat": "Ana"}, PHONE, NO_THANKS) == Enter({"move": "take", "seat": "Ana"})
    assert wished(passing, Visitor(place=2), NO_THANKS) == "not_yours"
    assert wished({"kind": "pass", "seat": "Bia"}, Visitor(place=2), NO_THANKS) == "not_your_turn"
    assert wished(passing, PHONE, TAKE_SIX) == "unknown_move"


def test_a_phone_marks_what_its_sheet_allows() -> None:
    mark = {"kind": "mark", "seat": "Ana", "colour": "red"}
    assert wished(mark, PHONE, QWIXX) == Mark("Ana", "red")
    assert wished({**mark, "colour": ""}, PHONE, QWIXX) == Mark("Ana", "")
    assert wished({**mark, "colour": "pink"}, PHONE, QWIXX) == "not_allowed"
    assert wished(mark, Visitor(place=3), QWIXX) == "not_yours"
    assert wished(mark, PHONE, TAKE_SIX) == "not_now"
    assert wished({**mark, "seat": "Zoe"}, REFEREE, QWIXX) == "not_now"


def test_a_match_is_started_at_the_table_where_none_is_on_and_else_by_the_referee() -> None:
    start = {"kind": "start", "game": "no_thanks", "seats": ["a", "b", "c"], "options": {"rounds": 1}}
    assert wished(start, ATTACHED, SITUATIONS[0]) == Start("no_thanks", ("a", "b", "c"), {"rounds": 1})
    assert wished(start, ATTACHED, TAKE_SIX) == "pin_needed"
    assert wished(start, PHONE, SITUATIONS[0]) == "pin_needed"
    assert isinstance(wished(start, REFEREE, TAKE_SIX), Start)
    assert wished({**start, "seats": ["a"]}, REFEREE) == "seat_count"
    assert wished({**start, "options": {"rounds": "x"}}, REFEREE) == "option_count"


def test_at_the_table_a_match_is_begun_again_and_left_but_not_by_one_of_many_phones() -> None:
    leaving = {"kind": "leave", "seat": "Ana"}
    assert wished({"kind": "again"}, ATTACHED) == Again()
    assert wished(leaving, ATTACHED) == Leave("Ana")
    assert wished(leaving, PHONE) == wished({"kind": "again"}, PHONE) == "pin_needed"
    assert wished({**leaving, "seat": "Zoe"}, REFEREE) == "unknown_seat"
    assert wished({"kind": "again"}, ATTACHED, SITUATIONS[0]) == "no_match"


def test_the_tables_own_screen_presses_the_buttons_of_the_table() -> None:
    assert wished({"kind": "press", "button": "row/2"}, ATTACHED) == Press("row/2", False, 5)
    assert wished({"kind": "press", "button": "confirm"}, PHONE) == "pin_needed"
    assert not fits(KINDS["press"].schema, {"kind": "press", "button": "confirm+undo"})


def test_a_card_is_named_that_is_none_of_the_choices_but_none_that_there_is_not() -> None:
    answer = {"kind": "answer", "question": 3, "value": "70"}
    assert wished(answer, REFEREE).value == "70"
    assert wished(answer, ATTACHED).value == "70"
    assert wished({**answer, "value": "105"}, REFEREE) == "no_choice"


def test_a_fault_of_the_program_is_answered_without_what_it_was(tmp_path: Path) -> None:
    def fails(number: int) -> bytes | None:
        raise ValueError("a secret of the program")

    with Standing(tmp_path, crop=fails) as standing:
        answer = standing.client.get("/api/crops/1")
        assert (answer.status, answer.reason) == (500, "broken")
        assert b"secret" not in answer.body
        assert "content-security-policy" in answer.headers
        assert standing.client.get("/api/view").status == 200
    assert json.dumps(answer.json)
