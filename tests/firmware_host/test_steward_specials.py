"""Each special card of the anniversary variant as it is laid at the table."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.steward.effects import Ask, Object, Open
from firmware_host.steward.inputs import Answer, Resume
from firmware_host.steward.stories import zones_of
from tests.firmware_host.laid import Laid, opened

BESIDE = 200.0
"""Where a special card lies with its seat: beside the number card."""


def anniversary() -> Laid:
    return opened(12, 37, 43, 58, seats=2, variant="anniversary")


def after_a_turn() -> Laid:
    """Rows of which the first has two cards: 12 14 / 37 / 43 90 / 58 … with the seats' places empty."""
    table = anniversary().commit(14, 47)
    table.place(1, 1).place(2, 3).look(500)
    assert table.rows == [[12, 14], [37], [43, 47], [58]]
    return table


def since(table: Laid, before: int) -> list[dict[str, object]]:
    """The lines that were written since there were so many."""
    return [dict(line) for line in table.record[before:]]


def played(table: Laid, name: str, **what: object) -> dict[str, object]:
    return {"move": "special", "seat": "ana", "special": name, **what}


def place(row: int, **more: object) -> dict[str, object]:
    return {"move": "place", "seat": "ana", "row": row, **more}


def test_a_fifth_row_is_opened_with_its_card() -> None:
    table = anniversary().commit(14, 90)
    before = len(table.record)
    table.lay("seat/1", "fifth_row", at=BESIDE).look(500)
    table.take("seat/1", "14").lay("row/5", "14").look(500)
    assert since(table, before) == [played(table, "fifth_row"), place(5)]
    assert table.rows[4] == [14]
    assert table.told(Object) == []


def test_take_seven_lies_in_the_row_of_the_card_that_it_was_played_for() -> None:
    table = anniversary().commit(14, 90)
    before = len(table.record)
    table.take("seat/1").lay("row/1", "14", "take_seven").look(500)
    assert since(table, before) == [played(table, "take_seven"), place(1)]
    assert table.match.state.rows[0].capacity == 6


def test_a_special_card_is_of_the_seat_with_which_it_was_seen() -> None:
    table = anniversary().commit(14, 90)
    table.lay("seat/2", "block", at=BESIDE).look(500)
    table.take("seat/2", "block").lay("row/3", "block").take("seat/1").lay("row/1", "14")
    table.take("seat/2").lay("row/4", "90").look()
    assert table.told(Ask) == []
    assert table.record[-3:] == [
        {"move": "place", "seat": "ana", "row": 1},
        {"move": "special", "seat": "bia", "special": "block", "row": 3},
        {"move": "place", "seat": "bia", "row": 4},
    ]


def test_a_special_card_that_nobody_saw_being_laid_may_be_of_either_seat() -> None:
    table = anniversary().commit(14, 90)
    table.lay("row/3", "block").take("seat/1").lay("row/1", "14").take("seat/2").lay("row/4", "90").look()
    assert [ask.question.reason for ask in table.told(Ask)] == ["which_way"]


def test_a_special_card_that_others_cover_is_known_by_its_place() -> None:
    """Of what is hardly read no number is likely; with a likely one it is asked about."""
    for chance, asked in ((0.2, []), (0.6, ["unread"])):
        table = anniversary().commit(14, 90)
        table.take("seat/1").lay("row/1", "14", "take_seven").take("seat/2").lay("row/4", "90").look(500)
        covered = next(card for card in table.cards if card.name == "take_seven")
        table.cards.remove(covered)
        table.cards.append(replace(covered, name=None, sure=chance, maybe=(("88", chance), ("89", chance / 2))))
        table.commit(16, 91).place(1, 1).place(2, 4).look()
        assert [ask.question.reason for ask in table.told(Ask)] == asked
        assert table.told(Object) == []


def test_a_card_is_inserted_between_two_of_a_row() -> None:
    table = after_a_turn().commit(13, 90)
    before = len(table.record)
    table.lay("seat/1", "insert", at=BESIDE).look(500)
    table.take("seat/1", "13").lay("row/1", "13", at=15.0).look(500)
    assert since(table, before) == [played(table, "insert"), place(1, before=14)]
    assert table.rows[0] == [12, 13, 14]


