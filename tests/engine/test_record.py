"""The record's text form: read strictly, written back the same."""

from __future__ import annotations

import pytest

from engine import BadHeader, IllegalMove, Match, record
from engine.game import GAMES
from engine.match import Undo
from engine.no_thanks.moves import Deal as NoThanksDeal
from engine.players import play_out, seat_players
from engine.take_six.moves import Deal, Place, Special

HEADER = '{"record": 1, "game": "take_six", "seats": ["ana", "bia"]}'
ANNIVERSARY = '{"record": 1, "game": "take_six", "seats": ["ana", "bia"], "options": {"variant": "anniversary"}}'


def refusal(line: str, header: str = HEADER) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as refused:
        record.read_line(record.read_header(header), line)
    return refused.value.rule, refused.value.reason


def test_a_header_may_leave_out_its_options() -> None:
    assert record.read_header(HEADER).options == {}
    assert record.read_header(HEADER).seats == ("ana", "bia")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "line_blank"),
        ("   ", "line_blank"),
        ("hello", "not_json"),
        ("[]", "not_an_object"),
        ("\ufeff" + HEADER, "not_json"),
        (HEADER[:-1], "not_json"),
        (HEADER.replace("1,", "2,"), "record_version"),
        (HEADER.replace("1,", "1.0,"), "record_version"),
        (HEADER.replace("1,", "true,"), "record_version"),
        (HEADER.replace("1,", '"1",'), "record_version"),
        (HEADER.replace('"record": 1, ', ""), "missing_key"),
        (HEADER.replace("}", ', "table": 4}'), "unknown_key"),
        (HEADER.replace("}", ', "record": 1}'), "key_twice"),
        (HEADER.replace("}", ', "options": null}'), "options_object"),
        (HEADER.replace("}", ', "options": []}'), "options_object"),
        (HEADER.replace('["ana", "bia"]', '"ana bia"'), "seats_are_names"),
        (HEADER.replace('["ana", "bia"]', '["ana", 7]'), "seats_are_names"),
        (HEADER.replace('["ana", "bia"]', '["ana", "ana"]'), "seat_twice"),
        (HEADER.replace('"take_six"', '"chess"'), "unknown_game"),
        (HEADER.replace('"take_six"', "6"), "unknown_game"),
        (HEADER.replace("}", ', "options": {"limit": {"reach": NaN}}}'), "not_json"),
        (HEADER.replace("}", ', "options": {"limit": {"reach": 66.0}}}'), "option_limit"),
        ("[" * 10_000, "not_json"),
        (HEADER.replace("1,", "9" * 5_000 + ","), "not_json"),
        (HEADER + " " * record.MOST_CHARACTERS, "line_too_long"),
    ],
)
def test_a_header_that_can_not_be_used_says_why(line: str, reason: str) -> None:
    with pytest.raises(BadHeader) as refused:
        record.read_header(line)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "line_blank"),
        ("\r", "line_blank"),
        ("place ana 1", "not_json"),
        ("null", "not_an_object"),
        ('"place"', "not_an_object"),
        ("{}", "missing_key"),
        ('{"move": 7}', "not_a_text"),
        ('{"move": "castle"}', "unknown_move"),
        ('{"move": "pass", "seat": "ana"}', "unknown_move"),
        ('{"move": "place", "seat": "ana"}', "missing_key"),
        ('{"move": "place", "seat": "ana", "row": 1, "colour": "red"}', "unknown_key"),
        ('{"move": "place", "seat": "ana", "row": 1, "row": 2}', "key_twice"),
        ('{"move": "place", "seat": "ana", "row": "1"}', "not_a_number"),
        ('{"move": "place", "seat": "ana", "row": 1.0}', "not_a_number"),
        ('{"move": "place", "seat": "ana", "row": 1e0}', "not_a_number"),
        ('{"move": "place", "seat": "ana", "row": true}', "not_a_number"),
        ('{"move": "place", "seat": "ana", "row": null}', "not_a_number"),
        ('{"move": "place", "seat": "ana", "row": NaN}', "not_json"),
        ('{"move": "place", "seat": "ana", "row": Infinity}', "not_json"),
        ('{"move": "place", "seat": "ana", "row": 1, "before": null}', "not_a_number"),
        ('{"move": "place", "seat": ["ana"], "row": 1}', "not_a_text"),
        ('{"move": "place", "seat": "ana", "row": ' + "9" * 5_000 + "}", "not_json"),
        ('{"move": "place", "seat": "ana", "row": ' + "[" * 10_000 + "]" * 10_000 + "}", "not_json"),
        ('{"move": "deal", "rows": [1, 2, 3]}', "list_length"),
        ('{"move": "deal", "rows": [1, 2, 3, 4, 5]}', "list_length"),
        ('{"move": "deal", "rows": {"1": 2}}', "not_a_list"),
        ('{"move": "deal", "rows": [1, 2, 3, "4"]}', "not_a_number"),
        ('{"move": "deal", "rows": [1, 2, 3, 4], "hands": [[5], [6]]}', "not_by_seat"),
        ('{"move": "reveal", "cards": {"ana": 5, "ana": 6}}', "key_twice"),
        ('{"move": "undo", "moves": "1"}', "not_a_number"),
        ('{"move": "amend", "line": 2}', "missing_key"),
        ('{"move": "amend", "line": 2, "with": []}', "not_an_object"),
        ('{"move": "amend", "line": 2.0, "with": {"move": "undo"}}', "not_a_number"),
    ],
)
def test_a_line_that_is_no_move_is_malformed(line: str, reason: str) -> None:
    assert refusal(line) == ("malformed", reason)


