"""The pages and what they are made of. Only what was there when the server began is ever served."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).parent / "static"
TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
SMALL = 500


@dataclass(frozen=True)
class StaticFile:
    path: Path

    @cached_property
    def data(self) -> bytes:
        return self.path.read_bytes()

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.data, 9, mtime=0)

    @cached_property
    def tag(self) -> str:
        return f'"{hashlib.sha256(self.data).hexdigest()[:20]}"'

    @property
    def kind(self) -> str:
        suffix = self.path.suffix
        kind = TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")
        return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind

    @property
    def packs(self) -> bool:
        return self.path.suffix in TYPES and len(self.data) >= SMALL


class StaticFiles:
    """The files of a folder by their names. A name that is not among them is nothing, so that no path leads out.

    While pages are written, with `fresh`, each is read anew whenever it is asked for.
    """

    def __init__(self, folder: Path = FOLDER, fresh: bool = False) -> None:
        self._folder, self._fresh = folder, fresh
        self._files = self._found()

    def _found(self) -> dict[str, StaticFile]:
        files = (path for path in sorted(self._folder.rglob("*")) if path.is_file() and not path.is_symlink())
        return {path.relative_to(self._folder).as_posix(): StaticFile(path) for path in files}

    def answer(self, name: str, request: Request) -> Response | None:
        """The file, or that it is still the same; None: there is no such file."""
        if self._fresh:
            self._files = self._found()
        file = self._files.get(name)
        if file is None:
            return None
        headers = {"ETag": file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if file.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        packed = file.packs and "gzip" in request.headers.get("accept-encoding", "")
        if packed:
            headers["Content-Encoding"] = "gzip"
        return Response(file.packed if packed else file.data, headers=headers, media_type=file.kind)
