"""The table as a device of Home Assistant: what it is announced with fits what it tells and what it understands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from firmware_host.fleet import home_assistant
from firmware_host.fleet.checking import read, schema
from firmware_host.fleet.settings import Broker, FleetConfig
from firmware_host.fleet.topics import DO, HEALTH, ONLINE, STATE, topic
from firmware_host.words import LANGUAGES, Words
from tests.fleet.brokers import Mosquitto, wait_for
from tests.fleet.listening import Listener
from tests.fleet.tables import PlayedTable

CONFIG = FleetConfig(Broker("broker"), "berlin-3", "Berlin, window", home_assistant=True)


def announced(language: str = "en") -> dict[str, Any]:
    where, said = home_assistant.device(CONFIG, Words(language))
    assert where == "homeassistant/device/berlin-3/config"
    return said


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_a_cafe_wants_is_there_in_the_table_s_language(language: str) -> None:
    parts = announced(language)["components"]
    names = {
        *("occupied", "help", "camera", "lights", "game", "whose", "winner", "temperature"),
        *("do_pause", "do_go_on", "do_help", "do_helped"),
    }
    assert set(parts) == names
    assert len({part["unique_id"] for part in parts.values()}) == len(parts)
    assert {part["platform"] for part in parts.values()} == {"binary_sensor", "sensor", "button"}
    assert parts["winner"]["name"] == Words(language).say("fleet.ha_winner")


def test_templates_name_only_what_is_told() -> None:
    said = announced()
    keys = {topic("drover", "berlin-3", what): schema(what)["properties"] for what in (STATE, HEALTH)}
    match = keys[topic("drover", "berlin-3", STATE)]["match"]["anyOf"][1]["properties"]
    last = keys[topic("drover", "berlin-3", STATE)]["last"]["anyOf"][1]["properties"]
    for name, part in said["components"].items():
        if part["platform"] == "button":
            assert part["command_topic"] == topic("drover", "berlin-3", DO)
            assert read(DO, part["payload_press"].encode())["do"] == name.removeprefix("do_")
            continue
        named = re.findall(r"value_json\.(\w+)(?:\.(\w+))?", part["value_template"])
        assert named, name
        for key, under in named:
            assert key in keys[part["state_topic"]], f"{name}: {key}"
            assert not under or under in {"match": match, "last": last}[key], f"{name}: {under}"
        assert part["value_template"].count("{{") == part["value_template"].count("}}") == 1
    assert said["availability_topic"] == topic("drover", "berlin-3", ONLINE)
    assert "online" in schema(ONLINE)["properties"]


def test_it_is_announced_where_it_is_wanted_and_nowhere_else(
    broker: Mosquitto, listener: Listener, tmp_path: Path
) -> None:
    tables = [
        PlayedTable(tmp_path / name, broker.settings(), name, home_assistant=wanted)
        for name, wanted in (("a", True), ("b", False))
    ]
    try:
        for table in tables:
            table.join()
        wait_for(lambda: len(listener.of("state")) >= 2)
        wait_for(lambda: listener.of("config"))
        assert [where for where, _ in listener.messages if where.startswith("home")] == [
            "homeassistant/device/a/config"
        ]
    finally:
        for table in tables:
            table.close()
