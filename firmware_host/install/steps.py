"""The kinds of steps that installing consists of. Each is plain data, tells what it does, and does nothing twice."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from firmware_host.install.layout import Layout
from firmware_host.install.machine import Machine
from firmware_host.words import Words


class Step(Protocol):
    """One step. `needed` only looks; `do` may be called again and again."""

    def tell(self, words: Words) -> str: ...

    def needed(self, machine: Machine) -> bool: ...

    def do(self, machine: Machine) -> None: ...


@dataclass(frozen=True)
class Packages:
    """Packages of the system; of each group the first one that this system has. A group may have none at all."""

    groups: tuple[tuple[str, ...], ...]

    def tell(self, words: Words) -> str:
        return words.say("install.step.packages", names=tuple(group[0] for group in self.groups))

    def needed(self, machine: Machine) -> bool:
        return machine.live and bool(machine.missing(self.groups))

    def do(self, machine: Machine) -> None:
        machine.install(machine.missing(self.groups))


@dataclass(frozen=True)
class Put:
    """A file with that content. One that is `kept` is the owner's once it is there."""

    path: Path
    content: bytes
    mode: int = 0o644
    kept: bool = False

    def tell(self, words: Words) -> str:
        return words.say("install.step.file", file=str(self.path))

    def needed(self, machine: Machine) -> bool:
        try:
            there = self.path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return True
        return not self.kept and (there != self.content or self.path.stat().st_mode & 0o777 != self.mode)

    def do(self, machine: Machine) -> None:
        machine.write(self.path, self.content, self.mode)


@dataclass(frozen=True)
class Link:
    """A symbolic link."""

    path: Path
    target: str

    def tell(self, words: Words) -> str:
        return words.say("install.step.link", file=str(self.path), folder=self.target)

    def needed(self, machine: Machine) -> bool:
        return not (self.path.is_symlink() and str(self.path.readlink()) == self.target)

    def do(self, machine: Machine) -> None:
        machine.link(self.path, self.target)


@dataclass(frozen=True)
class Run:
    """A command of the system, such as to read its units again. `offline` does the same for another root.

    It is needed whenever a step before it changed something, or while one of `unless` is missing.
    """

    key: str
    live: tuple[str, ...]
    offline: tuple[str, ...] = ()
    missing: tuple[Path, ...] = ()
    always: bool = False
    only_with: Path | None = None
    """There is something to do only where that is."""

    def tell(self, words: Words) -> str:
        return words.say(f"install.run.{self.key}")

    def needed(self, machine: Machine) -> bool:
        command = self.live if machine.live else self.offline
        if not command or not machine.has(command[0]) or (self.only_with and not self.only_with.exists()):
            return False
        return self.always or machine.changed or any(not (path.is_symlink() or path.exists()) for path in self.missing)

    def do(self, machine: Machine) -> None:
        machine.changed = True
        machine.run(self.live if machine.live else self.offline)


@dataclass(frozen=True)
class Gone:
    """A file, link or folder that is not there any more, and the folders above it that it leaves empty."""

    path: Path
    stop: Path

    def tell(self, words: Words) -> str:
        return words.say("install.step.gone", file=str(self.path))

    def needed(self, machine: Machine) -> bool:
        return self.path.is_symlink() or self.path.exists()

    def do(self, machine: Machine) -> None:
        machine.changed = True
        if self.path.is_dir() and not self.path.is_symlink():
            shutil.rmtree(self.path)
        else:
            self.path.unlink()
        above = self.path.parent
        while above != self.stop and above.is_relative_to(self.stop) and not any(above.iterdir()):
            above.rmdir()
            above = above.parent


@dataclass(frozen=True)
class Chosen:
    """Which version is at work from the next start on."""

    layout: Layout
    name: str

    def tell(self, words: Words) -> str:
        return words.say("install.step.chosen", version=self.name)

    def needed(self, machine: Machine) -> bool:
        return self.layout.current_version() != self.name

    def do(self, machine: Machine) -> None:
        machine.changed = True
        self.layout.switch(self.name)
        self.layout.prune()


@dataclass(frozen=True)
class Console:
    """The machine starts without a desktop, which would hold the screen that the kiosk needs; or as before again."""

    layout: Layout
    back: bool = False

    def tell(self, words: Words) -> str:
        return words.say("install.step.desktop" if self.back else "install.step.console")

    def needed(self, machine: Machine) -> bool:
        return self._before.exists() if self.back else self._target() != "multi-user.target"

    def do(self, machine: Machine) -> None:
        if not self.back:
            machine.write(self._before, self._target().encode(), 0o644)
            machine.link(self._link, "/lib/systemd/system/multi-user.target")
            return
        machine.changed = True
        self._link.unlink(missing_ok=True)
        if before := self._before.read_text():
            machine.link(self._link, f"/lib/systemd/system/{before}")

    @property
    def _link(self) -> Path:
        return self.layout.units / "default.target"

    @property
    def _before(self) -> Path:
        return self.layout.home / "default-target-before"

    def _target(self) -> str:
        return self._link.readlink().name if self._link.is_symlink() else ""
