"""`python -m firmware_host.update.bundle`, which is `make bundle`: a version in one signed file, made from a clone.

Wheels come from where pip gets them; what is in the file is what `requirements.lock` has pinned, by its hash.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from firmware_host import __version__
from firmware_host.install.version import copy
from firmware_host.update.errors import UpdateError
from firmware_host.update.manifest import Item, Manifest, Target
from firmware_host.update.needs import needs_of, pinned_for
from firmware_host.update.reading import MANIFEST, SIGNATURE
from firmware_host.update.signing import sign
from firmware_host.words import Words, language_of_environment

TARGETS = (Target("aarch64", "3.11"), Target("aarch64", "3.13"))
"""Raspberry Pi OS bookworm and trixie."""

_LIBC = {"3.11": 36, "3.13": 41}
"""Of these systems: wheels that need a newer one do not run there."""

_OLDEST_LIBC = 17
HOUSE = Path(__file__).parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make bundle", description="A version in one signed file, for drover update.")
    parser.add_argument("--key", required=True, metavar="FILE", help="the private key, of ssh-keygen")
    parser.add_argument("--out", metavar="FILE", help="left out: build/drover-VERSION.bundle")
    parser.add_argument("--here", action="store_true", help="for machines as this one, instead of Raspberry Pis")
    options = parser.parse_args(arguments)
    out = Path(options.out or HOUSE / "build" / f"drover-{__version__}.bundle")
    try:
        make_bundle(out, Path(options.key), (Target.here(),) if options.here else TARGETS)
    except UpdateError as error:
        words = Words(language_of_environment())
        print(words.say_of(f"update.no.{error.reason}", error.facts.__getitem__), file=sys.stderr)
        return 2
    print(out)
    return 0


def make_bundle(out: Path, key: Path, targets: Sequence[Target], house: Path = HOUSE) -> Manifest:
    """Fetches what is needed, and writes the bundle."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as source:
        files = Path(folder)
        # From a copy: the builder leaves things behind, and takes up what it left behind before.
        _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, str(copy(house, Path(source))))
        (project,) = files.glob("drover-*.whl")
        lock = (house / "requirements.lock").read_text(encoding="utf-8")
        for target in targets:
            list_of_them = files / Manifest("0", (), ()).requirements(target)
            list_of_them.write_text(pinned_for(needs_of(project), lock, target), encoding="ascii")
            _download(target, list_of_them, files)
        return write_bundle(out, files, project.name.split("-")[1], targets, lambda data: sign(data, key))


def write_bundle(
    out: Path, files: Path, version: str, targets: Sequence[Target], signed: Callable[[bytes], bytes]
) -> Manifest:
    """Puts all files of a folder into a bundle; it appears under its name once it is whole."""
    items = tuple(_item(file) for file in sorted(files.iterdir()))
    manifest = Manifest(version, tuple(targets), items)
    head = manifest.as_json()
    out.parent.mkdir(parents=True, exist_ok=True)
    part = out.with_name(f"{out.name}.part")
    with tarfile.open(part, "w", format=tarfile.PAX_FORMAT) as archive:
        for name, data in ((MANIFEST, head), (SIGNATURE, signed(head))):
            archive.addfile(_entry(name, len(data)), io.BytesIO(data))
        for item in items:
            with (files / item.name).open("rb") as opened:
                archive.addfile(_entry(item.name, item.size), opened)
    part.replace(out)
    return manifest


def _item(file: Path) -> Item:
    with file.open("rb") as opened:
        return Item(file.name, file.stat().st_size, hashlib.file_digest(opened, "sha256").hexdigest())


def _entry(name: str, size: int) -> tarfile.TarInfo:
    """Without times and owners: the same files give the same bundle."""
    entry = tarfile.TarInfo(name)
    entry.size = size
    return entry


def _download(target: Target, requirements: Path, folder: Path) -> None:
    newest = _LIBC.get(target.python, max(_LIBC.values()))
    tags = (*(f"manylinux_2_{minor}" for minor in range(newest, _OLDEST_LIBC - 1, -1)), "manylinux2014", "linux")
    platforms = (argument for tag in tags for argument in ("--platform", f"{tag}_{target.machine}"))
    _pip(
        *("download", "--no-deps", "--only-binary", ":all:", "--require-hashes", "--implementation", "cp"),
        *("--python-version", target.python, *platforms, "--requirement", str(requirements), "--dest", str(folder)),
    )


def _pip(*wish: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *wish]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise UpdateError("not_fetched", why=(done.stderr.strip().splitlines() or [""])[-1])


if __name__ == "__main__":
    sys.exit(main())
