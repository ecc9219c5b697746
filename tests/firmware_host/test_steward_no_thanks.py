"""No Thanks! under the steward's eyes: chips, cards that are taken, tigers, and what nobody could read or see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_host.steward.effects import Answered, Ask, Object
from firmware_host.steward.inputs import Answer, Trouble
from tests.firmware_host.laid import Laid, deciding


def test_chips_on_the_card_are_passes_and_a_card_with_a_seat_is_taken() -> None:
    table = deciding()
    table.look(500, chips=2)
    assert [line.get("seat") for line in table.record[2:]] == ["ana", "bia"]
    table.take("active").lay("seat/3", "17").look(500, chips=0)
    assert table.record[-1] == {"move": "take", "seat": "caio"}


def after_a_while_without_a_camera(**options: str) -> Laid:
    table = deciding(**options)
    table.tell(Trouble("camera", "gone"))
    table.now += 20_000
    table.tell(Trouble("camera", None))
    return table


def taken_while_there_was_no_camera() -> tuple[Laid, Ask]:
    """The card was taken, and it is asked how many passed before."""
    table = after_a_while_without_a_camera()
    table.take("active").lay("seat/1", "17").look(2_000, chips=0)
    (ask,) = table.told(Ask)
    return table, ask


def test_how_many_passed_while_there_was_no_camera_is_asked() -> None:
    table, ask = taken_while_there_was_no_camera()
    assert (ask.question.reason, ask.question.choices) == ("chips", ("0", "3", "6", "9"))
    assert [line["move"] for line in table.record] == ["deal", "turn_up"]


def test_an_answer_counts_also_when_the_cards_are_packed_away_by_then() -> None:
    """After the last card of a match nobody waits until it is said how many passed."""
    table, ask = taken_while_there_was_no_camera()
    table.take("seat/1").look(500, chips=0)
    table.tell(Answer(ask.question.number, "3"))
    table.look(500, chips=0)
    assert [line["move"] for line in table.record] == ["deal", "turn_up", "pass", "pass", "pass", "take"]
    assert table.told(Object) == []


def test_of_a_last_card_that_is_packed_away_at_once_it_is_asked_who_took_it() -> None:
    """No hint helps any more: nothing lies there that could be laid openly."""
    table, card = deciding(), "17"
    others = (str(number) for number in range(3, 36) if number != 17)
    while table.match.state.left:
        table.take("active").lay("seat/1", card).look(500, chips=0)
        card = next(others)
        table.take("seat/1").lay("active", card).look(500, chips=0)
    table.take("active").look(8_000, chips=0)
    (ask,) = table.told(Ask)
    assert ask.question.reason == "who_took"
    table.tell(Answer(ask.question.number, "ana"))
    table.look(500, chips=0)
    assert table.record[-1] == {"move": "take", "seat": "ana"}
    assert table.told(Object) == []


def test_chips_counted_again_after_a_while_without_a_camera_are_all_passes() -> None:
    table = after_a_while_without_a_camera()
    table.look(500, chips=2)
    table.take("active").lay("seat/3", "17").look(500, chips=0)
    assert [line["move"] for line in table.record[2:]] == ["pass", "pass", "take"]
    assert table.told(Ask) == []


def test_missing_chips_are_objected_to() -> None:
    table = deciding()
    table.look(500, chips=2)
    table.look(chips=1)
    (wrong,) = table.told(Object)
    assert (wrong.objection.rule, wrong.objection.facts) == ("chips_missing", {"chips": 2, "count": 1})


def test_an_unread_card_that_is_taken_meanwhile_is_still_the_one_that_was_turned_up() -> None:
    table = Laid.of("no_thanks", "ana", "bia", "caio")
    table.lay("active", "17?13").look(2_000, chips=0)
    table.take("active").lay("seat/1", "17").look(500, chips=0)
    assert table.record[1:] == [{"move": "turn_up", "card": 17}, {"move": "take", "seat": "ana"}]


def test_an_unread_card_is_asked_about_once_however_many_hands_come_over_it() -> None:
    table = Laid.of("no_thanks", "ana", "bia", "caio")
    table.lay("active", "17?13").look(2_000, chips=0)
    for chips in (1, 2):
        (card,) = table.cards
        table.cards = []
        table.look(500, hidden=(card,), covered=frozenset({"active"}))
        table.cards = [card]
        table.look(2_000, chips=chips)
    (ask,) = table.told(Ask)
    assert table.told(Answered) == []
    table.tell(Answer(ask.question.number, "17"))
    assert [line["move"] for line in table.record] == ["deal", "turn_up", "pass", "pass"]


def test_a_card_of_another_game_is_none_of_this_one() -> None:
    table = Laid.of("no_thanks", "ana", "bia", "caio")
    table.lay("active", "neutral 7").look(500, chips=0)
    assert table.record == []


def with_tiger(name: str) -> Laid:
    """A seat that decides has laid its tiger."""
    table = Laid.of("no_thanks", "ana", "bia", "caio", variant="hidden_tiger")
    table.lay("active", "17").look(500, chips=0)
    table.lay("seat/1", name).look(2_000, chips=0)
    return table


def test_a_tiger_that_nobody_can_read_is_asked_about_while_the_others_play_on() -> None:
    table = with_tiger("6?8")
    (ask,) = table.told(Ask)
    assert (ask.question.reason, ask.question.seats, ask.question.choices) == ("unread", ("ana",), ("6", "8"))
    table.look(500, chips=1)
    table.take("active").lay("seat/2", "17").look(500, chips=0)
    table.lay("active", "30").look(500, chips=0)
    assert [line["move"] for line in table.record] == ["deal", "turn_up"]
    table.tell(Answer(ask.question.number, "6"))
    table.look(300, chips=0)
    assert table.record[2:] == [
        {"move": "tiger", "seat": "ana", "card": 6},
        {"move": "pass", "seat": "ana"},
        {"move": "take", "seat": "bia"},
        {"move": "turn_up", "card": 30},
    ]


def test_a_tiger_laid_and_passed_on_at_once_is_played_before_the_pass() -> None:
    table = with_tiger("#").take("seat/1").lay("seat/1", "6")
    table.look(500, chips=1)
    assert [line["move"] for line in table.record[2:]] == ["tiger", "pass"]


def unread_while_they_pass() -> Laid:
    """Nobody can read the card in the middle, and all pass once; then the seat that decides first lays its tiger."""
    table = Laid.of("no_thanks", "ana", "bia", "caio", variant="hidden_tiger")
    table.lay("active", "17?13").look(2_000, chips=0)
    for chips in (1, 2, 3):
        table.look(500, chips=chips)
    return table


def test_a_tiger_laid_the_second_time_round_while_the_active_card_is_asked_about_is_played_then_and_once() -> None:
    table = unread_while_they_pass()
    table.lay("seat/1", "6").look(500, chips=3)
    for chips in (4, 5, 6, 7):
        table.look(500, chips=chips)
    table.take("active").lay("active", "17").look(500, chips=7)
    moves = [(line["move"], line.get("seat")) for line in table.record[2:]]
    passes = [("pass", seat) for seat in ("ana", "bia", "caio")]
    assert moves == [*passes, ("tiger", "ana"), *passes, ("pass", "ana")]
    assert table.told(Object) == []


def test_a_tiger_is_not_the_card_in_the_middle_that_nobody_can_read() -> None:
    table = Laid.of("no_thanks", "ana", "bia", "caio", variant="hidden_tiger")
    table.lay("active", "17?13").look(2_000, chips=0)
    table.lay("seat/1", "13").look(2_000, chips=0)
    assert table.record == []
    table.tell(Answer(table.told(Ask)[0].question.number, "17"))
    table.look(500, chips=0)
    assert table.record[1:] == [
        {"move": "turn_up", "card": 17},
        {"move": "tiger", "seat": "ana", "card": 13},
    ]


def test_a_card_turned_up_while_it_is_asked_who_took_the_last_one_is_nobodys_tiger() -> None:
    table = Laid.of("no_thanks", "ana", "bia", "caio", variant="hidden_tiger")
    table.lay("active", "17").look(500, chips=0)
    table.take("active").lay("active", "20").look(5_000, chips=0)
    table.take("active").lay("seat/1", "20").lay("active", "30").look(5_000, chips=0)
    for value in ("bia", "1"):
        table.tell(Answer(table.told(Ask)[-1].question.number, value))
        table.look(2_000, chips=0)
    assert [line["move"] for line in table.record] == ["deal", "turn_up", "pass", "take", "turn_up"]


def test_a_tiger_laid_once_the_next_card_is_turned_up_is_of_that_turn() -> None:
    """Also where the one before was taken while it was still asked how many had passed."""
    table = after_a_while_without_a_camera(variant="hidden_tiger")
    table.take("active").lay("seat/1", "17").look(200, chips=0)
    table.lay("active", "20").look(3_000, chips=0)
    (ask,) = table.told(Ask)
    covered = frozenset({"seat/1"})
    table.look(200, chips=0, covered=covered)
    table.tell(Answer(ask.question.number, "0"))
    table.look(200, chips=0, covered=covered)
    table.lay("seat/1", "31").look(500, chips=0)
    assert [line["move"] for line in table.record] == ["deal", "turn_up", "take", "turn_up", "tiger"]


def test_a_tiger_laid_in_the_middle_by_mistake_is_one_at_its_place() -> None:
    table = Laid.of("no_thanks", "ana", "bia", "caio", variant="hidden_tiger")
    table.lay("active", "17").look(500, chips=0)
    table.lay("active", "20").look(500, chips=0)
    table.take("active", "20").lay("seat/1", "20").look(500, chips=0)
    assert table.record[-1] == {"move": "tiger", "seat": "ana", "card": 20}


def test_an_arm_over_the_place_of_a_seat_that_may_have_laid_a_tiger_is_waited_for() -> None:
    table = Laid.of("no_thanks", "ana", "bia", "caio", variant="hidden_tiger")
    table.lay("active", "17").look(500, chips=0)
    table.look(500, chips=1, covered=frozenset({"seat/1"}))
    assert [line["move"] for line in table.record] == ["deal", "turn_up"]


def test_a_tiger_before_its_turn_is_objected_to() -> None:
    table = Laid.of("no_thanks", "ana", "bia", "caio", variant="hidden_tiger")
    table.lay("active", "17").lay("seat/2", "6").look(chips=0)
    (wrong,) = table.told(Object)
    assert (wrong.objection.rule, wrong.objection.card) == ("not_your_turn", "6")


def test_a_card_that_may_be_with_two_seats_is_asked_about() -> None:
    table = deciding()
    table.take("active").lay("seat/1", "17?11").lay("seat/3", "17?12").look(2_000, chips=0)
    (ask,) = table.told(Ask)
    assert (ask.question.seats, ask.question.choices) == (("ana",), ("17", "11"))
    table.tell(Answer(ask.question.number, "17"))
    assert table.record[-1] == {"move": "take", "seat": "ana"}


def test_who_took_a_card_out_of_sight_is_asked_once_the_next_one_lies_there() -> None:
    table = deciding()
    table.take("active").look(chips=None)
    assert [one.objection.rule for one in table.told(Object)] == ["not_taken_openly"]
    table.lay("active", "30").look(4_000, chips=0)
    (ask,) = table.told(Ask)
    assert (ask.question.reason, ask.question.choices) == ("who_took", ("ana", "bia", "caio"))
    table.tell(Answer(ask.question.number, "ana"))
    table.look(300, chips=0)
    assert table.record[2:] == [{"move": "take", "seat": "ana"}, {"move": "turn_up", "card": 30}]


def test_a_card_turned_up_beside_one_that_nobody_took_is_objected_to() -> None:
    table = deciding()
    table.lay("active", "30").look(chips=0)
    assert [one.objection.rule for one in table.told(Object)] == ["not_taken_yet"]


def test_chips_that_stay_behind_are_no_passes_of_the_next_card() -> None:
    table = deciding()
    table.look(500, chips=2)
    table.take("active").lay("seat/3", "17").look(500)
    table.look(3_000, chips=2)
    assert [one.objection.rule for one in table.told(Object)] == ["chips_left"]
    table.lay("active", "30").look(3_000, chips=2)
    assert table.record[-1] == {"move": "turn_up", "card": 30}
    table.look(500, chips=0)
    table.look(500, chips=1)
    assert table.record[-1] == {"move": "pass", "seat": "caio"}


def test_a_card_taken_with_chips_that_were_there_from_the_start_is_asked_about() -> None:
    table = deciding()
    table.take("active").lay("seat/1", "17").look(500, chips=0)
    table.lay("active", "30").look(3_000, chips=17)
    assert [one.objection.rule for one in table.told(Object)] == ["chips_left"]
    table.take("active").lay("seat/1", "30").look(3_000, chips=0)
    (ask,) = table.told(Ask)
    assert (ask.question.reason, ask.question.choices) == ("chips", ("18", "15", "21", "12"))
    assert [line["move"] for line in table.record] == ["deal", "turn_up", "take", "turn_up"]


def test_a_card_that_turns_out_to_be_another_with_the_seat_that_took_it_is_asked_about_and_corrected() -> None:
    table = Laid.of("no_thanks", "ana", "bia", "caio")
    table.lay("active", "5").look(500, chips=0)
    table.look(500, chips=1)
    table.take("active").lay("seat/2", "9").look(500, chips=0)
    assert table.told(Ask) == []
    table.lay("active", "32").look(2_000, chips=0)
    (ask,) = table.told(Ask)
    assert (ask.question.reason, ask.question.seats, ask.question.choices) == ("unread", ("bia",), ("9", "5"))
    table.tell(Answer(ask.question.number, "9"))
    table.look(500, chips=0)
    assert table.record[2:] == [
        {"move": "pass", "seat": "ana"},
        {"move": "amend", "line": 3, "with": {"move": "turn_up", "card": 9}},
        {"move": "take", "seat": "bia"},
        {"move": "turn_up", "card": 32},
    ]
    assert table.told(Object) == []


def test_a_card_that_is_misread_with_the_seat_that_took_it_is_the_one_that_was_turned_up() -> None:
    table = Laid.of("no_thanks", "ana", "bia", "caio")
    table.lay("active", "9").look(500, chips=0)
    table.take("active").lay("seat/1", "5").look(2_000, chips=0)
    table.tell(Answer(table.told(Ask)[-1].question.number, "9"))
    table.look(500, chips=0)
    assert table.record[1:] == [{"move": "turn_up", "card": 9}, {"move": "take", "seat": "ana"}]


def test_a_card_that_can_hardly_be_read_where_it_was_taken_is_no_tiger() -> None:
    table = Laid.of("no_thanks", "ana", "bia", "caio", variant="hidden_tiger")
    table.lay("active", "9").look(500, chips=0)
    table.take("active").lay("seat/1", "3?9").look(2_000, chips=0)
    table.lay("active", "32").look(2_000, chips=0)
    table.look(500, chips=1)
    assert table.told(Ask) == []
    assert table.record[-1] == {"move": "pass", "seat": "ana"}


def test_a_card_that_is_surely_read_beside_an_arm_was_taken() -> None:
    table = deciding()
    table.take("active").lay("seat/1", "17").look(500, chips=0, covered=frozenset({"seat/1"}))
    assert table.record[-1] == {"move": "take", "seat": "ana"}


def test_cards_that_came_and_went_while_it_was_asked_who_took_the_one_before_are_not_left_out() -> None:
    table = deciding()
    table.take("active").look(500, chips=None)
    for card in ("22", "34"):
        table.lay("active", card).look(4_000, chips=0)
        table.take("active").lay("seat/1", card).look(500)
    table.lay("active", "13").look(500, chips=0)
    table.look(500, chips=2)
    (ask,) = {one.question.number: one for one in table.told(Ask)}.values()
    assert ask.question.reason == "who_took"
    table.lay("seat/1", "17").look(500, chips=2)
    turned_up = [line["card"] for line in table.record if line["move"] == "turn_up"]
    assert turned_up == [17, 22]
    for _ in range(2):
        table.look(2_000, chips=2)
        chips = table.told(Ask)[-1].question
        assert chips.reason == "chips"
        table.tell(Answer(chips.number, chips.choices[0]))
        table.look(500, chips=2)
    assert [line["card"] for line in table.record if line["move"] == "turn_up"] == [17, 22, 34, 13]
    assert [line["move"] for line in table.record[-2:]] == ["pass", "pass"]
    assert table.told(Object) == []


def test_the_card_that_may_be_one_of_two_is_the_one_that_was_not_turned_up_yet() -> None:
    table = Laid.of("no_thanks", "ana", "bia", "caio")
    table.lay("active", "9").look(500, chips=0)
    table.take("active").lay("seat/1", "9").look(500, chips=0)
    table.lay("active", "9?6").look(2_000, chips=0)
    assert table.record[-1] == {"move": "turn_up", "card": 6}
    assert table.told(Ask) == []


def test_the_active_card_read_the_other_way_up_is_not_the_next_one() -> None:
    table = Laid.of("no_thanks", "ana", "bia", "caio")
    table.lay("active", "6").look(500, chips=0)
    table.take("active").look(300)
    table.lay("active", "9").look(1_000, chips=1)
    table.take("active").lay("seat/1", "6").look(500)
    table.lay("active", "19").look(500, chips=0)
    assert [line["card"] for line in table.record if line["move"] == "turn_up"] == [6, 19]


def test_chips_that_are_missing_are_told_once_however_many_hands_come_over_the_card() -> None:
    table = deciding()
    table.look(500, chips=2)
    table.look(4_000, chips=1)
    for _ in range(3):
        table.look(800, covered=frozenset({"active"}), chips=None)
        table.look(4_000, chips=1)
    assert [one.objection.rule for one in table.told(Object)] == ["chips_missing"]


def test_chips_that_are_lifted_before_the_card_are_those_that_were_counted() -> None:
    table = deciding()
    table.look(500, chips=2)
    table.look(100, chips=None)
    table.look(100, chips=0, steady=False, moving=frozenset({"seat/3"}))
    table.take("active").lay("seat/3", "17").look(500)
    assert [line["move"] for line in table.record[2:]] == ["pass", "pass", "take"]
    assert table.told(Ask) == []


def test_chips_that_were_touched_and_not_counted_again_are_asked_about() -> None:
    table = deciding()
    table.look(500, chips=2)
    table.look(100, chips=None)
    table.take("active").lay("seat/1", "17").look(2_000)
    assert [one.question.reason for one in table.told(Ask)] == ["chips"]


def test_a_card_that_nobody_could_read_is_not_the_one_that_is_turned_up_in_the_next_round() -> None:
    table = deciding()
    table.take("active").lay("seat/1", "17").look(500, chips=0)
    table.lay("active", "33?13").look(2_000, chips=0)
    table.take("active").lay("seat/2", "33?13").look(500)
    table.take("seat/1").take("seat/2").look(1_000)
    for card in ("8", "33"):
        table.take("active").lay("active", card).look(1_000, chips=0)
        table.take("active").lay("seat/3", card).look(1_000)
    assert [line["card"] for line in table.record if line["move"] == "turn_up"] == [17]


def test_cards_that_came_while_the_one_before_could_not_be_read_are_not_left_out() -> None:
    table = deciding()
    table.take("active").lay("seat/1", "17").look(500, chips=0)
    table.lay("active", "33?13").look(2_000, chips=0)
    table.take("active").lay("seat/1", "33?13").look(500)
    table.lay("active", "8").look(1_000, chips=0)
    table.take("active").lay("seat/1", "8").look(1_000)
    table.lay("active", "20").look(1_000, chips=0)
    table.take("seat/1", "33?13").cards = [card for card in table.cards if card.name is not None]
    table.lay("seat/1", "33").look(500, chips=0)
    assert [line["card"] for line in table.record if line["move"] == "turn_up"] == [17, 33, 8]


def test_a_tiger_that_may_be_a_card_that_others_cover_is_still_asked_about() -> None:
    table = Laid.of("no_thanks", "ana", "bia", "caio", variant="hidden_tiger")
    table.lay("active", "9").look(500, chips=0)
    table.take("active").lay("seat/1", "9").look(500, chips=0)
    table.lay("active", "32").look(500, chips=0)
    table.take("seat/1").lay("seat/1", "23?9").look(2_000, chips=0)
    table.look(2_000, chips=1)
    assert [one.question.seats for one in table.told(Ask)] == [("ana",)]


def test_a_card_that_is_named_at_the_first_glance_and_then_in_doubt_is_asked_about() -> None:
    table = deciding()
    table.take("active").lay("seat/1", "17").look(500, chips=0)
    table.lay("active", "9").look(100, steady=False, chips=None)
    table.turned("active", "9?6").look(2_000, chips=0)
    assert [line["card"] for line in table.record if line["move"] == "turn_up"] == [17]
    assert [one.question.reason for one in table.told(Ask)] == ["unread"]


@pytest.mark.parametrize("left", [False, True])
def test_what_is_hardly_read_in_the_middle_is_the_active_card_until_that_was_gone(left: bool) -> None:
    table = deciding()
    table.take("active")
    if left:
        table.look(500)
    table.lay("active", "8")
    table.cards[-1] = replace(table.cards[-1], name=None, maybe=(("8", 0.1), ("35", 0.05)))
    table.look(5_000, chips=1)
    assert [line["move"] for line in table.record[2:]] == ([] if left else ["pass"])
    assert [one.question.reason for one in table.told(Ask)] == (["who_took"] if left else [])
