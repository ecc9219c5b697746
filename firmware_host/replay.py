"""`drover replay`: a record read line by line, each answered in JSON or told in sentences."""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.errors import BadHeader, IllegalMove
from engine.match import Match
from engine.record import answer, play_line, read_header, read_line
from firmware_host.errors import UserError
from firmware_host.telling import tell_event, tell_next, tell_opening, tell_refusal
from firmware_host.trouble import unreadable
from firmware_host.words import Said, Words

MOST_BYTES = 256 * 1024 * 1024
CHUNK = 1024 * 1024


def replay(file: str, words: Words, as_json: bool = False, keep_going: bool = False, secret: bool = False) -> int:
    """Print an answer for each line of a record; 1 where a line was refused, else 0."""
    data = _read(file, words)
    lines = _lines(data)
    try:
        match = Match.of(read_header(_text(next(lines))))
    except BadHeader as error:
        raise UserError(words.say("file.no_header", file=file, why=Said(tell_refusal(words, error)))) from None
    answers = JsonAnswers(words, secret) if as_json else Sentences(words, secret)
    answers.opened(match)
    refused = False
    for number, line in enumerate(lines, 2):
        try:
            match = play_line(match, read_line(match.header, _text(line)), number)
        except IllegalMove as error:
            refused = True
            answers.refused(number, error)
            if not keep_going:
                break
        else:
            answers.accepted(number, match)
    answers.ended(match)
    return int(refused)


class JsonAnswers:
    """One object a line, as the record's format fixes it."""

    def __init__(self, words: Words, secret: bool) -> None:
        self._words = words
        self._secret = secret

    def opened(self, match: Match) -> None:
        self.accepted(1, match)

    def accepted(self, number: int, match: Match) -> None:
        self._print(answer(number, match, self._secret))

    def refused(self, number: int, error: IllegalMove) -> None:
        told: dict[str, object] = {"rule": error.rule, "message": tell_refusal(self._words, error)}
        if error.line is not None:
            told["line"] = error.line
        self._print({"n": number, "ok": False, "error": told})

    def ended(self, match: Match) -> None:
        """Nothing more to say."""

    def _print(self, answer: dict[str, object]) -> None:
        sys.stdout.write(json.dumps(answer) + "\n")


class Sentences:
    """The match told for people, with the rule behind each placement."""

    def __init__(self, words: Words, secret: bool) -> None:
        self._words = words
        self._secret = secret

    def opened(self, match: Match) -> None:
        print(tell_opening(self._words, match.header))

    def accepted(self, number: int, match: Match) -> None:
        for event in match.events:
            print(tell_event(self._words, match.header.game, event))

    def refused(self, number: int, error: IllegalMove) -> None:
        why = Said(tell_refusal(self._words, error))
        key = "match.refused" if error.line is None else "match.refused_by"
        print(self._words.say(key, line=number, other=error.line, rule=error.rule, why=why))

    def ended(self, match: Match) -> None:
        following = tell_next(self._words, match, self._secret)
        if following:
            print(following)


def _read(file: str, words: Words) -> bytes:
    """The bytes of a record, all of them UTF-8."""
    try:
        if file == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(file).open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise unreadable(file, error, words) from None
    if not data:
        raise UserError(words.say("file.empty", file=file))
    if len(data) > MOST_BYTES:
        raise UserError(words.say("file.too_large", file=file, most=MOST_BYTES))
    wrong = _first_wrong_byte(data)
    if wrong is not None:
        raise UserError(words.say("file.not_utf8", file=file, line=data.count(b"\n", 0, wrong) + 1))
    return data


def _first_wrong_byte(data: bytes) -> int | None:
    """Where the bytes stop being UTF-8, looked for in pieces so that a large file costs no second copy."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    for start in range(0, len(data), CHUNK):
        begun = len(decoder.getstate()[0])
        try:
            decoder.decode(data[start : start + CHUNK], final=start + CHUNK >= len(data))
        except UnicodeDecodeError as error:
            return start - begun + error.start
    return None


def _lines(data: bytes) -> Iterator[bytes]:
    """The lines; a final newline begins none."""
    start = 0
    while start < len(data) or start == 0:
        end = data.find(b"\n", start)
        if end < 0:
            end = len(data)
        yield data[start:end]
        start = end + 1


def _text(line: bytes) -> str:
    return line.decode("utf-8")
