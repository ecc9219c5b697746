"""The Qwixx card game as it is laid at the table: displays, draws, and what is entered meanwhile."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.steward.effects import Answered, Ask, Note, Object, Open
from firmware_host.steward.inputs import Answer, Enter, Resume
from tests.firmware_host.laid import Laid


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


def test_what_was_entered_while_a_card_is_asked_about_outlives_the_program() -> None:
    """Whoever entered it was told that it is accepted, and will not enter it again."""
    before = drawing("neutral 7?neutral 9")
    before.look(2_000)
    before.tell(Enter({"move": "call", "number": 7, "marks": {"bia": "red"}}))
    (lines,) = [note.facts["lines"] for note in before.told(Note) if note.kind == "waiting"]
    assert isinstance(lines, tuple)
    table = Laid.of("qwixx_cards", "ana", "bia")
    table.tell(Resume((before.told(Open)[0].header, *before.record), waiting=lines))
    table.cards = before.cards
    table.turned("pile", "neutral 7").look(5_000)
    (ask,) = table.told(Ask)
    table.tell(Answer(ask.question.number, "2"))
    table.look(300)
    assert [line["move"] for line in table.record] == ["draw", "call"]
    assert table.record[-1]["marks"] == {"bia": "red"}


def test_a_call_that_is_entered_twice_is_meant_once() -> None:
    """The answer to the first was lost with the program; nobody has drawn again meanwhile."""
    table = drawing()
    table.look(500)
    for _ in range(2):
        table.tell(Enter({"number": 7, "move": "call", "marks": {}}))
    table.tell(Enter({"move": "play", "seat": "ana", "colour": "red", "cards": [2], "marks": [2]}))
    table.look(20_000)
    assert [line["move"] for line in table.record] == ["setup", "draw", "call", "play"]
    assert table.told(Ask) == []
    assert table.notes == []


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
    assert table.notes == ["waiting", "refused", "waiting"]


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


def two_to_draw() -> Laid:
    """The display shows 4 5 6 7, the pile 8, and ana is to draw two."""
    table = drawing()
    table.look(500)
    table.tell(Enter({"move": "call", "number": 7, "marks": {}}))
    table.tell(Enter({"move": "play", "seat": "ana", "colour": "red", "cards": [11, 12], "marks": []}))
    table.take("display", "neutral 3").lay("display", "neutral 7").take("pile").lay("pile", "neutral 8").look(500)
    table.tell(Enter({"move": "call", "number": 8, "marks": {}}))
    table.tell(Enter({"move": "play", "seat": "bia", "colour": "red", "cards": [2], "marks": []}))
    table.look(300)
    return table


def one_comes_again() -> Laid:
    """She draws 4 and another number, in whose place the same one lies again: under her hand nobody saw it go."""
    table = two_to_draw()
    table.take("display", "neutral 4").lay("display", "neutral 8").take("pile").lay("pile", "neutral 9").look(1_000)
    return table


def test_which_number_was_drawn_and_came_again_is_asked() -> None:
    table = one_comes_again()
    assert table.told(Ask) == []
    table.look(3_000)
    (ask,) = table.told(Ask)
    assert (ask.question.reason, ask.question.choices) == ("came_again", ("4 5", "4 6", "4 7"))
    table.tell(Enter({"move": "call", "number": 9, "marks": {}}))
    table.tell(Answer(ask.question.number, "4 6"))
    table.look(300)
    draw = {"move": "draw", "seat": "ana", "numbers": [4, 6], "display": [5, 6, 7, 8], "top": 9}
    assert table.record[-2:] == [draw, {"move": "call", "number": 9, "marks": {}}]
    assert table.told(Object) == []


def test_who_goes_on_drawing_while_it_is_asked_has_answered_it() -> None:
    table = one_comes_again()
    table.look(3_000)
    table.take("display", "neutral 5").lay("display", "neutral 9").take("pile").lay("pile", "neutral 10").look(500)
    assert table.record[-1] == {
        "move": "draw",
        "seat": "ana",
        "numbers": [4, 5],
        "display": [6, 7, 8, 9],
        "top": 10,
    }
    assert [answered.by for answered in table.told(Answered)] == ["table"]


def test_once_cards_were_laid_to_be_played_the_next_draw_does_not_count_to_the_one_before() -> None:
    table = one_comes_again()
    before = len(table.record)
    table.lay("play", "red 3").look(3_000)
    table.take("display", "neutral 5").lay("display", "neutral 9").take("pile").lay("pile", "neutral 10").look(3_000)
    assert len(table.record) == before
    table.tell(Answer(table.told(Ask)[-1].question.number, "4 7"))
    table.look(300)
    assert table.record[before]["numbers"] == [4, 7]
    assert table.record[before]["display"] == [5, 6, 7, 8]


def test_where_the_former_top_lies_in_the_display_what_was_drawn_for_it_is_known() -> None:
    table = drawing()
    table.look(500)
    table.tell(Enter({"move": "call", "number": 7, "marks": {}}))
    table.tell(Enter({"move": "play", "seat": "ana", "colour": "red", "cards": [12], "marks": []}))
    table.take("display", "neutral 6").lay("display", "neutral 7").take("pile").lay("pile", "neutral 7").look(300)
    table.tell(Enter({"move": "call", "number": 7, "marks": {}}))
    table.tell(Enter({"move": "play", "seat": "bia", "colour": "red", "cards": [2], "marks": []}))
    table.take("pile").lay("pile", "neutral 8").look(5_000)
    assert table.record[-1] == {"move": "draw", "seat": "ana", "numbers": [7], "display": [3, 4, 5, 7], "top": 8}
    assert table.told(Ask) == []


def drawn_without_a_trace() -> Laid:
    """A 3 is drawn, the pile's 3 takes its place, and a 3 lies on the pile again; then something is played."""
    table = Laid.of("qwixx_cards", "ana", "bia")
    table.lay("display", *ALL_SHOWN).lay("pile", "neutral 3").look(3_000)
    table.lay("play", "red 9").look(3_000)
    return table


