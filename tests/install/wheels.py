"""Which wheel each pinned package is on a Raspberry Pi: written by `make lock`, which asks; checked by `make lint`.

    python -m tests.install.wheels

The file has names and checksums. That they belong together is known from when it was written; that nothing else is
pinned now, and that such names fit such a machine, needs no network.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from packaging.markers import Marker
from packaging.tags import Tag
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename

HOUSE = Path(__file__).parents[2]
LOCK, FILE = HOUSE / "requirements.lock", Path(__file__).parent / "wheels.json"
Wheels = Mapping[str, Mapping[str, str]]
"""For each target the file's name and its checksum, by the name of the package."""

_PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)\s*(?:;\s*(?P<marker>[^\\]+?))?\s*\\?$")


@dataclass(frozen=True)
class Target:
    """A Raspberry Pi OS: its Python, and its C library's minor version."""

    system: str
    python: str
    libc: int

    def fits(self, tag: Tag) -> bool:
        """Whether a wheel with that tag runs there."""
        wanted = int(self.python.partition(".")[2])
        python, abi = tag.interpreter, tag.abi
        own = f"cp3{wanted}"
        right_python = python in ("py3", "py2.py3") or (python == own and abi in (own, "none", "abi3"))
        if abi == "abi3" and (found := re.fullmatch(r"cp3(\d+)", python)):
            right_python = int(found[1]) <= wanted
        return right_python and self._fits(tag.platform)

    def _fits(self, platform: str) -> bool:
        if platform in ("any", "manylinux2014_aarch64"):
            return True
        found = re.fullmatch(r"manylinux_2_(\d+)_aarch64", platform)
        return found is not None and int(found[1]) <= self.libc

    @property
    def environment(self) -> dict[str, str]:
        """For the markers of the lock."""
        return {
            "python_version": self.python,
            "python_full_version": f"{self.python}.2",
            "sys_platform": "linux",
            "platform_system": "Linux",
            "platform_machine": "aarch64",
            "platform_python_implementation": "CPython",
            "implementation_name": "cpython",
            "os_name": "posix",
            "extra": "",
        }


TARGETS = (Target("bookworm", "3.11", 36), Target("trixie", "3.13", 41))


class Pin(NamedTuple):
    name: str
    version: str
    hashes: frozenset[str]
    text: str


def pins(lock: str, target: Target) -> Iterator[Pin]:
    """What the lock pins for that system."""
    for block in re.split(r"\n(?=[^\s#])", lock):
        found = _PIN.match(block.partition("\n")[0])
        if found is None or (found["marker"] and not Marker(found["marker"]).evaluate(target.environment)):
            continue
        hashes = frozenset(re.findall(r"--hash=sha256:([0-9a-f]{64})", block))
        yield Pin(canonicalize_name(found["name"]), found["version"], hashes, block)


def troubles(lock: str, wheels: Wheels) -> list[str]:
    """What would not install on a Raspberry Pi; nothing, as it should be."""
    return [f"{target.system}: {one}" for target in TARGETS for one in _troubles(lock, wheels, target)]


def _troubles(lock: str, wheels: Wheels, target: Target) -> Iterator[str]:
    known = dict(wheels.get(target.system, {}))
    for pin in pins(lock, target):
        file, _, checksum = known.pop(pin.name, "").partition(" ")
        if not file:
            yield f"{pin.name} {pin.version} is pinned, and nobody has asked for a wheel of it: run make lock"
        elif checksum not in pin.hashes:
            yield f"{pin.name} {pin.version} is not the one whose wheel was asked for: run make lock"
        else:
            yield from _wheel_troubles(file, pin, target)
    yield from (f"{name} is not pinned any more: run make lock" for name in known)


def _wheel_troubles(file: str, pin: Pin, target: Target) -> Iterator[str]:
    try:
        name, version, _, tags = parse_wheel_filename(file)
    except InvalidWheelFilename:
        yield f"{pin.name} {pin.version} has no wheel, only {file}"
        return
    if (name, str(version)) != (pin.name, pin.version):
        yield f"{file} is no wheel of {pin.name} {pin.version}"
    if not any(target.fits(tag) for tag in tags):
        yield f"{file} does not run with Python {target.python} and glibc 2.{target.libc} on aarch64"


def ask(target: Target, lock: str) -> dict[str, str]:
    """Which wheels pip would take there. Nothing is installed."""
    wanted = "\n".join(pin.text.partition(";")[0] + _rest(pin.text) for pin in pins(lock, target))
    platforms = ["manylinux2014_aarch64", *(f"manylinux_2_{minor}_aarch64" for minor in range(17, target.libc + 1))]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--dry-run"]
    command += ["--ignore-installed", "--no-deps", "--only-binary=:all:", "--require-hashes", "--report=-"]
    # pip holds that against the Python that asks. The tags of a wheel say it, too.
    command += ["--ignore-requires-python"]
    command += ["--target=/nowhere", "--implementation=cp", f"--python-version={target.python}", "-r", "/dev/stdin"]
    command += [f"--platform={platform}" for platform in platforms]
    done = subprocess.run(command, input=wanted, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{target.system}: {done.stderr.strip()}")
    return dict(sorted(map(_reported, json.loads(done.stdout)["install"])))


def _rest(text: str) -> str:
    """The hashes behind a pin, where its marker was cut off."""
    return " \\\n" + text.partition("\n")[2] if ";" in text.partition("\n")[0] else ""


def _reported(one: Mapping[str, Mapping[str, object]]) -> tuple[str, str]:
    info = one["download_info"]
    archive = info["archive_info"]
    assert isinstance(archive, dict)
    file = str(info["url"]).rpartition("/")[2]
    return canonicalize_name(str(one["metadata"]["name"])), f"{file} {archive['hashes']['sha256']}"


def main() -> int:
    lock = LOCK.read_text(encoding="utf-8")
    found = {target.system: ask(target, lock) for target in TARGETS}
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(*(f"{system}: {len(wheels)} wheels for aarch64" for system, wheels in found.items()), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
