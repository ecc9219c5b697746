"""The set-up part of the server, asked over HTTP."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.game import GAMES
from firmware_host.config import parse
from tests.web.client import Client
from tests.web.standing import until
from tests.web.test_referee_served import PIN, Served

DROVER = str(Path(sys.executable).parent / "drover")
PATIENCE_S = 90.0


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    found = Served(tmp_path)
    with found.server:
        found.table.start_and_hold()
        yield found
        found.table.close()


def test_the_configuration_is_read_checked_and_written(served: Served) -> None:
    client, file = served.referee(), served.folder / "table.toml"
    file.write_text("# Mine\n[table]\nseats = 3 # for now\n", encoding="utf-8")
    told = client.get("/api/setup/config").json
    table = next(one for one in told["sections"] if one["name"] == "table")
    assert [one["value"] for one in table["fields"] if one["key"] == "seats"] == ["3"]
    wrong = {"values": {"table": {"seats": "30"}}}
    (problem,) = client.post("/api/setup/config/check", wrong).json["problems"]
    assert (problem["section"], problem["key"]) == ("table", "seats")
    assert client.post("/api/setup/config", wrong).json["saved"] is False
    assert "seats = 3 # for now" in file.read_text(encoding="utf-8")
    right = {"values": {"table": {"seats": "5", "language": "pt"}, "web": {"there": True}}}
    answer = client.post("/api/setup/config", right).json
    assert (answer["saved"], answer["same"]) == (True, False)
    assert file.read_text(encoding="utf-8") == '# Mine\n[table]\nseats = 5 # for now\nlanguage = "pt"\n'
    assert Path(answer["before"]).read_text(encoding="utf-8").endswith("seats = 3 # for now\n")
    assert parse(file.read_text(encoding="utf-8")).table.seats == 5
    assert client.post("/api/setup/config", right).json["same"] is True


@pytest.mark.parametrize("body", [{}, {"values": 3}, {"values": {}, "more": 1}, {"values": []}])
def test_nonsense_is_refused(body: object, served: Served) -> None:
    assert served.referee().post("/api/setup/config", body).status == 400


@pytest.mark.parametrize("values", [{"table": 3}, {"gpio": {"buttons": 7}}, {"table": {"names": [1]}}, {"x": {}}])
def test_values_of_any_shape_never_break_anything(values: object, served: Served) -> None:
    answer = served.referee().post("/api/setup/config/check", {"values": values})
    assert answer.status == 200


def test_a_file_that_cannot_be_written_is_said(served: Served) -> None:
    (served.folder / "table.toml.new").mkdir()
    answer = served.referee().post("/api/setup/config", {"values": {"table": {"seats": "5"}}})
    assert (answer.status, answer.reason) == (507, "not_written")
    assert not (served.folder / "table.toml").exists()


def test_the_live_picture_is_one_and_is_judged(served: Served) -> None:
    client = served.referee()
    answer = client.get("/api/setup/live.jpg")
    assert (answer.status, answer.headers["content-type"], answer.body[:2]) == (200, "image/jpeg", b"\xff\xd8")
    told = client.get("/api/setup/camera?language=de").json
    assert [one["kind"] for one in told["findings"]] == ["fine"]
    assert "gesehen" in told["read"]


def test_the_owner_thread_goes_on_while_many_look_at_the_camera(served: Served) -> None:
    client = served.referee()
    before = served.table.film.number
    for _ in range(30):
        assert client.get("/api/setup/live.jpg").status == 200
    assert served.table.film.number > before


@pytest.mark.parametrize("game", GAMES)
def test_mats_come_for_every_paper_that_is_offered(game: str, served: Served) -> None:
    client = served.referee()
    papers = client.get(f"/api/setup/papers?game={game}&seats=4").json["papers"]
    assert papers
    assert len({one["label"] for one in papers}) == len(papers)
    for paper in papers[:2]:
        answer = client.get(f"/api/setup/mat.pdf?game={game}&seats=4&paper={paper['paper']}")
        assert answer.body.startswith(b"%PDF")
        assert f"mat-{game}-4" in answer.headers["content-disposition"]


@pytest.mark.parametrize(
    ("query", "status"),
    [("game=poker", 400), ("seats=x", 400), ("seats=20", 409), ("seats=100", 400), ("paper=../../etc/passwd", 409)],
)
def test_a_mat_that_cannot_be_is_refused_in_words(query: str, status: int, served: Served) -> None:
    answer = served.referee().get(f"/api/setup/mat.pdf?{query}")
    assert answer.status == status
    assert answer.json["error"]


def test_a_deck_is_learned_from_the_live_camera(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DROVER_DATA", str(tmp_path / "data"))
    client = served.referee()
    assert client.post("/api/setup/decks", {"do": "take"}).status == 409
    assert client.post("/api/setup/decks", {"do": "begin", "name": "../x", "game": "take_six"}).status == 409
    begun = client.post("/api/setup/decks", {"do": "begin", "name": "cafe", "game": "take_six"}).json["learning"]
    assert begun["known"] == []
    learned = client.post("/api/setup/decks", {"do": "take"}).json["learning"]
    assert learned["known"]
    assert not learned["saved"]
    name = learned["known"][0]["card"]
    assert client.get(f"/api/setup/cards/{name}.jpg").body.startswith(b"\xff\xd8")
    assert client.post("/api/setup/decks", {"do": "take", "card": "500"}).status == 409
    assert client.post("/api/setup/decks", {"do": "save"}).json["learning"]["saved"]
    assert [one["name"] for one in client.get("/api/setup/decks").json["decks"]] == ["cafe"]
    assert client.post("/api/setup/decks", {"do": "end"}).json["learning"] is None


def test_what_is_not_there_is_said(served: Served) -> None:
    client = served.referee()
    assert client.get("/api/setup/hands").reason == "no_hands"
    assert client.post("/api/setup/restart", {}).reason == "no_restart"


def test_a_table_begins_anew_with_what_was_saved(tmp_path: Path) -> None:
    """`drover run` itself: set up over its pages, restarted by them, the same process, and then ended cleanly."""
    file = tmp_path / "table.toml"
    file.write_text('[table]\nnames = ["Ana", "Bia", "Caio"]\n[web]\nport = 18391\n', encoding="utf-8")
    environment = {**os.environ, "DROVER_DATA": str(tmp_path / "data"), "LC_ALL": "C"}
    command = [DROVER, "run", "--simulate", "--config", str(file)]
    log = tmp_path / "said"
    with log.open("w") as out, subprocess.Popen(command, env=environment, stdout=out, stderr=out) as running:
        try:
            client = Client(port_of(log, 1))
            assert client.post("/api/referee/pin", {"pin": PIN}).status == 200
            config: Any = client.get("/api/setup/config").json
            assert config["file"] == str(file)
            until(lambda: client.get("/api/setup/camera").json["findings"][0]["kind"] == "fine", PATIENCE_S)
            values = {one["name"]: {key["key"]: key["value"] for key in one["fields"]} for one in config["sections"]}
            values["table"] |= {"language": "pt"}
            assert client.post("/api/setup/config", {"values": values}).json["saved"]
            assert client.post("/api/setup/restart", {}).status == 202
            again = Client(port_of(log, 2))
            assert again.get("/api/view").json["language"] == "pt"
            running.send_signal(signal.SIGTERM)
            assert running.wait(30) == 0
        finally:
            running.kill()
    assert "Traceback" not in log.read_text(encoding="utf-8")


def port_of(log: Path, start: int) -> int:
    """Where the pages are, once they are said to be served for the so manieth time."""
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends:
        said = [line for line in log.read_text(encoding="utf-8").splitlines() if "http://" in line]
        if len(said) >= start:
            return int(said[start - 1].rpartition(":")[2].strip(" ./"))
        time.sleep(0.05)
    raise AssertionError(log.read_text(encoding="utf-8"))
