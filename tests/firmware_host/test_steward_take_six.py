"""Take Six under the steward's eyes, laid card by card: the rulebook's examples, and what people do instead."""

from __future__ import annotations

import pytest

from firmware_host.steward.effects import Answered, Ask, Object, Open, Photograph, PutRight, Show, Write
from firmware_host.steward.games import behaviour_of
from firmware_host.steward.inputs import Abandon, Again, Answer, Choose, Enter, Pause, Resume, Tick, Trouble
from hardware.cues import Kind
from hardware.presses import Press
from tests.firmware_host.laid import Laid, opened, without_camera


def example() -> Laid:
    """The rows of the rulebook: 12 / 37 / 43 / 58."""
    return opened(12, 37, 43, 58)


def test_the_rulebooks_first_turn() -> None:
    table = example().commit(14, 15, 44, 61)
    for seat, row in ((1, 1), (2, 1), (3, 3), (4, 4)):
        assert table.cue.kind == Kind.PLACE
        assert table.cue.row == row
        table.place(seat, row).look(300)
    assert table.rows == [[12, 14, 15], [37], [43, 44], [58, 61]]
    assert table.told(Object) == []


def test_three_cards_placed_at_once_while_hands_hide_it_all() -> None:
    table = example().commit(14, 15, 44, 61)
    table.place(1, 1).place(2, 1).place(3, 3)
    table.look(2_000, covered=frozenset({"row/1", "row/2", "row/3"}), steady=False)
    assert table.rows == [[12], [37], [43], [58]]
    table.look(300)
    assert table.rows == [[12, 14, 15], [37], [43, 44], [58]]


def test_a_full_row_is_taken_and_pulses_before() -> None:
    table = example().commit(14, 15, 44, 61).place(1, 1).place(2, 1).place(3, 3).place(4, 4)
    table.look(300)
    table.commit(21, 26, 30, 36).place(1, 1).place(2, 1).look(300)
    assert (table.cue.card, table.cue.row, table.cue.takes) == ("30", 1, True)
    table.place(3, 1, takes=True).look(300)
    table.place(4, 1).look(300)
    assert table.rows == [[30, 36], [37], [43, 44], [58, 61]]
    assert table.match.state.pile == (0, 0, 6, 0)


def test_a_low_card_is_shown_its_costs_and_the_choice_is_learned_from_the_cleared_row() -> None:
    table = opened(30, 37, 43, 58).commit(3, 9, 68, 83)
    assert (table.cue.kind, table.cue.seat, table.cue.card) == (Kind.CHOOSE, "ana", "3")
    assert table.cue.text[-1] == "1: 3  2: 1  3: 1  4: 1"
    table.place(1, 2, takes=True).look(300)
    assert table.record[-1] == {"move": "place", "seat": "ana", "row": 2}
    table.place(2, 2).place(3, 4).place(4, 4).look(300)
    assert table.rows == [[30], [3, 9], [43], [58, 68, 83]]


def test_a_card_in_the_wrong_row_is_told_its_rule_and_where_it_belongs() -> None:
    table = example().commit(14, 15, 44, 61).place(1, 3)
    table.look(1_000)
    assert table.told(Object) == []
    table.look(1_000)
    (wrong,) = table.told(Object)
    said = wrong.objection
    assert (said.rule, said.seat, said.card, said.lies, said.belongs) == (
        *("row_ascending", "ana", "14", "row/3", "row/1"),
    )
    assert table.cue.kind == Kind.WRONG
    table.take("row/3", "14").lay("row/1", "14").look(300)
    assert table.told(PutRight) == [PutRight(said.number)]
    assert table.record[-1] == {"move": "place", "seat": "ana", "row": 1}


def test_a_forgotten_pickup_is_shown_until_the_row_is_gone() -> None:
    table = opened(30, 37, 43, 58).commit(3, 59, 60, 61)
    table.take("seat/1").lay("row/2", "3").look()
    said = [one.objection for one in table.told(Object)]
    assert said[-1].rule in ("row_not_taken", "row_order", "not_finished")
    assert table.rows == [[30], [37], [43], [58]]
    table.take("row/2", "37").look(300)
    assert table.record[-1] == {"move": "place", "seat": "ana", "row": 2}
    assert table.situation.objection is None


def test_a_card_swapped_after_the_reveal_is_shown() -> None:
    table = example().commit(14, 15, 44, 61)
    table.take("seat/3").lay("seat/3", "99").look()
    said = table.told(Object)[-1].objection
    assert (said.rule, said.seat, said.card, said.facts["other"]) == ("swapped", "caio", "44", "99")
    table.take("seat/3").lay("seat/3", "44").look(300)
    assert table.situation.objection is None


