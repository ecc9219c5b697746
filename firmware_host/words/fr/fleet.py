"""French: many tables."""

from __future__ import annotations

TEXTS = {
    # In Home Assistant
    "fleet.ha_occupied": "Occupée",
    "fleet.ha_help": "Besoin d'aide",
    "fleet.ha_camera": "Caméra",
    "fleet.ha_lights": "Lumières",
    "fleet.ha_game": "Jeu",
    "fleet.ha_whose": "Au tour de",
    "fleet.ha_winner": "Dernier vainqueur",
    "fleet.ha_temperature": "Température",
    "fleet.ha_pause": "Mettre en pause",
    "fleet.ha_go_on": "Reprendre",
    "fleet.ha_call": "Appeler à l'aide",
    "fleet.ha_helped": "L'aide est là",
    # Configuration
    "config.wants.topic": "un nom en minuscules, chiffres et traits d'union, entre guillemets",
    # Telling a broker
    "fleet.no_table": "La section [fleet] indique un broker, mais aucune table. Donnez à cette table un nom à elle avec table = \"…\".",
    "fleet.no_broker": "Aucun broker n'est indiqué. Écrivez dans la section [fleet] où il se trouve : broker = \"…\".",
    "fleet.telling": "Ce qui se passe ici est communiqué à {broker} sous le nom de {table}.",
    # Why a table needs somebody
    "fleet.need_offline": "Elle n'est pas joignable.",
    "fleet.need_help": "Quelqu'un a appelé à l'aide.",
    "fleet.need_trouble": "Hors service : {part}.",
}
