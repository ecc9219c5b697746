"""English: many tables."""

from __future__ import annotations

TEXTS = {
    # In Home Assistant
    "fleet.ha_occupied": "Occupied",
    "fleet.ha_help": "Needs help",
    "fleet.ha_camera": "Camera",
    "fleet.ha_lights": "Lights",
    "fleet.ha_game": "Game",
    "fleet.ha_whose": "Turn of",
    "fleet.ha_winner": "Last winner",
    "fleet.ha_temperature": "Temperature",
    "fleet.ha_pause": "Pause",
    "fleet.ha_go_on": "Go on",
    "fleet.ha_call": "Somebody help",
    "fleet.ha_helped": "Help is here",
    # Configuration
    "config.wants.topic": "a name of small letters, digits and hyphens, in quotes",
    # Telling a broker
    "fleet.no_table": "The section [fleet] names a broker, and no table. Give this table a name of its own with table = \"…\".",
    "fleet.no_broker": "No broker is named. Write where it is into the section [fleet]: broker = \"…\".",
    "fleet.telling": "What happens here is told to {broker} as {table}.",
    # Why a table needs somebody
    "fleet.need_offline": "It can't be reached.",
    "fleet.need_help": "Somebody called for help.",
    "fleet.need_trouble": "Out of order: {part}.",
}
