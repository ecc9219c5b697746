"""A machine of its own with the table installed: real systemd, started in a container on this system's own programs."""

from __future__ import annotations

import os
import pty
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from firmware_host.install.layout import SERVICE, Layout
from firmware_host.install_command import Installing, install
from firmware_host.words import Words

HOUSE = Path(__file__).parents[2]
PATIENCE = 60.0
ANSWERS = ("starting", "running", "degraded")
MISSING = "Please install the package systemd-container (make does that) and run this as root, or: sudo make boot"
OWN = ("proc", "sys", "dev", "run", "tmp", "var/tmp", "usr", "root")


def made(root: Path, config: str = '[camera]\naddress = "simulated"\n', drop_in: str = "") -> Layout:
    """A root folder with the table in it, as `drover install` makes it; programs come from this system."""
    # It is / in there, and everybody must be able to look into that.
    root.chmod(0o755)
    for name in OWN:
        (root / name).mkdir(parents=True)
    for name in ("bin", "sbin", "lib", "lib64"):
        (root / name).symlink_to(f"usr/{name}")
    (root / "etc").mkdir()
    (root / "etc/os-release").write_text("ID=test\n")
    (root / "etc/machine-id").write_text(f"{os.getpid():032x}\n")
    assert install(Installing(root, screen=False, version=False), Words("en")) == 0
    layout = Layout(root)
    # usr is this system's, so its local part is not there: the command itself is tested elsewhere.
    shutil.rmtree(root / "usr/local")
    layout.home.mkdir(parents=True, exist_ok=True)
    layout.current.symlink_to(Path(sys.prefix))
    layout.kept_config.write_text(config, encoding="utf-8")
    folder = layout.units / f"{SERVICE}.d"
    folder.mkdir()
    # The service sees no /tmp and no /home of others, and the clone that is tested may lie there.
    (folder / "clone.conf").write_text(f"[Service]\nBindReadOnlyPaths={HOUSE} {sys.prefix}\n", encoding="utf-8")
    if drop_in:
        (folder / "quick.conf").write_text(drop_in, encoding="utf-8")
    return layout


class Booted:
    """The machine while it runs. Whatever is asked of it is asked from inside."""

    def __init__(self, root: Path) -> None:
        assert shutil.which("systemd-nspawn"), MISSING
        assert os.geteuid() == 0, MISSING
        self.root = root
        self.console = b""
        self._inside = 0

    def __enter__(self) -> Self:
        command = ["systemd-nspawn", "--quiet", "--boot", "--register=no", "--keep-unit", "--private-network"]
        command += [f"--directory={self.root}", f"--machine=drover-test-{os.getpid()}"]
        command += ["--bind-ro=/usr", f"--bind-ro={HOUSE}", f"--bind-ro={sys.prefix}", "--", "systemd.firstboot=no"]
        self._began = time.monotonic()
        pid, self._terminal = pty.fork()
        if pid == 0:
            os.execvp(command[0], command)  # noqa: S606
        self._container = pid
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self.until(lambda: bool(self._first()), "the first process")
            self._inside = int(self._first())
            # The start may never end: a service that waits for its camera is a part of it.
            self.until(lambda: self.run("systemctl", "is-system-running") in ANSWERS, "an answer of systemd")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._container:
            for end in (signal.SIGTERM, signal.SIGKILL):
                os.kill(self._container, end)
                if self._gone(5):
                    break
            self._left()

    def power_off(self) -> None:
        """As its owner would; returns once it is off."""
        os.kill(self._inside, signal.SIGRTMIN + 4)
        assert self._gone(PATIENCE), self._said()
        self._left()

    def run(self, *command: str) -> str:
        """What a command says inside."""
        inside = ["nsenter", f"--target={self._inside}", "--all", *command]
        return subprocess.run(inside, capture_output=True, text=True, check=False, timeout=PATIENCE).stdout.strip()

    def as_the_service(self, *command: str) -> str:
        """What a command says that is run as the service's user, with its groups, in its view of the file system."""
        process = self.property("MainPID")
        user = ("setpriv", "--reuid=drover", "--regid=drover", "--init-groups", "--bounding-set=-all")
        return self.run("nsenter", f"--target={process}", "--mount", *user, *command)

    def property(self, name: str) -> str:
        """Of the service, as `systemctl show` has it."""
        return self.run("systemctl", "show", "--value", f"--property={name}", SERVICE)

    def journal(self, *wish: str) -> str:
        return self.run("journalctl", "--boot", "--no-pager", "--output=short-monotonic", *wish)

    def until(self, wanted: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not wanted():
            assert time.monotonic() < end, f"{what} did not come\n{self._said()}"
            time.sleep(0.05)

    def _first(self) -> str:
        """The container's first process, once it is systemd: what sets it up has processes of its own before."""
        children = Path(f"/proc/{self._container}/task/{self._container}/children")
        started = children.read_text().split() if children.exists() else []
        return next((one for one in started if _name_of(one) == "systemd"), "")

    def _said(self) -> str:
        service = self.journal("--lines=40") if self._inside else ""
        return f"{self.console.decode(errors='replace')[-3000:]}\n{service}"

    def _gone(self, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if os.waitpid(self._container, os.WNOHANG)[0]:
                return True
            time.sleep(0.02)
        return False

    def _left(self) -> None:
        self._container = 0
        self._reader.join(5)
        os.close(self._terminal)

    def _read(self) -> None:
        while True:
            try:
                said = os.read(self._terminal, 65536)
            except OSError:
                return
            if not said:
                return
            self.console += said


def _name_of(process: str) -> str:
    try:
        return Path(f"/proc/{process}/comm").read_text().strip()
    except OSError:  # it has ended
        return ""
