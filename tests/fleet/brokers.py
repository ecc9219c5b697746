"""Real Mosquittos, each with a folder and a port of its own, and a line to them that can be cut."""

from __future__ import annotations

import getpass
import select
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.fleet.settings import Broker

MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
PASSWORDS = shutil.which("mosquitto_passwd", path="/usr/bin:/usr/local/bin")
LONGEST_WAIT_S = 30.0


def wait_for(what: Callable[[], object], seconds: float = LONGEST_WAIT_S, why: str = "") -> None:
    """Until it is so; a test that waits in vain fails."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, f"waited {seconds} s in vain{': ' if why else ''}{why}"
        time.sleep(0.01)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


@dataclass
class Mosquitto:
    """A broker that can be stopped, killed and started again on the same port with what it has stored."""

    folder: Path
    lines: Sequence[str] = ("allow_anonymous true",)
    port: int = field(default_factory=free_port)
    tls: bool = False
    _process: subprocess.Popen[bytes] | None = None

    def start(self) -> Mosquitto:
        assert MOSQUITTO, "these tests need a broker: install the package mosquitto"
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / "mosquitto.conf"
        me = f"user {getpass.getuser()}"
        listener = (me, f"listener {self.port} 127.0.0.1", "persistence true", f"persistence_location {self.folder}/")
        file.write_text("\n".join(("per_listener_settings false", *listener, *self.lines, "")), encoding="utf-8")
        log = (self.folder / "mosquitto.log").open("ab")
        with log:
            self._process = subprocess.Popen([MOSQUITTO, "-c", str(file)], stdout=log, stderr=log)
        wait_for(self._answers, why=f"mosquitto does not start, see {log.name}")
        return self

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.folder / "mosquitto.log").read_text(encoding="utf-8")
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def stop(self, kill: bool = False) -> None:
        if self._process is not None:
            (self._process.kill if kill else self._process.terminate)()
            self._process.wait(10)
            self._process = None

    def settings(self, **more: object) -> Broker:
        said: dict[str, object] = {"host": "127.0.0.1", "port": self.port, "tls": self.tls, **more}
        return Broker(**said)  # type: ignore[arg-type]  # the tests name what there is

    def said(self) -> str:
        return (self.folder / "mosquitto.log").read_text(encoding="utf-8", errors="replace")


@dataclass
class Line:
    """Bytes to a port and back; it can be cut (silently or not), and made slow."""

    to: int
    port: int = field(default_factory=free_port)
    rate: float | None = None
    """So many bytes a second, each way."""

    _cut: threading.Event = field(default_factory=threading.Event)
    _over: threading.Event = field(default_factory=threading.Event)
    _pairs: list[tuple[socket.socket, socket.socket]] = field(default_factory=list)
    passed: int = 0

    def start(self) -> Line:
        self._server = socket.create_server(("127.0.0.1", self.port))
        self._server.settimeout(0.1)
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def cut(self, silently: bool = False) -> None:
        """Nothing passes any more. Silently, neither end is told, as where a radio is out of reach."""
        self._cut.set()
        if not silently:
            self._drop()

    def mend(self) -> None:
        self._drop()
        self._cut.clear()

    def stop(self) -> None:
        self._over.set()
        self._drop()
        self._server.close()

    def _drop(self) -> None:
        pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for one in pair:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while not self._over.is_set():
            try:
                here, _ = self._server.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            if self._cut.is_set():
                here.close()
                continue
            try:
                there = socket.create_connection(("127.0.0.1", self.to), 2)
            except OSError:
                here.close()
                continue
            self._pairs.append((here, there))
            threading.Thread(target=self._pump, args=(here, there), daemon=True).start()

    def _pump(self, here: socket.socket, there: socket.socket) -> None:
        ways = {here: there, there: here}
        try:
            while not self._over.is_set():
                ready, _, _ = select.select([*ways], [], [], 0.2)
                if self._cut.is_set():
                    time.sleep(0.05)
                    if here.fileno() < 0 or (here, there) not in self._pairs:
                        return
                    continue
                for one in ready:
                    data = one.recv(4096)
                    if not data:
                        return
                    self.passed += len(data)
                    ways[one].sendall(data)
                    if self.rate is not None:
                        time.sleep(len(data) / self.rate)
        except (OSError, ValueError):
            return
        finally:
            here.close()
            there.close()


def _openssl(*arguments: object) -> None:
    program = shutil.which("openssl")
    assert program, "these tests make certificates: install the package openssl"
    subprocess.run([program, *map(str, arguments)], check=True, capture_output=True)


@dataclass(frozen=True)
class Authority:
    """Somebody who signs certificates, of its own making."""

    folder: Path

    @classmethod
    def made(cls, folder: Path) -> Authority:
        folder.mkdir(parents=True, exist_ok=True)
        _openssl(
            *("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", 30),
            # Python from 3.13 on wants to be told what a certificate is for, and who signed it.
            *("-addext", "keyUsage=critical,keyCertSign,cRLSign"),
            *("-subj", "/CN=Tests", "-keyout", folder / "ca.key", "-out", folder / "ca.crt"),
        )
        return cls(folder)

    @property
    def ca(self) -> Path:
        return self.folder / "ca.crt"

    def sign(self, name: str, host: str = "127.0.0.1") -> tuple[Path, Path]:
        """A certificate for that name, and its key."""
        key, request, certificate, more = (self.folder / f"{name}.{end}" for end in ("key", "csr", "crt", "ext"))
        who = "subjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\nbasicConstraints=CA:FALSE\n"
        more.write_text(f"subjectAltName=IP:{host}\n{who}", encoding="utf-8")
        _openssl(
            *("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"),
            *("-subj", f"/CN={name}", "-keyout", key, "-out", request),
        )
        _openssl(
            *("x509", "-req", "-in", request, "-CA", self.ca, "-CAkey", self.folder / "ca.key", "-CAcreateserial"),
            *("-days", 30, "-extfile", more, "-out", certificate),
        )
        key.chmod(0o644)
        return certificate, key


def passwords(file: Path, known: dict[str, str]) -> Path:
    """A file of user names and passwords as Mosquitto wants it."""
    assert PASSWORDS, "these tests need mosquitto_passwd: install the package mosquitto"
    file.write_text("".join(f"{name}:{word}\n" for name, word in known.items()), encoding="utf-8")
    subprocess.run([PASSWORDS, "-U", str(file)], check=True, capture_output=True)
    file.chmod(0o644)
    return file
