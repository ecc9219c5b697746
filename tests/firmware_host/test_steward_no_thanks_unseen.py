"""No Thanks!: cards that were turned up, or still lie there, while nobody could see them."""

from __future__ import annotations

from firmware_host.steward.effects import Ask, Object, PutRight
from firmware_host.steward.inputs import Answer
from hardware.cues import Kind
from tests.firmware_host.laid import Laid, deciding


def test_a_card_that_was_taken_and_never_seen_in_the_middle_was_turned_up_all_the_same() -> None:
    """How many passed before, nobody saw."""
    table = deciding()
    table.take("active").lay("seat/1", "17").look(500, chips=0)
    table.lay("seat/2", "20").lay("active", "30").look(2_000, chips=0)
    (ask,) = table.told(Ask)
    assert (ask.question.reason, ask.question.choices) == ("chips", ("1", "4", "7", "10"))
    table.tell(Answer(ask.question.number, "1"))
    table.look(500, chips=0)
    assert [str(line.get("card", line.get("seat"))) for line in table.record[-4:]] == ["20", "ana", "bia", "30"]
    assert table.told(Object) == []


def test_the_first_card_of_a_round_may_be_taken_while_nobody_saw_it_in_the_middle() -> None:
    table = after_a_round()
    table.take("seat/1").lay("deck", "#").look(500, chips=0)
    table.lay("seat/1", "26").look(2_000, chips=0)
    assert table.record[-1]["move"] == "take"  # it may be dealt anew, or be put away
    table.lay("active", "19").look(2_000, chips=0)
    (ask,) = table.told(Ask)
    assert ask.question.reason == "chips"
    table.tell(Answer(ask.question.number, ask.question.choices[0]))
    table.look(500, chips=0)
    turned_up = [line["card"] for line in table.record if line["move"] == "turn_up"]
    assert turned_up[-2:] == [26, 19]
    assert table.told(Object) == []


def test_a_thing_without_a_number_beside_the_card_that_is_turned_up_is_let_be() -> None:
    table = deciding()
    table.take("active").lay("seat/1", "17").lay("active", "20", "?").look(500, chips=0)
    assert table.record[-1] == {"move": "turn_up", "card": 20}


def test_a_card_with_a_seat_that_nobody_saw_is_objected_to_where_another_may_be_misread() -> None:
    table = deciding()
    table.take("active").lay("seat/1", "17").look(500, chips=0)
    table.take("seat/1").lay("seat/1", "20").lay("active", "30").look(chips=0)
    (wrong,) = table.told(Object)
    assert (wrong.objection.rule, wrong.objection.seat, wrong.objection.card) == ("not_turned_up", "ana", "20")
    assert table.situation.cue.kind is Kind.WRONG


def after_a_round() -> Laid:
    """All cards of the first of two rounds lie with ana."""
    table = Laid.of("no_thanks", "ana", "bia", "caio", rounds=2)
    for card in range(3, 27):
        table.take("active").lay("active", str(card)).look(500, chips=0)
        table.take("active").lay("seat/1", str(card)).look(500, chips=0)
    assert table.match.state.round == 2
    return table


def test_a_card_of_the_last_round_may_be_the_first_of_the_next() -> None:
    """Also where it was never seen to be gone: beside a pile it was dealt anew."""
    table = after_a_round()
    table.take("seat/1").lay("active", "26").look(2_000, chips=0)
    assert table.record[-1]["move"] == "take"
    table.lay("deck", "#").look(500, chips=0)
    assert table.record[-2:] == [{"move": "deal"}, {"move": "turn_up", "card": 26}]


def test_cards_of_the_last_round_that_still_lie_there_are_nobodys_business() -> None:
    table = after_a_round()
    table.lay("active", "30").look(chips=0)
    assert table.record[-1] == {"move": "turn_up", "card": 30}
    assert table.told(Object) == []


def test_a_fingertip_that_was_counted_while_it_moved_is_no_chip() -> None:
    table = deciding()
    table.look(500, chips=1)
    table.look(200, chips=3, steady=False, moving=frozenset({"seat/2"}))
    table.look(500, chips=2)
    table.take("active").lay("seat/3", "17").look(500, chips=0)
    assert [str(line.get("seat")) for line in table.record[-3:]] == ["ana", "bia", "caio"]
    assert table.told(Ask) == []


def test_chips_that_were_counted_only_while_something_moved_are_chips() -> None:
    table = deciding()
    table.look(500, chips=1)
    table.look(200, chips=2, steady=False, moving=frozenset({"seat/2"}))
    table.take("active").lay("seat/3", "17").look(500, chips=0)
    assert [str(line.get("seat")) for line in table.record[-3:]] == ["ana", "bia", "caio"]
    assert table.told(Ask) == []


def test_what_lies_wrong_is_said_once_while_the_others_play_on() -> None:
    table = deciding()
    table.take("active").lay("seat/1", "17").look(500, chips=0)
    table.take("seat/1").lay("seat/1", "20").lay("active", "30").look(chips=0)
    for chips in (1, 2, 3):
        table.look(chips=chips)
    assert [line["move"] for line in table.record[-3:]] == ["pass"] * 3
    assert len(table.told(Object)) == 1
    assert table.told(PutRight) == []
    table.take("seat/1").lay("seat/1", "17").look(chips=3)
    assert len(table.told(PutRight)) == 1