def test_before_the_reveal_an_early_card_and_one_taken_back_are_noted_once() -> None:
    table = example()
    table.lay("seat/1", "#").lay("seat/2", "#").look(500)
    table.take("seat/2").look(500)
    table.take("seat/1").lay("seat/1", "14").look(500)
    assert [note for note in table.notes if note != "start"] == ["taken_back", "turned_early"]
    assert table.told(Object) == []


def test_two_cards_at_a_seat_are_one_too_many() -> None:
    table = example()
    table.lay("seat/1", "#", "#").look()
    assert [one.objection.rule for one in table.told(Object)] == ["two_cards"]


def asked(first: str = "68?89") -> Laid:
    """All have turned up their cards, and nobody can read the first one."""
    table = example().commit(first, 15, 44, 61)
    table.look(2_000)
    return table


def test_an_unread_card_is_asked_about_with_what_it_may_be() -> None:
    (ask,) = asked().told(Ask)
    assert (ask.question.reason, ask.question.seats, ask.question.choices) == ("unread", ("ana",), ("68", "89"))


@pytest.mark.parametrize("press", ["row/2", "screen"])
def test_a_question_is_answered_by_a_button_or_on_a_screen(press: str) -> None:
    table = asked()
    number = table.told(Ask)[-1].question.number
    table.tell(Answer(number, "89") if press == "screen" else Press(press))
    assert table.told(Answered) == [Answered(number, "89", "person")]
    assert table.record[-1] == {"move": "reveal", "cards": {"ana": 89, "bia": 15, "caio": 44, "duda": 61}}


def test_a_question_that_the_table_answers_is_asked_no_more() -> None:
    table = asked()
    table.turned("seat/1", "68").look(300)
    assert [answered.by for answered in table.told(Answered)] == ["table"]
    assert table.situation.question is None
    assert table.record[-1]["cards"] == {"ana": 68, "bia": 15, "caio": 44, "duda": 61}


def test_unread_cards_are_known_by_what_can_be_read_of_them_in_the_rows() -> None:
    table = example().commit("14?74", "15?14", 44, 61)
    table.look(2_000)
    assert table.told(Ask)[-1].question.seats == ("ana",)
    table.take("seat/1").lay("row/1", "14").look(3_000)
    assert table.told(Ask)[-1].question.seats == ("bia",), "what lies in the row can't be the card that is still there"
    table.take("seat/2").lay("row/1", "15").look(300)
    assert table.record[1:] == [
        {"move": "reveal", "cards": {"ana": 14, "bia": 15, "caio": 44, "duda": 61}},
        {"move": "place", "seat": "ana", "row": 1},
        {"move": "place", "seat": "bia", "row": 1},
    ]


def test_an_unread_card_that_can_be_read_while_others_place_theirs_is_known() -> None:
    table = asked()
    table.take("seat/2").lay("row/1", "15").look(300)
    table.turned("seat/1", "89").look(300)
    assert table.record[1] == {"move": "reveal", "cards": {"ana": 89, "bia": 15, "caio": 44, "duda": 61}}


def test_a_card_in_a_row_that_may_be_either_of_two_is_not_guessed() -> None:
    table = example().commit("14?74", "15?14", 44, 61)
    table.take("seat/1").take("seat/2").lay("row/1", "14").look(3_000)
    assert [line["move"] for line in table.record] == ["deal"]


def test_what_is_laid_while_a_question_is_open_is_not_taken_for_what_was_turned_up_before() -> None:
    table = asked()
    table.take("seat/1").lay("row/4", "68?89").take("seat/2").lay("row/1", "15").look(300)
    table.take("seat/3").lay("row/3", "44").take("seat/4").lay("row/4", "61").look(300)
    table.commit(68, 17, 45, 62).take("seat/1").lay("row/4", "68").look()
    assert [line["move"] for line in table.record] == ["deal"], "the 68 that can be read now is of a later turn"
    assert table.situation.question is not None
    number = table.told(Ask)[-1].question.number
    table.tell(Answer(number, "89"))
    assert table.record[1] == {"move": "reveal", "cards": {"ana": 89, "bia": 15, "caio": 44, "duda": 61}}


def test_a_card_that_the_rules_refuse_may_be_changed_for_another() -> None:
    table = example().commit(14, 15, 44, 12)
    table.look()
    assert [one.objection.card for one in table.told(Object)] == ["12"]
    table.take("seat/4").lay("seat/4", "61").look(500)
    assert table.record[-1] == {"move": "reveal", "cards": {"ana": 14, "bia": 15, "caio": 44, "duda": 61}}


