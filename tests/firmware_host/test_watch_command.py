"""`drover watch`: a filmed match in, its record and every cue out."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware_host import watch_command
from firmware_host.cli import main
from firmware_host.programme import Programme
from firmware_host.simulator import People
from firmware_host.simulator.filming import film
from firmware_host.simulator.rates import Habits, Pace
from firmware_host.simulator.truth import compared, truth
from firmware_host.words import Words
from vision.frame import Frame

SIZE = (1536, 864)
SEATS = "ana,bia"
HASTE = Pace(reach=(200, 300), touch=(100, 200), think=(300, 600), react=(200, 300), breath=(500, 700))
ALONE = Habits(fine=True, follow=False, hasty=0, together=0, button=0, on_screen=0)
PLACED = 4
AFTER = 15


@dataclass(frozen=True)
class Film:
    """A folder of pictures, and whose match they show."""

    folder: Path
    people: People
    pictures: int


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> Film:
    """Two turns of a match for two, at 10 pictures a second."""
    folder = tmp_path_factory.mktemp("filmed")
    people = People("take_six", ("ana", "bia"), {}, seed=3, habits=ALONE, pace=HASTE)
    number, last = 0, 10_000
    for frame in film(people, size=SIZE):
        cv2.imwrite(str(folder / f"{number}.jpg"), frame.picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
        number += 1
        if last == 10_000 and sum(line.get("move") == "place" for line in truth(people)) >= PLACED:
            last = number + AFTER
        if number == last:
            break
    return Film(folder, people, number)


@dataclass(frozen=True)
class Watched:
    code: int
    summary: dict[str, Any]
    record: list[dict[str, Any]]
    cues: list[dict[str, Any]]


def watch(source: Path, out: Path, capsys: pytest.CaptureFixture[str], *more: str) -> Watched:
    record, cues = out / "match.jsonl", out / "cues.jsonl"
    command = ["watch", str(source), "--game", "take_six", "--seats", SEATS, "--json", "--language", "en"]
    code = main([*command, "--record", str(record), "--cues", str(cues), *more])
    summary = json.loads(capsys.readouterr().out)
    return Watched(code, summary, _lines(record), _lines(cues))


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def unlike(record: list[dict[str, Any]], people: People) -> list[str]:
    """What is not as it was played; moves that are missing at the end were not filmed to their end."""
    return [one for one in compared(record, people) if "record has None" not in one]


def test_a_filmed_match_gives_its_record_and_each_cue(
    filmed: Film, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watched = watch(filmed.folder, tmp_path, capsys)
    assert watched.code == 0
    assert unlike(watched.record, filmed.people) == []
    moves = [line["move"] for line in watched.record[1:]]
    assert moves[:7] == ["deal", "reveal", "place", "place", "reveal", "place", "place"]

    assert {"frames", "seconds", "moves", "questions", "objections", "ms_median", "ms_99"} <= watched.summary.keys()
    assert watched.summary["frames"] == filmed.pictures
    assert watched.summary["moves"] == len(watched.record) - 1
    assert (watched.summary["questions"], watched.summary["objections"]) == (0, 0)
    assert 0 < watched.summary["ms_median"] <= watched.summary["ms_99"]

    times = [cue["t"] for cue in watched.cues]
    assert times == sorted(times)
    assert times[-1] <= filmed.pictures / 10
    shown = {(cue["cue"]["seat"], cue["cue"]["card"], cue["cue"]["row"]) for cue in _of(watched, "place")}
    assert shown
    assert shown <= _placed(watched.record)
    assert all(cue["cue"]["takes"] is False for cue in _of(watched, "place"))
    assert _of(watched, "ask") == _of(watched, "wrong") == []

    # The same answer again, but for how long it took.
    again = watch(filmed.folder, tmp_path, capsys)
    assert (again.record, again.cues) == (watched.record, watched.cues)


def _placed(record: list[dict[str, Any]]) -> set[tuple[str, str, int]]:
    """Who placed which card in which row."""
    cards: dict[str, int] = {}
    placed = set()
    for line in record:
        cards = line.get("cards", cards)
        if line.get("move") == "place":
            placed.add((line["seat"], str(cards[line["seat"]]), line["row"]))
    return placed


def _of(watched: Watched, kind: str) -> list[dict[str, Any]]:
    return [cue for cue in watched.cues if cue["cue"]["kind"] == kind]


def test_a_damaged_picture_is_said_and_the_others_are_watched(
    filmed: Film, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "film"
    folder.mkdir()
    for number in range(40):
        shutil.copy(filmed.folder / f"{number}.jpg", folder / f"{number}.jpg")
    (folder / "7.jpg").write_bytes(b"no picture")
    (folder / "39.jpg").write_bytes(b"")
    command = ["watch", str(folder), "--game", "take_six", "--seats", SEATS, "--json", "--language", "en"]
    assert main(command) == 1
    told = capsys.readouterr()
    assert json.loads(told.out)["frames"] == 38
    first, second = told.err.splitlines()
    assert first.startswith(str(folder / "7.jpg"))
    assert second.startswith(str(folder / "39.jpg"))


def test_the_pictures_of_a_video_are_watched_at_their_time(
    filmed: Film, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "film.avi"
    video = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10, SIZE)
    for number in range(40):
        video.write(np.asarray(cv2.imread(str(filmed.folder / f"{number}.jpg"))))
    video.release()
    watched = watch(file, tmp_path, capsys)
    assert watched.code == 0
    assert watched.summary["frames"] == 40
    assert unlike(watched.record, filmed.people) == []
    assert watched.record[1]["move"] == "deal"
    faster = watch(file, tmp_path, capsys, "--fps", "20")
    assert faster.cues[-1]["t"] <= 2.0


def test_without_json_it_is_told_in_sentences(filmed: Film, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(filmed.folder)
    assert main(["watch", folder, "--game", "take_six", "--seats", SEATS, "--language", "en"]) == 0
    out = capsys.readouterr().out
    assert "Waiting for ana and bia." in out
    assert " bia: " in out
    assert "bia bia" not in out


def test_what_was_seen_until_somebody_ends_it_is_kept(
    filmed: Film, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, left = Programme.look, [40]

    def ended(self: Programme, frame: Frame) -> None:
        look(self, frame)
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    monkeypatch.setattr(Programme, "look", ended)
    out = tmp_path / "match.jsonl"
    wish = watch_command.Watching(str(filmed.folder), "take_six", tuple(SEATS.split(",")), record=str(out))
    with pytest.raises(KeyboardInterrupt):
        watch_command.watch(wish, Words("en"))
    assert [json.loads(line).get("move") for line in out.read_text().splitlines()] == [None, "deal"]


def test_record_and_cues_do_not_go_into_one_file(
    filmed: Film, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out.jsonl")
    given = ["watch", str(filmed.folder), "--game", "take_six", "--seats", SEATS, "--record", out, "--cues", out]
    assert main([*given, "--language", "en"]) == 2
    assert out in capsys.readouterr().err
    assert not Path(out).exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--game", "chess", "--seats", SEATS], "chess"),
        (["--game", "take_six", "--seats", "ana"], "2"),
        (["--game", "take_six", "--seats", "ana,ana"], "ana"),
        (["--game", "take_six", "--seats", "ana,,bia"], ""),
        (["--game", "take_six", "--seats", SEATS, "--variant", "chess"], "variant"),
        (["--game", "take_six", "--seats", SEATS, "--deck", "nobody"], "nobody"),
        (["--game", "take_six", "--seats", SEATS, "--mat", "no.json"], "no.json"),
        (["--game", "take_six", "--seats", SEATS, "--record", "/nowhere/match.jsonl"], "/nowhere/match.jsonl"),
        (["--game", "take_six", "--seats", SEATS, "--cues", "/nowhere/cues.jsonl"], "/nowhere/cues.jsonl"),
    ],
)
def test_what_can_not_be_watched_is_said_in_one_line(
    more: list[str], said: str, filmed: Film, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", str(filmed.folder), *more, "--language", "en"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    assert said in line


@pytest.mark.parametrize("content", ["missing", "empty", "no video"])
def test_a_source_without_pictures_is_said_in_one_line(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "source"
    if content == "empty":
        source.mkdir()
    elif content == "no video":
        source.write_text("words", encoding="utf-8")
    assert main(["watch", str(source), "--game", "take_six", "--seats", SEATS, "--language", "en"]) == 2
    told = capsys.readouterr()
    assert str(source) in told.err
    assert len(told.err.splitlines()) == 1
    assert told.out == ""


def test_a_mat_that_is_in_no_picture_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((432, 768, 3), 90, np.uint8))
    command = ["watch", str(folder), "--game", "take_six", "--seats", SEATS, "--json", "--language", "en"]
    assert main(command) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["moves"] == 0
    (line,) = told.err.splitlines()
    assert str(folder) in line
    assert "--mat" in line


@pytest.mark.parametrize("rate", ["0", "-1", "words", "nan"])
def test_a_rate_that_is_none_is_refused(rate: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["watch", str(tmp_path), "--game", "take_six", "--seats", SEATS, f"--fps={rate}"])
    assert ended.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
