"""Small bundles with real signatures, tables to update, and a systemd that is not there."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import tarfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.install.layout import Layout
from firmware_host.update.bundle import write_bundle
from firmware_host.update.manager import ServiceState
from firmware_host.update.manifest import Manifest, Target
from firmware_host.update.signing import sign
from firmware_host.update.trial import Time
from firmware_host.update.update import Table

GOOD = "import sys\ndef main():\n    return 0 if 'version' in sys.argv else 1\n"
BROKEN = "def main():\n    raise SystemExit('it has no head')\n"


def key_in(folder: Path, name: str = "key") -> Path:
    """A private key; its public half is beside it."""
    key = folder / name
    wish = ("-q", "-t", "ed25519", "-N", "", "-C", "maker", "-f", str(key))
    subprocess.run(["ssh-keygen", *wish], check=True)  # noqa: S607
    return key


def public(key: Path) -> str:
    return key.with_suffix(".pub").read_text(encoding="ascii").strip()


def wheel(folder: Path, version: str, code: str = GOOD, more: Mapping[str, bytes] | None = None) -> Path:
    """A wheel called drover with one command of that name."""
    info = f"drover-{version}.dist-info"
    files: dict[str, bytes] = {
        "drover_stub.py": code.encode(),
        **(more or {}),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: drover\nVersion: {version}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": b"[console_scripts]\ndrover = drover_stub:main\n",
    }
    record = "".join(f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    file = folder / f"drover-{version}-py3-none-any.whl"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return file


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def bundle(
    folder: Path,
    key: Path,
    version: str = "2.0",
    code: str = GOOD,
    targets: Sequence[Target] | None = None,
    more: Mapping[str, bytes] | None = None,
) -> Path:
    """A bundle with that wheel and no requirements."""
    files = folder / f"files-{version}"
    files.mkdir(parents=True)
    wheel(files, version, code, more)
    targets = targets or (Target.here(),)
    for target in targets:
        (files / Manifest("0", (), ()).requirements(target)).write_text("# none\n", encoding="ascii")
    out = folder / f"drover-{version}.bundle"
    write_bundle(out, files, version, targets, lambda data: sign(data, key))
    return out


def installed(root: Path, *versions: str) -> Layout:
    """A machine on which these were installed one after the other."""
    layout = Layout(root)
    for version in versions:
        _program(layout, version)
        layout.complete(version)
        layout.switch(version)
    return layout


def _program(layout: Layout, version: str) -> None:
    program = layout.version(version) / "bin" / "drover"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\nexit 0\n", encoding="ascii")
    program.chmod(0o755)


def put_there(layout: Layout, file: Path) -> None:
    """As if that bundle had been installed beside the current version, in no time."""
    with tarfile.open(file) as archive:
        head = archive.extractfile("manifest.json")
        assert head is not None
        manifest = head.read()
    version = str(json.loads(manifest)["version"])
    _program(layout, version)
    (layout.version(version) / "manifest.json").write_bytes(manifest)
    layout.complete(version)


@dataclass
class Clock:
    """Nobody waits for it."""

    at: float = 0.0

    def sleep(self, seconds: float) -> None:
        self.at += seconds

    def time(self) -> Time:
        return Time(lambda: self.at, self.sleep)


@dataclass
class Supervisor:
    """Stands in for systemd: which versions become ready is said beforehand. Down means that nothing writes."""

    layout: Layout
    behave: Mapping[str, str] = field(default_factory=dict)
    """By version: hangs, fails, crashes again and again, falls (ready, then down again), restarts. Others work."""

    at_work: str | None = None
    did: list[str] = field(default_factory=list)
    asked: int = 0
    watch: Callable[[str], None] = lambda what: None

    def start(self) -> None:
        self.watch("start")
        if self.at_work is None:
            self.at_work = self.layout.current_version()
            self.did.append(f"start {self.at_work}")
            self.asked = 0

    def stop(self) -> None:
        self.watch("stop")
        self.did.append("stop")
        self.at_work = None

    def state(self) -> ServiceState:
        self.watch("state")
        self.asked += 1
        match self.at_work and self.behave.get(self.at_work, "works"):
            case None:
                return ServiceState("inactive")
            case "hangs":
                return ServiceState("activating")
            case "fails":
                return ServiceState("failed" if self.asked > 2 else "activating")
            case "crashes":
                return ServiceState("activating", self.asked // 4)
            case "falls":
                return ServiceState("active" if self.asked < 4 else "failed")
            case "restarts":
                return ServiceState("active", self.asked // 6)
        return ServiceState("active" if self.asked > 2 else "activating")


def table(layout: Layout, keys: Sequence[str], supervisor: Supervisor | None = None) -> Table:
    supervisor = supervisor or Supervisor(layout, at_work=layout.current_version())
    return Table(layout, layout.state / "journal", tuple(keys), supervisor, Clock().time())


def configure(layout: Layout, keys: Sequence[str]) -> None:
    layout.settings.mkdir(parents=True)
    listed = ", ".join(f'"{key}"' for key in keys)
    layout.config.write_text(f"[update]\nkeys = [{listed}]\n", encoding="utf-8")


def in_a_child(work: Callable[[], None]) -> int:
    """Does it in a process of its own, which may end in any way; how it ended."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1]
