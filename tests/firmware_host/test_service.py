"""The table at work: what is durable before it is shown, and what becomes of troubles."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware_host.journal import At, JournalError, Kind, Reader
from firmware_host.journal.verify import verify
from firmware_host.service import goes_on
from firmware_host.simulator.truth import compared
from firmware_host.steward.inputs import Enter, Start
from firmware_host.steward.lobby import Lobby
from hardware.cues import Cue
from hardware.cues import Kind as Shown
from hardware.keeper import Fault
from hardware.presses import Press
from tests.firmware_host.journals import opened
from tests.firmware_host.served import DAY, Place
from tests.firmware_host.simulated import people_for

PATIENCE = 30.0


class Failing:
    """A method of the journal that fails when it is told to, and what it let through."""

    def __init__(self, place: Place, name: str, fails: Callable[[int, int], bool]) -> None:
        self._place = place
        self._real = getattr(place.journal, name)
        self._fails = fails
        self.failed: list[int] = []
        self.passed: list[int] = []
        setattr(place.journal, name, self)

    def __call__(self, *given: Any) -> int:
        """`fails` is asked with the call's number and time."""
        now = self._place.filmed.time
        if self._fails(len(self.failed) + len(self.passed), now):
            self.failed.append(now)
            raise JournalError("disk", "by hand")
        self.passed.append(now)
        done: int = self._real(*given)
        return done

    @property
    def torn(self) -> bool:
        """Whether it failed in the middle of several that belong together."""
        return bool(set(self.failed) & set(self.passed))


def played(place: Place) -> Place:
    place.play()
    assert compared(place.record(), place.people) == []
    assert [entry.body["how"] for entry in place.entries(Kind.CLOSED)] == ["over"]
    assert verify(place.folder).reason == ""
    return place


def test_a_match_is_kept_with_its_end_and_its_score(tmp_path: Path) -> None:
    place = played(Place(tmp_path))
    (end,) = place.entries(Kind.CLOSED)
    true = place.people.match.as_record()
    assert end.body["result"] == {"score": true["score"], "winners": list(true["winners"])}  # type: ignore[call-overload]


def test_a_match_that_is_over_may_still_be_corrected(tmp_path: Path) -> None:
    """The last line is taken back: that opens the match again, and entering it once more ends it again."""
    place = Place(tmp_path)
    corrections = [Enter({"move": "undo"})]
    last: list[Mapping[str, object]] = []

    def correct(now: int) -> None:
        match = place.service.programme.situation.match
        if corrections and match is not None and match.state.phase == "over":
            last.append(place.record()[-1])
            place.inbox.post(corrections.pop())
            place.inbox.post(Enter(last[0]))

    place.filmed.before = correct
    place.play()
    assert not corrections
    assert place.record()[-2:] == [{"move": "undo"}, last[0]]
    assert [entry.body["how"] for entry in place.entries(Kind.CLOSED)] == ["over", "over"]
    with Reader.open(place.folder) as reader:
        assert [summary.how for summary in reader.matches()] == ["over"]


def test_a_move_is_durable_before_its_light_goes_on(tmp_path: Path) -> None:
    place = Place(tmp_path)
    seen: list[tuple[Cue, list[Mapping[str, object]]]] = []
    real = place.part.show

    def show(cue: Cue, ms: int) -> int | None:
        # Read as by somebody else: only what is durable is there.
        seen.append((cue, place.record()))
        return real(cue, ms)

    place.part.show = show  # type: ignore[method-assign]
    played(place)
    places = [(cue, record) for cue, record in seen if cue.kind is Shown.PLACE]
    assert places
    for cue, record in places:
        reveals = [line["cards"] for line in record if line.get("move") == "reveal"]
        assert reveals, "a card was sent to a row before the reveal was kept"
        cards = reveals[-1]
        assert isinstance(cards, Mapping)
        assert str(cards[cue.seat]) == cue.card


def test_photographs_are_kept_with_what_was_read_on_them(tmp_path: Path) -> None:
    place = played(Place(tmp_path))
    reveal = next(entry for entry in place.entries(Kind.LINE) if entry.body["move"] == "reveal")
    photographs = [entry for entry in place.entries(Kind.PHOTOGRAPH) if entry.body["of"] == reveal.seq]
    assert [one.body["why"] for one in photographs] == ["before", "move"]
    facts = photographs[1].body["facts"]
    assert isinstance(facts, Mapping)
    cards = reveal.body["cards"]
    assert isinstance(cards, Mapping)
    assert {one["card"] for one in facts["read"]} == {str(card) for card in cards.values()}
    assert facts["camera_ms"] == reveal.at.ms
    with Reader.open(tmp_path) as reader:
        jpeg = reader.photograph(photographs[1].seq)
    assert jpeg is not None
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).shape == (8, 8, 3)