def test_what_is_laid_much_later_is_not_mixed_with_what_was_turned_up_before() -> None:
    table = asked()
    table.take("seat/1").take("seat/2").lay("row/1", "15").look(300)
    table.take("row/1").take("seat/3").take("seat/4").look(300)
    table.commit(70, 17, 45, 62)
    table.tell(Answer(table.told(Ask)[-1].question.number, "89"))
    table.look(300)
    assert table.record[1] == {"move": "reveal", "cards": {"ana": 89, "bia": 15, "caio": 44, "duda": 61}}


@pytest.mark.parametrize(("seat", "card"), [(1, "70"), (2, "16")])
def test_a_card_swapped_while_one_is_asked_about_is_not_what_was_turned_up(seat: int, card: str) -> None:
    table = asked()
    table.take(f"seat/{seat}").lay(f"seat/{seat}", card).look(3_000)
    assert [line["move"] for line in table.record] == ["deal"]
    table.tell(Answer(table.told(Ask)[-1].question.number, "68"))
    table.look()
    assert table.record[1] == {"move": "reveal", "cards": {"ana": 68, "bia": 15, "caio": 44, "duda": 61}}
    assert [one.objection.rule for one in table.told(Object)] == ["swapped"]


@pytest.mark.parametrize("value", ["105", "", "bull"])
def test_an_answer_that_is_no_card_is_refused_and_the_question_stays(value: str) -> None:
    table = asked()
    table.tell(Answer(table.told(Ask)[-1].question.number, value))
    assert table.notes[-1] == "answer_refused"
    assert table.situation.question is not None


def test_an_answer_that_the_rules_refuse_is_objected_to() -> None:
    table = asked()
    table.tell(Answer(table.told(Ask)[-1].question.number, "15"))
    table.look()
    assert len(table.record) == 1
    assert table.told(Object)[-1].objection.card == "15"


def test_an_answer_to_another_question_is_ignored() -> None:
    table = asked()
    table.tell(Answer(99, "68"))
    assert table.told(Answered) == []


def test_while_paused_nothing_is_counted() -> None:
    table = example()
    table.tell(Pause())
    table.commit(14, 15, 44, 61)
    assert len(table.record) == 1
    table.tell(Press("confirm+undo"))
    assert table.record[-1]["move"] == "reveal"
    assert [note for note in table.notes if note in ("paused", "went_on")] == ["paused", "went_on"]


def test_undo_by_a_long_press_is_repaired_before_play_goes_on() -> None:
    table = example().commit(14, 15, 44, 61).place(1, 1)
    table.look(300)
    table.tell(Press("undo"))
    assert table.record[-1]["move"] == "place"
    table.tell(Press("undo", long=True))
    assert table.record[-1] == {"move": "undo"}
    table.look()
    assert table.told(Object)[-1].objection.rule == "row_has_more"
    table.take("row/1", "14").lay("seat/1", "14").look(300)
    assert table.situation.objection is None
    table.place(1, 1).look(300)
    assert table.record[-1] == {"move": "place", "seat": "ana", "row": 1}


def test_a_misread_card_is_amended_on_a_screen_and_play_goes_on() -> None:
    table = example().commit(14, 15, 44, 61)
    cards = {"ana": 14, "bia": 15, "caio": 45, "duda": 61}
    table.tell(Enter({"move": "amend", "line": 3, "with": {"move": "reveal", "cards": cards}}))
    assert [card for card, _ in table.match.state.queue] == [14, 15, 45, 61]
    table.take("seat/3").lay("seat/3", "45").place(1, 1).look(300)
    assert table.rows[0] == [12, 14]


def test_a_new_match_is_told_nothing_of_what_was_waiting_in_the_last_one() -> None:
    table = example()
    table.tell(Enter({"move": "place", "seat": "ana", "row": 1}))
    table.tell(Again())
    assert table.notes == ["waiting", "start_again"]


def test_a_line_that_the_rules_refuse_changes_nothing() -> None:
    table = example()
    before = table.match
    table.tell(Enter({"move": "place", "seat": "ana", "row": 1}))
    assert table.match is before
    table.look(3_000)
    assert table.notes == ["waiting", "refused", "waiting"]


def test_an_abandoned_match_leaves_the_table_idle() -> None:
    table = example()
    table.tell(Abandon())
    assert table.situation.match is None
    assert table.cue.kind == Kind.IDLE


