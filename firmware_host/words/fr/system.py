"""French: installing, doctor, updates."""

from __future__ import annotations

TEXTS = {
    # What systemd is told
    "status.starting": "Démarrage : en attente de la première image.",
    "status.idle": "Prêt : personne ne joue.",
    "status.playing": "Partie en cours : {game}.",
    "status.trouble": "En attente : {parts}.",
    "status.stalled": "Bloqué : {parts}. Un redémarrage va suivre.",
    "status.part.camera": "la caméra",
    "status.part.camera_covered": "la caméra ne voit rien",
    "status.part.camera_frozen": "l’image de la caméra est figée",
    "status.part.light": "la lumière",
    "status.part.storage": "impossible d’écrire",
    "status.part.focus": "la caméra est floue",
    "status.part.heat": "trop chaud",
    "status.part.owner": "le programme",
    "status.part.hands": "lumières et écran",
    "status.part.gpio": "les lumières",
    "status.part.display": "l’écran",
    "status.part.bar": "la barre lumineuse",
    "status.part.journal": "le journal de bord ne peut pas être écrit",
    "status.part.journal_replaced": "le journal de bord était endommagé et a été recommencé",
    "status.part.config": "la configuration est erronée",
    # What a table says that can't go on
    "cue.fault_camera_covered": "La caméra ne voit rien. Y a-t-il quelque chose devant ?",
    "cue.fault_camera_frozen": "L’image de la caméra est figée. Débranchez-la et rebranchez-la.",
    "cue.fault_config": "La configuration est erronée à la ligne {why}. drover doctor en dit plus.",
    "cue.fault_storage": "Impossible d’écrire sur le disque. drover doctor en dit plus.",
    "cue.fault_journal_replaced": "Le journal de bord était endommagé ; il est mis de côté et un nouveau commence. Appuyez sur confirmer.",
    "notice.light": "Vérifiez la lumière",
    "notice.focus": "Caméra floue",
    "notice.heat": "Trop chaud : ralenti",
}
