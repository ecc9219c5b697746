"""The machine that is installed on: this one, or a folder that will be the root of another."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from firmware_host.errors import DroverError

LONGEST_S = 3600


class Failed(DroverError):
    """A command of the system did not do what it should."""

    def __init__(self, command: Sequence[str], said: str) -> None:
        super().__init__(" ".join(command), said)
        self.command, self.said = " ".join(command), said


class Machine:
    """Writes files and runs commands; `changed` once anything was."""

    def __init__(self, root: Path = Path("/"), log: Callable[[str], None] = lambda line: None) -> None:
        self.root = root
        self.live = root == Path("/")
        """Whether it is the one that runs: only here there are packages and services to speak of."""

        self.changed = False
        self._log = log

    def has(self, command: str) -> bool:
        return shutil.which(command) is not None

    def run(self, command: Sequence[str], **environment: str) -> str:
        """What it said; raises `Failed`."""
        self._log(" ".join(command))
        done = subprocess.run(  # noqa: S603
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST_S,
            env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
        )
        if done.returncode:
            said = f"{done.stdout}\n{done.stderr}".strip().splitlines()
            raise Failed(command, said[-1] if said else str(done.returncode))
        return done.stdout

    def write(self, path: Path, content: bytes, mode: int) -> None:
        """At no instant half, and on the disk before anything is told of it."""
        self.changed = True
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.new")
        with fresh.open("wb") as stream:
            stream.write(content)
            os.fchmod(stream.fileno(), mode)
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(path)

    def link(self, path: Path, target: str) -> None:
        self.changed = True
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(target)
        fresh.replace(path)

    def missing(self, groups: Sequence[Sequence[str]]) -> list[str]:
        """Of each group that this system can have, the package that has to be installed."""
        wanted = [[name for name in group if self._is_known(name)] for group in groups]
        return [group[0] for group in wanted if group and not any(map(self._is_installed, group))]

    def install(self, packages: Sequence[str]) -> None:
        if packages:
            self.changed = True
            quiet = ("-qq", "-y", "--no-install-recommends")
            self.run(("apt-get", "install", *quiet, *packages), DEBIAN_FRONTEND="noninteractive")

    def refresh(self) -> None:
        """What packages there are is asked anew; without a network what is known has to do."""
        try:
            self.run(("apt-get", "-qq", "update"))
        except Failed as error:
            self._log(str(error.said))

    def _is_installed(self, name: str) -> bool:
        return "install ok installed" in self._asked("dpkg-query", "-W", "-f", "${Status}", name)

    def _is_known(self, name: str) -> bool:
        said = self._asked("apt-cache", "policy", name)
        return "Candidate:" in said and "Candidate: (none)" not in said

    def _asked(self, *command: str) -> str:
        done = subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"}
        )
        return done.stdout
