"""Where drover keeps what it learns and what happened."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """The folder for what drover keeps: DROVER_DATA, else the user's own."""
    if given := os.environ.get("DROVER_DATA"):
        return Path(given)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "drover"
