"""Where everything lies on a machine that drover is installed on. Installing, updating and asking agree here.

```
/opt/drover/versions/0.1.0/      a virtual environment with one version in it, never changed once complete
/opt/drover/versions/0.1.0+3f2a/ the same version, from a clone whose files differ
/opt/drover/current              → versions/0.1.0, switched by one rename
/opt/drover/previous             → what was current before, to go back to
/etc/drover/drover.toml          → /var/lib/drover/drover.toml, where people look for it
/var/lib/drover/                 configuration, journal, decks: all that the service may write
/run/drover/                     what is known of the running service; gone with the power
```
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

USER = "drover"
"""The system's user and group that the table runs as."""

GROUPS = ("video", "gpio", "i2c", "spi", "dialout")
"""All that it may touch beside its own."""

SERVICE = "drover.service"
KIOSK = "drover-kiosk.service"
COMPLETE = ".complete"
"""The last file that is written into a version's folder; one without it is rubbish of an install that was cut off."""


@dataclass(frozen=True)
class Layout:
    """The paths, below a root that is another folder only in tests and for pictures of SD cards.

    >>> Layout().version("0.1.0")
    PosixPath('/opt/drover/versions/0.1.0')
    """

    root: Path = Path("/")

    @property
    def home(self) -> Path:
        return self.root / "opt/drover"

    @property
    def versions(self) -> Path:
        return self.home / "versions"

    @property
    def current(self) -> Path:
        """The symbolic link that the units start from."""
        return self.home / "current"

    @property
    def previous(self) -> Path:
        return self.home / "previous"

    @property
    def unfinished(self) -> Path:
        """There while something is installed: after one that was cut off, what follows from its changes is due."""
        return self.home / ".unfinished"

    @property
    def settings(self) -> Path:
        return self.root / "etc/drover"

    @property
    def config(self) -> Path:
        return self.settings / "drover.toml"

    @property
    def state(self) -> Path:
        """What the service may write. The journal in it outlives everything, also `drover uninstall`."""
        return self.root / "var/lib/drover"

    @property
    def kept_config(self) -> Path:
        """The configuration itself: belongs to the owner, is never overwritten. The setup page writes it."""
        return self.state / "drover.toml"

    @property
    def running(self) -> Path:
        return self.root / "run/drover"

    @property
    def units(self) -> Path:
        return self.root / "etc/systemd/system"

    @property
    def command(self) -> Path:
        """What a person types: a link to the current version's."""
        return self.root / "usr/local/bin/drover"

    def version(self, name: str) -> Path:
        """The folder of a version. Its virtual environment is made in place: it can't be moved."""
        return self.versions / name

    def installed(self) -> tuple[str, ...]:
        """The complete versions, the oldest installed first."""
        there = [one for one in self.versions.glob("*") if (one / COMPLETE).is_file()]
        return tuple(one.name for one in sorted(there, key=lambda one: (one / COMPLETE).stat().st_mtime_ns))

    def is_complete(self, name: str) -> bool:
        return (self.version(name) / COMPLETE).is_file()

    def complete(self, name: str) -> None:
        """Says that everything of that version is there, and sees to it that it outlives a pulled plug."""
        (self.version(name) / COMPLETE).touch()
        os.sync()

    def current_version(self) -> str | None:
        return _target(self.current)

    def previous_version(self) -> str | None:
        return _target(self.previous)

    def switch(self, name: str) -> None:
        """Makes a complete version the current one, with one rename; what was current becomes the previous one."""
        if not self.is_complete(name):
            raise ValueError(name)
        before = self.current_version()
        if before == name:
            return
        if before is not None:
            _link(self.previous, before)
        _link(self.current, name)

    def go_back(self, name: str, previous: str | None) -> None:
        """Makes a version current again that was so before, as if nothing had been switched since."""
        if self.current_version() != name:
            _link(self.current, name)
        if previous is None:
            self.previous.unlink(missing_ok=True)
        elif self.previous_version() != previous:
            _link(self.previous, previous)

    def remove(self, name: str) -> None:
        """Deletes a version that is neither current nor kept to go back to."""
        shutil.rmtree(self.version(name), ignore_errors=True)

    def prune(self, keep: int = 3) -> tuple[str, ...]:
        """Deletes what was cut off and old versions beyond `keep`, never the current or the previous one."""
        used = {self.current_version(), self.previous_version()}
        spare = [name for name in self.installed() if name not in used]
        old = spare[: max(0, len(spare) + len(used - {None}) - keep)]
        rubbish = [one.name for one in self.versions.glob("*") if not (one / COMPLETE).is_file()]
        gone = (*old, *(name for name in rubbish if name not in used))
        for name in gone:
            shutil.rmtree(self.version(name), ignore_errors=True)
        return gone


def _target(link: Path) -> str | None:
    return link.readlink().name if link.is_symlink() else None


def _link(link: Path, name: str) -> None:
    """Points the link there, at no instant to nowhere, and on the disk before it returns."""
    link.parent.mkdir(parents=True, exist_ok=True)
    fresh = link.with_name(f".{link.name}.new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(Path("versions") / name)
    fresh.replace(link)
    folder = os.open(link.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
