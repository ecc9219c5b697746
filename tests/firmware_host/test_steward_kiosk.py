"""A table that nobody attends: it asks whether anybody is there, gives up, begins again; seats that leave."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_host.steward.effects import Answered, Ask, Close, Note, Open, Photograph
from firmware_host.steward.inputs import Abandon, Again, Leave, Pause
from firmware_host.steward.lobby import Lobby
from hardware.cues import Kind
from hardware.presses import Press
from tests.firmware_host.laid import Laid, opened

IDLE, GIVES_UP = 20_000, 10_000


def kiosk(lobby: Lobby | None = None) -> Laid:
    """A match whose rows are open, at a table that looks after itself."""
    table = opened(12, 37, 43, 58, mode="kiosk")
    settings = replace(table.situation.settings, idle_after=IDLE, gives_up_after=GIVES_UP, lobby=lobby, again=True)
    table.situation = replace(table.situation, settings=settings)
    return table


def ends(table: Laid) -> list[str]:
    return [close.how for close in table.told(Close)]


def test_a_kiosk_at_which_nobody_moves_asks_then_gives_up_and_is_ready_again() -> None:
    table = kiosk()
    table.look(IDLE - 1_000)
    assert table.told(Ask) == []
    table.look(2_000)
    (ask,) = table.told(Ask)
    assert ask.question.reason == "still_there"
    assert table.cue.kind == Kind.ASK
    table.look(GIVES_UP)
    assert ends(table) == ["abandoned"]
    assert table.notes[-1] == "timed_out"
    assert table.told(Answered)[-1].by == "time"
    assert len(table.told(Open)) == 2
    assert table.match.written is None
    assert table.situation.cue.kind.value == "idle"


def test_what_was_left_lying_begins_nothing_and_is_given_up_once() -> None:
    table = kiosk()
    table.look(10 * (IDLE + GIVES_UP))
    assert (len(table.told(Open)), ends(table)) == (2, ["abandoned"])
    for row in range(1, 5):
        table.take(f"row/{row}")
    table.look(500)
    for row in range(1, 5):
        table.lay(f"row/{row}", str(row))
    table.look(500)
    assert table.record[-1] == {"move": "deal", "rows": [1, 2, 3, 4]}


@pytest.mark.parametrize("sign", ["card", "press", "hand"])
def test_whoever_is_there_shows_it_and_play_goes_on(sign: str) -> None:
    table = kiosk()
    table.look(IDLE + 1_000)
    if sign == "card":
        table.lay("seat/1", "#")
    elif sign == "press":
        table.tell(Press("confirm"))
    table.look(GIVES_UP, **({"covered": frozenset({"row/1"})} if sign == "hand" else {}))
    assert ends(table) == []
    assert table.told(Answered)[-1].by == "table"
    assert table.situation.idle is None
    table.look(IDLE)
    assert len(table.told(Ask)) == 2


def test_a_table_at_home_waits_for_ever() -> None:
    table = kiosk()
    table.situation = replace(table.situation, settings=replace(table.situation.settings, mode="play"))
    table.look(10 * IDLE)
    assert (table.told(Ask), ends(table)) == ([], [])


def test_a_paused_kiosk_is_given_up_too() -> None:
    table = kiosk()
    table.tell(Pause())
    table.look(IDLE + GIVES_UP + 1_000)
    assert ends(table) == ["abandoned"]
    assert not table.situation.paused


def test_where_whoever_comes_plays_a_match_that_is_given_up_makes_room() -> None:
    table = kiosk(Lobby("take_six", ("Seat 1", "Seat 2")))
    table.look(IDLE + GIVES_UP + 1_000)
    assert table.situation.match is None
    assert table.cue.kind == Kind.IDLE


def test_begun_again_the_same_seats_play_from_the_start() -> None:
    table = kiosk().commit(14, 15, 44, 61)
    table.tell(Again())
    assert ends(table) == ["abandoned"]
    assert "start_again" in table.notes
    first, second = (one.header for one in table.told(Open))
    assert first == second
    assert table.match.written is None


def test_when_a_seat_leaves_its_match_ends_and_the_others_begin_another() -> None:
    table = kiosk().commit(14, 15, 44, 61)
    table.tell(Leave("bia"))
    (left,) = (note for note in table.told(Note) if note.kind == "left")
    assert left.facts["seat"] == "bia"
    assert ends(table) == ["abandoned"]
    assert table.match.header.seats == ("ana", "caio", "duda")
    assert table.situation.places == (1, 3, 4)


def test_when_too_few_stay_nothing_new_begins() -> None:
    table = opened(12, 37, 43, 58, seats=2)
    table.tell(Leave("bia"))
    assert ends(table) == ["abandoned"]
    assert table.situation.match is None
    assert table.notes[-1] == "start_refused"


def test_somebody_who_does_not_play_can_not_leave() -> None:
    table = kiosk()
    table.tell(Leave("nobody"))
    assert ends(table) == []


def test_an_abandoned_match_is_over_and_what_lies_there_is_no_new_one() -> None:
    table = kiosk(Lobby("take_six", ("Seat 1", "Seat 2"))).lay("seat/1", "14").lay("seat/2", "15")
    table.tell(table.seen())
    table.tell(Abandon())
    table.look()
    assert ends(table) == ["abandoned"]
    assert len(table.told(Open)) == 1


def test_a_move_has_photographs_of_before_and_of_itself_and_each_is_of_its_own_line() -> None:
    table = kiosk().commit(14, 15, 44, 61)
    before = table.pictures
    table.place(1, 1).place(2, 1).look(300)
    shown = [one for one in table.told(Photograph) if one.picture >= before]
    assert [(one.why, one.line) for one in shown] == [("before", 4), ("move", 4), ("before", 5), ("move", 5)]
    assert {one.picture for one in shown if one.why == "before"} == {before}
    assert {one.picture for one in shown if one.why == "move"} == {before + 1}