def test_the_card_that_replaces_another_is_placed() -> None:
    table = anniversary().commit(14, 90)
    before = len(table.record)
    table.take("seat/1").lay("seat/1", "replace", at=BESIDE).lay("row/1", "20").look(500)
    assert since(table, before) == [{**played(table, "replace"), "with": 20}, place(1)]
    assert table.told(Object) == []


def test_a_card_is_moved_to_another_row_before_the_seats_own_is_placed() -> None:
    table = after_a_turn().commit(13, 90)
    before = len(table.record)
    table.lay("seat/1", "move", at=BESIDE).take("row/1", "14").lay("row/2", "14", at=1.0).look(500)
    table.take("seat/1", "13").lay("row/1", "13").look(500)
    assert since(table, before) == [played(table, "move", card=14, row=2), place(1)]
    assert table.rows[:2] == [[12, 13], [14, 37]]


def test_a_blocked_row_is_passed_over() -> None:
    table = anniversary().commit(50, 90)
    before = len(table.record)
    table.take("seat/1").lay("row/3", "block").lay("row/2", "50").look(500)
    assert since(table, before) == [played(table, "block", row=3), place(2)]
    assert table.match.state.rows[2].blocked


def test_a_card_that_is_set_aside_cancels_heads() -> None:
    table = anniversary().commit(3, 90)
    before = len(table.record)
    table.lay("seat/1", "negate", at=BESIDE).take("row/2").take("seat/1", "3")
    table.lay("row/2", "3").lay("seat/1", "37", at=BESIDE + 60).look(500)
    assert since(table, before) == [played(table, "negate", card=37), place(2)]
    assert table.match.state.pile == (0, 0)


def test_a_card_set_aside_that_can_not_be_read_is_one_that_it_may_be() -> None:
    table = after_a_turn().commit(3, 90)
    before = len(table.record)
    table.lay("seat/1", "negate", at=BESIDE).take("row/1").take("seat/1", "3")
    table.lay("row/1", "3").lay("seat/1", "14?17", at=BESIDE + 60).look(500)
    assert since(table, before) == [played(table, "negate", card=14), place(1)]


def test_a_special_card_taken_away_while_it_is_asked_what_it_did_counts_all_the_same() -> None:
    table = anniversary().commit(14, 44).place(1, 1).place(2, 3)
    table.look(500)
    table.commit(3, 90)
    before = len(table.record)
    table.lay("seat/1", "negate", at=BESIDE).look(500)
    table.take("row/3").take("seat/1", "3").lay("row/3", "3").look(3_000)
    table.take("seat/1").look(3_000)
    table.place(2, 4).look(3_000)
    (ask,) = table.told(Ask)
    assert ask.question.choices == ("ana negate 43", "ana negate 44")
    assert len(table.record) == before
    table.tell(Answer(ask.question.number, "ana negate 44"))
    table.look(300)
    assert since(table, before) == [
        played(table, "negate", card=44),
        place(3),
        {"move": "place", "seat": "bia", "row": 4},
    ]


def test_where_two_seats_may_have_played_a_special_card_somebody_says_who() -> None:
    table = anniversary().commit(39, 44)
    before = len(table.record)
    table.place(1, 2).place(2, 3).lay("row/4", "block").look(3_000)
    (ask,) = table.told(Ask)
    assert ask.question.reason == "which_way"
    assert set(ask.question.choices) == {"ana block 4", "bia block 4"}
    assert len(table.record) == before
    table.tell(Answer(ask.question.number, "bia block 4"))
    table.look(300)
    assert [line.get("seat") for line in since(table, before)] == ["ana", "bia", "bia"]
    assert table.record[-2] == {"move": "special", "seat": "bia", "special": "block", "row": 4}


def restarted(table: Laid) -> Laid:
    """The same cards on the table, watched by a program that knows no more than what is written."""
    again = Laid.of("take_six", "somebody", "else")
    again.tell(Resume((table.told(Open)[0].header, *table.record)))
    again.cards, again.keys = [*table.cards], table.keys
    return again


