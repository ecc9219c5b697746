"""Portuguese (Brazil): installing, doctor, updates."""

from __future__ import annotations

TEXTS: dict[str, str] = {}
