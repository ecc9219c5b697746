"""Draws all golden pictures anew. Look at each of them before they are kept."""

from __future__ import annotations

from tests.hardware.golden import HERE, SCENES, drawn, path

if __name__ == "__main__":
    for old in HERE.glob("*.png"):
        old.unlink()
    for name, scene in SCENES.items():
        drawn(scene).save(path(name), optimize=True)
