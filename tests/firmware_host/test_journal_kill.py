"""Killed at any instant: what was acknowledged is there, nothing is there twice, and the chain is whole."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from firmware_host.journal import Kind, Reader
from firmware_host.journal.verify import verify
from tests.firmware_host.journals import ROOMY, opened

KILLS = 15

WRITER = """
import sys
from pathlib import Path
from firmware_host.journal import At, Journal
from tests.firmware_host.journals import HEADER, ROOMY, jpeg

journal = Journal.open(Path(sys.argv[1]), At("2025-03-01T20:00:00+01:00", 0), ROOMY)
unfinished = journal.unfinished()
match = journal.begin(HEADER, At("", 0)) if unfinished is None else unfinished.match
n = 0 if unfinished is None else len(unfinished.lines) - 1
while True:
    seq = journal.write(match, {"move": "pass", "n": n}, At("", n))
    print(n, seq, flush=True)
    n += 1
    if n % 3 == 0:
        journal.photograph(match, seq, "move", jpeg(n, 50_000), {}, At("", n))
    if n % 50 == 0:
        journal.prune(At("2025-03-01T20:00:00+01:00", n))
"""


def killed_after(seconds: float, folder: Path) -> dict[int, int]:
    """Let a child write until it is killed; gives which entry each acknowledged line was."""
    child = subprocess.Popen([sys.executable, "-c", WRITER, str(folder)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    first = child.stdout.readline()
    time.sleep(seconds)
    child.kill()
    # Half a line was on its way to nobody.
    lines = [line for line in (first + child.stdout.read()).splitlines(keepends=True) if line.endswith("\n")]
    child.wait()
    child.stdout.close()
    return {int(n): int(seq) for n, seq in map(str.split, lines)}


def survive(kills: int, folder: Path, seed: int) -> int:
    """So many kills of writers that go on with the same match; gives how many lines it has in the end."""
    rng = random.Random(seed)
    acknowledged: dict[int, int] = {}
    for kill in range(kills):
        acknowledged |= killed_after(rng.uniform(0, 0.25), folder)
        with Reader.open(folder) as reader:
            match = reader.last_match()
            assert match is not None
            entries = [entry for entry in reader.entries(match) if entry.kind == Kind.LINE]
        assert [entry.body["n"] for entry in entries] == list(range(len(entries))), f"kill {kill}"
        written = {entry.body["n"]: entry.seq for entry in entries}
        assert {n: written.get(n) for n in acknowledged} == acknowledged, f"kill {kill}"
        verdict = verify(folder)
        assert verdict.reason == "", f"kill {kill}: {verdict}"
    assert not list(folder.glob("*.broken*"))
    return len(acknowledged)


def test_a_journal_that_is_killed_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    assert survive(KILLS, tmp_path, 7) > KILLS


MAKER = """
import os, sys, threading, time
from pathlib import Path
from firmware_host.journal import At, Journal
from tests.firmware_host.journals import ROOMY

threading.Timer(float(sys.argv[2]), os._exit, (9,)).start()
Journal.open(Path(sys.argv[1]), At("2025-03-01T20:00:00+01:00", 0), ROOMY)
time.sleep(60)
"""


def test_one_that_is_killed_while_it_is_made_is_made_at_the_next_start(tmp_path: Path) -> None:
    rng = random.Random(3)
    for kill in range(8):
        folder = tmp_path / str(kill)
        command = [sys.executable, "-c", MAKER, str(folder), str(rng.uniform(0, 0.04))]
        subprocess.run(command, check=False, timeout=30)
        journal = opened(folder, ROOMY)
        assert journal.set_aside is None
        assert journal.unfinished() is None
