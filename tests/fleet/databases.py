"""A real PostgreSQL of the tests' own: a cluster in a temporary folder, reached through a socket there."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path


def _programs() -> Path:
    """Where Debian has them."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    assert found, "these tests need a database server: install the package postgresql"
    return found[-1].parent


@dataclass
class Cluster:
    """A server that can be stopped and started. As root it runs as the user postgres, since it refuses to be root."""

    folder: Path

    @property
    def user(self) -> str | None:
        return "postgres" if os.geteuid() == 0 else None

    @property
    def address(self) -> str:
        return f"postgresql:///postgres?host={self.folder}&user=tests"

    def make(self) -> Cluster:
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        self._run("initdb", "-D", self.folder / "data", "-U", "tests", "-A", "trust", "--no-sync")
        return self

    def start(self) -> Cluster:
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off"
        self._run("pg_ctl", "-D", self.folder / "data", "-l", self.folder / "log", "-w", "-o", options, "start")
        return self

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *arguments: object) -> None:
        done = subprocess.run(
            [str(_programs() / program), *map(str, arguments)],
            user=self.user,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=False,
        )
        assert done.returncode == 0, f"{program}: {done.stderr.decode(errors='replace')}"


@contextmanager
def cluster() -> Iterator[Cluster]:
    folder = Path(tempfile.mkdtemp(prefix="drover-pg-"))
    one = Cluster(folder)
    try:
        yield one.make().start()
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            one.stop()
        shutil.rmtree(folder, ignore_errors=True)


_numbers = count(1)


def fresh(server: Cluster) -> str:
    """The address of a new, empty database of that server."""
    import psycopg

    name = f"chain{next(_numbers)}"
    with psycopg.connect(server.address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server.address.replace("/postgres?", f"/{name}?")