@pytest.mark.parametrize("lines", [1, 2, 3, 4])
def test_a_match_goes_on_after_a_restart_where_it_was(lines: int) -> None:
    """In each phase: nothing dealt, the rows open, all turned up, one placed."""
    table = example().commit(14, 15, 44, 61).place(1, 1)
    table.look(300)
    record = (table.told(Open)[0].header, *table.record)[:lines]
    again = Laid.of("take_six", "somebody", "else")
    again.tell(Resume(record))
    if lines >= 2:
        for row, card in enumerate((12, 37, 43, 58), 1):
            again.lay(f"row/{row}", str(card))
    if lines == 4:
        again.lay("row/1", "14")
    if lines >= 3:
        again.lay("seat/2", "15").lay("seat/3", "44").lay("seat/4", "61")
    if lines == 3:
        again.lay("seat/1", "14")
    again.look()
    assert again.told(Object) == []
    assert again.record == []
    assert again.cue.kind == (Kind.WAIT if lines < 3 else Kind.PLACE)


def test_an_answer_to_what_was_asked_before_a_restart_answers_nothing_else() -> None:
    again = Laid.of("take_six", "somebody", "else")
    again.tell(Resume((example().told(Open)[0].header,), asked=2))
    for row, card in enumerate(("12?17", "37", "43", "58"), 1):
        again.lay(f"row/{row}", card)
    again.look()
    (ask,) = again.told(Ask)
    again.tell(Answer(1, "12"))
    assert (ask.question.number, again.record) == (3, [])


@pytest.mark.parametrize("part", ["camera", "journal"])
def test_without_camera_or_journal_nothing_goes_on_until_it_is_back(part: str) -> None:
    table = example()
    table.tell(Trouble(part, "gone"))
    assert table.cue.kind == Kind.FAULT
    table.commit(14, 15, 44, 61)
    assert len(table.record) == 1
    table.tell(Trouble(part, None))
    table.look(300)
    assert table.cue.kind != Kind.FAULT
    assert table.record[-1]["move"] == "reveal"


def test_a_turn_that_no_camera_saw_is_not_left_out() -> None:
    table = example()
    without_camera(table)
    for seat, card in enumerate((70, 17, 45, 62), 1):
        table.lay(f"seat/{seat}", str(card))
    table.lay("row/1", "15").look()
    assert [line["move"] for line in table.record] == ["deal"]
    assert [one.objection.rule for one in table.told(Object)] == ["row_has_more"]
    table.take("row/1", "15").look(500)
    assert table.record[-1] == {"move": "reveal", "cards": {"ana": 70, "bia": 17, "caio": 45, "duda": 62}}


def test_what_was_placed_without_a_camera_is_explained() -> None:
    table = example().commit(14, 15, 44, 61)
    without_camera(table)
    table.place(1, 1).place(2, 1).look(500)
    assert [line["move"] for line in table.record] == ["deal", "reveal", "place", "place"]


def test_a_bump_is_noted_and_plays_nothing() -> None:
    table = example()
    table.look(500, bumped=True)
    assert table.notes == ["bumped"]
    assert len(table.record) == 1


def test_a_light_follows_its_line_and_photographs_come_last() -> None:
    table = example().commit(14, 15, 44, 61).place(1, 1)
    effects = table.tell(table.seen())
    kinds = [type(effect) for effect in effects]
    assert kinds.index(Write) < kinds.index(Show)
    assert kinds[-1] is Photograph
    assert all(kind is Photograph for kind in kinds[kinds.index(Photograph) :])


def test_a_row_chosen_on_a_screen_does_not_move_a_card() -> None:
    table = opened(30, 37, 43, 58).commit(3, 9, 68, 83)
    table.tell(Choose("ana", 2))
    table.tell(Tick())
    assert table.record[-1]["move"] == "reveal"


def test_two_cards_of_a_row_that_may_each_be_the_other_are_both_where_they_belong() -> None:
    table = example().commit(44, 46, 59, 60)
    table.take("seat/1").take("seat/2").lay("row/3", "44?46", "46").look(500)
    assert table.rows[2] == [43, 44, 46]
    assert table.told(Object) == []


def test_what_lies_in_piles_or_is_not_in_play_can_not_lie_on_the_table() -> None:
    gone = behaviour_of("take_six").gone
    table = example().commit(14, 15, 44, 61).place(1, 1).place(2, 1).place(3, 3).place(4, 4)
    table.look(300)
    assert gone(table.match) == frozenset()
    table.commit(21, 26, 30, 36).place(1, 1).place(2, 1).look(300)
    table.place(3, 1, takes=True).look(300)
    assert gone(table.match) == {"12", "14", "15", "21", "26"}
    few = Laid.of("take_six", "ana", "bia", known_deck=True).match
    assert gone(few) == {str(number) for number in range(25, 105)}


