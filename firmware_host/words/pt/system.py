"""Portuguese (Brazil): installing, doctor, updates."""

from __future__ import annotations

TEXTS = {
    # What systemd is told
    "status.starting": "Iniciando: esperando a primeira imagem.",
    "status.idle": "Pronto: ninguém está jogando.",
    "status.playing": "Jogando: {game}.",
    "status.trouble": "Esperando: {parts}.",
    "status.stalled": "Parado: {parts}. Será reiniciado.",
    "status.part.camera": "a câmera",
    "status.part.camera_covered": "a câmera não vê nada",
    "status.part.camera_frozen": "a imagem da câmera está congelada",
    "status.part.light": "a iluminação",
    "status.part.storage": "não é possível gravar",
    "status.part.focus": "a câmera está desfocada",
    "status.part.heat": "quente demais",
    "status.part.owner": "o programa",
    "status.part.hands": "luzes e tela",
    "status.part.gpio": "as luzes",
    "status.part.display": "a tela",
    "status.part.bar": "a barra de luzes",
    "status.part.journal": "o diário não pode ser gravado",
    "status.part.journal_replaced": "o diário estava danificado e foi recomeçado",
    "status.part.config": "a configuração está com erro",
    # What a table says that can't go on
    "cue.fault_camera_covered": "A câmera não vê nada. Há algo na frente dela?",
    "cue.fault_camera_frozen": "A imagem da câmera congelou. Desconecte-a e conecte de novo.",
    "cue.fault_config": "A configuração tem um erro na linha {why}. drover doctor diz mais.",
    "cue.fault_storage": "Não é possível gravar no disco. drover doctor diz mais.",
    "cue.fault_journal_replaced": "O diário estava danificado e foi guardado; um novo foi iniciado. Aperte confirmar.",
    "notice.light": "Verifique a luz",
    "notice.focus": "Câmera desfocada",
    "notice.heat": "Quente: mais lento",
}
