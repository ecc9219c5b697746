"""The referee's part of the server, asked over HTTP: who may, what is entered, what is exported."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from firmware_host.config import Config, TableConfig
from firmware_host.journal.reader import Reader
from firmware_host.simulator import People
from firmware_host.web import referee, setup
from firmware_host.web.connections import Limits
from firmware_host.web.routes import Needs
from firmware_host.web.server import WebServer, listening
from tests.web.client import ELSEWHERE, Client
from tests.web.held_table import HeldTable
from tests.web.standing import Standing, until

NAMES = ("Ana", "Bia", "Caio")
PIN = "271828"


class Served:
    """A table whose people are held once the first card of turn 2 is to be placed, and its server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        people = People("take_six", NAMES, {"limit": {"rounds": 1}}, seed=5)
        self.table = HeldTable(
            people,
            folder / "journal",
            hold_when=lambda situation: (
                situation.match is not None
                and situation.match.state.phase == "place"
                and situation.match.state.turn == 2
            ),
        )
        config = Config(TableConfig("take_six", "base", 3, NAMES))
        joined = self.table.joined(folder / "web", config, folder / "table.toml")
        self.server = WebServer(joined, listening("127.0.0.1", 0), Limits())

    def referee(self) -> Client:
        client = Client(self.server.port)
        assert client.post("/api/referee/pin", {"pin": PIN}).status == 200
        return client

    def match(self, client: Client) -> Any:
        number = client.get("/api/referee/matches").json["matches"][0]["match"]
        return client.get(f"/api/referee/matches/{number}").json


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    found = Served(tmp_path)
    with found.server:
        found.table.start_and_hold()
        yield found
        found.table.close()


@pytest.mark.parametrize("route", [*referee.ROUTES, *setup.ROUTES], ids=lambda route: f"{route.method} {route.path}")
def test_without_the_pin_nothing_is_shown_or_done(route: Any, table: Standing) -> None:
    assert route.needs is Needs.PIN
    path = re.sub(r"\{[^}]*\}", "1", route.path)
    for client in (table.client, table.stranger):
        answer = client.get(path) if route.method == "GET" else client.post(path, {})
        assert (answer.status, answer.reason) == (401, "pin_needed")
    seat = table.client.get("/api/view").json.get("links", {})
    assert seat, "the attached screen sees the links"
    token = seat["Ana"].rpartition("/")[2]
    assert table.stranger.get(f"{path}?seat={token}").status in (401, 405)


def last_placeable(match: Any) -> tuple[int, dict[str, int]]:
    """The line of the newest reveal."""
    entry = [one for one in match["entries"] if one["text"].startswith("Turn 2:")][-1]
    return entry["line"], {name: int(card) for name, card in re.findall(r"(\w+) (\d+)", entry["text"]) if name in NAMES}


def test_a_correction_is_looked_at_entered_and_kept(served: Served) -> None:
    client = served.referee()
    match = served.match(client)
    line, cards = last_placeable(match)
    highest = max(cards, key=lambda name: cards[name])
    wish = {"match": match["match"], "amend": {"line": line, "changes": [[["cards", highest], cards[highest] + 1]]}}
    told = client.post("/api/referee/preview", wish).json
    assert told["ok"], told
    assert served.match(client)["lines"] == match["lines"]
    assert client.post("/api/referee/apply", {**wish, "lines": told["lines"]}).status == 202
    until(lambda: served.match(client)["lines"] > match["lines"])
    entries = served.match(client)["entries"]
    assert [one["fate"] for one in entries if one["line"] == line] == ["amended"]
    amend = next(one for one in entries if one["look"] == "correction")
    assert str(cards[highest] + 1) in amend["text"]


def test_only_what_was_looked_at_is_entered(served: Served) -> None:
    client = served.referee()
    match = served.match(client)
    wish = {"match": match["match"], "undo": 1, "lines": match["lines"] - 1}
    answer = client.post("/api/referee/apply", wish)
    assert (answer.status, answer.reason) == (409, "changed")
    bad = {"match": match["match"], "undo": 999, "lines": match["lines"]}
    answer = client.post("/api/referee/apply", bad)
    assert (answer.status, answer.reason) == (409, "refused")
    assert served.match(client)["lines"] == match["lines"]


def test_after_moves_were_taken_back_the_table_is_to_be_put_right(served: Served) -> None:
    client = served.referee()
    match = served.match(client)
    reveal, _ = last_placeable(match)
    wish = {"match": match["match"], "back_to": reveal - 1}
    told = client.post("/api/referee/preview", wish).json
    assert told["moves"]
    assert client.post("/api/referee/apply", {**wish, "lines": told["lines"]}).status == 202
    until(lambda: bool(client.get("/api/referee/repair").json["repairing"]))
    # Cards that should lie with their seats again are not told where: those are the seats' own.
    named = {one["card"] for one in client.get("/api/referee/repair").json["steps"]}
    assert named == {one["card"] for one in told["moves"]}


def test_a_match_that_is_closed_is_not_corrected(served: Served) -> None:
    client = served.referee()
    number = served.match(client)["match"]
    assert client.wish("abandon").status == 202
    until(lambda: not served.match(client)["open"])
    wish = {"match": number, "undo": 1, "lines": served.match(client)["lines"]}
    answer = client.post("/api/referee/apply", wish)
    assert (answer.status, answer.reason) == (409, "closed")
    assert client.post("/api/referee/preview", wish).json["ok"]
    assert served.table.thread.is_alive()


def test_photographs_are_pictures_and_only_for_the_referee(served: Served) -> None:
    client = served.referee()
    seq = next(one["photographs"][0] for one in served.match(client)["entries"] if one["photographs"])
    answer = client.get(f"/api/referee/photographs/{seq}.jpg")
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.body.startswith(b"\xff\xd8")
    assert Client(served.server.port, **ELSEWHERE).get(f"/api/referee/photographs/{seq}.jpg").status == 401
    assert client.get("/api/referee/photographs/999999.jpg").status == 404
    assert client.get("/api/referee/photographs/..%2f..%2fjournal.db").status == 404


def test_a_moment_draws_the_table_as_it_was(served: Served) -> None:
    client = served.referee()
    match = served.match(client)
    deal = next(one for one in match["entries"] if one["line"] == 2)
    told = client.get(f"/api/referee/matches/{match['match']}/at/{deal['seq']}").json
    assert [len(row["cards"]) for row in told["table"]["board"]["rows"]] == [1, 1, 1, 1]
    assert client.get(f"/api/referee/matches/{match['match']}/at/999999").status == 404
    assert client.get("/api/referee/matches/999").status == 404


def test_a_dispute_is_whole_and_kept_from_then_on(served: Served) -> None:
    client = served.referee()
    number = served.match(client)["match"]
    answer = client.get(f"/api/referee/matches/{number}/dispute.zip?language=de")
    assert answer.headers["content-disposition"] == f'attachment; filename="dispute-{number}.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        sums = archive.read("SHA256SUMS").decode().splitlines()
        assert len(sums) == len(archive.namelist()) - 1
        for line in sums:
            digest, _, name = line.partition("  ")
            assert sha256(archive.read(name)).hexdigest() == digest
        assert '<html lang="de">' in archive.read("index.html").decode()
    with Reader.open(served.folder / "journal") as reader:
        assert [one.held for one in reader.matches()] == [True]


def test_a_table_without_a_journal_says_so(table: Standing) -> None:
    answer = table.referee().get("/api/referee/matches?language=fr")
    assert (answer.status, answer.reason) == (404, "no_journal")
    assert "journal" in answer.json["error"]
