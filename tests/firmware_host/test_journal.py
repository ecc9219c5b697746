"""The journal as the program uses it: what was written is there again, in order, whatever came between."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.journal import At, Journal, Kind, Reader
from firmware_host.journal.kept import kept
from firmware_host.journal.verify import verify
from firmware_host.steward.effects import Ask, Note, Object, Objection, PutRight, Question
from firmware_host.steward.inputs import Trouble
from tests.firmware_host.journals import HEADER, IN_MEMORY, LINES, NOW, ROOMY, evening, opened, play


def kinds(folder: Path) -> list[str]:
    with Reader.open(folder) as reader:
        rows = reader._connection.execute("SELECT kind FROM entries ORDER BY seq")
        return [kind for (kind,) in rows]


def test_a_match_that_was_cut_off_is_there_again_line_by_line(tmp_path: Path) -> None:
    match = play(opened(tmp_path))
    unfinished = opened(tmp_path).unfinished()
    assert unfinished is not None
    assert unfinished.match == match
    assert unfinished.lines == (HEADER, *LINES)
    assert list(unfinished.lines[2]) == list(LINES[1]), "keys keep their order, as they are read aloud in it"


def asked(journal: Journal) -> int:
    unfinished = journal.unfinished()
    assert unfinished is not None
    return unfinished.asked


def test_what_is_asked_after_a_restart_has_other_numbers_than_what_was_asked_before(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    match = play(journal)
    assert asked(journal) == 0
    journal.note(match, *kept(Ask(Question(3, "chips", ("ana",), ("0", "3"), {}, ()))), NOW)
    journal.note(match, *kept(Object(Objection(4, "row_lacks", "ana", "14", "row/1", "row/1", {}))), NOW)
    assert asked(opened(tmp_path)) == 4


def test_what_was_entered_before_its_turn_is_there_again_until_it_is_in_the_record(tmp_path: Path) -> None:
    early: tuple[Mapping[str, object], ...] = (LINES[2], LINES[3])
    journal = opened(tmp_path)
    match = play(journal, LINES[:2])
    journal.note(match, *kept(Note("waiting", {"count": 2, "lines": early})), NOW)
    assert waiting(opened(tmp_path)) == early
    journal = opened(tmp_path)
    journal.write(match, LINES[2], NOW)
    assert waiting(opened(tmp_path)) == early[1:], "it was cut off before the next note"
    journal = opened(tmp_path)
    journal.note(match, *kept(Note("waiting", {"count": 0, "lines": ()})), NOW)
    assert waiting(opened(tmp_path)) == ()


def waiting(journal: Journal) -> tuple[Mapping[str, object], ...]:
    unfinished = journal.unfinished()
    assert unfinished is not None
    return unfinished.waiting


@pytest.mark.parametrize("how", ["over", "abandoned"])
def test_a_match_that_is_closed_is_not_gone_on_with(how: str, tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal.close_match(play(journal), how, NOW)
    assert journal.unfinished() is None


def test_only_the_newest_match_is_gone_on_with(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    play(journal)
    journal.close_match(play(journal), "over", NOW)
    assert journal.unfinished() is None, "the cards of the one before lie on the table no more"


def test_a_new_journal_has_nothing_to_go_on_with(tmp_path: Path) -> None:
    journal = opened(tmp_path / "not" / "there" / "yet")
    assert journal.unfinished() is None
    assert journal.set_aside is None


def test_a_start_after_a_cut_is_told_from_one_after_a_stop(tmp_path: Path) -> None:
    opened(tmp_path).close(NOW)
    opened(tmp_path)
    opened(tmp_path).close(NOW)
    assert kinds(tmp_path) == ["started", "stopped", "started", "restarted", "stopped"]


def test_matches_are_known_by_the_number_of_their_header(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    first, second = play(journal), play(journal)
    assert second == first + len(LINES) + 1
    with Reader.open(tmp_path) as reader:
        assert [summary.match for summary in reader.matches()] == [first, second]
        assert [entry.seq for entry in reader.entries(first)] == list(range(first, second))


def test_what_befell_the_table_meanwhile_belongs_to_a_match(tmp_path: Path) -> None:
    match = evening(tmp_path)
    with Reader.open(tmp_path) as reader:
        assert Kind.FAULT in [entry.kind for entry in reader.entries(match)]
        assert reader.entries(99) == []


def test_facts_of_any_kind_can_be_written(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    odd = {"nan": float("nan"), "set": {2, 1}, "path": Path("x"), "half": "\ud800", 3: None, "big": 10**30}
    journal.note(None, Kind.NOTE, odd, NOW)  # type: ignore[arg-type]
    journal.close(NOW)
    assert verify(tmp_path).reason == ""


def test_what_the_steward_wants_noted_is_kept_in_its_words(tmp_path: Path) -> None:
    question = Question(1, "unread", ("ana",), ("68", "89"), {"zone": "seat/1"}, (7,))
    noted = (
        Ask(question),
        Object(Objection(2, "row_has_more", "ana", "14", "row/2", "row/1")),
        PutRight(2),
        Note("paused"),
        Trouble("camera", "unplugged"),
    )
    journal = opened(tmp_path)
    match = journal.begin(HEADER, NOW)
    for one in noted:
        journal.note(match, *kept(one), NOW)
    with Reader.open(tmp_path) as reader:
        bodies = [entry.body for entry in reader.entries(match)][1:]
    assert bodies[0] == {
        "number": 1,
        "reason": "unread",
        "seats": ["ana"],
        "choices": ["68", "89"],
        "facts": {"zone": "seat/1"},
        "about": [7],
    }
    assert bodies[2:] == [
        {"objection": 2},
        {"kind": "paused", "facts": {}},
        {"part": "camera", "reason": "unplugged"},
    ]


def test_it_is_read_while_it_is_written(tmp_path: Path) -> None:
    """Readers have connections of their own, see whole entries alone, and never stop the writer."""
    journal = opened(tmp_path)
    match = journal.begin(HEADER, NOW)
    done = threading.Event()
    seen: list[int] = []
    wrong: list[object] = []

    def read() -> None:
        while not done.is_set():
            with Reader.open(tmp_path) as reader:
                lines = reader.lines(match)
                seen.append(len(lines))
                if lines != [HEADER, *({"move": "pass", "n": n} for n in range(len(lines) - 1))]:
                    wrong.append(lines)
            verdict = verify(tmp_path)
            if verdict.reason:
                wrong.append(verdict)

    reading = threading.Thread(target=read)
    reading.start()
    for n in range(200):
        journal.write(match, {"move": "pass", "n": n}, NOW)
    done.set()
    reading.join()
    assert not wrong
    assert seen == sorted(seen)
    assert len(seen) > 2


def test_another_program_may_mark_a_match_meanwhile(tmp_path: Path) -> None:
    from firmware_host.journal.marks import hold, release

    journal = opened(tmp_path)
    match = play(journal)
    hold(tmp_path, match, NOW)
    hold(tmp_path, match, NOW)
    journal.write(match, LINES[0], NOW)
    release(tmp_path, match, NOW)
    journal.close(NOW)
    assert kinds(tmp_path)[-4:] == ["held", "line", "released", "stopped"]
    assert verify(tmp_path).reason == ""


ENTRIES = st.one_of(
    st.tuples(st.just("write"), st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=3)),
    st.tuples(st.just("note"), st.sampled_from([Kind.NOTE, Kind.FAULT, Kind.QUESTION])),
    st.tuples(st.sampled_from(["begin", "photograph", "close", "stop", "cut", "prune", "hold"]), st.none()),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(ENTRIES, max_size=25))
def test_whatever_is_written_in_whatever_order_opening_again_gives_the_same_lines(
    steps: list[tuple[str, object]],
) -> None:
    with TemporaryDirectory(dir=IN_MEMORY) as folder:
        journal = opened(Path(folder))
        match = journal.begin(HEADER, NOW)
        wanted: list[object] | None = [HEADER]
        for step, what in steps:
            match, wanted = _step(journal, step, what, match, wanted)
            if step in ("stop", "cut"):
                journal.close(NOW) if step == "stop" else journal._connection.close()
                journal = opened(Path(folder))
        unfinished = opened(Path(folder)).unfinished()
        assert (unfinished and list(unfinished.lines)) == wanted
        assert verify(folder).reason == ""


def _step(
    journal: Journal, step: str, what: object, match: int, wanted: list[object] | None
) -> tuple[int, list[object] | None]:
    if step == "begin":
        return journal.begin(HEADER, NOW), [HEADER]
    if step == "write" and wanted is not None:
        assert isinstance(what, dict)
        journal.write(match, what, NOW)
        return match, [*wanted, what]
    if step == "note":
        journal.note(match, Kind(str(what)), {"why": "so"}, At("", -1))
    elif step == "photograph":
        assert journal.photograph(match, match, "move", b"\xff\xd8jpeg", {}, NOW)
    elif step == "prune":
        journal.prune(NOW)
    elif step == "hold":
        journal.hold(match, NOW)
    elif step == "close" and wanted is not None:
        journal.close_match(match, "over", NOW)
        return match, None
    return match, wanted


def test_starting_is_quick_also_after_years(tmp_path: Path) -> None:
    """A hundred thousand entries of old matches, then one that was cut off: its lines are there at once."""
    from time import perf_counter

    journal = opened(tmp_path)
    with journal._chain.transaction():
        for _ in range(250):
            match = journal._chain.append(None, Kind.HEADER, HEADER, NOW)
            for _ in range(400):
                journal._chain.append(match, Kind.LINE, LINES[2], NOW)
            journal._chain.append(match, Kind.CLOSED, {"how": "over"}, NOW)
    play(journal)
    journal._connection.close()
    begun = perf_counter()
    unfinished = opened(tmp_path, ROOMY).unfinished()
    assert unfinished is not None
    assert unfinished.lines == (HEADER, *LINES)
    assert perf_counter() - begun < 1
