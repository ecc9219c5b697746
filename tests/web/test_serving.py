"""The pages beside a table that runs: there from the start, gone with it, and never in its way."""

from __future__ import annotations

import io
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.config import Config, WebConfig
from firmware_host.steward.inputs import Choose
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.web.board import Board
from firmware_host.web.joined import Joined
from firmware_host.web.pins import Pin
from firmware_host.web.server import PORTS_TRIED, listening
from firmware_host.web.serving import serving
from firmware_host.words import Words
from tests.firmware_host.simulated import people_for
from tests.web.client import Client
from tests.web.serve import Table

HOUSE = Path(__file__).parent.parent.parent
WORDS = Words("en")


def joined_at(folder: Path, web: WebConfig) -> Joined:
    board = Board()
    board.show(Situation(Settings(WORDS)))
    return Joined(board, lambda given: None, folder, Config(web=web))


def test_a_port_that_is_taken_is_not_waited_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with serving(joined_at(tmp_path, WebConfig(port=port)), WORDS) as url:
            assert url is not None
            assert port < int(url.rpartition(":")[2]) < port + PORTS_TRIED
            assert f"open {url}\n" in capsys.readouterr().out
            assert Client(int(url.rpartition(":")[2])).get("/api/view").json["match"] is None


def test_where_no_page_can_be_served_that_is_said_and_play_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(joined_at(tmp_path, WebConfig(address="198.51.100.9")), WORDS) as url:
        assert url is None
    assert "Play goes on without them." in capsys.readouterr().out


def test_pages_that_nobody_wants_are_not_served(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(joined_at(tmp_path, WebConfig(there=False)), WORDS) as url:
        assert url is None
    assert capsys.readouterr().out == ""


def test_the_server_ends_at_once_although_somebody_listens(tmp_path: Path) -> None:
    with serving(joined_at(tmp_path, WebConfig(port=18080)), WORDS) as url:
        assert url is not None
        stream = Client(int(url.rpartition(":")[2])).stream()
        stream.next()
    with pytest.raises(ConnectionError):
        stream.next()
    stream.close()


def test_a_whole_match_is_followed_by_a_page_and_a_phones_wish_reaches_the_table(tmp_path: Path) -> None:
    """Over real sockets, with the real service, journal and all; only the eyes are told what lies there."""
    table = Table(people_for("take_six of two", 5), tmp_path / "journal", WORDS, speed=100)
    heard: list[object] = []
    take = table.place.service.programme.take
    table.place.service.programme.take = lambda given, now: (heard.append(given), take(given, now))[1]  # type: ignore[func-returns-value, method-assign]
    joined = Joined(table.board, table.place.inbox.post, tmp_path / "web", Config(web=WebConfig(port=18090)))
    with serving(joined, WORDS) as url:
        assert url is not None
        client = Client(int(url.rpartition(":")[2]))
        with client.stream() as stream:
            stream.next()
            table.thread.start()
            kinds = set()
            asked_for_a_row = False
            for event in stream.events():
                if event.kind == "comment":
                    continue
                kinds.add(stream.view["cue"]["kind"])
                match = stream.view.get("match")
                if match and not asked_for_a_row and stream.view["cue"]["kind"] == "choose":
                    seat = stream.view["cue"]["seat"]
                    answer = client.wish("choose", stream.view["links"][seat], seat=seat, row=1)
                    asked_for_a_row = answer.status == 202 or asked_for_a_row
                if match and match["over"]:
                    break
            table.thread.join(20)
            scores = {seat["name"]: seat["score"] for seat in stream.view["match"]["seats"]}
    assert scores == dict(table.place.people.match.as_record()["score"])  # type: ignore[call-overload]
    assert {"wait", "reveal", "place", "result"} <= kinds
    assert not asked_for_a_row or any(isinstance(given, Choose) for given in heard)


def test_the_pin_is_set_by_a_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DROVER_DATA", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO("4711\n"))
    assert main(["pin", "--language", "en"]) == 0
    assert Pin(tmp_path / "web").fits("4711")
    monkeypatch.setattr(sys, "stdin", io.StringIO("47\n"))
    assert main(["pin", "--language", "en"]) == 2
    assert "4 to 12 digits" in capsys.readouterr().err
    assert main(["pin", "--forget", "--language", "en"]) == 0
    assert not Pin(tmp_path / "web").is_set


def test_a_pin_that_cannot_be_kept_is_said_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").write_text("a file where a folder should be")
    monkeypatch.setenv("DROVER_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("4711\n"))
    assert main(["pin", "--language", "en"]) == 2
    assert str(tmp_path / "data") in capsys.readouterr().err


@pytest.mark.parametrize("command", [["pin", "--help"], ["journal", "--help"], ["--version"]])
def test_commands_that_serve_nothing_load_no_server(command: list[str]) -> None:
    program = (
        "import sys; from firmware_host.cli import main\n"
        f"try: main({command!r})\nexcept SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, capture_output=True, text=True, check=True)
    assert not {"starlette", "uvicorn", "anyio"} & set(done.stderr.split())


def test_a_listener_takes_the_port_that_it_is_given() -> None:
    with listening("127.0.0.1", 0) as one:
        assert one.getsockname()[1] > 0
    with pytest.raises(OSError, match="address"):
        listening("198.51.100.9", 8080)