def with_five_rows() -> Laid:
    """12 / 37 / 43 / 58 / 14, the last one where a fifth row was opened; it is the turn of a 90."""
    table = anniversary().commit(14, 90)
    table.lay("seat/1", "fifth_row", at=BESIDE).look(500)
    return table.take("seat/1", "14").lay("row/5", "14")


def test_a_match_with_five_rows_goes_on_after_a_restart() -> None:
    table = with_five_rows()
    table.look(500)
    again = restarted(table)
    again.look()
    assert again.told(Object) == []
    again.place(2, 4).look(500)
    assert again.record == [{"move": "place", "seat": "bia", "row": 4}]


def test_after_a_restart_rows_lie_where_they_lay_although_a_hand_covers_most_of_them_at_first() -> None:
    """The second row went when five lay: what is the rules' second row now lies in the third place."""
    table = with_five_rows().place(2, 4)
    table.take("seat/1").look(500)
    table.commit(3, 91)
    table.take("row/2").take("seat/1").look(500)
    assert zones_of(table.match) == ("row/1", "row/3", "row/4", "row/5")
    again = restarted(table)
    hidden = ("row/1", "row/3", "row/5")
    kept = [card for card in again.cards if card.zone in hidden]
    again.take("row/1").take("row/3").take("row/5").look(500, covered=frozenset(hidden))
    again.cards += kept
    again.place(2, 4).look()
    assert (again.record, again.told(Object)) == ([{"move": "place", "seat": "bia", "row": 3}], [])


def test_a_special_card_that_did_its_work_may_lie_there_still_after_a_restart() -> None:
    table = after_a_turn().commit(13, 90)
    table.lay("seat/1", "move", at=BESIDE).take("row/1", "14").lay("row/2", "14", at=1.0).look(500)
    table.take("seat/1", "13").lay("row/1", "13").look(500)
    again = restarted(table)
    again.look(500)
    again.lay("seat/2", "move", at=BESIDE).take("row/2", "37").lay("row/3", "37", at=1.0).look(500)
    again.take("seat/2", "90").lay("row/4", "90").look(500)
    assert again.told(Object) == []
    assert again.record == [
        {"move": "special", "seat": "bia", "special": "move", "card": 37, "row": 3},
        {"move": "place", "seat": "bia", "row": 4},
    ]


def test_a_special_card_that_was_played_before_may_be_played_by_the_same_seat_after_a_restart() -> None:
    """Another one of the same kind: that it lay there already nobody knows."""
    table = after_a_turn().commit(13, 90)
    table.lay("seat/1", "move", at=BESIDE).take("row/1", "14").lay("row/2", "14", at=1.0).look(500)
    table.take("seat/1").lay("row/1", "13").look(500)
    table.place(2, 4).look(500)
    table.commit(15, 91)
    again = restarted(table)
    again.lay("seat/1", "move", at=BESIDE).look(500)
    again.take("row/1", "13").lay("row/2", "13", at=0.5).look(500)
    again.take("seat/1", "15").lay("row/1", "15").look(500)
    assert again.told(Object) == []
    assert [line.get("special", line["move"]) for line in again.record] == ["move", "place"]


def test_a_special_card_that_nobody_can_read_is_asked_about_before_its_seat_has_placed() -> None:
    table = after_a_turn().commit(44, 90)
    before = len(table.record)
    table.lay("seat/1", "negate", at=BESIDE)
    table.cards[-1] = replace(table.cards[-1], name=None, maybe=(("6", 0.07),))
    table.take("seat/1", "44").lay("row/2", "44").look(2_000)
    assert since(table, before) == []
    (ask,) = table.told(Ask)
    assert (ask.question.reason, ask.question.seats) == ("unread", ("ana",))
    assert "negate" in ask.question.choices
    table.tell(Answer(ask.question.number, "fifth_row"))
    table.take("row/2", "44").lay("row/5", "44").look(500)
    assert since(table, before) == [played(table, "fifth_row"), place(5)]
