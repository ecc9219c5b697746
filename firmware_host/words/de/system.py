"""German: installing, doctor, updates."""

from __future__ import annotations

TEXTS = {
    # What systemd is told
    "status.starting": "Start: warte auf das erste Bild.",
    "status.idle": "Bereit: niemand spielt.",
    "status.playing": "Es wird gespielt: {game}.",
    "status.trouble": "Wartet: {parts}.",
    "status.stalled": "Steht still: {parts}. Es wird neu gestartet.",
    "status.part.camera": "die Kamera",
    "status.part.camera_covered": "die Kamera sieht nichts",
    "status.part.camera_frozen": "das Kamerabild steht still",
    "status.part.light": "das Licht",
    "status.part.storage": "es kann nichts geschrieben werden",
    "status.part.focus": "die Kamera ist unscharf",
    "status.part.heat": "zu heiß",
    "status.part.owner": "das Programm",
    "status.part.hands": "Lichter und Anzeige",
    "status.part.gpio": "die Lichter",
    "status.part.display": "die Anzeige",
    "status.part.bar": "die Lichtleiste",
    "status.part.journal": "das Journal kann nicht geschrieben werden",
    "status.part.journal_replaced": "das Journal war beschädigt und wurde neu begonnen",
    "status.part.config": "die Konfiguration ist fehlerhaft",
    # What a table says that can't go on
    "cue.fault_camera_covered": "Die Kamera sieht nichts. Ist etwas davor?",
    "cue.fault_camera_frozen": "Das Kamerabild steht still. Zieht sie ab und steckt sie wieder an.",
    "cue.fault_config": "Die Konfiguration ist in Zeile {why} falsch. drover doctor sagt mehr.",
    "cue.fault_storage": "Auf die Platte kann nichts geschrieben werden. drover doctor sagt mehr.",
    "cue.fault_journal_replaced": "Das Journal war beschädigt und liegt beiseite; ein neues ist begonnen. Drückt Bestätigen.",
    "notice.light": "Licht prüfen",
    "notice.focus": "Kamera unscharf",
    "notice.heat": "Zu heiß: langsamer",
}
