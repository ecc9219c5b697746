"""The API's document, words, codes, scores, pages: what is served, and that it is what is said of it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.match import Match
from firmware_host.simulator import People
from firmware_host.web.app import ROUTES
from firmware_host.web.codes import code_svg
from firmware_host.web.extras import sheet
from firmware_host.web.openapi import document, plain
from firmware_host.web.pages import PAGES
from firmware_host.web.routes import Needs
from firmware_host.web.schemas import fits
from firmware_host.web.static_files import FOLDER
from firmware_host.web.wishes import KINDS
from firmware_host.words import LANGUAGES, Words
from tests.web.standing import Standing

NO_API = {*PAGES, "/static/{name:path}"}


def test_every_route_is_in_the_document_and_nothing_else_is(table: Standing) -> None:
    described = table.stranger.get("/api/openapi.json").json
    assert described == json.loads(json.dumps(document(ROUTES)))
    served = {(route.method, route.path) for route in ROUTES}
    assert len(served) == len(ROUTES), "each once"
    in_document = {(method.upper(), path) for path, methods in described["paths"].items() for method in methods}
    assert in_document == {(method, plain(path)) for method, path in served if path not in NO_API}


def test_every_route_says_what_it_is_for_and_what_changes_something_says_what_it_takes() -> None:
    for route in ROUTES:
        assert route.says, route.path
        assert route.method in ("GET", "POST"), route.path
        for parameter in ("{", "}"):
            assert route.says.count(parameter) == 0


def test_what_is_not_said_to_be_open_needs_the_pin() -> None:
    """A new route is closed until somebody thinks about it."""
    open_to_all = {route.path for route in ROUTES if route.needs is Needs.NOTHING and route.path.startswith("/api/")}
    assert open_to_all == {
        *("/api/view", "/api/stream", "/api/words", "/api/inputs", "/api/scores.csv", "/api/openapi.json"),
        *("/api/referee/session", "/api/referee/login", "/api/referee/logout", "/api/referee/pin"),
    }


def test_the_document_says_of_wishes_what_is_checked(table: Standing) -> None:
    described = table.stranger.get("/api/openapi.json").json
    body = described["paths"]["/api/inputs"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert body == {"oneOf": [json.loads(json.dumps(kind.schema)) for kind in KINDS.values()]}
    for name, kind in KINDS.items():
        assert kind.schema["properties"]["kind"]["enum"] == [name]
        assert not fits(kind.schema, {"kind": name, "surprise": 1})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_pages_come_in_every_language(table: Standing, language: str) -> None:
    texts = table.stranger.get(f"/api/words?language={language}").json
    assert texts["game.take_six"] == Words(language).say("game.take_six")
    assert any(key.startswith("screen.") for key in texts)
    assert not any(key.startswith(("refused.", "event.")) for key in texts), "those come as finished sentences"


def test_a_code_says_the_link() -> None:
    text = "http://192.168.1.23:8080/seat/furS7QYGNy5rsLYX0Fnif8S-"
    drawing = code_svg(text)
    size = int(drawing.partition('viewBox="0 0 ')[2].partition(" ")[0])
    picture = np.full((size, size), 255, np.uint8)
    for module in drawing.partition('path d="')[2].split("M")[1:]:
        x, y = module.partition("h")[0].split()
        picture[int(y), int(x)] = 0
    assert (picture[:4] == 255).all(), "a quiet zone of four modules"
    large = cv2.resize(picture, None, fx=6, fy=6, interpolation=cv2.INTER_NEAREST)
    assert cv2.QRCodeDetector().detectAndDecode(large)[0] == text


def test_phones_get_codes_where_the_network_reaches_the_table(tmp_path: Path) -> None:
    with Standing(tmp_path, address="0.0.0.0", names=("table.example",)) as standing:  # noqa: S104
        found = standing.client.get("/api/seats").json
        assert found["network"] == f"http://table.example:{standing.server.port}"
        ana = found["seats"][0]
        assert ana["seat"] == "Ana"
        assert ana["url"] == found["network"] + standing.link("Ana")
        assert standing.client.get(ana["code"]).headers["content-type"] == "image/svg+xml"
        assert standing.client.get("/api/seats/9.svg").status == 404
        assert standing.stranger.get(ana["code"]).status == 401


def test_a_table_that_only_its_own_machine_reaches_has_no_codes(table: Standing) -> None:
    found = table.client.get("/api/seats").json
    assert found["network"] is None
    assert found["seats"][0]["code"] is None
    assert table.client.get("/api/seats/1.svg").status == 404


def test_the_scores_are_a_line_a_round_and_one_for_all() -> None:
    people = People("no_thanks", ("ana", "bia", "caio"), {"rounds": 2}, seed=4)
    while (time := people.next_change()) is not None:
        people.step(time)
    match: Match = people.match
    rows = list(csv.reader(io.StringIO(sheet(match, Words("de")))))
    assert rows[0] == ["Runde", "ana", "bia", "caio"]
    assert [row[0] for row in rows[1:]] == ["1", "2", "Gesamt"]
    totals = [sum(int(row[at]) for row in rows[1:3]) for at in (1, 2, 3)]
    assert [int(number) for number in rows[3][1:]] == totals == list(match.state.score)


def test_without_a_match_there_are_no_scores(table: Standing) -> None:
    table.change(match=None)
    answer: Any = None
    while answer is None or answer.status == 200:
        answer = table.client.get("/api/scores.csv")
    assert (answer.status, answer.reason) == (404, "no_match")


def test_files_are_packed_and_known_again(table: Standing) -> None:
    name = next(path.relative_to(FOLDER).as_posix() for path in sorted(FOLDER.rglob("*.js")))
    plain_file = table.client.get(f"/static/{name}")
    assert plain_file.body == (FOLDER / name).read_bytes()
    assert plain_file.headers["content-type"].startswith("text/javascript")
    packed = table.client.get(f"/static/{name}", **{"Accept-Encoding": "gzip"})
    assert packed.headers.get("content-encoding") == "gzip" or len(plain_file.body) < 500
    again = table.client.get(f"/static/{name}", **{"If-None-Match": plain_file.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


def test_every_page_is_served_to_everybody(table: Standing) -> None:
    for path, name in PAGES.items():
        if (FOLDER / name).exists():
            answer = table.stranger.get(path.replace("{token}", "x"))
            assert answer.status == 200
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
