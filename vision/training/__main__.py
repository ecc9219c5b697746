"""Makes the models again from nothing: typefaces, both trainings side by side, calibration, report card.

`make train` calls it. The finder and the reader learn at the same time, each with a process that draws for it, so that
two cores are busy. The closer look learns after the finder, from what that is in doubt about. How chips are counted
is learned last, when going on not at all.
"""

from __future__ import annotations

import argparse
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from vision.synthetic.typefaces import Typeface
from vision.training.fonts import TO_SHIP, typefaces_in
from vision.training.pictures import write_pictures

FONTS = Path("/usr/share/fonts")
HELD_OUT = 8
"""Every eighth typeface is kept from training, to be read in the report card."""

FINDING = 0.8
"""The finder has so much of the time, the closer look the rest."""

GOING_ON = 0.0015
"""How far the first steps go from networks that have learned something: half as far as from nothing."""

MODELS = ("finder.onnx", "closer.onnx", "places.onnx", "digits.onnx")
CHIPS = ("chips.onnx", "chips.json")


def split(typefaces: Sequence[Typeface]) -> tuple[list[Typeface], list[Typeface]]:
    """Those to learn from, and those that are kept for the report card."""
    kept = [at % HELD_OUT == 3 or typeface.name in TO_SHIP for at, typeface in enumerate(typefaces)]
    parted: tuple[list[Typeface], list[Typeface]] = ([], [])
    for typeface, is_kept in zip(typefaces, kept, strict=True):
        parted[is_kept].append(typeface)
    return parted


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument(
        "--minutes", type=float, default=88, help="for the networks that read cards, which learn side by side"
    )
    parser.add_argument("--work", type=Path, default=Path("build/train"), help="a folder for what is made on the way")
    parser.add_argument("--models", type=Path, default=Path("vision/models"), help="where the models go")
    parser.add_argument("--go-on", action="store_true", help="from the networks that are there, not from nothing")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    learned, kept = split(typefaces_in([FONTS]))
    if not kept:
        sys.exit(f"No typefaces in {FONTS}. Install the packages in vision/training/packages.txt.")
    files = [options.work / name for name in ("learned.pickle", "kept.pickle")]
    for file, typefaces in zip(files, (learned, kept), strict=True):
        file.write_bytes(pickle.dumps(typefaces))
    pictures = options.work / "pictures"
    grounds = write_pictures(pictures)
    print(f"{len(learned)} typefaces and {grounds} grounds to learn from, {len(kept)} for the report card.", flush=True)
    going_on = ("--from", str(options.models), "--rate", str(GOING_ON)) if options.go_on else ()
    _train(files[0], pictures, options.work, options.minutes * 60, going_on)
    if not options.go_on:
        _run("chips", str(options.work))
    for name in MODELS if options.go_on else (*MODELS, *CHIPS):
        shutil.copyfile(options.work / name, options.models / name)
    _run("report", str(files[1]), str(options.models), "--grounds", str(pictures))


def _train(typefaces: Path, pictures: Path, work: Path, seconds: float, more: Sequence[str]) -> None:
    """The finder and after it the closer look, and beside both of them the reader."""
    reader = _started("reader", str(typefaces), str(work), "--seconds", str(seconds), *more)
    for name, part in (("finder", FINDING), ("closer", 1 - FINDING)):
        files = (str(typefaces), str(work / f"{name}.onnx"), "--pictures", str(pictures))
        _run(name, *files, "--seconds", str(seconds * part), *more)
    if reader.wait():
        sys.exit("The step reader failed; its last lines say why.")


def _started(name: str, *arguments: str) -> subprocess.Popen[bytes]:
    # One thread each: more of them only wait for each other.
    alone = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.Popen([sys.executable, "-m", f"vision.training.{name}", *arguments], env=alone)  # noqa: S603


def _run(name: str, *arguments: str) -> None:
    if _started(name, *arguments).wait():
        sys.exit(f"The step {name} failed; its last lines say why.")


if __name__ == "__main__":
    main()
