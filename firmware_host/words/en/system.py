"""English: installing, doctor, updates."""

from __future__ import annotations

TEXTS = {
    # What systemd is told
    "status.starting": "Starting: waiting for the first picture.",
    "status.idle": "Ready: nobody plays.",
    "status.playing": "Playing: {game}.",
    "status.trouble": "Waiting: {parts}.",
    "status.stalled": "Stands still: {parts}. It is started anew.",
    "status.part.camera": "the camera",
    "status.part.camera_covered": "the camera sees nothing",
    "status.part.camera_frozen": "the camera's picture stands still",
    "status.part.light": "the light",
    "status.part.storage": "nothing can be written",
    "status.part.focus": "the camera is out of focus",
    "status.part.heat": "too hot",
    "status.part.owner": "the program",
    "status.part.hands": "lights and display",
    "status.part.gpio": "the lights",
    "status.part.display": "the display",
    "status.part.bar": "the light bar",
    "status.part.journal": "the journal can't be written",
    "status.part.journal_replaced": "the journal was broken and begun anew",
    "status.part.config": "the configuration is broken",
    # What a table says that can't go on
    "cue.fault_camera_covered": "The camera sees nothing. Is something in front of it?",
    "cue.fault_camera_frozen": "The camera's picture stands still. Unplug it and plug it in again.",
    "cue.fault_config": "The configuration is wrong in line {why}. drover doctor says more.",
    "cue.fault_storage": "Nothing can be written to the disk. drover doctor says more.",
    "cue.fault_journal_replaced": "The journal was broken and is kept aside; a new one is begun. Press confirm.",
    "notice.light": "Check the light",
    "notice.focus": "Camera is blurred",
    "notice.heat": "Too hot: slower",
}
