"""`drover run` with a broker: what is played at the table is told, and no broker is no trouble."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_host.config import parse
from firmware_host.errors import UserError
from firmware_host.fleet.joining import joined
from firmware_host.service import Inbox, Service
from firmware_host.words import Words
from tests.firmware_host.served import Place
from tests.fleet.brokers import Mosquitto, free_port, wait_for
from tests.fleet.listening import Listener


@contextmanager
def running(folder: Path, config: str) -> Iterator[subprocess.Popen[bytes]]:
    """A table of its own, with people who are simulated."""
    file = folder / "drover.toml"
    file.write_text(config, encoding="utf-8")
    environment = {**os.environ, "DROVER_DATA": str(folder / "data")}
    command = [sys.executable, "-m", "firmware_host", "run", "--simulate", "--config", str(file)]
    with (folder / "log").open("wb") as log:
        program = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        yield program
    finally:
        program.kill()
        program.wait()


def test_a_table_whose_plug_is_pulled_is_seen_to_go_and_come_back(
    broker: Mosquitto, listener: Listener, tmp_path: Path
) -> None:
    config = f'[fleet]\nbroker = "127.0.0.1"\nport = {broker.port}\ntls = false\ntable = "one"\n[web]\nthere = false\n'
    with running(tmp_path, config) as program:
        wait_for(lambda: listener.of("match"), 60, "a match begins")
        assert listener.of("online")[-1]["online"]
        program.kill()
        wait_for(lambda: not listener.of("online")[-1]["online"], 60, "the last will")
    told = len({event["id"] for event in listener.events()})
    with running(tmp_path, config) as program:
        wait_for(lambda: listener.of("online")[-1]["online"], 60, "back")
        wait_for(
            lambda: [*{one["id"]: one["kind"] for one in listener.of("life")}.values()] == ["started", "restarted"]
        )
        wait_for(lambda: len({event["id"] for event in listener.events()}) > told + 1, 60, "told on")
        program.send_signal(signal.SIGTERM)
        program.wait(20)
    wait_for(lambda: not listener.of("online")[-1]["online"])
    events = listener.events()
    assert len({event["id"] for event in events}) == len({event["seq"] for event in events})
    assert sorted({event["seq"] for event in events}) == [*dict.fromkeys(event["seq"] for event in events)]


def test_play_is_the_same_without_a_broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody answers at that port: the match is played to its end, and all of it waits to be told."""
    monkeypatch.setenv("DROVER_DATA", str(tmp_path / "data"))
    place = Place(tmp_path / "journal")
    config = parse(
        f'[fleet]\nbroker = "127.0.0.1"\nport = {free_port()}\ntls = false\ntable = "one"\n'
        f'[journal]\nfolder = "{tmp_path / "journal"}"\n'
    )
    with joined(config, place.service, place.inbox, Words("en")):
        place.play()
    match = place.service.programme.situation.match
    assert match is not None
    assert match.state.phase == "over"


@pytest.mark.parametrize(
    ("more", "why"), [("", "table ="), ('table = "one"\nca = "/nowhere/ca.crt"\ntls = true', "/nowhere/ca.crt")]
)
def test_what_is_missing_is_named(more: str, why: str, tmp_path: Path) -> None:
    config = parse(f'[fleet]\nbroker = "127.0.0.1"\n{more}')
    place = Place(tmp_path)
    service: Service = place.service
    inbox: Inbox = place.inbox
    with pytest.raises(UserError, match=why), joined(config, service, inbox, Words("en")):
        pass
    place.hands.close()
    place.journal.close(place.journal_end)
