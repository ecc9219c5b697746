"""The real service under a real systemd, sealed as on a table: ready, watched over, started again, ended in order."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.install.layout import GROUPS, SERVICE
from firmware_host.journal import Kind
from firmware_host.journal.store import FILE
from firmware_host.journal.verify import verify
from tests.install.booted import Booted, made

QUICK = "[Service]\nWatchdogSec=3\n"
"""The unit's own time would be waited for for nothing."""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("machine")
    made(folder, drop_in=QUICK)
    return folder


@pytest.fixture(scope="module")
def machine(root: Path) -> Iterator[Booted]:
    with Booted(root) as booted:
        booted.until(lambda: booted.property("ActiveState") == "active", "the table")
        yield booted


def process(machine: Booted) -> str:
    return machine.property("MainPID")


def test_it_is_ready_when_it_says_so_and_says_what_it_does(machine: Booted) -> None:
    assert machine.property("Type") == "notify"
    machine.until(lambda: "Playing" in machine.property("StatusText"), "a match")
    assert machine.property("NRestarts") == "0"
    began, ready = (int(machine.property(f"{name}TimestampMonotonic")) for name in ("ExecMainStart", "ActiveEnter"))
    print(f"start to ready under systemd: {(ready - began) / 1e6:.2f} s")


def test_nobody_complained(machine: Booted) -> None:
    assert "Unknown" not in machine.journal()
    assert machine.run("systemctl", "list-units", "--failed", "--no-legend") == ""
    assert machine.journal("--unit", SERVICE, "--priority=err") in ("", "-- No entries --")


def test_it_has_no_rights_at_all(machine: Booted) -> None:
    status = machine.run("cat", f"/proc/{process(machine)}/status")
    facts = {line.partition(":")[0]: line.partition(":")[2].split() for line in status.splitlines()}
    for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(facts[name][0], 16) == 0, name
    assert facts["NoNewPrivs"] == ["1"]
    assert facts["Seccomp"] == ["2"]
    assert facts["Uid"][0] != "0"
    names = machine.run("id", "-nG", "drover").split()
    assert set(names) == {"drover", *GROUPS}


def test_it_can_write_its_own_folder_and_no_other(machine: Booted) -> None:
    """Asked as its user, where it sees the file system as it does."""
    found = machine.as_the_service("find", "/", "-path", "/proc", "-prune", "-o", "-type", "d", "-writable", "-print")
    own = ("/var/lib/drover", "/run/drover", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue")  # noqa: S108
    assert [path for path in found.splitlines() if not path.startswith(own)] == []
    assert "/var/lib/drover" in found.splitlines()


def test_whoever_kills_it_finds_it_started_again_and_the_match_goes_on(machine: Booted) -> None:
    before = process(machine)
    machine.run("kill", "-KILL", before)
    machine.until(lambda: process(machine) not in ("0", before), "another process")
    machine.until(lambda: machine.property("ActiveState") == "active", "the table, ready again")
    assert machine.property("NRestarts") == "1"
    assert "A match goes on" in machine.journal("--unit", SERVICE)


def test_a_process_that_stands_still_is_killed_by_the_watchdog_and_started_again(machine: Booted) -> None:
    before = process(machine)
    machine.run("kill", "-STOP", before)
    machine.until(lambda: process(machine) not in ("0", before), "another process")
    machine.until(lambda: machine.property("ActiveState") == "active", "the table, ready again")
    assert machine.property("NRestarts") == "2"
    said = machine.journal("--unit", SERVICE)
    assert "Watchdog timeout" in said
    # Where each thread was: for whoever has to find out why.
    assert re.search(r"Fatal Python error: Aborted|Thread 0x", said)


def test_it_ends_in_order_with_everything_kept(machine: Booted, root: Path) -> None:
    machine.power_off()
    assert b"Failed with result" not in machine.console
    folder = root / "var/lib/drover/journal"
    with closing(sqlite3.connect(folder / FILE)) as journal:
        kinds = [kind for (kind,) in journal.execute("SELECT kind FROM entries ORDER BY seq")]
    assert kinds[-1] == Kind.STOPPED
    assert (kinds.count(Kind.STARTED), kinds.count(Kind.RESTARTED), kinds.count(Kind.STOPPED)) == (1, 2, 1)
    assert kinds.count(Kind.HEADER) == 1
    assert verify(folder).reason == ""


def test_a_broken_configuration_is_told_on_a_running_table(tmp_path: Path) -> None:
    made(tmp_path, '[table]\nseets = 3\n[camera]\naddress = "simulated"\n')
    with Booted(tmp_path) as machine:
        machine.until(lambda: machine.property("ActiveState") == "active", "the table")
        machine.until(lambda: "the configuration is broken" in machine.property("StatusText"), "what is wrong")
        assert (tmp_path / "var/lib/drover/aside").is_dir()
        (tmp_path / "var/lib/drover/drover.toml").write_text('[camera]\naddress = "simulated"\n')
        machine.until(lambda: "Playing" in machine.property("StatusText"), "a match, once it is mended")


def test_without_its_camera_it_waits_and_is_no_failure(tmp_path: Path) -> None:
    made(tmp_path, '[camera]\naddress = "/dev/video9"\n')
    with Booted(tmp_path) as machine:
        machine.until(lambda: "the camera" in machine.property("StatusText"), "what is missing")
        assert machine.property("ActiveState") == "activating"
        assert machine.property("NRestarts") == "0"
