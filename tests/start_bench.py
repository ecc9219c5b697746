"""From the start of `drover run --unattended` to the word that it is ready, with the simulated camera."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.firmware_host.listening import Listener

STARTS = 7
WANTED_S = 4.0


def started(folder: Path, number: int) -> float:
    """Seconds of one start; each has a journal of its own."""
    config = folder / "drover.toml"
    config.write_text('[camera]\naddress = "simulated"\n[web]\nport = 18652\n', encoding="utf-8")
    command = [sys.executable, "-I", "-m", "firmware_host", "run", "--unattended", "--config", str(config)]
    with Listener(str(folder / f"notify-{number}")) as listener:
        environment = {**os.environ, **listener.environment, "DROVER_DATA": str(folder / f"data-{number}")}
        began = time.monotonic()
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            listener.until(lambda one: one.get("READY") == "1")
            return time.monotonic() - began
        finally:
            process.terminate()
            process.wait()


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        took = [started(Path(name), number) for number in range(STARTS)]
    print(f"start to ready: {statistics.median(took):.2f} s, at most {max(took):.2f} s (wanted: {WANTED_S:.0f} s)")
    return 0 if max(took) <= WANTED_S else 1


if __name__ == "__main__":
    sys.exit(main())
