"""Spanish: many tables."""

from __future__ import annotations

TEXTS = {
    # In Home Assistant
    "fleet.ha_occupied": "Ocupada",
    "fleet.ha_help": "Necesita ayuda",
    "fleet.ha_camera": "Cámara",
    "fleet.ha_lights": "Luces",
    "fleet.ha_game": "Juego",
    "fleet.ha_whose": "Turno de",
    "fleet.ha_winner": "Último ganador",
    "fleet.ha_temperature": "Temperatura",
    "fleet.ha_pause": "Pausar",
    "fleet.ha_go_on": "Seguir",
    "fleet.ha_call": "Pedir ayuda",
    "fleet.ha_helped": "La ayuda ha llegado",
    # Configuration
    "config.wants.topic": "un nombre de letras minúsculas, cifras y guiones, entre comillas",
    # Telling a broker
    "fleet.no_table": "La sección [fleet] indica un broker, pero ninguna mesa. Dé a esta mesa un nombre propio con table = \"…\".",
    "fleet.no_broker": "No se ha indicado ningún broker. Escriba en la sección [fleet] dónde está: broker = \"…\".",
    "fleet.telling": "Lo que ocurre aquí se comunica a {broker} como {table}.",
    # Why a table needs somebody
    "fleet.need_offline": "No se puede contactar con ella.",
    "fleet.need_help": "Alguien ha pedido ayuda.",
    "fleet.need_trouble": "Fuera de servicio: {part}.",
}
