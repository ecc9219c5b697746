"""What a version must show before anything is switched: that it starts, and that it understands the configuration."""

from __future__ import annotations

import subprocess
from pathlib import Path

from firmware_host.install.layout import Layout
from firmware_host.update.errors import UpdateError

_TAKES_S = 120


def check_starts(layout: Layout, name: str) -> None:
    """Raises `UpdateError` unless that version starts and takes the table's configuration, if there is one."""
    wish = ["version"]
    if layout.config.exists():
        wish += ["--reads", str(layout.config)]
    command = [str(layout.version(name) / "bin" / "drover"), *wish]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TAKES_S, check=False, cwd=Path("/"))  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UpdateError("does_not_start", version=name, why=str(error)) from None
    if done.returncode:
        why = (done.stderr.strip().splitlines() or [str(done.returncode)])[-1]
        raise UpdateError("does_not_start", version=name, why=why)
