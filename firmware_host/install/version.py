"""A version, made from a clone: a wheel of it, and what it needs, in a virtual environment that sees the system's."""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware_host import __version__
from firmware_host.install.layout import Layout
from firmware_host.install.machine import Machine
from firmware_host.words import Words

PACKAGES = ("engine", "vision", "hardware", "firmware_host", "systemd", "docs")
LOCK, PROJECT = "requirements.lock", "pyproject.toml"


def clone() -> Path | None:
    """The clone that this program runs from; None: it is installed."""
    house = Path(__file__).parents[2]
    return house if (house / LOCK).is_file() and (house / PROJECT).is_file() else None


def units() -> Path:
    """Where the units and all else are that is put into the system."""
    house = clone()
    return Path(sys.prefix) / "share/drover/systemd" if house is None else house / "systemd"


@dataclass(frozen=True)
class Version:
    """The step that puts it beside those that are there."""

    layout: Layout
    house: Path
    name: str
    python: Path

    @classmethod
    def of(cls, layout: Layout, house: Path) -> Version:
        """Its name tells one clone from another: by what is in it."""
        name = f"{__version__}+{digest(house)}"
        return cls(layout, house, name, Path(sys.base_prefix) / "bin" / "python3")

    def tell(self, words: Words) -> str:
        return words.say("install.step.version", version=self.name)

    def needed(self, machine: Machine) -> bool:
        return not self.layout.is_complete(self.name)

    def do(self, machine: Machine) -> None:
        machine.changed = True
        folder = self.layout.version(self.name)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            self._fill(folder, machine)
            self.layout.complete(self.name)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    def _fill(self, folder: Path, machine: Machine) -> None:
        # Only a clone has what they need.
        from firmware_host.update.manifest import Target
        from firmware_host.update.needs import needs_of, pinned_for

        with tempfile.TemporaryDirectory(dir=folder) as room:
            quiet = ("--quiet", "--disable-pip-version-check")
            wheel = ("wheel", *quiet, "--no-deps", "--no-build-isolation", "--wheel-dir", room)
            # From a copy: the builder leaves things behind, and the clone is somebody else's.
            source = copy(self.house, Path(room) / "source")
            machine.run((sys.executable, "-m", "pip", *wheel, str(source)), TMPDIR=room)
            (project,) = Path(room).glob("drover-*.whl")
            lock = (self.house / LOCK).read_text(encoding="utf-8")
            wanted = Path(room) / "wanted.txt"
            wanted.write_text(pinned_for(needs_of(project), lock, Target.here()), encoding="ascii")
            machine.run((str(self.python), "-m", "venv", "--system-site-packages", str(folder)))
            pip = (str(folder / "bin/python"), "-I", "-m", "pip", "install", *quiet)
            machine.run((*pip, "--only-binary", ":all:", "--require-hashes", "-r", str(wanted)), TMPDIR=room)
            machine.run((*pip, "--no-deps", str(project)), TMPDIR=room)


def digest(house: Path) -> str:
    """Short, and another one for every change."""
    found = hashlib.sha256()
    for file in _files(house):
        found.update(f"{file.relative_to(house)}\n".encode())
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()[:8]


def _files(house: Path) -> Iterator[Path]:
    yield from (house / name for name in (LOCK, PROJECT))
    for package in PACKAGES:
        for file in sorted((house / package).rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                yield file


def copy(house: Path, to: Path) -> Path:
    """What a wheel is built from."""
    for file in (*_files(house), house / "README.md", house / "LICENSE"):
        target = to / file.relative_to(house)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, target)
    return to
