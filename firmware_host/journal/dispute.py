"""A dispute in one file: the record, the photographs, the page that explains, and the hashes of all of them."""

from __future__ import annotations

import json
import zipfile
from hashlib import sha256
from pathlib import Path

from firmware_host.journal.entries import Kind
from firmware_host.journal.page import dispute_page
from firmware_host.journal.reader import Reader
from firmware_host.journal.telling import tell_match
from firmware_host.words import Words

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in it: the same match gives the same bytes."""


def record_of(reader: Reader, match: int) -> str:
    """The record of a match as `drover replay` reads it."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in reader.lines(match))


def write_dispute(reader: Reader, match: int, words: Words, out: Path) -> int:
    """Write the file, in full or not at all; gives how many photographs are in it."""
    partial = out.with_name(f"{out.name}.part")
    try:
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
            count = _Packer(archive).pack(reader, match, words)
        partial.replace(out)
    finally:
        partial.unlink(missing_ok=True)
    return count


class _Packer:
    """Puts files into an archive and remembers their hashes."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._hashes: list[str] = []

    def pack(self, reader: Reader, match: int, words: Words) -> int:
        entries = reader.entries(match)
        head = reader.head()
        pictures = {}
        for entry in entries:
            jpeg = reader.photograph(entry.seq) if entry.kind == Kind.PHOTOGRAPH else None
            if jpeg is not None:
                pictures[entry.seq] = f"photographs/{entry.seq}.jpg"
                self._add(pictures[entry.seq], jpeg, zipfile.ZIP_STORED)
        told = list(tell_match(words, entries, secret=True))
        self._add("index.html", dispute_page(words, told, pictures, head).encode())
        self._add("record.jsonl", record_of(reader, match).encode())
        self._add("journal.jsonl", _excerpt(reader, match).encode())
        before = reader.hash_before(match)
        ends = {"before": before.hex() if before else None, "head": head._asdict()}
        self._add("chain.json", (json.dumps(ends) + "\n").encode())
        # As `sha256sum --check` reads it.
        self._add("SHA256SUMS", "".join(self._hashes).encode())
        return len(pictures)

    def _add(self, name: str, data: bytes, how: int = zipfile.ZIP_DEFLATED) -> None:
        info = zipfile.ZipInfo(name, EPOCH)
        info.compress_type = how
        info.external_attr = 0o644 << 16
        self._archive.writestr(info, data)
        self._hashes.append(f"{sha256(data).hexdigest()}  {name}\n")


def _excerpt(reader: Reader, match: int) -> str:
    """The entries from the first to the last of the match with their bodies as they are hashed."""
    names = ("seq", "match", "kind", "body", "wall", "ms")
    lines = (
        json.dumps({**dict(zip(names, row[:6], strict=True)), "hash": row[6].hex()}) for row in reader.stretch(match)
    )
    return "".join(f"{line}\n" for line in lines)
