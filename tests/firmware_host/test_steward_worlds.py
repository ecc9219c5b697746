"""A question that nobody answers: the table itself may tell, where only one answer explains what is played on."""

from __future__ import annotations

from firmware_host.steward.effects import Answered, Ask, Object, Write
from firmware_host.steward.inputs import Answer
from tests.firmware_host.laid import Laid

ROWS = ("6?9", "37", "43", "58")


def dealt_unread() -> Laid:
    """Nobody can tell if the first row begins with 6 or 9."""
    table = Laid.of("take_six", "ana", "bia", "caio", "duda")
    for row, card in enumerate(ROWS, 1):
        table.lay(f"row/{row}", card)
    table.look(2_000)
    assert [ask.question.choices for ask in table.told(Ask)] == [("6", "9")]
    return table


def turn(table: Laid, *cards: int, rows: tuple[int, ...]) -> None:
    table.commit(*cards)
    for _, seat, row in sorted(zip(cards, range(1, 5), rows, strict=True)):
        table.place(seat, row).look(1_500)


def test_the_only_answer_that_explains_what_is_played_on_is_true() -> None:
    table = dealt_unread()
    turn(table, 8, 44, 59, 60, rows=(1, 3, 4, 4))
    assert table.record == []
    turn(table, 12, 45, 61, 62, rows=(1, 3, 4, 4))
    table.look(15_000)
    assert table.record[0] == {"move": "deal", "rows": [6, 37, 43, 58]}
    assert len(table.record) == 1 + 2 * 5
    assert table.rows == [[6, 8, 12], [37], [43, 44, 45], [58, 59, 60, 61, 62]]
    assert [one.value for one in table.told(Answered)] == ["6"]
    assert table.told(Object) == []
    turn(table, 13, 46, 38, 47, rows=(1, 3, 2, 3))
    assert table.rows[0] == [6, 8, 12, 13]


def test_where_either_answer_explains_it_the_question_stays() -> None:
    table = dealt_unread()
    turn(table, 12, 44, 59, 60, rows=(1, 3, 4, 4))
    table.look(60_000)
    assert table.told(Write) == []
    assert len(table.told(Ask)) == 1
    assert table.situation.question is not None


def test_what_somebody_says_counts_at_once() -> None:
    table = dealt_unread()
    table.tell(Answer(table.told(Ask)[0].question.number, "9"))
    table.look(300)
    assert table.record == [{"move": "deal", "rows": [9, 37, 43, 58]}]
    assert table.situation.worlds == ()


def test_nothing_is_concluded_while_the_only_one_left_has_explained_little() -> None:
    table = dealt_unread()
    table.commit(8, 44, 59, 60).place(1, 1).look(60_000)
    assert table.record == []


def test_what_was_played_before_somebody_answers_is_written_then() -> None:
    table = dealt_unread()
    turn(table, 12, 44, 59, 60, rows=(1, 3, 4, 4))
    table.tell(Answer(table.told(Ask)[0].question.number, "9"))
    assert [line["move"] for line in table.record] == ["deal", "reveal"] + ["place"] * 4
    assert table.rows[0] == [9, 12]
    assert [(one.value, one.by) for one in table.told(Answered)] == [("9", "person")]
