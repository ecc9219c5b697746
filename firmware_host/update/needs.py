"""What a version needs on another machine: the pinned requirements that hold there, none for development."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from email import message_from_bytes
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from firmware_host.update.errors import UpdateError
from firmware_host.update.manifest import Target

_PINNED = re.compile(r"([A-Za-z0-9._-]+)==([^\s;\\]+)\s*(?:;\s*([^\\]+?))?\s*\\?")


def needs_of(wheel: Path) -> list[str]:
    """What a wheel says it needs."""
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        said = message_from_bytes(archive.read(metadata))
    return said.get_all("Requires-Dist") or []


def pinned_for(needs: Iterable[str], lock: str, target: Target) -> str:
    """The part of a lock with hashes that is needed for that, directly or not, on that machine."""
    environment = _environment(target)
    pins = dict(_pins(lock, environment))
    wanted, todo = set[str](), [*_there(needs, environment)]
    while todo:
        name = todo.pop()
        if name in wanted:
            continue
        if name not in pins:
            raise UpdateError("not_pinned", name=name)
        wanted.add(name)
        todo += _there(_needs(name), environment)
    return "".join(pins[name] for name in sorted(wanted))


def _pins(lock: str, environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each package with its pin and hashes, if its marker holds there."""
    for block in re.split(r"\n(?=\S)", lock):
        first, *rest = [line for line in block.splitlines() if not line.strip().startswith("#")] or [""]
        found = _PINNED.fullmatch(first)
        if found and (found[3] is None or Marker(found[3]).evaluate({**environment})):
            hashes = [re.sub(r"\s*\\$", "", line) for line in rest]
            yield canonicalize_name(found[1]), " \\\n".join([f"{found[1]}=={found[2]}", *hashes]) + "\n"


def _there(needs: Iterable[str], environment: Mapping[str, str]) -> Iterator[str]:
    """The names of those that are needed in that environment."""
    for need in map(Requirement, needs):
        if need.marker is None or need.marker.evaluate({**environment, "extra": ""}):
            yield canonicalize_name(need.name)


def _needs(name: str) -> list[str]:
    """What an installed package needs: the pinned version is the one that is installed here, too."""
    try:
        return requires(name) or []
    except PackageNotFoundError:
        raise UpdateError("not_there", name=name) from None


def _environment(target: Target) -> dict[str, str]:
    return {
        "implementation_name": "cpython",
        "os_name": "posix",
        "platform_machine": target.machine,
        "platform_python_implementation": "CPython",
        "platform_system": "Linux",
        "python_full_version": f"{target.python}.2",
        "python_version": target.python,
        "sys_platform": "linux",
    }
