"""The PIN: kept as a hash, guessed at most so often; and the sessions of those who gave it."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

SHORTEST, LONGEST = 4, 12
COST, BLOCK = 2**14, 8
"""16 MB and some fifty milliseconds for each guess."""

FREE_TRIES = 5
FIRST_WAIT_MS, LONGEST_WAIT_MS = 30_000, 3_600_000
SESSION_MS = 8 * 3_600_000
MOST_SESSIONS = 20
FILE = "pin.json"


def is_pin(text: str) -> bool:
    """Whether it may be one: digits, not too few.

    >>> is_pin("4711"), is_pin("471"), is_pin("47a1")
    (True, False, False)
    """
    return text.isascii() and text.isdecimal() and SHORTEST <= len(text) <= LONGEST


def write_private(file: Path, data: bytes) -> None:
    """Written whole or not at all, and readable for its owner alone."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f".{file.name}.new")
    with suppress(FileNotFoundError):
        new.unlink()
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    new.replace(file)


class Pin:
    """The PIN that is kept in a folder. It is read anew each time: `drover pin` may have changed it."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE

    def kept(self) -> tuple[bytes, bytes] | None:
        """Salt and hash; None where no PIN was set. A file that can't be understood lets nobody in, either."""
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
            return bytes.fromhex(kept["salt"]), bytes.fromhex(kept["hash"])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError):
            return b"", b""

    @property
    def is_set(self) -> bool:
        return self.kept() is not None

    def fits(self, pin: str) -> bool:
        """Whether it is the PIN; takes a while, on purpose."""
        kept = self.kept()
        if kept is None or not kept[1] or not is_pin(pin):
            return False
        return hmac.compare_digest(_hashed(pin, kept[0]), kept[1])

    def set(self, pin: str) -> None:
        """Keep this one from now on; raises OSError."""
        assert is_pin(pin)
        salt = secrets.token_bytes(16)
        kept = {"salt": salt.hex(), "hash": _hashed(pin, salt).hex()}
        write_private(self._file, json.dumps(kept).encode())

    def forget(self) -> None:
        """There is none any more; raises OSError."""
        with suppress(FileNotFoundError):
            self._file.unlink()


def _hashed(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=COST, r=BLOCK, p=1, maxmem=64 * 1024 * 1024)


@dataclass
class Tries:
    """How often a wrong PIN was given, and until when nobody is listened to.

    >>> tries = Tries()
    >>> for _ in range(5):
    ...     tries.begin(0)
    >>> tries.wait(0), tries.wait(29_999), tries.wait(30_000)
    (30000, 1, 0)
    >>> tries.begin(30_000); tries.wait(30_000)
    60000
    """

    wrong: int = 0
    until: int = 0

    def wait(self, now: int) -> int:
        """For how many milliseconds nobody may try."""
        return max(0, self.until - now)

    def begin(self, now: int) -> None:
        """Somebody tries. It counts as wrong until it was right, so that many at once are no way around."""
        self.wrong += 1
        if self.wrong >= FREE_TRIES:
            doubled = min(self.wrong - FREE_TRIES, 20)
            self.until = now + min(FIRST_WAIT_MS * 2**doubled, LONGEST_WAIT_MS)

    def right(self) -> None:
        self.wrong, self.until = 0, 0


@dataclass
class Sessions:
    """Those who gave the PIN, by a cookie. Each ends when it was not used for some hours."""

    _ends: dict[bytes, int] = field(default_factory=dict)

    def open(self, now: int) -> str:
        token = secrets.token_urlsafe(24)
        self._drop_old(now)
        while len(self._ends) >= MOST_SESSIONS:
            del self._ends[min(self._ends, key=self._ends.__getitem__)]
        self._ends[_digest(token)] = now + SESSION_MS
        return token

    def knows(self, token: str, now: int) -> bool:
        """Whether that session is on; it goes on from now."""
        digest = _digest(token)
        if self._ends.get(digest, now) <= now:
            return False
        self._ends[digest] = now + SESSION_MS
        return True

    def close(self, token: str) -> None:
        self._ends.pop(_digest(token), None)

    def close_all(self) -> None:
        self._ends.clear()

    def _drop_old(self, now: int) -> None:
        self._ends = {digest: ends for digest, ends in self._ends.items() if ends > now}


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
