"""What both trainings are told on the command line."""

from __future__ import annotations

import argparse
import pickle
from dataclasses import dataclass
from pathlib import Path

from vision.synthetic.typefaces import Typeface


@dataclass(frozen=True)
class Wish:
    """What to learn from, for how long, how fast, and where the result goes; `pictures` are files to lay cards on."""

    typefaces: list[Typeface]
    pictures: list[str]
    out: Path
    seconds: float
    workers: int
    rate: float
    start_from: Path | None

    @property
    def goes_on(self) -> bool:
        return self.start_from is not None


def read_wish(rate: float) -> Wish:
    parser = argparse.ArgumentParser()
    parser.add_argument("typefaces", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=1500)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--rate", type=float, default=rate, help="how far the first steps go")
    parser.add_argument("--from", type=Path, dest="start_from", help="a folder of networks to go on from")
    parser.add_argument("--pictures", type=Path, help="a folder of pictures to lay cards on")
    told = parser.parse_args()
    typefaces = read_typefaces(told.typefaces)
    return Wish(typefaces, files_in(told.pictures), told.out, told.seconds, told.workers, told.rate, told.start_from)


def files_in(folder: Path | None) -> list[str]:
    """The files of a folder, if one was named, in the order of their names."""
    return [] if folder is None else sorted(str(file.resolve()) for file in folder.iterdir())


def read_typefaces(file: Path) -> list[Typeface]:
    with file.open("rb") as stream:
        typefaces: list[Typeface] = pickle.load(stream)  # noqa: S301  made by the step before
    return typefaces
