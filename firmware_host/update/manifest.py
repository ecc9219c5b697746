"""What a bundle says about itself. It alone is signed; it has the checksum of everything else."""

from __future__ import annotations

import json
import platform
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from firmware_host.update.errors import UpdateError

FORM = 1
_VERSION = re.compile(r"[0-9][0-9A-Za-z.+!_-]{0,62}")
_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+!-]{0,200}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_MOST_FILES = 500
_LARGEST_FILE = 1_000_000_000
_ENVIRONMENT = 30_000_000
"""What a virtual environment takes with nothing in it."""


@dataclass(frozen=True)
class Target:
    """A kind of machine and a Python that a bundle has wheels for.

    >>> str(Target("aarch64", "3.11"))
    'aarch64, Python 3.11'
    """

    machine: str
    python: str

    def __str__(self) -> str:
        return f"{self.machine}, Python {self.python}"

    @classmethod
    def here(cls) -> Target:
        return cls(platform.machine(), f"{sys.version_info.major}.{sys.version_info.minor}")


@dataclass(frozen=True)
class Item:
    """One file of a bundle."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """A version, whom it fits, and its files: wheels, and a list of requirements for each target."""

    version: str
    targets: tuple[Target, ...]
    items: tuple[Item, ...]

    @property
    def room(self) -> int:
        """How many bytes installing it takes, to be on the safe side: a wheel unpacked is up to four times as large."""
        return _ENVIRONMENT + 5 * sum(item.size for item in self.items)

    def item(self, name: str) -> Item | None:
        return next((item for item in self.items if item.name == name), None)

    def requirements(self, target: Target) -> str:
        """The name of the file with what that target needs, pinned."""
        return f"requirements-{target.machine}-{target.python}.txt"

    def as_json(self) -> bytes:
        data = {
            "drover": FORM,
            "version": self.version,
            "targets": [{"machine": one.machine, "python": one.python} for one in self.targets],
            "files": [{"name": one.name, "size": one.size, "sha256": one.sha256} for one in self.items],
        }
        return (json.dumps(data, indent=1) + "\n").encode()


def read_manifest(data: bytes) -> Manifest:
    """What was signed, taken strictly: names are file names without any folder, numbers are in range."""
    try:
        said = json.loads(data)
    except ValueError:
        raise UpdateError("no_bundle") from None
    if not isinstance(said, dict) or "drover" not in said:
        raise UpdateError("no_bundle")
    if said["drover"] != FORM:
        raise UpdateError("other_form")
    targets = tuple(
        Target(_word(one, "machine", _FILE), _word(one, "python", _VERSION)) for one in _list(said, "targets")
    )
    items = tuple(
        Item(_word(one, "name", _FILE), _size(one), _word(one, "sha256", _SHA256)) for one in _list(said, "files")
    )
    if len({item.name for item in items}) < len(items):
        raise UpdateError("no_bundle")
    return Manifest(_word(said, "version", _VERSION), targets, items)


def _list(said: Mapping[str, object], key: str) -> list[Mapping[str, object]]:
    value = said.get(key)
    if (
        not isinstance(value, list)
        or not 0 < len(value) <= _MOST_FILES
        or not all(isinstance(one, dict) for one in value)
    ):
        raise UpdateError("no_bundle")
    return value


def _word(said: Mapping[str, object], key: str, form: re.Pattern[str]) -> str:
    value = said.get(key)
    if not isinstance(value, str) or not form.fullmatch(value):
        raise UpdateError("no_bundle")
    return value


def _size(said: Mapping[str, object]) -> int:
    value = said.get("size")
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _LARGEST_FILE:
        raise UpdateError("no_bundle")
    return value
