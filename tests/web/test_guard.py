"""Strangers in the café's network: what they try, and what becomes of it."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from engine.match import Match
from firmware_host.steward.effects import Question
from firmware_host.steward.findings import Doubt
from firmware_host.steward.inputs import Answer, Choose, Enter, Pause, Rename
from firmware_host.web.app import ROUTES
from firmware_host.web.guard import Hosts
from firmware_host.web.links import names_kept
from firmware_host.web.pins import FREE_TRIES, Pin
from firmware_host.web.routes import Needs
from tests.web.client import ELSEWHERE, Client, read_answer
from tests.web.standing import SEATS, Standing, in_play, until


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "a@127.0.0.1", "", "192.0.2.5", "[::2]:80"])
def test_a_name_that_is_not_the_tables_is_refused(table: Standing, host: str) -> None:
    """Somebody's name that was given this address (DNS rebinding) opens nothing."""
    for path in ("/", "/api/view", "/api/stream", "/static/table.js", "/nothing"):
        answer = table.client.get(path, Host=host)
        assert answer.status in (400, 421), path
        assert b"Ana" not in answer.body


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "LOCALHOST:9999", f"{socket.gethostname()}:1"])
def test_the_tables_own_names_are_known(table: Standing, host: str) -> None:
    assert table.client.get("/api/view", Host=host).status == 200


def test_further_names_are_known_where_they_are_configured(tmp_path: Path) -> None:
    with Standing(tmp_path, names=("Table.Example",)) as standing:
        assert standing.client.get("/api/view", Host="table.example:80").status == 200
        assert standing.client.get("/api/view", Host="table.example.org").status == 421


@pytest.mark.parametrize(
    ("host", "server", "known"),
    [
        ("192.0.2.5:8080", "192.0.2.5", True),
        ("192.0.2.5", "::ffff:192.0.2.5", True),
        ("[2001:db8::1]", "2001:db8:0::1", True),
        ("192.0.2.6", "192.0.2.5", False),
        ("localhost", "192.0.2.5", False),
        ("localhost", "::ffff:127.0.0.1", True),
    ],
)
def test_an_address_is_the_tables_where_it_is_the_one_that_was_reached(host: str, server: str, known: bool) -> None:
    scope = {"type": "http", "headers": [(b"host", host.encode())], "server": (server, 8080)}
    assert Hosts().knows(HTTPConnection(scope)) is known


def test_two_hosts_are_none(table: Standing) -> None:
    with table.client.connected() as connection:
        connection.sendall(b"GET /api/view HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\nConnection: close\r\n\r\n")
        assert read_answer(connection).status in (400, 421)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1", "http://localhost:1"])
def test_another_site_posts_nothing(table: Standing, origin: str) -> None:
    answer = table.client.post("/api/inputs", {"kind": "press", "button": "undo", "long": True}, Origin=origin)
    assert (answer.status, answer.reason) == (403, "other_site")
    assert not table.posted


def test_another_site_reads_nothing_and_holds_no_streams_open(table: Standing) -> None:
    assert table.client.get("/api/view", Origin="http://evil.example").status == 403
    away = {"Sec-Fetch-Site": "cross-site"}
    assert table.client.get("/api/stream", **away, **{"Sec-Fetch-Mode": "no-cors"}).status == 403
    assert table.client.get("/api/scores.csv", **away, **{"Sec-Fetch-Mode": "navigate"}).status == 200
    assert "access-control-allow-origin" not in table.client.get("/api/view").headers


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_form_is_no_wish(table: Standing, kind: str) -> None:
    body = json.dumps({"kind": "press", "button": "confirm"}).encode()
    assert table.client.post("/api/inputs", body, **{"Content-Type": kind}).status == 415
    assert not table.posted


def test_every_answer_tells_the_browser_to_keep_to_itself(table: Standing) -> None:
    for path in ("/", "/api/view", "/nothing", "/static/nothing", "/api/referee/matches"):
        headers = table.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "server" not in headers
    assert table.client.get("/api/view", Host="evil").headers["content-security-policy"]


@pytest.mark.parametrize(
    "name",
    [
        *("../app.py", "..%2fapp.py", "%2e%2e/app.py", "..%5capp.py", "/etc/passwd", "%2fetc%2fpasswd"),
        *("lib/../../app.py", "....//app.py", "%00", "table.html%00.js", ".", "..", "lib", "", "a" * 5000),
    ],
)
def test_no_path_leads_out_of_the_pages(table: Standing, name: str) -> None:
    answer = table.client.get(f"/static/{name}")
    assert answer.status in (400, 404)
    assert b"import" not in answer.body
    assert b"root:" not in answer.body


