"""Signatures of OpenSSH: made by whoever builds a bundle, checked by the table with the keys of its configuration."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from firmware_host.update.errors import UpdateError

PURPOSE = "drover-update"
"""What the key has signed it for: a signature of the same key for something else does not count."""

_SIGNER = "drover"
_KEY = re.compile(
    r"((?:sk-)?(?:ssh-ed25519|ecdsa-sha2-nistp\d{3}|ssh-rsa)(?:@openssh\.com)?) ([A-Za-z0-9+/]+={0,3})(?: .*)?"
)
_TAKES_S = 30


def is_key(text: str) -> bool:
    """Whether that is a public key as it stands in a `.pub` file."""
    return _KEY.fullmatch(text.strip()) is not None


def sign(data: bytes, key: Path) -> bytes:
    """The signature by that private key. `ssh-keygen` asks for its passphrase, if it has one and no agent does."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "signed"
        file.write_bytes(data)
        done = _ssh_keygen("-q", "-Y", "sign", "-f", str(key), "-n", PURPOSE, str(file), given=None, patience=None)
        if done.returncode:
            raise UpdateError("not_signed", why=_last_line(done.stderr))
        return file.with_suffix(".sig").read_bytes()


def check_signature(data: bytes, signature: bytes, keys: Sequence[str]) -> None:
    """Raises `UpdateError` unless one of the public keys has signed exactly this."""
    if not keys:
        raise UpdateError("no_key")
    with tempfile.TemporaryDirectory() as folder:
        allowed, signed = Path(folder) / "allowed", Path(folder) / "signature"
        allowed.write_text("".join(_allow(key) for key in keys), encoding="ascii")
        signed.write_bytes(signature)
        wish = ("-Y", "verify", "-f", str(allowed), "-I", _SIGNER, "-n", PURPOSE, "-s", str(signed))
        if _ssh_keygen(*wish, given=data, patience=_TAKES_S).returncode:
            raise UpdateError("bad_signature")


def _allow(key: str) -> str:
    """A line of an allowed-signers file; of the key nothing but kind and value gets into it."""
    found = _KEY.fullmatch(key.strip())
    if found is None:
        raise UpdateError("bad_key")
    return f'{_SIGNER} namespaces="{PURPOSE}" {found[1]} {found[2]}\n'


def _ssh_keygen(*wish: str, given: bytes | None, patience: float | None) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["ssh-keygen", *wish], input=given, capture_output=True, timeout=patience, check=False)  # noqa: S603, S607
    except FileNotFoundError:
        raise UpdateError("no_ssh_keygen") from None
    except subprocess.TimeoutExpired:
        raise UpdateError("bad_signature") from None


def _last_line(text: bytes) -> str:
    return (text.decode(errors="replace").strip().splitlines() or [""])[-1]
