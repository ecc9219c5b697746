"""The table as a device of Home Assistant, which finds it by itself."""

from __future__ import annotations

import json

from firmware_host import __version__
from firmware_host.fleet.public import FORMAT
from firmware_host.fleet.settings import FleetConfig
from firmware_host.fleet.topics import DO, HEALTH, ONLINE, STATE, topic
from firmware_host.words import Words

_ON = "{{{{ 'ON' if {} else 'OFF' }}}}"
_LISTED = "{{{{ ({}) | join(', ') if {} else '' }}}}"


def device(config: FleetConfig, words: Words) -> tuple[str, dict[str, object]]:
    """Where the table is announced, and as what; its names are in the language of the table."""
    prefix, table = config.broker.prefix, config.table
    state, health, do = (topic(prefix, table, what) for what in (STATE, HEALTH, DO))
    parts = {
        "occupied": _binary(table, "occupied", words.say("fleet.ha_occupied"), state, "value_json.occupied")
        | {"device_class": "occupancy"},
        "help": _binary(table, "help", words.say("fleet.ha_help"), state, _NEEDS) | {"icon": "mdi:hand-wave"},
        "camera": _binary(table, "camera", words.say("fleet.ha_camera"), state, "not value_json.camera_ok")
        | {"device_class": "problem"},
        "lights": _binary(table, "lights", words.say("fleet.ha_lights"), state, "not value_json.lights_ok")
        | {"device_class": "problem"},
        "game": _sensor(table, "game", words.say("fleet.ha_game"), state, _game(words)),
        "whose": _sensor(
            table,
            *("whose", words.say("fleet.ha_whose"), state),
            _LISTED.format("value_json.match.whose", "value_json.match"),
        ),
        "winner": _sensor(
            table,
            *("winner", words.say("fleet.ha_winner"), state),
            _LISTED.format("value_json.last.winners", "value_json.last and value_json.last.winners"),
        ),
        "temperature": _sensor(
            table, "temperature", words.say("fleet.ha_temperature"), health, "{{ value_json.temperature }}"
        )
        | {"device_class": "temperature", "unit_of_measurement": "°C", "state_class": "measurement"},
    }
    for name, label in (
        *(("pause", words.say("fleet.ha_pause")), ("go_on", words.say("fleet.ha_go_on"))),
        *(("help", words.say("fleet.ha_call")), ("helped", words.say("fleet.ha_helped"))),
    ):
        parts[f"do_{name}"] = _button(table, name, label, do)
    return f"{config.discovery}/device/{table}/config", {
        "device": {
            "identifiers": [f"drover_{table}"],
            "name": config.name or table,
            "manufacturer": "Drover",
            "sw_version": __version__,
        },
        "origin": {"name": "Drover", "sw_version": __version__},
        "availability_topic": topic(prefix, table, ONLINE),
        "availability_template": "{{ 'online' if value_json.online else 'offline' }}",
        "qos": 1,
        "components": parts,
    }


_NEEDS = "value_json.help or value_json.question or value_json.objection or value_json.troubles"


def _game(words: Words) -> str:
    """The game's name in the table's language."""
    names = {game: words.say(f"game.{game}") for game in ("take_six", "no_thanks", "qwixx_cards")}
    known = json.dumps(names, ensure_ascii=False)
    return "{{ " + known + ".get(value_json.match.game, value_json.match.game) if value_json.match else '' }}"


def _binary(table: str, name: str, label: str, where: str, is_on: str) -> dict[str, object]:
    return _entity("binary_sensor", table, name, label) | {"state_topic": where, "value_template": _ON.format(is_on)}


def _sensor(table: str, name: str, label: str, where: str, value: str) -> dict[str, object]:
    return _entity("sensor", table, name, label) | {"state_topic": where, "value_template": value}


def _button(table: str, do: str, label: str, where: str) -> dict[str, object]:
    pressed = json.dumps({"v": FORMAT, "do": do})
    return _entity("button", table, f"do_{do}", label) | {"command_topic": where, "payload_press": pressed}


def _entity(platform: str, table: str, name: str, label: str) -> dict[str, object]:
    return {"platform": platform, "unique_id": f"drover_{table}_{name}", "name": label}
