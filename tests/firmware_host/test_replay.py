"""`drover replay` as its users meet it: the real command, on good records and on anything else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

DROVER = Path(sys.executable).parent / "drover"
HEADER = '{"record": 1, "game": "take_six", "seats": ["ana", "bia", "caio"]}\n'
EXAMPLE = (
    HEADER
    + '{"move": "deal", "rows": [12, 37, 43, 58]}\n'
    + '{"move": "reveal", "cards": {"ana": 14, "bia": 44, "caio": 3}}\n'
    + '{"move": "place", "seat": "caio", "row": 2}\n'
    + '{"move": "place", "seat": "ana", "row": 1}\n'
)
NO_THANKS = (
    '{"record": 1, "game": "no_thanks", "seats": ["ana", "bia", "caio"], "options": {"variant": "hidden_tiger"}}\n'
    '{"move": "deal", "tigers": {"ana": 33, "bia": 34, "caio": 35}}\n'
    '{"move": "turn_up", "card": 20}\n'
    '{"move": "pass", "seat": "ana"}\n'
)


def drover(
    *arguments: str | Path, feed: bytes = b"", data: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    bare = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "LANG")}
    if data is not None:
        environment["DROVER_DATA"] = str(data)
    command = [str(DROVER), *map(str, arguments)]
    return subprocess.run(command, input=feed, capture_output=True, env=bare | environment, timeout=60, check=False)


def replayed(record: str | bytes, *options: str) -> tuple[int, list[dict[str, object]]]:
    """The exit code and the answers of a record given on standard input, none of it on standard error."""
    done = drover("replay", "-", "--json", *options, feed=record.encode() if isinstance(record, str) else record)
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def refused_file(record: bytes) -> str:
    """What a file that is no record gets: nothing but one line on standard error."""
    done = drover("replay", "-", "--json", feed=record)
    assert done.returncode == 2
    assert done.stdout == b""
    message = done.stderr.decode()
    assert message.endswith("\n")
    assert message.count("\n") == 1
    assert "Traceback" not in message
    return message


def test_each_line_is_answered_in_order() -> None:
    code, answers = replayed(EXAMPLE)
    assert code == 0
    assert [answer["n"] for answer in answers] == [1, 2, 3, 4, 5]
    assert all(answer["ok"] for answer in answers)
    assert answers[-1]["state"] == {
        "phase": "place",
        "round": 1,
        "turn": 1,
        "rows": [
            {"cards": [12, 14], "capacity": 5, "blocked": False},
            {"cards": [3], "capacity": 5, "blocked": False},
            {"cards": [43], "capacity": 5, "blocked": False},
            {"cards": [58], "capacity": 5, "blocked": False},
        ],
        "queue": [{"card": 44, "seat": "bia"}],
        "pile": {"ana": 0, "bia": 0, "caio": 1},
        "score": {"ana": 0, "bia": 0, "caio": 0},
        "winners": [],
    }


def test_a_file_is_read_like_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(EXAMPLE, encoding="utf-8")
    assert drover("replay", file, "--json").stdout == drover("replay", "-", "--json", feed=EXAMPLE.encode()).stdout


def test_replay_stops_at_the_first_refusal() -> None:
    code, answers = replayed(EXAMPLE + '{"move": "place", "seat": "bia", "row": 1}\n' + '{"move": "undo"}\n')
    assert code == 1
    assert len(answers) == 6
    error = answers[-1]["error"]
    assert answers[-1] == {"n": 6, "ok": False, "error": error}
    assert isinstance(error, dict)
    assert error["rule"] == "row"
    assert "43 at the end of row 3 is the nearest below it" in error["message"]


def test_with_keep_going_it_goes_on_and_still_fails() -> None:
    code, answers = replayed(EXAMPLE + "rubbish\n\n" + '{"move": "place", "seat": "bia", "row": 3}\n', "--keep-going")
    assert code == 1
    assert [answer["ok"] for answer in answers[4:]] == [True, False, False, True]
    assert [answer["n"] for answer in answers] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_refused_line_has_a_number_that_no_amendment_can_name() -> None:
    record = EXAMPLE + "rubbish\n" + '{"move": "amend", "line": 6, "with": {"move": "undo"}}\n'
    record += '{"move": "amend", "line": 4, "with": {"move": "place", "seat": "caio", "row": 9}}\n'
    record += '{"move": "amend", "line": 4, "with": {"move": "place", "seat": "caio", "row": 4}}\n'
    _, answers = replayed(record, "--keep-going")
    assert [answer.get("error", {}).get("rule") for answer in answers[5:]] == ["malformed", "malformed", "row", None]  # type: ignore[attr-defined]
    assert answers[7]["error"]["line"] == 4  # type: ignore[index]
    assert answers[8]["state"]["rows"][3]["cards"] == [3]  # type: ignore[index]


def test_chips_and_tigers_stay_secret_unless_asked_for() -> None:
    open_answers = replayed(NO_THANKS)[1]
    assert not any("chips" in json.dumps(answer) or "33" in json.dumps(answer) for answer in open_answers)
    secret = replayed(NO_THANKS, "--secret")[1]
    assert secret[-1]["state"]["chips"] == {"ana": 10, "bia": 11, "caio": 11}  # type: ignore[index]


def test_sentences_tell_the_rule_behind_each_placement() -> None:
    done = drover("replay", "-", feed=EXAMPLE.encode())
    assert done.returncode == 0
    assert done.stdout.decode().splitlines() == [
        "Take Six, base game: ana, bia and caio.",
        "Round 1. The rows begin with 12, 37, 43 and 58.",
        "Turn 1: caio 3, ana 14, bia 44.",
        "caio: 3 fits behind no row, and caio chooses row 2: takes 37, 1 head.",
        "ana: 14 goes to row 1. 12 is the nearest below 14; 3 is further away. 43 and 58 are above 14.",
        "Next: bia places 44 in row 3.",
    ]


def test_sentences_come_in_the_language_of_the_user() -> None:
    assert "Reihe 2" in drover("replay", "-", feed=EXAMPLE.encode(), LANG="de_DE.UTF-8").stdout.decode()
    asked = drover("replay", "-", "--language", "pt", feed=EXAMPLE.encode(), LANG="de_DE.UTF-8").stdout.decode()
    assert "fileira 2" in asked


def test_sentences_tell_a_refusal_and_its_line() -> None:
    done = drover("replay", "-", feed=(EXAMPLE + '{"move": "place", "seat": "ana", "row": 1}\n').encode())
    assert done.returncode == 1
    assert "Line 6 is refused (seat): It is not ana's turn but bia's." in done.stdout.decode()


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (b"", "is empty"),
        (b"\n", "The line is empty"),
        (b"\n" + HEADER.encode(), "The line is empty"),
        (b"hello\n", "not a line of JSON"),
        (b"\x00" * 100, "not a line of JSON"),
        (b"\xff\xfe" + HEADER.encode("utf-16-le"), "not UTF-8"),
        (HEADER.encode() + b'{"move": "\xe9"}\n', "line 2 is not UTF-8"),
        (HEADER.encode() * 40_000 + b"\xc3", "line 40001 is not UTF-8"),
        (b"\xef\xbb\xbf" + HEADER.encode(), "not a line of JSON"),
        (b"[" * 10_000, "not a line of JSON"),
        (HEADER.replace("1,", "9" * 5_000 + ",").encode(), "not a line of JSON"),
        (HEADER.replace("1,", "NaN,").encode(), "not a line of JSON"),
        (HEADER.replace("ana", "a\\u0000\\u001b[31m").encode(), "can't be shown"),
        (HEADER.replace("ana", "\\ud800").encode(), "can't be shown"),
        (HEADER.replace("take_six", "a\\nb" * 50).encode(), "There is no game"),
        (b'{"record": 1, "game": "take_six", "seats": ["ana"]}', "2 to 10 seats"),
    ],
)
def test_what_is_no_record_gets_one_line_on_standard_error(record: bytes, told: str) -> None:
    assert told in refused_file(record)


@pytest.mark.parametrize(
    "line",
    [
        b"x" * 100_000_000,
        b'{"move": "deal", "rows": [' + b"1, " * 33_000_000 + b"1]}",
        b"[" * 10_000 + b"]" * 10_000,
        b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
        b'{"move": "place", "seat": "ana", "row": ' + b"9" * 5_000 + b"}",
        b'{"move": "place", "seat": "ana", "row": -' + b"9" * 4_000 + b"}",
        b'{"move": "place", "seat": "ana", "row": 1e999999999}',
        b'{"move": "place", "seat": "\\ud800\\u0000", "row": 1}',
        b'{"move": "deal", "rows": [NaN, 1, 2, 3]}',
        b"\x0b\x0c\x1c",
    ],
    ids=[
        "100 MB",
        "100 MB of numbers",
        "lists",
        "objects",
        "digits",
        "minus",
        "exponent",
        "surrogate",
        "nan",
        "blanks",
    ],
)
def test_a_hostile_line_is_answered_and_the_next_one_still_counts(line: bytes) -> None:
    record = HEADER.encode() + line + b"\n" + b'{"move": "deal", "rows": [1, 2, 3, 4]}'
    code, answers = replayed(record, "--keep-going")
    assert code == 1
    assert [answer["ok"] for answer in answers] == [True, False, True]


def test_a_header_of_100_megabytes_is_refused_in_one_line() -> None:
    assert "more than" in refused_file(HEADER.replace("ana", "a" * 100_000_000).encode())


def test_a_file_without_an_end_is_not_read_to_its_end() -> None:
    done = drover("replay", "/dev/zero")
    assert done.returncode == 2
    assert b"too large" in done.stderr


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "a\nb"])
def test_a_file_that_can_not_be_read_is_named_on_one_line(name: str, tmp_path: Path) -> None:
    done = drover("replay", tmp_path / name)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    assert b"can't be read" in done.stderr


def test_lines_end_with_a_newline_and_with_nothing_else() -> None:
    """What other programs take for the end of a line may stand in a name."""
    record = HEADER.replace("ana", "a\u2028b\u0085c") + '{"move": "undo"}\r\n'
    code, answers = replayed(record.replace("\u0085", ""))
    assert code == 1
    assert [answer["ok"] for answer in answers] == [True, False]
    assert answers[1]["error"]["rule"] == "phase"  # type: ignore[index]


@pytest.mark.parametrize("arguments", [[], ["replay"], ["reply"], ["replay", "-", "--fast"], ["replay", "-", "x"]])
def test_wrong_arguments_get_one_line(arguments: list[str]) -> None:
    done = drover(*arguments)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"--help" in done.stderr


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    record = EXAMPLE + '{"move": "undo"}\n{"move": "place", "seat": "ana", "row": 1}\n' * 5_000
    command = [str(DROVER), "replay", "-", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(record.encode())
        running.stdin.close()
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 0


def test_the_version_is_told() -> None:
    assert drover("--version").stdout.startswith(b"drover ")