def test_no_light_waits_for_a_photograph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The darkroom hangs for as long as the match lasts, and the match is played all the same."""
    stuck = threading.Event()
    monkeypatch.setattr("firmware_host.darkroom.as_jpeg", lambda picture: b"late" if stuck.wait(PATIENCE) else b"never")
    place = Place(tmp_path)
    over: list[int] = []

    def before(now: int) -> None:
        if place.people.over and not stuck.is_set():
            over.append(now)
            stuck.set()

    place.filmed.before = before
    played(place)
    assert over
    assert place.shown(Shown.PLACE)
    kept = place.entries(Kind.PHOTOGRAPH)
    assert all(entry.at.ms >= over[0] for entry in kept)


@pytest.mark.parametrize("first", range(1, 20, 3))
def test_a_line_that_can_not_be_written_is_neither_lost_nor_written_twice(first: int, tmp_path: Path) -> None:
    place = Place(tmp_path, people_for("take_six of two", first))
    writing = Failing(place, "write", lambda call, now: call == first)
    played(place)
    assert len(writing.failed) == 1
    assert place.shown(Shown.FAULT)
    assert place.part.cues[-1].kind is not Shown.FAULT


def test_what_belongs_together_is_whole_in_the_end_where_the_journal_failed_in_its_middle(tmp_path: Path) -> None:
    torn = 0
    for seed in range(1, 7):
        place = Place(tmp_path / str(seed), people_for("take_six", seed))
        before: list[int] = []
        writing = Failing(place, "write", lambda call, now, before=before: _second(before, now))  # type: ignore[misc]
        played(place)
        torn += writing.torn
    assert torn > 0, "nobody laid two cards at once: this says nothing"


def _second(before: list[int], now: int) -> bool:
    """Fails at the first line that is the second of one moment, and then no more."""
    before.append(now)
    return len(before) >= 2 and before[-2] == now and len(set(before)) == len(before) - 1


def test_play_waits_for_a_journal_that_takes_nothing_and_goes_on_after_it(tmp_path: Path) -> None:
    place = Place(tmp_path)

    def fails(call: int, now: int) -> bool:
        return 20_000 <= now < 27_000

    failing = [Failing(place, name, fails) for name in ("write", "note")]
    played(place)
    assert any(one.failed for one in failing)
    assert place.shown(Shown.FAULT)
    notes = [entry.body["kind"] for entry in place.entries(Kind.NOTE)]
    assert notes.count("room_again") == 1


def test_a_match_begins_although_the_journal_is_late(tmp_path: Path) -> None:
    place = Place(tmp_path)
    beginning = Failing(place, "begin", lambda call, now: call < 2)
    played(place)
    assert len(beginning.failed) == 2
    with Reader.open(tmp_path) as reader:
        assert len(reader.matches()) == 1


def test_an_end_that_can_not_be_written_is_written_later(tmp_path: Path) -> None:
    place = Place(tmp_path)
    ending = Failing(place, "close_match", lambda call, now: call == 0)
    played(place)
    assert len(ending.failed) == 1


def test_without_a_camera_the_fault_is_shown_until_it_is_back(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.filmed.lost = (15_000, 18_000)
    played(place)
    assert place.shown(Shown.FAULT)
    assert place.filmed.blinks == 1
    faults = [(entry.body["part"], entry.body["reason"]) for entry in place.entries(Kind.FAULT)]
    assert faults == [("camera", "camera_gone"), ("camera", None)]


def test_a_camera_that_comes_back_while_the_journal_takes_nothing_is_noticed(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.filmed.lost = (15_000, 18_000)
    Failing(place, "note", lambda call, now: 14_000 <= now < 20_000)
    played(place)
    assert place.service.programme.situation.troubles == ()
    faults = [(entry.body["part"], entry.body["reason"]) for entry in place.entries(Kind.FAULT)]
    assert faults == [("camera", "camera_gone"), ("camera", None)]


def test_presses_and_faults_of_other_threads_are_all_taken_in_their_order(tmp_path: Path) -> None:
    place = Place(tmp_path)

    def press() -> None:
        for at in range(50):
            place.inbox.press(Press("referee", at=at))

    def fault() -> None:
        for at in range(25):
            place.inbox.fault(Fault("display", f"gone {at}"))
            place.inbox.fault(Fault("display", None))

    def before(now: int) -> None:
        if now == 5_000:
            threads = [threading.Thread(target=work) for work in (press, press, fault)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(PATIENCE)

    place.filmed.before = before
    played(place)
    called = [entry for entry in place.entries(Kind.NOTE) if entry.body["kind"] == "referee_called"]
    assert len(called) == 100
    told = [entry.body["reason"] for entry in place.entries(Kind.FAULT) if entry.body["part"] == "display"]
    assert told == [reason for at in range(25) for reason in (f"gone {at}", None)]


def test_a_part_that_comes_for_the_first_time_was_not_gone(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.inbox.fault(Fault("display", None))
    assert played(place).entries(Kind.FAULT) == []


@pytest.mark.parametrize("stopped_at", [1_000, 9_000, 21_000, 34_000])
def test_a_match_goes_on_where_the_table_was_stopped(stopped_at: int, tmp_path: Path) -> None:
    first = Place(tmp_path)

    def before(now: int) -> None:
        if now >= stopped_at:
            first.service.stop()

    first.filmed.before = before
    first.play()
    so_far = first.record()
    assert first.part.closed_by, "the lights were not let go"
    first.filmed.before = lambda now: None
    second = played(Place(tmp_path, first.people, first.filmed))
    assert second.record()[: len(so_far)] == so_far
    with Reader.open(tmp_path) as reader:
        assert len(reader.matches()) == 1
    assert [entry.body["kind"] for entry in second.entries(Kind.NOTE)].count("resumed") == 1


@pytest.mark.parametrize("then", ["no_thanks", "pro", "take_six of two"])
def test_a_match_for_which_the_table_is_set_up_no_more_is_kept_and_another_begins(then: str, tmp_path: Path) -> None:
    first = Place(tmp_path, people_for("take_six", 5))
    first.filmed.before = lambda now: first.service.stop() if now >= 9_000 else None
    first.play()
    second = Place(tmp_path, people_for(then, 5))
    second.filmed.before = lambda now: second.service.stop() if now >= 3_000 else None
    second.play()
    with Reader.open(tmp_path) as reader:
        before, after = reader.matches()
    assert before.how == "abandoned"
    assert after.header["game"] == second.people.start.game
    assert after.header["seats"] == list(second.people.start.seats)
    assert second.entries(Kind.FAULT) == []


def test_a_match_of_fewer_than_there_are_places_goes_on() -> None:
    """Such as the one that those begin who stay when somebody goes home."""
    assert goes_on({"game": "take_six", "seats": ["ana", "bia"]}, Start("take_six", ("ana", "bia", "caio")))
    assert goes_on({"game": "take_six", "seats": ["ana", "bia"]}, Lobby("take_six", ("Seat 1", "Seat 2", "Seat 3")))
    assert not goes_on({"game": "take_six", "seats": ["ana", "bia", "caio"]}, Start("take_six", ("ana", "bia")))
    assert not goes_on({"game": "no_thanks", "seats": ["ana", "bia"]}, Start("take_six", ("ana", "bia")))


def test_a_match_whose_end_was_cut_off_is_closed_and_the_next_one_begins(tmp_path: Path) -> None:
    first = Place(tmp_path)
    Failing(first, "close_match", lambda call, now: True)
    first.play()
    assert first.entries(Kind.CLOSED) == []
    second = played(Place(tmp_path, people_for("take_six of two", 8)))
    with Reader.open(tmp_path) as reader:
        matches = reader.matches()
    assert [match.how for match in matches] == ["over", "over"]
    assert second.record()[0] == matches[1].header


def test_it_stops_soon_although_no_picture_comes(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.filmed.lost = (0, 10**9)
    place.hands.start()
    running = threading.Thread(target=place.service.run, args=(Start("take_six", ("ana", "bia")),))
    running.start()
    place.service.stop()
    running.join(PATIENCE)
    assert not running.is_alive()
    place.hands.close()
    place.journal.close(At(DAY, 0))
    journal = opened(tmp_path)
    journal.close(At(DAY, 1))
