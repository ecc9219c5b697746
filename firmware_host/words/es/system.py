"""Spanish: installing, doctor, updates."""

from __future__ import annotations

TEXTS = {
    # What systemd is told
    "status.starting": "Iniciando: a la espera de la primera imagen.",
    "status.idle": "Lista: nadie está jugando.",
    "status.playing": "Partida en curso: {game}.",
    "status.trouble": "En espera: {parts}.",
    "status.stalled": "Bloqueado: {parts}. Se reiniciará.",
    "status.part.camera": "la cámara",
    "status.part.camera_covered": "la cámara no ve nada",
    "status.part.camera_frozen": "la imagen de la cámara está congelada",
    "status.part.light": "la luz",
    "status.part.storage": "no se puede escribir",
    "status.part.focus": "la cámara está desenfocada",
    "status.part.heat": "demasiado calor",
    "status.part.owner": "el programa",
    "status.part.hands": "luces y pantalla",
    "status.part.gpio": "las luces",
    "status.part.display": "la pantalla",
    "status.part.bar": "la barra de luces",
    "status.part.journal": "no se puede escribir el diario",
    "status.part.journal_replaced": "el diario estaba dañado y se empezó de nuevo",
    "status.part.config": "la configuración tiene un error",
    # What a table says that can't go on
    "cue.fault_camera_covered": "La cámara no ve nada. ¿Hay algo delante?",
    "cue.fault_camera_frozen": "La imagen de la cámara está congelada. Desconéctela y vuelva a conectarla.",
    "cue.fault_config": "La configuración tiene un error en la línea {why}. drover doctor dice más.",
    "cue.fault_storage": "No se puede escribir en el disco. drover doctor dice más.",
    "cue.fault_journal_replaced": "El diario estaba dañado y se guardó aparte; se empezó uno nuevo. Pulse confirmar.",
    "notice.light": "Revise la luz",
    "notice.focus": "Cámara desenfocada",
    "notice.heat": "Calor: más lento",
}