def test_a_body_is_not_larger_than_64_kilobytes(table: Standing) -> None:
    answer = table.client.post("/api/inputs", b'{"kind": "' + b"x" * 65_600 + b'"}')
    assert (answer.status, answer.reason) == (413, "too_large")
    lying = table.client.post("/api/inputs", b"x" * 70_000, **{"Content-Length": "10"})
    assert lying.status == 400
    assert not table.posted


def test_a_body_in_pieces_is_counted_too(table: Standing) -> None:
    head = {"Origin": table.client.origin, "Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    with table.client.connected() as connection:
        connection.sendall(table.client.head("POST", "/api/inputs", head))
        try:
            for _ in range(40):
                connection.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")
        except ConnectionError:
            pass
        assert b" 413 " in connection.recv(100)


def test_a_body_that_does_not_come_is_not_waited_for(table: Standing) -> None:
    head = {"Origin": table.client.origin, "Content-Type": "application/json", "Content-Length": "50"}
    with table.client.connected() as connection:
        connection.sendall(table.client.head("POST", "/api/inputs", head) + b'{"kind"')
        assert read_answer(connection).status == 408


def test_a_body_that_comes_byte_by_byte_is_not_waited_for(table: Standing) -> None:
    head = {"Origin": table.client.origin, "Content-Type": "application/json", "Content-Length": "50000"}
    with table.client.connected() as connection:
        connection.settimeout(0.05)
        connection.sendall(table.client.head("POST", "/api/inputs", head))
        answer = b""

        def refused() -> bool:
            nonlocal answer
            try:
                connection.sendall(b" ")
                answer += connection.recv(1000)
            except TimeoutError:
                return False
            except ConnectionError:
                return True
            return b" 408 " in answer

        until(refused)
    assert b" 408 " in answer


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"null", b'"x"', b"{", b"[" * 60_000, b'{"kind": 1}', b'{"kind": "nothing"}']
)
def test_what_is_no_wish_is_refused(table: Standing, body: bytes) -> None:
    assert table.client.post("/api/inputs", body).status == 400
    assert not table.posted


def test_whatever_needs_the_pin_is_closed_to_strangers_and_to_the_tables_own_screen(table: Standing) -> None:
    closed = [route for route in ROUTES if route.needs is Needs.PIN]
    assert {route.path.split("/")[2] for route in closed} >= {"referee"}
    for route in closed:
        path = route.path.replace("{match:int}", "1").replace("{seq:int}", "1").replace("{name}", "x")
        for client in (table.stranger, table.client):
            answer = client.get(path) if route.method == "GET" else client.post(path, {})
            assert answer.status == 401, route.path


def test_links_and_crops_are_for_the_tables_own_screen_and_the_referee(tmp_path: Path) -> None:
    asked = Question(3, "unread", (), ("68", "89"), {"zone": "row/1"}, (7,))
    doubt = Doubt("unread", (), ("68", "89"), 7)
    with Standing(tmp_path, crop=lambda number: b"jpeg" if number == 3 else None) as standing:
        standing.change(question=asked, doubt=doubt)
        for client in (standing.client, standing.referee()):
            view = client.get("/api/view").json
            assert set(view["links"]) == set(SEATS)
            assert client.get(view["question"]["crop"]).body == b"jpeg"
            assert client.get("/api/crops/4").status == 404
        view = standing.stranger.get("/api/view").json
        assert "links" not in view
        assert view["question"].get("crop") is None
        assert standing.stranger.get("/api/crops/3").status == 401
        assert standing.stranger.get("/api/seats").status == 401
        # A phone sees neither, not even where it is lent to the table's own screen.
        phone = standing.client.get("/api/view?seat=" + standing.link("Ana").rpartition("/")[2]).json
        assert "links" not in phone
        assert phone["question"].get("crop") is None


def test_a_pin_is_kept_as_a_hash_that_only_its_owner_can_read(tmp_path: Path) -> None:
    Pin(tmp_path).set("314159")
    kept = (tmp_path / "pin.json").read_text()
    assert "314159" not in kept
    assert (tmp_path / "pin.json").stat().st_mode & 0o777 == 0o600
    assert Pin(tmp_path).fits("314159")
    assert not any(Pin(tmp_path).fits(pin) for pin in ("", "31415", "3141590", "٣١٤١٥٩"))
    (tmp_path / "pin.json").write_text("broken")
    assert Pin(tmp_path).is_set
    assert not Pin(tmp_path).fits("314159")


