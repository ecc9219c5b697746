"""Drafts of Take Six under the steward's eyes: picks that are seen, and those that nobody could read or see."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.steward.effects import Ask, Object
from firmware_host.steward.games import behaviour_of
from firmware_host.steward.inputs import Answer, Enter
from tests.firmware_host.laid import Laid, without_camera


def drafting(*seats: str) -> Laid:
    return Laid.of("take_six", *seats, variant="pro")


def test_picks_made_while_one_is_asked_about_are_kept_in_their_order() -> None:
    table = drafting("ana", "bia")
    table.lay("seat/1", "6?8").look(2_000)
    (ask,) = table.told(Ask)
    for seat, card in ((2, "11"), (1, "12"), (2, "13")):
        table.take("seat/1").take("seat/2").look(300)
        table.lay(f"seat/{seat}", card).look(300)
    assert table.record == []
    table.tell(Answer(ask.question.number, "8"))
    table.look(300)
    assert [(line["seat"], line["card"]) for line in table.record] == [
        ("ana", 8),
        ("bia", 11),
        ("ana", 12),
        ("bia", 13),
    ]


def test_picks_that_no_camera_saw_are_objected_to_and_entered() -> None:
    table = drafting("ana", "bia")
    table.lay("row/1", *map(str, range(1, 13))).lay("row/2", *map(str, range(13, 25))).look(500)
    without_camera(table)
    table.take("row/1", "5", "6", "7").lay("seat/1", "7").look()
    assert table.record == []
    (wrong,) = table.told(Object)
    assert (wrong.objection.rule, wrong.objection.facts) == ("picks_unseen", {"cards": (5, 6)})
    for seat, card in (("ana", 5), ("bia", 6)):
        table.tell(Enter({"move": "draft", "seat": seat, "card": card}))
    table.look(500)
    assert [(line["seat"], line["card"]) for line in table.record] == [("ana", 5), ("bia", 6), ("ana", 7)]


def unread_pick(maybe: tuple[tuple[str, float], ...] = (("6", 0.6), ("8", 0.35))) -> Laid:
    """All have drafted, and nobody could read the first pick."""
    table = drafting("ana", "bia").lay("seat/1", "6?8")
    table.cards[-1] = replace(table.cards[-1], maybe=maybe)
    table.look(300)
    for turn, card in enumerate((card for card in range(1, 21) if card != 8), 1):
        table.take("seat/1").take("seat/2").look(300)
        table.lay(f"seat/{1 + turn % 2}", str(card)).look(300)
    table.take("seat/1").take("seat/2")
    return table


def test_a_pick_that_nobody_could_read_is_the_only_card_that_is_nowhere_else() -> None:
    table = unread_pick()
    table.lay("row/1", "21", "22", "23")
    table.look(300)
    assert table.record == []
    table.lay("row/2", "24").look(300)
    assert len(table.record) == 20
    assert table.record[0] == {"move": "draft", "seat": "ana", "card": 8}


def test_rows_opened_while_a_pick_is_asked_about_are_dealt_once_it_is_known() -> None:
    table = unread_pick()
    table.lay("row/1", "21?24").lay("row/2", "22").lay("row/3", "23").lay("row/4", "24").look(2_000)
    number = table.told(Ask)[-1].question.number
    table.tell(Answer(number, "8"))
    table.look(2_000)
    assert len([line for line in table.record if line["move"] == "draft"]) == 20
    table.tell(Answer(table.told(Ask)[-1].question.number, "21"))
    table.look(500)
    assert table.record[-1] == {"move": "deal", "rows": [21, 22, 23, 24]}


def test_two_picks_that_nobody_can_read_are_asked_about_one_after_the_other() -> None:
    table = drafting("ana", "bia")
    table.lay("seat/1", "6?8").look(2_000)
    table.take("seat/1").look(300)
    table.lay("seat/2", "11?17").look(300)
    for value in ("8", "17"):
        table.tell(Answer(table.told(Ask)[-1].question.number, value))
        table.look(2_000)
    assert [(line["seat"], line["card"]) for line in table.record] == [("ana", 8), ("bia", 17)]


def heap(*, without: tuple[int, ...] = ()) -> list[str]:
    return [str(card) for card in range(1, 25) if card not in without]


def test_a_pick_that_is_surely_read_beside_an_arm_is_one() -> None:
    table = drafting("ana", "bia")
    table.lay("row/1", *heap()).look(500)
    table.take("row/1", "5").lay("seat/1", "5").look(300, covered=frozenset({"seat/1"}))
    assert [(line["seat"], line["card"]) for line in table.record] == [("ana", 5)]


def test_a_pick_that_nobody_saw_is_asked_about_once_the_next_seat_shows_its_own() -> None:
    table = drafting("ana", "bia")
    table.lay("row/1", *heap()).look(500)
    table.take("row/1", "5").look(500)
    table.take("row/1", "6").lay("seat/2", "6").look(2_000)
    (ask,) = table.told(Ask)
    assert (ask.question.seats, ask.question.choices) == (("ana",), ("5",))
    table.take("seat/2").look(300)
    table.take("row/1", "7").lay("seat/1", "7").look(500)
    assert table.record == []
    table.tell(Answer(ask.question.number, "5"))
    table.look(300)
    assert [(line["seat"], line["card"]) for line in table.record] == [("ana", 5), ("bia", 6), ("ana", 7)]


def test_a_pick_that_nobody_saw_may_be_a_card_that_nobody_could_ever_read() -> None:
    table = drafting("ana", "bia")
    table.lay("row/1", *(card for card in heap() if card not in ("1", "2"))).look(500)
    table.take("row/1", "5").look(500)
    table.take("row/1", "6").lay("seat/2", "6").look(2_000)
    (ask,) = table.told(Ask)
    assert sorted(ask.question.choices) == ["1", "2", "5"]


def test_a_pick_is_not_guessed_where_many_cards_could_never_be_read() -> None:
    table = drafting("ana", "bia")
    table.lay("row/1", *heap()[4:]).look(500)
    table.take("row/1", "6").look(500)
    table.take("row/1", "7").lay("seat/2", "7").look(2_000)
    assert table.told(Ask) == []
    assert table.record == []


def test_a_card_shown_out_of_turn_that_goes_into_a_hand_is_not_forgotten() -> None:
    table = drafting("ana", "bia")
    table.lay("row/1", *heap(without=(6,))).look(500)
    table.lay("seat/2", "6").look(500)
    table.take("seat/2").take("row/1", "7").lay("seat/1", "7").look()
    assert table.record == []
    assert [one.objection.facts for one in table.told(Object)] == [{"cards": (6,)}]
    table.lay("row/1", "6").look(500)
    assert [(line["seat"], line["card"]) for line in table.record] == [("ana", 7)]


def test_what_is_shown_to_be_played_is_no_pick_where_players_went_on_without_entering_theirs() -> None:
    table = drafting("ana", "bia")
    table.lay("row/1", *heap(without=(6,))).look(500)
    table.lay("seat/2", "6").look(500)
    table.take("seat/2").look()
    table.take("row/1").lay("row/1", "1").lay("row/2", "2").lay("row/3", "3").lay("row/4", "4").look(500)
    table.lay("seat/1", "#").lay("seat/2", "#").look(500)
    table.take("seat/1").take("seat/2").lay("seat/1", "8").lay("seat/2", "6").look()
    assert table.record == []


def test_what_was_drafted_can_not_lie_on_the_table() -> None:
    table = drafting("ana", "bia")
    table.lay("seat/1", "9").look(300)
    table.take("seat/1").look(300)
    gone = behaviour_of("take_six").gone(table.match)
    assert "9" in gone
    assert "6" not in gone


def test_a_card_that_is_nowhere_is_no_pick_that_can_not_be_it() -> None:
    """One of the cards of the rows is taken for another: the deck lacks a card that nobody picked."""
    table = unread_pick((("8", 0.5),))
    table.lay("row/1", "22", "23", "24").lay("row/2", "8").look(2_000)
    assert table.record == []
