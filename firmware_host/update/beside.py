"""Installs a version beside those that are there. Until it is complete it is nothing: whatever fails, it goes again."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from firmware_host.install.layout import Layout
from firmware_host.update.errors import UpdateError
from firmware_host.update.manifest import Manifest, Target
from firmware_host.update.reading import MANIFEST, Bundle

_WHEELS = ".wheels"
_TAKES_S = 1800


def name_for(layout: Layout, manifest: Manifest) -> str:
    """What the version will be called here: another bundle of the same version gets a name of its own."""
    for name in (manifest.version, f"{manifest.version}+{_digest(manifest)}"):
        if not layout.is_complete(name) or _is_same(layout.version(name), manifest):
            return name
    raise AssertionError("two bundles with the same checksum")


def install_beside(layout: Layout, bundle: Bundle, name: str, python: Path | None = None) -> None:
    """Makes the version complete; raises `UpdateError` or `OSError`, and then nothing of it is left."""
    folder = layout.version(name)
    if layout.is_complete(name):
        return
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir(parents=True)
        _fill(folder, bundle, python or Path(sys.base_prefix) / "bin" / "python3")
        layout.complete(name)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def check_room(layout: Layout, manifest: Manifest) -> None:
    free = shutil.disk_usage(layout.home).free
    if free < manifest.room:
        raise UpdateError("no_room", needed=_megabytes(manifest.room), free=_megabytes(free))


def check_target(manifest: Manifest, here: Target) -> None:
    if here not in manifest.targets:
        raise UpdateError("wrong_machine", targets=tuple(map(str, manifest.targets)), here=str(here))


def _fill(folder: Path, bundle: Bundle, python: Path) -> None:
    wheels = folder / _WHEELS
    wheels.mkdir()
    bundle.unpack(wheels)
    # The camera's own library comes with the system.
    _run(wheels, str(python), "-m", "venv", "--system-site-packages", str(folder))
    manifest = bundle.manifest
    requirements = wheels / manifest.requirements(Target.here())
    _pip(folder, "--require-hashes", "--requirement", str(requirements))
    _pip(folder, "--no-deps", *(str(wheel) for wheel in wheels.glob("drover-*.whl")))
    shutil.rmtree(wheels)
    (folder / MANIFEST).write_bytes(manifest.as_json())


def _pip(folder: Path, *wish: str) -> None:
    pip = (str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet", "--isolated")
    _run(folder / _WHEELS, *pip, "install", "--no-index", "--find-links", str(folder / _WHEELS), *wish)


def _run(room: Path, *command: str) -> None:
    try:
        done = subprocess.run(  # noqa: S603
            command,
            capture_output=True,
            text=True,
            timeout=_TAKES_S,
            check=False,
            # /tmp may be small, and in memory; here the room was checked.
            env={**os.environ, "TMPDIR": str(room), "LC_ALL": "C.UTF-8"},
        )
    except subprocess.TimeoutExpired:
        raise UpdateError("not_installed", why=f"{command[0]}: {_TAKES_S} s") from None
    if done.returncode:
        said = f"{done.stdout}\n{done.stderr}".strip().splitlines()
        if any("No space left" in line for line in said):
            raise UpdateError("full")
        raise UpdateError("not_installed", why=said[-1] if said else f"{done.returncode}")


def _is_same(folder: Path, manifest: Manifest) -> bool:
    try:
        return (folder / MANIFEST).read_bytes() == manifest.as_json()
    except OSError:
        return False


def _digest(manifest: Manifest) -> str:
    return hashlib.sha256(manifest.as_json()).hexdigest()[:8]


def _megabytes(count: int) -> int:
    return -(-count // 1_000_000)
