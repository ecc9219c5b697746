"""Updates under a real systemd: the real command, real bundles, and versions that only say that they are ready."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.install.layout import Layout
from tests.firmware_host.bundles import bundle, key_in, public
from tests.install.booted import Booted, made

READY = """
import os, socket, time
line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
line.connect(os.environ["NOTIFY_SOCKET"].replace("@", chr(0), 1))
line.send(b"READY=1")
while True:
    line.send(b"WATCHDOG=1")
    time.sleep(1)
"""
CRASHES = "raise SystemExit('no table today')\n"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A machine at which version 1.0 works, with bundles of good and bad ones."""
    folder = tmp_path_factory.mktemp("machine")
    key = key_in(tmp_path_factory.mktemp("key"))
    layout = made(folder, f'[update]\nkeys = ["{public(key)}"]\n')
    _version(layout, "1.0")
    for version, code in (("2.0", CRASHES), ("3.0", READY)):
        here = tmp_path_factory.mktemp("bundle")
        more = {"firmware_host/__init__.py": b"", "firmware_host/__main__.py": code.encode()}
        shutil.copy(bundle(here, key, version, more=more), folder / f"{version}.bundle")
    return folder


def _version(layout: Layout, name: str) -> None:
    """The program of this clone, but for the table itself: that one is ready at once, and no match is played."""
    layout.current.unlink()
    folder = layout.version(name)
    (folder / "bin").mkdir(parents=True)
    (folder / "table.py").write_text(READY, encoding="ascii")
    python = folder / "bin/python"
    real = f"{sys.prefix}/bin/python"
    table = f"/opt/drover/versions/{name}/table.py"
    lines = ("#!/bin/sh", f'case "$*" in *" run "*) exec {real} -I {table};; esac', f'exec {real} "$@"')
    python.write_text("\n".join(lines) + "\n", encoding="ascii")
    program = folder / "bin/drover"
    program.write_text(f'#!/bin/sh\nexec {real} -I -m firmware_host "$@"\n', encoding="ascii")
    for one in (python, program):
        one.chmod(0o755)
    layout.complete(name)
    layout.switch(name)


@pytest.fixture
def machine(root: Path) -> Iterator[Booted]:
    with Booted(root) as booted:
        booted.until(lambda: booted.property("ActiveState") == "active", "the table")
        yield booted


def drover(machine: Booted, *wish: str) -> str:
    return machine.run("/opt/drover/current/bin/python", "-I", "-m", "firmware_host", *wish, "--language", "en")


def at_work(machine: Booted) -> str:
    """The version whose program systemd runs now."""
    return machine.run("readlink", "/opt/drover/current").rpartition("/")[2]


def test_a_version_that_crashes_goes_back_and_one_that_works_stays(machine: Booted, root: Path) -> None:
    layout = Layout(root)
    assert at_work(machine) == "1.0"
    began = time.monotonic()
    assert "so 1.0 is back" in drover(machine, "update", "/2.0.bundle")
    print(f"crashed and rolled back in {time.monotonic() - began:.1f} s")
    assert at_work(machine) == "1.0"
    assert machine.property("ActiveState") == "active"
    assert layout.installed() == ("1.0",)
    assert "no table today" in machine.journal("--unit", "drover.service")
    began = time.monotonic()
    assert "Version 3.0 is at work" in drover(machine, "update", "/3.0.bundle")
    print(f"updated in {time.monotonic() - began:.1f} s")
    assert at_work(machine) == "3.0"
    assert "/opt/drover/current/bin/python -I -m firmware_host run" in machine.property("ExecStart")
    assert layout.installed() == ("1.0", "3.0")
    # Back for what follows: by the version that has the command.
    old = machine.run("/opt/drover/previous/bin/python", "-I", "-m", "firmware_host", "update", "--back")
    assert at_work(machine) == "1.0", old


def test_a_plug_pulled_while_a_bad_version_is_tried_brings_the_old_one_back(root: Path) -> None:
    layout = Layout(root)
    with Booted(root) as machine:
        machine.until(lambda: machine.property("ActiveState") == "active", "the table")
        command = ("systemd-run", "--unit=updating", "/opt/drover/current/bin/python", "-I", "-m", "firmware_host")
        machine.run(*command, "update", "/2.0.bundle")
        trial = layout.home / "trial.json"
        machine.until(trial.exists, "the trial")
        os.kill(machine._inside, signal.SIGKILL)
    assert trial.exists()
    assert layout.current_version() == "2.0"
    with Booted(root) as machine:
        machine.until(lambda: not trial.exists(), "the end of the trial")
        machine.until(lambda: machine.property("ActiveState") == "active", "the table")
        assert at_work(machine) == "1.0"
        assert "2.0" not in layout.installed()
        assert "Finishing an update that was cut off." in machine.journal("--unit", "drover-update.service")
