"""Cards of Take Six that nobody could read, known by where they and others lie."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_host.steward.effects import Ask, Object
from firmware_host.steward.findings import NO_CARD
from firmware_host.steward.inputs import Answer
from tests.firmware_host.laid import Laid, opened


def example() -> Laid:
    """The rows of the rulebook: 12 / 37 / 43 / 58."""
    return opened(12, 37, 43, 58)


def test_a_card_that_may_be_one_of_two_is_the_one_that_was_not_seen_yet() -> None:
    table = opened(12, 16, 43, 58).commit("9", "14", "15", "61")
    for seat, row in ((1, 1), (2, 1), (3, 1), (4, 4)):
        table.place(seat, row, takes=seat == 1).look(500)
    table.commit("6?9", "20", "91?16", "62").look(1_000)
    assert table.told(Ask) == []
    assert table.record[-1] == {"move": "reveal", "cards": {"ana": 6, "bia": 20, "caio": 91, "duda": 62}}


def placed_unread(card: str, row: int) -> Laid:
    """Ana's card can't be read and lies in that row; all are placed, and the next ones lie face down."""
    table = example().commit(card, 15, 44, 59)
    table.look(2_000)
    assert len(table.told(Ask)) == 1
    for seat, to in ((2, 1), (3, 3), (4, 4)):
        table.place(seat, to).look(300)
    table.take("seat/1").lay(f"row/{row}", card).look(2_000)
    assert [line["move"] for line in table.record] == ["deal"], "somebody may still lay it elsewhere"
    for seat in range(1, 5):
        table.lay(f"seat/{seat}", "#")
    table.look(500)
    return table


@pytest.mark.parametrize(("card", "row", "known"), [("19?61", 1, 19), ("19?61", 4, 61), ("68?89", 4, None)])
def test_an_unread_card_is_known_by_its_row_once_all_play_on(card: str, row: int, known: int | None) -> None:
    table = placed_unread(card, row)
    if known is None:
        assert [line["move"] for line in table.record] == ["deal"]
        return
    assert table.record[1] == {"move": "reveal", "cards": {"ana": known, "bia": 15, "caio": 44, "duda": 59}}
    assert [line["move"] for line in table.record[2:]] == ["place"] * 4
    assert {"move": "place", "seat": "ana", "row": row} in table.record
    assert table.told(Object) == []


def test_a_card_that_was_read_with_its_seat_and_can_hardly_be_read_in_its_row_is_that_card() -> None:
    table = example().commit(14, 15, 44, 61).take("seat/1").lay("row/1", "11")
    table.cards[-1] = replace(table.cards[-1], name=None, maybe=(("11", 0.11), ("14", 0.014)))
    table.look(2_000)
    assert table.told(Ask) == []
    assert table.record[-1] == {"move": "place", "seat": "ana", "row": 1}


def test_a_card_that_is_likely_another_than_the_one_its_seat_turned_up_is_asked_about() -> None:
    table = example().commit(14, 15, 44, 61).take("seat/1").lay("row/1", "11")
    table.cards[-1] = replace(table.cards[-1], name=None, maybe=(("11", 0.9), ("14", 0.014)))
    table.look(2_000)
    assert len(table.told(Ask)) == 1


def test_an_unread_card_that_was_known_by_its_row_stays_it_whatever_is_read_later() -> None:
    table = example().commit(14, 15, 44, 61).take("seat/1").lay("row/1", "14?17")
    table.look(500)
    assert table.record[-1] == {"move": "place", "seat": "ana", "row": 1}
    table.cards[-1] = replace(table.cards[-1], maybe=(("17", 0.9), ("13", 0.09)))
    table.take("seat/2").lay("row/1", "15").look(500)
    assert table.record[-1] == {"move": "place", "seat": "bia", "row": 1}
    table.look(500)
    assert (table.told(Ask), table.told(Object)) == ([], [])


@pytest.mark.parametrize(
    ("gone", "laid", "rule", "card"),
    [
        ((), "18?81", "row_has_unread", ""),
        (("58",), "18?81", "row_lacks", "58"),
        (("58",), "77", "row_has_more", "77"),
    ],
)
def test_of_a_row_that_changed_between_turns_only_what_is_known_is_said(
    gone: tuple[str, ...], laid: str, rule: str, card: str
) -> None:
    table = example()
    table.look(500)
    if gone:
        table.take("row/4", *gone)
    table.lay("row/4", laid).look(3_000)
    (wrong,) = (one.objection for one in table.told(Object))
    assert (wrong.rule, wrong.card, wrong.lies) == (rule, card, "row/4")


def test_a_back_that_was_taken_for_a_face_does_not_stand_for_what_is_turned_up_later() -> None:
    table = opened(12, 37, 43, 58)
    for seat in (1, 2, 3, 4):
        table.lay(f"seat/{seat}", "#")
    table.look(500)
    table.turned("seat/2", "101?61").look(1_000)
    for seat, card in enumerate((14, 15, 44, 61), 1):
        table.take(f"seat/{seat}").lay(f"seat/{seat}", str(card)).look(500)
    assert table.record[-1] == {"move": "reveal", "cards": {"ana": 14, "bia": 15, "caio": 44, "duda": 61}}
    assert table.situation.objection is None


def test_a_card_that_may_be_any_is_asked_about_without_offering_some() -> None:
    table = opened(12, 37, 43, 58).commit("14", "15", "??", "61")
    table.look(2_000)
    (asked,) = table.told(Ask)
    assert asked.question.choices == ()
    assert table.cue.text == ("caio", "Which card is this?")


def test_a_card_that_took_the_place_of_one_that_nobody_could_read_does_not_open_the_row() -> None:
    table = Laid.of("take_six", "ana", "bia", "caio", "duda")
    for row, card in enumerate(("61?19", "69", "71", "33"), 1):
        table.lay(f"row/{row}", card)
    table.look(2_000)
    (ask,) = table.told(Ask)
    table.commit(34, 37, 13, 55).take("row/1").take("seat/3").lay("row/1", "13").look(2_000)
    table.take("seat/1").lay("row/4", "34").look(2_000)
    assert table.record == []
    assert table.situation.question == ask.question
    table.tell(Answer(ask.question.number, "61"))
    table.look(500)
    assert table.record == [
        {"move": "deal", "rows": [61, 69, 71, 33]},
        {"move": "reveal", "cards": {"ana": 34, "bia": 37, "caio": 13, "duda": 55}},
        {"move": "place", "seat": "caio", "row": 1},
        {"move": "place", "seat": "ana", "row": 4},
    ]


def test_before_anybody_turns_up_a_card_an_unread_one_may_be_changed_for_another() -> None:
    table = Laid.of("take_six", "ana", "bia")
    for row, card in enumerate(("61?19", "69", "71", "33"), 1):
        table.lay(f"row/{row}", card)
    table.look(2_000)
    table.take("row/1").lay("row/1", "13").look(500)
    assert table.record == [{"move": "deal", "rows": [13, 69, 71, 33]}]


def test_an_unread_card_of_a_row_that_can_be_read_later_opens_it() -> None:
    table = Laid.of("take_six", "ana", "bia")
    for row, card in enumerate(("61?19", "69", "71", "33"), 1):
        table.lay(f"row/{row}", card)
    table.look(2_000)
    for seat in (1, 2):
        table.lay(f"seat/{seat}", "#")
    table.take("seat/1").lay("seat/1", "34").look(500)
    assert table.record == []
    table.cards[0] = replace(table.cards[0], name="61", maybe=())
    table.look(500)
    assert table.record[0] == {"move": "deal", "rows": [61, 69, 71, 33]}


def test_what_was_taken_for_a_card_in_a_row_is_none_once_somebody_says_so() -> None:
    table = example().commit(14, 15, 44, 61)
    table.take("seat/1").lay("row/1", "14", "??").look(3_000)
    (ask,) = table.told(Ask)
    assert (ask.question.reason, ask.question.choices) == ("unread", (NO_CARD,))
    assert table.cue.text[-1] == "Which card is this?"
    table.tell(Answer(ask.question.number, NO_CARD))
    table.look(300)
    assert table.record[-1] == {"move": "place", "seat": "ana", "row": 1}
    table.place(2, 1).look(300)
    assert table.rows[0] == [12, 14, 15]
    assert len(table.told(Ask)) == 1
    assert table.told(Object) == []