def test_an_objection_is_not_made_again_for_each_hand_that_comes_over_the_table() -> None:
    table = example().commit(14, 15, 44, 61).place(1, 3)
    table.look(2_000)
    for _ in range(3):
        table.look(800, covered=frozenset({"row/3", "row/4"}))
        table.look(300, steady=False, moving=frozenset({"row/3"}))
        table.look(2_000)
    assert len(table.told(Object)) == 1
    assert table.told(PutRight) == []
    table.take("row/3", "14").lay("row/1", "14").look(300)
    assert len(table.told(PutRight)) == 1


def test_after_a_turn_that_no_eye_caught_the_next_one_is_not_taken_for_it() -> None:
    table = example()
    table.lay("row/1", "14").lay("row/3", "44").look(2_000)
    assert [one.objection.rule for one in table.told(Object)] == ["row_has_more"]
    table.commit(15, 16, 45, 61).look(300, steady=False, moving=frozenset({"row/3"}))
    table.look(3_000)
    assert [line["move"] for line in table.record] == ["deal"]


def test_after_a_turn_that_no_eye_caught_nothing_counts_though_its_row_is_taken_meanwhile() -> None:
    table = example()
    table.lay("row/1", "14").look(2_000)
    table.commit(1, 16, 45, 61).look(600)
    table.take("row/1").take("seat/1").look(300, steady=False, moving=frozenset({"row/1"}))
    table.lay("row/1", "1").look(5_000)
    assert [line["move"] for line in table.record] == ["deal"]
    assert table.told(Object)[-1].objection.rule == "row_has_more"


def all_down(*turned: str) -> Laid:
    """Every seat has laid a card; the first ones have turned theirs up."""
    table = example()
    for seat in range(1, 5):
        table.lay(f"seat/{seat}", "#")
    table.look(500)
    for seat, card in enumerate(turned, 1):
        table.take(f"seat/{seat}").lay(f"seat/{seat}", card)
    table.look(500)
    return table


def test_a_card_that_is_turned_up_and_placed_in_one_movement_is_its_seats() -> None:
    table = all_down("44", "59", "61").take("seat/4").lay("row/1", "14")
    table.look(2_000)
    assert table.record[1:] == [
        {"move": "reveal", "cards": {"ana": 44, "bia": 59, "caio": 61, "duda": 14}},
        {"move": "place", "seat": "duda", "row": 1},
    ]
    assert table.told(Object) == []


@pytest.mark.parametrize(("row", "card"), [("row/1", 18), ("row/4", 81)])
def test_a_card_that_nobody_could_read_before_it_was_placed_is_known_by_its_row(row: str, card: int) -> None:
    table = all_down("82", "83", "84").take("seat/4").lay(row, "18?81")
    table.look(2_000)
    cards = table.record[1]["cards"]
    assert isinstance(cards, dict)
    assert cards["duda"] == card
    assert table.told(Object) == []


def test_a_card_that_was_read_before_it_was_placed_leaves_the_other_to_the_other_seat() -> None:
    table = all_down("15", "59").take("seat/1").take("seat/3").take("seat/4").lay("row/1", "14", "15")
    table.lay("seat/3", "61").look(2_000)
    assert table.record[1] == {"move": "reveal", "cards": {"ana": 15, "bia": 59, "caio": 61, "duda": 14}}


def test_a_card_is_placed_while_a_hand_lies_over_what_another_seat_turned_up() -> None:
    table = example()
    for seat in (1, 2, 3, 4):
        table.lay(f"seat/{seat}", "#")
    table.look(500)
    for seat, card in ((1, 14), (2, 15), (4, 61)):
        table.turned(f"seat/{seat}", str(card))
    hand = frozenset({"seat/3"})
    table.take("seat/3").look(500, covered=hand)
    table.place(1, 1).look(covered=hand)
    assert table.told(Object) == []
    table.lay("seat/3", "44").look(300)
    assert table.rows == [[12, 14], [37], [43], [58]]


def test_which_of_two_placed_at_once_is_whose_is_not_guessed() -> None:
    table = all_down("59", "61").take("seat/3").take("seat/4").lay("row/1", "14", "15")
    table.look(3_000)
    assert [line["move"] for line in table.record] == ["deal"]
    assert table.told(Object) != []


def test_a_card_in_a_wrong_row_is_not_taken_for_one_that_was_turned_up() -> None:
    table = all_down("44", "59", "61").take("seat/4").lay("row/4", "14")
    table.look(3_000)
    assert [line["move"] for line in table.record] == ["deal"]