def test_a_draw_that_left_everything_as_it_was_shows_once_something_is_played() -> None:
    table = drawn_without_a_trace()
    (ask,) = table.told(Ask)
    assert (ask.question.reason, ask.question.choices) == ("came_again", ("3",))
    table.tell(Answer(ask.question.number, "3"))
    table.look(300)
    assert table.record[-1] == {"move": "draw", "seat": "ana", "numbers": [3], "display": [2, 3, 4, 5], "top": 3}


def test_a_draw_that_left_everything_as_it_was_shows_once_a_number_is_called() -> None:
    table = Laid.of("qwixx_cards", "ana", "bia")
    table.lay("display", *ALL_SHOWN).lay("pile", "neutral 3").look(3_000)
    table.tell(Enter({"move": "call", "number": 3, "marks": {"bia": "red"}}))
    table.look(5_000)
    (ask,) = table.told(Ask)
    table.tell(Answer(ask.question.number, "3"))
    table.look(300)
    assert [line["move"] for line in table.record] == ["setup", "draw", "call"]
    assert "refused" not in table.notes


def test_the_next_draw_is_not_taken_for_one_that_left_no_trace() -> None:
    table = drawn_without_a_trace()
    table.take("display", "neutral 2").lay("display", "neutral 3").take("pile").lay("pile", "neutral 8").look(5_000)
    assert [line["move"] for line in table.record] == ["setup"]


def test_what_was_entered_as_played_and_is_laid_only_then_is_no_sign_of_a_draw() -> None:
    table = drawing("3")
    table.look(500)
    table.tell(Enter({"move": "call", "number": 3, "marks": {}}))
    table.tell(Enter({"move": "play", "seat": "ana", "colour": "red", "cards": [12], "marks": []}))
    table.lay("play", "red 12").look(5_000)
    assert table.told(Ask) == []


def test_what_was_drawn_while_nobody_watched_is_asked_about() -> None:
    """It may have been more than one turn."""
    before = Laid.of("qwixx_cards", "ana", "bia")
    before.lay("display", *ALL_SHOWN).lay("pile", "neutral 6").look(500)
    table = Laid.of("qwixx_cards", "ana", "bia")
    table.tell(Resume((before.told(Open)[0].header, *before.record)))
    table.lay("display", "neutral 3", "neutral 4", "neutral 5", "neutral 6").lay("pile", "neutral 9").look(5_000)
    assert table.record == []
    (ask,) = table.told(Ask)
    table.tell(Answer(ask.question.number, "2"))
    table.look(300)
    assert table.record == [{"move": "draw", "seat": "ana", "numbers": [2], "display": [3, 4, 5, 6], "top": 9}]
