"""Many simulated tables at one broker: records replayed, faster than people play, for minutes.

`python -m tests.fleet.many` prints what came of it, and ends with 1 where it is not as wanted.
Tables run in processes of their own; the collector and the page run here, as `drover fleet` runs them.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from array import array
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random

from engine import record
from firmware_host.config import parse
from firmware_host.fleet.command import fleet
from firmware_host.fleet.database import opened
from firmware_host.fleet.store import Store
from firmware_host.words import Words
from tests.firmware_host.journals import IN_MEMORY
from tests.firmware_host.simulated import MATCHES
from tests.fleet.brokers import Mosquitto, free_port, wait_for
from tests.fleet.tables import PlayedTable, lines_of
from tests.web.client import Client

PIN = "proof of many"
A_LINE_S = 4.0
"""About so long people take from one line of a record to the next."""

PACKS = 2
LAG_MS = 1000
CATCHES_UP_S = 180.0
GROWTH_MB = 30


@dataclass
class Pack:
    """Some tables of one process. Says in the end how many lines, events and matches there were."""

    names: list[str]
    port: int
    folder: Path
    speed: float
    ends: float
    matches: int = 0
    events: int = 0
    _tables: dict[str, PlayedTable] = field(default_factory=dict)

    def run(self) -> None:
        broker = Mosquitto(self.folder / "none", port=self.port).settings()
        chance = Random(self.names[0])
        lines: dict[str, Iterator[object]] = {}
        due = []
        for name in self.names:
            self._tables[name] = PlayedTable(self.folder / name, broker, name, real=True)
            self._tables[name].join()
            lines[name] = self._play(name, chance)
            due.append((time.monotonic() + chance.random() * A_LINE_S / self.speed, name))
        while time.monotonic() < self.ends:
            due.sort()
            at, name = due.pop(0)
            time.sleep(max(0.0, at - time.monotonic()))
            next(lines[name])
            due.append((at + chance.uniform(0.5, 1.5) * A_LINE_S / self.speed, name))
        self._end()

    def _play(self, name: str, chance: Random) -> Iterator[object]:
        """One match after the other, a line each time."""
        table, kinds = self._tables[name], list(MATCHES)
        for seed in count():
            played = lines_of(chance.choice(kinds), chance.randrange(10_000) + seed)
            match, _ = next(played)
            header = json.loads(record.write_header(match.header))
            table.match = table._wrote(table.journal.begin(header, table.at()))
            for match, line in played:
                assert line is not None
                table._wrote(table.journal.write(table.match, line, table.at()))
                table.situation = replace(table.situation, match=match)
                yield None
            said = match.as_record()
            result = {"score": said["score"], "winners": said["winners"]}
            table._wrote(table.journal.close_match(table.match, "over", table.at(), result))
            self.matches += 1
            yield None

    def _end(self) -> None:
        """Until the broker has all; then say what there was."""
        sides = [table.side for table in self._tables.values() if table.side is not None]
        wait_for(lambda: all(side.outbox.waiting() == 0 for side in sides), 60, "the broker has not all")
        said = {name: len(table.written) for name, table in self._tables.items()}
        print(json.dumps({"events": said, "matches": self.matches}), flush=True)
        sys.stdin.readline()
        os._exit(0)


@dataclass
class Watch:
    """A page that is open all the time: how far it is behind what the tables say."""

    client: Client
    lags: array[float] = field(default_factory=lambda: array("f"))
    memory: list[float] = field(default_factory=list)
    over: bool = False

    def run(self) -> None:
        stream = self.client.stream()
        known: dict[str, str] = {}
        with suppress(OSError), closing(stream.connection):
            for event in stream.events():
                if self.over:
                    return
                now = datetime.now(UTC).timestamp()
                for name, tile in (event.data.get("tables") or {}).items():
                    wall = (tile or {}).get("wall")
                    if wall and known.get(name) != wall:
                        if event.kind == "change":
                            self.lags.append((now - datetime.fromisoformat(wall).timestamp()) * 1000)
                        known[name] = wall

    def weigh(self) -> None:
        """The memory of this process, where collector and page run."""
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        self.memory.append(pages * resource.getpagesize() / 1e6)


def run(tables: int, seconds: float, speed: float, folder: Path, store: str = "") -> list[str]:
    """What is not as wanted."""
    broker = Mosquitto(folder / "broker", ("allow_anonymous true", "max_queued_messages 0")).start()
    pin = folder / "pin"
    pin.write_text(PIN, encoding="utf-8")
    port, ended = free_port(), threading.Event()
    address = store or str(folder / "chain.db")
    config = parse(
        f'[fleet]\nbroker = "127.0.0.1"\nport = {broker.port}\ntls = false\n'
        f'[chain]\nport = {port}\nstore = "{address}"\npin_file = "{pin}"\n'
    )
    server = threading.Thread(target=fleet, args=(config, Words("en"), ended))
    server.start()
    names = [f"table-{number:03}" for number in range(tables)]
    packs: list[subprocess.Popen[str]] = []
    client = Client(port)
    watch = Watch(client)
    watching = threading.Thread(target=watch.run, daemon=True)
    try:
        wait_for(lambda: _answers(client))
        client.post("/api/referee/login", {"pin": PIN})
        watching.start()
        packs.extend(_pack(names[at::PACKS], broker.port, folder, speed, seconds) for at in range(PACKS))
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(1)
            watch.weigh()
        said = [json.loads((pack.stdout or sys.stdin).readline()) for pack in packs]
        wanted = {name: number for one in said for name, number in one["events"].items()}
        return _verdict(wanted, sum(one["matches"] for one in said), watch, address, seconds)
    finally:
        for pack in packs:
            pack.kill()
            pack.communicate()
        ended.set()
        server.join(30)
        watching.join(30)
        broker.stop()


def _pack(names: list[str], port: int, folder: Path, speed: float, seconds: float) -> subprocess.Popen[str]:
    said = json.dumps({"names": names, "port": port, "folder": str(folder), "speed": speed, "seconds": seconds})
    return subprocess.Popen(
        [sys.executable, "-m", "tests.fleet.many", "--pack", said],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _answers(client: Client) -> bool:
    try:
        return client.get("/").status == 200
    except OSError:
        return False


def _verdict(wanted: dict[str, int], matches: int, watch: Watch, address: str, seconds: float) -> list[str]:
    watch.over = True
    total = sum(wanted.values())
    store = Store(opened(address))
    late = time.monotonic()
    with suppress(AssertionError):
        wait_for(lambda: store.count()[0] >= total, CATCHES_UP_S)
    late = time.monotonic() - late
    kept = {name: store.count(name)[0] for name in wanted}
    closed = sum(number for _, number in store.sums("game"))
    store.close()
    lags = sorted(watch.lags)
    worst, middle = lags[-1] if lags else 1e9, statistics.median(lags) if lags else 1e9
    most = lags[int(len(lags) * 0.99)] if lags else 1e9
    settled = watch.memory[len(watch.memory) // 3 :]
    grown = max(settled[-10:]) - max(settled[:10]) if len(settled) >= 20 else 0.0
    count = sum(kept.values())
    print(f"{len(wanted)} tables, {seconds:.0f} s: {total} events, {total / seconds:.0f} a second, {matches} matches")
    print(f"kept: {count} events (wanted: {total}), {closed} matches; the last one {late:.1f} s after the end")
    print(f"the page behind: median {middle:.0f} ms, 99 % {most:.0f} ms, worst {worst:.0f} ms (wanted: {LAG_MS})")
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(f"collector, page and its reader took {(used.ru_utime + used.ru_stime) / seconds:.2f} of a core")
    print(f"memory of collector and page: {watch.memory[-1]:.0f} MB, grown by {grown:.1f} MB after the first third")
    wrong = [f"{name}: {kept[name]} events, not {number}" for name, number in wanted.items() if kept[name] != number]
    wrong += [f"{closed} matches, not {matches}"] if closed != matches else []
    wrong += [f"the page is {most:.0f} ms behind"] if most > LAG_MS else []
    wrong += [f"memory grows: {grown:.0f} MB"] if grown > GROWTH_MB else []
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--speed", type=float, default=10)
    parser.add_argument("--pack")
    options = parser.parse_args()
    if options.pack:
        said = json.loads(options.pack)
        ends = time.monotonic() + said["seconds"]
        Pack(said["names"], said["port"], Path(said["folder"]), said["speed"], ends).run()
        return 0
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        os.environ["DROVER_DATA"] = folder
        wrong = run(options.tables, options.minutes * 60, options.speed, Path(folder))
    print(*wrong[:20], sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