def test_the_first_pin_is_set_at_the_table_and_never_from_the_network(table: Standing) -> None:
    assert table.stranger.post("/api/referee/pin", {"pin": "1234"}).reason == "no_pin"
    assert table.stranger.post("/api/referee/login", {"pin": "1234"}).reason == "no_pin"
    assert table.client.post("/api/referee/pin", {"pin": "12"}).reason == "not_a_pin"
    assert table.client.get("/api/referee/session").json["may_set"]
    assert not table.stranger.get("/api/referee/session").json["may_set"]
    assert table.client.post("/api/referee/pin", {"pin": "1234"}).status == 200
    assert table.client.post("/api/referee/pin", {"pin": "9999"}).reason == "wrong_pin"
    assert table.stranger.post("/api/referee/pin", {"pin": "9999", "old": "1234"}).status == 200
    assert table.stranger.post("/api/referee/login", {"pin": "9999"}).status == 200


def test_a_session_is_a_cookie_that_no_script_and_no_other_site_gets(table: Standing) -> None:
    referee = table.referee()
    cookie = referee.post("/api/referee/login", {"pin": "271828"}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert referee.get("/api/referee/session").json["referee"]
    assert referee.wish("pause", on=True).status == 202
    assert table.posted == [Pause(True)]
    stolen = Client(table.server.port, **ELSEWHERE)
    stolen.cookie = referee.cookie
    assert referee.post("/api/referee/logout", {}).status == 200
    assert stolen.wish("pause", on=True).status == 401


def test_a_session_ends_when_it_is_not_used_and_when_the_pin_is_another(table: Standing) -> None:
    referee = table.referee()
    table.clock.time += 7 * 3_600_000
    assert referee.get("/api/referee/session").json["referee"]
    table.clock.time += 7 * 3_600_000
    assert referee.get("/api/referee/session").json["referee"]
    table.clock.time += 8 * 3_600_000
    assert not referee.get("/api/referee/session").json["referee"]
    referee = table.referee()
    Pin(table.folder).set("5555")
    assert not referee.get("/api/referee/session").json["referee"]


def test_a_guessed_pin_waits_longer_and_longer_and_does_not_lock_out_the_tables_screen(table: Standing) -> None:
    table.referee()
    guess = {"pin": "0000"}
    for _ in range(FREE_TRIES):
        assert table.stranger.post("/api/referee/login", guess).reason == "wrong_pin"
    waits = []
    for _ in range(4):
        answer = table.stranger.post("/api/referee/login", {"pin": "271828"})
        assert (answer.status, answer.reason) == (429, "wait")
        waits.append(int(answer.headers["retry-after"]))
        table.clock.time += waits[-1] * 1000
        assert table.stranger.post("/api/referee/login", guess).reason == "wrong_pin"
    assert waits == [30, 60, 120, 240]
    assert table.client.post("/api/referee/login", {"pin": "271828"}).status == 200
    table.clock.time += 3_600_000
    assert table.stranger.post("/api/referee/login", {"pin": "271828"}).status == 200
    assert table.stranger.get("/api/referee/session").json["wait_ms"] == 0


def test_many_guesses_at_once_are_as_many_tries(table: Standing) -> None:
    table.referee()
    client = table.stranger
    body = b'{"pin": "0000"}'
    head = {"Origin": client.origin, "Content-Type": "application/json", "Content-Length": str(len(body))}
    connections = [client.connected() for _ in range(20)]
    for connection in connections:
        connection.sendall(client.head("POST", "/api/referee/login", head) + body)
    statuses = [read_answer(connection).status for connection in connections]
    for connection in connections:
        connection.close()
    assert statuses.count(401) == FREE_TRIES
    assert statuses.count(429) == len(connections) - FREE_TRIES


def test_a_seats_link_speaks_for_that_seat_alone(table: Standing) -> None:
    ana, bia = table.link("Ana"), table.link("Bia")
    phone = table.stranger
    assert phone.wish("choose", ana, seat="Ana", row=2).status == 202
    assert phone.wish("choose", ana, seat="Bia", row=2).reason == "not_yours"
    assert phone.wish("choose", bia, seat="Bia", row=2).reason == "not_now"
    assert phone.wish("choose", "", seat="Ana", row=2).reason == "pin_needed"
    line = {"move": "place", "seat": "Ana", "row": 2}
    assert phone.wish("enter", bia, line=line).reason == "not_yours"
    assert phone.wish("enter", ana, line={"move": "undo"}).reason == "pin_needed"
    for kind, more in (("pause", {"on": True}), ("abandon", {}), ("press", {"button": "undo", "long": True})):
        assert phone.wish(kind, ana, **more).reason == "pin_needed"
    assert phone.wish("enter", ana, line=line).status == 202
    assert table.posted == [Choose("Ana", 2), Enter(line)]


def test_a_question_is_answered_by_those_whom_it_asks(table: Standing) -> None:
    asked = Question(3, "unread", ("Ana",), ("68", "89"), {"zone": "seat/1"}, (7,))
    table.change(question=asked, doubt=Doubt("unread", ("Ana",), ("68", "89"), 7))
    phone = table.stranger
    assert phone.wish("answer", table.link("Bia"), question=3, value="68").reason == "not_yours"
    assert phone.wish("answer", table.link("Ana"), question=2, value="68").reason == "settled"
    assert phone.wish("answer", table.link("Ana"), question=3, value="105").reason == "no_choice"
    assert phone.wish("answer", question=3, value="68").reason == "pin_needed"
    assert phone.wish("answer", table.link("Ana"), question=3, value="68").status == 202
    assert table.client.wish("answer", question=3, value="89").status == 202
    assert phone.wish("answer", table.link("Ana"), question=3, value="70").status == 202
    assert table.posted == [Answer(3, "68"), Answer(3, "89"), Answer(3, "70")]


def test_a_guessed_link_opens_nothing(table: Standing) -> None:
    token = table.link("Ana").rpartition("/")[2]
    assert len(token) >= 20
    for guess in (token[:-1], token + "A", token.swapcase(), "1", "Ana", "%00", "%C3%A9"):
        assert table.stranger.get(f"/api/view?seat={guess}").reason == "old_link"
        assert table.stranger.get(f"/api/stream?seat={guess}").reason == "old_link"


def test_links_are_renewed_when_other_people_sit_down_and_last_over_a_restart(tmp_path: Path) -> None:
    with Standing(tmp_path) as standing:
        before = standing.link("Ana")
        standing.change(match=in_play())
        until(lambda: standing.board.number >= 2)
        assert standing.link("Ana") == before
    with Standing(tmp_path) as standing:
        assert standing.link("Ana") == before
        with standing.stranger.stream(f"/api/stream?seat={before.rpartition('/')[2]}") as stream:
            assert stream.next().kind == "view"
            standing.change(match=None)
            event = stream.next()
            while event.kind == "change":
                event = stream.next()
            assert (event.kind, event.data["reason"]) == ("gone", "old_link")
        standing.change(match=in_play())
        until(lambda: "links" in standing.client.get("/api/view").json)
        assert standing.link("Ana") != before
        assert standing.stranger.wish("choose", before, seat="Ana", row=1).reason == "old_link"
    assert (tmp_path / "seats.json").stat().st_mode & 0o777 == 0o600


def test_a_script_in_a_name_stays_a_name(tmp_path: Path) -> None:
    name = "<script>alert(1)</script>"
    seats = (name, "=HYPERLINK(1)", "\"'`{{x}}")
    with Standing(tmp_path) as standing:
        standing.change(match=in_play(seats))
        until(lambda: standing.board.situation is standing.situation)
        view = standing.client.get("/api/view")
        assert view.headers["content-type"] == "application/json"
        assert [seat["name"] for seat in view.json["match"]["seats"]] == list(seats)
        sheet = standing.client.get("/api/scores.csv")
        assert sheet.headers["content-type"].startswith("text/csv")
        assert ",'=HYPERLINK(1)," in sheet.body.decode()
        refused = standing.client.post("/api/inputs", {"kind": name})
        assert refused.headers["content-type"] == "application/json"
        assert b"<script>" not in refused.body


def test_a_name_that_cannot_be_shown_is_refused(table: Standing) -> None:
    table.change(match=Match.open("take_six", SEATS))
    until(lambda: table.board.situation is table.situation)
    phone, link = table.stranger, table.link("Ana")
    for name in ("", "   ", "x" * 21, "a\u202eb", "a\x00b", "Bia"):
        assert phone.wish("name", link, name=name).status in (400, 409), name
    assert phone.wish("name", name="Zoë").reason == "pin_needed"
    assert phone.wish("name", link, name="  Zoë  B ").status == 202
    assert table.posted == [Rename(1, "Zoë B")]
    assert names_kept(table.folder, SEATS, time.time()) == ("Zoë B", "Bia", "Caio")


def test_a_match_that_is_on_keeps_its_names(table: Standing) -> None:
    assert table.stranger.wish("name", table.link("Ana"), name="Zoë").reason == "not_now"


def test_what_a_proxy_passes_on_is_not_the_tables_own_screen(tmp_path: Path) -> None:
    with Standing(tmp_path, names=("table.example",)) as standing:
        for headers in ({"X-Forwarded-For": "192.0.2.9"}, {"Via": "1.1 proxy"}, {"Host": "table.example"}):
            view = Client(standing.server.port, **headers).get("/api/view")
            assert view.status == 200
            assert "links" not in view.json
        assert "links" in standing.client.get("/api/view").json
