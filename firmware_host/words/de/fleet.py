"""German: many tables."""

from __future__ import annotations

TEXTS = {
    # In Home Assistant
    "fleet.ha_occupied": "Besetzt",
    "fleet.ha_help": "Braucht Hilfe",
    "fleet.ha_camera": "Kamera",
    "fleet.ha_lights": "Lichter",
    "fleet.ha_game": "Spiel",
    "fleet.ha_whose": "Am Zug",
    "fleet.ha_winner": "Letzter Sieger",
    "fleet.ha_temperature": "Temperatur",
    "fleet.ha_pause": "Anhalten",
    "fleet.ha_go_on": "Weiter",
    "fleet.ha_call": "Hilfe rufen",
    "fleet.ha_helped": "Hilfe ist da",
    # Configuration
    "config.wants.topic": "einen Namen aus Kleinbuchstaben, Ziffern und Bindestrichen, in Anführungszeichen",
    # Telling a broker
    "fleet.no_table": "Der Abschnitt [fleet] nennt einen Broker, aber keinen Tisch. Geben Sie diesem Tisch mit table = \"…\" einen eigenen Namen.",
    "fleet.no_broker": "Es ist kein Broker angegeben. Schreiben Sie in den Abschnitt [fleet], wo er ist: broker = \"…\".",
    "fleet.telling": "Was hier geschieht, wird {broker} als {table} mitgeteilt.",
    # Why a table needs somebody
    "fleet.need_offline": "Er ist nicht erreichbar.",
    "fleet.need_help": "Jemand hat um Hilfe gerufen.",
    "fleet.need_trouble": "Gestört: {part}.",
}
