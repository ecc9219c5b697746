"""`make vm`: a table in a virtual machine, from a plain Debian to a match that outlives pulled plugs.

Real are the kernel, systemd, the installer, the pins' and the camera's drivers, the USB serial port and its driver,
the light bar's firmware, and the disk. Simulated are the chip behind the pins, what the camera sees, and who plays.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.hardware.pico import Pico
from tests.vm import steps
from tests.vm.machine import missing_tools

HOUSE = Path(__file__).parents[2]
BAR_SPEED = 0.1
"""The bar's time beside the wall's. The guest's time is slower, too: else the bar would miss a host that hurries."""

STEPS = ("install", "update", "match", "bar", "camera", "faults", "cuts", "away")


def main() -> int:
    parser = argparse.ArgumentParser(prog="make vm", description="A table in a virtual machine.")
    parser.add_argument("--folder", type=Path, default=HOUSE / ".vm", help="where images and results are kept")
    parser.add_argument("--only", nargs="+", choices=STEPS, default=STEPS, help="some of the steps")
    when = parser.add_mutually_exclusive_group()
    when.add_argument("--again", action="store_true", help="install again, also from the same clone")
    when.add_argument("--as-installed", action="store_true", help="use what was installed before, from whatever clone")
    parser.add_argument("--cuts", type=int, default=20, metavar="N", help="how often the plug is pulled")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the instants in which it is pulled")
    options = parser.parse_args()
    if missing := missing_tools():
        print(f"Please install {', '.join(missing)}.", file=sys.stderr)
        return 2
    folder: Path = options.folder
    if not options.as_installed:
        image(folder)
    said: list[str] = []
    began = time.monotonic()

    def say(line: str) -> None:
        said.append(f"- {line}")
        print(f"{time.monotonic() - began:6.0f} s  {line}", flush=True)

    visit = steps.Visit(folder, say, options.seed)
    if not options.as_installed:
        steps.install(visit, options.again)
    with tempfile.TemporaryDirectory() as place, Pico(Path(place), BAR_SPEED) as pico:
        evening(visit, pico, options.only, options.cuts)
    (folder / "report.md").write_text("\n".join(said) + "\n", encoding="utf-8")
    return 0


def image(folder: Path) -> None:
    """Builds what is booted, if it is not there, or was made of something else."""
    here, mark = Path(__file__).parent, folder / "image.of"
    sources = [here / "build_image.sh", *sorted(file for file in (here / "guest").iterdir() if file.is_file())]
    made_of = hashlib.sha256(b"".join(file.read_bytes() for file in sources)).hexdigest()
    if not ((folder / "base.ext4").exists() and mark.exists() and mark.read_text() == made_of):
        (folder / "installed.of").unlink(missing_ok=True)
        subprocess.run([sources[0], folder], check=True)
        mark.write_text(made_of)


def evening(visit: steps.Visit, pico: Pico, only: list[str], cuts: int) -> None:
    machine = steps.start(visit, pico.port)
    with steps.cut_on_failure(machine):
        if "update" in only:
            steps.updates(visit, machine)
        turns = visit.play.steps()
        if "match" in only:
            steps.match(visit, machine, turns)
        if "bar" in only:
            steps.bar_unplugged(visit, machine, pico, turns)
        if "camera" in only:
            steps.camera_stops(visit, machine, turns)
        if "faults" in only:
            steps.faults(visit, machine, turns)
        if "cuts" in only:
            steps.power_cuts(visit, machine, turns, cuts)
        if "away" in only:
            steps.taken_away(visit, machine)
        machine.off()


if __name__ == "__main__":
    sys.exit(main())
