"""Portuguese (Brazil): many tables."""

from __future__ import annotations

TEXTS = {
    # In Home Assistant
    "fleet.ha_occupied": "Ocupada",
    "fleet.ha_help": "Precisa de ajuda",
    "fleet.ha_camera": "Câmera",
    "fleet.ha_lights": "Luzes",
    "fleet.ha_game": "Jogo",
    "fleet.ha_whose": "Vez de",
    "fleet.ha_winner": "Último vencedor",
    "fleet.ha_temperature": "Temperatura",
    "fleet.ha_pause": "Pausar",
    "fleet.ha_go_on": "Continuar",
    "fleet.ha_call": "Pedir ajuda",
    "fleet.ha_helped": "A ajuda chegou",
    # Configuration
    "config.wants.topic": "um nome de letras minúsculas, algarismos e hifens, entre aspas",
    # Telling a broker
    "fleet.no_table": "A seção [fleet] indica um broker, mas nenhuma mesa. Dê a esta mesa um nome só dela com table = \"…\".",
    "fleet.no_broker": "Nenhum broker foi indicado. Escreva na seção [fleet] onde ele está: broker = \"…\".",
    "fleet.telling": "O que acontece aqui é comunicado a {broker} como {table}.",
    # Why a table needs somebody
    "fleet.need_offline": "Não pode ser contatada.",
    "fleet.need_help": "Alguém pediu ajuda.",
    "fleet.need_trouble": "Fora de serviço: {part}.",
}
