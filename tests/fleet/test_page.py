"""The chain's page over real HTTP: who is let in, what is shown, disputes from afar, tournaments."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from urllib.parse import quote

import pytest

from firmware_host.fleet.bundles import PIECE
from firmware_host.journal import Kind
from firmware_host.words import LANGUAGES, Words
from tests.firmware_host.journals import READ, jpeg
from tests.fleet.brokers import Mosquitto, wait_for
from tests.fleet.pages import let_in, served
from tests.fleet.tables import PlayedTable
from tests.web.client import Client

STATIC = Path(__file__).parent.parent.parent / "firmware_host" / "fleet" / "static"


@pytest.fixture
def client(broker: Mosquitto, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    with served(broker, tmp_path, address, monkeypatch) as one:
        yield one


@pytest.fixture
def table(broker: Mosquitto, tmp_path: Path) -> Iterator[PlayedTable]:
    one = PlayedTable(tmp_path / "berlin-3", broker.settings())
    yield one
    one.close()


def tile(client: Client, name: str = "berlin-3") -> dict[str, object]:
    """The table as a page that opens now is shown it."""
    stream = client.stream()
    try:
        event = next(stream.events())
        tables = event.data["tables"]
        found: dict[str, object] = tables.get(name, {})
        return found
    finally:
        stream.connection.close()


def test_without_the_pin_nothing_is_told(client: Client) -> None:
    page = client.get("/")
    assert page.status == 200
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for path in ("/api/stream", "/api/results", "/api/bundles", "/api/cups", "/api/timeline/a/b", "/api/bundles/x"):
        assert client.get(path).status == 401, path
    for path in ("/api/do", "/api/bundles", "/api/cups", "/api/cups/round"):
        assert client.post(path, {}).status == 401, path
    assert client.post("/api/referee/login", {"pin": "wrong"}).status == 401
    assert client.post("/api/referee/login", {"pin": 3}).status == 400
    assert client.post("/api/referee/login", {"pin": "x"}, Origin="http://elsewhere.example").status == 403
    assert client.get("/", Host="elsewhere.example").status == 421
    let_in(client)
    assert client.get("/api/results").status == 200
    assert client.post("/api/referee/logout", {}).status == 200
    assert client.get("/api/results").status == 401


def test_guessing_is_slowed_down(client: Client) -> None:
    answers = [client.post("/api/referee/login", {"pin": f"guess{at}"}).status for at in range(7)]
    assert answers == [401] * 5 + [429] * 2


@pytest.mark.parametrize("path", ["/static/../shield.py", "/chain/../page.py", "/chain/%2e%2e/page.py", "/nothing"])
def test_no_path_leads_out(path: str, client: Client) -> None:
    assert client.get(path).status == 404


def test_every_text_that_the_page_asks_for_is_there(client: Client) -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in STATIC.glob("*.js"))
    keys = set(re.findall(r'"((?:fleet|screen|web)\.[a-z_.]+)"', code))
    assert len(keys) > 40
    for language in LANGUAGES:
        texts = client.get(f"/api/words?language={language}").json
        assert keys <= {*texts}, keys - {*texts}
    for why in ("unknown", "secret", "unreadable"):
        assert f"fleet.bundle_{why}" in Words("en")


def test_tables_are_shown_as_they_play(client: Client, table: PlayedTable) -> None:
    let_in(client)
    table.join()
    table.play("take_six of two", most=5)
    wait_for(lambda: tile(client).get("line") == 6)
    shown = tile(client)
    assert shown["occupied"]
    assert shown["game"] == "Take Six"
    table.note(Kind.NOTE, {"kind": "referee_called", "facts": {}})
    wait_for(lambda: tile(client)["needs"])
    assert tile(client)["needs"] == [["help", "Somebody called for help."]]
    assert client.post("/api/do", {"table": "berlin-3", "do": "helped"}).status == 200
    wait_for(lambda: not tile(client)["needs"])
    assert client.post("/api/do", {"table": "berlin-3", "do": "pause"}).status == 200
    wait_for(lambda: table.asked)
    assert client.post("/api/do", {"table": "nowhere", "do": "pause"}).status == 503
    assert client.post("/api/do", {"table": "berlin-3", "do": "explode"}).status == 400
    table.leave()
    wait_for(lambda: tile(client)["needs"])
    assert tile(client)["needs"] == [["offline", "It can't be reached."]]


def test_results_and_time_lines_are_told_in_the_language_asked_for(client: Client, table: PlayedTable) -> None:
    let_in(client)
    table.join()
    table.play("take_six of two")
    table.play("no_thanks")
    wait_for(lambda: [one["open"] for one in client.get("/api/results").json["matches"]] == [False, False])
    for language in LANGUAGES:
        found = client.get(f"/api/results?game=no_thanks&language={language}").json
        (match,) = found["matches"]
        assert match["game"] == Words(language).say("game.no_thanks")
        assert dict(found["sums"]["game"]) == {"no_thanks": 1, "take_six": 1}
        told = client.get(f"/api/timeline/berlin-3/{match['id']}?language={language}").json
        assert all(text for _, _, text in told["lines"])
    assert client.get("/api/results?table=nowhere").json["matches"] == []
    assert client.get("/api/timeline/berlin-3/nothing").status == 404
    assert client.get(f"/api/timeline/{quote('../..', safe='')}/x").status == 404


def big_match(table: PlayedTable) -> None:
    """A match with photographs that make many pieces."""
    table.play("take_six of two", most=6)
    for number in range(6):
        assert table.journal.photograph(table.match, table.written[-1], "move", jpeg(number, 300_000), READ, table.at())
    table._wrote(table.journal.close_match(table.match, "abandoned", table.at()))


def test_a_dispute_comes_in_pieces_and_goes_on_after_a_cut(client: Client, table: PlayedTable) -> None:
    let_in(client)
    table.join()
    big_match(table)
    wait_for(lambda: client.get("/api/results").json["matches"])
    (match,) = client.get("/api/results").json["matches"]
    wait_for(lambda: not client.get("/api/results").json["matches"][0]["open"])
    asked = client.post("/api/bundles", {"table": "berlin-3", "match": match["id"]}).json
    wait_for(lambda: client.get("/api/bundles").json["bundles"][0]["have"] >= 2)
    table.leave()
    have = client.get("/api/bundles").json["bundles"][0]["have"]
    assert client.get(f"/api/bundles/{asked['bundle']}").status in (404, 200)
    table.join()
    wait_for(lambda: client.get("/api/bundles").json["bundles"][0]["done"])
    (bundle,) = client.get("/api/bundles").json["bundles"]
    assert bundle["pieces"] == -(-bundle["size"] // PIECE) > max(4, have - 1)
    # Asked for once more, it is the same one.
    assert client.post("/api/bundles", {"table": "berlin-3", "match": match["id"]}).json == asked
    got = client.get(f"/api/bundles/{asked['bundle']}")
    assert got.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(got.body)) as archive:
        assert archive.testzip() is None
        assert len([name for name in archive.namelist() if name.startswith("photographs/")]) == 6
    assert [one["kind"] for one in _journaled(table)].count("held") == 1


def _journaled(table: PlayedTable) -> list[dict[str, object]]:
    from firmware_host.journal import Reader

    with Reader.open(table.folder / "journal") as reader:
        return [{"kind": entry.kind} for entry in reader.entries(table.match)]


def test_a_match_that_is_on_and_has_secrets_is_not_sent(client: Client, table: PlayedTable) -> None:
    let_in(client)
    table.join()
    table.play("take_six of two", most=5)
    wait_for(lambda: client.get("/api/results").json["matches"])
    (match,) = client.get("/api/results").json["matches"]
    client.post("/api/bundles", {"table": "berlin-3", "match": match["id"]})
    wait_for(lambda: client.get("/api/bundles").json["bundles"][0]["refused"] == "secret")
    assert client.post("/api/bundles", {"table": "berlin-3", "match": "f" * 24}).status == 404


def test_a_tournament_draws_collects_and_counts(client: Client, broker: Mosquitto, tmp_path: Path) -> None:
    let_in(client)
    tables = [PlayedTable(tmp_path / name, broker.settings(), name) for name in ("a", "b")]
    try:
        for one in tables:
            one.join()
            one.play("take_six of two", 9)
        wait_for(lambda: len(client.get("/api/results").json["matches"]) == 2)
        players = ["Ana", "Bia", "Caio", "Davi", "Ana", " "]
        made = client.post("/api/cups", {"name": "Cup", "players": players, "tables": ["a", "b"]}).json["cup"]
        assert client.post("/api/cups", {"name": "Cup", "players": ["x"], "tables": ["a"]}).status == 400
        for number in (1, 2, 3):
            assert client.post("/api/cups/round", {"cup": made, "seed": number}).status == 200
            assert client.post("/api/cups/round", {"cup": made, "seed": number}).status == 409
            shown = client.get(f"/api/cups/{made}").json
            assert sorted(chain(*shown["rounds"][-1]["seats"].values())) == ["Ana", "Bia", "Caio", "Davi"]
            for one in tables:
                one.play("take_six of two", number)
            wait_for(lambda: client.get(f"/api/cups/{made}").json["may_draw"])
        shown = client.get(f"/api/cups/{made}").json
        assert [len(one["rounds"]) for one in shown["standings"]] == [3] * 4
        assert sum(one["points"] for one in shown["standings"]) == 3 * 2 * 100
        # Everybody met everybody.
        met = {frozenset(seats) for one in shown["rounds"] for seats in one["seats"].values()}
        assert len(met) == 6
        assert [one["name"] for one in client.get("/api/cups").json["cups"]] == ["Cup"]
    finally:
        for one in tables:
            one.close()


def test_what_no_browser_sends_is_refused(client: Client) -> None:
    let_in(client)
    assert client.post("/api/cups", b"[" * 50_000).status == 400
    assert client.post("/api/cups", json.dumps({"name": "x" * 70_000}).encode()).status == 413
    assert client.post("/api/cups/round", {"cup": "nothing", "seed": 1}).status == 409
    assert client.get("/api/cups/nothing").status == 404