def test_nesting_is_refused_however_a_python_counts_it() -> None:
    """Whether the JSON module gives up or not, the line is no move."""
    deep = '{"move": "place", "seat": "ana", "row": ' + "[" * 500 + "]" * 500 + "}"
    assert refusal(deep) == ("malformed", "not_a_number")


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ('"special": "jump"', "not_one_of"),
        ('"special": 5', "not_one_of"),
        ('"special": "block"', "missing_key"),
        ('"special": "block", "row": 1, "card": 4', "unknown_key"),
        ('"special": "move", "card": 4', "missing_key"),
        ('"special": "replace"', "missing_key"),
        ('"special": "insert", "row": 2', "unknown_key"),
    ],
)
def test_each_special_card_has_keys_of_its_own(keys: str, reason: str) -> None:
    assert refusal(f'{{"move": "special", "seat": "ana", {keys}}}', ANNIVERSARY) == ("malformed", reason)


def test_every_kind_of_line_is_read() -> None:
    header = record.read_header(ANNIVERSARY)
    assert record.read_line(header, '{"seat": "ana", "row": 2, "move": "place"}') == Place("ana", 2)
    line = '{"move": "special", "seat": "ana", "special": "replace", "with": 5}'
    assert record.read_line(header, line) == Special("ana", "replace", with_=5)
    assert record.read_line(header, '{"move": "undo"}') == Undo(1)
    assert record.read_line(header, '{"move": "undo", "moves": 3}\r') == Undo(3)


def test_an_amendment_is_looked_up_before_its_move_is_read() -> None:
    match = record.read(HEADER + '\n{"move": "deal", "rows": [1, 2, 3, 4]}\n')
    no_such_line = record.read_line(match.header, '{"move": "amend", "line": 9, "with": {"move": "castle"}}')
    with pytest.raises(IllegalMove) as refused:
        record.play_line(match, no_such_line)
    assert (refused.value.reason, refused.value.line) == ("amend_line", None)
    no_such_move = record.read_line(match.header, '{"move": "amend", "line": 2, "with": {"move": "castle"}}')
    with pytest.raises(IllegalMove) as refused:
        record.play_line(match, no_such_move)
    assert (refused.value.reason, refused.value.line) == ("unknown_move", 2)
    undo = record.read_line(match.header, '{"move": "amend", "line": 2, "with": {"move": "undo"}}')
    with pytest.raises(IllegalMove, match="malformed") as refused:
        record.play_line(match, undo)
    assert refused.value.line == 2


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("open_hands", [True, False])
def test_a_match_written_and_read_is_the_same_match(game: str, open_hands: bool) -> None:
    match = Match.open(game, ("Zoë", "o'b", "👍"))
    match = play_out(match, seat_players(match, seed=11, open_hands=open_hands))
    written = record.write(match)
    assert record.read(written) == match
    assert record.write(record.read(written)) == written


def test_corrections_are_written_too() -> None:
    match = Match.open("take_six", ("ana", "bia")).play(Deal((1, 2, 3, 4))).undo().play(Deal((5, 6, 7, 8)))
    match = match.amend(4, Deal((5, 6, 7, 9)))
    written = record.write(match)
    assert written.splitlines()[2:] == [
        '{"move": "undo"}',
        '{"move": "deal", "rows": [5, 6, 7, 8]}',
        '{"move": "amend", "line": 4, "with": {"move": "deal", "rows": [5, 6, 7, 9]}}',
    ]
    assert record.read(written) == match


def test_lines_that_were_refused_leave_no_gap_in_what_is_written() -> None:
    match = Match.open("take_six", ("ana", "bia")).play(Deal((1, 2, 3, 4)), line=7)
    match = match.amend(7, Deal((1, 2, 3, 5)), at=9)
    assert '"line": 2' in record.write(match)
    assert record.read(record.write(match)).state == match.state


def test_writing_a_move_of_another_game_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError, match="not a move of take_six"):
        record.write_entry(record.read_header(HEADER), NoThanksDeal())


def test_an_answer_has_the_events_and_the_state() -> None:
    match = record.read(HEADER + '\n{"move": "deal", "rows": [12, 37, 43, 58]}\n')
    answer = record.answer(2, match)
    assert answer["events"] == [{"event": "dealt", "round": 1, "rows": [12, 37, 43, 58]}]
    assert (answer["n"], answer["ok"]) == (2, True)


def test_hands_and_draws_are_in_no_answer() -> None:
    match = Match.open("take_six", ("ana", "bia"), variant="anniversary")
    table = seat_players(match, seed=2, open_hands=True)
    while (move := table.next_move(match)) is not None:
        match = match.play(move)
        told = str(record.answer(match.line, match))
        assert "hands" not in told
        assert "'draw'" not in told
        assert "specials" not in told
