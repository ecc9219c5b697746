"""From frames to steady observations: what lies where now, how surely, and what a hand hides.

Three things keep it quick and honest. Motion is looked for on the small grey picture alone, and
the large one is touched only where something changed and has lain still since (`motion`). A card
that was surely read keeps its name for as long as it still looks the same where nothing covers it
(`cards`). What was seen in several looks is added up before anything is concluded (`evidence`).
"""

from __future__ import annotations

from vision.watch.observation import Eyes, Observation, Pace
from vision.watch.watcher import Watcher

__all__ = ["Eyes", "Observation", "Pace", "Watcher"]
