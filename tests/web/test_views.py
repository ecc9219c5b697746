"""What views show, and above all what they do not: nobody's secrets are in anybody else's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.match import Match
from engine.no_thanks.moves import Deal as DealNoThanks
from engine.no_thanks.moves import TurnUp
from engine.qwixx_cards.moves import Draw, Setup
from engine.qwixx_cards.state import Hand
from engine.take_six.cards import SPECIALS
from engine.take_six.moves import Draft
from firmware_host.simulator import PerfectEyes, moments
from firmware_host.steward.effects import Question
from firmware_host.steward.findings import Doubt
from firmware_host.steward.inputs import Mark, Tick
from firmware_host.steward.lobby import Lobby
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.steward.step import step
from firmware_host.web.schemas import fits
from firmware_host.web.views import Audience, Extras, view
from firmware_host.web.views.schema import VIEW
from firmware_host.words import LANGUAGES, Words
from tests.firmware_host.simulated import MATCHES, people_for
from tests.web.standing import SEATS, in_play

WATCHED = ("take_six", "pro", "anniversary", "no_thanks", "hidden_tiger", "tactical_tiger", "qwixx_cards", "joker")
EVERY = 7
"""Each so manieth situation is looked at; all are alike, and there are thousands."""


def situations(match: str, seed: int = 5) -> Iterator[Situation]:
    """Those of a whole simulated match, one after the other."""
    people = people_for(match, seed)
    situation, effects = step(Situation(Settings(Words("en"))), people.start, 0)
    for moment in moments(people, PerfectEyes(people.mat, seed=seed), tick=300, after=5_000):
        for given in (moment.seen, *moment.inputs, Tick()):
            situation, effects = step(situation, given, moment.now)
            for effect in effects:
                people.hear(effect, moment.now)
            yield situation


def other_secrets(state: Any, keep: int, rng: Random) -> Any:
    """The state with other secrets for all seats but one. What everybody has seen is as it was."""
    changes: dict[str, Any] = {}
    if hasattr(state, "chips"):
        changes["chips"] = _others(state.chips, keep, lambda _: rng.randint(0, 11))
        changes["tigers"] = _others(state.tigers, keep, lambda tiger: None if tiger is None else rng.randint(3, 35))
    if state.__class__.__module__.startswith("engine.take_six"):
        changes["hands"] = _others(state.hands, keep, lambda hand: frozenset(rng.sample(range(1, 105), len(hand))))
        if state.specials is not None:
            known = _others(state.specials.known, keep, lambda cards: tuple(rng.choices(SPECIALS, k=len(cards))))
            returned = _others(state.specials.returned, keep, lambda _: frozenset(rng.sample(range(1, 105), 2)))
            changes["specials"] = replace(state.specials, known=known, returned=returned)
    if state.__class__.__module__.startswith("engine.qwixx_cards"):
        changes["hands"] = _others(
            state.hands, keep, lambda hand: Hand(hand.size, tuple(rng.choices(range(2, 13), k=3)))
        )
    return replace(state, **changes)


def _others(values: tuple[Any, ...], keep: int, other: Any) -> tuple[Any, ...]:
    return tuple(value if at == keep else other(value) for at, value in enumerate(values))


def with_state(situation: Situation, state: Any) -> Situation:
    match = situation.match
    assert match is not None
    twin = Match(match.header, state, match.before, match.move, match.events, match.line, match.written)
    return replace(situation, match=twin)


def seen_by(situation: Situation, audience: Audience) -> str:
    return json.dumps(view(situation, 1, audience, Extras({1: "/seat/x"})), sort_keys=True)


@pytest.mark.parametrize("match", WATCHED)
def test_a_match_with_other_secrets_looks_the_same_to_all_whose_secrets_they_are_not(match: str) -> None:
    """At every moment of a whole match. Were a secret in a view, or anything that depends on one, they would differ."""
    rng, looked_at = Random(match), 0
    own_differ = False
    for at, situation in enumerate(situations(match)):
        if situation.match is None or at % EVERY:
            continue
        looked_at += 1
        state = situation.match.state
        twin = with_state(situation, other_secrets(state, -1, rng))
        for audience in (Audience("en"), Audience("en", trusted=True)):
            assert seen_by(situation, audience) == seen_by(twin, audience)
        place = rng.randint(1, len(situation.match.header.seats))
        phone = Audience("en", place)
        own_differ = own_differ or seen_by(situation, phone) != seen_by(twin, phone)
        others = with_state(situation, other_secrets(state, place - 1, rng))
        assert seen_by(situation, phone) == seen_by(others, phone)
    assert looked_at > 50
    if match in ("no_thanks", "hidden_tiger", "tactical_tiger", "qwixx_cards", "pro"):
        assert own_differ, "the test would notice"


@pytest.mark.parametrize("match", [match for match in MATCHES if " of " not in match])
def test_every_situation_of_every_game_has_a_view_for_everybody_in_every_language(match: str) -> None:
    rng = Random(match)
    for at, situation in enumerate(situations(match, seed=2)):
        if at % 40:
            continue
        for language in LANGUAGES:
            for place in (0, rng.randint(1, MATCHES[match][1])):
                found = view(situation, at, Audience(language, place))
                assert fits(VIEW, json.loads(json.dumps(found, allow_nan=False)))
                assert found["language"] == language


def test_what_was_drafted_is_told_to_nobody() -> None:
    match = Match.open("take_six", ("ana", "bia"), variant="pro").play(Draft("ana", 17))
    situation = Situation(Settings(Words("en")), match)
    assert "17" not in seen_by(situation, Audience("en", trusted=True))
    assert "17" not in seen_by(situation, Audience("en", 2))
    assert view(situation, 1, Audience("en", 1))["you"]["hand"]["cards"] == [{"name": "17", "heads": 1}]


def test_chips_are_told_to_their_seat_until_the_round_is_scored() -> None:
    match = Match.open("no_thanks", ("ana", "bia", "caio")).play(DealNoThanks()).play(TurnUp(20))
    situation = Situation(Settings(Words("en")), match)
    you = view(situation, 1, Audience("en", 1))["you"]
    assert you["hand"] == {"chips": 11}
    assert [one["kind"] for one in you["may"]] == ["pass", "take"]
    assert view(situation, 1, Audience("en", 2))["you"]["may"] == []
    without = with_state(situation, replace(match.state, chips=(0, 11, 11)))
    may = view(without, 1, Audience("de", 1))["you"]["may"][0]
    assert not may["allowed"]
    assert "ana" in may["why"]


def test_the_rows_the_card_and_the_rule_are_shown_in_the_readers_language() -> None:
    situation = Situation(Settings(Words("en")), in_play())
    found = view(situation, 7, Audience("pt"))
    board = found["match"]["board"]
    assert [row["cards"] for row in board["rows"]][1] == [{"name": "40", "heads": 3}]
    assert board["waiting_cards"][0] == {"seat": "Ana", "card": "10", "heads": 3}
    assert found["number"] == 7
    assert found["rule"].startswith("A seguir") or "Ana" in found["rule"]
    assert found["match"]["title"] == Words("pt").say("game.take_six")
    assert [seat["turn"] for seat in found["match"]["seats"]] == [True, False, False]


def test_a_seat_that_fits_nowhere_is_offered_the_rows_with_what_they_cost() -> None:
    situation = Situation(Settings(Words("en")), in_play())
    may = view(situation, 1, Audience("fr", 1))["you"]["may"]
    assert [(one["kind"], one["row"], one["cost"]) for one in may] == [("choose", row, 3) for row in (1, 2, 3, 4)]
    assert view(replace(situation, chosen={"Ana": "2"}), 1, Audience("en", 1))["you"]["may"][1]["chosen"]
    assert view(replace(situation, paused=True), 1, Audience("en", 1))["you"]["may"] == []


def test_a_question_is_told_in_the_readers_language_and_belongs_to_the_seats_that_it_asks() -> None:
    asked = Question(4, "unread", ("Ana",), ("fifth_row", "68"), {"zone": "seat/1"}, (7,))
    situation = Situation(Settings(Words("en")), in_play(), question=asked, doubt=Doubt("unread", ("Ana",), ("68",), 7))
    question = view(situation, 1, Audience("de"))["question"]
    assert question["text"] == Words("de").say("question.unread", maybe=f"{Words('de').card('fifth_row')} / 68")
    assert question["choices"][0] == {"value": "fifth_row", "label": Words("de").card("fifth_row")}
    others = [one["value"] for one in question["others"]]
    assert others[:3] == ["1", "2", "3"]
    assert not {"68", "fifth_row"} & {*others}
    assert len(view(situation, 1, Audience("de", 1))["you"]["questions"]) == 1
    assert view(situation, 1, Audience("de", 2))["you"]["questions"] == []


def test_a_sheet_offers_what_may_be_crossed_and_says_why_not() -> None:
    match = Match.open("qwixx_cards", SEATS).play(Setup((2, 3, 4, 5), 12)).play(Draw("Ana", (2,), (3, 4, 5, 12), 7))
    situation = Situation(Settings(Words("en")), match)
    you = view(situation, 1, Audience("en", 2))["you"]
    red = {cell["number"]: cell for cell in you["sheet"]["rows"]["red"]["cells"]}
    assert red[7] == {"number": 7, "state": "open", "legal": True, "why": ""}
    assert not red[12]["legal"]
    assert "five crosses" in red[12]["why"]
    assert [one["colour"] for one in you["may"]] == ["red", "yellow", "green", "blue", ""]
    marked, _ = step(situation, Mark("Bia", "red"), 0)
    assert view(marked, 1, Audience("en", 2))["you"]["may"][0]["chosen"]
    assert [seat["committed"] for seat in view(marked, 1, Audience("en"))["match"]["seats"]] == [False, True, False]


def test_a_place_without_a_seat_sees_the_table_and_no_more() -> None:
    found = view(Situation(Settings(Words("en")), in_play()), 1, Audience("en", 9))
    assert found["you"]["seat"] is None
    assert found["you"]["may"] == []


def test_before_a_match_a_phone_knows_its_place() -> None:
    lobby = Lobby("take_six", ("Seat 1", "Zoë"), {}, ("Seat 1", "Seat 2"))
    found = view(Situation(Settings(Words("en"), lobby=lobby)), 1, Audience("en", 2))
    assert found["match"] is None
    assert (found["you"]["seat"], found["you"]["may"]) == ("Zoë", [])
    assert fits(VIEW, found)
    assert not fits(VIEW, {**found, "secret": 1})


def test_where_some_places_are_empty_seats_have_the_numbers_of_theirs() -> None:
    situation = Situation(Settings(Words("en")), in_play(), places=(2, 4, 5))
    found = view(situation, 1, Audience("en", 4, False))
    assert [seat["number"] for seat in found["match"]["seats"]] == [2, 4, 5]
    assert found["you"]["seat"] == "Bia"
    trusted = view(situation, 1, Audience("en", trusted=True), Extras({2: "/seat/a", 4: "/seat/b", 5: "/seat/c"}))
    assert trusted["links"] == {"Ana": "/seat/a", "Bia": "/seat/b", "Caio": "/seat/c"}


def test_a_referees_table_says_nothing_unasked() -> None:
    found = view(Situation(Settings(Words("en"), "referee"), in_play()), 1, Audience("en"))
    assert found["rule"] == ""
    assert found["match"]["board"]["placing"] is None
