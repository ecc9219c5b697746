"""What fifty phones cost the owner thread, and how soon they are told. Part of `make bench`.

A match is played at a simulated table ten times as fast as people play, once with nobody listening and once with
fifty, who are in a process of their own. Then the same page is asked for as fast as it goes.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from firmware_host.config import Config, TableConfig
from firmware_host.simulator import People
from firmware_host.steward.effects import Effect
from firmware_host.steward.inputs import Input
from firmware_host.steward.situation import Situation
from firmware_host.web.joined import Joined
from firmware_host.web.server import WebServer, listening
from firmware_host.web.static_files import FOLDER, StaticFile
from firmware_host.words import Words
from hardware.cues import Cue
from tests.web.client import Client
from tests.web.serve import NAMES, Table

LISTENERS, SPEED, SECONDS = 50, 10.0, 20.0
WANTED_STEP_MS, WANTED_LATE_MS, WANTED_KB, WANTED_PAINT_MS = 1.0, 100, 150, 1000


def p99(times: Sequence[float]) -> float:
    return sorted(times)[min(len(times) - 1, int(0.99 * len(times)))]


async def listen(port: int, seats: list[str], count: int, seconds: float) -> list[tuple[float, str]]:
    """When each listener was told of which cue, on the clock that all processes of a machine share."""
    told: list[tuple[float, str]] = []

    async def one(at: int) -> None:
        # Every other one is a phone, whose view has more in it.
        query = f"?seat={seats[at // 2 % len(seats)]}" if at % 2 else ""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        writer.write(f"GET /api/stream{query} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        async for line in reader:
            if line.startswith(b"data: "):
                now, data = time.monotonic(), json.loads(line[6:])
                if "text" in data.get("cue", {}):
                    told.append((now, json.dumps(data["cue"]["text"])))

    tasks = [asyncio.create_task(one(at)) for at in range(count)]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return told


class Run:
    """A table that plays while so many listen."""

    def __init__(self, folder: Path, listeners: int) -> None:
        self.steps: list[float] = []
        self.cues: list[tuple[float, Cue]] = []
        self.listeners = listeners
        self.told: list[tuple[float, str]] = []
        people = People("take_six", NAMES[:4], {"limit": {"rounds": 3}}, seed=3)
        self.table = Table(people, folder / "journal", Words("en"), speed=SPEED)
        service = self.table.place.service
        programme, show = service.programme, self.table.board.show
        self._cue: Cue | None = None
        self._step = 0.0

        # What effects cost, above all the journal's disk, is taken out: nobody who listens has a part in it.
        inner, carry, take = 0.0, programme._carry, programme.take

        def carried(effects: Sequence[Effect], now: int) -> None:
            nonlocal inner
            start = time.perf_counter()
            carry(effects, now)
            inner += time.perf_counter() - start

        def taken(given: Input, now: int) -> None:
            nonlocal inner
            inner, start = 0.0, time.perf_counter()
            take(given, now)
            self._step = (time.perf_counter() - start - inner) * 1000

        def shown(situation: Situation) -> None:
            if situation.cue is not self._cue:
                self._cue = situation.cue
                self.cues.append((time.monotonic(), situation.cue))
            start = time.perf_counter()
            show(situation)
            self.steps.append(self._step + (time.perf_counter() - start) * 1000)

        programme._carry, programme.take = carried, taken  # type: ignore[method-assign]
        service._devices.shown = shown
        config = Config(TableConfig(names=NAMES[:4]))
        joined = Joined(self.table.board, self.table.place.inbox.post, folder / "web", config)
        self.server = WebServer(joined, listening("127.0.0.1", 0))

    def play(self) -> None:
        with self.server:
            client = Client(self.server.port)
            seats = [link.rpartition("/")[2] for link in client.get("/api/view").json["links"].values()]
            command = [sys.executable, "-m", "tests.web.web_bench", str(self.server.port), json.dumps(seats)]
            command += [str(self.listeners), str(SECONDS)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as listening_process:
                self.table.thread.start()
                out, _ = listening_process.communicate()
            self.table.close()
        self.told = [(at, text) for at, text in json.loads(out)]

    def late(self) -> list[float]:
        """Milliseconds from each cue until each listener had it."""
        found = []
        for at, text in self.told:
            shown = [since for since, cue in self.cues if since <= at and json.dumps(list(cue.text)) == text]
            if shown:
                found.append((at - shown[-1]) * 1000)
        return found


def hand_over_us() -> float:
    """What handing a situation over costs its thread, while the other one is busy with it."""
    with tempfile.TemporaryDirectory() as folder:
        run = Run(Path(folder), 0)
        with run.server:
            situation = run.table.board._shown
            assert situation is not None
            times = []
            for _ in range(5000):
                start = time.perf_counter()
                run.table.board.show(situation)
                times.append((time.perf_counter() - start) * 1e6)
        run.table.place.journal.close(run.table.place.journal_end)
    return statistics.median(times)


def main() -> None:
    results = {}
    for listeners in (0, LISTENERS):
        with tempfile.TemporaryDirectory() as folder:
            run = Run(Path(folder), listeners)
            run.play()
            results[listeners] = run
    alone, heard = results[0], results[LISTENERS]
    costs = p99(heard.steps) - p99(alone.steps)
    print(
        f"a step of the owner: p99 {p99(alone.steps):.2f} ms with nobody listening, {p99(heard.steps):.2f} ms with "
        f"{LISTENERS} at {SPEED:.0f} times the pace of people: {costs:+.2f} ms (wanted: {WANTED_STEP_MS} ms)"
    )
    print(f"median {statistics.median(alone.steps):.3f} and {statistics.median(heard.steps):.3f} ms", end="; ")
    print(f"handing a situation over: {hand_over_us():.1f} us")
    late = heard.late()
    told = f"median {statistics.median(late):.1f} ms, p99 {p99(late):.1f} ms, most {max(late):.1f} ms"
    print(f"from a cue to a listener, {len(late)} times: {told} (wanted: {WANTED_LATE_MS} ms)")
    whole = sum(len(StaticFile(path).packed) for path in FOLDER.rglob("*") if path.suffix in (".js", ".css"))
    print(f"all scripts and styles, packed: {whole / 1000:.0f} KB (wanted for the table's page: {WANTED_KB} KB)")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        port, seats, count, seconds = sys.argv[1:]
        print(json.dumps(asyncio.run(listen(int(port), json.loads(seats), int(count), float(seconds)))))
    else:
        main()
