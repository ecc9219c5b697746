"""A bundle is read from front to back, and nothing in it is believed before the signature has been checked."""

from __future__ import annotations

import hashlib
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from firmware_host.update.errors import UpdateError
from firmware_host.update.manifest import Item, Manifest, read_manifest
from firmware_host.update.signing import check_signature

MANIFEST, SIGNATURE = "manifest.json", "manifest.json.sig"
_LARGEST_HEAD = 1_000_000
_BLOCK = 1 << 20


class Bundle:
    """A bundle whose signature is good."""

    def __init__(self, manifest: Manifest, archive: tarfile.TarFile) -> None:
        self.manifest = manifest
        self._archive = archive

    def unpack(self, folder: Path) -> None:
        """Writes all its files there; raises `UpdateError` where one is not as it was signed."""
        missing = {item.name for item in self.manifest.items}
        for entry in _entries(self._archive):
            item = self.manifest.item(entry.name)
            if item is None or item.name not in missing or not entry.isreg() or entry.size != item.size:
                raise UpdateError("damaged", name=entry.name)
            missing.remove(item.name)
            _write(_opened(self._archive, entry), folder / item.name, item)
        if missing:
            raise UpdateError("cut")


@contextmanager
def bundle_at(file: Path, keys: Sequence[str]) -> Iterator[Bundle]:
    """The bundle in that file, which one of the public keys must have signed. `OSError` where it can't be read."""
    with file.open("rb") as opened:
        try:
            # Read as a stream: that way a name can't come twice, the second time as something else.
            archive = tarfile.open(fileobj=opened, mode="r|")  # noqa: SIM115
        except tarfile.TarError:
            raise UpdateError("no_bundle") from None
        with archive:
            entries = _entries(archive)
            head, signature = _head(archive, entries, MANIFEST), _head(archive, entries, SIGNATURE)
            check_signature(head, signature, keys)
            yield Bundle(read_manifest(head), archive)


def _entries(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    try:
        while (entry := archive.next()) is not None:
            yield entry
    except (tarfile.TarError, EOFError):
        raise UpdateError("cut") from None


def _head(archive: tarfile.TarFile, entries: Iterator[tarfile.TarInfo], name: str) -> bytes:
    entry = next(entries, None)
    if entry is None or entry.name != name or not entry.isreg() or entry.size > _LARGEST_HEAD:
        raise UpdateError("no_bundle")
    try:
        data = _opened(archive, entry).read()
    except (tarfile.TarError, EOFError):
        raise UpdateError("cut") from None
    if len(data) < entry.size:
        raise UpdateError("cut")
    return data


def _opened(archive: tarfile.TarFile, entry: tarfile.TarInfo) -> IO[bytes]:
    opened = archive.extractfile(entry)
    assert opened is not None, "a regular file can be opened"
    return opened


def _write(source: IO[bytes], file: Path, item: Item) -> None:
    digest = hashlib.sha256()
    with file.open("xb") as out:
        try:
            while block := source.read(_BLOCK):
                digest.update(block)
                out.write(block)
        except (tarfile.TarError, EOFError):
            raise UpdateError("cut") from None
        size = out.tell()
    if size < item.size:
        raise UpdateError("cut")
    if digest.hexdigest() != item.sha256:
        raise UpdateError("damaged", name=item.name)
