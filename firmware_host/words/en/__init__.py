"""English."""

from __future__ import annotations

from firmware_host.words.en import fleet, program, screens, system, table

TEXTS = {**table.TEXTS, **program.TEXTS, **screens.TEXTS, **system.TEXTS, **fleet.TEXTS}
