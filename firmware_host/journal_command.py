"""`drover journal`: what the journal of the table holds, and whether it is as it was written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from time import monotonic

from engine.errors import EngineError
from engine.record import read
from firmware_host.errors import UserError
from firmware_host.journal.dispute import record_of, write_dispute
from firmware_host.journal.entries import At, Entry, Kind
from firmware_host.journal.errors import JournalError
from firmware_host.journal.marks import hold, release
from firmware_host.journal.naming import when
from firmware_host.journal.reader import Reader, Summary
from firmware_host.journal.store import FILE
from firmware_host.journal.telling import tell_end, tell_match
from firmware_host.journal.verify import Verdict, verify
from firmware_host.places import data_folder
from firmware_host.trouble import unwritable, write_file
from firmware_host.words import Said, Words, shown

_TROUBLE = {
    "broken": "journal.broken",
    "full": "journal.full",
    "busy": "journal.busy",
    "unwritable": "journal.unwritable",
}
_BAD = {
    "broken": "journal.bad_file",
    "missing": "journal.bad_missing",
    "changed": "journal.bad_entry",
    "photograph_changed": "journal.bad_photograph",
    "photograph_missing": "journal.bad_photograph_missing",
    "photograph_foreign": "journal.bad_photograph_foreign",
    "head": "journal.bad_head",
}


def folder_of(given: str | None) -> Path:
    """Where the journal is: as given, else with everything else that drover keeps."""
    return data_folder() / "journal" if given is None else Path(given)


def list_matches(folder: Path, words: Words) -> int:
    """A line a match: its number, when, what, who, how it ended."""
    with _reader(folder, words) as reader:
        for summary in reader.matches():
            print(_line(reader, summary, words))
    return 0


def show(folder: Path, match: str, words: Words, secret: bool = False) -> int:
    """A match in sentences, with what was asked, objected to and noted between them."""
    with _reader(folder, words) as reader:
        for entry, text in tell_match(words, reader.entries(_match(reader, match, words)), secret):
            # There is one for every move; who wants to see them takes the dispute's page.
            if entry.kind != Kind.PHOTOGRAPH:
                print(f"{_clock(entry)}  {text}")
    return 0


def export(folder: Path, match: str, out: str, words: Words) -> int:
    """The record of a match, as `drover replay` reads it."""
    with _reader(folder, words) as reader:
        record = record_of(reader, _match(reader, match, words))
    write_file(out, record.encode(), words)
    return 0


def dispute(folder: Path, match: str, out: str, words: Words) -> int:
    """All that there is about a match, in one file; from now on nothing of it is deleted."""
    with _reader(folder, words) as reader:
        number = _match(reader, match, words)
    try:
        hold(folder, number, _now())
        held = True
    except JournalError:
        # Who may only read can still look into it.
        held = False
    with _reader(folder, words) as reader:
        try:
            count = write_dispute(reader, number, words, Path(out))
        except (OSError, ValueError) as error:
            raise unwritable(out, error, words) from None
    print(words.say("journal.dispute_written", file=out, match=number, photographs=count))
    print(words.say("journal.is_held" if held else "journal.not_held", match=number))
    return 0


def release_match(folder: Path, match: str, words: Words) -> int:
    """A dispute is settled: the limits count for the match again."""
    with _reader(folder, words) as reader:
        number = _match(reader, match, words)
    try:
        release(folder, number, _now())
    except JournalError as error:
        raise _told(error, folder, words) from None
    print(words.say("journal.is_released", match=number))
    return 0


def verify_all(folder: Path, head: str | None, words: Words) -> int:
    """Walk the whole chain; 1 where something is not as it was written."""
    try:
        verdict = verify(folder, head and head.strip().lower())
    except FileNotFoundError:
        raise UserError(words.say("journal.none", folder=str(folder))) from None
    except JournalError as error:
        raise _told(error, folder, words) from None
    print(_verdict(verdict, words))
    if verdict.reason:
        return 1
    print(words.say("journal.head", seq=verdict.head.seq, hash=Said(verdict.head.hash)))
    return 0


def _verdict(verdict: Verdict, words: Words) -> str:
    if verdict.reason:
        why = Said(shown(verdict.why, 200))
        return words.say(_BAD[verdict.reason], seq=verdict.seq, entries=verdict.entries, why=why)
    return words.say("journal.sound", entries=verdict.entries, photographs=verdict.photographs)


@contextmanager
def _reader(folder: Path, words: Words) -> Iterator[Reader]:
    try:
        with Reader.open(folder) as reader:
            yield reader
    except FileNotFoundError:
        raise UserError(words.say("journal.none", folder=str(folder))) from None
    except JournalError as error:
        raise _told(error, folder, words) from None


def _told(error: JournalError, folder: Path, words: Words) -> UserError:
    key = _TROUBLE.get(error.reason, "journal.disk")
    return UserError(words.say(key, file=str(folder / FILE), why=Said(shown(error.why, 200))))


def _match(reader: Reader, given: str, words: Words) -> int:
    """The match of that number, or the newest for `last`."""
    known = {str(summary.match): summary.match for summary in reader.matches()}
    if given == "last" and known:
        return [*known.values()][-1]
    if given in known:
        return known[given]
    raise UserError(words.say("journal.no_match", match=given))


def _line(reader: Reader, summary: Summary, words: Words) -> str:
    header, result = summary.header, summary.result
    if summary.how == "over" and not result:
        result = _result(reader, summary.match)
    game, seats = str(header.get("game")), header.get("seats")
    facts = {
        "match": summary.match,
        "when": when(summary.at),
        "game": Said(words.say(f"game.{game}")) if f"game.{game}" in words else game,
        "seats": seats if isinstance(seats, list) else (),
        "end": Said(tell_end(words, summary.how, result)),
    }
    return words.say("journal.line_held" if summary.held else "journal.line", **facts)


def _result(reader: Reader, match: int) -> Mapping[str, object]:
    """Score and winners, worked out from the record where nobody wrote them down."""
    try:
        return read(record_of(reader, match)).as_record()
    except EngineError:
        return {}


def _clock(entry: Entry) -> str:
    return shown(entry.at.wall[11:19])


def _now() -> At:
    return At(datetime.now().astimezone().isoformat(timespec="seconds"), int(monotonic() * 1000))
